package reference

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// encode writes a valid value again: declared members in the order of the spec, then the others.
func encode(v *ir.Value, value any) []byte {
	return appendValue(nil, arrange(v, value))
}

// arrange puts the members of every object in value into the order of the output.
func arrange(v *ir.Value, value any) any {
	switch x := value.(type) {
	case []any:
		item := anything
		if array, ok := resolve(v, value).(ir.Array); ok {
			item = array.Items
		}
		items := make([]any, len(x))
		for i := range x {
			items[i] = arrange(item, x[i])
		}
		return items
	case object:
		switch k := resolve(v, value).(type) {
		case *ir.Record:
			return arrangeMembers(k.Fields, anything, x)
		case ir.Map:
			return arrangeMembers(nil, k.Values, x)
		default:
			return arrangeMembers(nil, anything, x)
		}
	default:
		return value
	}
}

var anything = &ir.Value{Kind: ir.Any{}}

// resolve follows references, tags and choices to the kind that describes value itself.
func resolve(v *ir.Value, value any) ir.Kind {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return resolve(&k.Type.Value, value)
	case *ir.Union:
		variant := selectVariant(k, value.(object))
		if variant == nil {
			return ir.Any{} // a message that is built may have lost its tag, for a secret that hit it
		}
		return resolve(&variant.Value, value)
	case *ir.Choice:
		for i := range k.Options {
			if kind := resolve(&k.Options[i], value); represents(kind, value) {
				return kind
			}
		}
		panic("reference: no option of a choice holds a valid value")
	default:
		return k
	}
}

// represents reports whether kind is one of the JSON type of value.
func represents(kind ir.Kind, value any) bool {
	if _, ok := kind.(ir.Any); ok {
		return true
	}
	return hasKind(kind, value)
}

// arrangeMembers puts the fields first; other is the type of the remaining members.
func arrangeMembers(fields []*ir.Field, other *ir.Value, members object) object {
	var ordered, indexes, others object
	for _, f := range fields {
		if value, present := members.get(f.Name); present {
			ordered = append(ordered, member{f.Name, arrange(&f.Value, value)})
		}
	}
	for _, m := range members {
		if slices.ContainsFunc(fields, func(f *ir.Field) bool { return f.Name == m.name }) {
			continue
		}
		m.value = arrange(other, m.value)
		if isIndex(m.name) {
			indexes = append(indexes, m)
		} else {
			others = append(others, m)
		}
	}
	sorting.Func(indexes, func(a, b member) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	return slices.Concat(ordered, indexes, others)
}

// isIndex reports whether name is a canonical array index: 0 to 4294967294 without leading zeros.
func isIndex(name string) bool {
	n, err := strconv.ParseUint(name, 10, 32)
	return err == nil && n < 1<<32-1 && strconv.FormatUint(n, 10) == name
}

// appendValue writes compact text as RFC 8785 does, but for the order of members, which is value's own.
func appendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case float64:
		return append(b, numberText(v)...)
	case spelled:
		return append(b, v...)
	case whole:
		return append(b, v...)
	case string:
		return appendString(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, item)
		}
		return append(b, ']')
	case object:
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, m.name), ':')
			b = appendValue(b, m.value)
		}
		return append(b, '}')
	}
	panic(fmt.Sprintf("reference: unhandled value %T", value))
}

// numberText is ECMAScript's Number::toString: with k shortest digits and the point after the n-th of them,
// plain notation for -6 < n <= 21, else an exponent.
func numberText(f float64) string {
	if f < 0 {
		return "-" + numberText(-f)
	}
	if f == 0 {
		return "0"
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	e, _ := strconv.Atoi(exponent)
	k, n := len(digits), e+1
	switch {
	case k <= n && n <= 21:
		return digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return "0." + strings.Repeat("0", -n) + digits
	case k == 1:
		return fmt.Sprintf("%se%+d", digits, n-1)
	default:
		return fmt.Sprintf("%s.%se%+d", digits[:1], digits[1:], n-1)
	}
}

// shortEscapes are the control characters with an escape of their own.
var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}

func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		if short, ok := shortEscapes[r]; ok {
			b = append(b, short...)
		} else if r < 0x20 {
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}
