package wire

import "strings"

// Skip skips any value. Its text is validated as strictly as text that is read.
func (r *Reader) Skip() {
	if end := r.skip(r.pos, r.trail.depth); end >= 0 {
		r.pos = end
	}
}

// skip returns the offset after the value at i, at nesting depth depth, or -1 after a syntax error. It sets form.
func (r *Reader) skip(i, depth int) int {
	if m := r.ahead.measured(i); m != nil {
		r.form, r.beyond = m.form, r.beyond || m.beyond
		return int(m.end)
	}
	k := &r.ahead.scanner
	end := k.scan(r.text, i, depth, r.options.maxDepth)
	if end < 0 {
		r.fault(k.at, k.cause)
	}
	r.form, r.beyond = k.form, r.beyond || k.beyond
	return end
}

// form describes the text of a value. 0 is an unknown form. Any other form is a canonical text whose arrays and objects are nested form-1
// deep. A text with long numbers or with array indexes as names has an unknown form.
type form uint32

// scanner validates the values of a text without reading them.
type scanner struct {
	text     string
	maxDepth int
	names    []int32  // offsets of the names of the open objects, if they have no escapes
	keeps    bool     // whether results of objects and arrays are stored
	results  []result // in the order of the text

	// The fields below are results of a scan.
	form   form
	beyond bool // whether the value has a number beyond ±(2^53-1)
	cause  string
	at     int // the offset of the syntax error

	canonical bool // whether all text so far is canonical
	deepest   int
}

// scan returns the offset after the value at i, at nesting depth depth, or -1 after a syntax error.
func (k *scanner) scan(text string, i, depth, maxDepth int) int {
	k.text, k.maxDepth, k.names = text, maxDepth, k.names[:0]
	k.cause, k.at, k.beyond, k.canonical, k.deepest = "", 0, false, true, depth
	end := k.value(i, depth)
	if k.form = 0; end >= 0 {
		k.form = k.formFrom(depth)
	}
	return end
}

// formFrom returns the form of a value's text at nesting depth depth.
func (k *scanner) formFrom(depth int) form {
	if !k.canonical {
		return 0
	}
	return form(1 + k.deepest - depth)
}

func (k *scanner) fault(at int, cause string) int {
	k.at, k.cause = at, cause
	return -1
}

func (k *scanner) unexpected(i int, wanted string) int {
	return k.fault(min(i, len(k.text)), causeUnexpected(k.text, i, wanted))
}

func (k *scanner) value(i, depth int) int {
	s := k.text
	if i >= len(s) {
		return k.unexpected(i, "value")
	}
	switch c := s[i]; {
	case c == '"':
		return k.str(i)
	case startsNumber(c):
		return k.number(i)
	case c == '{' || c == '[':
		if depth >= k.maxDepth {
			return k.fault(i, causeDepth)
		}
		if k.keeps {
			return k.keep(i, depth)
		}
		return k.inside(i, depth+1)
	}
	size := literalSize(s[i:])
	if size == 0 {
		return k.unexpected(i, "value")
	}
	return i + size
}

// inside scans the object or array at i. Its members have nesting depth depth.
func (k *scanner) inside(i, depth int) int {
	k.deepest = max(k.deepest, depth)
	if k.text[i] == '{' {
		return k.object(i, depth)
	}
	return k.array(i, depth)
}

// keep scans the object or array at i and stores the result if the value is long. It drops the results of short values within it, so a
// short value can only be the last.
func (k *scanner) keep(i, depth int) int {
	n, canonical, beyond, deepest := len(k.results), k.canonical, k.beyond, k.deepest
	k.results = append(k.results, result{start: int32(i)})
	k.canonical, k.beyond, k.deepest = true, false, depth
	end := k.inside(i, depth+1)
	if end-i < shortest {
		k.results = k.results[:n]
	} else {
		k.results[n] = result{int32(i), int32(end), k.formFrom(depth), k.beyond}
	}
	k.canonical, k.beyond, k.deepest = canonical && k.canonical, beyond || k.beyond, max(deepest, k.deepest)
	return end
}

func (k *scanner) str(i int) int {
	s := k.text
	end := plainEnd(s, i+1)
	if end < len(s) && s[end] == '"' {
		return end + 1
	}
	from := end
	end, escaped, cause := scanRest(s, end)
	if cause != "" {
		return k.fault(end, cause)
	}
	if escaped && k.canonical {
		k.canonical = hasCanonicalEscapes(s[from:end])
	}
	return end
}

func (k *scanner) number(i int) int {
	end, digits, cause := scanNumber(k.text, i)
	switch {
	case cause != "":
		return k.fault(end, cause)
	case digits && end-i <= shortInteger && k.text[i] > '0':
		return end
	case k.canonical:
		if _, k.canonical = canonicalNumber(k.text, i); k.canonical {
			return end
		}
	}
	if (!digits || end-i > shortInteger) && !k.beyond {
		k.beyond = isBeyond(k.text[i:end])
	}
	return end
}

// literalSize returns the length of the literal at the start of s, or 0.
func literalSize(s string) int {
	switch {
	case strings.HasPrefix(s, "true"), strings.HasPrefix(s, "null"):
		return len("true")
	case strings.HasPrefix(s, "false"):
		return len("false")
	}
	return 0
}

func (k *scanner) array(i, depth int) int {
	if i = k.space(i + 1); i < len(k.text) && k.text[i] == ']' {
		return i + 1
	}
	for {
		if i = k.value(i, depth); i < 0 {
			return -1
		}
		var more bool
		if i, more = k.separator(i, ']'); !more {
			return i
		}
	}
}

func (k *scanner) object(i, depth int) int {
	s := k.text
	if i = k.space(i + 1); i < len(s) && s[i] == '}' {
		return i + 1
	}
	names := nameSet{first: len(k.names)}
	for {
		value := k.member(i, &names)
		if value < 0 {
			return -1
		}
		if value = k.value(value, depth); value < 0 {
			return -1
		}
		var more bool
		if i, more = k.separator(value, '}'); !more {
			k.names = k.names[:names.first]
			return i
		}
	}
}

// member scans the name at i and its colon. The name must not be in names. It returns the offset of the value, or -1 after a syntax error.
func (k *scanner) member(i int, names *nameSet) (value int) {
	s := k.text
	if i >= len(s) || s[i] != '"' {
		return k.unexpected(i, "member name")
	}
	end, escaped := plainEnd(s, i+1), false
	if end < len(s) && s[end] == '"' {
		end++
	} else {
		if end = k.str(i); end < 0 {
			return -1
		}
		escaped = strings.IndexByte(s[i:end], '\\') >= 0
	}
	colon := k.space(end)
	if colon >= len(s) || s[colon] != ':' {
		return k.unexpected(colon, "colon")
	}
	if !names.add(k, i, end, escaped) {
		return k.fault(i, causeDuplicate(s, i))
	}
	return k.space(colon + 1)
}

// space returns the first offset from i on that is not white space. Canonical text contains no white space.
func (k *scanner) space(i int) int {
	if i >= len(k.text) || k.text[i] > ' ' {
		return i
	}
	k.canonical = false
	return skipSpace(k.text, i)
}

// separator skips a comma or the closing bracket and returns the offset after it, or -1 after a syntax error. more is true after a comma.
func (k *scanner) separator(i int, bracket byte) (next int, more bool) {
	s := k.text
	i = k.space(i)
	switch {
	case i < len(s) && s[i] == ',':
		return k.space(i + 1), true
	case i < len(s) && s[i] == bracket:
		return i + 1, false
	}
	return k.unexpected(i, "comma or closing bracket"), false
}

// nameSet detects duplicate names in an object. A few names are compared in the text; only objects with many members use a map.
type nameSet struct {
	filter nameFilter
	first  int // in the scanner's list
	many   map[string]struct{}
}

// add adds the name from start to end. It returns false if the set already contains the name.
func (n *nameSet) add(k *scanner, start, end int, escaped bool) bool {
	name := k.text[start+1 : end-1]
	if escaped {
		name = unescape(name)
	}
	if name != "" && name[0]-'0' <= 9 || escaped {
		k.canonical = false // the name may be an array index, which has another place in canonical text
	}
	fresh := n.filter.add(name)
	if n.many == nil {
		if !escaped && len(k.names)-n.first < fewNames {
			if !fresh && n.has(k, name) {
				return false
			}
			k.names = append(k.names, int32(start))
			return true
		}
		n.grow(k)
	}
	_, known := n.many[name]
	n.many[name] = struct{}{}
	return !known
}

func (n *nameSet) has(k *scanner, name string) bool {
	for _, start := range k.names[n.first:] {
		if s := k.text[start+1:]; strings.HasPrefix(s, name) && s[len(name)] == '"' {
			return true
		}
	}
	return false
}

// grow moves the names into a map.
func (n *nameSet) grow(k *scanner) {
	n.many = make(map[string]struct{}, 4*fewNames)
	for _, start := range k.names[n.first:] {
		name := k.text[start+1:]
		n.many[name[:strings.IndexByte(name, '"')]] = struct{}{}
	}
}
