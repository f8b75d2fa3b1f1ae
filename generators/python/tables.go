package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// plansModule is the alias of the support code's module of plans.
const plansModule = "plans"

// readerTables contains the readers of one module as tables, for the accelerator.
type readerTables struct {
	groups  []expr // variables with the members that records share
	rows    []expr // by reader
	checks  []expr // by kind
	shared  map[string]bool
	checked map[string]bool
}

// tabulate adds the row of a type. Records with guards and values that a schema validates have no row: only Python reads them.
func (r *reading) tabulate(t *ir.Type) {
	if t.Value.Evaluated() != nil {
		return
	}
	class, args := "SameRow", []expr(nil)
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		if len(k.Guards) > 0 {
			return
		}
		class, args = "RecordRow", r.recordRow(t, k)
	case *ir.Union:
		if k.Single != nil && !k.Tagged() || k.Fallback() != nil {
			return
		}
		class = "TaggedRow"
		if k.Single != nil {
			args = []expr{text(r.branchesOf(t, k))}
		} else {
			args = []expr{text(r.variantsOf(t, k))}
		}
		if k.By == ir.ByPresence {
			class, args = "PresenceRow", []expr{text(quote(k.Tag)), text(r.readerOf(k.Variants[0].Type)), text(r.readerOf(k.Variants[1].Type))}
		}
	case *ir.Choice:
		class, args = "ChoiceRow", []expr{r.choiceRow(k)}
	default:
		p := resolve(&t.Value)
		if _, words := t.Value.Kind.(*ir.Enum); words {
			p.typ = t
		}
		args = []expr{text(r.tabular(p))}
	}
	if t.Value.Nullable && !isNull(t.Value.Kind) {
		args = append(args, text("nullable=True"))
	}
	r.rows.rows = append(r.rows.rows, call(plansModule+"."+class, args...).after("read_"+r.snake(t)+": "))
}

// recordRow returns the class, the members, and the other data of a record.
func (r *reading) recordRow(t *ir.Type, k *ir.Record) []expr {
	var members []expr
	for _, g := range r.shared[t] {
		members = append(members, text("*"+r.sharedRows(g)))
	}
	members = append(members, r.memberRows(plan.Unshared(k, r.shared[t]))...)
	for _, f := range k.Forbidden {
		members = append(members, tupleOf(text(quote(f.Name)), text("None")))
	}
	args := []expr{text(r.generator.names.Type(t)), tupleOf(members...)}
	if len(r.ruled.rulesOf(t)) > 0 {
		args = append(args, text("rules."+r.upper(t)+"_RULES"))
	}
	if k.Closed {
		args = append(args, text("closed=True"))
	}
	return args
}

// memberRows returns the name of each member, its reader, and True if null is accepted besides.
func (r *reading) memberRows(fields []*ir.Field) []expr {
	var members []expr
	for _, f := range fields {
		p := resolve(&f.Value)
		member := []expr{text(quote(f.Name)), text(r.tabular(p))}
		if p.nullable && !r.readsNull(p) {
			member = append(member, text("True"))
		}
		members = append(members, tupleOf(member...))
	}
	return members
}

// sharedRows returns the variable with the rows of members that several records share.
func (r *reading) sharedRows(g *plan.Members) string {
	name := strings.TrimPrefix(r.membersOf(g), "_")
	if !r.rows.shared[name] {
		r.rows.shared[name] = true
		r.rows.groups = append(r.rows.groups, tupleOf(r.memberRows(g.Fields)...).after(name+" = "))
	}
	return name
}

func (r *reading) choiceRow(k *ir.Choice) expr {
	var options []expr
	for i := range k.Options {
		p := resolve(&k.Options[i])
		class := classesOf(ir.JSONTypeOf(p.kind))
		options = append(options, text(class[len(class)-1].name+": "+r.tabular(p)))
	}
	return dictOf(options...)
}

// tabular returns the name of the reader of a place, and adds the conditions of its checks.
func (r *reading) tabular(p place) string {
	read := r.readerFor(p)
	kind := strings.TrimSuffix(read, ".read")
	if p.general != nil || p.isCalled() || len(p.checks) == 0 || r.rows.checked[kind] {
		return read
	}
	r.rows.checked[kind] = true
	var tests []expr
	for _, c := range p.checks {
		tests = append(tests, r.tested(c))
	}
	r.rows.checks = append(r.rows.checks, tupleOf(tests...).after(kind+": "))
	return read
}

// mostCells is the maximum number of cells of a pattern's table in the tables of readers. Python matches patterns with larger tables.
const mostCells = 2000

// tested returns the condition of a check as data, or None.
func (r *reading) tested(c ir.Check) expr {
	limit := func(of string, op ir.Op, limit string) expr {
		return tupleOf(text(quote(of+holding[op])), text(limit))
	}
	switch c := c.(type) {
	case ir.Bound:
		return limit("", c.Op, limitOf(c))
	case ir.Length:
		return limit("len", c.Op, number(float64(c.Limit)))
	case ir.Items:
		return limit("len", c.Op, number(float64(c.Limit)))
	case ir.Pattern:
		if c.Regexp.Table() != nil {
			return text(r.patterns.name(c.Regexp))
		}
		if c.Regexp.Walk != nil && len(c.Regexp.Walk.Steps) > 0 {
			return text(quote(walkText(c.Regexp.Walk)))
		}
		if table := c.Regexp.Automaton(); table.Cells() < mostCells {
			return text(quote(strings.Join(table.Lines(), "\n")))
		}
	case ir.Format:
		if c.Name == ir.DateTime {
			return text(quote(string(c.Name)))
		}
	}
	return text("None")
}

// walkText returns a walk in the format of the accelerator. The first line is whether the walk covers the whole string. Each other line is
// a step: a text after an equals sign, or the minimum and the maximum number of characters with their ranges.
func walkText(w *ir.Walk) string {
	lines := []string{map[bool]string{true: "walk whole", false: "walk"}[w.Whole]}
	for _, p := range w.Parts() {
		if p.Text != "" {
			lines = append(lines, "="+p.Text)
			continue
		}
		line := fmt.Sprintf("%d %d", p.Step.Min, p.Step.Max)
		for _, r := range p.Step.Ranges {
			line += fmt.Sprintf(" %d %d", r.Lo, r.Hi)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// tablesFunction writes the function that the accelerator calls.
func (r *reading) tablesFunction() string {
	if len(r.rows.rows) == 0 {
		return ""
	}
	folder, _ := parent(r.supportModule(r.supportFiles.use("_plans")))
	p := newPrinter(0)
	p.Line("def tables() -> object:")
	p.Block(func() {
		p.Line(`"""Return the readers as tables, for the accelerator."""`)
		p.Line("from %s import _plans as %s", folder, plansModule)
		p.Line("")
		for _, g := range r.rows.groups {
			p.expr(g, "")
		}
		made := call(plansModule+".ReaderTables", dictOf(r.rows.rows...), dictOf(r.rows.checks...))
		p.expr(made.after("return "), "")
	})
	return p.String()
}
