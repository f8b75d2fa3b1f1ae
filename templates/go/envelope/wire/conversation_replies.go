package wire

import (
	"encoding/json"
	"errors"
	"slices"
)

// Replies are the types of a member of replies. The type follows from the request: the last message of the exchange that has one.
type Replies struct {
	Letters []int // of the replies
	At      []string
	Member  func(m Message) (json.Marshaler, bool)
	Asked   func(m Message) int // the number of the type in Types, or -1
	Types   []ReplyType
	// Around are the texts around the key and the result in the reply that a peer makes of a result. Two texts are around the result alone. It is nil
	// if no peer makes replies of results.
	Around []string
}

// ReplyType checks the member of a reply.
type ReplyType func(text []byte, opts []Option) (any, []Issue)

// ReplyOf checks a member that parse reads. It is for generated code.
func ReplyOf[T any](parse func([]byte, ...Option) (T, error)) ReplyType {
	return func(text []byte, opts []Option) (any, []Issue) {
		var issues []Issue
		m, err := parse(text, append(opts[:len(opts):len(opts)], Report(&issues), lenient)...)
		if err != nil {
			return nil, issues // not m, which may be a nil pointer
		}
		return m, issues
	}
}

// typedReply is the member of a reply whose type follows from the request.
type typedReply struct {
	asked  int // one more than the number of the type; 0 if the message is no such reply
	member any // nil if the member is absent or not valid
}

// typed checks the member of a reply, and notes the type that the replies to a request have. Its issues are those of the message.
func (t *Tracker[M]) typed(r *Reader, m Message, to *move, x *Replies) (reply typedReply) {
	if x == nil {
		return reply
	}
	c := to.course
	if c.asked > 0 && slices.Contains(x.Letters, to.letter) {
		reply.asked = c.asked
		if text, has := x.text(m); has {
			member, issues := x.Types[c.asked-1](text, t.given)
			reply.member = member
			t.put(r, x.At, issues)
		}
	}
	if asked := x.Asked(m); asked >= 0 {
		c.asked = asked + 1
	}
	return reply
}

// text returns the member as JSON.
func (x *Replies) text(m Message) ([]byte, bool) {
	value, has := x.Member(m)
	if !has {
		return nil, false
	}
	text, err := value.MarshalJSON()
	return text, err == nil
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
		if text, has := x.Replies.text(m); has {
			return keyIn(text, way.At)
		}
	}
	return Key{}, false
}

// put adds the issues of a member to those of a message.
func (t *Tracker[M]) put(r *Reader, at []string, issues []Issue) {
	for _, issue := range within(at, issues) {
		t.inside = append(t.inside, issue)
		r.issues.invalid = r.issues.invalid || issue.Level == Must
	}
}

// within returns the issues of a member at their places in its message.
func within(at []string, issues []Issue) []Issue {
	if len(issues) == 0 {
		return nil
	}
	around := ""
	for _, name := range at {
		around += "/" + pointerEscaper.Replace(name)
	}
	moved := slices.Clone(issues)
	for i := range moved {
		moved[i].Path = around + moved[i].Path
	}
	return moved
}

// whole returns the text of the reply that has a result, to the request of a key. The issues of the error of a result get their places in the reply.
func (x *Replies) whole(key Key, result []byte, err error) ([]byte, error) {
	var invalid *ValidationError
	if errors.As(err, &invalid) {
		return nil, &ValidationError{Issues: within(x.At, invalid.Issues)}
	}
	if err != nil {
		return nil, err
	}
	text := []byte(x.Around[0])
	if len(x.Around) == 3 {
		text = append(key.appendTo(text), x.Around[1]...)
	}
	return append(append(text, result...), x.Around[len(x.Around)-1]...), nil
}
