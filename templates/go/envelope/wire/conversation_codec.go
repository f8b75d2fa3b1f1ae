package wire

import (
	"io"
	"iter"
	"slices"
)

// ConversationCodec follows the conversations of one kind, for programs that choose it at run time.
type ConversationCodec struct {
	conversation *Conversation
	parse        func([]byte, ...Option) (Message, error)
}

// NewConversationCodec returns the codec of a conversation, of which parse reads the messages. It is for generated code.
func NewConversationCodec[M Message](c *Conversation, parse func([]byte, ...Option) (M, error)) ConversationCodec {
	return ConversationCodec{c, func(text []byte, opts ...Option) (Message, error) {
		m, err := parse(text, opts...)
		if err != nil {
			return nil, err // not m, which may be a nil pointer
		}
		return m, nil
	}}
}

// Name returns the name of the conversation in the spec.
func (c ConversationCodec) Name() string { return c.conversation.Name }

// Sides returns who takes part; nothing where it does not matter who sends.
func (c ConversationCodec) Sides() []string { return slices.Clone(c.conversation.Sides) }

// Lines reports whether a stream has one message a line, so that Verdicts can read it.
func (c ConversationCodec) Lines() bool { return c.conversation.Lines }

// Headers reports whether a stream has a header with the length before each message. Verdicts can read it, too.
func (c ConversationCodec) Headers() bool { return c.conversation.Frames != nil }

// Track begins a conversation of texts for one of the sides, or for somebody else if side is "". It panics for a side that there is not.
func (c ConversationCodec) Track(side string, opts ...Option) *TextTracker {
	return &TextTracker{NewTracker[Message](c.conversation, side, opts), c.parse}
}

// Verdicts reads a stream of lines or frames as it arrives. It gives the issues of each one and then, always, those of the end. An error ends it.
func (c ConversationCodec) Verdicts(in io.Reader, opts ...Option) iter.Seq2[[]Issue, error] {
	return func(yield func([]Issue, error) bool) {
		found := func(_ Message, issues []Issue, err error) bool { return yield(issues, err) }
		eachLine(in, NewTracker[Message](c.conversation, "", opts), c.parse, found, func(issues []Issue) { yield(issues, nil) })
	}
}

// TextTracker is a Tracker of texts.
type TextTracker struct {
	tracker *Tracker[Message]
	parse   func([]byte, ...Option) (Message, error)
}

// Receive takes the text of a message of the other side and returns its issues: its own, and, if none of them is of level Must, those of its
// place. Of a batch, it returns the issues of its messages one behind the other. An error is an *OptionError.
func (t *TextTracker) Receive(text []byte, opts ...Option) ([]Issue, error) {
	return t.take(text, false, opts)
}

// Send is Receive for a message that is about to be sent.
func (t *TextTracker) Send(text []byte, opts ...Option) ([]Issue, error) {
	return t.take(text, true, opts)
}

// Close ends the conversation. A missing message is an issue.
func (t *TextTracker) Close(opts ...Option) []Issue { return t.tracker.Close(opts...) }

func (t *TextTracker) take(text []byte, sent bool, opts []Option) ([]Issue, error) {
	if t.tracker.conversation.Batch != nil {
		var all []Issue
		var failed error
		isBatch, _ := t.tracker.batch(text, sent, t.parse, opts, func(_ Message, issues []Issue, err error) bool {
			all, failed = append(all, issues...), err
			return true
		})
		if isBatch {
			return all, failed
		}
	}
	_, issues, err := t.tracker.text(text, sent, t.parse, opts)
	return issues, err
}
