package ir

import (
	"cmp"
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

// Conversation is an order in which messages come.
type Conversation struct {
	Name   string // [a-z][a-z0-9_]*
	Rename []Rename
	Doc    Doc
	Pos    diag.Pos
	Over   *Type // of the messages: a union or a record
	// Records are the possible records of a message: the records of the union, those of nested unions included, in the order of the spec. An Order
	// refers to messages by their numbers here.
	Records []*Type
	Tag     []string // member names from a message to the value that determines its record; none if no member does
	Sides   []string // who takes part; none where it does not matter who sends
	From    []string // by record: the side that sends it, or ""
	// WrongSide is the failure of a message that the other side sends, by record; at Tag.
	WrongSide []Failure
	Framing   Framing
	Batch     int // how many messages a frame may have, in an array; 0 for one message a frame, and no array
	Main      Order
	Exchanges []*Exchange
	Unique    []*Unique
}

// NeedsSide reports whether a letter depends on who sends a message of a record that either side may send. A tracker is one of a side then.
func (c *Conversation) NeedsSide() bool {
	needs := func(kinds [][]LetterOf) bool {
		return slices.ContainsFunc(slices.Concat(kinds...), func(l LetterOf) bool { return l.From != "" })
	}
	if needs(c.Main.Kinds) {
		return true
	}
	return slices.ContainsFunc(c.Exchanges, func(x *Exchange) bool {
		return needs(x.Kinds) || slices.ContainsFunc(x.Others, func(way *KeyPath) bool { return needs(way.Kinds) })
	})
}

// HasLines reports whether a stream has one message a line that a tracker without a side follows.
func (c *Conversation) HasLines() bool { return c.Framing == NDJSON && !c.NeedsSide() }

// HasFrames reports whether a stream has messages behind headers that a tracker without a side follows.
func (c *Conversation) HasFrames() bool { return c.Framing == Headers && !c.NeedsSide() }

// Sender returns the side that sends the messages of a letter, of one record, or "".
func (c *Conversation) Sender(record int, l LetterOf) string { return cmp.Or(c.From[record], l.From) }

// Orders are all orders that messages follow.
func (c *Conversation) Orders() []*Order {
	list := []*Order{&c.Main}
	for _, x := range c.Exchanges {
		list = append(list, &x.Order)
	}
	return list
}

// OrderRules are the rules of the issues that any conversation can have.
var OrderRules = []string{"unexpected-message", "after-end", "incomplete", "wrong-direction", "unique", "blank-line", "cut-line", "long-line", "bad-header",
	"cut-frame", "long-frame", "batch"}

// Framing is how a stream is cut into messages.
type Framing uint8

const (
	NoFraming Framing = iota // by the transport
	NDJSON                   // one a line
	WebSocket                // one a text frame
	Headers                  // one behind header fields, of which Content-Length counts its bytes
)

// Exchange is an order for all messages with the same value of a member. After an order has ended, with no possible continuation, its value may begin another exchange.
type Exchange struct {
	Name string
	At   []string   // member names from a message to the key, perhaps with EachItem; nil if all messages belong to one exchange at a time
	Keys []*Key     // by record; nil for records without a key
	With [][]string // as in a KeyPath
	None string     // as in a KeyPath
	Order
	// Others are letters by other members: a message takes part in the exchange of the key that it has there as well. Order.Kinds does not have them.
	Others []*KeyPath
	InUse  Failure // of a message that could begin an exchange, but whose key is that of an open one, which it does not lead on; at the conversation's Tag
	Most   int     // how many may be open. Beyond, the one that has rested longest is forgotten of those that may end where they are
	One    []int   // letters that end the exchange of their key, in every state
	All    []int   // letters that end all exchanges
	// Replies are the types that a member of replies has by request, or nil.
	Replies *Replies
	// Requests are the messages of one side that begin such an exchange and that the other side answers in it.
	Requests []*Request
	// ReplyWays are the ways by which replies belong to the exchange, by their numbers: 0 for Keys, then those of Others.
	ReplyWays []int
	// Marks are members that all requests require and that no reply declares: a message that has one and is not valid is no reply.
	Marks []string
}

// LettersOf returns the letters of a record, by the ways with some numbers: 0 for Keys, then those of Others.
func (x *Exchange) LettersOf(record int, ways []int) (list []LetterOf) {
	for _, way := range ways {
		kinds := x.Kinds
		if way > 0 {
			kinds = x.Others[way-1].Kinds
		}
		list = append(list, kinds[record]...)
	}
	return list
}

// Request is a message that is answered in an exchange.
type Request struct {
	Type    *Type
	From    string  // the side that sends it
	Replies []*Type // in this exchange, in the order of the spec
	// Result is the type that the member of its reply has, or nil if the reply is the whole message.
	Result *Type
	Many   bool // whether more than one answer may come
}

// Replies are the types of a member of replies. The type follows from the request: the last message of the exchange that has one.
type Replies struct {
	Letters []int // of the replies
	At      []string
	Members []*Kept // by record: the member; nil for a record that is none of the letters, or that lacks it
	Types   []*Type // by record of the request; nil for a message whose replies may have any value there
	// Doubles are the types with integers of 64 bits, if the member of the message has doubles in their place.
	Doubles []*Type
}

// All are the types, each once.
func (r *Replies) All() (list []*Type) {
	for _, t := range r.Types {
		if t != nil && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// KeyPath is how messages belong to an exchange by another member than most.
type KeyPath struct {
	At   []string // as in an Exchange
	Keys []*Key   // by record: of the message, or of the bound message if Of is set
	// With are further members that are the key together with At; none of them has EachItem. Keys joins their values in a text then. Messages by such
	// a key are no requests.
	With  [][]string
	None  string // the message of the issue for a message whose key, with With, no open exchange has
	Kinds [][]LetterOf
	// Of is the bound message whose member is the key; nil where it is the message's own. It is bound in the exchange of another
	// kind that the message belongs to by the usual key of that kind, before the message moves it.
	Of *Through
	// Reply is the exchange whose typed reply has the key, or nil. At leads on from the member of Replies then, and Keys is nil.
	Reply *ThroughReply
	InUse Failure // as of an Exchange
}

// SameMembers reports whether two keys have the same members.
func (way *KeyPath) SameMembers(other *KeyPath) bool {
	return slices.Equal(way.At, other.At) && slices.EqualFunc(way.With, other.With, slices.Equal[[]string])
}

// Members are the ways to the members of a key; none if all messages belong to one exchange at a time.
func (way *KeyPath) Members() [][]string {
	if way.At == nil {
		return nil
	}
	return append([][]string{way.At}, way.With...)
}

// Usual is the key by which most messages belong to the exchange.
func (x *Exchange) Usual() *KeyPath {
	return &KeyPath{At: x.At, With: x.With, None: x.None, Keys: x.Keys, Kinds: x.Kinds, InUse: x.InUse}
}

// Ways are all keys by which messages belong to the exchange, the usual one first.
func (x *Exchange) Ways() []*KeyPath { return append([]*KeyPath{x.Usual()}, x.Others...) }

// ThroughReply is a reply whose type follows from the request.
type ThroughReply struct {
	Exchange int   // in Conversation.Exchanges
	Types    []int // which types have the key, by their numbers in Replies.All
}

// Through is a message that is bound in an exchange of another kind.
type Through struct {
	Exchange int // in Conversation.Exchanges; not the one that has the KeyPath
	Number   int // in Bound of that exchange
}

// Unique lists the members in which two messages of a conversation must differ while the earlier one is remembered.
type Unique struct {
	Letters []int // of which messages
	At      []string
	By      [][]string // member names to each part of the key
	Keys    [][]*Key   // by record, then by part; nil for a record that lacks one
	// Until are, by record, the time up to which a message is remembered, that time included: programs of type Timestamp. Nil where Keys is.
	Until   []*Predicate
	Window  Window
	Most    int     // how many messages are remembered
	Failure Failure // of a message that repeats, at At
	Full    Failure // of a message that comes where as many as Most are remembered
}

// Window is how long messages are remembered, in CEL as the spec has it. Until has it in one expression.
type Window struct {
	Before string // the time up to which, that time not included; "" if there is none
	When   string // of which messages Before is; "" for all
	Until  string // of the others, that time included
}

// EachItem is the step of a way over the items of an array. A message belongs to an exchange for each key of its items.
const EachItem = "*"

// HasItems reports whether a way to keys leads over the items of an array.
func HasItems(at []string) bool { return slices.Contains(at, EachItem) }

// Key is where a record has the member that an exchange belongs to.
type Key struct {
	There Expr // whether it is present, neither absent nor null, of type Bool
	Value Expr // the member, if it is present: a String, Int or Double; Double rather than Int if another record has a Double there
	// Item is the type of the items of an array that have keys, or nil. There is about the array then, and Value is a Collect of the keys. Its
	// loop has the item as Temp 0.
	Item *ExprType
}

// Typing returns the inputs of the types of the key's expressions.
func (k *Key) Typing() Typing {
	if k.Item == nil {
		return Typing{}
	}
	return Typing{Temps: []ExprType{*k.Item}}
}

// AllThere returns the condition that a message has all of some members, or nil if every message has them.
func AllThere(keys []*Key) Expr {
	var there Expr
	for _, key := range keys {
		if c, is := key.There.(Constant); is && c.Bool {
			continue
		}
		if there == nil {
			there = key.There
		} else {
			there = Logic{L: there, R: key.There}
		}
	}
	return there
}

// Order is the allowed sequence of messages: a regular expression over letters, and its minimal automaton.
type Order struct {
	Letters []string     // by number
	Shown   [][]string   // by letter: its text in issues: its tags in quotes, each with the letter's description if a condition distinguishes it; none for `other`
	Docs    []string     // by letter: its description, or ""
	Kinds   [][]LetterOf // by record: the first case that applies to a message determines its letter
	Grammar Grammar      // as the spec has it
	States  []Position   // the first one is where it begins
	Lines   []*Line
	Bound   []*Binding
	Checks  []*SequenceCheck
	Numbers []*Numbering
}

// Numbering is an integer member by which a sender counts messages, from 0 on.
type Numbering struct {
	Letters []int
	At      []string
}

// LetterOf returns the letter of the messages of one record.
type LetterOf struct {
	Letter int
	From   string     // the side that sends the messages; "" for both, or where the record itself has a side
	When   *Predicate // nil for all messages
}

// IsSure reports whether all messages of the record have the letter.
func (l LetterOf) IsSure() bool { return l.From == "" && l.When == nil }

// Predicate is an expression over one message, by default a condition.
type Predicate struct {
	Text            string
	Program, Folded Program
}

// Position is a state of the automaton.
type Position struct {
	Next    []int   // by letter: the state that it leads to, or -1
	Accepts bool    // whether the order may end here
	Ends    bool    // whether nothing can follow
	Quiet   bool    // whether without a further request, only the sender of the exchange's requests can send more in it; not set where Ends is
	Refused Failure // of a message that does not lead on, at the conversation's Tag
	Cut     Failure // of the end of the conversation, where Accepts is not set
}

// Line is a message that is remembered for checks: the last one of their letters.
type Line struct {
	Letters []int
	Keeps   []Snapshot // by record; nil where no check looks at more than whether there has been one, and for a record that is none of the letters
}

// Binding is a message that later ones are checked against: the last one of some letters.
type Binding struct {
	Name    string
	Doc     string
	Letters []int
	When    []*Predicate // by record: which messages are bound; nil for all of a record
	Keeps   []Snapshot   // by record; nil for one that is none of the letters
}

// Snapshot is the remembered part of a message: copies of the members that are read later.
type Snapshot []*Kept

// Kept is a member that is remembered.
type Kept struct {
	At    []*Field // the way to it, through records that are always there; none for the whole message
	There Expr     // whether it is present, neither absent nor null, of type Bool
	Value Expr     // the member, if it is present
}

// SequenceCheck is a rule between messages.
type SequenceCheck struct {
	ID      string
	Text    string // as the spec has it, if its cases have other texts
	Source  string
	Pos     diag.Pos
	At      []string // member names from the message to where the issue is reported
	Failure Failure
	Refuses bool  // whether it is decided before all other checks, and refuses the message, also where it reads a message that has not come
	Letters []int // of which messages it is a check
	Kind    SequenceKind
	Line    int   // in Order.Lines, of the same letters; -1 for CheckEach
	Uses    []Use // the bound messages that its programs read, or that have come where it applies
	Without []Use // the bound messages that have not come where it applies; a check with has(bound.name) is one for each case
	Counts  bool  // whether its programs read the number of open exchanges
	// Reply is the type that the member of replies has in the check, or nil if the check is of all replies. Reads is whether its programs read
	// the member, as the last Earlier of a case.
	Reply *Type
	Reads bool
	Cases []*SequenceCase
}

// Use is a bound message.
type Use struct {
	Whole  bool // of the conversation, in the check of an exchange
	Number int  // in Bound
}

// SequenceKind is the time of a check.
type SequenceKind uint8

const (
	CheckFirst SequenceKind = iota // of the first of its messages
	CheckNext                      // of every later one, with the one before as Earlier 0
	CheckEach                      // of all
)

// SequenceCase is a check for messages of certain records. A check that reads a bound message succeeds while none is bound.
type SequenceCase struct {
	This    *Type
	Earlier []*Type // of prev, if the check is CheckNext; then of the bound messages, in the order of Uses; then the member of a reply
	Text    string
	Program Program
	Folded  Program
}

// Grammar is a regular expression over letters. The set is closed: Letter, InTurn, OneAlternative, Repeated.
type Grammar interface{ grammar() }

type (
	// Letter is one message of that letter.
	Letter struct{ Number int }
	// InTurn is its parts one after the other.
	InTurn []Grammar
	// OneAlternative is one of its parts.
	OneAlternative []Grammar
	// Repeated is Part, from Least times on: at most once where Once is set, else without end.
	Repeated struct {
		Part  Grammar
		Least int // 0 or 1
		Once  bool
	}
)

func (Letter) grammar()         {}
func (InTurn) grammar()         {}
func (OneAlternative) grammar() {}
func (Repeated) grammar()       {}

// Counter returns the member in which a client numbers a request of the exchange, or nil.
func (x *Exchange) Counter(r *Request) *Field {
	if len(x.At) != 1 {
		return nil
	}
	if f := r.Type.Field(x.At[0]); f != nil && f.Counter {
		return f
	}
	return nil
}
