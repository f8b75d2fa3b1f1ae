package wire

import (
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"
)

// Map contains values of one type by name, in insertion order. The zero Map is empty and ready for use. Copies share their contents, like those of a
// Go map; a Clone shares only the targets of references in its values. Several goroutines may read the same Map, as long as none modifies it.
type Map[T any] struct{ table *table[T] }

// table is the content that the copies of a Map share.
type table[T any] struct {
	entries []entry[T]
	places  map[string]int // by name, if there are many entries; built by writes, because reads are concurrent
}

type entry[T any] struct {
	name  string
	value T
}

// Len returns the number of values.
func (m Map[T]) Len() int {
	if m.table == nil {
		return 0
	}
	return len(m.table.entries)
}

// All iterates over names and values.
func (m Map[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		if m.table == nil {
			return
		}
		for _, e := range m.table.entries {
			if !yield(e.name, e.value) {
				return
			}
		}
	}
}

// Get returns the value of a name, and whether there is one.
func (m Map[T]) Get(name string) (T, bool) {
	if m.table != nil {
		if i, found := m.table.find(name); found {
			return m.table.entries[i].value, true
		}
	}
	var zero T
	return zero, false
}

// Has reports whether there is a value for a name.
func (m Map[T]) Has(name string) bool {
	_, found := m.Get(name)
	return found
}

// Set sets the value of a name. A new name comes last.
func (m *Map[T]) Set(name string, value T) {
	if m.table == nil {
		m.table = new(table[T])
	}
	if i, found := m.table.find(name); found {
		m.table.entries[i].value = value
		return
	}
	*m.table.add(name) = value
}

// Delete removes a name, if present.
func (m Map[T]) Delete(name string) {
	if m.table == nil {
		return
	}
	if i, found := m.table.find(name); found {
		m.table.entries = slices.Delete(m.table.entries, i, i+1)
		m.table.index()
	}
}

// Clone returns a map with the same names and values.
func (m Map[T]) Clone() Map[T] {
	if m.table == nil {
		return m
	}
	return Map[T]{&table[T]{slices.Clone(m.table.entries), maps.Clone(m.table.places)}}
}

func (t *table[T]) find(name string) (int, bool) {
	if t.places == nil {
		i := slices.IndexFunc(t.entries, func(e entry[T]) bool { return e.name == name })
		return i, i >= 0
	}
	i, found := t.places[name]
	return i, found
}

// index builds the index of a table with many entries.
func (t *table[T]) index() {
	if t.places = nil; len(t.entries) <= fewNames {
		return
	}
	t.places = make(map[string]int, 2*len(t.entries))
	for i, e := range t.entries {
		t.places[e.name] = i
	}
}

// add adds a new name and returns a pointer to its value.
func (t *table[T]) add(name string) *T {
	i := len(t.entries)
	t.entries = append(t.entries, entry[T]{name: name})
	if t.places == nil {
		t.index()
	} else {
		t.places[name] = i
	}
	return &t.entries[i].value
}

// Next reads the name of the next member of the object that r has entered and returns a pointer to its value, or nil at the end. It is
// for generated code.
func (m *Map[T]) Next(r *Reader) *T {
	if !r.NextMember() {
		return nil
	}
	if m.table == nil {
		m.table = new(table[T])
	}
	if _, found := m.table.find(r.Name()); found {
		r.duplicate(r.pos)
		return nil
	}
	return m.table.add(r.Name())
}

// Members iterates over names and values in output order: array indexes first, ascending. It is for generated code.
func (m Map[T]) Members() iter.Seq2[string, T] {
	sorted := m
	if m.table != nil && slices.ContainsFunc(m.table.entries, func(e entry[T]) bool { _, ok := arrayIndex(e.name); return ok }) {
		sorted = m.Clone()
		slices.SortStableFunc(sorted.table.entries, func(a, b entry[T]) int { return compareIndexes(a.name, b.name) })
	}
	return sorted.All()
}

// Equal reports whether two maps have the same names with equal values, in any order.
func (m Map[T]) Equal(other Map[T]) bool {
	if m.Len() != other.Len() {
		return false
	}
	for name, value := range m.All() {
		if v, found := other.Get(name); !found || !equal(v, value) {
			return false
		}
	}
	return true
}

// String formats the map as fmt does Go's maps.
func (m Map[T]) String() string {
	var parts []string
	for name, value := range m.All() {
		parts = append(parts, fmt.Sprintf("%s:%v", name, value))
	}
	return "map[" + strings.Join(parts, " ") + "]"
}

// Format prints the map as fmt prints Go's maps, and each value as fmt does.
func (m Map[T]) Format(f fmt.State, verb rune) {
	_, _ = f.Write([]byte("map["))
	between := ""
	for name, value := range m.All() {
		_, _ = fmt.Fprintf(f, "%s%s:", between, name)
		_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), value)
		between = " "
	}
	_, _ = f.Write([]byte("]"))
}

// LogValue is String for log/slog.
func (m Map[T]) LogValue() slog.Value { return slog.StringValue(m.String()) }

// MarshalJSON returns a JSON object; its values are written by encoding/json.
func (m Map[T]) MarshalJSON() ([]byte, error) {
	var o Object
	for name, value := range m.All() {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		o.members = append(o.members, Member{name, Raw{text: string(text)}})
	}
	return o.MarshalJSON()
}

// UnmarshalJSON reads a JSON object; its values are read by encoding/json.
func (m *Map[T]) UnmarshalJSON(data []byte) error {
	var o Object
	if err := o.UnmarshalJSON(data); err != nil {
		return err
	}
	var read Map[T]
	for name, raw := range o.All() {
		var value T
		if err := raw.Decode(&value); err != nil {
			return err
		}
		read.Set(name, value)
	}
	*m = read
	return nil
}
