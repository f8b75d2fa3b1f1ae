package python

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// schemaModule is what schemas.tmpl needs.
type schemaModule struct {
	Header  string
	About   string
	Imports string
	Tables  []string // patterns
	Schemas []string
}

// schemaTable spells the general schemas that readers evaluate. One that stands in a single place is spelt there, others
// have names.
type schemaTable struct {
	roots    []*ir.Schema
	names    map[*ir.Schema]string
	taken    map[string]bool
	uses     *uses
	patterns patternTable
	tables   []string            // patterns
	height   map[*ir.Schema]int  // of schemas without a name: how many of such they hold
	started  map[*ir.Schema]bool // written, or being written
	written  map[*ir.Schema]bool
	early    map[*ir.Schema]bool // referred to before they are written
	order    []*ir.Schema
}

func newSchemaTable() *schemaTable {
	t := &schemaTable{names: map[*ir.Schema]string{}, taken: map[string]bool{}, uses: newUses(), height: map[*ir.Schema]int{},
		started: map[*ir.Schema]bool{}, written: map[*ir.Schema]bool{}, early: map[*ir.Schema]bool{}}
	t.patterns = newPatternTable(t.uses.support, &t.tables)
	return t
}

// root notes a schema that a reader evaluates, and returns its name.
func (t *schemaTable) root(s *ir.Schema) string {
	if t.names[s] == "" {
		t.roots = append(t.roots, s)
	}
	return t.name(s)
}

var noIdentifier = regexp.MustCompile(`[^A-Za-z0-9]+`)

// name returns the constant of a schema, made from its place. Nobody outside of the package sees it, so a number at the
// end distinguishes equal ones.
func (t *schemaTable) name(s *ir.Schema) string {
	if t.names[s] != "" {
		return t.names[s]
	}
	place := strings.ReplaceAll(s.Place, "/properties/", ".")
	base := strings.ToUpper(naming.Snake(noIdentifier.ReplaceAllString(place, "_")))
	if len(base) == 1 {
		base = "SCHEMA_" + base // linters take some letters for digits
	}
	name := base
	for n := 2; t.taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	t.taken[name] = true
	t.names[s] = name
	return name
}

// maxHeight is how deep schemas are spelt inside of each other.
const maxHeight = 4

func (g *generator) schemaModule(t *schemaTable) schemaModule {
	t.nameShared()
	for _, s := range t.roots {
		t.arrange(s)
	}
	m := schemaModule{Header: g.header(), About: docstring("", "The schemas of "+g.protocol.Name+" for constraints that classes cannot express.")}
	for _, s := range t.order {
		if t.early[s] {
			m.Schemas = append(m.Schemas, fmt.Sprintf("%s: Final = Schema()\n", t.names[s]))
		}
	}
	for _, s := range t.order {
		m.Schemas = append(m.Schemas, t.definition(s))
	}
	t.uses.support.use("Schema")
	t.uses.typing.use("Final")
	m.Tables = t.tables
	m.Imports = g.importLines(t.uses)
	return m
}

// nameShared names schemas that stand in several places, and such that would be spelt too deep inside of others.
func (t *schemaTable) nameShared() {
	uses := map[*ir.Schema]int{}
	var reached []*ir.Schema
	var visit func(s *ir.Schema)
	visit = func(s *ir.Schema) {
		uses[s]++
		if uses[s] > 1 {
			return
		}
		eachSchema(s, visit)
		reached = append(reached, s) // parts first
	}
	for _, s := range t.roots {
		visit(s)
	}
	for _, s := range reached {
		height := 0
		eachSchema(s, func(part *ir.Schema) {
			if t.names[part] == "" {
				height = max(height, t.height[part]+1)
			}
		})
		if t.height[s] = height; uses[s] > 1 || height >= maxHeight {
			t.name(s)
		}
	}
}

// arrange puts named schemas in an order in which parts go before what holds them, as far as that is possible.
func (t *schemaTable) arrange(s *ir.Schema) {
	if t.started[s] {
		t.early[s] = t.early[s] || !t.written[s]
		return
	}
	t.started[s] = true
	t.arrangeParts(s)
	t.written[s] = true
	t.order = append(t.order, s)
}

func (t *schemaTable) arrangeParts(s *ir.Schema) {
	eachSchema(s, func(part *ir.Schema) {
		if t.names[part] == "" {
			t.arrangeParts(part)
		} else {
			t.arrange(part)
		}
	})
}

func (t *schemaTable) definition(s *ir.Schema) string {
	p := newPrinter(0)
	p.Line("# %s", comment(s.Place))
	if t.early[s] {
		p.expr(call(t.names[s]+".define", t.assertions(s)...), "")
	} else {
		p.expr(call("Schema", t.assertions(s)...).after(t.names[s]+": Final = "), "")
	}
	return p.String()
}

// ref spells a schema where another one holds it.
func (t *schemaTable) ref(s *ir.Schema) expr {
	if name := t.names[s]; name != "" {
		return text(name)
	}
	if len(s.Assertions) == 1 { // a reference and nothing else
		if a, ok := s.Assertions[0].(ir.AllOf); ok && len(a.Schemas) == 1 {
			return t.ref(a.Schemas[0])
		}
	}
	return call("Schema", t.assertions(s)...)
}

func (t *schemaTable) refs(list []*ir.Schema) []expr {
	exprs := make([]expr, len(list))
	for i, s := range list {
		exprs[i] = t.ref(s)
	}
	return exprs
}

// eachSchema calls f for every schema that s holds, as often as it is spelt there.
func eachSchema(s *ir.Schema, f func(*ir.Schema)) {
	for _, part := range s.Subschemas() {
		f(part)
	}
	for _, a := range s.Assertions {
		if selects, is := a.(ir.Select); is {
			for _, c := range selects.Cases {
				for range len(c.Tags) - 1 { // each further tag spells it once more
					f(c.Schema)
				}
			}
		}
	}
}
