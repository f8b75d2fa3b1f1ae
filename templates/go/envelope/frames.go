package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// FrameWriter writes the messages of a conversation, each behind a header with its Content-Length, and refuses a message that may not come. A
// package of a protocol has a function for each conversation with the framing headers that returns one.
type FrameWriter[M Message] = wire.FrameWriter[M]
