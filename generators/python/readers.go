package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// readerModule is the data of readers.tmpl.
type readerModule struct {
	Header  string
	About   string
	Imports string
	Tables  []string // tables of values without parts, and patterns
	Readers []string
	Ends    []string // tables that refer to readers
	Rows    string   // the function that returns the readers as tables
}

// reading writes the readers of one protocol.
type reading struct {
	*generator
	*printer
	*uses
	kindTable
	tables   []string // the code before the readers
	parts    []string // functions that the reader of a very long type calls
	patterns patternTable
	table    *plan.Schemas
	shared   map[*ir.Type][]*plan.Members
	ruled    *ruleTable
	current  string // the current reader
	rows     readerTables
}

func (g *generator) readerModule(schemas *plan.Schemas, rules *ruleTable) readerModule {
	r := &reading{generator: g, uses: g.newUses(), kindTable: newKindTable(), table: schemas, ruled: rules, shared: plan.SharedMembers(g.protocol), rows: readerTables{shared: map[string]bool{}, checked: map[string]bool{}}}
	r.support.use("Issues")
	r.support.use("Path")
	r.patterns = newPatternTable(r.support, r.taken, &r.tables)
	m := readerModule{Header: g.header(), About: docstring("", "Readers of the types of "+g.protocol.Name+": each checks a value and builds its model.")}
	for _, t := range g.protocol.Types {
		if t.Lifted && !hasReader(t) {
			continue
		}
		r.printer = newPrinter(0)
		r.reader(t)
		m.Readers = append(m.Readers, r.String())
		m.Readers, r.parts = append(m.Readers, r.parts...), nil
		r.tabulate(t)
	}
	if g.job.Features.Has(plan.FeatureAccel) {
		m.Rows = r.tablesFunction()
	}
	m.Tables, m.Ends = r.tables, r.ends
	if len(r.tables)+len(r.ends) > 0 {
		r.typing.use("Final")
	}
	r.schemas = len(schemas.Order) > 0
	m.Imports = g.importLines(r.uses)
	return m
}

// hasReader reports whether places that refer to t call a reader. Scalars are tested inline.
func hasReader(t *ir.Type) bool {
	switch t.Value.Kind.(type) {
	case ir.Array, ir.Map, *ir.Record, *ir.Union, *ir.Choice:
		return true
	}
	return false
}

// reader writes the reader of one type: a function that adds the issues of a value and returns its representation in Python. The result for
// an invalid value is not used.
func (r *reading) reader(t *ir.Type) {
	name := r.models.use(r.generator.names.Type(t))
	r.current = "read_" + r.snake(t)
	p := resolve(&t.Value)
	schema := t.Value.Evaluated()
	if schema != nil {
		p = p.built()
	}
	free := p.isFree() && schema == nil // no value is invalid
	path, out, takes := "path", "out", kindsModule+".Member"
	if free {
		path, out, takes = "_path", "_out", r.support.use("JsonValue")
	} else {
		r.kinds = true
	}
	if p.nullable && !isAny(p.kind) {
		name += " | None"
	}
	r.call("def "+r.current+"(", []string{"value: " + takes, path + ": " + r.own("Path"), out + ": " + r.own("Issues")}, ") -> "+name+":")
	r.Block(func() {
		if schema != nil {
			nothing := "None"
			if _, null := p.kind.(ir.Null); !null {
				r.typing.use("cast")
				nothing = "cast(" + quote(name) + ", None)"
			}
			r.Line("if not %s(schemas.%s, value, path, out):", r.support.use("accepted"), schemaName(r.table.Schema(schema).Schema))
			r.Block(func() { r.Line("return %s", nothing) })
		}
		switch k := t.Value.Kind.(type) {
		case *ir.Record:
			r.record(t, k)
		case *ir.Union:
			r.union(t, k)
		case *ir.Choice:
			r.choice(t, k)
		default:
			r.alone(t, p)
		}
	})
}

// alone writes the body for a type without its own declaration, or for a reference.
func (r *reading) alone(t *ir.Type, p place) {
	if _, ok := t.Value.Kind.(*ir.Enum); ok {
		p.typ = t
	}
	if p.isFree() && t.Value.Evaluated() == nil {
		r.Line("return value")
		return
	}
	if p.nullable && !r.readsNull(p) {
		r.null()
	}
	r.expr(r.rest(p, where{value: "value"}).after("return "), "")
}

// choice writes the body for a choice by the JSON type of a value. Scalars without checks are unchanged.
func (r *reading) choice(t *ir.Type, k *ir.Choice) {
	if t.Value.Nullable {
		r.null()
	}
	b := &branches{printer: r.printer}
	w := where{value: "value", local: "made"}
	give := func(made expr) { r.expr(made.after("return "), "") }
	var asIs []string
	for i := range k.Options {
		p := resolve(&k.Options[i])
		var tests []string
		for _, class := range classesOf(ir.JSONTypeOf(p.kind)) {
			tests = append(tests, "type(value) is "+class.name)
		}
		if p.staysAsItIs() {
			asIs = append(asIs, tests...)
			continue
		}
		b.whenAny(" or ", tests, func() { r.value(p, w, &branches{printer: r.printer}, give) })
	}
	if len(asIs) > 0 {
		b.whenAny(" or ", asIs, func() { give(text(w.value)) })
	}
	r.expr(r.refusal(t).after("return "), "")
}

// staysAsItIs reports whether a value of the right class is its own representation.
func (p place) staysAsItIs() bool {
	switch k := p.kind.(type) {
	case ir.Boolean, ir.String, ir.Object:
		return len(p.checks) == 0 && p.general == nil
	case *ir.Enum:
		return k.Open && len(p.checks) == 0 && p.general == nil
	}
	return false
}

// null writes the end of a reader for a valid null.
func (r *reading) null() {
	r.Line("if value is None:")
	r.Block(func() { r.Line("return None") })
}

func isAny(k ir.Kind) bool {
	_, ok := k.(ir.Any)
	return ok
}

func (r *reading) add(path []string, f ir.Failure) {
	args := []string{spellPath(path), quote(f.Rule), quote(f.Message)}
	if f.Level == ir.Should {
		args = append(args, `"should"`)
	}
	r.call("out.add(", args, ")")
}

// fatal is add for a failure after which no value can be built.
func (r *reading) fatal(path []string, f ir.Failure) {
	if f.Level != ir.Must {
		panic(fmt.Sprintf("python: %s leaves no value, so it cannot be of level %s", f.Rule, f.Level))
	}
	r.add(path, f)
}

// spellPath returns the path of a value below the current one.
func spellPath(steps []string) string {
	if len(steps) == 0 {
		return "path"
	}
	return "(*path, " + strings.Join(steps, ", ") + ")"
}

// passPath is spellPath for a path that is needed even without issues. Adding tuples is twice as fast as unpacking.
func passPath(steps []string) string {
	switch len(steps) {
	case 0:
		return "path"
	case 1:
		return "path + (" + steps[0] + ",)"
	}
	return "path + (" + strings.Join(steps, ", ") + ")"
}
