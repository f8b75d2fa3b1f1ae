package envelope

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
)

// Object holds members of any name and value, in order of arrival and no two of one name. The zero Object has none.
//
// It is as cheap as its text until it is changed. A change to one copy is none to the others, and any number of
// goroutines may read the same Object.
type Object struct {
	text    string   // as it was read, until members takes over
	members []Member // copies share them: once there are copies, they are never written to
}

// Member is one member of an Object.
type Member struct {
	Name  string
	Value Raw
}

// NewObject returns an object of these members. Of two with one name, the later value takes the earlier's place.
func NewObject(members ...Member) Object {
	var o Object
	places := make(map[string]int, len(members))
	for _, m := range members {
		if i, known := places[m.Name]; known {
			o.members[i].Value = m.Value
			continue
		}
		places[m.Name] = len(o.members)
		o.members = append(o.members, m)
	}
	return o
}

// All ranges over names and values.
func (o Object) All() iter.Seq2[string, Raw] {
	return func(yield func(string, Raw) bool) {
		if o.members == nil {
			o.eachInText(yield)
			return
		}
		for _, m := range o.members {
			if !yield(m.Name, m.Value) {
				return
			}
		}
	}
}

// eachInText walks the text, which is known to be well-formed.
func (o Object) eachInText(yield func(string, Raw) bool) {
	if o.text == "" {
		return
	}
	r := Reader{text: o.text, options: options{maxDepth: len(o.text)}}
	r.BeginObject()
	for r.NextMember() {
		if !yield(r.Name(), r.Raw()) {
			return
		}
	}
}

// Len counts the members.
func (o Object) Len() int {
	if o.members != nil {
		return len(o.members)
	}
	count := 0
	for range o.All() {
		count++
	}
	return count
}

// Get returns the value of a member, and whether there is one of that name.
func (o Object) Get(name string) (Raw, bool) {
	for n, value := range o.All() {
		if n == name {
			return value, true
		}
	}
	return Raw{}, false
}

// Has reports whether there is a member of that name.
func (o Object) Has(name string) bool {
	_, found := o.Get(name)
	return found
}

// Set gives a member a value. A new member comes last. It copies the others: to build a large object, use NewObject.
func (o *Object) Set(name string, value Raw) {
	members := o.copied(1)
	if i := slices.IndexFunc(members, func(m Member) bool { return m.Name == name }); i >= 0 {
		members[i].Value = value
	} else {
		members = append(members, Member{name, value})
	}
	*o = Object{members: members}
}

// Delete removes a member, if there is one of that name.
func (o *Object) Delete(name string) {
	members := slices.DeleteFunc(o.copied(0), func(m Member) bool { return m.Name == name })
	*o = Object{members: members}
}

// Clone returns the same object. It is what a plain copy is, too.
func (o Object) Clone() Object { return o }

// copied returns the members as a list of its own, with room for some more.
func (o Object) copied(more int) []Member {
	members := make([]Member, 0, len(o.members)+more)
	for name, value := range o.All() {
		members = append(members, Member{name, value})
	}
	return members
}

// String returns the canonical text, or "invalid object" if there is none.
func (o Object) String() string {
	text, err := o.MarshalJSON()
	if err != nil {
		return "invalid object"
	}
	return string(text)
}

// MarshalJSON returns the canonical text.
func (o Object) MarshalJSON() ([]byte, error) {
	var w Writer
	w.startUnlimited()
	w.Object(o)
	return w.Finish()
}

// UnmarshalJSON reads an object.
func (o *Object) UnmarshalJSON(data []byte) error {
	var r Reader
	r.Start(data, nil, nil)
	parsed, ok := r.Object()
	if !ok {
		r.Must("type", "must be an object")
	}
	err := r.Finish()
	if err == nil {
		*o = parsed
	}
	return err
}

// maxIndexDigits is the length of the greatest array index.
const maxIndexDigits = len("4294967294")

// arrayIndex returns the number of a name that is a canonical array index, 0 to 4294967294. ECMAScript keeps such
// members before all others, so every binding writes them there.
func arrayIndex(name string) (uint32, bool) {
	if name == "" || len(name) > maxIndexDigits || name[0]-'0' > 9 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(name, 10, 32)
	return uint32(n), err == nil && n < 1<<32-1
}

// inOrder returns the members as they are written: array indexes first, ascending.
func inOrder(members []Member) []Member {
	if !slices.ContainsFunc(members, func(m Member) bool { _, ok := arrayIndex(m.Name); return ok }) {
		return members
	}
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b Member) int { return compareIndexes(a.Name, b.Name) })
	return sorted
}

// compareIndexes orders array indexes by number and before other names, which are all equal to it.
func compareIndexes(a, b string) int {
	i, aIsIndex := arrayIndex(a)
	j, bIsIndex := arrayIndex(b)
	switch {
	case aIsIndex && bIsIndex:
		return cmp.Compare(i, j)
	case aIsIndex:
		return -1
	case bIsIndex:
		return 1
	}
	return 0
}
