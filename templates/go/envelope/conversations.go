package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Tracker follows a conversation. Receive and Send accept a message that is valid by itself and return the issues of its place. Close returns
// the issues of the end. Expected and Exchanges return the messages that may come next. A Tracker does not read or write.
type Tracker[M Message] = wire.Tracker[M]

// OpenExchange is an exchange that has begun and not ended, as Exchanges of a Tracker returns it.
type OpenExchange = wire.OpenExchange

// ConversationCodec follows the conversations of one kind, chosen at run time: Track begins one of texts, and Verdicts judges a stream of
// lines. The function Conversations of a protocol package returns all.
type ConversationCodec = wire.ConversationCodec

// TextTracker is a Tracker of texts.
type TextTracker = wire.TextTracker

// LineWriter writes the messages of a conversation, one a line, and refuses a message that may not come. A package of a protocol has a
// function for each conversation of lines that returns one.
type LineWriter[M Message] = wire.LineWriter[M]
