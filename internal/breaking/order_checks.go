package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// checks requires that the sender's traces already satisfy the receiver's checks.
func (p *orderProof) checks(a, b *ir.Order, order string) {
	for _, want := range b.Checks {
		if slices.ContainsFunc(a.Checks, func(has *ir.SequenceCheck) bool {
			return p.implies(a, has, b, want) && (want.Refuses || has.Failure.Rule == want.Failure.Rule)
		}) {
			continue
		}
		must := want.Failure.Level == ir.Must || want.Refuses
		required := must && !slices.ContainsFunc(a.Checks, func(has *ir.SequenceCheck) bool { return p.implies(a, has, b, want) })
		if want.Kind == ir.CheckNext && !repeats(a, p.lettersLike(a, b, want.Letters)) {
			continue // no second message of these letters comes
		}
		if !required && slices.ContainsFunc(a.Checks, func(has *ir.SequenceCheck) bool { return sameText(has, want) }) {
			continue // only the types of members differ, which is reported for them
		}
		id := want.ID
		g := p.gap("check", order, fmt.Sprintf("the check `%s` is required", id))
		if !required {
			g.kind, g.about = "issues", fmt.Sprintf("the check `%s` reports other issues, or only one version has it", id)
		}
		if want.Refuses {
			g.about = "a letter is closed until a message opens it"
		}
		g.id, g.at, g.records = id, want.Pos, map[int]bool{}
		for _, l := range want.Letters {
			for _, r := range p.recordsOf(b, l) {
				g.include(sortedInts(p.needed(order, r)))
			}
		}
		if want.Counts {
			g.open = defaultOpen
			if _, most, limited := openLimits(want.Cases[0].Program); limited {
				g.open = int(min(most+1, mostOpen))
			}
		}
		for _, use := range want.Uses {
			of := b
			if use.Whole {
				of = &p.to.Main
			}
			for _, l := range of.Bound[use.Number].Letters {
				for _, r := range p.recordsOf(of, l) {
					g.include(sortedInts(p.needed(order, r)))
				}
			}
		}
	}
}

// sameText reports whether two checks have one text and one failure.
func sameText(a, b *ir.SequenceCheck) bool {
	if a.Failure.Rule != b.Failure.Rule || a.Failure.Level != b.Failure.Level || a.Kind != b.Kind || len(a.Cases) == 0 || len(b.Cases) == 0 {
		return false
	}
	return a.Cases[0].Text == b.Cases[0].Text
}

// lettersLike are the sender's letters of messages that have one of some letters of the receiver.
func (p *orderProof) lettersLike(a, b *ir.Order, letters []int) (list []int) {
	for _, pair := range p.pairs {
		for _, sender := range p.senders(pair) {
			for _, ways := range p.kindsPairs(a, b, pair) {
				for _, l := range p.joint(pair, sender, ways[0], ways[1]) {
					if slices.Contains(letters, l.b) && !slices.Contains(list, l.a) {
						list = append(list, l.a)
					}
				}
			}
		}
	}
	return list
}

func sortedInts(set map[int]bool) (list []int) {
	for n := range set {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

func sortedKeys(set map[string]bool) (list []string) {
	for key := range set {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

// has reports whether a rule of issues is one of orders or of a check.
func (t talk) has(rule string) bool {
	if slices.Contains(ir.OrderRules, rule) {
		return true
	}
	return slices.ContainsFunc(t.Orders(), func(o *ir.Order) bool {
		return slices.ContainsFunc(o.Checks, func(c *ir.SequenceCheck) bool { return c.Failure.Rule == rule })
	})
}

// implies reports whether a check of the sender fails in all traces in which one of the receiver does.
func (p *orderProof) implies(oa *ir.Order, a *ir.SequenceCheck, ob *ir.Order, b *ir.SequenceCheck) bool {
	if a.Refuses != b.Refuses || !a.Refuses && a.Failure.Level != b.Failure.Level || a.Kind != b.Kind || a.Counts != b.Counts || a.Reads != b.Reads {
		return false
	}
	if (a.Reply == nil) != (b.Reply == nil) || a.Reply != nil && !paired(a.Reply, b.Reply) {
		return false
	}
	return p.sameLetters(oa, a.Letters, ob, b.Letters) && p.sameUses(oa, a.Uses, ob, b.Uses) && p.sameUses(oa, a.Without, ob, b.Without) && p.impliesCases(a, b)
}

// sameUses reports whether two checks speak of the same bound messages.
func (p *orderProof) sameUses(oa *ir.Order, a []ir.Use, ob *ir.Order, b []ir.Use) bool {
	return slices.EqualFunc(a, b, func(use, other ir.Use) bool {
		x, y := oa, ob
		if use.Whole {
			x, y = &p.from.Main, &p.to.Main
		}
		return use.Whole == other.Whole && p.sameBinding(x, x.Bound[use.Number], y, y.Bound[other.Number])
	})
}

// impliesCases compares the programs for each combination of records that both versions have.
func (p *orderProof) impliesCases(a, b *ir.SequenceCheck) bool {
	for _, want := range b.Cases {
		i := slices.IndexFunc(a.Cases, func(has *ir.SequenceCase) bool {
			return p.sameRecord(has.This, want.This) && slices.EqualFunc(has.Earlier, want.Earlier, p.sameRecord)
		})
		if i >= 0 && !p.sameProgram(a.Cases[i].Text, want.Text, a.Cases[i].Program, want.Program) && !narrower(a.Cases[i].Program, want.Program) {
			return false
		}
		if i < 0 && p.possible(want) {
			return false
		}
	}
	return true
}

// narrower reports whether two programs compare the number of open exchanges with constants, and the first one is true for no other number than the second.
func narrower(a, b ir.Program) bool {
	least, most, first := openLimits(a)
	low, high, second := openLimits(b)
	return first && second && least >= low && most <= high
}

// Bounds of the exchanges of a trace that shows a check of their number.
const defaultOpen, mostOpen = 3, 8

// openLimits are the least and the greatest number of open exchanges for which a program is true, if it compares this number with a constant.
func openLimits(p ir.Program) (least, most int64, are bool) {
	c, is := p.Holds.(ir.Comparison)
	if !is || len(p.Steps) > 0 {
		return 0, 0, false
	}
	_, counts := c.L.(ir.Open)
	n, constant := c.R.(ir.Constant)
	if !counts || !constant {
		return 0, 0, false
	}
	switch c.Op {
	case ir.Equal:
		return n.Int, n.Int, true
	case ir.Less:
		return 0, n.Int - 1, true
	case ir.LessOrEqual:
		return 0, n.Int, true
	}
	return 0, 0, false
}

// possible reports whether the sender has all records of a case.
func (p *orderProof) possible(one *ir.SequenceCase) bool {
	has := func(t *ir.Type) bool {
		return slices.ContainsFunc(p.from.Records, func(o *ir.Type) bool { return p.sameRecord(o, t) })
	}
	return has(one.This) && !slices.ContainsFunc(one.Earlier, func(t *ir.Type) bool { return !has(t) })
}

func (p *orderProof) sameRecord(a, b *ir.Type) bool {
	if a.Name == b.Name && a.Protocol == b.Protocol {
		return true
	}
	return slices.ContainsFunc(p.pairs, func(pair [2]int) bool { return p.from.Records[pair[0]] == a && p.to.Records[pair[1]] == b })
}

// sameBinding reports whether two versions bind the same messages.
func (p *orderProof) sameBinding(oa *ir.Order, a *ir.Binding, ob *ir.Order, b *ir.Binding) bool {
	if !p.sameLetters(oa, a.Letters, ob, b.Letters) || (a.When == nil) != (b.When == nil) {
		return false
	}
	for _, pair := range p.pairs {
		if a.When != nil && !p.samePredicate(a.When[pair[0]], b.When[pair[1]]) {
			return false
		}
	}
	return true
}

// sameLetters reports whether two sets of letters are of the same messages.
func (p *orderProof) sameLetters(oa *ir.Order, a []int, ob *ir.Order, b []int) bool {
	return p.everyLetter(oa, a, ob, b, func(inA, inB bool) bool { return inA == inB })
}

// everyLetter reports whether a condition is true of each message, by whether it has a letter of each of two sets.
func (p *orderProof) everyLetter(oa *ir.Order, a []int, ob *ir.Order, b []int, is func(inA, inB bool) bool) bool {
	for _, pair := range p.pairs {
		for _, sender := range p.senders(pair) {
			for _, ways := range p.kindsPairs(oa, ob, pair) {
				for _, l := range p.joint(pair, sender, ways[0], ways[1]) {
					if !is(slices.Contains(a, l.a), slices.Contains(b, l.b)) {
						return false
					}
				}
			}
		}
	}
	return true
}

// kindsPairs are the letters of two records by each way. Ways are compared by their number: those that differ are a gap of their own.
func (p *orderProof) kindsPairs(oa, ob *ir.Order, pair [2]int) (list [][2][]ir.LetterOf) {
	a, b := kindsOfOrder(p.from.Conversation, oa), kindsOfOrder(p.to.Conversation, ob)
	for i := range max(len(a), len(b)) {
		var both [2][]ir.LetterOf
		if i < len(a) {
			both[0] = a[i][pair[0]]
		}
		if i < len(b) {
			both[1] = b[i][pair[1]]
		}
		list = append(list, both)
	}
	return list
}

func kindsOfOrder(c *ir.Conversation, o *ir.Order) [][][]ir.LetterOf {
	list := [][][]ir.LetterOf{o.Kinds}
	for _, x := range c.Exchanges {
		if &x.Order == o {
			for _, way := range x.Others {
				list = append(list, way.Kinds)
			}
		}
	}
	return list
}

// unique requires of each entry of the receiver that the sender has it.
func (p *orderProof) unique() {
	for _, want := range p.to.Unique {
		i := slices.IndexFunc(p.from.Unique, func(has *ir.Unique) bool { return p.remembersAll(has, want) })
		if i >= 0 && want.Most >= p.from.Unique[i].Most {
			continue
		}
		g := p.gap("unique", "", fmt.Sprintf("messages must differ in %s", shownPaths(want.By)))
		if i >= 0 {
			g.about, g.most = fmt.Sprintf("at most %d messages are remembered", want.Most), want.Most+1
		}
		g.records = map[int]bool{}
		for _, l := range want.Letters {
			for _, r := range p.recordsOf(&p.to.Main, l) {
				g.include(sortedInts(p.needed("", r)))
			}
		}
	}
}

func shownPaths(all [][]string) string {
	var list []string
	for _, path := range all {
		list = append(list, "/"+strings.Join(path, "/"))
	}
	return strings.Join(list, " and ")
}

// remembersAll reports whether an entry of the sender remembers all messages of one of the receiver, for the same time.
func (p *orderProof) remembersAll(a, b *ir.Unique) bool {
	covers := func(inA, inB bool) bool { return inA || !inB }
	if !slices.EqualFunc(a.By, b.By, slices.Equal) || !p.everyLetter(&p.from.Main, a.Letters, &p.to.Main, b.Letters, covers) {
		return false
	}
	for _, pair := range p.pairs {
		if b.Keys[pair[1]] == nil {
			continue // the entry does not compare these messages
		}
		if a.Keys[pair[0]] == nil || !p.samePredicate(a.Until[pair[0]], b.Until[pair[1]]) {
			return false
		}
	}
	return true
}
