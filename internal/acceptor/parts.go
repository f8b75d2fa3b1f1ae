package acceptor

import (
	"strconv"
	"unsafe"

	"github.com/envgen/envgen/internal/ir"
)

// SetNow sets the time of the next checks.
func (j *Judge) SetNow(seconds int64, nanos int32) { j.now = value{int: seconds, nanos: nanos} }

// Type returns the name of the type of the last text: of a union, the variant at any depth that the text is of. It is "" if no variant is selected, and for a
// text that could not be read.
func (j *Judge) Type() string { return j.leaf(&j.course, 0) }

// Read reads a text without checking it, for Type and Find.
func (j *Judge) Read(text []byte) bool {
	j.loose = true
	ok := j.read(text, mostDepth)
	j.loose = false
	if !ok {
		j.nodes = j.nodes[:0]
	}
	return ok
}

// mostDepth is the greatest depth that a caller can set.
const mostDepth = 256

// Part is a value inside of the last text. It is valid until the next text is read.
type Part struct {
	tape *tape
	node uint32
}

// Find returns the value at the segments of a JSON Pointer.
func (j *Judge) Find(pointer []string) (Part, bool) {
	if len(j.nodes) == 0 {
		return Part{}, false
	}
	at := uint32(0)
	for _, segment := range pointer {
		found := false
		switch n := j.nodes[at]; n.kind {
		case object:
			at, found = j.member(at, segment)
		case array:
			i, err := strconv.ParseUint(segment, 10, 31)
			if found = err == nil && uint32(i) < n.count && strconv.FormatUint(i, 10) == segment; found {
				at++
				for range i {
					at = j.next(at)
				}
			}
		}
		if !found {
			return Part{}, false
		}
	}
	return Part{&j.tape, at}, true
}

// Text returns the JSON text of the value. A string's has its quotation marks.
func (p Part) Text() []byte {
	n := p.tape.nodes[p.node]
	if n.kind == text && n.decoded {
		return []byte(strconv.Quote(p.tape.string(p.node))) // of use for people only
	}
	start, end := n.start, n.end
	if n.kind == text {
		start, end = start-1, end+1
	}
	return unsafe.Slice(unsafe.StringData(p.tape.source[start:end]), int(end-start))
}

// String returns the content of a string.
func (p Part) String() (string, bool) {
	if p.tape.nodes[p.node].kind != text {
		return "", false
	}
	return p.tape.string(p.node), true
}

// Number returns a number.
func (p Part) Number() (float64, bool) {
	if p.tape.nodes[p.node].kind != number {
		return 0, false
	}
	return p.tape.double(p.node), true
}

// Instant returns the time of a string in the form of a date-time, or of a number of seconds since 1970.
func (p Part) Instant() (seconds int64, nanos int32, ok bool) {
	switch p.tape.nodes[p.node].kind {
	case text:
		v, ok := instant(p.tape.string(p.node))
		return v.int, v.nanos, ok
	case number:
		f := p.tape.double(p.node)
		if f < firstSecond || f > lastSecond {
			return 0, 0, false
		}
		whole := int64(f)
		return whole, 0, true
	}
	return 0, 0, false
}

// leafOf returns the function behind Judge.Type.
func (a *Acceptor) leafOf(t *ir.Type, depth int) func(c *course, n uint32) string {
	for range depth + ir.MaxNesting {
		ref, is := t.Value.Kind.(ir.Ref)
		if !is {
			break
		}
		t = ref.Type
	}
	u, is := t.Value.Kind.(*ir.Union)
	selected := func(*course, uint32) int { return -1 }
	if is {
		selected = a.selection(u)
	}
	if !is || selected == nil || depth > ir.MaxNesting {
		name := t.Name
		return func(c *course, _ uint32) string {
			if len(c.nodes) == 0 {
				return ""
			}
			return name
		}
	}
	var leaves []func(c *course, n uint32) string
	for _, v := range u.Variants {
		leaves = append(leaves, a.leafOf(v.Type, depth+1))
	}
	return func(c *course, n uint32) string {
		if len(c.nodes) == 0 || c.nodes[n].kind != object {
			return ""
		}
		i := selected(c, n)
		if i < 0 {
			return ""
		}
		return leaves[i](c, n)
	}
}
