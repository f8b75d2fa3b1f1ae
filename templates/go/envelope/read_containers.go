package envelope

// BeginObject enters the object that comes next. Its members are read with NextMember, down to its end.
func (r *Reader) BeginObject() bool { return r.begin('{') }

// BeginArray enters the array that comes next. Its items are read with NextItem, down to its end.
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

// NextMember goes to the next member of the object that was entered last and reads its name. At the end it leaves
// the object and returns false.
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

// Name returns the name of the member that was read last.
func (r *Reader) Name() string { return r.trail.here.name }

// NextItem goes to the next item of the array that was entered last. At the end it leaves the array and returns
// false.
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

// skipItems goes over the item that comes next and all behind it, and leaves the array.
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

// leave ends an array or object with so many items.
func (r *Reader) leave(count int) {
	r.opened = false
	r.count = count
	r.trail.leave()
	r.closed = min(r.closed, r.trail.depth)
}

// Count returns how many items the array has that was left last, the broken ones included.
func (r *Reader) Count() int { return r.count }

// next goes over the comma before a member or item, or over the closing bracket.
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

// memberName reads the name at i and its colon. It returns the offset of the value, or -1 after a fault.
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

// colon goes over a colon and returns the offset of what follows, or -1 after a fault.
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

// Once notes that the member which the spec numbers bit has come. A member that comes twice is a fault of the text.
func (r *Reader) Once(seen *uint64, bit uint) {
	if *seen&(1<<bit) != 0 {
		r.fault(r.pos, causeDuplicate)
	}
	*seen |= 1 << bit
}

const causeDuplicate = "a second member of the same name"

// Missing is a member that a record requires, with the issue that is raised where it is absent.
type Missing struct {
	Bit     uint
	Name    string
	Rule    string
	Message string
	Level   Level
}

// Require raises the issues of those required members that have not come.
func (r *Reader) Require(seen uint64, required []Missing) {
	for _, m := range required {
		if seen&(1<<m.Bit) == 0 {
			r.raise(m.Level, m.Rule, m.Message, m.Name)
		}
	}
}

// Surplus remembers which undeclared members of one object have come.
type Surplus struct {
	filter nameFilter
	names  map[string]struct{} // all of them, once there are many; always those of a closed record
}

// fewNames is how many names are compared one by one before a map takes over.
const fewNames = 16

// Keep reads the undeclared member that NextMember has found into extra.
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

// Refuse skips the undeclared member that NextMember has found in a closed record.
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

// nameFilter says in one word that a name is certainly new.
type nameFilter uint64

// add returns false if the name may have come before.
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
