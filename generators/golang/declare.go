package golang

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// declarations are the types of the protocol, in the order of the spec.
func (g *generator) declarations() []jen.Code {
	var code []jen.Code
	for _, t := range g.protocol.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Record:
			code = append(code, g.record(t, k))
			code = append(code, g.constants(t, k)...)
			code = append(code, g.membership(t)...)
		case *ir.Union:
			code = append(code, g.union(t, k))
		case *ir.Enum:
			code = append(code, g.vocabulary(t, k)...)
		default:
			code = append(code, g.alias(t))
		}
	}
	return code
}

// documented puts the comment of a declaration in front of it: what it is in JSON, then the words of the spec.
func (g *generator) documented(code jen.Code, t *ir.Type, shape string) jen.Code {
	name := g.names.Type(t)
	doc := docParagraphs(t.Doc)
	doc[0] = strings.TrimSpace(name + " is " + shape + ". " + doc[0])
	if letters(name) != letters(t.Name) || strings.HasSuffix(name, "_") {
		doc = append(doc, "The spec calls it "+t.Name+".")
	}
	return commented(code, doc...)
}

// shape says what a value is in JSON, null aside.
func (g *generator) shape(v ir.Value) string {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return "another name of " + g.names.Type(k.Type)
	case ir.Any:
		return "any JSON value"
	case ir.Null:
		return "null"
	case ir.Boolean:
		return "true or false"
	case ir.Integer:
		return "an integer"
	case ir.Number:
		return "a number"
	case ir.String:
		return "a string"
	case ir.Const:
		return "a constant"
	case *ir.Enum:
		return "one of a closed list of strings"
	case ir.Array:
		return "an array"
	case ir.Object, *ir.Record:
		return "an object"
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", v.Kind))
}

// letters is what two spellings of the same words have in common.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

func (g *generator) record(t *ir.Type, record *ir.Record) jen.Code {
	var fields []jen.Code
	for _, f := range record.Fields {
		if !isStored(f) {
			continue
		}
		field := jen.Id(g.names.Field(f)).Add(g.placeType(f.Value, f.Required, g.cycles.byPointer(t, f.Value)))
		field.Comment("// " + oneLine(memberName(f.Name)))
		fields = append(fields, commented(field, docParagraphs(f.Doc)...))
	}
	if !record.Closed {
		fields = append(fields, commented(jen.Id("Extra").Id("Object"), "Extra holds all other members, in order of arrival."))
	}
	return g.documented(jen.Type().Id(g.names.Type(t)).Struct(fields...), t, g.shape(t.Value))
}

// memberName shows a JSON name; one that is unlike a word is quoted.
func memberName(name string) string {
	if name == "" || strings.ContainsAny(name, " \t\"") {
		return strconv.Quote(name)
	}
	return name
}

// constants are the methods for members that can only have one value.
func (g *generator) constants(t *ir.Type, record *ir.Record) []jen.Code {
	var code []jen.Code
	for _, f := range record.Fields {
		c, isConst := resolve(f.Value).Kind.(ir.Const)
		if !isConst || isStored(f) {
			continue
		}
		name := g.names.Field(f)
		method := jen.Func().Params(jen.Id(g.names.Type(t))).Id(name).Params().Add(g.goType(f.Value)).Block(jen.Return(g.literal(c)))
		doc := append([]string{name + " returns the constant member " + oneLine(memberName(f.Name)) + "."}, docParagraphs(f.Doc)...)
		code = append(code, commented(method, doc...))
	}
	return code
}

// membership are the methods that make a record a variant of its unions.
func (g *generator) membership(t *ir.Type) []jen.Code {
	var code []jen.Code
	for _, owner := range g.unions[t] {
		union := owner.Value.Kind.(*ir.Union)
		receiver := jen.Op("*").Id(g.names.Type(t))
		code = append(code, jen.Func().Params(receiver).Id(marker(g.names.Type(owner))).Params().Block())
		if accessor := g.tags[owner]; !accessor.isMember {
			value := jen.Id("v").Dot(g.names.Field(tagField(t, union.Tag)))
			if !isStored(tagField(t, union.Tag)) {
				value.Call()
			}
			code = append(code, commented(
				jen.Func().Params(jen.Id("v").Op("*").Id(g.names.Type(t))).Id(accessor.name).Params().String().Block(jen.Return(jen.String().Call(value))),
				accessor.name+" returns the tag that "+g.names.Type(owner)+" is told apart by."))
		}
	}
	return code
}

func marker(union string) string { return "is" + union }

// unionsOf lists the unions that each record is a variant of.
func unionsOf(p *ir.Protocol) map[*ir.Type][]*ir.Type {
	unions := map[*ir.Type][]*ir.Type{}
	for _, t := range p.Types {
		if union, ok := t.Value.Kind.(*ir.Union); ok {
			for _, v := range union.Variants {
				unions[v.Type] = append(unions[v.Type], t)
			}
		}
	}
	return unions
}

func tagField(variant *ir.Type, tag string) *ir.Field {
	for _, f := range variant.Value.Kind.(*ir.Record).Fields {
		if f.Name == tag {
			return f
		}
	}
	panic("golang: the variant " + variant.Name + " has no tag " + strconv.Quote(tag))
}

// accessor is the method of a union that returns the tag.
type accessor struct {
	name     string
	typ      string
	isMember bool // the variants have it anyway, as constant member
}

// tagAccessor is the method of the constant member, where all variants have it with one type.
func (g *generator) tagAccessor(t *ir.Type, union *ir.Union) accessor {
	var found accessor
	for i, v := range union.Variants {
		f := tagField(v.Type, union.Tag)
		a := accessor{g.names.Field(f), "string", true}
		if c, ok := resolve(f.Value).Kind.(ir.Const); ok && c.Of != nil {
			a.typ = g.names.Type(c.Of)
		}
		if isStored(f) || i > 0 && a != found {
			return accessor{g.names.Type(t) + "Tag", "string", false}
		}
		found = a
	}
	return found
}

func (g *generator) union(t *ir.Type, union *ir.Union) jen.Code {
	var variants []string
	for _, v := range union.Variants {
		variants = append(variants, "*"+g.names.Type(v.Type))
	}
	tag := g.tags[t]
	code := jen.Type().Id(g.names.Type(t)).Interface(
		g.envelope("Message"),
		commented(jen.Id(tag.name).Params().Id(tag.typ), tag.name+" tells the variants apart."),
		jen.Id(marker(g.names.Type(t))).Params(),
	)
	return g.documented(code, t, "one of "+strings.Join(variants, ", "))
}

func (g *generator) vocabulary(t *ir.Type, enum *ir.Enum) []jen.Code {
	name := g.names.Type(t)
	var constants, all []jen.Code
	for i, v := range enum.Values {
		constant := jen.Id(g.names.Value(t, i)).Id(name).Op("=").Lit(v.Value)
		constants = append(constants, commented(constant, docParagraphs(v.Doc)...))
		all = append(all, jen.Id(g.names.Value(t, i)))
	}
	receiver := jen.Id("v").Id(name)
	return []jen.Code{
		g.documented(jen.Type().Id(name).String(), t, g.shape(t.Value)),
		commented(jen.Const().Defs(constants...), "The values of "+name+"."),
		commented(jen.Func().Id(name+"Values").Params().Index().Id(name).Block(
			jen.Return(jen.Index().Id(name).Add(onePerLine(all)))),
			name+"Values returns all values, in the order of the spec."),
		commented(jen.Func().Params(receiver).Id("IsValid").Params().Bool().Block(
			jen.Switch(jen.Id("v")).Block(jen.Case(chunked(all)...).Block(jen.Return(jen.True()))),
			jen.Return(jen.False())),
			"IsValid reports whether v is one of "+name+"Values."),
	}
}

// alias declares a type that is only another name; an array that contains itself cannot be an alias.
func (g *generator) alias(t *ir.Type) jen.Code {
	decl := jen.Type().Id(g.names.Type(t))
	shape := g.shape(t.Value)
	if isNullable(refTo(t)) {
		shape += "; where it is used, null may stand instead"
	}
	if !g.isDeclared(t) {
		decl.Op("=")
	}
	return g.documented(decl.Add(g.goType(t.Value)), t, shape)
}
