package wire

import (
	"cmp"
	"slices"
)

// copyValue writes the value at offset i of a well-formed text in canonical form, at nesting depth depth of the output, and returns
// the offset after it.
func (w *Writer) copyValue(s string, i, depth int) int {
	switch c := s[i]; {
	case c == '"':
		return w.copyString(s, i)
	case startsNumber(c):
		end, digits, _ := scanNumber(s, i)
		if digits && end-i <= shortInteger && c != '-' {
			w.buf = append(w.buf, s[i:end]...)
		} else {
			w.buf = appendNumber(w.buf, double(s[i:end]))
		}
		return end
	case c == '{':
		return w.copyObject(s, i, depth+1)
	case c == '[':
		return w.copyArray(s, i, depth+1)
	}
	end := i + literalSize(s[i:])
	w.buf = append(w.buf, s[i:end]...)
	return end
}

// copyString writes the string at i. A string without escapes is canonical already.
func (w *Writer) copyString(s string, i int) int {
	end, escaped, _ := scanString(s, i)
	if escaped {
		w.buf, _ = appendString(w.buf, unquote(s[i:end], true))
	} else {
		w.buf = append(w.buf, s[i:end]...)
	}
	return end
}

func (w *Writer) copyArray(s string, i, depth int) int {
	w.checkDepth(depth)
	w.buf = append(w.buf, '[')
	for i = skipSpace(s, i+1); s[i] != ']'; i = nextInText(s, i) {
		w.comma('[')
		i = w.copyValue(s, i, depth)
	}
	w.buf = append(w.buf, ']')
	return i + 1
}

func (w *Writer) copyObject(s string, i, depth int) int {
	w.checkDepth(depth)
	w.buf = append(w.buf, '{')
	start := len(w.buf)
	var indexed []indexedMember
	for i = skipSpace(s, i+1); s[i] != '}'; i = nextInText(s, i) {
		w.comma('{')
		from := len(w.buf)
		end, escaped, _ := scanString(s, i)
		index, isIndex := arrayIndex(unquote(s[i:end], escaped))
		i = skipSpace(s, w.copyString(s, i))
		w.buf = append(w.buf, ':')
		i = w.copyValue(s, skipSpace(s, i+1), depth)
		if isIndex {
			indexed = append(indexed, indexedMember{index, from, len(w.buf)})
		}
	}
	if indexed != nil {
		w.buf = indexedFirst(w.buf, start, indexed)
	}
	w.buf = append(w.buf, '}')
	return i + 1
}

func (w *Writer) checkDepth(depth int) {
	if depth > w.options.maxDepth {
		w.stop(causeDepth)
	}
}

// nextInText returns the offset of the next value or of the closing bracket after a value.
func nextInText(s string, i int) int {
	i = skipSpace(s, i)
	if s[i] == ',' {
		i = skipSpace(s, i+1)
	}
	return i
}

// indexedMember is the position in the output of a member whose name is an array index.
type indexedMember struct {
	index    uint32
	from, to int
}

// indexedFirst moves the indexed members to the front of the object whose members begin at start, in numeric order.
func indexedFirst(b []byte, start int, indexed []indexedMember) []byte {
	written := slices.Clone(b[start:])
	cut := func(from, to int) {
		if len(b) > start {
			b = append(b, ',')
		}
		b = append(b, written[from-start:to-start]...)
	}
	b = b[:start]
	ascending := slices.SortedFunc(slices.Values(indexed), func(a, b indexedMember) int { return cmp.Compare(a.index, b.index) })
	for _, m := range ascending {
		cut(m.from, m.to)
	}
	from := start
	for _, m := range append(indexed, indexedMember{from: start + len(written) + 1}) {
		if m.from-1 > from {
			cut(from, m.from-1) // the members between two indexed ones, without the trailing comma
		}
		from = m.to + 1
	}
	return b
}
