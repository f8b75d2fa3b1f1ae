package acceptor

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
)

// value returns the check of a value's structure, the members of later stages included.
func (a *Acceptor) value(v *ir.Value) check {
	if v.Schema != nil && !(v.Straight && a.direct(v)) {
		return a.schema(v.Schema)
	}
	inner := a.kind(v.Kind)
	for _, c := range v.Checks {
		inner = both(inner, a.check(c))
	}
	if !v.Nullable {
		return inner
	}
	return func(c *course, n uint32) bool { return c.nodes[n].kind == null || inner(c, n) }
}

// direct reports whether the straight form of a value is compiled, rather than its schema.
func (a *Acceptor) direct(v *ir.Value) bool {
	switch k := v.Kind.(type) {
	case *ir.Record:
		return true
	case *ir.Union:
		return k.Single == nil && k.Tagged()
	case ir.Any, ir.Null, ir.Boolean, ir.Integer, ir.Number, ir.String, ir.Const, *ir.Enum, ir.Array, ir.Object, ir.Map, ir.Ref:
		return true
	}
	return false
}

// both is the conjunction; nil accepts everything.
func both(first, second check) check {
	switch {
	case first == nil:
		return second
	case second == nil:
		return first
	}
	return func(c *course, n uint32) bool { return first(c, n) && second(c, n) }
}

func anything(*course, uint32) bool { return true }

func ofKind(k kind) check { return func(c *course, n uint32) bool { return c.nodes[n].kind == k } }

func (a *Acceptor) kind(k ir.Kind) check {
	switch k := k.(type) {
	case ir.Any:
		return anything
	case ir.Null:
		return ofKind(null)
	case ir.Boolean:
		return ofKind(boolean)
	case ir.Integer:
		return integerOf(k.Width)
	case ir.Number:
		return ofKind(number)
	case ir.String:
		return ofKind(text)
	case ir.Const:
		return literal(k.Literal)
	case *ir.Enum:
		if k.Open {
			return ofKind(text)
		}
		var words []string
		for _, v := range k.Values {
			words = append(words, v.Value)
		}
		return oneOfTexts(words)
	case ir.Array:
		return a.items(a.value(k.Items))
	case ir.Object:
		return ofKind(object)
	case ir.Map:
		return a.members(a.value(k.Values))
	case *ir.Record:
		return a.record(k)
	case *ir.Union:
		return a.union(k)
	case ir.Ref:
		code := a.typ(k.Type)
		return func(c *course, n uint32) bool { return code.structure(c, n) }
	case *ir.Choice:
		return a.unsupported("a choice that is not described by a schema")
	}
	panic(fmt.Sprintf("acceptor: unhandled kind %T", k))
}

func integerOf(w ir.Width) check {
	least := int64(0)
	if w != ir.UInt64 {
		least = -1 << 62
	}
	return func(c *course, n uint32) bool {
		return c.nodes[n].kind == number && c.isInteger(n) && c.integer(n) >= least
	}
}

func literal(l ir.Literal) check {
	switch l.Kind {
	case ir.NullLiteral:
		return ofKind(null)
	case ir.BoolLiteral:
		return func(c *course, n uint32) bool { return c.nodes[n].kind == boolean && c.nodes[n].whole == l.Bool }
	case ir.NumberLiteral:
		return func(c *course, n uint32) bool { return c.nodes[n].kind == number && c.double(n) == l.Number }
	}
	return func(c *course, n uint32) bool { return c.nodes[n].kind == text && c.string(n) == l.String }
}

func oneOfTexts(words []string) check {
	known := newNames(words)
	return func(c *course, n uint32) bool { return c.nodes[n].kind == text && known.index(c.string(n)) >= 0 }
}

func (a *Acceptor) items(item check) check {
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != array {
			return false
		}
		at := n + 1
		for range c.nodes[n].count {
			if !item(c, at) {
				return false
			}
			at = c.next(at)
		}
		return true
	}
}

func (a *Acceptor) members(member check) check {
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return false
		}
		at := n + 1
		for range c.nodes[n].count {
			if !member(c, at+1) {
				return false
			}
			at = c.next(at + 1)
		}
		return true
	}
}

// check returns a check of a value; one of another JSON type satisfies it.
func (a *Acceptor) check(of ir.Check) check {
	switch k := of.(type) {
	case ir.OneOf:
		var either []check
		for _, l := range k.Literals {
			either = append(either, literal(l))
		}
		return func(c *course, n uint32) bool {
			return slices.ContainsFunc(either, func(is check) bool { return is(c, n) })
		}
	case ir.Bound:
		return bound(k)
	case ir.Length:
		return length(k)
	case ir.Pattern:
		match := matcher(k.Regexp)
		return func(c *course, n uint32) bool { return c.nodes[n].kind != text || match(c.string(n)) }
	case ir.Format:
		match := format(k.Name)
		return func(c *course, n uint32) bool { return c.nodes[n].kind != text || match(c.string(n)) }
	case ir.Items:
		return func(c *course, n uint32) bool {
			return c.nodes[n].kind != array || k.Op.Holds(float64(c.nodes[n].count), float64(k.Limit))
		}
	}
	panic(fmt.Sprintf("acceptor: unhandled check %T", of))
}

// bound compares with the nearest double of a limit. Numbers here are within ±(2^53-1), so a limit beyond it compares in the same way.
func bound(b ir.Bound) check {
	return func(c *course, n uint32) bool { return c.nodes[n].kind != number || b.Op.Holds(c.double(n), b.Limit) }
}

func length(l ir.Length) check {
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != text {
			return true
		}
		s := c.string(n)
		// A string has at most as many code points as bytes, and at least a quarter of them.
		switch {
		case l.Op == ir.AtMost && len(s) <= l.Limit, l.Op == ir.AtLeast && len(s)/4 >= l.Limit:
			return true
		case l.Op == ir.AtLeast && len(s) < l.Limit:
			return false
		}
		return l.Op.Holds(float64(utf8.RuneCountInString(s)), float64(l.Limit))
	}
}

// format returns the test of a format, with a short way for the usual date-time.
func format(name ir.FormatName) func(string) bool {
	if name == ir.DateTime {
		return func(s string) bool {
			_, usual := instant(s)
			return usual || formats.Matches(name, s)
		}
	}
	return func(s string) bool { return formats.Matches(name, s) }
}
