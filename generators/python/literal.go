package python

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/envgen/envgen/internal/ir"
)

// quote returns a string literal. Like Python's formatters it uses the quote that needs fewer escapes.
func quote(s string) string {
	mark := '"'
	if strings.Count(s, `"`) > strings.Count(s, "'") {
		mark = '\''
	}
	var b strings.Builder
	b.WriteRune(mark)
	for _, r := range s {
		switch {
		case r == mark || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		default:
			b.WriteString(visible(r))
		}
	}
	b.WriteRune(mark)
	return b.String()
}

// quotePattern returns a regular expression as a literal. The literal is raw if that is possible and saves escapes.
func quotePattern(s string) string {
	plain := quote(s)
	if strings.Count(plain, `\\`)*2 == strings.Count(plain, `\`) && !strings.HasSuffix(s, `\`) && strings.Contains(s, `\`) {
		return "r" + plain[:1] + s + plain[:1]
	}
	return plain
}

// visible returns a code point unescaped only if it is visible and cannot reorder its line.
func visible(r rune) string {
	switch {
	case r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r):
		return string(r)
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

var exponents = strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-")

// number formats a double; integers have no fraction.
func number(n float64) string {
	if (ir.Literal{Kind: ir.NumberLiteral, Number: n}).IsInteger() {
		return strconv.FormatInt(int64(n), 10)
	}
	s := exponents.Replace(strconv.FormatFloat(n, 'g', -1, 64))
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// numberOf prints a number of a JSON text. Digits that are not the shortest of a double are of an integer of 64 bits.
func numberOf(n json.Number) string {
	f, _ := n.Float64()
	if shortest := strconv.FormatFloat(f, 'f', -1, 64); strings.Trim(n.String(), "-0123456789") == "" && n.String() != shortest {
		return n.String()
	}
	return number(f)
}

// limitOf prints the limit of a bound.
func limitOf(b ir.Bound) string { return cmp.Or(b.Digits, number(b.Limit)) }

// literal prints a scalar of the spec.
func literal(l ir.Literal) string {
	switch l.Kind {
	case ir.NullLiteral:
		return "None"
	case ir.BoolLiteral:
		if l.Bool {
			return "True"
		}
		return "False"
	case ir.NumberLiteral:
		return cmp.Or(l.Digits, number(l.Number))
	case ir.StringLiteral:
		return quote(l.String)
	}
	panic(fmt.Sprintf("python: literal kind %d", l.Kind))
}

// maxNesting is the maximum depth of constants as literals. Python's parser stops at 200 brackets.
const maxNesting = 50

// json prints a JSON text as a value of Python.
func (t treePrinter) json(s string) expr {
	var value any
	decoder := json.NewDecoder(strings.NewReader(s))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		panic(fmt.Sprintf("python: %q is no JSON: %v", s, err))
	}
	if nesting(value) > maxNesting {
		return call(t.uses.json.use("loads"), text(quote(s)))
	}
	return jsonValue(value)
}

func nesting(value any) int {
	deepest := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			deepest = max(deepest, nesting(item))
		}
	case map[string]any:
		for _, member := range v {
			deepest = max(deepest, nesting(member))
		}
	default:
		return 0
	}
	return deepest + 1
}

func jsonValue(value any) expr {
	switch v := value.(type) {
	case nil:
		return text("None")
	case bool:
		return text(literal(ir.Literal{Kind: ir.BoolLiteral, Bool: v}))
	case json.Number:
		return text(numberOf(v))
	case string:
		return text(quote(v))
	case []any:
		list := make([]expr, len(v))
		for i, item := range v {
			list[i] = jsonValue(item)
		}
		return listOf(list...)
	case map[string]any:
		var members []expr
		for _, name := range slices.Sorted(maps.Keys(v)) {
			members = append(members, jsonValue(v[name]).after(quote(name)+": "))
		}
		return dictOf(members...)
	}
	panic(fmt.Sprintf("python: no spelling for %T", value))
}
