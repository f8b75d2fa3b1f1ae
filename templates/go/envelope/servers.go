package envelope

import (
	"io"

	"github.com/envgen/envgen/templates/go/envelope/wire"
)

// Peer is a side of a conversation that answers requests: a package of a protocol has a server with an interface of its handlers. It sends through a
// function of the caller, and the caller passes received messages to its Receive, or the transport of a connection to its Serve.
type Peer[M Message] = wire.Peer[M]

// Serving configures how a peer answers requests. The zero value has the defaults.
type Serving[M Message] = wire.Serving[M]

// CancelledError is the cause of the context of a handler whose request was cancelled. Its field By is the message that did so.
type CancelledError = wire.CancelledError

// Transport carries texts. Lines returns that of streams with one message a line; a program writes its own for other connections.
type Transport = wire.Transport

// Lines returns a transport of streams with one message a line.
func Lines(in io.Reader, out io.Writer, opts ...Option) Transport {
	return wire.Lines(in, out, opts...)
}

// SendTo returns a function that sends messages over a transport, for a client or a server.
func SendTo[M Message](t Transport) func(M) error { return wire.SendTo[M](t) }

// Errors of handlers.
var (
	ErrClosing       = wire.ErrClosing       // the peer is closing
	ErrUnimplemented = wire.ErrUnimplemented // no handler answers the request
)
