package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Raw is any JSON value. It contains the original text and is written in canonical form. The zero Raw is null.
type Raw struct {
	text string
	form form
}

// ParseRaw parses any JSON value. The error is a *ValidationError.
func ParseRaw(data []byte, opts ...Option) (Raw, error) {
	var r Reader
	r.Start(data, opts, nil)
	raw := r.Raw()
	if r.checkRest(); r.beyond && r.cause == "" {
		r.search(nil, 0)
	}
	if err := r.Finish(); err != nil {
		return Raw{}, err
	}
	return raw, nil
}

// RawOf converts a Go value to a JSON value. nil, booleans, strings, numbers, Raw, Object, []any and map[string]any (sorted by name) are
// converted without loss. Other types are converted by encoding/json. Integers that a double cannot represent are refused at any depth.
func RawOf(value any) (Raw, error) {
	var w Writer
	w.options = &unlimited
	w.value(value)
	text, err := w.Finish()
	if err != nil {
		return Raw{}, err
	}
	return rawOf(text), nil
}

// rawOf returns a value with this text, which a Writer produced.
func rawOf(text []byte) Raw {
	raw := Raw{text: string(text)}
	var k scanner
	k.scan(raw.text, 0, 0, deepest)
	raw.form = k.form
	return raw
}

// MustRaw is RawOf for values that always have a JSON text, such as constants. It panics for others.
func MustRaw(value any) Raw {
	raw, err := RawOf(value)
	if err != nil {
		panic(err)
	}
	return raw
}

// Equal reports whether two values are equal as JSON. Spelling and the order of members do not matter.
func (r Raw) Equal(other Raw) bool {
	return r.String() == other.String() || reflect.DeepEqual(r.plain(), other.plain())
}

// plain returns the value in the types of encoding/json, with numbers as doubles.
func (r Raw) plain() any {
	var value any
	if err := r.Decode(&value); err != nil {
		return r.text // a number beyond the range of doubles
	}
	return value
}

// String returns the text.
func (r Raw) String() string {
	if r.text == "" {
		return "null"
	}
	return r.text
}

// IsNull reports whether the value is null.
func (r Raw) IsNull() bool { return r.String() == "null" }

// Decode stores the value in *into, as json.Unmarshal does. An integer that RawOf converted keeps its exact value.
func (r Raw) Decode(into any) error {
	if r.form != 0 {
		return json.Unmarshal([]byte(r.text), into)
	}
	return json.Unmarshal(exactIntegers(r.String()), into)
}

// AsObject returns the value if it is an object.
func (r Raw) AsObject() (Object, bool) {
	if r.text == "" || r.text[0] != '{' {
		return Object{}, false
	}
	return Object{text: r.text, form: r.form}, true
}

// MarshalJSON returns the canonical text.
func (r Raw) MarshalJSON() ([]byte, error) {
	var w Writer
	w.options = &unlimited
	w.Raw(r)
	return w.Finish()
}

// UnmarshalJSON is ParseRaw.
func (r *Raw) UnmarshalJSON(data []byte) error {
	raw, err := ParseRaw(data)
	if err == nil {
		*r = raw
	}
	return err
}

// value writes a Go value of a type that RawOf converts without encoding/json.
func (w *Writer) value(value any) {
	switch v := value.(type) {
	case nil:
		w.Null()
	case bool:
		w.Boolean(v)
	case string:
		w.String(v)
	case Raw:
		w.Raw(v)
	case Object:
		w.Object(v)
	case []any:
		w.items(v)
	case map[string]any:
		w.members(v)
	case float64:
		w.Number(v)
	case int:
		w.exact(int64(v))
	case int64:
		w.exact(v)
	default:
		w.marshal(v)
	}
}

// exact writes an integer, or refuses it if a double cannot represent it.
func (w *Writer) exact(n int64) {
	if f := float64(n); f == math.MaxInt64+1 || int64(f) != n {
		w.Must("json", inexact)
		return
	}
	w.Number(float64(n))
}

func (w *Writer) items(list []any) {
	if !w.BeginArray() {
		return
	}
	for _, item := range list {
		w.Item()
		w.value(item)
	}
	w.EndArray()
}

func (w *Writer) members(object map[string]any) {
	if !w.BeginObject() {
		return
	}
	names := slices.SortedFunc(maps.Keys(object), func(a, b string) int {
		return cmp.Or(compareIndexes(a, b), strings.Compare(a, b))
	})
	for _, name := range names {
		w.Entry(name)
		w.value(object[name])
	}
	w.EndObject()
}

func (w *Writer) marshal(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		w.Must("json", fmt.Sprintf("a %T that has no JSON text", value))
		return
	}
	raw, err := ParseRaw(text, MaxDepth(deepest), MaxBytes(most))
	switch {
	case err != nil:
		w.Must("json", fmt.Sprintf("a %T whose JSON text breaks the rules", value))
	case !isExact(raw.text) || hasInexact(reflect.ValueOf(value)):
		w.Must("json", inexact)
	default:
		w.Raw(raw)
	}
}

// isExact reports whether every integer in a well-formed text is exact as a double, or is the shortest form of a double: encoding/json
// writes the float 1<<60 as 1152921504606847000.
func isExact(text string) bool {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			i, _, _ = scanString(text, i)
		case startsNumber(c):
			end, digits, _ := scanNumber(text, i)
			if digits && end-i > shortInteger && !isExactInteger(text[i:end]) {
				return false
			}
			i = end
		default:
			i++
		}
	}
	return true
}

// exactIntegers replaces integers that are the shortest form of a double by all digits of the double.
func exactIntegers(text string) []byte {
	var b []byte
	done := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			i, _, _ = scanString(text, i)
		case startsNumber(c):
			end, digits, _ := scanNumber(text, i)
			if digits && end-i > shortInteger {
				if f := double(text[i:end]); strconv.FormatFloat(f, 'f', -1, 64) == text[i:end] {
					b = strconv.AppendFloat(append(b, text[done:i]...), f, 'f', 0, 64)
					done = end
				}
			}
			i = end
		default:
			i++
		}
	}
	return append(b, text[done:]...)
}

func isExactInteger(digits string) bool {
	f := double(digits)
	return strconv.FormatFloat(f, 'f', 0, 64) == digits || strconv.FormatFloat(f, 'f', -1, 64) == digits
}
