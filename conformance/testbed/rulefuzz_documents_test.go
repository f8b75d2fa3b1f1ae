package testbed_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
)

// pools are the values that distinguish implementations.
var (
	integers = []int64{0, 1, -1, 2, 3, -7, 10, 31, 64, 255, 1000, -4096, 1 << 31, -1 << 31, 1 << 32, 1<<53 - 1, 1 - 1<<53, 1<<52 + 1, 253402300799, 253402300800, -62135596800, -62135596801}
	doubles  = []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 0.2, 0.30000000000000004, 0.5, 1.5, -2.5, 3, 1e308, -1e308, math.MaxFloat64, 5e-324, 1e-7, 1e21,
		9007199254740993, 9223372036854775807, -9223372036854775808, 9223372036854774784, 1e19, math.Pi}
	texts = []string{"", "a", "ab", "abc", "A", "b", "é", "e\u0301", "😀", "😀a", "～", "\uffff", "\U00010000", "\u0000", "ß", "12", "low", "high", "constructor", "__proto__", "a\nb",
		"2000-01-01T00:00:00Z", "1.5s", "k\u212a", "long " + strings.Repeat("aé😀", 100)}
	dateTimes = []string{"2000-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "0000-12-31T23:59:59Z",
		"9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59-00:01", "2016-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00", "2000-02-29T12:00:00.5+05:30", "2000-01-01t00:00:00.1234567899z",
		"2026-05-12T00:00:00-00:00", "9999-12-31T23:59:60Z", "1900-02-28T23:59:59.000000001Z", "2262-04-11T23:47:16.854775807Z", "1677-09-21T00:12:43.145224192Z"}
	notQuiteTimes = []string{"2000-01-01 00:00:00Z", "2001-02-29T00:00:00Z", "2000-01-01T24:00:00Z", "2000-01-01T00:00:00", "2000-01-01T00:00:00,5Z", "2000-01-01T00:00:61Z", "2000-1-01T00:00:00Z", ""}
	lengths       = []string{"0", "0s", "1s", "-1.5h", "1h30m", "90s", "1ns", "0.5ns", "-0.9ns", "1us", "1µs", "1\u03bcs", "1ms1us", "24h", ".5s", "1.s", "+1s", "1h1h", "2562047h47m16.854775807s",
		"2562047h47m16.854775808s", "-2562047h47m16.854775808s", "-2562047h47m16.854775809s", "9223372036854775807ns", "9223372036854775808ns", "-9223372036854775808ns", "315576000000s", "315576000000.1s", "1", "", "s", "1d", "1e3s", " 1s", "1 s", "--1s", "١s",
		"0.1234567891s", "0.000000000000277778h", "99999999999999999999h", "3h" + strings.Repeat("0", 30) + "1s"}
	numerals = []string{"0", "12", "-12", "+5", "007", "-0", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1_0", "0.1", "-1.5e3", "1e308", "1e309", "5e-324", "1e-400", ".5", "1.", "Infinity", "NaN", "1", "true", "False", "TRUE", "f", " 1", "1 ", "٣", "0x10", "1.0", "1e3", "", "-", "+-1",
		strings.Repeat("0", 50) + "7"}
	names = []string{"a", "b", "é", "constructor", "__proto__", "10", "2", ""}
)

// documents makes random messages that are valid by structure.
type documents struct {
	chance
	p *ir.Protocol
	// of the document that is being made: a few values that come again, so that some are equal
	integers []int64
	doubles  []float64
	texts    []string
}

func newDocuments(seed uint64, p *ir.Protocol) *documents {
	return &documents{chance: newChance(seed, 2), p: p}
}

// next is a document, a time and parameters.
func (d *documents) next() conformance.Probe {
	d.integers, d.doubles, d.texts = some(d.chance, integers), some(d.chance, doubles), some(d.chance, texts)
	var b strings.Builder
	d.write(&b, "", &d.p.Root.Value, 4)
	probe := conformance.Probe{Protocol: d.p.Name, Text: []byte(b.String()), Limits: conformance.Limits{MaxIssues: 1000}, Own: map[string]any{}}
	if !d.one(4) {
		probe.Now = pick(d.chance, []string{"0001-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z", "2000-01-01T00:01:30Z", "2026-05-12T00:00:00.000000001Z", "9999-12-31T23:59:59.999999999Z"})
	}
	for _, q := range d.p.Params {
		if !d.one(3) {
			probe.Own[q.Name] = d.param(q)
		}
	}
	return probe
}

func some[T any](c chance, of []T) []T { return []T{pick(c, of), pick(c, of), pick(c, of)} }

func (d *documents) param(p *ir.Param) any {
	switch {
	case p.Type.Kind == ir.BoolExpr:
		return d.one(2)
	case p.Size:
		return pick(d.chance, []string{"0", "3", "64B", "1KiB", "1GiB"})
	case p.Type.Kind == ir.IntExpr:
		return pick(d.chance, d.integers)
	case p.Type.Kind == ir.DoubleExpr:
		return pick(d.chance, d.doubles)
	case p.Type.Kind == ir.DurationExpr:
		return pick(d.chance, []string{"0s", "1ns", "-1h30m", "1.5s", "8760h", "2562047h"})
	default:
		return pick(d.chance, d.texts)
	}
}

// usually is a value of the document's few three times in four.
func usually[T any](c chance, some, all []T) T {
	if c.one(4) {
		return pick(c, all)
	}
	return pick(c, some)
}

// write writes a value. The name of its member determines the content of a string.
func (d *documents) write(b *strings.Builder, name string, v *ir.Value, depth int) {
	if v.Nullable && d.one(4) {
		b.WriteString("null")
		return
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		d.write(b, name, &k.Type.Value, depth)
	case ir.Boolean:
		b.WriteString(strconv.FormatBool(d.one(2)))
	case ir.Integer:
		b.WriteString(strconv.FormatInt(usually(d.chance, d.integers, integers), 10))
	case ir.Number:
		b.WriteString(scalar(usually(d.chance, d.doubles, doubles)))
	case ir.String:
		b.WriteString(scalar(d.text(name)))
	case ir.Const:
		b.WriteString(scalar(literal(k.Literal)))
	case *ir.Enum:
		word := pick(d.chance, k.Values).Value
		if k.Open && d.one(3) {
			word = pick(d.chance, d.texts)
		}
		b.WriteString(scalar(word))
	case ir.Array:
		d.list(b, name, k.Items, depth)
	case ir.Map:
		d.table(b, k.Values, depth)
	case *ir.Record:
		d.record(b, k, depth)
	case *ir.Union:
		d.write(b, name, &pick(d.chance, k.Variants).Type.Value, depth)
	case *ir.Choice:
		d.write(b, name, &k.Options[d.IntN(len(k.Options))], depth)
	case ir.Any:
		b.WriteString(pick(d.chance, []string{"null", "true", "1e2", `"é\u0000😀"`, "[1,[],{}]", `{"b":1,"10":2,"a":-0.0}`}))
	default:
		panic("a kind that testdata/rules.yaml has not")
	}
}

func literal(l ir.Literal) any {
	switch l.Kind {
	case ir.NumberLiteral:
		return l.Number
	case ir.BoolLiteral:
		return l.Bool
	}
	return l.String
}

func scalar(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // scalars only
	}
	return string(data)
}

func (d *documents) text(name string) string {
	switch {
	case name == "e" && d.one(3):
		return pick(d.chance, notQuiteTimes)
	case special[name] == "when":
		return pick(d.chance, dateTimes)
	case special[name] == "length":
		return pick(d.chance, lengths)
	case special[name] == "digits":
		return pick(d.chance, numerals)
	}
	return usually(d.chance, d.texts, texts)
}

func (d *documents) list(b *strings.Builder, name string, items *ir.Value, depth int) {
	b.WriteByte('[')
	for i := range d.count(depth) {
		if i > 0 {
			b.WriteByte(',')
		}
		d.write(b, name, items, depth-1)
	}
	b.WriteByte(']')
}

// count is how many items or members there are.
func (d *documents) count(depth int) int {
	if depth <= 0 {
		return 0
	}
	return d.IntN(4)
}

func (d *documents) table(b *strings.Builder, values *ir.Value, depth int) {
	members := newMembers(b)
	for _, i := range d.Perm(len(names))[:d.count(depth)] {
		members.name(names[i])
		d.write(b, "", values, depth-1)
	}
	b.WriteByte('}')
}

func (d *documents) record(b *strings.Builder, k *ir.Record, depth int) {
	members := newMembers(b)
	for _, f := range k.Fields {
		if f.Required || depth > 0 && d.one(2) {
			members.name(f.Name)
			d.write(b, f.Name, &f.Value, depth-1)
		}
	}
	if !k.Closed && d.one(8) {
		members.name("more")
		b.WriteString(`{"é":[1.50,"\u003c"]}`)
	}
	b.WriteByte('}')
}

// members writes the members of an object.
type members struct {
	b     *strings.Builder
	begun bool
}

func newMembers(b *strings.Builder) *members {
	b.WriteByte('{')
	return &members{b: b}
}

func (m *members) name(name string) {
	if m.begun {
		m.b.WriteByte(',')
	}
	m.begun = true
	m.b.WriteString(scalar(name) + ":")
}
