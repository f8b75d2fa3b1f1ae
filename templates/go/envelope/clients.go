package envelope

import "github.com/envgen/envgen/templates/go/envelope/wire"

// Client sends the requests of one side of a conversation and returns the reply of each: a package of a protocol has a client with a method for
// each request. It sends through a function of the caller, and the caller passes received messages to its Receive.
type Client[M Message] = wire.Client[M]

// EndedError is the error of a request whose exchange was ended by a message other than a reply. Its field By is the message.
type EndedError = wire.EndedError

// ReplyError is the error of a request whose reply has no result, such as an error of the protocol. Its field Reply is the reply.
type ReplyError = wire.ReplyError

// Errors of requests.
var (
	ErrClosed  = wire.ErrClosed  // the conversation has been closed
	ErrNoReply = wire.ErrNoReply // the exchange has ended without a reply
	ErrBehind  = wire.ErrBehind  // too many replies have not been taken
)
