package wire

import (
	"bufio"
	"io"
)

// Frames returns the transport of streams with a header before each message. MaxBytes limits a message. It is for package envelope.
func Frames(in io.Reader, out io.Writer, opts []Option) Transport {
	most := newOptions(opts).maxBytes
	return &streamTransport{cutter: HeaderFrames(bufio.NewReader(in), most), most: most, out: out, framed: Headed}
}
