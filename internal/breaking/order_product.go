package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// absent is the state of an exchange that is not open.
const absent = -1

// course is the product of two orders: both versions follow the same messages.
type course struct {
	*orderProof
	a, b *ir.Order
	name string
}

func (p *orderProof) course(a, b *ir.Order, name string) *course { return &course{p, a, b, name} }

// letterPair has the letters of one message in both orders, -1 for none, or those that end all exchanges or its own.
type letterPair struct {
	record int // of the sender
	a, b   int
	way    *ir.KeyPath // of the sender, or nil
}

// joint are the letters that a message of two records can have. Conditions of one meaning are true together; others are assumed to be independent.
func (p *orderProof) joint(pair [2]int, sender string, a, b []ir.LetterOf) (list []letterPair) {
	of := func(all []ir.LetterOf) (cases []ir.LetterOf) {
		for _, l := range all {
			if l.From == "" || l.From == sender || sender == "" {
				cases = append(cases, l)
			}
		}
		return cases
	}
	a, b = of(a), of(b)
	var conditions []*ir.Predicate
	number := func(l ir.LetterOf) int {
		for i, c := range conditions {
			if c == l.When || p.samePredicate(c, l.When) {
				return i
			}
		}
		conditions = append(conditions, l.When)
		return len(conditions) - 1
	}
	numbers := map[*ir.Predicate]int{}
	for _, l := range slices.Concat(a, b) {
		if l.When != nil {
			numbers[l.When] = number(l)
		}
	}
	letter := func(cases []ir.LetterOf, truth int) int {
		for _, l := range cases {
			if l.When == nil || truth>>numbers[l.When]&1 == 1 {
				return l.Letter
			}
		}
		return -1
	}
	for truth := range 1 << min(len(conditions), 12) {
		l := letterPair{record: pair[0], a: letter(a, truth), b: letter(b, truth)}
		if !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	return list
}

// samePredicate reports whether two conditions are true for the same messages.
func (p *orderProof) samePredicate(a, b *ir.Predicate) bool {
	if a == nil || b == nil {
		return a == b
	}
	return p.sameProgram(a.Text, b.Text, a.Program, b.Program)
}

func (p *orderProof) sameProgram(textA, textB string, a, b ir.Program) bool {
	for name := range p.params {
		if strings.Contains(textA, name) || strings.Contains(textB, name) {
			return false
		}
	}
	if len(p.params) > 0 && textA != textB && strings.Contains(textA, "params") {
		return false // parameters have numbers, which may have changed
	}
	c := newComparer(false)
	c.program = true
	return c.same(a, b)
}

// point is a state of both orders and the way to it.
type point struct {
	a, b    int
	records []int
	words   []string
}

func (pt point) then(l letterPair, a, b int, word string) point {
	return point{a, b, append(slices.Clip(pt.records), l.record), append(slices.Clip(pt.words), word)}
}

// walk follows all pairs of states, breadth first.
func walk(start point, visit func(point) []point) {
	seen := map[[2]int]bool{{start.a, start.b}: true}
	for queue := []point{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range visit(queue[0]) {
			if at := [2]int{next.a, next.b}; !seen[at] {
				seen[at] = true
				queue = append(queue, next)
			}
		}
	}
}

// main proves the main order, and notes the ways to each record.
func (c *course) main() {
	reach := map[int][]int{}
	missing := map[string]bool{}
	walk(point{}, func(at point) (next []point) {
		if c.a.States[at.a].Accepts && !c.b.States[at.b].Accepts && !missing["end"] {
			missing["end"] = true
			g := c.gap("end", "", "the conversation may no longer end"+behind(at.words))
			g.records = c.set(at.records)
		}
		for _, pair := range c.pairs {
			for _, sender := range c.senders(pair) {
				for _, l := range c.joint(pair, sender, c.a.Kinds[pair[0]], c.b.Kinds[pair[1]]) {
					a, b := stepOf(c.a, at.a, l.a), stepOf(c.b, at.b, l.b)
					if a < 0 {
						continue
					}
					if _, known := reach[pair[0]]; !known {
						reach[pair[0]] = append(slices.Clone(at.records), pair[0])
					}
					if b >= 0 {
						next = append(next, at.then(l, a, b, c.a.Letters[l.a]))
						continue
					}
					if word := c.a.Letters[l.a]; !missing[word] && len(missing) < mostGaps {
						missing[word] = true
						g := c.gap("sequence", "", fmt.Sprintf("%s may no longer come%s", word, behind(at.words)))
						g.records, g.sender = c.set(append(slices.Clip(at.records), pair[0])), sender
					}
				}
			}
		}
		return next
	})
	c.orderProof.reach = reach
}

// mostGaps bounds the gaps of one order.
const mostGaps = 12

func behind(words []string) string {
	if len(words) == 0 {
		return " first"
	}
	return " after " + strings.Join(words, " ")
}

func (c *course) set(records []int) map[int]bool {
	all := map[int]bool{}
	for _, r := range records {
		all[r] = true
	}
	return all
}

// stepOf is the state behind a letter, or -1.
func stepOf(o *ir.Order, state, letter int) int {
	if letter < 0 || letter >= len(o.States[state].Next) {
		return -1
	}
	return o.States[state].Next[letter]
}

// way is one way by which messages belong to an exchange, in both versions.
type wayPair struct{ a, b *ir.KeyPath }

// ways pairs the ways of two exchanges by the members that have the key. A missing way has no letters.
func (c *course) ways(a, b *ir.Exchange) (list []wayPair) {
	others := waysLike(a, b)
	nothing := func(conv *ir.Conversation) *ir.KeyPath {
		return &ir.KeyPath{Kinds: make([][]ir.LetterOf, len(conv.Records))}
	}
	for _, way := range a.Ways() {
		i := slices.IndexFunc(others, func(o *ir.KeyPath) bool { return c.sameWay(way, o) })
		if i < 0 {
			list = append(list, wayPair{way, nothing(c.to.Conversation)})
			continue
		}
		list = append(list, wayPair{way, others[i]})
		others = slices.Delete(others, i, i+1)
	}
	for _, o := range others {
		list = append(list, wayPair{nothing(c.from.Conversation), o})
	}
	return list
}

// sameKey reports whether the usual keys of two exchanges have the same members, in any order.
func sameKey(a, b *ir.Exchange) bool { return a.Usual().SameMembers(waysLike(a, b)[0]) }

// waysLike are the ways of b, with the members of their keys in the order of a: in another order, all keys are other texts for the same messages.
func waysLike(a, b *ir.Exchange) []*ir.KeyPath {
	members, ways := a.Usual().Members(), b.Ways()
	order := make([]int, len(members))
	for i, at := range members {
		order[i] = slices.IndexFunc(b.Usual().Members(), func(other []string) bool { return slices.Equal(at, other) })
	}
	if len(b.With) != len(a.With) || a.With == nil || slices.Contains(order, -1) {
		return ways
	}
	for i, way := range ways {
		var list [][]string
		for _, from := range order {
			list = append(list, way.Members()[from])
		}
		like := *way
		like.At, like.With = list[0], list[1:]
		ways[i] = &like
	}
	return ways
}

func (c *course) sameWay(a, b *ir.KeyPath) bool {
	if !a.SameMembers(b) || (a.Of == nil) != (b.Of == nil) || (a.Reply == nil) != (b.Reply == nil) {
		return false
	}
	switch {
	case a.Of != nil:
		x, y := c.from.Exchanges[a.Of.Exchange], c.to.Exchanges[b.Of.Exchange]
		return sameKey(x, y) && c.sameBinding(&x.Order, x.Bound[a.Of.Number], &y.Order, y.Bound[b.Of.Number])
	case a.Reply != nil:
		x, y := c.from.Exchanges[a.Reply.Exchange], c.to.Exchanges[b.Reply.Exchange]
		return sameKey(x, y) && len(a.Reply.Types) == len(b.Reply.Types)
	}
	return true
}

// keyed proves the order of an exchange. A key that is not open has the state absent.
func (c *course) keyed(a, b *ir.Exchange) {
	missing := map[string]bool{}
	ways := c.ways(a, b)
	for _, way := range ways {
		c.itemKeys(way)
	}
	walk(point{a: absent, b: absent}, func(at point) (next []point) {
		if mayEndAt(c.a, at.a) && !mayEndAt(c.b, at.b) && !missing["end"] {
			missing["end"] = true
			g := c.gap("end", c.name, fmt.Sprintf("an exchange of %s may no longer stay open at the end%s", c.name, behind(at.words)))
			g.records = c.all(at.records)
		}
		for _, way := range ways {
			for _, pair := range c.pairs {
				for _, sender := range c.senders(pair) {
					for _, l := range c.joint(pair, sender, way.a.Kinds[pair[0]], way.b.Kinds[pair[1]]) {
						l.way = way.a
						next = append(next, c.keyedStep(a, b, at, l, sender, missing)...)
					}
				}
			}
		}
		return next
	})
}

// itemKeys requires that the same items of an array have keys in both versions.
func (c *course) itemKeys(way wayPair) {
	if !ir.HasItems(way.a.At) || !ir.HasItems(way.b.At) {
		return
	}
	for _, pair := range c.pairs {
		if len(way.a.Kinds[pair[0]])+len(way.b.Kinds[pair[1]]) > 0 && !sameItems(way.a.Keys[pair[0]], way.b.Keys[pair[1]]) {
			g := c.gap("sequence", c.name, fmt.Sprintf("other items of %s have keys of %s", c.from.Records[pair[0]].Name, c.name))
			g.records = c.all([]int{pair[0]})
		}
	}
}

// sameItems reports whether two keys are in the same items, as far as both versions have them.
func sameItems(a, b *ir.Key) bool {
	if a == nil || b == nil {
		return a == b
	}
	with, all := itemsWith(a)
	others, rest := itemsWith(b)
	return !slices.ContainsFunc(all, func(name string) bool {
		return slices.Contains(rest, name) && slices.Contains(with, name) != slices.Contains(others, name)
	}) && (all == nil) == (rest == nil)
}

// itemsWith are the names of those records of a union that have a key, and those of all of its records; none if the items are of no union.
func itemsWith(key *ir.Key) (with, all []string) {
	ir.VisitExprs([]ir.Expr{key.Value}, func(e ir.Expr) {
		as, is := e.(ir.AsVariant)
		if !is {
			return
		}
		for _, t := range as.Variants {
			with = append(with, t.Name)
		}
		union := as.Union.Value.Kind.(*ir.Union)
		for _, leaf := range union.Leaves(union.Tag) {
			all = append(all, leaf.Type.Name)
		}
	})
	return with, all
}

func (c *course) keyedStep(x, y *ir.Exchange, at point, l letterPair, sender string, missing map[string]bool) (next []point) {
	if l.a < 0 && l.b < 0 {
		return nil
	}
	word := c.word(l)
	a, endsA := keyedState(c.a, x, at.a, l.a)
	b, endsB := keyedState(c.b, y, at.b, l.b)
	if a == refused {
		return nil
	}
	if b == refused {
		if !missing[word] && len(missing) < mostGaps {
			missing[word] = true
			g := c.gap("sequence", c.name, fmt.Sprintf("%s may no longer come in an exchange of %s%s", word, c.name, behind(at.words)))
			g.records, g.sender = c.all(append(slices.Clip(at.records), l.record)), sender
			c.lent(g, l.way)
		}
		return nil
	}
	next = append(next, at.then(l, a, b, word))
	if endsA != endsB { // exchanges of other keys end in one version only
		other := at.then(l, at.a, at.b, word)
		if endsA {
			other.a = absent
		} else {
			other.b = absent
		}
		next = append(next, other)
	}
	return next
}

// word names a message by its letter.
func (c *course) word(l letterPair) string {
	if l.a >= 0 {
		return c.a.Letters[l.a]
	}
	return c.b.Letters[l.b]
}

const refused = -2

// keyedState is the state of an exchange behind a letter, and whether the letter ends all exchanges.
func keyedState(o *ir.Order, x *ir.Exchange, state, letter int) (next int, all bool) {
	switch {
	case letter < 0:
		return state, false
	case slices.Contains(x.All, letter):
		return absent, true
	case slices.Contains(x.One, letter):
		return absent, false
	}
	next = stepOf(o, max(state, 0), letter)
	switch {
	case next < 0:
		return refused, false
	case o.States[next].Ends:
		return absent, false
	}
	return next, false
}

func mayEndAt(o *ir.Order, state int) bool { return state == absent || o.States[state].Accepts }

// all are the records that a trace of some records needs: with those that come before each of them in the main order.
func (c *course) all(records []int) map[int]bool {
	set := map[int]bool{}
	for _, r := range records {
		for of := range c.needed("", r) {
			set[of] = true
		}
	}
	return set
}
