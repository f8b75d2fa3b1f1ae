package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// readerModule is what readers.tmpl needs.
type readerModule struct {
	Header  string
	About   string
	Imports string
	Tables  []string // of values without parts, and patterns
	Readers []string
	Ends    []string // tables that mention readers
}

// reading writes the readers of one protocol.
type reading struct {
	*generator
	*printer
	*uses
	kindTable
	tables   []string // what stands before the readers
	parts    []string // functions that the reader of a very long type calls
	patterns patternTable
	partials map[*ir.Type]bool // the types whose readers are not total
	table    *plan.Schemas
	ruled    *ruleTable
	current  string // the reader that is being written
}

func (g *generator) readerModule(schemas *plan.Schemas, rules *ruleTable) readerModule {
	r := &reading{generator: g, uses: newUses(), kindTable: newKindTable(), partials: map[*ir.Type]bool{}, table: schemas, ruled: rules}
	r.findPartials()
	r.support.use("Issues")
	r.support.use("Path")
	r.patterns = newPatternTable(r.support, &r.tables)
	m := readerModule{Header: g.header(), About: docstring("", "Readers of the types of "+g.protocol.Name+": each checks a value and builds its model.")}
	for _, t := range g.protocol.Types {
		if t.Lifted && !hasReader(t) {
			continue
		}
		r.printer = newPrinter(0)
		r.reader(t)
		m.Readers = append(m.Readers, r.String())
		m.Readers, r.parts = append(m.Readers, r.parts...), nil
	}
	m.Tables, m.Ends = r.tables, r.ends
	if len(r.tables)+len(r.ends) > 0 {
		r.typing.use("Final")
	}
	r.schemas = len(schemas.Order) > 0
	m.Imports = g.importLines(r.uses)
	return m
}

// hasReader reports whether places that refer to t call a reader. Scalars are tested where they stand.
func hasReader(t *ir.Type) bool {
	switch t.Value.Kind.(type) {
	case ir.Array, ir.Map, *ir.Record, *ir.Union, *ir.Choice:
		return true
	}
	return false
}

// reader writes the reader of one type: a function that adds the issues of a value and returns
// what stands for the value in Python. What a total one returns for an invalid value, nobody uses; others return None.
func (r *reading) reader(t *ir.Type) {
	name := r.models.use(r.generator.names.Type(t))
	r.current = "read_" + r.snake(t)
	path, out, takes := "path", "out", kindsModule+".Member"
	p := resolve(&t.Value)
	free := isAny(p.kind) && p.general == nil // nothing can be wrong
	if free {
		path, out = "_path", "_out"
	}
	if free || !r.total(t) {
		takes = r.support.use("JsonValue")
	} else {
		r.kinds = true
	}
	if !r.total(t) || p.nullable && !free {
		name += " | None"
	}
	r.call("def "+r.current+"(", []string{"value: " + takes, path + ": Path", out + ": Issues"}, ") -> "+name+":")
	r.Block(func() {
		switch t.Value.Kind.(type) {
		case *ir.Record, *ir.Union, *ir.Choice:
			r.declared(t)
		default:
			r.alone(t)
		}
	})
}

// declared writes the body for a type that is more than another name.
func (r *reading) declared(t *ir.Type) {
	if s := t.Value.Evaluated(); s != nil {
		r.Line("if not %s:", r.accepted(s, where{value: "value"}))
		r.Block(func() { r.Line("return None") })
	}
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		r.record(t, k)
	case *ir.Union:
		r.union(t, k)
	case *ir.Choice:
		if t.Value.Evaluated() != nil {
			r.choice(k)
		} else {
			r.options(t, k)
		}
	}
}

// alone writes the body for a type without declaration of its own, or a reference.
func (r *reading) alone(t *ir.Type) {
	p := resolve(&t.Value)
	if _, ok := t.Value.Kind.(*ir.Enum); ok {
		p.typ = t
	}
	w := where{value: "value", local: "made"}
	give := func(made expr) { r.expr(made.after("return "), "") }
	if r.total(t) && !isAny(p.kind) {
		if p.nullable && !isNull(p.kind) && !(p.isCalled() && r.takesNull(p)) {
			r.null()
		}
		give(r.rest(p, w))
		return
	}
	r.value(p, w, &branches{printer: r.printer}, give)
	if !isAny(p.kind) || p.general != nil {
		r.Line("return None")
	}
}

// null writes the end of a reader for an accepted null.
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

// fatal is add for a failure that leaves nothing to build.
func (r *reading) fatal(path []string, f ir.Failure) {
	if f.Level != ir.Must {
		panic(fmt.Sprintf("python: %s leaves no value, so it cannot be of level %s", f.Rule, f.Level))
	}
	r.add(path, f)
}

// spellPath spells the path of a value below the one that is being read.
func spellPath(steps []string) string {
	if len(steps) == 0 {
		return "path"
	}
	return "(*path, " + strings.Join(steps, ", ") + ")"
}

// passPath is spellPath where it is needed even if nothing is wrong. Adding tuples is twice as fast as unpacking.
func passPath(steps []string) string {
	switch len(steps) {
	case 0:
		return "path"
	case 1:
		return "path + (" + steps[0] + ",)"
	}
	return "path + (" + strings.Join(steps, ", ") + ")"
}
