package wire

import "slices"

// lookahead finds the ends of values in one text. The reader needs them because a tag may come after other members.
//
// The first pass over a value scans it and stores the results of its objects and arrays. Later passes and the reader skip them by these
// results. So each byte is scanned once, at any number of levels with late tags.
type lookahead struct {
	scanner  scanner
	next     int  // the first result that the reader may still need
	passed   int  // the end of the scanned text
	broken   bool // whether the text ahead is malformed; the reader reports the error
	examined int  // the number of bytes that passes have examined
}

// result is the result of scanning the object or array at offset start. Its end is the offset after it.
type result struct {
	start, end int32
	form       form
	beyond     bool
}

// shortest is the minimum length of an object or array whose result is stored. Few levels fit into a shorter one.
const shortest = 64

// keptResults is the capacity up to which a list of results is reused.
const keptResults = 1024

// start prepares for another text.
func (l *lookahead) start() {
	names, results := l.scanner.names[:0], l.scanner.results[:0]
	if cap(results) > keptResults {
		results = nil
	}
	*l = lookahead{scanner: scanner{names: names, results: results}}
}

// measured returns the result for the next value, at i, or nil.
func (l *lookahead) measured(i int) *result {
	results := l.scanner.results
	for ; l.next < len(results); l.next++ {
		if r := &results[l.next]; r.start == int32(i) {
			return r
		} else if r.start > int32(i) {
			return nil
		}
	}
	return nil
}

// leap returns the offset of the comma or bracket after the value at i, at nesting depth depth. For a malformed text it returns len(s).
func (l *lookahead) leap(s string, i, depth, maxDepth int) int {
	if l.broken {
		return len(s)
	}
	end := l.after(s, i, depth, maxDepth)
	if end < 0 {
		l.broken = true
		return len(s)
	}
	l.passed = max(l.passed, end)
	return skipSpace(s, end)
}

// after returns the offset after the value at i, or -1 after a syntax error.
func (l *lookahead) after(s string, i, depth, maxDepth int) int {
	k := &l.scanner
	if i < l.passed {
		if r := l.find(int32(i)); r != nil {
			return int(r.end)
		}
	}
	k.keeps = i >= l.passed
	end := k.scan(s, i, depth, maxDepth)
	k.keeps = false
	l.examined += max(end, k.at) - i
	return end
}

// find returns the result for the value at i, or nil. It searches from the next result on, which is usually the right one.
func (l *lookahead) find(i int32) *result {
	ahead, most := l.scanner.results[l.next:], 2
	for most < len(ahead) && ahead[most-1].start < i {
		most *= 2
	}
	ahead = ahead[:min(most, len(ahead))]
	n, found := slices.BinarySearchFunc(ahead, i, func(r result, start int32) int { return int(r.start - start) })
	if !found {
		return nil
	}
	return &ahead[n]
}
