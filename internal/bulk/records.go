package bulk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Form is how a file separates its records.
type Form string

// Auto decides by the beginning of a file: an array begins with a bracket, and lines are recognized by a first line that is a whole value.
const (
	Auto  Form = "auto"
	Lines Form = "lines"
	Array Form = "array"
	Whole Form = "value"
)

// chunk is a part of a file with whole records. Its bytes are the records and their separators.
type chunk struct {
	file  int
	form  Form
	start Position
	data  []byte
	ends  []int // of an array: the places of the separators behind the records
	next  Position
	last  bool // the file ends behind it
}

// chunkBytes is the usual size of a chunk: large beside the work to hand it on, small beside the memory. Tests make it smaller.
var chunkBytes = 1 << 20

// cutter reads a file as chunks.
type cutter struct {
	in     io.Reader
	form   Form
	most   int // bytes of a record
	file   int
	offset int64
	line   int64
	rest   []byte
	array  arrayState
	part   bool // in ends behind a record, and the file goes on
	done   bool
}

// newCutter decides about the form of a file.
func newCutter(in *source, form Form, most, file int) (*cutter, error) {
	c := &cutter{in: in, form: form, most: most, file: file, line: 1}
	if form != Auto {
		return c, nil
	}
	start, err := in.Peek(in.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	c.form = recognize(start, errors.Is(err, io.EOF))
	return c, nil
}

// recognize returns the form of a text from its beginning.
func recognize(start []byte, all bool) Form {
	trimmed := bytes.TrimLeft(start, " \t\r\n")
	line, _, found := bytes.Cut(trimmed, []byte("\n"))
	switch {
	case len(trimmed) == 0:
		return Lines
	case found && balanced(line):
		return Lines
	case trimmed[0] == '[':
		return Array
	case found:
		return Whole // the value goes on behind its first line
	case all:
		return Lines // one line
	}
	return Lines // a first line that is longer than the buffer
}

// balanced reports whether a text closes all brackets that it opens.
func balanced(line []byte) bool {
	var s arrayState
	for _, b := range line {
		s.step(b)
	}
	return s.depth == 0 && !s.inText
}

// arrayState is the state of a scan for the brackets and commas that are not inside of strings.
type arrayState struct {
	depth   int
	inText  bool
	escaped bool
}

func (s *arrayState) step(b byte) {
	switch {
	case s.escaped:
		s.escaped = false
	case s.inText:
		s.escaped = b == '\\'
		s.inText = b != '"'
	case b == '"':
		s.inText = true
	case b == '[' || b == '{':
		s.depth++
	case b == ']' || b == '}':
		s.depth--
	}
}

// position is the place behind the last chunk.
func (c *cutter) position() Position { return Position{c.offset, c.line, c.array.depth} }

// seek goes on at a position of an earlier run.
func (c *cutter) seek(in *source, at Position) error {
	if at.Offset == 0 {
		return nil
	}
	c.offset, c.line, c.array.depth = at.Offset, at.Line, at.Depth
	if err := in.skip(at.Offset); err != nil {
		return fmt.Errorf("it is shorter than it was in the run that --state names: %w", err)
	}
	return nil
}

// until makes the cutter end at an offset behind a record.
func (c *cutter) until(offset int64) {
	c.in, c.part = io.LimitReader(c.in, offset-c.offset), true
}

// next returns the next chunk. It fails for a record that is too long, since records must fit in memory.
func (c *cutter) next() (*chunk, error) {
	if c.done {
		return nil, io.EOF
	}
	size := max(chunkBytes, 2*len(c.rest))
	data := make([]byte, len(c.rest), size)
	copy(data, c.rest)
	for {
		n, err := io.ReadFull(c.in, data[len(data):cap(data)])
		data = data[:len(data)+n]
		atEnd := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !atEnd {
			return nil, err
		}
		start, end, ends := c.position(), len(data), []int(nil)
		if c.form == Array {
			end, ends = c.arrayEnd(data)
		} else if c.form == Lines && !atEnd {
			end = bytes.LastIndexByte(data, '\n') + 1
		} else if !atEnd {
			end = 0
		}
		if atEnd {
			if c.form == Array && c.array.depth != 0 && !c.part {
				return nil, errors.New("the array has no end")
			}
			end = len(data)
		}
		if end > 0 {
			found := &chunk{file: c.file, form: c.form, start: start, data: data[:end], ends: ends, last: atEnd}
			c.rest = data[end:]
			c.offset += int64(end)
			c.line += countLines(data[:end])
			c.done = atEnd
			found.next = c.position()
			return found, nil
		}
		if atEnd {
			c.done = true
			return nil, io.EOF
		}
		if len(data) > c.most+chunkBytes {
			if c.form != Lines {
				return nil, fmt.Errorf("a record at byte %d is longer than %d bytes", c.offset, c.most)
			}
			return c.longLine(data)
		}
		data = append(make([]byte, 0, 2*cap(data)), data...)
	}
}

// longLine returns a line that is too long, cut behind the limit, and skips the rest of it.
func (c *cutter) longLine(data []byte) (*chunk, error) {
	found := &chunk{file: c.file, form: Lines, start: c.position(), data: data[:c.most+1]}
	c.offset += int64(len(data))
	c.line++
	buffer := make([]byte, chunkBytes)
	for {
		n, err := c.in.Read(buffer)
		if i := bytes.IndexByte(buffer[:n], '\n'); i >= 0 {
			c.offset += int64(i + 1)
			c.rest = buffer[i+1 : n]
			found.next = c.position()
			return found, nil
		}
		c.offset += int64(n)
		if errors.Is(err, io.EOF) {
			c.rest, c.done, found.last = nil, true, true
			found.next = c.position()
			return found, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// arrayEnd finds the last separator of an array's items in data. The state before data is that of c.array.
func (c *cutter) arrayEnd(data []byte) (int, []int) {
	s, end := c.array, 0
	var ends []int
	after := s
	for i, b := range data {
		s.step(b)
		if !s.inText && (s.depth == 1 && (b == ',' || b == '[') || s.depth == 0 && b == ']') {
			ends = append(ends, i)
			end, after = i+1, s
		}
	}
	c.array = after
	return end, ends
}

func countLines(data []byte) int64 { return int64(bytes.Count(data, []byte("\n"))) }

// each calls found for each record of a chunk, with its offset in the file and its line, until it returns an error.
func (c *chunk) each(found func(text []byte, offset, line int64) error) error {
	line := c.start.Line
	call := func(start, end int) error {
		text := c.data[start:end]
		trimmed := bytes.Trim(text, " \t\r\n")
		if len(trimmed) == 0 {
			return nil // between records
		}
		lead := bytes.Index(text, trimmed[:1])
		at := line + int64(bytes.Count(text[:lead], []byte("\n")))
		return found(trimmed, c.start.Offset+int64(start+lead), at)
	}
	switch c.form {
	case Whole:
		return call(0, len(c.data))
	case Array:
		start := 0
		for _, end := range append(c.ends, len(c.data)) {
			if err := call(start, end); err != nil {
				return err
			}
			line += int64(bytes.Count(c.data[start:min(end+1, len(c.data))], []byte("\n")))
			start = min(end+1, len(c.data))
		}
		return nil
	}
	for start := 0; start < len(c.data); line++ {
		end := bytes.IndexByte(c.data[start:], '\n')
		if end < 0 {
			end = len(c.data) - start
		}
		if err := call(start, start+end); err != nil {
			return err
		}
		start += end + 1
	}
	return nil
}
