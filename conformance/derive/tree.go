package derive

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/jsontext"
)

// value is a JSON value: nil, a bool, a number, a string, an array or an object. Values are never changed in place.
type value any

type (
	number string // as it is spelled
	array  []value
	object []member
	member struct {
		name  string
		value value
	}
)

func numberOf(n float64) number {
	if n == float64(int64(n)) && n >= -1<<53 && n <= 1<<53 {
		return number(strconv.FormatInt(int64(n), 10))
	}
	return number(strconv.FormatFloat(n, 'g', -1, 64))
}

func (o object) index(name string) int {
	return slices.IndexFunc(o, func(m member) bool { return m.name == name })
}

// with returns o with a member, in its place if there is one of the name, else behind all others.
func (o object) with(name string, v value) object {
	o = slices.Clone(o)
	if i := o.index(name); i >= 0 {
		o[i].value = v
		return o
	}
	return append(o, member{name, v})
}

func (o object) without(name string) object {
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return m.name == name })
}

// at follows a path of member names and item numbers.
func at(v value, path []string) (value, bool) {
	if len(path) == 0 {
		return v, true
	}
	switch v := v.(type) {
	case object:
		if i := v.index(path[0]); i >= 0 {
			return at(v[i].value, path[1:])
		}
	case array:
		if i, err := strconv.Atoi(path[0]); err == nil && i < len(v) {
			return at(v[i], path[1:])
		}
	}
	return nil, false
}

// replace returns v with another value at a path that it has.
func replace(v value, path []string, new value) value {
	if len(path) == 0 {
		return new
	}
	switch v := v.(type) {
	case object:
		return v.with(path[0], replace(v[v.index(path[0])].value, path[1:], new))
	case array:
		i, _ := strconv.Atoi(path[0])
		v = slices.Clone(v)
		v[i] = replace(v[i], path[1:], new)
		return v
	default:
		panic("derive: a path leads into a scalar")
	}
}

// write spells v without white space.
func write(v value) string {
	var b strings.Builder
	writeTo(&b, v)
	return b.String()
}

func writeTo(b *strings.Builder, v value) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case number:
		b.WriteString(string(v))
	case string:
		writeString(b, v)
	case array:
		for i, item := range v {
			b.WriteByte("[,"[min(i, 1)])
			writeTo(b, item)
		}
		b.WriteString("[]"[min(len(v), 1):])
	case object:
		for i, m := range v {
			b.WriteByte("{,"[min(i, 1)])
			writeString(b, m.name)
			b.WriteByte(':')
			writeTo(b, m.value)
		}
		b.WriteString("{}"[min(len(v), 1):])
	}
}

func writeString(b *strings.Builder, s string) {
	if isPlain(s) { // an encoder for each string takes most of the time of a derivation
		b.WriteString(`"` + s + `"`)
		return
	}
	b.WriteString(jsontext.Of(s))
}

// isPlain reports whether a string is spelled without escapes.
func isPlain(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// read reads a JSON text.
func read(text string) (value, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := readValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, io.ErrUnexpectedEOF
	}
	return v, nil
}

func readValue(d *json.Decoder) (value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			return readArray(d)
		}
		return readObject(d)
	case json.Number:
		return number(t), nil
	default:
		return t, nil // a string, a bool or nil
	}
}

func readArray(d *json.Decoder) (value, error) {
	list := array{}
	for d.More() {
		item, err := readValue(d)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	_, err := d.Token()
	return list, err
}

func readObject(d *json.Decoder) (value, error) {
	o := object{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := readValue(d)
		if err != nil {
			return nil, err
		}
		o = append(o, member{name.(string), v})
	}
	_, err := d.Token()
	return o, err
}
