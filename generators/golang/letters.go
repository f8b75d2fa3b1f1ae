package golang

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

func (p *conversationPrinter) messageParam() jen.Code {
	return jen.Id("m").Add(p.g.wire("Message"))
}

// perRecord is the body of a function of a message: a switch over what it can be, and otherwise behind it. made returns what stands in the
// case of a record, or nil. Cases with equal text share one; where all have one text and read what the head has, there is no switch.
func (p *conversationPrinter) perRecord(otherwise jen.Code, made func(i int) []jen.Code) []jen.Code {
	var bodies []*caseOf
	typed := false
	for i, t := range p.c.Records {
		code := made(i)
		if code == nil {
			continue
		}
		text := jen.Block(code...).GoString()
		reads := strings.Contains(text, "v.") || strings.Contains(text, "(v") // it needs the message in its type
		typed = typed || reads
		same := func(c *caseOf) bool { return c.text == text && !reads }
		if at := slices.IndexFunc(bodies, same); at >= 0 {
			bodies[at].types = append(bodies[at].types, p.g.variantType(t))
			continue
		}
		bodies = append(bodies, &caseOf{text, []jen.Code{p.g.variantType(t)}, code})
	}
	if head := p.head(bodies); head != nil && otherwise != nil { // what is set must be set in the message itself
		code := append([]jen.Code{head}, bodies[0].code...)
		if last := code[len(code)-1].(*jen.Statement); strings.HasPrefix(last.GoString(), "return") {
			return code
		}
		return append(code, otherwise)
	}
	var cases []jen.Code
	for _, c := range bodies {
		cases = append(cases, jen.Case(chunked(c.types)...).Block(c.code...))
	}
	over := jen.Id("m").Assert(jen.Type())
	if typed {
		over = jen.Id("v").Op(":=").Add(over)
	}
	if otherwise == nil {
		return []jen.Code{jen.Switch(over).Block(cases...)}
	}
	return []jen.Code{jen.Switch(over).Block(cases...), otherwise}
}

// caseOf is a case of perRecord.
type caseOf struct {
	text  string
	types []jen.Code
	code  []jen.Code
}

// readMember matches what code reads of a message.
var readMember = regexp.MustCompile(`\bv\b(\.\w+)?`)

// head declares v as the head of a message, if that is enough for the code of all records.
func (p *conversationPrinter) head(bodies []*caseOf) jen.Code {
	fields := p.g.heads[p.c.Over]
	if len(bodies) < 2 || len(bodies) < len(p.c.Records) || slices.ContainsFunc(bodies, func(c *caseOf) bool { return c.text != bodies[0].text }) {
		return nil
	}
	for _, read := range readMember.FindAllString(bodies[0].text, -1) {
		if !slices.ContainsFunc(fields, func(f *ir.Field) bool { return "v."+p.g.names.Field(f) == read }) {
			return nil
		}
	}
	return jen.Id("v").Op(":=").Id("m").Assert(p.message()).Dot(p.g.headName(p.c.Over)).Call()
}

// letter is the function that tells the letter of a message.
func (p *conversationPrinter) letter(o *ir.Order, kinds [][]ir.LetterOf, part string) string {
	name := p.free(part + "Letter")
	reader := "_"
	body := p.perRecord(jen.Return(jen.Lit(-1)), func(i int) []jen.Code {
		var code []jen.Code
		for j, k := range kinds[i] {
			if k.When == nil {
				return append(code, jen.Return(jen.Lit(k.Letter)))
			}
			when := p.predicate(p.c.Records[i], k.When, p.free(fmt.Sprintf("%sIs%s%d", part, p.g.names.Type(p.c.Records[i]), j+1)), o.Letters[k.Letter])
			if usage := ir.UsageOf(k.When.Program); usage.ReadsNow || len(usage.ReadsParams) > 0 {
				reader = "r"
			}
			code = append(code, jen.If(when).Block(jen.Return(jen.Lit(k.Letter))))
		}
		return code
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(jen.Id(reader).Op("*").Add(p.g.wire("Reader")), p.messageParam()).Int().Block(body...),
		name+" returns the letter of a message: "+letterList(o.Letters)+"; -1 for another one."))
	return name
}

// letterList names letters by number.
func letterList(letters []string) string {
	var list []string
	for i, l := range letters {
		list = append(list, fmt.Sprintf("%d is %s", i, oneLine(l)))
	}
	return strings.Join(list, ", ")
}

// predicate is the call of the condition of a letter.
func (p *conversationPrinter) predicate(t *ir.Type, when *ir.Predicate, name, letter string) jen.Code {
	printer := newProgramPrinter(p.g, t, &ir.Rule{ID: letter, Text: when.Text, Program: when.Program, Folded: when.Folded}, name)
	p.code = append(p.code, printer.function("reports whether a message is the letter "+letter+"."))
	return jen.Id(name).Call(append([]jen.Code{jen.Id("v")}, printer.more()...)...)
}

// from is the function that tells who sends a message.
func (p *conversationPrinter) from() string {
	name := p.free("From")
	body := p.perRecord(jen.Return(jen.Lit("")), func(i int) []jen.Code {
		if p.c.From[i] == "" {
			return nil
		}
		return []jen.Code{jen.Return(jen.Lit(p.c.From[i]))}
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(p.messageParam()).String().Block(body...),
		name+" returns the side that sends a message, or \"\" if either may."))
	return name
}

// key is the function that returns the key of an exchange; of messages of any letter, if kinds is nil.
func (p *conversationPrinter) key(at []string, keys []*ir.Key, kinds [][]ir.LetterOf, part string) string {
	name := p.free(part + "Key")
	body := p.perRecord(jen.Return(p.g.wire("Key").Values(), jen.False()), func(i int) []jen.Code {
		key := keys[i]
		if key == nil || kinds != nil && len(kinds[i]) == 0 {
			return nil
		}
		printer := newProgramPrinter(p.g, p.c.Records[i], &ir.Rule{}, name)
		value := printer.Code(key.Value)
		switch printer.TypeOf(key.Value).Kind {
		case ir.StringExpr:
			value = p.g.wire("TextKey").Call(value)
		case ir.IntExpr:
			value = p.g.wire("NumberKey").Call(jen.Float64().Call(value))
		default:
			value = p.g.wire("NumberKey").Call(value)
		}
		found := jen.Return(value, jen.True())
		if c, always := key.There.(ir.Constant); always && c.Bool {
			return []jen.Code{found}
		}
		return []jen.Code{jen.If(printer.Code(key.There)).Block(found)}
	})
	p.code = append(p.code, commented(
		jen.Func().Id(name).Params(p.messageParam()).Params(p.g.wire("Key"), jen.Bool()).Block(body...),
		name+" returns the key of the exchange of a message, /"+strings.Join(at, "/")+", if it has one."))
	return name
}
