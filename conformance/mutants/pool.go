package mutants

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// oddWords are member names and strings that some language treats in a way of its own, or some code forgets.
var oddWords = []string{
	"", " ", "a", "A", "0", "1", "10", "01", "-1", "1.0", "4294967294", "4294967295", "18446744073709551616", "null", "true", "\n", "a\n", "\ta", "a b",
	"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "toJSON", "then", "length", "__class__", "__dict__", "extra", "self",
	"a/b", "a~b", "~0", "~1", "/", `"`, `\`, `\u0000`, "${x}", "</script>", "*/", "//", "é", "e\u0301", "ﬀ", "ſ", "\u212a", "ı", "İ", "٣", "１", "😀", "👩‍👩‍👧", "\U0010ffff",
	"\x00", "\x1f", "\x7f", "\u0080", "\u2028", "\u2029", "\ufeff", "\ufffd", "\uffff", "\ue000", "\ud7ff", "\uff5e",
	strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 65), strings.Repeat("0", 127), strings.Repeat("0", 128), strings.Repeat("0", 129),
	strings.Repeat("😀", 64), strings.Repeat("x", 5000),
}

// oddNumbers are spellings at the limits of doubles, integers and readers of digits.
var oddNumbers = []string{
	"0", "-0", "0.0", "-0.0", "0e0", "-0E+5", "0e99999999999999999999", "1", "-1", "1.0", "-1.0", "1e0", "1e2", "1E+2", "100e-2", "0.1e1", "1e00000000000000000001",
	"1.5", "0.5", "0.1", "1e-7", "0.000001", "1.0000000000000001", "1.0000000000000002", "0.30000000000000004", "123456789012345678901234567890",
	"1e20", "1e21", "123456789012345680000", "999999999999999900000", "1e22", "1e23", "9007199254740990.5", "4503599627370495.5", "4503599627370496.5",
	"9007199254740991", "9007199254740991.0", "9007199254740991.4", "9007199254740991.5", "9007199254740992", "9007199254740993", "9007199254740992.0",
	"-9007199254740991", "-9007199254740991.4", "-9007199254740992", "-9007199254740993", "900719925474099.1e1", "9007199254740991e0", "90071992547409920e-1",
	"2147483647", "2147483648", "4294967295", "4294967296", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
	"5e-324", "2.5e-324", "2.4e-324", "4.9406564584124654e-324", "2.2250738585072011e-308", "2.2250738585072014e-308", "1e-400", "-1e-400", "1e-99999999999999999999",
	"1.7976931348623157e308", "1.7976931348623158e308", "-1.7976931348623157e+308", "1e308",
	"1" + strings.Repeat("0", 308), "1" + strings.Repeat("0", 400) + "e-400", "0." + strings.Repeat("0", 400) + "1e401", "1." + strings.Repeat("0", 100),
	"1." + strings.Repeat("0", 50) + "1", "0." + strings.Repeat("1", 5000), "1" + strings.Repeat("0", 5000) + "e-5000", "1" + strings.Repeat("0", 800) + ".0e-800",
	"179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
}

// hugeNumbers are beyond a double.
var hugeNumbers = []string{
	"1.7976931348623159e308", "1e309", "-1e309", "1e400", "1e99999999999999999999", "1" + strings.Repeat("0", 309), "-1" + strings.Repeat("0", 5000), "1" + strings.Repeat("0", 850) + "e-540",
}

// pool contains the material of one protocol's mutants.
type pool struct {
	dice
	rich      bool // samples leave nothing out
	observer  checks.Observer
	names     []string              // members that the protocol names
	words     []string              // strings that it compares with
	numbers   []string              // spellings at the edges of its bounds
	forbidden map[*ir.Schema]string // members that a schema refuses, by that schema
	guesses   int                   // how many the sample of a schema has left
	parts     int                   // limit of a sample before it ends a schema that requires itself
}

func newPool(d dice, p *ir.Protocol) (pool, error) {
	observer, err := checks.NewObserver(p)
	made := pool{dice: d, observer: observer, forbidden: map[*ir.Schema]string{}}
	for _, t := range p.Types {
		made.collect(&t.Value)
	}
	for _, s := range p.Schemas {
		for _, a := range s.Assertions {
			made.collectAssertion(a)
		}
	}
	return made, err
}

func add(list *[]string, s string) {
	if !slices.Contains(*list, s) {
		*list = append(*list, s)
	}
}

func (p *pool) collect(v *ir.Value) {
	switch k := v.Kind.(type) {
	case ir.Const:
		p.collectLiteral(k.Literal)
	case *ir.Enum:
		for _, value := range k.Values {
			add(&p.words, value.Value)
		}
	case ir.Array:
		p.collect(k.Items)
	case ir.Map:
		p.collect(k.Values)
	case *ir.Record:
		for _, f := range k.Fields {
			add(&p.names, f.Name)
			p.collect(&f.Value)
		}
		for _, f := range k.Forbidden {
			add(&p.names, f.Name)
		}
	}
	for _, c := range v.Checks {
		switch c := c.(type) {
		case ir.OneOf:
			for _, l := range c.Literals {
				p.collectLiteral(l)
			}
		case ir.Bound:
			p.collectBound(c)
		}
	}
}

func (p *pool) collectBound(c ir.Bound) {
	for _, n := range []float64{c.Limit, c.Limit - 1, c.Limit + 1, math.Nextafter(c.Limit, -1e308), math.Nextafter(c.Limit, 1e308)} {
		add(&p.numbers, spell(n))
	}
}

func (p *pool) collectAssertion(assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.Properties:
		for _, m := range a.Named {
			add(&p.names, m.Name)
			if forbids(m.Schema) {
				p.forbidden[m.Schema] = m.Name
			}
		}
	case ir.Equals:
		for _, s := range a.Texts {
			switch n, err := parse(s); {
			case err != nil:
			case n.kind == text:
				add(&p.words, n.text)
			case n.kind == number:
				add(&p.numbers, n.text)
			}
		}
	case ir.Bound:
		p.collectBound(a)
	}
}

func (p *pool) collectLiteral(l ir.Literal) {
	switch l.Kind {
	case ir.StringLiteral:
		add(&p.words, l.String)
	case ir.NumberLiteral:
		add(&p.numbers, spell(l.Number))
	}
}

func spell(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

func (p *pool) name() string {
	if len(p.names) > 0 && p.one(2) {
		return pick(p.dice, p.names)
	}
	return pick(p.dice, oddWords)
}

func (p *pool) string() string {
	switch p.below(4) {
	case 0:
		if len(p.words) > 0 {
			return pick(p.dice, p.words)
		}
	case 1:
		if len(p.words) > 0 {
			return p.edit(pick(p.dice, p.words))
		}
	}
	return pick(p.dice, oddWords)
}

func (p *pool) number() *node {
	if len(p.numbers) > 0 && p.one(4) {
		return newNumber(pick(p.dice, p.numbers))
	}
	return newNumber(pick(p.dice, oddNumbers))
}

// strange is any value.
func (p *pool) strange() *node {
	switch p.below(8) {
	case 0:
		return newWord("null")
	case 1:
		return newWord(pick(p.dice, []string{"true", "false"}))
	case 2, 3:
		return p.number()
	case 4:
		n := &node{kind: array}
		for range p.below(3) {
			n.items = append(n.items, p.strange())
		}
		return n
	case 5:
		n := &node{kind: object}
		for range p.below(3) {
			if name := p.name(); n.get(name) == nil {
				n.members = append(n.members, member{name: name, value: p.strange()})
			}
		}
		return n
	default:
		return newText(p.string())
	}
}

// edit changes a string in one place.
func (p *pool) edit(s string) string {
	r := []rune(s)
	at := p.below(len(r) + 1)
	switch p.below(8) {
	case 0:
		return strings.Map(upper, s)
	case 1:
		return s + pick(p.dice, []string{"\n", " ", "\x00", "a", "0", "😀"})
	case 2:
		return string(slices.Insert(r, at, []rune(pick(p.dice, oddWords))...))
	}
	if at == len(r) {
		return s + s
	}
	switch p.below(4) {
	case 0:
		r = slices.Delete(r, at, at+1)
	case 1:
		r = slices.Insert(r, at, r[at])
	case 2:
		r[at] = p.near(r[at])
	default:
		r = r[:at]
	}
	return string(r)
}

// upper supports ASCII only: the tables of Unicode change with Go's version.
func upper(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}

// near is another code point, most often a neighbour.
func (p *pool) near(r rune) rune {
	n := r + rune(p.below(5)) - 2
	if p.one(4) {
		n = pick(p.dice, []rune("\x00\n -._~AZaz09Ａé٣😀"))
	}
	if n < 0 || n >= 0xd800 && n <= 0xdfff || n > 0x10ffff {
		return 'x'
	}
	return n
}
