package wire

import "slices"

// lookahead finds the ends of values in one text. A tag may stand behind other members, which are passed over to find it. Where such
// members have tags of their own, the same text would be passed over again at each level. So the second pass over a text remembers where
// its objects and arrays end, and every further pass leaps over them. A text that is passed over once remembers nothing.
type lookahead struct {
	passed   int // the end of the text that one pass has seen
	known    int // the end of the text whose objects and arrays are in spans
	spans    []span
	open     []int // of the pass at work: objects and arrays in spans that have not ended
	examined int   // bytes that passes have looked at
}

// span is an object or array in a text. Its end is the offset after it.
type span struct{ start, end int32 }

// shortest is the length from which the end of an object or array is remembered. Few levels fit into less.
const shortest = 64

// leap returns the offset of the comma or bracket after the value at i.
func (l *lookahead) leap(s string, i int) int {
	from := i
	end := 0
	switch {
	case i >= len(s) || s[i] != '{' && s[i] != '[':
		end = leap(s, i)
	case i < l.known:
		if n, found := slices.BinarySearchFunc(l.spans, int32(i), startOrder); found {
			from = int(l.spans[n].end)
		}
		end = leap(s, from)
	case i < l.passed:
		end = l.record(s, i)
		l.known = end
	default:
		end = leap(s, i)
		l.passed = end
	}
	l.examined += end - from
	return end
}

func startOrder(s span, start int32) int { return int(s.start - start) }

// record leaps over an object or array, and remembers those inside of it that are long, in the order in which they start.
func (l *lookahead) record(s string, i int) int {
	l.open = l.open[:0]
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = closingQuote(s, i)
		case '{', '[':
			l.open = append(l.open, len(l.spans))
			l.spans = append(l.spans, span{start: int32(i)})
		case '}', ']':
			if len(l.open) == 0 {
				return i
			}
			l.close(i + 1)
		case ',':
			if len(l.open) == 0 {
				return i
			}
		}
	}
	l.spans = l.spans[:0] // the text is malformed, which reading reports
	return len(s)
}

// close ends the innermost open span. Short ones inside of it are gone, so a short one is the last.
func (l *lookahead) close(end int) {
	last := len(l.open) - 1
	n := l.open[last]
	l.open = l.open[:last]
	if l.spans[n].end = int32(end); end-int(l.spans[n].start) < shortest {
		l.spans = l.spans[:n]
	}
}
