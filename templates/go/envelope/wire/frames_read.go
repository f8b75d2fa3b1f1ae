package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// HeaderFrames cuts a stream into messages behind headers, as language servers frame them. It is for generated code.
func HeaderFrames(in *bufio.Reader, most int) StreamCutter { return &frameReader{in: in, most: most} }

// FrameTexts returns the texts of a stream with a header before each. It is for package envelope.
func FrameTexts(in io.Reader, opts []Option) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		o := newOptions(opts)
		frames := &frameReader{in: bufio.NewReader(in), most: o.maxBytes}
		for {
			l, err := frames.next()
			if errors.Is(err, io.EOF) || l.fault == nil && !yield(l.text, err) || err != nil {
				return
			}
			if l.fault != nil && !yield(nil, &ValidationError{Issues: []Issue{*l.fault}}) {
				return
			}
		}
	}
}

const (
	mostHeader = 8192      // bytes of a header with its empty line
	mostLength = 1<<53 - 1 // of a body
	pieceBytes = 64 << 10  // by which the memory of a body grows at least
)

// frameReader reads one frame after the other. Announced bytes cost no memory before they arrive.
type frameReader struct {
	in    *bufio.Reader
	most  int
	text  []byte
	skip  int64 // bytes of a body that is too long
	ended bool  // behind a bad header no frame can be found
}

// next returns the next frame. Its text is valid until the next call.
func (f *frameReader) next() (line, error) {
	if f.ended {
		return line{}, io.EOF
	}
	if _, err := io.CopyN(io.Discard, f.in, f.skip); err != nil {
		return line{}, err
	}
	f.skip = 0
	h := header{length: -1}
	switch err := h.read(f.in); {
	case err != nil:
		return f.cut(err, h.size > 0)
	case h.fault != "":
		f.ended = true
		return faulty("bad-header", h.fault), nil
	case h.length > int64(f.most):
		f.skip = h.length
		return faulty("long-frame", fmt.Sprintf("must be at most %d bytes long", f.most)), nil
	}
	return f.body(int(h.length))
}

func (f *frameReader) body(length int) (line, error) {
	f.text = f.text[:0]
	for len(f.text) < length {
		f.text = slices.Grow(f.text, min(length-len(f.text), pieceBytes))
		n, err := f.in.Read(f.text[len(f.text):min(cap(f.text), length)])
		f.text = f.text[:len(f.text)+n]
		if err != nil && len(f.text) < length {
			return f.cut(err, true)
		}
	}
	return line{text: f.text, framed: true}, nil
}

// cut returns an error of reading. Inside of a frame, the end of the stream is a fault of the frame.
func (f *frameReader) cut(err error, inside bool) (line, error) {
	if !inside || !errors.Is(err, io.EOF) {
		return line{}, err
	}
	f.ended = true
	return faulty("cut-frame", "must not be cut off by the end of the stream"), nil
}

func faulty(rule, message string) line {
	return line{framed: true, fault: &Issue{Rule: rule, Level: Must, Message: message}}
}

// header is the header of a frame.
type header struct {
	size   int
	length int64  // -1 if it has none
	fault  string // the message of its issue
}

// read reads up to the empty line, or to the first fault.
func (h *header) read(in *bufio.Reader) error {
	for {
		text, err := h.line(in)
		switch {
		case err != nil || h.fault != "":
			return err
		case string(text) != "\r\n":
			h.field(text)
		case h.length < 0:
			h.fault = "must have a Content-Length"
		default:
			return nil
		}
		if h.fault != "" {
			return nil
		}
	}
}

// line returns the next line with its line feed.
func (h *header) line(in *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		if h.size += len(part); h.size > mostHeader {
			h.fault = fmt.Sprintf("must have a header of at most %d bytes", mostHeader)
			return nil, nil
		}
		text = append(text, part...)
		if err == nil || !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

func (h *header) field(text []byte) {
	name, value, found := bytes.Cut(bytes.TrimSuffix(text, []byte("\r\n")), []byte(":"))
	if !found || !bytes.HasSuffix(text, []byte("\r\n")) || len(name) == 0 || slices.ContainsFunc(name, isNoToken) || slices.ContainsFunc(value, isNoText) {
		h.fault = "must have header lines of a name, a colon and a value, each ended by CR LF"
		return
	}
	trimmed := strings.Trim(string(value), " \t")
	switch strings.ToLower(string(name)) {
	case "content-length":
		h.lengthIs(trimmed)
	case "content-type":
		h.typeIs(trimmed)
	}
}

func (h *header) lengthIs(value string) {
	length, err := strconv.ParseUint(value, 10, 64)
	switch {
	case err != nil || length > mostLength:
		h.fault = "must have a decimal integer of at most 2^53-1 as Content-Length"
	case h.length >= 0 && h.length != int64(length):
		h.fault = "must not have two values of Content-Length"
	}
	h.length = int64(length)
}

// typeIs looks at the charset only. "utf8" is a name that the Language Server Protocol keeps for older peers.
func (h *header) typeIs(value string) {
	_, params, _ := strings.Cut(value, ";")
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(param, "=")
		if !strings.EqualFold(strings.Trim(name, " \t"), "charset") {
			continue
		}
		value = strings.ToLower(strings.Trim(value, " \t"))
		if inner, isQuoted := strings.CutPrefix(value, `"`); isQuoted && strings.HasSuffix(inner, `"`) {
			value = strings.TrimSuffix(inner, `"`)
		}
		if value != "utf-8" && value != "utf8" {
			h.fault = "must have the charset utf-8"
		}
	}
}

// isNoToken reports whether a byte cannot be in a name of a field (RFC 9110, section 5.6.2).
func isNoToken(b byte) bool {
	isWord := 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
	return !isWord && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(b))
}

func isNoText(b byte) bool { return b != '\t' && (b < ' ' || b > '~') }
