package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// BatchWriter writes the messages of a conversation, one or several in each frame, and refuses a message that may not come. A package of a protocol
// has a function for each conversation of batches that returns one.
type BatchWriter[M Message] = wire.BatchWriter[M]
