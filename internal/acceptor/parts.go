package acceptor

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/envgen/envgen/internal/ir"
)

// SetNow sets the time of the next checks.
func (j *Judge) SetNow(seconds int64, nanos int32) { j.now = value{int: seconds, nanos: nanos} }

// Type returns the name of the type of the last text: of a union, the variant at any depth that the text is of. It is "" if no variant is selected, and for a
// text that could not be read.
func (j *Judge) Type() string {
	if len(j.nodes) == 0 {
		return ""
	}
	return j.leaf(&j.course, 0)
}

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

// Content returns the content of a string, and the JSON text of any other value.
func (p Part) Content() []byte {
	n := p.tape.nodes[p.node]
	content := p.tape.source[n.start:n.end]
	if n.kind == text {
		content = p.tape.string(p.node)
	}
	return unsafe.Slice(unsafe.StringData(content), len(content))
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
		return int64(f), 0, true
	}
	return 0, 0, false
}

// leafOf returns the function behind Judge.Type.
func (a *Acceptor) leafOf(t *ir.Type, depth int) func(c *course, n uint32) string {
	for {
		ref, is := t.Value.Kind.(ir.Ref) // none leads back to itself
		if !is {
			break
		}
		t = ref.Type
	}
	var selected func(*course, uint32) int
	u, is := t.Value.Kind.(*ir.Union)
	if is && depth <= ir.MaxNesting {
		selected = a.selection(u)
	}
	if selected == nil {
		name := t.Name
		return func(*course, uint32) string { return name }
	}
	var leaves []func(c *course, n uint32) string
	for _, v := range u.Variants {
		leaves = append(leaves, a.leafOf(v.Type, depth+1))
	}
	return func(c *course, n uint32) string {
		if c.nodes[n].kind == object {
			if i := selected(c, n); i >= 0 {
				return leaves[i](c, n)
			}
		}
		return ""
	}
}

// mostNamesKept bounds the names that a Judge keeps for the next values.
const mostNamesKept = 1024

// Value returns the value of the last text: nil, a bool, a float64, a string, a []any, or the result of object for the members of one. It has memory of
// its own.
func (j *Judge) Value(object func(names []string, values []any) any) any {
	if j.names == nil {
		j.names = map[string]string{}
	}
	return j.tree(0, object)
}

func (j *Judge) tree(at uint32, objectOf func(names []string, values []any) any) any {
	n := j.nodes[at]
	switch n.kind {
	case boolean:
		return n.whole
	case number:
		return j.double(at)
	case text:
		return strings.Clone(j.string(at))
	case array:
		items := make([]any, n.count)
		at++
		for i := range items {
			items[i] = j.tree(at, objectOf)
			at = j.next(at)
		}
		return items
	case object:
		names, values := make([]string, n.count), make([]any, n.count)
		at++
		for i := range names {
			names[i], values[i] = j.name(j.string(at)), j.tree(at+1, objectOf)
			at = j.next(at + 1)
		}
		return objectOf(names, values)
	}
	return nil
}

// name returns a copy of a name. Messages have the same names again and again.
func (j *Judge) name(s string) string {
	own, known := j.names[s]
	if !known {
		own = strings.Clone(s)
		if len(j.names) < mostNamesKept {
			j.names[own] = own
		}
	}
	return own
}
