package wire

import (
	"errors"
	"slices"
)

// Replies are the types of a member of replies. The type follows from the request: the last message of the exchange that has one.
type Replies struct {
	Letters []int // of the replies
	At      []string
	Member  func(w *Writer, m Message) bool // writes the member, and reports whether there is one
	Asked   func(m Message) int             // the number of the type in Types, or -1
	Types   []ReplyType
	// Around are the texts around the key and the result in the reply that a peer makes of a result. Two texts are around the result alone. It is nil
	// if no peer makes replies of results.
	Around []string
}

// ReplyType parses the member of a reply. It returns nil for an invalid one. The options report the issues.
type ReplyType func(text []byte, opts []Option) any

// ReplyOf checks a member that parse reads. It is for generated code.
func ReplyOf[T any](parse func([]byte, ...Option) (T, error)) ReplyType {
	return func(text []byte, opts []Option) any {
		m, err := parse(text, opts...)
		if err != nil {
			return nil // not m, which may be a nil pointer
		}
		return m
	}
}

// ReplyOfDoubles is ReplyOf for a type with integers of 64 bits, in a member whose numbers are doubles: each integer is exactly its double. It is for
// generated code.
func ReplyOfDoubles[T any](parse func([]byte, ...Option) (T, error)) ReplyType {
	of := ReplyOf(parse)
	return func(text []byte, opts []Option) any { return of(exactIntegers(string(text)), opts) }
}

// typedReply is the member of a reply whose type follows from the request.
type typedReply struct {
	asked  int // one more than the number of the type; 0 if the message is no such reply
	member any // nil if the member is absent or not valid
}

// typed checks the member of a reply, and notes the type that the replies to a request have. Its issues are those of the message.
func (t *Tracker[M]) typed(r *Reader, m Message, to *move, x *Replies, how *step) (reply typedReply) {
	if x == nil {
		return reply
	}
	c := to.course
	if c.asked > 0 && slices.Contains(x.Letters, to.letter) {
		reply.asked = c.asked
		if how.result != nil && how.asked == c.asked {
			reply.member = how.result
		} else if w := x.write(m); w != nil {
			reply.member = x.Types[c.asked-1](w.buf, t.reporting(t.given))
			t.put(r, x.At, t.own)
			w.release()
		}
	}
	if asked := x.Asked(m); asked >= 0 {
		c.asked = asked + 1
	}
	return reply
}

// write returns a writer that contains the member as JSON, or nil without one. The caller releases it.
func (x *Replies) write(m Message) *Writer {
	w := writers.Get().(*Writer)
	w.startKept(&unlimited) // the message has been read or checked, so it is within the limits
	if x.Member(w, m) {
		if _, err := w.Finish(); err == nil {
			return w
		}
	}
	w.release()
	return nil
}

// keyInReply returns the key in the member of a typed reply.
func (t *Tracker[M]) keyInReply(way *Way, m Message) (key Key, has bool) {
	x := &t.conversation.Exchanges[way.Reply.Exchange]
	for i := range x.Ways {
		if x.Ways[i].Reply != nil {
			continue
		}
		own, known := t.keyBy(&x.Ways[i], m)
		c := t.open[way.Reply.Exchange].byKey.get(own)
		if !known || c == nil || !slices.Contains(way.Reply.Types, c.asked-1) {
			continue
		}
		if w := x.Replies.write(m); w != nil {
			defer w.release()
			return keyIn(w.buf, way.At)
		}
	}
	return Key{}, false
}

// put adds the issues of a member to those of a message.
func (t *Tracker[M]) put(r *Reader, at []string, issues []Issue) {
	list := within(at, issues)
	t.inside = interleaved(t.inside, list)
	r.issues.invalid = r.issues.invalid || slices.ContainsFunc(list, func(issue Issue) bool { return issue.Level == Must })
}

// within returns the issues of a member at their places in its message.
func within(at []string, issues []Issue) []Issue {
	if len(issues) == 0 {
		return nil
	}
	around := pointerTo(at)
	moved := slices.Clone(issues)
	for i := range moved {
		moved[i].Path = around + moved[i].Path
	}
	return moved
}

// whole returns the text of the reply that has a result, to the request of a key. add appends the result. The issues of its error get their places in
// the reply.
func (x *Replies) whole(key Key, text []byte, add func(text []byte) ([]byte, error)) ([]byte, error) {
	text = append(text, x.Around[0]...)
	if len(x.Around) == 3 {
		text = append(key.appendTo(text), x.Around[1]...)
	}
	text, err := add(text)
	var invalid *ValidationError
	if errors.As(err, &invalid) {
		return nil, &ValidationError{Issues: within(x.At, invalid.Issues)}
	}
	if err != nil {
		return nil, err
	}
	return append(text, x.Around[len(x.Around)-1]...), nil
}
