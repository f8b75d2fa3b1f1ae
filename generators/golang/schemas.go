package golang

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// nameSchemas names the constants that the schemas of the protocol are known by, after their places.
func (g *generator) nameSchemas() map[*ir.Schema]string {
	names := map[*ir.Schema]string{}
	for _, s := range evaluated(g.protocol) {
		names[s] = g.free([]string{placeName(s.Place) + "Schema"})
	}
	return names
}

// evaluated returns the schemas that are evaluated, and those that they lead to, in the order of the protocol.
func evaluated(p *ir.Protocol) []*ir.Schema {
	reached := map[*ir.Schema]bool{}
	var work []*ir.Schema
	var visit func(v ir.Value)
	visit = func(v ir.Value) {
		if s := v.Evaluated(); s != nil {
			work = append(work, s)
		}
		for _, inner := range v.Inside() {
			visit(inner)
		}
	}
	for _, t := range p.Types {
		visit(t.Value)
	}
	for ; len(work) > 0; work = work[1:] {
		if s := work[0]; !reached[s] {
			reached[s] = true
			work = append(work, s.Subschemas()...)
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Schemas), func(s *ir.Schema) bool { return !reached[s] })
}

// placeName makes an unexported identifier of a place.
func placeName(place string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(place, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(exported(word))
	}
	if name := b.String(); name != "" && unicode.IsLetter([]rune(name)[0]) {
		return unexported(name)
	}
	return "x" + b.String()
}

// schemas are the table of all schemas, and the constants that are places in it.
func (g *generator) schemas(add func(...jen.Code)) {
	all := evaluated(g.protocol)
	if len(all) == 0 {
		return
	}
	ids := []jen.Code{jen.Id("_").Add(g.wire("SchemaID")).Op("=").Iota().Comment("// no schema")}
	var rows []jen.Code
	for _, s := range all {
		name := g.schemaIDs[s]
		ids = append(ids, jen.Id(name))
		var assertions []jen.Code
		for _, a := range s.Assertions {
			assertions = append(assertions, g.assertion(a, unexported(strings.TrimSuffix(name, "Schema"))))
		}
		var fields []jen.Code
		if s.Remember {
			fields = append(fields, keyed("Remember", jen.True()))
		}
		if assertions != nil {
			fields = append(fields, keyed("Assertions", jen.Index().Add(g.wire("Assertion")).Add(onePerLine(assertions))))
		}
		rows = append(rows, jen.Id(name).Op(":").Values(fields...))
	}
	add(commented(jen.Const().Defs(ids...), "Schemas for constraints that types cannot express, by their place in the spec."))
	add(jen.Var().Id("schemas").Op("=").Add(g.wire("Schemas")).Add(onePerLine(rows)))
}

func (g *generator) failure(f ir.Failure) jen.Code {
	return g.wire("Failure").Add(g.failureFields(f))
}

// failureFields is a literal of a failure without its type.
func (g *generator) failureFields(f ir.Failure) *jen.Statement {
	fields := []jen.Code{keyed("Rule", jen.Lit(f.Rule)), keyed("Message", jen.Lit(f.Message))}
	if f.Level == ir.Should {
		fields = append(fields, keyed("Should", jen.True()))
	}
	return jen.Values(fields...)
}

// id refers to a schema.
func (g *generator) id(s *ir.Schema) jen.Code { return jen.Id(g.schemaIDs[s]) }

func (g *generator) idList(schemas []*ir.Schema) jen.Code {
	var list []jen.Code
	for _, s := range schemas {
		list = append(list, g.id(s))
	}
	return jen.Index().Add(g.wire("SchemaID")).Values(chunked(list)...)
}

// field is one field of a literal.
type field struct {
	name  string
	value jen.Code
}

func (g *generator) failed(f ir.Failure) field { return field{"Failure", g.failure(f)} }

// supportLiteral spells a literal of a type of package wire.
func (g *generator) supportLiteral(typ string, fields ...field) jen.Code {
	var list []jen.Code
	for _, f := range fields {
		list = append(list, keyed(f.name, f.value))
	}
	return g.wire(typ).Values(list...)
}

func (g *generator) op(op ir.Op) jen.Code {
	return g.wire([]string{ir.AtLeast: "AtLeast", ir.AtMost: "AtMost", ir.Above: "Above", ir.Below: "Below"}[op])
}

func (g *generator) jsonTypes(types ir.JSONTypes) jen.Code {
	list := &jen.Statement{}
	for i, name := range types.Names() {
		if i > 0 {
			list.Op("|")
		}
		list.Add(g.wire(exported(name) + "Type"))
	}
	return list
}

func sortedBy[T any](list []T, key func(T) string) []T {
	return slices.SortedStableFunc(slices.Values(list), func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}

func unhandled(a ir.Assertion) string { return fmt.Sprintf("golang: unhandled assertion %T", a) }
