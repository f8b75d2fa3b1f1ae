package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Client sends the requests of one side of a conversation and gives each its reply: a package of a protocol has one with a method for each
// request. What it sends goes through a function of the caller, and what arrives is given to its Receive.
type Client[M Message] = wire.Client[M]

// EndedError is the error of a request that a message has ended which is no reply. Its field By holds the message.
type EndedError = wire.EndedError

// Errors of requests.
var (
	ErrClosed  = wire.ErrClosed  // the conversation has been closed
	ErrNoReply = wire.ErrNoReply // the exchange has ended without a reply
	ErrBehind  = wire.ErrBehind  // too many replies have not been taken
)
