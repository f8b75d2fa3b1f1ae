package wire

import (
	"io"
	"slices"
	"strconv"
)

// FrameWriter writes the messages of a conversation, each behind a header with its Content-Length, and rejects messages that may not come. It
// is not safe for concurrent use.
type FrameWriter[M Message] struct{ lines *LineWriter[M] }

// NewFrameWriter begins a conversation that is written to out. If numbers is set, Write sets the members by which messages are counted. It is
// for generated code.
func NewFrameWriter[M Message](out io.Writer, c *Conversation, side string, numbers bool, opts []Option) *FrameWriter[M] {
	w := NewLineWriter[M](out, c, side, numbers, opts)
	w.framed = Headed
	return &FrameWriter[M]{w}
}

// Write writes a message. One that is not valid, by itself or in its place, is not written and does not count: the error is a
// *ValidationError. A writer that numbers sets the number in m itself, also where it then refuses m.
//
// If out takes a part of the frame and reports no error, it gets the rest. If out fails before it has taken a byte, the message does not count
// and may be written again. If it fails after a part, that is the error of all further calls, because the frame is torn.
func (w *FrameWriter[M]) Write(m M) error { return w.lines.Write(m) }

// Close ends the conversation, but does not close out. A missing message is a *ValidationError.
func (w *FrameWriter[M]) Close() error { return w.lines.Close() }

// Headed returns the text of a message behind its header. It is for generated code.
func Headed(text []byte) []byte {
	return slices.Insert(text, 0, []byte("Content-Length: "+strconv.Itoa(len(text))+"\r\n\r\n")...)
}
