package syntax

import (
	"iter"
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

// Conversation is one entry of `conversations`.
type Conversation struct {
	Name      Text
	Rename    []Rename
	Doc       Text
	Source    Text
	Over      Text
	Sides     []Text
	Framing   Text
	Batch     Batch
	Order     Order
	Exchanges []Exchange
	Unique    []Unique
}

// Unique is one entry of `unique`: the members in which two messages must differ.
type Unique struct {
	Pos     diag.Pos
	Of      []Text // letters; none for all messages
	By      []Text // JSON Pointers, from the message
	At      Text   // a JSON Pointer
	Until   Text   // CEL, or without Pos
	Before  Text   // CEL, or without Pos
	When    Text   // CEL: of which messages Before is, or without Pos
	Most    *Node  // a number, or nil
	Message Text
	Source  Text
}

// Exchange is one entry of `exchanges`: an order for each value of a member.
type Exchange struct {
	Name  Text
	Key   Key   // JSON Pointers, from the message, or without Pos
	Most  *Node // a number, or nil
	Order Order
	One   []Text // letters that end one exchange, at any time
	All   []Text // letters that end all of them
	// Replies is nil if no type of a reply follows from its request.
	Replies *Replies
}

// Replies are the types that a member of replies has by request.
type Replies struct {
	Pos   diag.Pos
	At    Text   // a JSON Pointer, from the reply
	Of    []Text // letters
	Types []ReplyType
}

// ReplyType is the type for the reply to requests with a tag or a type.
type ReplyType struct{ To, Type Text }

// Order is the order of the messages of a conversation or an exchange.
type Order struct {
	Pos      diag.Pos
	Grammar  Text
	Letters  []Letter
	Bind     []Binding
	Sequence []Step
	Numbers  []Numbering
}

// Numbering is one entry of `numbers`: a member by which a sender counts messages.
type Numbering struct {
	Pos diag.Pos
	At  Text // a JSON Pointer
	Of  []Text
}

// Letter is a name for messages.
type Letter struct {
	Name Text
	Doc  Text
	Of   []Text // tags
	When Text   // CEL, or without Pos
	From Text   // the side that sends it, or without Pos
	Key  Key    // in an exchange, JSON Pointers or a member of a bound message; or without Pos
}

// Key is a member, or several that are a key together.
type Key struct {
	Text
	With []Text // the further members
}

// Is reports whether two keys are the same members.
func (k Key) Is(other Key) bool {
	return k.Value == other.Value && slices.EqualFunc(k.With, other.With, func(a, b Text) bool { return a.Value == b.Value })
}

// Binding is a name for the last message of some letters.
type Binding struct {
	Name Text
	Doc  Text
	Of   []Text
	When Text // CEL, or without Pos
}

// Step is one entry of `sequence`, a check between messages.
type Step struct {
	Pos     diag.Pos
	ID      Text
	Of      []Text // letters
	To      []Text // the requests whose replies they are; none for all
	Kind    Text   // first, next or each: the key of Check
	Check   Text   // CEL
	At      Text   // a JSON Pointer, from the message
	Message Text
	Level   Text
	Source  Text
}

var (
	orderKeys        = []string{"grammar", "letters", "bind", "sequence", "numbers"}
	conversationKeys = slices.Concat([]string{"description", "source", "x-name", "over", "sides", "framing", "batch", "exchanges", "unique"}, orderKeys)
	exchangeKeys     = slices.Concat([]string{"key", "most", "ends", "replies"}, orderKeys)
	letterKeys       = []string{"description", "of", "from", "when", "key"}
	bindKeys         = []string{"description", "of", "when"}
	beforeKeys       = []string{"when", "time"}
	endsKeys         = []string{"one", "all"}
	repliesKeys      = []string{"at", "of", "types"}
	numberKeys       = []string{"at", "of"}
	uniqueKeys       = []string{"of", "by", "at", "until", "before", "most", "message", "source"}
	stepKeys         = []string{"id", "of", "to", "first", "next", "each", "at", "message", "level", "source"}
)

func (r *reader) conversations(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	for _, e := range m.Value.Members {
		if r.is(e, MapNode) {
			f.Conversations = append(f.Conversations, r.conversation(e))
		}
	}
}

func (r *reader) conversation(e Member) Conversation {
	c := Conversation{Name: e.Key, Order: Order{Pos: e.Value.Pos}}
	for _, k := range e.Value.Members {
		switch k.Key.Value {
		case "description":
			c.Doc = r.text(k)
		case "source":
			c.Source = r.text(k)
		case "x-name":
			c.Rename = r.rename(k)
		case "over":
			c.Over = r.text(k)
		case "sides":
			c.Sides = r.names(k)
		case "framing":
			c.Framing = r.framing(k)
		case "batch":
			c.Batch = r.batch(k)
		case "exchanges":
			c.Exchanges = r.exchanges(k)
		case "unique":
			c.Unique = r.unique(k)
		default:
			r.order(&c.Order, k, conversationKeys)
		}
	}
	r.complete(e.Key, e.Value, "the conversation "+quote(e.Key.Value), "over", "grammar")
	return c
}

// order reads the common keys of conversations and exchanges.
func (r *reader) order(o *Order, k Member, known []string) {
	switch k.Key.Value {
	case "grammar":
		o.Grammar = r.text(k)
	case "letters":
		o.Letters = r.letters(k)
	case "bind":
		o.Bind = r.bind(k)
	case "sequence":
		o.Sequence = r.sequence(k)
	case "numbers":
		o.Numbers = r.numbers(k)
	default:
		r.unknown(k.Key, known, nil, ourExtensions)
	}
}

// bind reads bindings: letters, or a mapping with details.
func (r *reader) bind(m Member) (list []Binding) {
	if !r.is(m, MapNode) {
		return nil
	}
	for _, e := range m.Value.Members {
		if e.Value.Kind != MapNode {
			list = append(list, Binding{Name: e.Key, Of: r.names(e)})
			continue
		}
		b := Binding{Name: e.Key}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "description":
				b.Doc = r.text(k)
			case "of":
				b.Of = r.names(k)
			case "when":
				b.When = r.text(k)
			default:
				r.unknown(k.Key, bindKeys, nil, nil)
			}
		}
		r.complete(e.Key, e.Value, "what is bound as "+quote(e.Key.Value), "of")
		list = append(list, b)
	}
	return list
}

func (r *reader) letters(m Member) []Letter {
	if !r.is(m, MapNode) {
		return nil
	}
	var list []Letter
	for _, e := range m.Value.Members {
		if !r.is(e, MapNode) {
			continue
		}
		l := Letter{Name: e.Key}
		for _, k := range e.Value.Members {
			switch k.Key.Value {
			case "description":
				l.Doc = r.text(k)
			case "of":
				l.Of = r.names(k)
			case "when":
				l.When = r.text(k)
			case "from":
				l.From = r.text(k)
			case "key":
				l.Key = r.exchangeKey(k)
			default:
				r.unknown(k.Key, letterKeys, nil, nil)
			}
		}
		r.complete(e.Key, e.Value, "the letter "+quote(e.Key.Value), "of")
		list = append(list, l)
	}
	return list
}

func (r *reader) sequence(m Member) (list []Step) {
	for item := range r.mappings(m, "a check of a sequence", "begin with `- id: name`") {
		list = append(list, r.step(item))
	}
	return list
}

// mappings returns the items of a list that contains only mappings.
func (r *reader) mappings(m Member, what, help string) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		if !r.is(m, ListNode) {
			return
		}
		for _, item := range m.Value.Items {
			if item.Kind == MapNode {
				if !yield(item) {
					return
				}
			} else if !r.reported(item.Pos) {
				r.fail(item.Pos, "value-type", help, "%s must be a mapping, not %s", what, item.Kind)
			}
		}
	}
}

func (r *reader) numbers(m Member) (list []Numbering) {
	for item := range r.mappings(m, "an entry of `numbers`", "begin with `- at: /seq`") {
		n := Numbering{Pos: item.Pos}
		for _, k := range item.Members {
			switch k.Key.Value {
			case "at":
				n.At = r.text(k)
			case "of":
				n.Of = r.names(k)
			default:
				r.unknown(k.Key, numberKeys, nil, nil)
			}
		}
		r.complete(Text{Pos: item.Pos}, item, "this entry of `numbers`", "at", "of")
		list = append(list, n)
	}
	return list
}

func (r *reader) step(n *Node) Step {
	s := Step{Pos: n.Pos}
	for _, k := range n.Members {
		switch k.Key.Value {
		case "id":
			s.ID = r.text(k)
		case "of":
			s.Of = r.names(k)
		case "to":
			s.To = r.names(k)
		case "first", "next", "each":
			if s.Kind.Pos.IsValid() {
				r.fail(k.Key.Pos, "sequence", "write one check for each", "a check has one of `first`, `next` and `each`; this one already has `%s`", s.Kind.Value)
				continue
			}
			s.Kind, s.Check = k.Key, r.text(k)
		case "at":
			s.At = r.text(k)
		case "message":
			s.Message = r.text(k)
		case "level":
			s.Level = r.level(k)
		case "source":
			s.Source = r.text(k)
		default:
			r.unknown(k.Key, stepKeys, nil, nil)
		}
	}
	r.complete(Text{Pos: n.Pos}, n, "this check of a sequence", "id", "of", "message")
	if !s.Kind.Pos.IsValid() {
		r.fail(n.Pos, "missing-key", "add `next:` with an expression that compares `this` with `prev`", "this check of a sequence has none of `first`, `next` and `each`")
	}
	return s
}

// level reads the level of an issue.
func (r *reader) level(k Member) Text {
	level := r.text(k)
	if k.Value.Kind == TextNode && !slices.Contains(levels, level.Value) {
		r.fail(level.Pos, "level", "write `must` or `should`", "%s is not a level", quote(level.Value))
	}
	return level
}
