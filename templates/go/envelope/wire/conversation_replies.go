package wire

import (
	"encoding/json"
	"slices"
)

// Replies are the types of a member of replies. The type follows from the request: the last message of the exchange that has one.
type Replies struct {
	Letters []int // of the replies
	At      []string
	Member  func(m Message) (json.Marshaler, bool)
	Asked   func(m Message) int // the number of the type in Types, or -1
	Types   []ReplyType
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

// typed checks the member of a reply, and notes the type that the replies to a request have. Its issues are those of the message.
func (t *Tracker[M]) typed(r *Reader, m Message, to *move, x *Replies) {
	c := to.course
	if c.asked > 0 && slices.Contains(x.Letters, to.letter) {
		if value, has := x.Member(m); has {
			text, err := value.MarshalJSON()
			if err == nil {
				var issues []Issue
				_, issues = x.Types[c.asked-1](text, t.given)
				t.put(r, x.At, issues)
			}
		}
	}
	if asked := x.Asked(m); asked >= 0 {
		c.asked = asked + 1
	}
}

// put adds the issues of a member to those of a message.
func (t *Tracker[M]) put(r *Reader, at []string, issues []Issue) {
	around := ""
	for _, name := range at {
		around += "/" + pointerEscaper.Replace(name)
	}
	for _, issue := range issues {
		issue.Path = around + issue.Path
		t.inside = append(t.inside, issue)
		r.issues.invalid = r.issues.invalid || issue.Level == Must
	}
}
