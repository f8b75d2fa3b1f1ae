package wire

import (
	"io"
	"slices"
)

// LineWriter writes the messages of a conversation, one on each line, and rejects messages that may not come. It is not safe for concurrent use.
type LineWriter[M Message] struct {
	out     io.Writer
	tracker *Tracker[M]
	numbers bool
	framed  func(text []byte) []byte // of a message as it is written; nil for a line
	text    []byte
	failed  error // of out, after a part of a line
}

// NewLineWriter begins a conversation that is written to out. If numbers is set, Write sets the members by which messages are counted. It is
// for generated code.
func NewLineWriter[M Message](out io.Writer, c *Conversation, side string, numbers bool, opts []Option) *LineWriter[M] {
	return &LineWriter[M]{out: out, tracker: NewTracker[M](c, side, opts), numbers: numbers}
}

// Write writes a message. One that is not valid, by itself or in its place, is not written and does not count: the error is a
// *ValidationError. A writer that numbers sets the number in m itself, also where it then refuses m.
//
// If out takes a part of the line and reports no error, it gets the rest. If out fails before it has taken a byte, the message does not count
// and may be written again. If it fails after a part, that is the error of all further calls, because the line is torn.
func (w *LineWriter[M]) Write(m M) error {
	text, err := w.encode(m, nil)
	if err != nil {
		return err
	}
	w.text = w.frame(text)
	n, err := w.deliver(w.text)
	if n < len(w.text) {
		w.tracker.takeBack()
	}
	w.tracker.settle()
	return err
}

// encode returns the text of a message that may come, and counts it.
func (w *LineWriter[M]) encode(m M, limits []Option) ([]byte, error) {
	if w.failed != nil {
		return nil, w.failed
	}
	if w.numbers {
		if err := w.number(m); err != nil {
			return nil, err
		}
	}
	opts := append(w.tracker.opts, limits...)
	var own []Issue
	text, err := m.AppendJSON(w.text[:0], append(opts, Report(&own))...)
	if err != nil {
		return nil, err
	}
	o := newOptions(opts)
	issues := merged(own, w.tracker.take(m, step{sent: true, attempt: true, hold: true, count: w.numbers}, nil), o.maxIssues)
	o.report(issues)
	return text, o.refusal(issues)
}

func (w *LineWriter[M]) frame(text []byte) []byte {
	if w.framed == nil {
		return append(text, '\n')
	}
	return w.framed(text)
}

// deliver writes a frame, and returns the number of accepted bytes.
func (w *LineWriter[M]) deliver(frame []byte) (int, error) {
	n, err := writeAll(w.out, frame)
	if 0 < n && n < len(frame) {
		w.failed = err
	}
	return n, err
}

// number sets the numbers of a message, unless something else is wrong with it.
func (w *LineWriter[M]) number(m M) error {
	t := w.tracker
	var orders []*Order
	for i := range t.conversation.Exchanges {
		orders = append(orders, &t.conversation.Exchanges[i].Order)
	}
	var places []string
	for _, o := range append(orders, &t.conversation.Whole) {
		for _, n := range o.Numbers {
			places = append(places, pointerTo(n.At))
		}
	}
	issues := m.Check(t.opts...)
	if slices.ContainsFunc(issues, func(i Issue) bool { return i.Level == Must && !slices.Contains(places, i.Path) }) {
		return &ValidationError{Issues: issues}
	}
	t.judge(nil, func(r *Reader) {
		moves, _ := t.moves(r, m, true, nil)
		for i := range moves {
			moves[i].each(func(n int) { moves[i].order.Numbers[n].Set(m, moves[i].course.counted(n)) })
		}
	})
	return nil
}

// Close ends the conversation, but does not close out. A missing message is a *ValidationError.
func (w *LineWriter[M]) Close() error {
	issues := w.tracker.Close()
	if len(issues) > 0 {
		return &ValidationError{Issues: issues}
	}
	return nil
}

// each calls found with the numberings that a message is counted by.
func (to *move) each(found func(n int)) {
	if to.order == nil {
		return
	}
	for i := range to.order.Numbers {
		if slices.Contains(to.order.Numbers[i].Letters, to.letter) {
			found(i)
		}
	}
}

// counted is how many messages have come of a numbering.
func (c *course) counted(n int) int64 {
	if c.count == nil {
		return 0
	}
	return c.count[n]
}

// count counts a message.
func count(moves []move) {
	for i := range moves {
		to := &moves[i]
		to.each(func(n int) {
			if to.course.count == nil {
				to.course.count = make([]int64, len(to.order.Numbers))
			}
			to.course.count[n]++
		})
	}
}
