package reference

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/big"
	"regexp"
	"strings"
)

// frames reads messages behind headers (contract section 6.3). It reads a header as a whole and matches regular expressions, where the bindings
// have automata over pieces.
type frames struct {
	in    *bufio.Reader
	most  int
	skip  int64 // bytes of a body that is too long
	ended bool  // by a header after which no frame can be found
}

const mostHeader = 8192

var (
	headerLine = regexp.MustCompile("^([-!#$%&'*+.^_`|~0-9A-Za-z]+):[\t ]*([\t -~]*?)[\t ]*\r\n$")
	onlyDigits = regexp.MustCompile(`^[0-9]+$`)
	charset    = regexp.MustCompile(`(?i);[\t ]*charset[\t ]*(?:=([^;]*))?(?:;|$)`)
	isUTF8     = regexp.MustCompile(`(?i)^[\t ]*("utf-?8"|utf-?8)[\t ]*$`)
	mostLength = new(big.Int).SetUint64(1<<53 - 1)
)

// next returns the next frame, behind a body that is too long.
func (f *frames) next() (Part, error) {
	if f.ended {
		return Part{}, io.EOF
	}
	if _, err := io.CopyN(io.Discard, f.in, f.skip); err != nil {
		return Part{}, err
	}
	f.skip = 0
	length, fault, err := f.header()
	if err != nil {
		return Part{}, err
	}
	if fault != nil {
		f.ended = fault.Rule != "long-frame"
		return Part{fault: fault}, nil
	}
	var body bytes.Buffer // grows with the bytes that arrive, and not with their announced number
	if _, err = io.CopyN(&body, f.in, length); errors.Is(err, io.EOF) {
		f.ended = true
		return Part{fault: framing("cut-frame", "must not be cut off by the end of the stream")}, nil
	}
	return Part{text: body.Bytes()}, err
}

// header returns the length of the body, or the fault that takes the place of the frame.
func (f *frames) header() (int64, *Issue, error) {
	var length *big.Int
	size := 0
	for {
		line, err := f.line(mostHeader - size)
		size += len(line)
		switch {
		case errors.Is(err, errTooLong):
			return 0, framing("bad-header", "must have a header of at most %d bytes", mostHeader), nil
		case errors.Is(err, io.EOF) && size > 0:
			return 0, framing("cut-frame", "must not be cut off by the end of the stream"), nil
		case err != nil:
			return 0, nil, err
		case line == "\r\n":
			return f.body(length)
		}
		field := headerLine.FindStringSubmatch(line)
		if field == nil {
			return 0, framing("bad-header", "must have header lines of a name, a colon and a value, each ended by CR LF"), nil
		}
		fault := ""
		switch value := field[2]; strings.ToLower(field[1]) {
		case "content-length":
			length, fault = lengthOf(value, length)
		case "content-type":
			fault = charsetOf(value)
		}
		if fault != "" {
			return 0, framing("bad-header", "%s", fault), nil
		}
	}
}

var errTooLong = errors.New("a line is too long")

// line returns a line with its line feed.
func (f *frames) line(most int) (string, error) {
	var line strings.Builder
	for line.Len() < most {
		b, err := f.in.ReadByte()
		if err != nil {
			return line.String(), err
		}
		line.WriteByte(b)
		if b == '\n' {
			return line.String(), nil
		}
	}
	if _, err := f.in.Peek(1); err != nil {
		return line.String(), err
	}
	return "", errTooLong
}

// body returns the length of a body that is not too long.
func (f *frames) body(length *big.Int) (int64, *Issue, error) {
	switch {
	case length == nil:
		return 0, framing("bad-header", "must have a Content-Length"), nil
	case length.Int64() <= int64(f.most):
		return length.Int64(), nil, nil
	}
	f.skip = length.Int64()
	return 0, framing("long-frame", "must be at most %d bytes long", f.most), nil
}

func lengthOf(value string, before *big.Int) (*big.Int, string) {
	length, ok := new(big.Int).SetString(value, 10)
	switch {
	case !ok || !onlyDigits.MatchString(value) || length.Cmp(mostLength) > 0:
		return nil, "must have a decimal integer of at most 2^53-1 as Content-Length"
	case before != nil && length.Cmp(before) != 0:
		return nil, "must not have two values of Content-Length"
	}
	return length, ""
}

func charsetOf(value string) string {
	for {
		at := charset.FindStringSubmatchIndex(value)
		if at == nil {
			return ""
		}
		given := ""
		if at[2] >= 0 {
			given = value[at[2]:at[3]]
		}
		if !isUTF8.MatchString(given) {
			return "must have the charset utf-8"
		}
		value = value[at[1]:]
		if !strings.HasPrefix(value, ";") {
			value = ";" + value // the semicolon of the next parameter was matched
		}
	}
}
