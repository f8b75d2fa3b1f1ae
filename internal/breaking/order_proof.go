package breaking

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// orderGap is a place where the proof fails that a receiver's conversation accepts every trace of a sender's.
type orderGap struct {
	direction
	kind    string // sequence, end, side, check, unique, most, replies, batch or framing
	order   string // the exchange, or "" for the main order
	id      string // of a check
	about   string
	reason  string // why no trace can be looked for, or ""
	sender  string // of the last message, "" if it is not known
	at      diag.Pos
	records map[int]bool // of the sender's version: those that a trace needs; nil for any
	most    int          // of a kind that counts: the first number that is too many
	reach   []int        // the exchange in both versions; of kind most
	open    int          // how many exchanges a trace needs, for a check of their number
}

// shown reports whether a difference that was found has the place of the gap.
func (g orderGap) shown(places map[string]bool) bool {
	kinds := []string{g.kind}
	switch g.kind {
	case "check":
		kinds = []string{"check:" + g.id, "sequence"}
	case "unique":
		kinds = []string{"unique", "sequence"}
	case "most":
		kinds = []string{"sequence"}
	case "framing":
		return false
	case "issues":
		return len(places) > 0 // beside other verdicts, other issues are no finding of their own
	}
	for _, kind := range kinds {
		for _, order := range []string{g.order, ""} {
			if places[fmt.Sprint(Order, g.back, kind, order)] {
				return true
			}
		}
	}
	return false
}

func (g orderGap) places(old, new talk) (diag.Pos, diag.Pos) {
	a, b := old.Pos, new.Pos
	if g.at.IsValid() && g.back {
		a = g.at
	} else if g.at.IsValid() {
		b = g.at
	}
	return a, b
}

// orderProof proves one direction.
type orderProof struct {
	direction
	pairs  [][2]int // records that a message can be of: the sender's, then the receiver's
	params map[string]bool
	gaps   []orderGap
	reach  map[int][]int // by record: those on a shortest way to it in the main order, itself included
}

func proveOrder(d direction, pairs [][2]int, params map[string]bool) []orderGap {
	p := &orderProof{direction: d, pairs: pairs, params: params}
	p.framing()
	p.sides()
	whole := p.course(&d.from.Main, &d.to.Main, "")
	whole.main()
	p.checks(&d.from.Main, &d.to.Main, "")
	p.unique()
	for _, pair := range p.exchanges() {
		p.exchange(pair[0], pair[1])
	}
	for i := range p.gaps {
		if p.gaps[i].records != nil {
			p.opened(&p.gaps[i])
		}
	}
	return p.gaps
}

func (p *orderProof) gap(kind, order, about string) *orderGap {
	p.gaps = append(p.gaps, orderGap{direction: p.direction, kind: kind, order: order, about: about})
	return &p.gaps[len(p.gaps)-1]
}

func (p *orderProof) framing() {
	if p.from.Framing != p.to.Framing {
		p.gap("framing", "", "messages of the conversation are framed in another way")
	}
	if p.to.Batch < p.from.Batch {
		g := p.gap("batch", "", fmt.Sprintf("a batch of %d messages is too long", p.to.Batch+1))
		g.most = p.to.Batch + 1
	}
}

// sides requires of each record that whoever sends it may do so.
func (p *orderProof) sides() {
	for _, pair := range p.pairs {
		from, to := p.from.From[pair[0]], p.to.From[pair[1]]
		if to == "" || from == to || len(p.to.Sides) != 2 {
			continue
		}
		g := p.gap("side", "", fmt.Sprintf("only the %s may send %s", to, p.to.Records[pair[1]].Name))
		g.records = map[int]bool{pair[0]: true}
	}
}

// senders are the sides that may send a message of both records by the sender's version.
func (p *orderProof) senders(pair [2]int) []string {
	if from := p.from.From[pair[0]]; from != "" {
		return []string{from}
	}
	var list []string
	for _, side := range slices.Concat(p.from.Sides, p.to.Sides) {
		if !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	if list == nil {
		return []string{""}
	}
	return list
}

// exchanges pairs the exchanges by name, and those that are left by their keys. A number of -1 is none.
func (p *orderProof) exchanges() (pairs [][2]int) {
	taken := map[int]bool{}
	find := func(is func(b *ir.Exchange) bool) int {
		for j, b := range p.to.Exchanges {
			if !taken[j] && is(b) {
				taken[j] = true
				return j
			}
		}
		return -1
	}
	partner := make([]int, len(p.from.Exchanges))
	for i, a := range p.from.Exchanges {
		partner[i] = find(func(b *ir.Exchange) bool { return a.Name == b.Name })
	}
	for i, a := range p.from.Exchanges {
		if partner[i] < 0 {
			partner[i] = find(func(b *ir.Exchange) bool { return sameKey(a, b) && len(a.Others) == len(b.Others) })
		}
		pairs = append(pairs, [2]int{i, partner[i]})
	}
	for j := range p.to.Exchanges {
		if !taken[j] {
			pairs = append(pairs, [2]int{-1, j})
		}
	}
	return pairs
}

// none is an exchange that concerns no message.
func none(c *ir.Conversation) *ir.Exchange {
	return &ir.Exchange{Keys: make([]*ir.Key, len(c.Records)), Order: ir.Order{Kinds: make([][]ir.LetterOf, len(c.Records)),
		States: []ir.Position{{Accepts: true}}}, Most: 1 << 30}
}

func (p *orderProof) exchange(i, j int) {
	if j < 0 {
		return // the receiver has one order less
	}
	b := p.to.Exchanges[j]
	a := none(p.from.Conversation)
	if i >= 0 {
		a = p.from.Exchanges[i]
	}
	name := b.Name
	c := p.course(&a.Order, &b.Order, name)
	c.keyed(a, b)
	p.checks(&a.Order, &b.Order, name)
	if b.Most < a.Most {
		g := p.gap("most", name, fmt.Sprintf("at most %d exchanges of %s may be open", b.Most, name))
		g.most, g.reach = b.Most+1, []int{i, j}
	}
	p.replies(a, b, name)
}

// replies requires that the replies to a request have types that were theirs before.
func (p *orderProof) replies(a, b *ir.Exchange, order string) {
	if b.Replies == nil {
		return
	}
	x := a.Replies
	same := x != nil && slices.Equal(x.At, b.Replies.At) && p.sameLetters(&a.Order, x.Letters, &b.Order, b.Replies.Letters)
	for _, pair := range p.pairs {
		want := b.Replies.Types[pair[1]]
		if want == nil || same && x.Types[pair[0]] != nil && paired(x.Types[pair[0]], want) {
			continue
		}
		g := p.gap("replies", order, fmt.Sprintf("replies to %s have the type %s", p.to.Records[pair[1]].Name, want.Name))
		g.records = p.needed(order, pair[0])
		for _, l := range b.Replies.Letters {
			g.include(p.recordsOf(&b.Order, l))
		}
	}
}

// include adds records to those that a trace needs.
func (g *orderGap) include(records []int) {
	for _, r := range records {
		g.records[r] = true
	}
}

// recordsOf are the sender's records of which a message can have a letter of the receiver's order.
func (p *orderProof) recordsOf(o *ir.Order, letter int) (list []int) {
	for _, pair := range p.pairs {
		if slices.ContainsFunc(p.kindsOf(o, pair[1]), func(l ir.LetterOf) bool { return l.Letter == letter }) {
			list = append(list, pair[0])
		}
	}
	return list
}

// kindsOf are the letters of a record of the receiver, by all ways.
func (p *orderProof) kindsOf(o *ir.Order, record int) []ir.LetterOf {
	list := slices.Clone(o.Kinds[record])
	for _, x := range p.to.Exchanges {
		if &x.Order == o {
			for _, way := range x.Others {
				list = append(list, way.Kinds[record]...)
			}
		}
	}
	return list
}
