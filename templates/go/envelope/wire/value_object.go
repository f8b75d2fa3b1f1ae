package wire

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// Object contains members with unique names and any values, in insertion order. The zero Object is empty.
//
// An unchanged Object costs no more than its text. Changes to one copy do not affect the others. Several goroutines may read the same
// Object.
type Object struct {
	text    string   // the text that was read, until members replaces it
	form    form     // the form of text
	members []Member // shared by copies and therefore never modified in place
}

// Member is one member of an Object.
type Member struct {
	Name  string
	Value Raw
}

// NewObject returns an object with these members. A later value for the same name replaces the earlier value and keeps its position.
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

// ObjectOf converts a Go value whose JSON text is an object, such as a struct or map. It follows the rules of RawOf.
func ObjectOf(value any) (Object, error) {
	raw, err := RawOf(value)
	if err != nil {
		return Object{}, err
	}
	o, ok := raw.AsObject()
	if !ok {
		return Object{}, fmt.Errorf("a %T is no JSON object", value)
	}
	return o, nil
}

// Decode stores the object in *into, as json.Unmarshal does. Its numbers are those of Raw.Decode of the members: the numbers of the
// original text.
func (o Object) Decode(into any) error {
	if o.members == nil && o.text != "" {
		return Raw{o.text, o.form}.Decode(into)
	}
	b := []byte{'{'}
	for _, m := range o.members {
		var ok bool
		if b, ok = appendString(separated(b, '{'), m.Name); !ok {
			_, err := o.MarshalJSON()
			return err
		}
		b = append(append(b, ':'), m.Value.String()...)
	}
	return Raw{text: string(append(b, '}'))}.Decode(into)
}

// Equal reports whether two objects are equal as JSON. Spelling and the order of members do not matter.
func (o Object) Equal(other Object) bool {
	if o.Len() != other.Len() {
		return false
	}
	for name, value := range o.All() {
		if v, found := other.Get(name); !found || !v.Equal(value) {
			return false
		}
	}
	return true
}

// All iterates over names and values.
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

// eachInText iterates over the well-formed text.
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

// Len returns the number of members.
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

// Get returns the value of a member, and whether it is present.
func (o Object) Get(name string) (Raw, bool) {
	for n, value := range o.All() {
		if n == name {
			return value, true
		}
	}
	return Raw{}, false
}

// Has reports whether a member is present.
func (o Object) Has(name string) bool {
	_, found := o.Get(name)
	return found
}

// Set sets the value of a member. A new member comes last. Set copies all members: use NewObject to build a large object.
func (o *Object) Set(name string, value Raw) {
	members := o.copied(1)
	if i := slices.IndexFunc(members, func(m Member) bool { return m.Name == name }); i >= 0 {
		members[i].Value = value
	} else {
		members = append(members, Member{name, value})
	}
	*o = Object{members: members}
}

// Delete removes a member, if present.
func (o *Object) Delete(name string) {
	members := slices.DeleteFunc(o.copied(0), func(m Member) bool { return m.Name == name })
	*o = Object{members: members}
}

// Clone returns the same object, like a plain copy.
func (o Object) Clone() Object { return o }

// copied returns a copy of the members with spare capacity.
func (o Object) copied(more int) []Member {
	members := make([]Member, 0, len(o.members)+more)
	for name, value := range o.All() {
		members = append(members, Member{name, value})
	}
	return members
}

// String returns the canonical text, or "invalid object" if it has none.
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
	w.options = &unlimited
	w.Object(o)
	return w.Finish()
}

// UnmarshalJSON reads a JSON object.
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

// maxIndexDigits is the number of digits of the greatest array index.
const maxIndexDigits = len("4294967294")

// arrayIndex returns the value of a name that is a canonical array index, 0 to 4294967294. ECMAScript orders such members before all
// others. All languages therefore write them first.
func arrayIndex(name string) (uint32, bool) {
	if name == "" || len(name) > maxIndexDigits || name[0]-'0' > 9 || name[0] == '0' && len(name) > 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(name, 10, 32)
	return uint32(n), err == nil && n < 1<<32-1
}

// inOrder returns the members in output order: array indexes first, ascending.
func inOrder(members []Member) []Member {
	if !slices.ContainsFunc(members, func(m Member) bool { _, ok := arrayIndex(m.Name); return ok }) {
		return members
	}
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b Member) int { return compareIndexes(a.Name, b.Name) })
	return sorted
}

// compareIndexes orders array indexes by number and before other names. Other names compare as equal.
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
