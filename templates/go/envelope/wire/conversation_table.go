package wire

import (
	"bufio"
	"sync"
	"time"
)

// Conversation is the table of an order of messages. It is for generated code, like the types of its fields.
type Conversation struct {
	Name   string
	Params Params
	Tag    []string // member names from a message to its tag
	Sides  []string
	Sided  bool // whether a letter depends on who sends its messages: only a tracker of one side can follow
	Lines  bool // whether a stream has one message a line
	// Frames cuts a stream that has other frames than lines.
	Frames func(in *bufio.Reader, most int) StreamCutter
	// Batch returns the texts of a frame with several messages, or its fault; nothing for another text. It is nil where each frame has one message.
	Batch func(text []byte, o *options) ([][]byte, *Issue)
	// From returns who sends a message, or ""; nil where that does not matter.
	From      func(m Message) string
	Whole     Order
	Exchanges []Exchange
	Unique    []Unique
}

// Exchange is an order of all messages with one value of a member.
type Exchange struct {
	Name string
	// Ways are how messages belong to it: by the key that its requests have, then by other members.
	Ways []Way
	// Most is how many may be open; 0 is 65,536. Beyond, the tracker drops the least recently used exchange that is in an accepting state.
	Most int
	One  []int // letters that end the exchange of their key
	All  []int // letters that end all of them
	// Marks are members that all requests have and that no reply declares.
	Marks []string
	// ReplyWays are the ways by which replies belong to it; nil for the first one.
	ReplyWays []int
	// Replies are the types that a member of replies has by request, or nil.
	Replies *Replies
	Order
}

const usualMost = 65_536

// most is how many exchanges may be open.
func (x *Exchange) most() int {
	if x.Most == 0 {
		return usualMost
	}
	return x.Most
}

// Way is how messages belong to an exchange by one member.
type Way struct {
	At  []string // the member, of a message or of the bound one
	Key func(m Message) (key Key, has bool)
	// Items appends the keys in the items of an array. The message is of an exchange for each of them. Key is nil then.
	Items  func(m Message, keys []Key) []Key
	Letter func(r *Reader, m Message) int
	// Through is the bound message that has the member; nil if the message itself has it.
	Through *Through
	// Reply is the typed reply that has the member, or nil.
	Reply *ReplyKey
	InUse string // the message of the issue for a message that would begin an exchange with the key of an open one
	// None is the message of the issue for a message whose key of several members is that of no open exchange.
	None string
}

// Through is a message that is bound in an exchange of another kind, which a message belongs to as well.
type Through struct {
	Exchange int
	Number   int // in Bound
}

// ReplyKey is a member of a reply, whose type follows from the request in an exchange of another kind.
type ReplyKey struct {
	Exchange int
	Types    []int // the types that have it
}

// Unique are the members that must differ between two messages while the earlier one is remembered.
type Unique struct {
	Letters []int // of which messages
	At      []string
	// Key appends the unique members of a message; nil without them.
	Key     func(m Message, key []byte) []byte
	Until   func(r *Reader, m Message) time.Time // that time included
	Most    int                                  // how many messages are remembered
	Message string                               // of the issue for a message that repeats
	Full    string                               // of the issue for a message that comes where as many as Most are remembered
}

// Order is an automaton over letters, with checks between messages.
type Order struct {
	Letter func(r *Reader, m Message) int // -1 for a message that the order does not speak of
	Names  []string                       // of letters
	States []State
	Lines  []Slot // the messages that checks compare with
	Bound  []Slot // the messages that checks speak of by name
	Checks []SequenceCheck
	// Numbers are integers by which a writer counts messages.
	Numbers []Numbering

	once    sync.Once
	indexed orderIndex // once there is a tracker
}

// Slot is a message that is remembered: the last one of some letters.
type Slot struct {
	Letters []int
	// When selects their messages; nil for all.
	When func(r *Reader, m Message) bool
	// Keep returns a message with the members of m that are read later, by value, and their size. It may use the one that is given, which nobody reads
	// any more. A nil Keep remembers only that there has been a message.
	Keep func(m, into Message) (Message, int)
}

// Numbering is an integer by which a writer counts messages, from 0 on.
type Numbering struct {
	Letters []int // of which messages
	At      []string
	Set     func(m Message, n int64)
}

// State contains the possible next messages.
type State struct {
	Next     []int16 // by letter: one more than the number of the state that it leads to, or 0; none at the end
	Expected string  // the message for letters without a transition
	Cut      string  // the message for an end here; "" if the order may end here
	Quiet    bool    // whether nobody but the sender of requests may send more in the exchange, without a further request
}

// SequenceCheck is a rule between messages.
type SequenceCheck struct {
	Letters []int // of which messages it is a check
	Kind    SequenceKind
	Line    int   // in Lines, unless it is CheckEach
	Uses    []Use // the values that it reads beside the message and, if it is CheckNext, the previous one
	Without []Use // the messages after which it does not apply
	Counts  bool  // whether it reads the number of open exchanges
	Reply   int   // one more than the number of the type of the replies that it is of, in Replies.Types; 0 for all messages of the letters
	Reads   bool  // whether it reads the member of the reply, as the last one
	Refuses bool  // whether it is decided before a message has any effect, and refuses the message; also where a message of Uses has not come, or one of Without has
	At      []string
	Failure Failure
	// Holds evaluates the check on the message, the previous one if it is CheckNext, then the values of Uses.
	Holds func(r *Reader, m []Message) bool
}

// Use is a message that an order keeps.
type Use struct {
	Whole  bool // the order of the conversation, in the check of an exchange
	Number int
}

// SequenceKind is the kind of messages that a check applies to.
type SequenceKind uint8

// The values of SequenceKind.
const (
	CheckFirst SequenceKind = iota // of the first of its messages
	CheckNext                      // of every later one
	CheckEach                      // of all
)

// accepts reports whether the order may end in a state.
func (s *State) accepts() bool { return s.Cut == "" }

// after is the state that a letter leads to, or -1.
func (o *Order) after(state, letter int) int {
	if next := o.States[state].Next; letter >= 0 && letter < len(next) {
		return int(next[letter]) - 1
	}
	return -1
}

var afterEnd = Failure{Rule: "after-end", Message: "must not come after the end"}

func (o *Order) refusal(state int) *Failure {
	if s := &o.States[state]; len(s.Next) > 0 {
		return &Failure{Rule: "unexpected-message", Message: s.Expected}
	}
	return &afterEnd
}

// orderIndex finds the parts of an order by the number of a letter.
type orderIndex struct {
	guards, checks, lines, bound [][]int
}

// index makes the indexes, the first time.
func (c *Conversation) index() {
	c.Whole.once.Do(c.Whole.prepare)
	for i := range c.Exchanges {
		x := &c.Exchanges[i]
		x.once.Do(x.prepare)
	}
}

func (o *Order) prepare() {
	x := &o.indexed
	for i := range o.Checks {
		if o.Checks[i].Refuses {
			x.guards = listed(x.guards, o.Checks[i].Letters, i)
			continue
		}
		x.checks = listed(x.checks, o.Checks[i].Letters, i)
	}
	for i := range o.Lines {
		x.lines = listed(x.lines, o.Lines[i].Letters, i)
	}
	for i := range o.Bound {
		x.bound = listed(x.bound, o.Bound[i].Letters, i)
	}
}

// listed adds a number to the lists of some letters.
func listed(lists [][]int, letters []int, number int) [][]int {
	for _, letter := range letters {
		for len(lists) <= letter {
			lists = append(lists, nil)
		}
		lists[letter] = append(lists[letter], number)
	}
	return lists
}

// of returns the list of a letter.
func of(lists [][]int, letter int) []int {
	if letter < len(lists) {
		return lists[letter]
	}
	return nil
}
