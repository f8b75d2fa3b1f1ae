package golang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// The steps of a builder between the fills and the check: it stores objects and shortens the message.

// hasSteps reports whether a builder has such steps.
func hasSteps(b *ir.Builder) bool {
	return len(b.Stores)+len(b.Cuts)+len(b.Keeps)+len(b.Omits) > 0
}

// steps returns the functions of the steps, as further arguments.
func (p *builderPrinter) steps() (steps []any) {
	makes := withArticle(p.g.names.Type(p.b.Makes))
	if len(p.b.Stores) > 0 {
		steps = append(steps, ", ", p.step("store", "moves large members of "+makes+" to the store.", "stores", p.stored()))
	}
	if body := p.shortened(); body != nil {
		steps = append(steps, ", ", p.step("shorten", "removes the members of "+makes+" that are not kept.", "changes", []any{p.g.lines(body)}))
	}
	return steps
}

// stored returns the statements that pass objects to the store.
func (p *builderPrinter) stored() []any {
	g := p.g
	made := p.local("made")
	p.reserved = map[string]bool{made: true}
	body := []any{"if !f.HasStore() {\nreturn\n}\n"}
	for _, s := range p.b.Stores {
		last := s.At[len(s.At)-1]
		place, enter := p.valueAt(s.At, "value")
		over := p.number(s.Over, "BytesInline", "computes how many bytes stay in the message.")
		give := g.p("wire.Stored[", g.typeName(s.Makes), "](f, ", g.protocolOf(s.Makes), ", &", p.storingVariable(s), ", ", over, ", func(", g.writerParam(), ") {\n", g.writeInterface(jen.Id("w"), g.owner(last.Value), place()), "\n})")
		body = append(body, enter(g.p("if ", made, " := ", give, "; ", made, " != nil {\n", place(), " = ", made, "\n}")), "\n")
	}
	return body
}

// protocolOf returns the Protocol for the checks of a record, of this package or another one.
func (g *generator) protocolOf(t *ir.Type) *jen.Statement {
	if !g.isForeign(t) {
		return g.shared(t)
	}
	var fields []jen.Code
	if g.params != "" {
		fields = append(fields, keyed("Params", jen.Id(g.params)))
	}
	return jen.Op("&").Add(g.wire("Protocol")).Values(fields...)
}

// storingVariable returns the variable that describes the replacement of an object. Equal stores share it.
func (p *builderPrinter) storingVariable(s *ir.Store) string {
	g, row := p.g, p.row.Field("stores").(plan.List)[slices.Index(p.b.Stores, s)].(plan.Record).Without("of", "over", "makes")
	return g.helper(p.fills, "store "+plan.Dump(row), []string{"store" + g.names.Type(s.Makes) + "As"}, func(name string) jen.Code {
		tree := treePrinter{generator: g, own: func(v plan.Value) jen.Code { return jen.Lit(jsonOf(ir.Literal(v.(plan.Literal)))) }}
		value := g.wire("Storing").Add(onePerLine(tree.fields(row)))
		return commented(jen.Var().Id(name).Op("=").Add(value), name+" describes the object that replaces a stored value at "+oneLine("/"+strings.Join(plan.Way(s.At).Names(), "/"))+".")
	})
}

// storeDoc describes the purpose of the builder's store.
func (g *generator) storeDoc() string {
	if g.hasStores() {
		return "Store takes members that are too large for a message. Without it they stay in the message, which may then be invalid."
	}
	return "Store has no use in this protocol, which stores nothing."
}

func (g *generator) hasStores() bool {
	return slices.ContainsFunc(g.protocol.Builders, func(b *ir.Builder) bool { return len(b.Stores) > 0 })
}

// hasArtifacts reports whether programs are likely to need a store, or copies without secrets.
func (g *generator) hasArtifacts() bool {
	return g.hasStores() || slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 })
}

// mask replaces secrets in printed text.
const mask = "***"

// maskedMembers returns the secret members of a record in its printed form.
func maskedMembers(t *ir.Type) string {
	text := ""
	for _, f := range t.SecretFields() {
		text += " " + oneLine(memberName(f.Name)) + "=" + mask
	}
	return text
}

// jsonOf returns the JSON text of a scalar.
func jsonOf(l ir.Literal) string {
	switch l.Kind {
	case ir.StringLiteral:
		return jsonString(l.String)
	case ir.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	case ir.NumberLiteral:
		return strconv.FormatFloat(l.Number, 'g', -1, 64)
	}
	return "null"
}
