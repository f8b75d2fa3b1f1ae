package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A record that describes a failure is an error in Go. Constructors create it from its code. Functions return the error of a message or an
// issue.

// failures declares the constructors, and the functions from messages and issues to errors.
func (g *generator) failures(add func(...jen.Code)) {
	errors := plan.ErrorsOf(g.protocol)
	for _, e := range errors.Records {
		if isStored(e.Error.Code) && len(e.Error.In) == 0 {
			add(g.constructors(e)...)
		}
	}
	if holders := g.holdersOf(errors); holders != nil {
		add(g.declare("errorOf", holders))
	}
	if g.protocol.Refusal != nil {
		add(g.refusal(g.protocol.Refusal))
	}
}

// constructors returns a constructor for each code.
func (g *generator) constructors(e *plan.Error) (code []jen.Code) {
	f := e.Error.Code
	p := &builderPrinter{g: g, b: &ir.Builder{Makes: e.Type}, taken: map[string]bool{}}
	literal := &literalField{of: e.Type}
	for _, m := range e.Members {
		if m.Must && m.Field != f && isStored(m.Field) {
			p.parameter(e.Type, m.Field, literal)
		}
	}
	typ := g.names.Type(e.Type)
	for _, v := range e.Codes {
		name := g.unlikeTypes("New"+typ+g.names.Words(plan.NameOf(v.Value, v.Rename, naming.Go.Name)), "_")
		of := ir.Value{Kind: ir.Ref{Type: e.Error.Of}}
		value := g.given(f, g.converted(jen.Add(g.wordAt(of, v.Value)), of, f.Value))
		made := &literalField{of: e.Type, parts: append([]*literalField{{field: f, value: value}}, literal.parts...)}
		code = append(code, g.declare("constructor", map[string]string{"Name": name, "Type": typ, "About": name + " returns a " + typ + " with the code " + v.Value + "." + meaning(v.Doc, v.Text),
			"Params": g.mark(jen.List(paramList(p.params)...)), "Made": g.mark(made.code(g))}))
	}
	return code
}

// holder is a message with the field that contains its failure.
type holder struct {
	Type, Field string
	Optional    bool
}

// holdersOf returns the messages with a failure that is not a pointer, each with the first such field.
func (g *generator) holdersOf(errors plan.Errors) (list []holder) {
	var known []*ir.Type
	for _, h := range errors.Holders {
		f := h.Field
		if h.Error != nil || slices.Contains(known, h.Type) || !isStored(f) || g.cycles.byPointer(h.Type, f.Value) {
			continue
		}
		known = append(known, h.Type)
		list = append(list, holder{g.mark(g.variantType(h.Type)), g.names.Field(f), modeOf(f.Value, f.Required) != plain})
	}
	return list
}

// refusal returns the functions from issues, and from the size of a text, to a failure.
func (g *generator) refusal(r *ir.Refusal) jen.Code {
	typ := g.names.Type(r.Makes)
	// A refusal that is an error is returned as interface error, since a nil pointer would not be a nil error.
	result, as, isError := "*"+typ, "", r.Makes.Error != nil
	if isError {
		result, as = "error", ", as an error in which errors.As finds the *"+typ
	}
	var changes []string
	for _, m := range r.Members {
		if isStored(m.Field) && m.Value.Kind != ir.NullLiteral && m.JSON != m.Value && m.JSON.Kind != ir.NullLiteral {
			changes = append(changes, g.names.Field(m.Field)+" = "+g.mark(g.refusedWith(m, m.JSON)))
		}
	}
	data := map[string]any{"Result": result, "IsError": isError, "Changes": changes,
		"Made":  g.refused(r, "RefusalText(first)", func(m ir.RefusalMember) ir.Literal { return m.Value }),
		"About": "RefusalOf returns the answer to an invalid message with these issues, such as those of a *ValidationError" + as + ". It returns nil if no issue is of level Must."}
	if r.Most >= 0 {
		param, protocol := g.protocol.Params[r.Most], protocolVariable
		if !slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return !g.protocol.AcceptsSpeaksOf(t) }) {
			protocol = messageVariable
		}
		data["Size"] = map[string]string{"Protocol": protocol, "Param": g.mark(jen.Lit(param.Name)), "Default": g.mark(g.paramDefault(param)),
			"Made": g.refused(r, "RefusalOfSizeText(most)", func(m ir.RefusalMember) ir.Literal { return m.Long }),
			"About": "RefusalOfSize returns the answer to a text of so many bytes" + as + ". It returns nil if the size is at most the parameter " + param.Name +
				". The error for an invalid option is an *OptionError."}
	}
	return g.declare("refusal", data)
}

// refusedWith returns a member of a refusal.
func (g *generator) refusedWith(m ir.RefusalMember, l ir.Literal) *jen.Statement {
	return g.given(m.Field, g.filledConstant(l, m.Field.Value, !m.Field.Required))
}

// refused returns the literal of a refusal with a text.
func (g *generator) refused(r *ir.Refusal, text string, of func(ir.RefusalMember) ir.Literal) string {
	literal := &literalField{of: r.Makes}
	for _, m := range plan.RefusalParts(r) {
		if !isStored(m.Field) {
			continue
		}
		if m.IsMessage {
			text := g.converted(g.p("wire."+text), ir.Value{Kind: ir.String{}}, m.Field.Value)
			literal.parts = append(literal.parts, &literalField{field: m.Field, value: g.given(m.Field, text)})
		} else if value := of(m.RefusalMember); value.Kind != ir.NullLiteral {
			literal.parts = append(literal.parts, &literalField{field: m.Field, value: g.refusedWith(m.RefusalMember, value)})
		}
	}
	return g.mark(literal.code(g))
}

// failing returns the methods by which a record is an error. They print its code and its message, and nothing else.
func (g *generator) failing(t *ir.Type) []jen.Code {
	if t.Error == nil {
		return nil
	}
	code, message := t.Error.Code, t.Error.Message
	holder := jen.Id("v")
	for _, f := range t.Error.In {
		holder = g.fieldIn(holder, f)
	}
	data := map[string]any{"Name": g.names.Type(t), "Title": g.mark(jen.Lit(g.names.Package() + "." + g.names.Type(t))), "Code": g.mark(g.textIn(holder, code)),
		"HasMessage": message != nil, "Message": `""`, "Word": "", "IsOptional": false}
	if message != nil {
		data["Message"] = g.mark(g.textIn(holder, message))
	}
	if t.Error.Of != nil {
		data["Word"], data["IsOptional"] = g.mark(g.fieldIn(holder, code)), isStored(code) && modeOf(code.Value, code.Required) != plain
	}
	return []jen.Code{g.declare("failing", data)}
}

// errorWord returns the text of a failure's code if the code is a word of a closed vocabulary, or nil.
func (g *generator) errorWord(t *ir.Type) jen.Code {
	if t.Error == nil || t.Error.Of == nil || len(t.Error.In) > 0 || t.Error.Of.Vocabulary().Open {
		return nil
	}
	return g.textOf(t.Error.Code)
}

// fieldOf returns the field or method of v for a member.
func (g *generator) fieldOf(f *ir.Field) *jen.Statement { return g.fieldIn(jen.Id("v"), f) }

func (g *generator) fieldIn(record *jen.Statement, f *ir.Field) *jen.Statement {
	value := record.Clone().Dot(g.names.Field(f))
	if !isStored(f) {
		value.Call()
	}
	return value
}

// textOf returns the text of a string member, or an empty text. That of an integer is its digits.
func (g *generator) textOf(f *ir.Field) jen.Code { return g.textIn(jen.Id("v"), f) }

func (g *generator) textIn(record *jen.Statement, f *ir.Field) jen.Code {
	if f.Secret {
		return jen.Lit(mask)
	}
	value := g.fieldIn(record, f)
	if ir.TypeOfValue(&f.Value).Kind == ir.IntExpr {
		return g.wire("IntegerText").Call(jen.Int64().Call(value))
	}
	if isStored(f) && modeOf(f.Value, f.Required) != plain {
		value.Dot("Or").Call(jen.Lit(""))
	}
	if k, isConst := resolve(f.Value).Kind.(ir.Const); g.scalarType(f.Value) != nil || isConst && k.Of != nil {
		return jen.String().Call(value)
	}
	return value
}
