package golang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// tree prints the table of the conversation. It also prints the functions that the table refers to.
func (p *conversationPrinter) tree() treePrinter {
	return treePrinter{p.g, "", func(v plan.Value) jen.Code {
		switch v := v.(type) {
		case plan.ByRecord:
			if isOfText(v) {
				return jen.Id(p.from(v))
			}
			return jen.Id(p.asked(v))
		case plan.Present:
			return jen.Id(p.member(v))
		case plan.Codec:
			of := "ReplyOf"
			if v.Doubles {
				of = "ReplyOfDoubles"
			}
			return p.g.wire(of).Call(jen.Add(p.g.from(v.Type, "Parse"+p.g.names.Type(v.Type))))
		case plan.Letters:
			return jen.Id(p.letter(v))
		case plan.Keeps:
			return jen.Id(p.keep(v))
		case *plan.Function:
			return jen.Id(p.define(v))
		}
		panic(fmt.Sprintf("golang: unhandled value %T", v))
	}}
}

// free returns an unused identifier of the package that begins with the conversation's name.
func (p *conversationPrinter) free(words ...string) string {
	name := ""
	for _, word := range words {
		if word != "" {
			name += p.g.names.Words(word)
		}
	}
	return p.g.free([]string{unexported(p.name) + name})
}

// function adds a function of messages. Its comment begins with its name.
func (p *conversationPrinter) function(name string, head *jen.Statement, body []jen.Code, paragraphs ...string) {
	paragraphs[0] = name + " " + paragraphs[0]
	p.code = append(p.code, commented(head.Block(body...), paragraphs...))
}

func (p *conversationPrinter) messageParam() jen.Code { return jen.Id("m").Add(p.g.wire("Message")) }

func (p *conversationPrinter) readerParam(name string) jen.Code {
	return jen.Id(name).Op("*").Add(p.g.wire("Reader"))
}

// from returns the function that returns the sender of a message.
func (p *conversationPrinter) from(v plan.ByRecord) string {
	name := p.free("from")
	body := p.switched(jen.Return(jen.Lit("")), func(i int) recordBody {
		if v.Values[i] == nil {
			return recordBody{}
		}
		side := string(v.Values[i].(plan.Text))
		return recordBody{group: side, code: []jen.Code{jen.Return(jen.Lit(side))}, ends: true}
	})
	p.function(name, jen.Func().Id(name).Params(p.messageParam()).String(), body, "returns the side that sends a message, or \"\" if either may.")
	return name
}

func isOfText(v plan.ByRecord) bool {
	return !slices.ContainsFunc(v.Values, func(v plan.Value) bool { _, isText := v.(plan.Text); return v != nil && !isText })
}

// asked returns the function that returns the number of the type of the replies to a message.
func (p *conversationPrinter) asked(v plan.ByRecord) string {
	name := p.free("asked")
	body := p.switched(jen.Return(jen.Lit(-1)), func(i int) recordBody {
		if v.Values[i] == nil {
			return recordBody{}
		}
		number := int(v.Values[i].(plan.Int))
		return recordBody{group: strconv.Itoa(number), code: []jen.Code{jen.Return(jen.Lit(number))}, ends: true}
	})
	p.function(name, jen.Func().Id(name).Params(p.messageParam()).Int(), body, "returns the number of the type of the replies to a message, or -1.")
	return name
}

// member returns the function that writes a member of a message.
func (p *conversationPrinter) member(v plan.Present) string {
	name := p.free("reply member")
	body := p.switched(jen.Return(jen.False()), func(i int) recordBody {
		kept := v.Kept[i]
		if kept == nil {
			return recordBody{}
		}
		printer := newProgramPrinter(p.g, p.c.Records[i], &ir.Rule{}, name)
		found := []jen.Code{printer.write(kept.Value), jen.Return(jen.True())}
		if _, always := ir.Decided(kept.There); always {
			return recordBody{typed: true, code: found, ends: true}
		}
		return recordBody{typed: true, code: []jen.Code{jen.If(printer.Code(kept.There)).Block(found...)}}
	})
	p.function(name, jen.Func().Id(name).Params(p.g.writerParam(), p.messageParam()).Bool(), body,
		"writes the member of a reply whose type follows from the request, and reports whether the reply has it.")
	return name
}

// letter returns the function that returns the letter of a message.
func (p *conversationPrinter) letter(l plan.Letters) string {
	way := ""
	if l.At != nil {
		way = "by " + strings.Join(l.At, " ")
	}
	name := p.free(l.Part, way, "letter")
	reader := "_"
	body := p.switched(jen.Return(jen.Lit(-1)), func(i int) (b recordBody) {
		for _, k := range l.Kinds[i] {
			b.group += fmt.Sprint(k.Number, k.From, " ")
			if b.ends = k.From == "" && k.When == nil; b.ends {
				b.code = append(b.code, jen.Return(jen.Lit(k.Number)))
				break
			}
			when := &jen.Statement{}
			if k.From != "" {
				reader = "r"
				when = jen.Id("r").Dot("Sender").Call().Op("==").Lit(k.From)
			}
			if k.When != nil {
				holds, inputs := p.predicate(k.When, i)
				if b.typed = true; inputs {
					reader = "r"
				}
				if k.From != "" {
					when.Op("&&")
				}
				when.Add(holds)
			}
			b.code = append(b.code, jen.If(when).Block(jen.Return(jen.Lit(k.Number))))
		}
		return b
	})
	p.function(name, jen.Func().Id(name).Params(p.readerParam(reader), p.messageParam()).Int(), body,
		"returns the letter of a message: "+letterList(l.Names)+"; -1 for another message.")
	return name
}

// letterList lists the names and numbers of letters.
func letterList(letters []string) string {
	var list []string
	for i, l := range letters {
		list = append(list, fmt.Sprintf("%d is %s", i, oneLine(l)))
	}
	return strings.Join(list, ", ")
}

// predicate returns the call of a condition on messages of a record, and whether it depends on the caller's inputs.
func (p *conversationPrinter) predicate(f *plan.Function, record int) (call jen.Code, inputs bool) {
	c := f.CaseOf(p.c.Records[record])
	name := p.free(append(f.Words[:len(f.Words):len(f.Words)], c.Records[0].Name)...)
	printer := p.program(c, name)
	p.code = append(p.code, printer.function("reports whether "+f.About+"."))
	return jen.Id(name).Call(append([]jen.Code{jen.Id("v")}, printer.more()...)...), printer.Usage.ReadsNow || len(printer.ReadsParams) > 0
}

// program prints the program of a case.
func (p *conversationPrinter) program(c *plan.Case, name string) *programPrinter {
	return newProgramPrinter(p.g, c.Records[0], &ir.Rule{Text: c.Text, Program: c.Program, Folded: c.Folded}, name)
}

// define prints the function with all cases, and returns its name.
func (p *conversationPrinter) define(f *plan.Function) string {
	name := p.free(f.Words...)
	switch f.Kind {
	case plan.Check:
		p.check(f, name)
	case plan.Holds, plan.Until:
		p.condition(f, name)
	case plan.Number:
		body := p.switched(nil, p.ofCase(f, func(c *plan.Case) recordBody {
			return recordBody{typed: true, code: p.setNumber(c.Records[0], jen.Id("v"), c.At)}
		}))
		p.function(name, jen.Func().Id(name).Params(p.messageParam(), jen.Id("n").Int64()), body, "sets "+f.About+".")
	case plan.Key:
		body := p.switched(jen.Return(p.g.wire("Key").Values(), jen.False()), p.ofCase(f, func(c *plan.Case) recordBody { return p.key(c, name) }))
		p.function(name, jen.Func().Id(name).Params(p.messageParam()).Params(p.g.wire("Key"), jen.Bool()), body, "returns "+f.About+", the key of the exchange of a message, if it has one.")
	case plan.Items:
		body := p.switched(jen.Return(jen.Id("keys")), p.ofCase(f, func(c *plan.Case) recordBody { return p.items(c, name) }))
		keys := jen.Index().Add(p.g.wire("Key"))
		p.function(name, jen.Func().Id(name).Params(p.messageParam(), jen.Id("keys").Add(keys)).Add(keys), body, "appends "+f.About+", the keys of the exchanges of a message.")
	case plan.Parts:
		body := p.switched(jen.Return(jen.Nil()), p.ofCase(f, func(c *plan.Case) recordBody { return p.parts(c, name) }))
		p.function(name, jen.Func().Id(name).Params(p.messageParam(), jen.Id("key").Index().Byte()).Index().Byte(), body,
			"appends "+f.About+", which distinguish messages; it returns nil if the message lacks one.")
	}
	return name
}

// condition prints a condition or a time.
func (p *conversationPrinter) condition(f *plan.Function, name string) {
	otherwise, result, about := jen.Return(jen.False()), jen.Bool(), "reports whether "+f.About+"."
	if f.Kind == plan.Until {
		otherwise, result, about = jen.Return(jen.Qual("time", "Time").Values()), jen.Qual("time", "Time"), "returns "+f.About+"."
	}
	reader, ahead := p.ahead(f)
	body := p.switched(otherwise, p.ofCase(f, func(c *plan.Case) recordBody {
		printer := p.program(c, name)
		printer.taken["r"], printer.taken["m"] = true, true
		code, _ := printer.parts()
		return recordBody{fields: p.read(c.Program), typed: printer.ReadsThis, code: code, ends: true}
	}))
	p.function(name, jen.Func().Id(name).Params(p.readerParam(reader), p.messageParam()).Add(result), append(ahead, body...), about, "    "+oneLine(f.Cases[0].Text))
}

// ofCase returns the bodies of the cases of a function of one message, by record. Equal cases form one group.
func (p *conversationPrinter) ofCase(f *plan.Function, body func(*plan.Case) recordBody) func(i int) recordBody {
	groups := f.ByRecord()
	names := map[*plan.Group]string{}
	for _, g := range groups {
		if g != nil && names[g] == "" {
			names[g] = fmt.Sprint(len(names) + 1)
		}
	}
	return func(i int) recordBody {
		if groups[i] == nil {
			return recordBody{}
		}
		b := body(f.CaseOf(p.c.Records[i]))
		b.group = names[groups[i]]
		return b
	}
}

func (p *conversationPrinter) key(c *plan.Case, name string) recordBody {
	printer := newProgramPrinter(p.g, c.Records[0], &ir.Rule{}, name)
	return p.where(c, printer, jen.Return(p.keyOf(printer, c.Keys[0].Value), jen.True()))
}

// items returns the code that appends the keys in the items of an array to the parameter keys.
func (p *conversationPrinter) items(c *plan.Case, name string) recordBody {
	printer := p.program(c, name)
	steps, list := c.KeysList()
	printer.taken["m"], printer.taken["keys"], printer.names[list] = true, true, "keys"
	printer.appended = func(e ir.Expr) jen.Code { return p.keyOf(printer, e) }
	return recordBody{typed: true, code: printer.statements(steps)}
}

// keyOf returns a string or a number as a key.
func (p *conversationPrinter) keyOf(printer *programPrinter, e ir.Expr) *jen.Statement {
	value := printer.Code(e)
	switch printer.TypeOf(e).Kind {
	case ir.JSONExpr:
		return jen.Id(p.choiceKey(printer.TypeOf(e).Value)).Call(value)
	case ir.StringExpr:
		return p.g.wire("TextKey").Call(value)
	case ir.IntExpr:
		return p.g.wire("NumberKey").Call(jen.Float64().Call(value))
	}
	return p.g.wire("NumberKey").Call(value)
}

// choiceKey returns the function that returns the key that a choice of strings and numbers is.
func (p *conversationPrinter) choiceKey(v *ir.Value) string {
	t := v.Kind.(ir.Ref).Type
	for {
		ref, isRef := t.Value.Kind.(ir.Ref)
		if !isRef {
			break
		}
		t = ref.Type
	}
	if name := p.choiceKeys[t]; name != "" {
		return name
	}
	name := p.free("key of", t.Name)
	p.choiceKeys[t] = name
	var cases []jen.Code
	for i, option := range t.Value.Kind.(*ir.Choice).Options {
		key := p.g.wire("NumberKey").Call(jen.Float64().Call(jen.Id("v")))
		if ir.TypeOfValue(&option).Kind == ir.StringExpr {
			key = p.g.wire("TextKey").Call(jen.String().Call(jen.Id("v")))
		}
		cases = append(cases, jen.Case(p.g.optionType(t, i)).Block(jen.Return(key)))
	}
	p.function(name, jen.Func().Id(name).Params(jen.Id("v").Add(p.g.goType(*v))).Add(p.g.wire("Key")),
		[]jen.Code{jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...), jen.Return(p.g.wire("Key").Values())},
		"returns the key of an exchange that v is.")
	return name
}

func (p *conversationPrinter) parts(c *plan.Case, name string) recordBody {
	printer := newProgramPrinter(p.g, c.Records[0], &ir.Rule{}, name)
	values := []jen.Code{jen.Id("key")}
	for _, key := range c.Keys {
		value := printer.Code(key.Value)
		if t := printer.TypeOf(key.Value); t.Kind == ir.JSONExpr {
			value = jen.Id(p.choiceKey(t.Value)).Call(value)
		}
		values = append(values, value)
	}
	return p.where(c, printer, jen.Return(p.g.wire("AppendKey").Call(values...)))
}

// where returns the code found, under the condition that all keys are present.
func (p *conversationPrinter) where(c *plan.Case, printer *programPrinter, found jen.Code) recordBody {
	b := recordBody{typed: !plan.IsConstant(c.Keys[0]), code: []jen.Code{found}, ends: true}
	exprs := []ir.Expr{}
	for _, key := range c.Keys {
		exprs = append(exprs, key.There, key.Value)
	}
	b.fields = fieldsOfThis(exprs)
	if there := ir.AllThere(c.Keys); there != nil {
		b.code, b.ends = []jen.Code{jen.If(printer.Code(there)).Block(found)}, false
	}
	return b
}
