package acceptor

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/envgen/envgen/internal/ir"
)

// schema returns the check of a schema, which may refer to itself.
func (a *Acceptor) schema(s *ir.Schema) check {
	if known := a.schemas[s]; known != nil {
		return func(c *course, n uint32) bool { return (*known)(c, n) }
	}
	code := new(check)
	a.schemas[s] = code
	var list []check
	for _, assertion := range s.Assertions {
		list = append(list, a.assertion(assertion))
	}
	*code = func(c *course, n uint32) bool {
		if c.budget--; c.budget < 0 {
			return unknown(c, n)
		}
		for _, holds := range list {
			if !holds(c, n) {
				return false
			}
		}
		return true
	}
	return *code
}

func (a *Acceptor) optional(s *ir.Schema) check {
	if s == nil {
		return anything
	}
	return a.schema(s)
}

func (a *Acceptor) list(schemas []*ir.Schema) []check {
	var list []check
	for _, s := range schemas {
		list = append(list, a.schema(s))
	}
	return list
}

func (a *Acceptor) assertion(of ir.Assertion) check {
	switch k := of.(type) {
	case ir.Bound:
		return a.check(k)
	case ir.Length:
		return a.check(k)
	case ir.Pattern:
		return a.check(k)
	case ir.Format:
		return a.check(k)
	case ir.Items:
		return a.check(k)
	case ir.IsType:
		return isType(k)
	case ir.Equals:
		return equals(k.Texts)
	case ir.MultipleOf:
		return multipleOf(k.Divisor)
	case ir.UniqueItems:
		return uniqueItems
	case ir.MemberCount:
		return func(c *course, n uint32) bool {
			return c.nodes[n].kind != object || k.Op.Holds(float64(c.nodes[n].count), float64(k.Limit))
		}
	case ir.Requires:
		return requires(k.Members)
	case ir.DependentRequired:
		demands := requires(k.Members)
		return func(c *course, n uint32) bool { return !c.has(n, k.Trigger) || demands(c, n) }
	case ir.DependentSchema:
		inner := a.schema(k.Schema)
		return func(c *course, n uint32) bool { return !c.has(n, k.Trigger) || inner(c, n) }
	case ir.Properties:
		return a.properties(k)
	case ir.ItemSchemas:
		return a.itemSchemas(k)
	case ir.Contains:
		return a.contains(k)
	case ir.AllOf:
		list := a.list(k.Schemas)
		return func(c *course, n uint32) bool {
			for _, holds := range list {
				if !holds(c, n) {
					return false
				}
			}
			return true
		}
	case ir.Nullable:
		inner := a.schema(k.Schema)
		return func(c *course, n uint32) bool { return c.nodes[n].kind == null || inner(c, n) }
	case ir.AnyOf:
		list := a.list(k.Schemas)
		return func(c *course, n uint32) bool {
			for _, holds := range list {
				if holds(c, n) {
					return true
				}
			}
			return false
		}
	case ir.ExactlyOne:
		list := a.list(k.Schemas)
		return func(c *course, n uint32) bool {
			count := 0
			for _, holds := range list {
				if holds(c, n) {
					count++
				}
			}
			return count == 1
		}
	case ir.Not:
		inner := a.schema(k.Schema)
		return func(c *course, n uint32) bool { return !inner(c, n) }
	case ir.If:
		condition, then, otherwise := a.optional(k.If), a.optional(k.Then), a.optional(k.Else)
		return func(c *course, n uint32) bool {
			if condition(c, n) {
				return then(c, n)
			}
			return otherwise(c, n)
		}
	case ir.Select:
		return a.selectCase(k)
	case ir.Never:
		return func(*course, uint32) bool { return false }
	case ir.PropertyNames:
		inner := a.schema(k.Schema)
		return func(c *course, n uint32) bool {
			return c.nodes[n].kind != object || c.eachMember(n, func(name, _ uint32) bool { return inner(c, name) })
		}
	case ir.UnevaluatedProperties:
		return a.unsupported("unevaluatedProperties")
	case ir.UnevaluatedItems:
		return a.unsupported("unevaluatedItems")
	}
	panic(fmt.Sprintf("acceptor: unhandled assertion %T", of))
}

func (c *course) has(n uint32, name string) bool {
	if c.nodes[n].kind != object {
		return false
	}
	_, present := c.member(n, name)
	return present
}

// eachMember calls found for the members of an object until it returns false.
func (c *course) eachMember(n uint32, found func(name, value uint32) bool) bool {
	at := n + 1
	for range c.nodes[n].count {
		if !found(at, at+1) {
			return false
		}
		at = c.next(at + 1)
	}
	return true
}

func isType(k ir.IsType) check {
	integer := integerOf(k.Width)
	onlyInteger := k.Types&ir.IntegerType != 0 && k.Types&ir.NumberType == 0
	return func(c *course, n uint32) bool {
		if onlyInteger && c.nodes[n].kind == number {
			return integer(c, n)
		}
		return c.hasType(n, k.Types)
	}
}

// equals compares with canonical texts. Only scalars are compared.
func equals(texts []string) check {
	var words []string
	var others []check
	for _, canonical := range texts {
		var v any
		if err := json.Unmarshal([]byte(canonical), &v); err != nil {
			panic(err) // the compiler writes JSON
		}
		switch v := v.(type) {
		case nil:
			others = append(others, ofKind(null))
		case bool:
			others = append(others, literal(ir.Literal{Kind: ir.BoolLiteral, Bool: v}))
		case float64:
			if math.Abs(v) > maxInteger {
				continue // no number here is as large
			}
			others = append(others, literal(ir.Literal{Kind: ir.NumberLiteral, Number: v}))
		case string:
			words = append(words, v)
		default:
			others = append(others, func(c *course, n uint32) bool {
				if k := c.nodes[n].kind; k == array || k == object {
					return unknown(c, n)
				}
				return false
			})
		}
	}
	word := oneOfTexts(words)
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind == text {
			return word(c, n)
		}
		for _, is := range others {
			if is(c, n) {
				return true
			}
		}
		return false
	}
}

// multipleOf decides about integers only.
func multipleOf(divisor float64) check {
	whole := divisor == math.Trunc(divisor) && divisor <= 1<<53
	return func(c *course, n uint32) bool {
		switch {
		case c.nodes[n].kind != number:
			return true
		case !whole || !c.isInteger(n):
			return unknown(c, n)
		}
		return c.integer(n)%int64(divisor) == 0
	}
}

// mostCompared is the number of items up to which uniqueItems compares each with each.
const mostCompared = 32

// uniqueItems decides about scalars only.
func uniqueItems(c *course, n uint32) bool {
	if c.nodes[n].kind != array || c.nodes[n].count < 2 {
		return true
	}
	if c.nodes[n].count > mostCompared {
		return unknown(c, n)
	}
	var items [mostCompared]uint32
	at := n + 1
	for i := range c.nodes[n].count {
		if k := c.nodes[at].kind; k == array || k == object {
			return unknown(c, n)
		}
		for _, other := range items[:i] {
			if c.equalScalars(at, other) {
				return false
			}
		}
		items[i] = at
		at = c.next(at)
	}
	return true
}

func (c *course) equalScalars(a, b uint32) bool {
	if c.nodes[a].kind != c.nodes[b].kind {
		return false
	}
	switch c.nodes[a].kind {
	case text:
		return c.string(a) == c.string(b)
	case number:
		return c.double(a) == c.double(b)
	}
	return c.nodes[a].whole == c.nodes[b].whole
}

func requires(members []string) check {
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return true
		}
		for _, name := range members {
			if _, present := c.member(n, name); !present {
				return false
			}
		}
		return true
	}
}

func (a *Acceptor) properties(k ir.Properties) check {
	var all []string
	var named, patterned []check
	var patterns []func(string) bool
	for _, m := range k.Named {
		all, named = append(all, m.Name), append(named, a.schema(m.Schema))
	}
	for _, m := range k.Patterns {
		patterns, patterned = append(patterns, matcher(m.Regexp)), append(patterned, a.schema(m.Schema))
	}
	known, additional := newNames(all), a.optional(k.Additional)
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return true
		}
		at := n + 1
		for range c.nodes[n].count {
			name := c.string(at)
			at++
			i := known.index(name)
			found := i >= 0
			if found && !named[i](c, at) {
				return false
			}
			for j, matches := range patterns {
				if matches(name) {
					if found = true; !patterned[j](c, at) {
						return false
					}
				}
			}
			if !found && (k.Closed != nil || !additional(c, at)) {
				return false
			}
			at = c.next(at)
		}
		return true
	}
}

func (a *Acceptor) itemSchemas(k ir.ItemSchemas) check {
	prefix, rest := a.list(k.Prefix), a.optional(k.Rest)
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != array {
			return true
		}
		at := n + 1
		for i := range int(c.nodes[n].count) {
			switch {
			case i < len(prefix):
				if !prefix[i](c, at) {
					return false
				}
			case k.Closed != nil || !rest(c, at):
				return false
			}
			at = c.next(at)
		}
		return true
	}
}

func (a *Acceptor) contains(k ir.Contains) check {
	inner := a.schema(k.Schema)
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != array {
			return true
		}
		count, at := 0, n+1
		for range c.nodes[n].count {
			if inner(c, at) {
				count++
			}
			at = c.next(at)
		}
		return count >= k.Least && (k.Most < 0 || count <= k.Most)
	}
}

func (a *Acceptor) selectCase(k ir.Select) check {
	// It selects as a union with the same tags does.
	u := &ir.Union{Tag: k.Tag, By: k.By, Refused: k.Refused}
	var cases []check
	for _, one := range k.Cases {
		u.Variants = append(u.Variants, ir.Variant{Tags: one.Tags})
		cases = append(cases, a.schema(one.Schema))
	}
	fallback := -1
	if k.Fallback() != nil {
		fallback = len(cases) - 1
	}
	selected := tagged(u, fallback)
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return false
		}
		i := selected(c, n)
		return i >= 0 && cases[i](c, n)
	}
}
