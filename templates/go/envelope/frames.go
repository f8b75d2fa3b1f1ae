package envelope

import (
	"io"
	"iter"
	"slices"

	"github.com/envgen/envgen/templates/go/envelope/wire"
)

// FrameWriter writes the messages of a conversation, each behind a header with its Content-Length, and refuses a message that may not come. A
// package of a protocol has a function for each conversation with the framing headers that returns one.
type FrameWriter[M Message] = wire.FrameWriter[M]

// FrameTexts returns the texts of a stream with a header before each, for programs that pass them to a client or a tracker. A text is valid until
// the next turn. A frame without a text gives a *ValidationError with the issue bad-header, long-frame or cut-frame. A bad header ends the
// sequence, as does an error of in. MaxBytes limits a text.
func FrameTexts(in io.Reader, opts ...Option) iter.Seq2[[]byte, error] {
	return wire.FrameTexts(in, opts)
}

// Headed returns a copy of a text behind a header with its Content-Length.
func Headed(text []byte) []byte { return wire.Headed(slices.Clip(text)) }
