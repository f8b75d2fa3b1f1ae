package wire

import "strings"

// Skip skips any value. Skipped text is checked as strictly as text that is read.
func (r *Reader) Skip() {
	if end := r.skip(r.pos, r.trail.depth); end >= 0 {
		r.pos = end
	}
}

// skip returns the offset after the value at i, at nesting depth depth, or -1 after a syntax error.
func (r *Reader) skip(i, depth int) int {
	s := r.text
	if i >= len(s) {
		r.unexpected(i, "value")
		return -1
	}
	var cause string
	switch c := s[i]; {
	case c == '"':
		i, _, cause = scanString(s, i)
	case startsNumber(c):
		i, cause = r.skipNumber(i)
	case c == '{' || c == '[':
		if depth >= r.options.maxDepth {
			r.fault(i, causeDepth)
			return -1
		}
		if c == '{' {
			return r.skipObject(i, depth+1)
		}
		return r.skipArray(i, depth+1)
	default:
		size := literalSize(s[i:])
		if size == 0 {
			r.unexpected(i, "value")
			return -1
		}
		return i + size
	}
	if cause != "" {
		r.fault(i, cause)
		return -1
	}
	return i
}

// skipNumber skips a number, and notes one that may lose digits.
func (r *Reader) skipNumber(i int) (end int, cause string) {
	end, digits, cause := scanNumber(r.text, i)
	if (!digits || end-i > shortInteger) && cause == "" && !r.beyond {
		r.beyond = isBeyond(r.text[i:end])
	}
	return end, cause
}

// literalSize returns the length of the literal at the start of s, or 0.
func literalSize(s string) int {
	for _, word := range [...]string{"null", "true", "false"} {
		if strings.HasPrefix(s, word) {
			return len(word)
		}
	}
	return 0
}

func (r *Reader) skipArray(i, depth int) int {
	s := r.text
	if i = skipSpace(s, i+1); i < len(s) && s[i] == ']' {
		return i + 1
	}
	for {
		if i = r.skip(i, depth); i < 0 {
			return -1
		}
		var more bool
		if i, more = r.separator(i, ']'); !more {
			return i
		}
	}
}

func (r *Reader) skipObject(i, depth int) int {
	s := r.text
	if i = skipSpace(s, i+1); i < len(s) && s[i] == '}' {
		return i + 1
	}
	var names nameSet
	for {
		name, value := r.memberName(i)
		if value < 0 {
			return -1
		}
		if !names.add(s, name, i+1) {
			r.duplicateName(i)
			return -1
		}
		if i = r.skip(value, depth); i < 0 {
			return -1
		}
		var more bool
		if i, more = r.separator(i, '}'); !more {
			return i
		}
	}
}

// separator skips a comma and returns the offset after it, or the closing bracket and returns the offset after that, or -1 after a
// syntax error.
func (r *Reader) separator(i int, bracket byte) (next int, more bool) {
	s := r.text
	if i < len(s) && s[i] <= ' ' {
		i = skipSpace(s, i)
	}
	switch {
	case i < len(s) && s[i] == ',':
		i++
		if i < len(s) && s[i] <= ' ' {
			i = skipSpace(s, i)
		}
		return i, true
	case i < len(s) && s[i] == bracket:
		return i + 1, false
	}
	r.unexpected(i, "comma or closing bracket")
	return -1, false
}

// nameSet detects duplicate names in an untyped object. Few names are searched for in the text; only objects with many members use a
// map.
type nameSet struct {
	filter nameFilter
	count  int
	starts [fewNames]int // offsets of the names without escapes
	many   map[string]struct{}
}

// add adds a name that is written at offset start. It returns false if the name is in the set already.
func (n *nameSet) add(s, name string, start int) bool {
	fresh := n.filter.add(name)
	if n.many == nil {
		plain := strings.HasPrefix(s[start:], name) && s[start+len(name)] == '"'
		if plain && n.count < fewNames {
			if !fresh && n.has(s, name) {
				return false
			}
			n.starts[n.count] = start
			n.count++
			return true
		}
		n.grow(s)
	}
	_, known := n.many[name]
	n.many[name] = struct{}{}
	return !known
}

func (n *nameSet) has(s, name string) bool {
	for _, start := range n.starts[:n.count] {
		if strings.HasPrefix(s[start:], name) && s[start+len(name)] == '"' {
			return true
		}
	}
	return false
}

// grow moves the names into a map.
func (n *nameSet) grow(s string) {
	n.many = make(map[string]struct{}, 4*fewNames)
	for _, start := range n.starts[:n.count] {
		name := s[start:]
		n.many[name[:strings.IndexByte(name, '"')]] = struct{}{}
	}
}
