package acceptor

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// truth compiles an expression of type Bool.
func (s scope) truth(e ir.Expr) truth {
	switch k := e.(type) {
	case ir.Logic:
		left, right := s.truth(k.L), s.truth(k.R)
		if k.Or {
			return func(f *frame) bool { return left(f) || right(f) }
		}
		return func(f *frame) bool { return left(f) && right(f) }
	case ir.Negation:
		inner := s.truth(k.X)
		return func(f *frame) bool { return !inner(f) }
	case ir.Choose:
		condition, then, otherwise := s.truth(k.If), s.truth(k.Then), s.truth(k.Else)
		return func(f *frame) bool {
			if condition(f) {
				return then(f)
			}
			return otherwise(f)
		}
	case ir.Comparison:
		return s.comparison(k)
	case ir.HasMember:
		of := s.expr(k.Of)
		return func(f *frame) bool { return f.c.has(of(f).node, k.Field.Name) }
	case ir.IsNull:
		of := s.expr(k.Of)
		return func(f *frame) bool {
			at, present := f.c.member(of(f).node, k.Field.Name)
			return present && f.c.nodes[at].kind == null
		}
	case ir.IsVariant:
		return s.isVariant(k)
	case ir.Call:
		if test := s.test(k); test != nil {
			return test
		}
	}
	made := s.expr(e)
	return func(f *frame) bool { return made(f).int != 0 }
}

func (s scope) isVariant(k ir.IsVariant) truth {
	of := s.expr(k.Of)
	var tests []func(c *course, n uint32) bool
	for _, t := range k.Tests {
		is := s.variantOf(k.Union, t.Variant, 0)
		if t.Tags != nil && !t.Whole() {
			tags := newNames(t.Tags)
			is = both(is, func(c *course, n uint32) bool {
				at, present := c.member(n, k.Tag)
				return present && c.nodes[at].kind == text && tags.index(c.string(at)) >= 0
			})
			if k.By != ir.ByString {
				is = s.unsupported("a part of a union by booleans or integers")
			}
		}
		tests = append(tests, is)
	}
	return func(f *frame) bool {
		n := of(f).node
		for _, is := range tests {
			if is(f.c, n) {
				return true
			}
		}
		return false
	}
}

// variantOf is the test whether a value of a union is of a variant of it, or of a union inside.
func (s scope) variantOf(union, variant *ir.Type, depth int) check {
	u := union.Value.Resolve().Kind.(*ir.Union)
	selected := s.selection(u)
	if selected == nil || depth > ir.MaxNesting {
		return s.unsupported("the variant of a union without a tag")
	}
	inner := make([]check, len(u.Variants))
	for i, v := range u.Variants {
		if v.Type == variant {
			inner[i] = anything
		} else if _, is := v.Type.Value.Resolve().Kind.(*ir.Union); is {
			inner[i] = s.variantOf(v.Type, variant, depth+1)
		}
	}
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return false
		}
		i := selected(c, n)
		return i >= 0 && inner[i] != nil && inner[i](c, n)
	}
}

func (s scope) expr(e ir.Expr) expr {
	switch k := e.(type) {
	case ir.This:
		return func(f *frame) value { return value{node: f.this} }
	case ir.Now:
		return func(f *frame) value { return f.c.now }
	case ir.Name:
		return func(f *frame) value { return value{str: f.name} }
	case ir.ParamValue:
		// An imported protocol numbers its own parameters; the caller's are those of the protocol that imports it.
		name := s.typing.Params[k.Index].Name
		index := slices.IndexFunc(s.protocol.Params, func(p *ir.Param) bool { return p.Name == name })
		return func(f *frame) value {
			v := f.c.params[index]
			if v.node != 0 {
				unknown(f.c, 0)
			}
			return v
		}
	case ir.Temp:
		return func(f *frame) value { return f.temps[k.Number] }
	case ir.Constant:
		v := constant(k)
		return func(*frame) value { return v }
	case ir.ListOf:
		return s.listOf(k)
	case ir.AsVariant:
		return s.expr(k.Of)
	case ir.TagOf:
		of := s.expr(k.Of)
		kind, t := text, ir.Typing{}.TypeOf(k)
		if t.Kind == ir.IntExpr {
			kind = number
		}
		return func(f *frame) value {
			at, present := f.c.member(of(f).node, k.Tag)
			if !present || f.c.nodes[at].kind != kind {
				unknown(f.c, 0)
				return value{}
			}
			return f.c.valueOf(at, t)
		}
	case ir.MemberOf:
		of, t := s.expr(k.Of), ir.TypeOfValue(&k.Field.Value)
		return func(f *frame) value {
			at, present := f.c.member(of(f).node, k.Field.Name)
			if !present {
				unknown(f.c, 0) // rules test the presence before
				return value{}
			}
			return f.c.valueOf(at, t)
		}
	case ir.Cell:
		return s.cell(k)
	case ir.Choose:
		condition, then, otherwise := s.truth(k.If), s.expr(k.Then), s.expr(k.Else)
		return func(f *frame) value {
			if condition(f) {
				return then(f)
			}
			return otherwise(f)
		}
	case ir.Logic, ir.Negation, ir.Comparison, ir.HasMember, ir.IsNull, ir.IsVariant:
		is := s.truth(e)
		return func(f *frame) value { return ofBool(is(f)) }
	case ir.Call:
		return s.call(k)
	}
	// Earlier and Open belong to conversations, Search and Collect to folded programs.
	return s.lacking(fmt.Sprintf("%T", e))
}

func (s scope) lacking(what string) expr {
	s.unsupported(what)
	return func(f *frame) value {
		unknown(f.c, 0)
		return value{}
	}
}

func constant(k ir.Constant) value {
	switch k.Type.Kind {
	case ir.BoolExpr:
		return ofBool(k.Bool)
	case ir.DoubleExpr:
		return value{double: k.Double}
	case ir.StringExpr:
		return value{str: k.String}
	case ir.DurationExpr:
		return value{int: k.Int*1e9 + int64(k.Nanos)}
	}
	return value{int: k.Int, nanos: k.Nanos}
}

func (s scope) listOf(k ir.ListOf) expr {
	var items []expr
	for _, item := range k.Items {
		items = append(items, s.expr(item))
	}
	return func(f *frame) value {
		list := make([]value, len(items))
		for i, item := range items {
			list[i] = item(f)
		}
		return value{list: &list}
	}
}

func (s scope) cell(k ir.Cell) expr {
	enum := k.Catalog.Value.Kind.(*ir.Enum)
	var words []string
	var cells []value
	for _, v := range enum.Values {
		words = append(words, v.Value)
		l := v.Cells[k.Column]
		cell := literalValue(l, ir.TypeOfValue(&enum.Catalog.Columns[k.Column].Value))
		if l.Kind == ir.NullLiteral {
			cell.node = 1
		}
		cells = append(cells, cell)
	}
	known, word := newNames(words), s.expr(k.Word)
	return func(f *frame) value {
		i := known.index(word(f).str)
		if i < 0 || cells[i].node != 0 {
			unknown(f.c, 0)
			return value{}
		}
		return cells[i]
	}
}
