package golang

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// declarations declares the types of the protocol, in the order of the spec.
func (g *generator) declarations(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Record:
			add(g.record(t, k))
			add(g.printing(t)...)
			add(g.constants(t, k)...)
			add(g.failing(t)...)
			add(g.membership(t)...)
			add(g.replies(t)...)
		case *ir.Union:
			add(g.union(t, k)...)
		case *ir.Choice:
			add(g.choice(t, k)...)
		case *ir.Enum:
			add(g.vocabulary(t, k)...)
			if t.ErrorCode {
				add(g.declare("failingCode", map[string]any{"Name": g.names.Type(t), "IsInteger": false}))
			}
		default:
			if t.Codes != nil {
				add(g.vocabulary(t, t.Codes)...)
				if t.ErrorCode {
					add(g.declare("failingCode", map[string]any{"Name": g.names.Type(t), "IsInteger": true}))
				}
				continue
			}
			add(g.alias(t))
			add(g.dateTime(t)...)
		}
	}
	var names []jen.Code
	for _, t := range g.protocol.Names {
		if name := g.names.Type(t); name != "" {
			names = append(names, jen.Id(name).Op("=").Add(g.typeName(t.Value.Kind.(ir.Ref).Type)))
		}
	}
	if names != nil {
		add(commented(jen.Type().Defs(names...), "Other names of types that several places of the spec share."))
	}
}

// documented adds the comment of a declaration: its shape in JSON, then the description in the spec.
func (g *generator) documented(code jen.Code, t *ir.Type, shape string) jen.Code {
	name := g.names.Type(t)
	doc := docParagraphs(t.Doc)
	doc[0] = strings.TrimSpace(name + " is " + shape + ". " + doc[0])
	if letters(name) != letters(t.Name) || strings.HasSuffix(name, "_") {
		doc = append(doc, "Its name in the spec is "+t.Name+".")
	}
	return commented(code, doc...)
}

// shape describes a value in JSON, except null.
func (g *generator) shape(v ir.Value) string {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return "another name for " + g.typeText(k.Type)
	case ir.Any:
		return "any JSON value"
	case ir.Null:
		return "null"
	case ir.Boolean:
		return "true or false"
	case ir.Integer:
		if k.Width != ir.Safe {
			return "an integer of 64 bits"
		}
		return "an integer"
	case ir.Number:
		return "a number"
	case ir.String:
		return "a string"
	case ir.Const:
		return "a constant"
	case *ir.Enum:
		if k.Open {
			return "a string; the spec lists known values"
		}
		return "a string from a closed list"
	case ir.Array:
		return "an array"
	case ir.Object, *ir.Record:
		return "an object"
	case ir.Map:
		return "an object with values of one type by name"
	}
	panic(fmt.Sprintf("golang: unhandled kind %T", v.Kind))
}

// letters returns a text that all spellings of the same words share.
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
		fields = append(fields, jen.Id("Extra").Add(g.own("Object")).Comment("// undeclared members, in insertion order"))
	}
	return g.documented(jen.Type().Id(g.names.Type(t)).Struct(fields...), t, g.shape(t.Value)+", and not to be embedded (see envelope.NoRecord)")
}

// usualString is the comment of String. The package has it once, for all types whose String shows no more.
const usualString = "String names the type, and nothing of the content."

// printing returns the methods by which fmt and log/slog print a record. They print its type, its tag and, for a failure, its code. They
// print nothing else of its content, which may be long or secret.
func (g *generator) printing(t *ir.Type) []jen.Code {
	text := g.names.Package() + "." + g.names.Type(t)
	for _, owner := range g.unions[t] {
		union, ok := owner.Value.Kind.(*ir.Union)
		if !ok || union.By != ir.ByString {
			continue
		}
		if c, isConst := resolve(tagField(t, union.Tag).Value).Kind.(ir.Const); isConst && !strings.Contains(text, " "+union.Tag+"=") {
			text += " " + union.Tag + "=" + c.Literal.String
		}
	}
	masked := maskedMembers(t)
	text += masked
	receiver, shown, doc := jen.Params(jen.Id(g.names.Type(t))), jen.Lit(text), usualString
	if word := g.errorWord(t); word != nil {
		receiver = jen.Params(jen.Id("v").Id(g.names.Type(t)))
		shown = jen.Lit(text + " " + oneLine(memberName(t.Error.Code.Name)) + "=").Op("+").Add(word)
		doc = "String names the type and the code, and nothing else of the content."
	}
	if masked != "" {
		doc = strings.TrimSuffix(doc, ".") + "; three asterisks stand for what is secret."
	}
	if id := t.IDField(); id != nil && g.errorWord(t) == nil {
		receiver = jen.Params(jen.Id("v").Id(g.names.Type(t)))
		shown = jen.Add(shown).Op("+").Add(g.wire("ID").Call(jen.Lit(id.Name), g.textOf(id)))
		doc = strings.Replace(doc, "the type, and nothing", "the type and the id, and nothing else", 1)
	}
	if doc == usualString {
		doc = ""
	}
	method := func(receiver jen.Code) *jen.Statement { return jen.Line().Func().Add(receiver) }
	v := jen.Params(jen.Id("v").Id(g.names.Type(t)))
	return []jen.Code{jen.Add(
		oneLiner(jen.Func().Add(receiver).Id("String").Params().String(), shown, doc),
		method(v).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("verb").Rune()).Add(inBraces(
			g.wire("Format").Call(jen.Id("f"), jen.Id("verb"), jen.Op("&").Id("v")))),
		method(v).Id("LogValue").Params().Qual("log/slog", "Value").Add(inBraces(jen.Return(jen.Qual("log/slog", "StringValue").Call(jen.Id("v").Dot("String").Call())))),
	)}
}

// memberName shows a JSON name. It quotes names that do not look like words.
func memberName(name string) string {
	if name == "" || strings.ContainsAny(name, " \t\"") {
		return strconv.Quote(name)
	}
	return name
}

// constants returns the methods for members with only one value.
func (g *generator) constants(t *ir.Type, record *ir.Record) []jen.Code {
	var code []jen.Code
	for _, f := range record.Fields {
		c, isConst := resolve(f.Value).Kind.(ir.Const)
		if !isConst || isStored(f) {
			continue
		}
		name := g.names.Field(f)
		doc := docParagraphs(f.Doc)
		doc[0] = strings.TrimSpace(name + " returns the constant member " + oneLine(memberName(f.Name)) + ". " + doc[0])
		method := jen.Func().Params(jen.Id(g.names.Type(t))).Id(name).Params().Add(g.goType(f.Value)).Add(inBraces(jen.Return(g.literal(c))))
		code = append(code, commented(method, doc...))
	}
	return code
}

// dateTime returns the accessor and the constructor of a string that is a date-time.
func (g *generator) dateTime(t *ir.Type) []jen.Code {
	if !g.isDeclared(t) || !t.Value.IsDateTime() {
		return nil
	}
	name := g.names.Type(t)
	return []jen.Code{
		oneLiner(jen.Func().Params(jen.Id("v").Id(name)).Id("Time").Params().Params(jen.Qual("time", "Time"), jen.Error()), g.wire("AsTime").Call(jen.Id("v")),
			"Time returns the instant of v in the written offset, or an error if v is not a valid date-time."),
		oneLiner(jen.Func().Id(name+"Of").Params(jen.Id("t").Qual("time", "Time")).Id(name), jen.Id(name).Call(g.wire("DateTimeText").Call(jen.Id("t"))),
			name+"Of returns t in UTC, truncated to milliseconds. It panics outside the years 0 to 9999, which no date-time has."),
	}
}

// alias declares a type that is only another name. A type that contains itself cannot be an alias. A map keeps its methods.
func (g *generator) alias(t *ir.Type) jen.Code {
	decl := jen.Type().Id(g.names.Type(t))
	shape := g.shape(t.Value)
	if isNullable(refTo(t)) {
		shape += "; where it is used, null may stand instead"
	}
	typ := g.goType(t.Value)
	_, isMap := t.Value.Kind.(ir.Map)
	switch {
	case !g.isDeclared(t):
		decl.Op("=")
	case isMap:
		typ = jen.Struct(typ)
	}
	return g.documented(decl.Add(typ), t, shape)
}
