package wire

// BeginObject enters the next value, an object. NextMember reads its members up to its end.
func (r *Reader) BeginObject() bool { return r.begin('{') }

// BeginArray enters the next value, an array. NextItem reads its items up to its end.
func (r *Reader) BeginArray() bool { return r.begin('[') }

func (r *Reader) begin(bracket byte) bool {
	i := r.pos
	if i >= len(r.text) || r.text[i] != bracket {
		r.Skip()
		return false
	}
	if r.trail.depth >= r.options.maxDepth {
		r.fault(i, causeDepth)
		return false
	}
	if r.isClosed() {
		return r.enterEmpty()
	}
	r.trail.enter()
	r.pos = i + 1
	r.opened = true
	return true
}

// enterEmpty enters an object or array as if it were empty.
func (r *Reader) enterEmpty() bool {
	r.Skip()
	if r.cause != "" {
		return false
	}
	r.trail.enter()
	r.pos--
	r.opened = true
	return true
}

const causeDepth = "nested too deep"

// NextMember reads the name of the next member of the innermost object. At the end it leaves the object and returns false.
func (r *Reader) NextMember() bool {
	i, more := r.next('}')
	if !more {
		return false
	}
	name, i := r.memberName(i)
	if i < 0 {
		return false
	}
	r.trail.here.name = name
	r.pos = i
	return true
}

// Name returns the last member name read.
func (r *Reader) Name() string { return r.trail.here.name }

// NextItem moves to the next item of the innermost array. At the end it leaves the array and returns false.
func (r *Reader) NextItem() bool {
	i, more := r.next(']')
	if !more {
		return false
	}
	r.trail.here.index++
	r.pos = i
	if r.trail.depth <= r.closed {
		r.skipItems()
		return false
	}
	return true
}

// skipItems skips the next item and all after it, and leaves the array.
func (r *Reader) skipItems() {
	for {
		end := r.skip(r.pos, r.trail.depth)
		if end < 0 {
			return
		}
		r.pos = end
		i, more := r.next(']')
		if !more {
			return
		}
		r.pos = i
		r.trail.here.index++
	}
}

// leave ends an array or object with count items.
func (r *Reader) leave(count int) {
	r.opened = false
	r.count = count
	r.trail.leave()
	r.closed = min(r.closed, r.trail.depth)
}

// Count returns the number of items of the last array that was left, including invalid ones.
func (r *Reader) Count() int { return r.count }

// next skips the comma before a member or item, or the closing bracket.
func (r *Reader) next(bracket byte) (i int, more bool) {
	s, i := r.text, r.pos
	if i < len(s) && s[i] <= ' ' {
		i = skipSpace(s, i)
	}
	switch {
	case i < len(s) && s[i] == bracket:
		r.pos = i + 1
		r.leave(r.trail.here.index + 1)
		return 0, false
	case r.opened:
		r.opened = false
		return i, true
	case i < len(s) && s[i] == ',':
		i++
		if i < len(s) && s[i] <= ' ' {
			i = skipSpace(s, i)
		}
		return i, true
	}
	r.unexpected(i, "comma or closing bracket")
	return 0, false
}

// memberName reads the name at i and its colon. It returns the offset of the value, or -1 after a syntax error.
func (r *Reader) memberName(i int) (string, int) {
	s := r.text
	if i >= len(s) || s[i] != '"' {
		r.unexpected(i, "member name")
		return "", -1
	}
	end, escaped, cause := scanString(s, i)
	if cause != "" {
		r.fault(end, cause)
		return "", -1
	}
	name := unquote(s[i:end], escaped)
	if end = r.colon(end); end < 0 {
		return "", -1
	}
	return name, end
}

// colon skips a colon and returns the offset of the value, or -1 after a syntax error.
func (r *Reader) colon(i int) int {
	s := r.text
	if i < len(s) && s[i] != ':' {
		i = skipSpace(s, i)
	}
	if i >= len(s) || s[i] != ':' {
		r.unexpected(i, "colon")
		return -1
	}
	i++
	if i < len(s) && s[i] <= ' ' {
		i = skipSpace(s, i)
	}
	return i
}
