package wire

import (
	"errors"
	"io"
)

// writeAll writes a text, also to a writer that accepts it in parts. It returns the number of accepted bytes.
func writeAll(out io.Writer, text []byte) (int, error) {
	done := 0
	for done < len(text) {
		n, err := out.Write(text[done:])
		if n < 0 || n > len(text)-done {
			return max(done, 1), errors.New("the writer reports a number of bytes that it was not given")
		}
		if done += n; err == nil && n == 0 {
			err = io.ErrShortWrite
		}
		if err != nil {
			return done, err
		}
	}
	return done, nil
}
