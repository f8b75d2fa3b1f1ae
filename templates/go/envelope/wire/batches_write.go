package wire

import (
	"io"
	"slices"
)

// BatchWriter writes the messages of a conversation, one or several in each frame, and rejects messages that may not come. It is not safe for
// concurrent use.
type BatchWriter[M Message] struct {
	lines *LineWriter[M]
	batch []byte // an array without its end
	count int
	most  int
}

// NewBatchWriter begins a conversation that is written to out, with at most so many messages in a frame. If numbers is set, messages are counted as
// by a LineWriter. framed makes a frame of a text; if it is nil, each frame is a line. It is for generated code.
func NewBatchWriter[M Message](out io.Writer, c *Conversation, side string, numbers bool, most int, framed func([]byte) []byte, opts []Option) *BatchWriter[M] {
	w := NewLineWriter[M](out, c, side, numbers, opts)
	w.framed = framed
	return &BatchWriter[M]{lines: w, most: most}
}

// Write writes a message alone, as a LineWriter does, behind the messages of Add.
func (w *BatchWriter[M]) Write(m M) error {
	if err := w.Flush(); err != nil {
		return err
	}
	return w.lines.Write(m)
}

// Add puts a message into the next frame, which Flush writes. The message counts from now on. One that is not valid, by itself or in its place, or for
// which the frame has no room, is left out and does not count: the error is a *ValidationError.
func (w *BatchWriter[M]) Add(m M) error {
	if w.count == w.most && w.lines.failed == nil {
		return &ValidationError{Issues: []Issue{*batchFault(w.most)}}
	}
	o := newOptions(w.lines.tracker.opts)
	room := max(1, o.maxBytes-len(w.batch)-2) // for a separator and the bracket behind it
	if o.maxDepth == 1 {
		room = 1 // for no object
	}
	text, err := w.lines.encode(m, []Option{MaxBytes(room), MaxDepth(max(1, o.maxDepth-1))})
	if err != nil {
		return err
	}
	w.lines.tracker.settle()
	if w.batch = append(w.batch, ','); w.count == 0 {
		w.batch[0] = '['
	}
	w.batch = append(w.batch, text...)
	w.count++
	return nil
}

// Flush writes the messages of Add in one frame, and nothing if there are none. If out fails before it has taken a byte, the frame may be flushed
// again. If it fails after a part, that is the error of all further calls, because the frame is torn.
func (w *BatchWriter[M]) Flush() error {
	if w.count == 0 || w.lines.failed != nil {
		return w.lines.failed
	}
	if _, err := w.lines.deliver(w.lines.frame(slices.Concat(w.batch, []byte("]")))); err != nil {
		return err
	}
	w.batch, w.count = w.batch[:0], 0
	return nil
}

// Close ends the conversation, but does not close out. A missing message is a *ValidationError. Messages of Add that are not flushed are lost.
func (w *BatchWriter[M]) Close() error { return w.lines.Close() }
