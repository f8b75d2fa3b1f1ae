package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// treePrinter prints trees of the plan. It omits types if the context determines them.
type treePrinter struct {
	*generator
	owner string                    // the owner of patterns
	own   func(plan.Value) jen.Code // prints the nodes of one feature
}

func (l treePrinter) value(v plan.Value) jen.Code {
	switch v := v.(type) {
	case plan.Bool:
		return jen.Lit(bool(v))
	case plan.Int:
		return jen.Lit(int(v))
	case plan.Float:
		return number(float64(v))
	case plan.Text:
		return jen.Lit(string(v))
	case plan.JSON:
		return jen.Lit(string(v))
	case plan.Names:
		return texts(v)
	case plan.Pointer:
		return texts(v)
	case plan.Failure:
		return l.failure(ir.Failure(v))
	case plan.Op:
		return l.wire([]string{ir.AtLeast: "AtLeast", ir.AtMost: "AtMost", ir.Above: "Above", ir.Below: "Below"}[v])
	case plan.Type:
		return l.types(ir.JSONTypes(v))
	case plan.Types:
		return l.types(ir.JSONTypes(v))
	case plan.Width:
		return l.wire(ir.Width(v).Name() + "Width")
	case plan.Format:
		return l.wire("Is" + formatTitle(ir.FormatName(v)))
	case plan.Regexp:
		return l.pattern(v.Regexp, l.owner)
	case plan.Ref:
		return jen.Lit(v.Number)
	case plan.List:
		return l.list(v)
	case plan.Map:
		return l.named(v)
	case plan.Edges:
		var next []jen.Code
		for _, e := range v {
			next = append(next, jen.Lit(e.Letter).Op(":").Lit(e.To+1))
		}
		return jen.Index().Int16().Values(next...)
	case plan.Record:
		return l.record(v)
	}
	return l.own(v)
}

func (l treePrinter) values(list plan.List) (items []jen.Code) {
	for _, v := range list {
		items = append(items, l.value(v))
	}
	return items
}

func (l treePrinter) list(list plan.List) jen.Code {
	items := l.values(list)
	switch first := list[0].(type) {
	case plan.Text:
		return jen.Index().String().Values(items...)
	case plan.JSON:
		return jen.Index().String().Values(chunked(items)...)
	case plan.Int:
		return jen.Index().Int().Values(items...)
	case plan.Names:
		for i, v := range list {
			items[i] = jen.Values(literals(v.(plan.Names))...)
		}
		return jen.Index().Index().String().Values(items...)
	case plan.Codec:
		return jen.Index().Add(l.wire("ReplyType")).Add(onePerLine(items))
	case plan.Ref:
		return jen.Index().Add(l.wire("SchemaID")).Values(chunked(items)...)
	case plan.Record:
		if first.OneOf {
			return jen.Index().Add(l.wire("Assertion")).Add(onePerLine(items))
		}
		if isFlat(first) {
			return jen.Index().Add(l.wire(first.Type)).Values(items...)
		}
		return jen.Index().Add(l.wire(first.Type)).Add(onePerLine(items))
	}
	panic(fmt.Sprintf("golang: unhandled list of %T", list[0]))
}

// isFlat reports whether records of a type share a line.
func isFlat(r plan.Record) bool { return r.Type == "Use" || r.IsPair }

func (l treePrinter) named(m plan.Map) jen.Code {
	var entries []jen.Code
	for _, e := range m {
		entries = append(entries, jen.Lit(e.Key).Op(":").Add(l.value(e.Value)))
	}
	if _, isRef := m[0].Value.(plan.Ref); isRef {
		return jen.Map(jen.String()).Add(l.wire("SchemaID")).Add(onePerLine(entries))
	}
	return jen.Map(jen.String()).Int().Values(entries...)
}

// record prints a struct, in a list without its type, in a field with its type.
func (l treePrinter) record(r plan.Record) jen.Code {
	fields := l.fields(r)
	switch r.Type {
	case "Format":
		return l.wire("Matches").Values(fields...)
	case "Whole":
		return l.wire("Order").Add(onePerLine(fields))
	case "Through", "ReplyKey", "NumbersTag", "Preview":
		return jen.Op("&").Add(l.wire(r.Type)).Values(fields...)
	case "Replies":
		return jen.Op("&").Add(l.wire(r.Type)).Add(onePerLine(fields))
	case "Exchange", "SequenceCheck", "Unique":
		return onePerLine(fields)
	}
	if r.OneOf {
		return l.wire(r.Type).Values(fields...)
	}
	return jen.Values(fields...)
}

// tables contains the fields whose functions, by record, are one function in Go.
var tables = map[string]string{"keys": "Key", "parts": "Key", "keeps": "Keep", "cases": "Holds", "numbered": "Set"}

// fields returns the fields of a struct. The fields that an exchange shares with the whole conversation are those of its order.
func (l treePrinter) fields(r plan.Record) (fields []jen.Code) {
	var order []jen.Code
	for _, f := range r.Fields {
		if plan.IsEmpty(f.Value) || f.Name == "nulls" { // in Go, null and absence are different values
			continue
		}
		name := l.names.Words(f.Name)
		switch v := f.Value.(type) {
		case *plan.Function, plan.Keeps:
			if table := tables[f.Name]; table != "" {
				name = table
			}
		case plan.Letters:
			name = "Letter"
		case plan.Present:
			name = "Member"
		case plan.Bool:
			if r.Type == "Conversation" && f.Name == "headers" {
				fields = append(fields, keyed("Frames", l.wire("HeaderFrames")))
				continue
			}
		case plan.Int:
			if r.Type == "Conversation" && f.Name == "batch" {
				fields = append(fields, keyed(name, l.wire("Batches").Call(jen.Lit(int(v)))))
				continue
			}
		case plan.Text:
			if r.Type == "SequenceCheck" && f.Name == "kind" {
				fields = append(fields, keyed(name, l.wire(sequenceKinds[v])))
				continue
			}
		}
		if n, isInt := f.Value.(plan.Int); isInt && r.Type == "SequenceCheck" && f.Name == "reply" {
			fields = append(fields, keyed(name, jen.Lit(int(n)+1))) // 0 is none
			continue
		}
		field := keyed(name, l.value(f.Value))
		if r.Type == "Exchange" && isOfOrder[f.Name] {
			order = append(order, field)
			continue
		}
		fields = append(fields, field)
	}
	if order != nil {
		fields = append(fields, keyed("Order", l.wire("Order").Add(onePerLine(order))))
	}
	return fields
}

var isOfOrder = map[string]bool{"names": true, "states": true, "lines": true, "bound": true, "checks": true, "numbers": true}

var sequenceKinds = map[plan.Text]string{"first": "CheckFirst", "next": "CheckNext", "each": "CheckEach"}

func (g *generator) failure(f ir.Failure) jen.Code {
	return g.wire("Failure").Add(g.failureFields(f))
}

// failureFields returns a literal of a failure without its type.
func (g *generator) failureFields(f ir.Failure) *jen.Statement {
	fields := []jen.Code{keyed("Rule", jen.Lit(f.Rule)), keyed("Message", jen.Lit(f.Message))}
	if f.Level == ir.Should {
		fields = append(fields, keyed("Should", jen.True()))
	}
	return jen.Values(fields...)
}

func (g *generator) types(types ir.JSONTypes) jen.Code {
	list := &jen.Statement{}
	for i, name := range types.Names() {
		if i > 0 {
			list.Op("|")
		}
		list.Add(g.wire(exported(name) + "Type"))
	}
	return list
}

// schemaTable returns the table of the schemas that readers evaluate.
func (g *generator) schemaTable(add func(...jen.Code)) {
	if len(g.schemas.Order) == 0 {
		return
	}
	l := treePrinter{generator: g, owner: "Schema"}
	var rows []jen.Code
	for _, s := range g.schemas.Order {
		var fields []jen.Code
		if s.Remember {
			fields = append(fields, keyed("Remember", jen.True()))
		}
		if s.Assertions != nil {
			fields = append(fields, keyed("Assertions", l.list(s.Assertions)))
		}
		rows = append(rows, jen.Comment("// "+oneLine(s.Place)).Line().Lit(s.Number).Op(":").Values(fields...))
	}
	add(commented(jen.Var().Id("schemas").Op("=").Add(g.wire("Schemas")).Add(onePerLine(rows)),
		"schemas are for constraints that types cannot express, each below its place in the spec."))
}
