package envelope

import (
	"io"

	"github.com/envgen/envgen/templates/go/envelope/wire"
)

// Frames returns a transport of streams with a header with the Content-Length before each message.
func Frames(in io.Reader, out io.Writer, opts ...Option) Transport { return wire.Frames(in, out, opts) }
