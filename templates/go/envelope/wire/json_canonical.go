package wire

import (
	"cmp"
	"slices"
)

// copyText writes a well-formed text in canonical form. Most texts are already canonical.
func (w *Writer) copyText(s string, known form) {
	if known != 0 {
		w.checkDepth(len(w.around) + int(known-1))
		w.known(s)
		return
	}
	start, depth := len(w.buf), len(w.around)
	done := 0 // the text before this offset has been written
	for i := 0; i < len(s); {
		from, same := i, true
		switch c := s[i]; {
		case c == '"':
			if i = plainEnd(s, i+1); s[i] == '"' {
				i++
			} else {
				piece := i
				i, same, _ = scanRest(s, i)
				same = !same || hasCanonicalEscapes(s[piece:i])
			}
			if first := s[from+1]; (first-'0' <= 9 || first == '\\') && isIndexName(s, from, i) {
				w.buf = w.buf[:start]
				w.copyValue(s, 0, len(w.around))
				return
			}
		case startsNumber(c):
			i, same = canonicalNumber(s, i)
		case c <= ' ':
			i, same = skipSpace(s, i), false
		case c == '{' || c == '[':
			i++
			depth++
			w.checkDepth(depth)
		case c == '}' || c == ']':
			i++
			depth--
		default:
			i++ // a letter of null, true or false
		}
		if !same {
			w.text(s[done:from])
			w.copyToken(s[from:i])
			done = i
		}
		if i < len(s) && (s[i] == ',' || s[i] == ':') {
			i++
		}
	}
	w.text(s[done:])
}

// copyToken writes a string, a number or, for white space, nothing.
func (w *Writer) copyToken(token string) {
	switch c := token[0]; {
	case c == '"':
		w.buf, _ = appendString(w.buf, unquote(token, true))
	case c > ' ':
		f := double(token)
		if w.buf = appendNumber(w.buf, f); f > MaxInteger || f < -MaxInteger {
			w.Doubt() // reading the text raises the issue
		}
	}
}

// canonicalNumber returns the offset after the number at i, and whether the number is canonical. The answer false is not certain: canonical
// numbers of more than 15 digits get it too. Up to 15 digits, different numbers are different doubles.
func canonicalNumber(s string, i int) (end int, is bool) {
	end, digits, _ := scanNumber(s, i)
	if digits && end-i <= shortInteger && s[i] > '0' {
		return end, true
	}
	negative := s[i] == '-'
	if negative {
		i++
	}
	switch {
	case end-i > shortInteger:
		return end, false
	case digits:
		return end, !negative || s[i] != '0'
	case s[end-1] == '0' || s[i] == '0' && end-i > len("0.000001"):
		return end, false
	}
	point := skipDigits(s, i)
	return end, s[point] == '.' && skipDigits(s, point+1) == end
}

// isIndexName reports whether a string is the name of a member that comes before the others. The string begins with a digit or an escape.
func isIndexName(s string, from, end int) bool {
	if colon := skipSpace(s, end); colon == len(s) || s[colon] != ':' {
		return false
	}
	_, is := arrayIndex(unquote(s[from:end], true))
	return is
}

// copyValue is copyText for the value at offset i, at nesting depth depth of the output. It also puts members in output order. It returns
// the offset after the value.
func (w *Writer) copyValue(s string, i, depth int) int {
	switch c := s[i]; {
	case c == '"':
		return w.copyString(s, i)
	case startsNumber(c):
		end, _, _ := scanNumber(s, i)
		w.copyToken(s[i:end])
		return end
	case c == '{':
		return w.copyObject(s, i, depth+1)
	case c == '[':
		return w.copyArray(s, i, depth+1)
	}
	end := i + literalSize(s[i:])
	w.text(s[i:end])
	return end
}

// copyString writes the string at i.
func (w *Writer) copyString(s string, i int) int {
	end, _, _ := scanString(s, i)
	w.copyToken(s[i:end])
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
