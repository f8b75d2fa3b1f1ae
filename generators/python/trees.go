package python

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// treePrinter prints trees of the plan. It omits defaults.
type treePrinter struct {
	uses     *uses
	patterns patternTable
	own      func(plan.Value) expr // prints the nodes of one feature
}

// operators contains the functions that compare a measure with its limit.
var operators = map[plan.Op]string{plan.Op(ir.AtLeast): "ge", plan.Op(ir.AtMost): "le", plan.Op(ir.Above): "gt", plan.Op(ir.Below): "lt"}

func (t treePrinter) value(v plan.Value) expr {
	switch v := v.(type) {
	case plan.Bool:
		return text(literal(ir.Literal{Kind: ir.BoolLiteral, Bool: bool(v)}))
	case plan.Int:
		return text(strconv.Itoa(int(v)))
	case plan.Float:
		return text(number(float64(v)))
	case plan.Text:
		return text(quote(string(v)))
	case plan.JSON:
		return t.json(string(v))
	case plan.Literal:
		return text(literal(ir.Literal(v)))
	case plan.Names:
		return quoted(v)
	case plan.Pointer:
		return quoted(v)
	case plan.Failure:
		if v.Level != ir.Must {
			panic(fmt.Sprintf("python: %s of a schema cannot be of level %s", v.Rule, v.Level))
		}
		return tupleOf(text(quote(v.Rule)), text(quote(v.Message)))
	case plan.Op:
		return text(t.uses.operator.use(operators[v]))
	case plan.Type:
		return text(quote(ir.JSONTypes(v).Names()[0]))
	case plan.Types:
		return quoted(ir.JSONTypes(v).Names())
	case plan.Width:
		return text(quote(ir.Width(v).String()))
	case plan.Format:
		return text(t.uses.support.use(formatTest(ir.FormatName(v))))
	case plan.Regexp:
		return text(t.patterns.name(v.Regexp))
	case plan.Ref:
		return text(schemaName(v.Schema))
	case plan.List:
		return tupleOf(t.values(v)...)
	case plan.Map:
		var entries []expr
		for _, e := range v {
			entries = append(entries, t.value(e.Value).after(quote(e.Key)+": "))
		}
		return dictOf(entries...)
	case plan.Edges:
		var next []expr
		for _, e := range v {
			next = append(next, text(fmt.Sprintf("%d: %d", e.Letter, e.To)))
		}
		return dictOf(next...)
	case plan.Record:
		if v.IsPair {
			return tupleOf(t.value(v.Fields[0].Value), t.value(v.Fields[1].Value))
		}
		return call(t.uses.support.use(className(v)), t.fields(v)...)
	}
	return t.own(v)
}

func (t treePrinter) values(list plan.List) (items []expr) {
	for _, v := range list {
		items = append(items, t.value(v))
	}
	return items
}

// classes contains the support code's classes for records of the plan with another name.
var classes = map[string]string{"Conversation": "Table", "Numbers": "Place"}

func className(r plan.Record) string {
	if class := classes[r.Type]; class != "" {
		return class
	}
	return r.Type
}

// left contains fields that the support code does not need.
var left = []string{"Conversation.name", "Conversation.lines", "Conversation.headers", "Numbering.at", "Builder.constants"}

// parameters contains the parameters for fields whose names are keywords or builtins.
var parameters = map[string]string{"from": "senders", "else": "otherwise", "range": "integers"}

// fields returns the arguments of a call. Assertions have arguments for empty lists too.
func (t treePrinter) fields(r plan.Record) (args []expr) {
	for _, f := range r.Fields {
		name := f.Name
		if plan.IsEmpty(f.Value) && !r.OneOf || slices.Contains(left, r.Type+"."+name) {
			continue
		}
		if parameter := parameters[name]; parameter != "" {
			name = parameter
		}
		if most, is := f.Value.(plan.Int); is && r.Type == "Conversation" && name == "batch" {
			args = append(args, call(t.uses.support.use("Batches"), t.value(most)).after("batch="))
			continue
		}
		if failure, is := f.Value.(plan.Failure); is && r.Type == "SequenceCheck" {
			args = append(args, text("rule="+quote(failure.Rule)), text("message="+quote(failure.Message)))
			if failure.Level == ir.Should {
				args = append(args, text(`level="should"`))
			}
			continue
		}
		args = append(args, t.value(f.Value).after(name+"="))
	}
	return args
}

// tableModule is the data of tables.tmpl: a module of constants.
type tableModule struct {
	Header      string
	About       string
	Imports     string
	Tables      []string // patterns
	Definitions []string
}

// tableModule returns a module of constants; define adds the definitions.
func (g *generator) tableModule(about string, define func(m *tableModule, t treePrinter)) tableModule {
	m := tableModule{Header: g.header(), About: docstring("", about)}
	u := g.newUses()
	u.typing.use("Final")
	define(&m, treePrinter{uses: u, patterns: newPatternTable(u.support, names{}, &m.Tables)})
	m.Imports = g.importLines(u)
	return m
}

func (m *tableModule) define(e expr, about string) {
	p := newPrinter(0)
	if about != "" {
		p.Line("# %s", comment(about))
	}
	p.expr(e, "")
	m.Definitions = append(m.Definitions, p.String())
}

func schemaName(s *plan.Schema) string { return fmt.Sprintf("SCHEMA_%d", s.Number) }

func (g *generator) schemaModule(schemas *plan.Schemas) tableModule {
	return g.tableModule("The schemas of "+g.protocol.Name+" for constraints that classes cannot express.", func(m *tableModule, t treePrinter) {
		t.uses.support.use("Schema")
		for _, s := range schemas.Order {
			if s.Early {
				m.define(text(schemaName(s)+": "+g.own("Final")+" = "+g.own("Schema")+"()"), "")
			}
		}
		for _, s := range schemas.Order {
			open := schemaName(s) + ": " + g.own("Final") + " = " + g.own("Schema")
			if s.Early {
				open = schemaName(s) + ".define"
			}
			m.define(call(open, t.values(s.Assertions)...), s.Place)
		}
	})
}

func (g *generator) numbersModule() tableModule {
	return g.tableModule("Where the numbers of "+g.protocol.Name+" have a declared type.", func(m *tableModule, t treePrinter) {
		var types []expr
		for _, of := range g.protocol.Types {
			if of.Numbers != nil && !of.Lifted {
				types = append(types, t.value(plan.Place(of.Numbers)).after(quote(of.Name)+": "))
			}
		}
		m.define(call("NUMBERS: "+g.own("Final")+" = "+t.uses.support.use("Numbers"), t.value(plan.Places(g.protocol)), dictOf(types...)), "")
	})
}
