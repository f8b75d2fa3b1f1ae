package acceptor

import (
	"math"
	"strings"
)

// jsonDepth is the number of arrays and objects inside of each other.
func (c *course) jsonDepth(n uint32) int64 {
	inside, at := int64(0), n+1
	switch c.nodes[n].kind {
	case array:
		for range c.nodes[n].count {
			inside = max(inside, c.jsonDepth(at))
			at = c.next(at)
		}
	case object:
		for range c.nodes[n].count {
			inside = max(inside, c.jsonDepth(at+1))
			at = c.next(at + 1)
		}
	default:
		return 0
	}
	return inside + 1
}

// jsonSize is the length of the canonical text.
func (c *course) jsonSize(n uint32) int64 {
	end, size := c.next(n), int64(0)
	for at := n; at < end; at++ {
		v := c.nodes[at]
		switch v.kind {
		case text:
			size += 2 + int64(v.end-v.start)
			if v.decoded {
				size += escapesOf(c.string(at))
			}
		case number:
			size += c.numberSize(at)
		case null, boolean:
			size += int64(v.end - v.start)
		case array:
			size += 2 + int64(max(v.count, 1)) - 1
		case object:
			size += 2 + 2*int64(v.count) - min(int64(v.count), 1)
		}
	}
	return size
}

// escapesOf is the number of bytes that the canonical escapes of a text add.
func escapesOf(s string) int64 {
	more := int64(0)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\\', c == '\b', c == '\f', c == '\n', c == '\r', c == '\t':
			more++
		case c < ' ':
			more += 5
		}
	}
	return more
}

// numberSize decides about the spellings that are canonical already.
func (c *course) numberSize(n uint32) int64 {
	v := c.nodes[n]
	s := c.string(n)
	if v.whole {
		if v.value == 0 {
			return 1
		}
		return int64(len(s))
	}
	const most = 17 // a point, and digits that are all significant
	f := math.Abs(c.double(n))
	if strings.ContainsAny(s, "eE") || s[len(s)-1] == '0' || len(s) > most || f < 1e-6 || s[0] == '-' && len(s) > most-1 {
		unknown(c, n)
	}
	return int64(len(s))
}
