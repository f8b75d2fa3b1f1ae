package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"

	"github.com/envgen/envgen/internal/ir"
)

// Conversation validates the messages of a conversation one after the other. For an order it stores the derivative of the grammar by the messages so
// far, and never uses the automaton.
type Conversation struct {
	owner *protocol
	ir    *ir.Conversation
	*compiled
	whole    *thread
	open     []map[any]*thread // by exchange, then by key
	past     [][]remembered    // by ir.Unique
	side     string            // whose tracker this is, or ""
	closed   bool
	moves    int      // so far
	resting  [][]rest // by exchange: the open ones in the order of their last messages, with others that have moved or ended since
	sizeMost int      // the conversation remembers at most so many bytes
}

// thread is one course of an order.
type thread struct {
	order *ir.Order
	moved int // when the last message came, as Conversation.moves counts
	left  *state
	// These are nil until there is something to keep: exchanges may be open by the ten thousand.
	last  map[int]said // by check: the last message that it is of
	bound map[int]said // by number in Order.Bound
	bytes map[place]int
	key   int      // bytes of the key
	asked *ir.Type // the type that replies have, or nil
}

// said is a message.
type said struct {
	record *ir.Type
	value  func() any // native, which only conditions and checks need; nil where there is no message
	plain  any        // as JSON
	sender string
}

func newSaid(record *ir.Type, value any) said {
	return said{record: record, value: sync.OnceValue(func() any { return native(&record.Value, value, everyStage) }), plain: value}
}

// native returns the value that conditions and checks read.
func (m said) native() any {
	if m.value == nil {
		return nil
	}
	return m.value()
}

// Event is one step of a conversation.
type Event struct {
	Text  []byte
	Sent  bool // by the tracker's own side
	Close bool
	Options
}

// WrittenEvent is an event as requests of executors have it (contract, section 6).
type WrittenEvent struct {
	Send    *string `json:"send"`
	Receive *string `json:"receive"`
	Close   bool    `json:"close"`
	Now     string  `json:"now"`
}

// ConverseAll judges the events of a conversation, each by its own time or else by now.
func (r *Reference) ConverseAll(protocolName, name, side string, events []WrittenEvent, now string, params json.RawMessage) ([][]Issue, error) {
	c, err := r.Converse(protocolName, name, side)
	if err != nil {
		return nil, err
	}
	// A mistaken parameter is one without any message, too.
	o, err := ReadOptions(now, params)
	if err == nil {
		_, err = c.owner.readParams(o)
	}
	if err != nil {
		return nil, err
	}
	verdicts := [][]Issue{}
	for _, e := range events {
		next := Event{Close: e.Close, Sent: e.Send != nil}
		for _, text := range []*string{e.Send, e.Receive} {
			if text != nil {
				next.Text = []byte(*text)
			}
		}
		if next.Options, err = ReadOptions(cmp.Or(e.Now, now), params); err != nil {
			return nil, err
		}
		issues, err := c.Next(next)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, issues)
	}
	return verdicts, nil
}

// Converse begins a conversation of a protocol. side is whose tracker it is; "" where messages come in one direction.
func (r *Reference) Converse(protocolName, name, side string) (*Conversation, error) {
	p := r.protocol(protocolName)
	if p == nil {
		return nil, fmt.Errorf("no protocol is called %q", protocolName)
	}
	i := slices.IndexFunc(p.ir.Conversations, func(c *ir.Conversation) bool { return c.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("protocol %s has no conversation %q", protocolName, name)
	}
	c := &Conversation{owner: p, ir: p.ir.Conversations[i], side: side}
	switch {
	case side == "" && c.ir.NeedsSide():
		return nil, fmt.Errorf("only a tracker of %s follows the conversation %s, because both may send some of its messages", strings.Join(c.ir.Sides, " or "), name)
	case side != "" && !slices.Contains(c.ir.Sides, side):
		return nil, fmt.Errorf("the conversation %s has no side %q", name, side)
	}
	once, _ := p.conversations.LoadOrStore(c.ir, sync.OnceValues(func() (*compiled, error) { return compileConversation(c.ir) }))
	var err error
	if c.compiled, err = once.(func() (*compiled, error))(); err != nil {
		return nil, err
	}
	c.whole = c.begin(&c.ir.Main)
	for range c.ir.Exchanges {
		c.open = append(c.open, map[any]*thread{})
	}
	c.past, c.resting = make([][]remembered, len(c.ir.Unique)), make([][]rest, len(c.open))
	return c, nil
}

// compiled are the parts that the trackers of a conversation share.
type compiled struct {
	programs map[any]cel.Program // by *ir.Predicate and *ir.SequenceCase
	orders   map[*ir.Order]*states
	ways     [][]*ir.KeyPath // by exchange
}

// compileConversation compiles the conditions and checks of a conversation. Many have the same text.
func compileConversation(c *ir.Conversation) (*compiled, error) {
	environment, err := newEnvironment()
	if err != nil {
		return nil, err
	}
	programs, known := map[any]cel.Program{}, map[string]cel.Program{}
	compile := func(of any, text string) error {
		if known[text] == nil {
			if known[text], err = program(environment, text); err != nil {
				return err
			}
		}
		programs[of] = known[text]
		return nil
	}
	orders := []*ir.Order{&c.Main}
	var texts []*ir.Predicate
	add := func(all [][]ir.LetterOf) {
		for _, kinds := range all {
			for _, k := range kinds {
				texts = append(texts, k.When)
			}
		}
	}
	bound := func(o *ir.Order) {
		for _, b := range o.Bound {
			texts = append(texts, b.When...)
		}
	}
	add(c.Main.Kinds)
	bound(&c.Main)
	for _, x := range c.Exchanges {
		orders = append(orders, &x.Order)
		add(x.Kinds)
		bound(&x.Order)
		for _, way := range x.Others {
			add(way.Kinds)
		}
	}
	for _, u := range c.Unique {
		texts = append(texts, u.Until...)
	}
	for _, text := range texts {
		if text == nil {
			continue
		}
		if err := compile(text, text.Text); err != nil {
			return nil, err
		}
	}
	for _, o := range orders {
		for _, check := range o.Checks {
			for _, one := range check.Cases {
				if err := compile(one, one.Text); err != nil {
					return nil, err
				}
			}
		}
	}
	return &compiled{programs, statesOf(orders), waysOf(c.Exchanges)}, nil
}

func (c *Conversation) begin(o *ir.Order) *thread {
	return &thread{order: o, left: c.orders[o].start}
}

// Next processes an event. It returns the issues of the message itself; of a batch, those of its messages one behind the other. Unless one of them is a must, it adds the issues of the conversation.
func (c *Conversation) Next(e Event) ([]Issue, error) {
	if e.Close {
		if _, err := c.owner.readParams(e.Options); err != nil { // of a message they are read with it
			return nil, err
		}
		return c.Close(e.Options), nil
	}
	l, err := c.JudgeFrame(e.Text, e.Options)
	if err != nil {
		return nil, err
	}
	return slices.Concat(c.takeFrame(l, e.Sent)...), nil
}

// Close ends the conversation.
func (c *Conversation) Close(o Options) []Issue { return list(c.close(), o.withDefaults().MaxIssues) }

// Message is a text that has been judged by itself.
type Message struct {
	judgement
	most    int
	bytes   int // that may be remembered
	options Options
}

// Judge validates a text alone. It is safe for concurrent use, unlike methods that take messages in their order.
func (c *Conversation) Judge(text []byte, o Options) (Message, error) {
	j, err := c.owner.heard(c.ir.Over, text, o)
	return message(j, o), err
}

func message(j judgement, o Options) Message {
	all := o.withDefaults()
	return Message{j, all.MaxIssues, all.MaxRemembered, o}
}

// take judges a message in its place.
func (c *Conversation) take(m Message, sent bool) []Issue {
	if !m.Valid {
		return m.Issues
	}
	return list(append(slices.Clone(m.failures), c.hear(m, sent)...), m.most)
}

// said is a valid message, with the number of its record.
func (c *Conversation) said(j judgement) (int, said) {
	record := variantOf(c.ir.Over, j.value)
	return slices.Index(c.ir.Records, record), newSaid(record, j.value)
}

// sender is who sends a message of the tracker's own side, or one that it receives; "" where there are not two sides.
func (c *Conversation) sender(sent bool) string {
	for _, side := range c.ir.Sides {
		if len(c.ir.Sides) == 2 && (side == c.side) == sent {
			return side
		}
	}
	return ""
}

// effect is the effect of a message on one order, or on the memory against repeats.
type effect struct {
	do       func() []failure
	growth   int // by how many bytes more is remembered
	exchange int // -1 for none
	key      any
	begins   bool // the exchange
}

// threadKey is an exchange, by its kind and its key.
type threadKey struct {
	exchange int
	key      any
}

// concernedBy are the exchanges that a message concerns. They are not dropped for it.
func concernedBy(effects []effect) map[threadKey]bool {
	all := map[threadKey]bool{}
	for _, e := range effects {
		if e.key != nil {
			all[threadKey{e.exchange, e.key}] = true
		}
	}
	return all
}

// hear returns the conversation's failures for a valid message.
func (c *Conversation) hear(message Message, sent bool) []failure {
	j, most := message.judgement, message.bytes
	number, m := c.said(j)
	m.sender = c.sender(sent)
	tag := failureAt(c.ir.Tag)
	if c.closed {
		return tag(ir.Failure{Rule: "after-end", Message: "must not come after the end"})
	}
	if from := c.ir.From[number]; c.side != "" && from != "" && (from == c.side) != sent {
		return tag(c.ir.WrongSide[number])
	}
	letter := c.letter(c.ir.Main.Kinds[number], m, j)
	whole := c.whole.left.next(letter)
	if whole == nil {
		return tag(c.whole.refusal())
	}
	if refused := c.closes(c.whole, letter, m, j); refused != nil {
		return tag(*refused)
	}
	open := 0
	for _, threads := range c.open {
		open += len(threads)
	}
	// The effects if no order rejects the message.
	effects := []effect{{do: func() []failure { return c.move(c.whole, whole, letter, m, j, open, nil) }, growth: c.growth(c.whole, letter, m, j), exchange: -1}}
	moved, concerned, _, refused := c.memberships(number, m, message)
	if refused != nil {
		return tag(*refused)
	}
	effects = append(effects, moved...)
	for i, u := range c.ir.Unique {
		remember, refused := c.repeats(i, u, letter, number, m, j)
		if refused != nil {
			return failureAt(u.At)(*refused)
		}
		effects = append(effects, remember...)
	}
	if refused := c.fit(effects, concerned, most); refused != nil {
		return tag(*refused)
	}
	var failures []failure
	for _, e := range effects {
		if e.begins {
			c.makeRoom(e, concerned)
		}
		failures = append(failures, e.do()...)
	}
	return failures
}

// close returns the failures at the end of the conversation.
func (c *Conversation) close() []failure {
	threads := []*thread{c.whole}
	for _, open := range c.open {
		threads = slices.AppendSeq(threads, maps.Values(open)) // in any order: equal issues are one
	}
	var failures []failure
	for _, t := range threads {
		if !c.closed && !t.left.ends {
			failures = append(failures, failure{Failure: ir.Failure{Rule: "incomplete", Message: "must not end before " + oneOf(t.awaited())}})
		}
	}
	c.closed = true
	return failures
}

// failureAt makes failures at a member.
func failureAt(names []string) func(ir.Failure) []failure {
	var at path
	for _, name := range names {
		at = at.with(segment{name: name})
	}
	return func(f ir.Failure) []failure { return []failure{{Failure: f, at: at}} }
}

// variantOf is the record that a valid message is of.
func variantOf(t *ir.Type, value any) *ir.Type {
	for {
		switch k := t.Value.Kind.(type) {
		case ir.Ref:
			t = k.Type
		case *ir.Union:
			t = selectVariant(k, value.(object))
		default:
			return t
		}
	}
}
