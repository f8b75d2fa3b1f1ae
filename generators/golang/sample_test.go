package golang

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// sampler creates JSON texts that are nearly valid for a type.
type sampler struct{ *rand.Rand }

func (s sampler) one(in int) bool { return s.IntN(in) == 0 }

func pick[T any](s sampler, list []T) T { return list[s.IntN(len(list))] }

var oddTexts = []string{"", "a", "ab", "abc", "abcd", "abcde", "é", "àüé", "àü", "àüxé", "bcd", "b d", "bxd", "x", "xyz", "xyzz", "red", "a b", "*/", "circle", "square", "rect*/",
	"closing", "in", "out", "here", "sha256:0af3", "sha256:0af", "sha256:0af3rest", "a-12", "abc-123", "c-1", "c-1234", "1É", "1Ǎ", "٣A", "7A", "2026-02-28T23:59:59Z", "2026-02-30T00:00:00Z",
	"300s", "1h30m", "-0.5s", "p", "q", "E1", "E2", "half", "none", "one", "two", "1", "-3", "1999-12-31T23:59:59.999999999Z", "1.9.0", "\n", "\u2028", "😀", "~/", "\\", "\"", "\x7f", "\x00", "a \"b\" `c` \\ */", "true"}

var oddNumbers = []string{"0", "-0", "-0.0", "1", "1.0", "1e0", "10e-1", "2", "3", "5", "7", "7.0", "-0.5", "-5e-1", "0.5", "1.5", "2.5", "9", "10", "-2", "-3", "0.1", "3.25", "1e21", "1e30", "1e20",
	"9007199254740991", "9007199254740992", "-9007199254740993", "9007199254740991.4", "0.99999999999999999999", "1e-400", "123456789012345678"}

var oddNames = []string{"extra", "a", "0", "7", "10", "007", "4294967294", "4294967295", "__proto__", "constructor", "é", "a/b", "~", "", "x\ny"}

func (s sampler) quoted(text string) string {
	if s.one(8) {
		var b strings.Builder
		for _, r := range text {
			if r < 0x10000 {
				fmt.Fprintf(&b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
		return `"` + b.String() + `"`
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}

func (s sampler) space() string {
	if s.one(6) {
		return pick(s, []string{" ", "\n", "\t\r\n "})
	}
	return ""
}

// anything returns a value of any shape.
func (s sampler) anything(depth int) string {
	switch n := s.IntN(8); {
	case n == 0:
		return "null"
	case n == 1:
		return pick(s, []string{"true", "false"})
	case n == 2:
		return pick(s, oddNumbers)
	case n < 5 || depth <= 0:
		return s.quoted(pick(s, oddTexts))
	case n == 5:
		var items []string
		for range s.IntN(4) {
			items = append(items, s.anything(depth-1))
		}
		return s.list(items)
	}
	var members []string
	for range s.IntN(5) {
		members = append(members, s.member(pick(s, oddNames), s.anything(depth-1)))
	}
	return s.object(members)
}

func (s sampler) list(items []string) string {
	return "[" + s.space() + strings.Join(items, s.space()+","+s.space()) + s.space() + "]"
}

func (s sampler) member(name, value string) string {
	return s.quoted(name) + s.space() + ":" + s.space() + value
}

// object returns an object with the members in random order, sometimes with a duplicate.
func (s sampler) object(members []string) string {
	s.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	if len(members) > 0 && s.one(200) {
		members = append(members, members[0])
	}
	return "{" + s.space() + strings.Join(members, s.space()+","+s.space()) + s.space() + "}"
}

// value returns a text that v probably accepts, or sometimes any text.
func (s sampler) value(v ir.Value, depth int) string {
	if s.one(25) {
		return s.anything(1)
	}
	if v.Nullable && (s.one(3) || depth < 0) {
		return "null"
	}
	if v.Schema != nil && !s.one(4) {
		return s.schema(v.Schema, depth)
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		return s.value(k.Type.Value, depth)
	case ir.Null:
		return "null"
	case ir.Boolean:
		return pick(s, []string{"true", "false"})
	case ir.Integer, ir.Number:
		return pick(s, oddNumbers)
	case ir.String:
		return s.quoted(pick(s, oddTexts))
	case ir.Const:
		return s.literal(k.Literal)
	case *ir.Enum:
		return s.quoted(pick(s, k.Values).Value)
	case ir.Array:
		var items []string
		for range s.IntN(4) {
			if depth > 0 {
				items = append(items, s.value(*k.Items, depth-1))
			}
		}
		return s.list(items)
	case *ir.Record:
		return s.record(k, depth)
	case *ir.Union:
		return s.value(pick(s, k.Variants).Type.Value, depth)
	case *ir.Choice:
		return s.value(pick(s, k.Options), depth)
	case ir.Map:
		return s.entries(k, depth)
	}
	return s.anything(depth)
}

func (s sampler) entries(k ir.Map, depth int) string {
	var members []string
	for _, i := range s.Perm(len(oddNames))[:s.IntN(4)] {
		if depth > 0 {
			members = append(members, s.member(oddNames[i], s.value(*k.Values, depth-1)))
		}
	}
	return s.object(members)
}

func (s sampler) record(k *ir.Record, depth int) string {
	var members []string
	for _, f := range k.Fields {
		if f.Required && !s.one(30) || depth > 0 && s.one(max(2, len(k.Fields)/8)) {
			members = append(members, s.member(f.Name, s.value(f.Value, depth-1)))
		}
	}
	for range s.IntN(3) {
		if s.one(3) {
			members = append(members, s.member(pick(s, oddNames), s.anything(1)))
		}
	}
	if s.one(60) {
		for i := range 40 {
			members = append(members, s.member("many"+strconv.Itoa(i), "1"))
		}
	}
	return s.object(members)
}

func (s sampler) literal(l ir.Literal) string {
	switch l.Kind {
	case ir.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	case ir.NumberLiteral:
		return strconv.FormatFloat(l.Number, pick(s, []byte("gef")), -1, 64)
	case ir.StringLiteral:
		return s.quoted(l.String)
	}
	return "null"
}
