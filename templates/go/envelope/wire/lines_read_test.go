package wire

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLineReader reads lines from readers that return much or little at once. No part of a line that is too long is kept, for any length.
func TestLineReader(t *testing.T) {
	const most = 5000 // more than the buffer of a bufio.Reader
	full := strings.Repeat("é", most/2)
	lines := []struct {
		text, want string
		long       bool
	}{
		{"1", "1", false}, {"é\r", "é", false}, {"", "", false}, {"\r\r", "\r", false},
		{full, full, false}, {full + "\r", full, false}, {full + "x", "", true}, {full + "xy\r", "", true}, {strings.Repeat("y", 20*most), "", true}, {"2", "2", false},
	}
	var stream strings.Builder
	for _, l := range lines {
		stream.WriteString(l.text + "\n")
	}
	for name, in := range map[string]func(io.Reader) io.Reader{
		"all": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "data with the end": iotest.DataErrReader,
	} {
		for _, last := range []string{"", "cut", strings.Repeat("z", most+2)} {
			r := lineReader{in: bufio.NewReader(in(strings.NewReader(stream.String() + last))), most: most}
			for i, want := range lines {
				got, err := r.next()
				if err != nil || got.cut || got.long != want.long || !want.long && string(got.text) != want.want {
					t.Errorf("%s: line %d: %d bytes, %t, %t, %v", name, i, len(got.text), got.cut, got.long, err)
				}
				if cap(r.text) > 4*most {
					t.Errorf("%s: line %d: %d bytes are held", name, i, cap(r.text))
				}
			}
			if last != "" {
				got, err := r.next()
				if err != nil || !got.cut || got.long != (len(last) > most) || !got.long && string(got.text) != last {
					t.Errorf("%s: the last line: %d bytes, %t, %t, %v", name, len(got.text), got.cut, got.long, err)
				}
			}
			if _, err := r.next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: the end: %v", name, err)
			}
		}
	}
	broken := errors.New("broken")
	r := lineReader{in: bufio.NewReader(io.MultiReader(strings.NewReader("1\n2"), iotest.ErrReader(broken))), most: most}
	if got, err := r.next(); err != nil || string(got.text) != "1" {
		t.Errorf("before the fault: %q, %v", got.text, err)
	}
	if _, err := r.next(); !errors.Is(err, broken) {
		t.Errorf("the fault: %v", err)
	}
}
