package reference

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// store moves objects that are too large to the store, whose contents are never read here. It reports whether anything was changed.
func (m *making) store() (stored bool, err error) {
	for _, s := range m.builder.Stores {
		value, _ := valueAt(m.message, s.At)
		payload, is := value.(object)
		if !is {
			continue
		}
		if _, is := payload.get(s.Digest[0].Name); is {
			continue
		}
		most, err := m.number(s.Over)
		if err != nil {
			return false, err
		}
		payload, _ = arranged(&s.At[len(s.At)-1].Value, payload).(object)
		text := appendValue(nil, payload)
		if len(text) <= most {
			continue
		}
		made, err := m.summary(s, payload, text)
		if err != nil {
			return false, err
		}
		var replaced any = made
		m.message, stored = change(m.message, s.At, &replaced), true
	}
	return stored, nil
}

// arranged is arrange, or the value itself where it is not as it should be.
func arranged(v *ir.Value, value any) (out any) {
	defer func() {
		if recover() != nil {
			out = value
		}
	}()
	return arrange(v, value)
}

// summary is the replacement of a payload.
func (m *making) summary(s *ir.Store, payload object, text []byte) (object, error) {
	sum := sha256.Sum256(text)
	records, sample := recordsOf(payload)
	var made object
	put := func(at []*ir.Field, value any) {
		if at != nil {
			made = putAt(made, at, value)
		}
	}
	for _, v := range s.Values {
		put(v.At, literalValue(v.Literal))
	}
	put(s.Digest, "sha256:"+hex.EncodeToString(sum[:]))
	put(s.Size, float64(len(text)))
	if len(records) > 0 {
		put(s.Count, float64(len(records)))
	}
	if p := s.Preview; p != nil {
		put(p.At, sampleOf(p, payload, sample))
	}
	var valid object = made
	for _, taken := range s.Takes {
		value, has := payload.get(taken[len(taken)-1].Name)
		if !has {
			continue
		}
		with := putAt(made, taken, value)
		j, err := m.owner.judge(s.Makes, appendValue(nil, with), m.call.Options, nil)
		if err != nil {
			return nil, err
		}
		pointer := pointerTo(taken)
		wrong := slices.ContainsFunc(j.Issues, func(i Issue) bool {
			return i.Level == "must" && (i.Path == pointer || strings.HasPrefix(i.Path, pointer+"/"))
		})
		if !wrong {
			valid = putAt(valid, taken, value)
		}
	}
	return valid, nil
}

func pointerTo(way []*ir.Field) string {
	var b strings.Builder
	for _, f := range way {
		b.WriteString("/" + pointerEscaper.Replace(f.Name))
	}
	return b.String()
}

// putAt puts a value at a way, and objects around it.
func putAt(members object, way []*ir.Field, value any) object {
	if len(way) == 1 {
		return with(members, way[0].Name, value)
	}
	inner, _ := members.get(way[0].Name)
	of, _ := inner.(object)
	return with(members, way[0].Name, putAt(of, way[1:], value))
}

// recordsOf returns the records of a payload, and its sample.
func recordsOf(payload object) ([]any, any) {
	for _, m := range payload {
		if list, is := m.value.([]any); is && len(list) > 0 {
			return list, list[0]
		}
	}
	return nil, payload
}

const (
	sampleNames = 10
	sampleText  = 100
	sampleItems = 3
	sampleDepth = 3
)

// sampleOf makes a preview.
func sampleOf(p *ir.Preview, payload object, sample any) object {
	members, isObject := sample.(object)
	named := members
	if !isObject {
		named = payload
	}
	fits := func(o object) bool { return len(appendValue(nil, o)) <= p.Most }
	names := []any{}
	made := object{{p.Names, names}}
	for _, m := range named[:min(len(named), sampleNames)] {
		longer := object{{p.Names, append(slices.Clone(names), m.name)}}
		if len(m.name) > sampleText || !fits(longer) {
			break
		}
		made, names = longer, append(names, m.name)
	}
	if !isObject {
		if whole := append(slices.Clone(made), member{p.Record, shortened(sample, 0)}); fits(whole) {
			return whole
		}
		return made
	}
	var record object
	for _, m := range members[:min(len(members), sampleNames)] {
		longer := append(slices.Clone(record), member{m.name, shortened(m.value, 1)})
		if !fits(append(slices.Clone(made), member{p.Record, longer})) {
			break
		}
		record = longer
	}
	if record == nil {
		record = object{}
	}
	if whole := append(slices.Clone(made), member{p.Record, record}); fits(whole) {
		return whole
	}
	return made
}

// shortened is a value in a sample, some levels below it.
func shortened(value any, depth int) any {
	switch v := value.(type) {
	case string:
		if len(v) > sampleText {
			return cutText(v, sampleText, 0, "…")
		}
	case []any:
		out := []any{}
		if depth < sampleDepth {
			for _, item := range v[:min(len(v), sampleItems)] {
				out = append(out, shortened(item, depth+1))
			}
		}
		return out
	case object:
		out := object{}
		if depth < sampleDepth {
			for _, m := range v[:min(len(v), sampleNames)] {
				out = append(out, member{m.name, shortened(m.value, depth+1)})
			}
		}
		return out
	}
	return value
}

// Secrets are the values that three asterisks replace.
type Secrets struct {
	Names  []string `json:"names,omitempty"`  // of members, in any case of ASCII letters
	Values []string `json:"values,omitempty"` // parts of texts
}

const mask = "***"

// redact returns a value with three asterisks for each secret.
func (s *Secrets) redact(v *ir.Value, value any) any {
	switch x := value.(type) {
	case string:
		if v.ListsTexts() {
			return x
		}
		return s.text(x)
	case []any:
		item := anything
		if array, is := resolve(v, value).(ir.Array); is {
			item = array.Items
		}
		out := make([]any, len(x))
		for i := range x {
			out[i] = s.redact(item, x[i])
		}
		return out
	case object:
		var fields []*ir.Field
		other := anything
		switch k := resolve(v, value).(type) {
		case *ir.Record:
			fields = k.Fields
		case ir.Map:
			other = k.Values
		}
		out := object{}
		for _, m := range x {
			out = append(out, member{m.name, s.member(fields, other, m)})
		}
		return out
	}
	return value
}

func (s *Secrets) member(fields []*ir.Field, other *ir.Value, m member) any {
	if m.value == nil {
		return nil
	}
	if i := slices.IndexFunc(fields, func(f *ir.Field) bool { return f.Name == m.name }); i >= 0 {
		if fields[i].Secret {
			return mask
		}
		return s.redact(&fields[i].Value, m.value)
	}
	named := slices.ContainsFunc(s.Names, func(name string) bool { return lowerASCII(name) == lowerASCII(m.name) })
	_, isText := m.value.(string)
	if _, open := resolve(other, m.value).(ir.Any); named && (open || isText) {
		return mask
	}
	return s.redact(other, m.value)
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// text replaces secrets from the left to the right, of several that begin at a place the longest one.
func (s *Secrets) text(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		longest := 0
		for _, value := range s.Values {
			if strings.HasPrefix(text[i:], value) {
				longest = max(longest, len(value))
			}
		}
		if longest == 0 {
			out.WriteByte(text[i])
			i++
			continue
		}
		out.WriteString(mask)
		i += longest
	}
	return out.String()
}
