package typescript

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

var sequenceKinds = map[ir.SequenceKind]string{ir.CheckFirst: "first", ir.CheckNext: "next", ir.CheckEach: "each"}

// check is a check between messages. Cases that are spelled alike are one.
func (b *conversationSpeller) check(o *ir.Order, check *ir.SequenceCheck, words string) node {
	var uses []node
	var names []string
	if check.Kind == ir.CheckNext {
		names = append(names, "prev")
	}
	for _, u := range check.Uses {
		members, bound := []part{code("number", strconv.Itoa(u.Number))}, o.Bound
		if u.Whole {
			members, bound = append([]part{code("whole", "true")}, members...), b.c.Whole.Bound
		}
		uses = append(uses, object(members...))
		names = append(names, "bound"+b.names.Words(bound[u.Number].Name))
	}
	var groups []*caseGroup
	for _, one := range check.Cases {
		w := b.ruleWriter("self", one.This, &one.Program)
		w.follow(one.Earlier, names)
		if check.Counts {
			w.locals[-1] = openName // of the parameter, which is no temporary
		}
		w.body(one.Program)
		groups = grouped(groups, one, w)
	}
	var cases []node
	for _, g := range groups {
		name := b.free(words + b.names.Words(check.ID))
		b.functions = append(b.functions, b.holds(name, check, g, names))
		cases = append(cases, object(part{"of", b.recordsOf(g.cases)}, code("holds", name)))
	}
	members := []part{{"letters", numbers(check.Letters)}, quoted("kind", sequenceKinds[check.Kind])}
	if check.Line >= 0 {
		members = append(members, code("line", strconv.Itoa(check.Line)))
	}
	if uses != nil {
		members = append(members, part{"uses", list(uses...)})
	}
	if check.Counts {
		members = append(members, code("counts", "true"))
	}
	return object(append(members, quoted("rule", check.Failure.Rule),
		quoted("level", check.Failure.Level.String()), quoted("at", pointer(check.At)), quoted("message", check.Failure.Message), part{"cases", list(cases...)})...)
}

// caseGroup is cases with one spelling, of all combinations of their records.
type caseGroup struct {
	cases  []*ir.SequenceCase
	writer *ruleWriter
	body   string
}

// grouped adds a case to a group that is spelled alike, if all combinations of records stay cases of it.
func grouped(groups []*caseGroup, one *ir.SequenceCase, w *ruleWriter) []*caseGroup {
	body := w.String()
	for _, g := range groups {
		differs := 0
		for n := range len(one.Earlier) + 1 {
			if slices.ContainsFunc(g.cases, func(other *ir.SequenceCase) bool { return typeAt(other, n) != typeAt(one, n) }) {
				differs++
			}
		}
		if g.body == body && differs <= 1 {
			g.cases = append(g.cases, one)
			return groups
		}
	}
	return append(groups, &caseGroup{[]*ir.SequenceCase{one}, w, body})
}

// typeAt is the type of the n-th message of a check.
func typeAt(one *ir.SequenceCase, n int) *ir.Type {
	if n == 0 {
		return one.This
	}
	return one.Earlier[n-1]
}

// typesAt are those of all cases, each once.
func typesAt(cases []*ir.SequenceCase, n int) []*ir.Type {
	var list []*ir.Type
	for _, one := range cases {
		if t := typeAt(one, n); !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// recordsOf are the numbers of the records of each message of some cases.
func (b *conversationSpeller) recordsOf(cases []*ir.SequenceCase) node {
	var items []node
	for n := range len(cases[0].Earlier) + 1 {
		var records []int
		for _, t := range typesAt(cases, n) {
			records = append(records, slices.Index(b.c.Records, t))
		}
		items = append(items, numbers(records))
	}
	return list(items...)
}

// openName is what checks call the number of open exchanges.
const openName = "open"

// holds spells a check.
func (b *conversationSpeller) holds(name string, check *ir.SequenceCheck, g *caseGroup, names []string) string {
	var parameters []string
	usage := g.writer.Usage
	add := func(parameter, typeOf string, read bool) {
		if !read {
			parameter = "_" + parameter
		}
		parameters = append(parameters, parameter+": "+typeOf)
	}
	for n, parameter := range append([]string{"self"}, names...) {
		add(parameter, b.selfType(typesAt(g.cases, n)), n == 0 && usage.ReadsThis || n > 0 && slices.Contains(usage.ReadsEarlier, n-1))
	}
	if check.Counts {
		add(openName, "number", usage.ReadsOpen)
	}
	if usage.Asks() {
		parameters = append(parameters, "run: "+b.runType())
	}
	return condition(name, comment("", "", "The check "+check.ID+":\n"+g.cases[0].Text, source(check.Source)), parameters, g.body)
}

// follow makes the program one of a message that follows others, which have names.
func (w *ruleWriter) follow(earlier []*ir.Type, names []string) {
	w.Earlier, w.earlier = earlier, names
	for i, name := range names {
		w.locals[-2-i] = name // of a parameter, which is no temporary
	}
}
