package breaking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
)

// Order is the category of sequences: one version accepts a trace of messages that the other one refuses.
const Order Category = "ORDER"

// Step is one event of a trace.
type Step struct {
	From  string // the side that sends the message; "" where it does not matter
	Text  string // a message, or a batch
	Now   string // the time, RFC 3339; "" for the default
	Close bool   // the conversation ends; no message
}

// written is a trace as JSON: a list of objects with from, message, now and close.
func writtenTrace(steps []Step) string {
	var parts []string
	for _, s := range steps {
		if s.Close {
			parts = append(parts, `{"close":true}`)
			continue
		}
		var b strings.Builder
		b.WriteByte('{')
		if s.From != "" {
			fmt.Fprintf(&b, `"from":%s,`, []byte(jsontext.Of(s.From)))
		}
		if s.Now != "" {
			fmt.Fprintf(&b, `"now":%s,`, []byte(jsontext.Of(s.Now)))
		}
		fmt.Fprintf(&b, `"message":%s}`, s.Text)
		parts = append(parts, b.String())
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// orders compares the conversations of both versions.
func (c *comparison) orders() error {
	if !c.chosen(Order) && !c.chosen(Issues) {
		return nil
	}
	old, new := conversationsOf(c.old.Protocol), conversationsOf(c.new.Protocol)
	added := slices.Clone(new)
	for _, a := range old {
		i := slices.IndexFunc(added, func(b talk) bool { return a.name() == b.name() })
		if i < 0 {
			continue
		}
		b := added[i]
		added = slices.Delete(added, i, i+1)
		if err := c.conversation(a, b); err != nil {
			return err
		}
	}
	if !c.chosen(Order) {
		return nil
	}
	for _, a := range old {
		if slices.ContainsFunc(new, func(b talk) bool { return a.name() == b.name() }) {
			continue
		}
		var err error
		if added, err = c.lost(a, added); err != nil {
			return err
		}
	}
	for _, b := range added {
		if err := c.added(b); err != nil {
			return err
		}
	}
	return nil
}

// talk is a conversation of a protocol.
type talk struct {
	of *ir.Protocol
	*ir.Conversation
}

func (t talk) name() string { return t.of.Name + "/" + t.Name }

// conversationsOf are those that a spec declares. Those of its imports are of other specs.
func conversationsOf(p *ir.Protocol) (list []talk) {
	for _, c := range p.Conversations {
		list = append(list, talk{p, c})
	}
	return list
}

func (c *comparison) chosen(category Category) bool {
	return c.options.Categories == nil || slices.Contains(c.options.Categories, category)
}

// direction is one side of a comparison of orders: all that the sender's version accepts is meant to be accepted by the receiver's.
type direction struct {
	back     bool // the sender's version is the new one
	from, to talk
}

// conversation compares one conversation of both versions.
func (c *comparison) conversation(old, new talk) error {
	params := changedParams(c.old.Protocol, c.new.Protocol)
	same := newComparer(true).same(old.Conversation, new.Conversation)
	if same && !c.differ && len(params) == 0 {
		return nil
	}
	pool, err := c.newPool(old, new)
	if err != nil {
		return err
	}
	var gaps []orderGap
	for _, d := range []direction{{false, old, new}, {true, new, old}} {
		gaps = append(gaps, proveOrder(d, pool.pairs(d.back), params)...)
	}
	if len(gaps) == 0 && same {
		return nil // the messages differ, which is reported for their types
	}
	search := &orderSearch{comparison: c, pool: pool, gaps: gaps, found: map[string]*difference{}}
	search.run()
	c.reportOrders(old, new, search)
	return nil
}

// hurts reports whether a difference matters, by who sends the last message.
func (c *comparison) hurts(back bool, from string) bool {
	category := Read
	if back {
		category = Write
	}
	all := *c
	all.options.Categories = nil
	return all.wanted(category, from)
}

// reportOrders turns differences into findings, and the gaps that none of them shows into unknowns.
func (c *comparison) reportOrders(old, new talk, s *orderSearch) {
	shown := map[string]bool{}
	for _, d := range s.list() {
		if d.category == Order {
			shown[d.place()] = true
		}
		if d.category == Issues && len(shown) > 0 {
			continue // other verdicts come with other issues
		}
		if d.category == Issues {
			shown[string(Issues)] = true
		}
		if !c.chosen(d.category) || d.category == Order && !c.hurts(d.back, d.steps[len(d.steps)-1].From) {
			continue
		}
		f := Finding{Category: d.category, Rule: d.rule(), Type: old.Name, About: d.about(old, new), Old: old.Pos, New: new.Pos, Trace: d.steps, Witness: writtenTrace(d.steps)}
		if g := s.gapOf(d); g != nil {
			f.Old, f.New = g.places(old, new)
		}
		c.findings = append(c.findings, f)
	}
	for _, g := range s.gaps {
		category := Order
		if g.kind == "issues" {
			category = Issues
		}
		if g.shown(shown) || !c.chosen(category) || !c.hurts(g.back, g.sender) {
			continue
		}
		f := Finding{Category: category, Rule: g.kind, Type: old.Name, About: g.about, Unknown: g.kind != "framing"}
		if f.Old, f.New = g.places(old, new); f.Unknown {
			f.About += ": " + unknownOrder(g)
		} else if f.Trace = s.pool.first(true); g.back {
			continue // one finding is enough where no frame is one of the other version
		}
		if f.Trace != nil {
			f.Witness = writtenTrace(f.Trace)
		}
		c.findings = append(c.findings, f)
	}
}

// unknownOrder explains why a gap has no witness, and how it could get one.
func unknownOrder(g orderGap) string {
	if g.reason != "" {
		return g.reason
	}
	return "no trace of derived messages shows it; a fixture of this conversation that both versions accept would"
}

// lost reports a conversation that the new version does not have by its name. One of another name that is the same is no longer added.
func (c *comparison) lost(old talk, added []talk) ([]talk, error) {
	for i, b := range added {
		renamed := *b.Conversation
		renamed.Name, renamed.Rename = old.Name, old.Rename
		if newComparer(true).same(old.Conversation, &renamed) {
			err := c.alone(c.old, old, b, false, true, fmt.Sprintf("the conversation %s is renamed to %s", old.Name, b.Name))
			return slices.Delete(slices.Clone(added), i, i+1), err
		}
	}
	return added, c.alone(c.old, old, talk{}, true, false, fmt.Sprintf("the conversation %s is removed: old receivers refuse sequences that no new sender is kept from", old.Name))
}

func (c *comparison) added(b talk) error {
	return c.alone(c.new, b, talk{}, false, false, fmt.Sprintf("the conversation %s is added: new receivers refuse sequences that old senders send", b.Name))
}

// alone reports a conversation that one version has, with a shortest trace that it accepts or refuses.
func (c *comparison) alone(s *side, t, other talk, back, accepted bool, about string) error {
	f := Finding{Category: Order, Rule: "conversation", Type: t.Name, About: about, Unknown: true}
	if s == c.old {
		f.Old = t.Pos
	} else {
		f.New = t.Pos
	}
	if other.Conversation != nil {
		f.New = other.Pos
	}
	pool, err := c.poolOf(s, t)
	if err != nil {
		return err
	}
	if steps := pool.first(accepted); steps != nil {
		f.Unknown, f.Trace, f.Witness = false, steps, writtenTrace(steps)
		if !accepted && !c.hurts(back, steps[len(steps)-1].From) {
			return nil
		}
	}
	c.findings = append(c.findings, f)
	return nil
}

// difference is a trace that both versions judge differently at its end, and alike before.
type difference struct {
	category Category
	back     bool   // the new version accepts and the old one refuses; of Order only
	issue    string // the rule of the refusal, or both lists of issues
	order    string // the exchange that refuses, or "" for the main order
	steps    []Step
	message  string // of the refusal
	inReply  bool   // the refusal is of the member of a reply, by its type
}

func (d *difference) place() string {
	return fmt.Sprint(d.category, d.back, d.kind(), d.order)
}

// kind is the part of a conversation that a refusal is about.
func (d *difference) kind() string {
	switch d.issue {
	case "unexpected-message", "after-end":
		return "sequence"
	case "incomplete":
		return "end"
	case "wrong-direction":
		return "side"
	case "batch", "unique":
		return d.issue
	}
	if d.inReply {
		return "replies"
	}
	return "check:" + d.issue
}

// rule is the rule of the finding.
func (d *difference) rule() string {
	if d.category == Issues {
		return "issues"
	}
	kind, _, _ := strings.Cut(d.kind(), ":")
	return kind
}

func (d *difference) about(old, new talk) string {
	if d.category == Issues {
		return "in the conversation " + old.Name + ", " + d.message
	}
	who := "new receivers refuse what old senders send"
	if d.back {
		who = "old receivers refuse what new senders send"
	}
	where := ""
	if d.order != "" {
		where = ", in an exchange of " + d.order
	}
	return fmt.Sprintf("%s%s: %s (%s)", who, where, d.message, d.issue)
}

// size orders witnesses: fewer steps, then fewer bytes.
func (d *difference) compare(e *difference) int {
	return cmp.Or(len(d.steps)-len(e.steps), len(writtenTrace(d.steps))-len(writtenTrace(e.steps)), strings.Compare(writtenTrace(d.steps), writtenTrace(e.steps)))
}

// Replay judges a trace from its beginning, by a tracker of its own. The result is the issues of each step.
func Replay(p *ir.Protocol, conversation string, trace []Step) ([][]reference.Issue, error) {
	oracle, err := reference.New(reference.Source{Protocol: p})
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(p.Conversations, func(c *ir.Conversation) bool { return c.Name == conversation })
	if i < 0 {
		return nil, fmt.Errorf("no conversation %s", conversation)
	}
	own := trackerSide(p.Conversations[i])
	tracker, err := oracle.Converse(p.Name, conversation, own)
	if err != nil {
		return nil, err
	}
	var verdicts [][]reference.Issue
	for _, s := range trace {
		o, err := reference.ReadOptions(s.Now, json.RawMessage(nil))
		if err != nil {
			return nil, err
		}
		issues, err := tracker.Next(reference.Event{Text: []byte(s.Text), Sent: own != "" && s.From == own, Close: s.Close, Options: o})
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, issues)
	}
	return verdicts, nil
}

// trackerSide is the side whose tracker follows a conversation here.
func trackerSide(c *ir.Conversation) string {
	if len(c.Sides) == 2 {
		return c.Sides[0]
	}
	return ""
}
