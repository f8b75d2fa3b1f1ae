package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// A record that describes a failure is an error of Go's own. Here is what makes one by its code, and what finds it in a message.

// failures are the constructors, and the functions from messages and issues to errors.
func (g *generator) failures(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		if t.Error != nil && t.Error.Of != nil {
			add(g.constructors(t)...)
		}
	}
	if code := g.errorOf(); code != nil {
		add(code)
	}
	if g.protocol.Refusal != nil {
		add(g.refusal(g.protocol.Refusal))
		if g.protocol.Refusal.Most >= 0 {
			add(g.refusalOfSize(g.protocol.Refusal))
		}
	}
}

// constructors make a record of each code.
func (g *generator) constructors(t *ir.Type) []jen.Code {
	f := t.Error.Code
	words := t.Error.Of.Value.Kind.(*ir.Enum).Values
	if allowed, known := g.wordsOf(f); known {
		words = slices.DeleteFunc(slices.Clone(words), func(v ir.EnumValue) bool { return !slices.Contains(allowed, v.Value) })
	}
	if !isStored(f) {
		return nil
	}
	p := &builderPrinter{g: g, b: &ir.Builder{Makes: t}, taken: map[string]bool{}}
	literal := &part{of: t}
	for _, m := range g.draftOf(t).Members {
		if m.Must && m.Field != f && isStored(m.Field) {
			p.parameter(t, m.Field, literal)
		}
	}
	var code []jen.Code
	for _, v := range words {
		name := g.constructorName(t, v)
		value := g.given(f, g.converted(jen.Add(g.wordAt(ir.Value{Kind: ir.Ref{Type: t.Error.Of}}, v.Value)), ir.Value{Kind: ir.Ref{Type: t.Error.Of}}, f.Value))
		made := &part{of: t, parts: append([]*part{{field: f, value: value}}, literal.parts...)}
		head := jen.Func().Id(name).Params(paramList(p.params)...).Op("*").Id(g.names.Type(t))
		code = append(code, commented(head.Block(jen.Return(jen.Op("&").Add(made.code(g)))), name+" returns a "+g.names.Type(t)+" with the code "+v.Value+". "+g.meaning(t.Error.Of, v)))
	}
	return code
}

func (g *generator) constructorName(t *ir.Type, v ir.EnumValue) string {
	name := "New" + g.names.Type(t) + g.caseName(ir.DispatchCase{Name: v.Value, Rename: v.Rename})
	isType := func(t *ir.Type) bool { return g.names.Type(t) == name }
	for slices.ContainsFunc(g.protocol.Types, isType) {
		name += "_"
	}
	return name
}

// wordsOf are the words that a member can be, if not all of its vocabulary are.
func (g *generator) wordsOf(f *ir.Field) ([]string, bool) {
	for _, check := range resolve(f.Value).Checks {
		if one, is := check.(ir.OneOf); is {
			var words []string
			for _, l := range one.Literals {
				words = append(words, l.String)
			}
			return words, true
		}
	}
	return nil, false
}

// draftOf is what callers give of a record: what no builder of a message around it fills in.
func (g *generator) draftOf(t *ir.Type) *ir.Draft {
	var find func(d *ir.Draft) *ir.Draft
	find = func(d *ir.Draft) *ir.Draft {
		if d.Of == t {
			return d
		}
		for _, m := range d.Members {
			if m.Draft != nil {
				if found := find(m.Draft); found != nil {
					return found
				}
			}
		}
		return nil
	}
	for _, b := range g.protocol.Builders {
		if found := find(b.Draft); found != nil {
			return found
		}
	}
	whole := &ir.Draft{Of: t}
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		whole.Members = append(whole.Members, ir.DraftMember{Field: f, Must: f.Required && f.Auto == nil && !isNull(f.Value)})
	}
	return whole
}

// meaning is what the spec says of a word: its description, and the texts of its catalog.
func (g *generator) meaning(t *ir.Type, v ir.EnumValue) string {
	var texts []string
	if v.Doc.Text != "" {
		texts = append(texts, stop(v.Doc.Text))
	}
	enum := t.Value.Kind.(*ir.Enum)
	if enum.Catalog == nil {
		return strings.Join(texts, " ")
	}
	for i, c := range enum.Catalog.Columns {
		if _, isText := resolve(c.Value).Kind.(ir.String); !isText || v.Cells[i].Kind != ir.StringLiteral || v.Cells[i].String == "" {
			continue
		}
		text := stop(v.Cells[i].String)
		if len(texts) > 0 {
			text = exported(strings.ReplaceAll(c.Name, "_", " ")) + ": " + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// errorOf is the function that finds the failure in a message.
func (g *generator) errorOf() jen.Code {
	var cases []jen.Code
	for _, t := range g.protocol.Types {
		record, is := t.Value.Kind.(*ir.Record)
		if !is || t.Error != nil || !slices.ContainsFunc(g.protocol.Builders, func(b *ir.Builder) bool { return b.Makes == t }) {
			continue
		}
		for _, f := range record.Fields {
			of := recordOf(f.Value)
			if of == nil || of.Error == nil || !isStored(f) {
				continue
			}
			place := jen.Id("m").Dot(g.names.Field(f))
			pointer := g.cycles.byPointer(t, f.Value)
			switch {
			case modeOf(f.Value, f.Required) != plain && !pointer:
				cases = append(cases, jen.Case(g.variantType(t)).Block(jen.If(jen.Id("failure").Op(":=").Add(place).Dot("Ptr").Call(), jen.Id("failure").Op("!=").Nil()).Block(jen.Return(jen.Id("failure")))))
			case !pointer:
				cases = append(cases, jen.Case(g.variantType(t)).Block(jen.Return(jen.Op("&").Add(place))))
			default:
				continue
			}
			break
		}
	}
	if cases == nil {
		return nil
	}
	return commented(jen.Func().Id("ErrorOf").Params(jen.Id("m").Add(g.envelope("Message"))).Error().Block(
		jen.If(g.wire("IsNil").Call(jen.Id("m"))).Block(jen.Return(jen.Nil())),
		jen.Switch(jen.Id("m").Op(":=").Id("m").Assert(jen.Type())).Block(cases...), jen.Return(jen.Nil())),
		"ErrorOf returns the failure of a message, or nil. errors.As finds the failure in the error, and errors.Is its code. A builder takes such an error.")
}

// refusal is the function from issues to a failure.
func (g *generator) refusal(r *ir.Refusal) jen.Code {
	literal := g.refused(r, g.wire("RefusalText").Call(jen.Id("first")), func(m ir.RefusalMember) ir.Literal { return m.Value })
	var changes []jen.Code
	for _, m := range r.Members {
		if isStored(m.Field) && m.Value.Kind != ir.NullLiteral && m.JSON != m.Value && m.JSON.Kind != ir.NullLiteral {
			changes = append(changes, jen.Id("v").Dot(g.names.Field(m.Field)).Op("=").Add(g.refusedWith(m, m.JSON)))
		}
	}
	body := []jen.Code{
		jen.List(jen.Id("first"), jen.Id("ok")).Op(":=").Add(g.wire("FirstMust")).Call(jen.Id("issues")),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Nil())),
	}
	if changes == nil {
		body = append(body, jen.Return(literal))
	} else {
		body = append(body, jen.Id("v").Op(":=").Add(literal), jen.If(jen.Id("first").Dot("Rule").Op("==").Lit("json")).Block(changes...), jen.Return(jen.Id("v")))
	}
	return commented(jen.Func().Id("RefusalOf").Params(jen.Id("issues").Index().Id("Issue")).Add(g.refusalType(r)).Block(body...),
		"RefusalOf returns the answer to an invalid message with these issues, such as those of a *ValidationError"+g.asError(r)+
			". It returns nil if no issue is of level Must.")
}

// refusalType is what a refusal is returned as: an error if it is one, since a nil pointer would be no nil error.
func (g *generator) refusalType(r *ir.Refusal) jen.Code {
	if r.Makes.Error != nil {
		return jen.Error()
	}
	return jen.Op("*").Id(g.names.Type(r.Makes))
}

// asError says how a refusal that is an error is found in it.
func (g *generator) asError(r *ir.Refusal) string {
	if r.Makes.Error == nil {
		return ""
	}
	return ", as an error in which errors.As finds the *" + g.names.Type(r.Makes)
}

// refusedWith is a member of a refusal.
func (g *generator) refusedWith(m ir.RefusalMember, l ir.Literal) *jen.Statement {
	return g.given(m.Field, g.filledConstant(l, m.Field.Value, !m.Field.Required))
}

// refused is a pointer to a refusal that says a text.
func (g *generator) refused(r *ir.Refusal, text *jen.Statement, of func(ir.RefusalMember) ir.Literal) *jen.Statement {
	literal := &part{of: r.Makes}
	for _, m := range r.Members {
		if value := of(m); isStored(m.Field) && value.Kind != ir.NullLiteral {
			literal.parts = append(literal.parts, &part{field: m.Field, value: g.refusedWith(m, value)})
		}
	}
	if r.Message != nil && isStored(r.Message) {
		literal.parts = append(literal.parts, &part{field: r.Message, value: g.given(r.Message, g.converted(text, ir.Value{Kind: ir.String{}}, r.Message.Value))})
	}
	return jen.Op("&").Add(literal.code(g))
}

// refusalOfSize is the function from the size of a text to a failure.
func (g *generator) refusalOfSize(r *ir.Refusal) jen.Code {
	param := g.protocol.Params[r.Most]
	protocol := jen.Id(protocolVariable)
	if t := g.protocol.Types; !slices.ContainsFunc(t, func(t *ir.Type) bool { return !g.protocol.AcceptsSpeaksOf(t) }) {
		protocol = jen.Id(messageVariable)
	}
	literal := g.refused(r, g.wire("RefusalOfSizeText").Call(jen.Id("most")), func(m ir.RefusalMember) ir.Literal { return m.Long })
	none, made, results := []jen.Code{jen.Err()}, []jen.Code{literal}, []jen.Code{jen.Error()}
	if r.Makes.Error == nil {
		none, made, results = []jen.Code{jen.Nil(), jen.Err()}, []jen.Code{literal, jen.Nil()}, []jen.Code{g.refusalType(r), jen.Error()}
	}
	read := g.wire("SizeOf").Call(protocol, jen.Lit(param.Name), g.paramDefault(param), jen.Id("opts"))
	return commented(jen.Func().Id("RefusalOfSize").Params(jen.Id("size").Int(), optsParam()).Params(results...).Block(
		jen.List(jen.Id("most"), jen.Err()).Op(":=").Add(read),
		jen.If(jen.Err().Op("!=").Nil().Op("||").Int64().Call(jen.Id("size")).Op("<=").Id("most")).Block(jen.Return(none...)),
		jen.Return(made...)),
		"RefusalOfSize returns the answer to a text of so many bytes"+g.asError(r)+". It returns nil if the size is at most the parameter "+param.Name+
			". The error for an invalid option is an *OptionError.")
}
