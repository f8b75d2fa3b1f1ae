package envelope

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
	for more := true; more; r.trail.here.index++ {
		end := r.skip(r.pos, r.trail.depth)
		if end >= 0 {
			end, more = r.separator(end, ']')
		}
		if end < 0 {
			return
		}
		r.pos = end
	}
	r.leave(r.trail.here.index)
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

// Once records that member number bit of the spec is present. A duplicate member is an error of the text.
func (r *Reader) Once(seen *uint64, bit uint) {
	if *seen&(1<<bit) != 0 {
		r.fault(r.pos, causeDuplicate)
	}
	*seen |= 1 << bit
}

const causeDuplicate = "a second member of the same name"

// Missing is a required member, with the issue for its absence.
type Missing struct {
	Bit     uint
	Name    string
	Rule    string
	Message string
	Level   Level
}

// Require raises the issues of the required members that are absent.
func (r *Reader) Require(seen uint64, required []Missing) {
	for _, m := range required {
		if seen&(1<<m.Bit) == 0 {
			r.raise(m.Level, m.Rule, m.Message, m.Name)
		}
	}
}

// Surplus is the set of undeclared members of one object read so far.
type Surplus struct {
	filter nameFilter
	names  map[string]struct{} // all of them, once there are many; for a closed record always
}

// fewNames is the number of names up to which a linear search is used instead of a map.
const fewNames = 16

// Keep reads the undeclared member found by NextMember into extra.
func (r *Reader) Keep(extra *Object, seen *Surplus) {
	name := r.Name()
	fresh := seen.filter.add(name)
	switch {
	case seen.names != nil:
		fresh = seen.isNew(name)
	case !fresh:
		_, known := extra.Get(name)
		fresh = !known
	}
	if !fresh {
		r.fault(r.pos, causeDuplicate)
		return
	}
	if len(extra.members) == fewNames && seen.names == nil {
		seen.names = make(map[string]struct{}, 4*fewNames)
		for _, m := range extra.members {
			seen.names[m.Name] = struct{}{}
		}
		seen.names[name] = struct{}{}
	}
	if extra.members == nil {
		extra.members = make([]Member, 0, 4)
	}
	extra.members = append(extra.members, Member{name, r.Raw()})
}

// Refuse skips the undeclared member found by NextMember in a closed record.
func (r *Reader) Refuse(seen *Surplus) {
	if seen.names == nil {
		seen.names = map[string]struct{}{}
	}
	if !seen.isNew(r.Name()) {
		r.fault(r.pos, causeDuplicate)
	}
	r.Skip()
}

func (s *Surplus) isNew(name string) bool {
	_, known := s.names[name]
	s.names[name] = struct{}{}
	return !known
}

// nameFilter is a one-word Bloom filter of names.
type nameFilter uint64

// add adds a name. It returns false if the name may have been added before.
func (f *nameFilter) add(name string) bool {
	var h uint
	if n := uint(len(name)); n > 0 {
		h = n + 7*uint(name[0]) + 31*uint(name[n-1]) + 13*uint(name[n/2])
	}
	bit := nameFilter(1) << (h % 64)
	fresh := *f&bit == 0
	*f |= bit
	return fresh
}
