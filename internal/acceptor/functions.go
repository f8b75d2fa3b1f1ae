package acceptor

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

func (s scope) comparison(k ir.Comparison) truth {
	left, right := s.expr(k.L), s.expr(k.R)
	var order func(a, b value) int
	switch k.Type.Kind {
	case ir.BoolExpr, ir.IntExpr, ir.DurationExpr:
		order = func(a, b value) int { return compare(a.int, b.int) }
	case ir.StringExpr:
		order = func(a, b value) int { return strings.Compare(a.str, b.str) }
	case ir.TimestampExpr:
		order = func(a, b value) int {
			if a.int != b.int {
				return compare(a.int, b.int)
			}
			return compare(a.nanos, b.nanos)
		}
	case ir.DoubleExpr:
		return func(f *frame) bool { return related(k.Op, left(f).double, right(f).double) }
	case ir.ListExpr:
		return s.equalLists(k, left, right)
	default:
		deep := s.lacking("equality of maps and objects")
		return func(f *frame) bool { return deep(f).int != 0 }
	}
	return func(f *frame) bool { return related(k.Op, order(left(f), right(f)), 0) }
}

func compare[T int64 | int32](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// related compares as IEEE 754 does.
func related[T int | float64](op ir.CompareOp, a, b T) bool {
	switch op {
	case ir.Equal:
		return a == b
	case ir.Unequal:
		return a != b
	case ir.Less:
		return a < b
	case ir.LessOrEqual:
		return a <= b
	case ir.Greater:
		return a > b
	}
	return a >= b
}

// equalLists compares lists of texts and of integers.
func (s scope) equalLists(k ir.Comparison, left, right expr) truth {
	elem := k.Type.Elem
	if elem == nil || elem.Kind != ir.StringExpr && elem.Kind != ir.IntExpr && elem.Kind != ir.BoolExpr {
		deep := s.lacking("equality of lists of objects")
		return func(f *frame) bool { return deep(f).int != 0 }
	}
	return func(f *frame) bool {
		a, b := f.items(left(f), k.Type), f.items(right(f), k.Type)
		equal := len(a) == len(b)
		for i := 0; equal && i < len(a); i++ {
			equal = a[i].int == b[i].int && a[i].str == b[i].str
		}
		return equal == (k.Op == ir.Equal)
	}
}

func (f *frame) items(list value, of ir.ExprType) []value {
	if list.list != nil {
		return *list.list
	}
	var items []value
	f.eachItem(list, of, func(v value) bool {
		items = append(items, v)
		return true
	})
	return items
}

// test compiles the functions whose result is a Bool; it is nil for others.
func (s scope) test(k ir.Call) truth {
	var args []expr
	for _, a := range k.Args {
		args = append(args, s.expr(a))
	}
	switch k.Function {
	case ir.StartsWith:
		return func(f *frame) bool { return strings.HasPrefix(args[0](f).str, args[1](f).str) }
	case ir.EndsWith:
		return func(f *frame) bool { return strings.HasSuffix(args[0](f).str, args[1](f).str) }
	case ir.ContainsText:
		return func(f *frame) bool { return strings.Contains(args[0](f).str, args[1](f).str) }
	case ir.Matches:
		match := matcher(k.Regexp)
		return func(f *frame) bool { return match(args[0](f).str) }
	case ir.InMap:
		return func(f *frame) bool { return f.c.has(args[1](f).node, args[0](f).str) }
	case ir.InCatalog:
		known := wordsOf(k.Type.Record)
		return func(f *frame) bool { return known.index(args[0](f).str) >= 0 }
	case ir.InList:
		return s.inList(k, args)
	}
	return nil
}

func wordsOf(t *ir.Type) *names {
	var words []string
	for _, v := range t.Vocabulary().Values {
		words = append(words, v.Value)
	}
	return newNames(words)
}

func (s scope) inList(k ir.Call, args []expr) truth {
	of := s.typing.TypeOf(k.Args[1])
	kind := of.Elem.Kind
	if kind != ir.StringExpr && kind != ir.IntExpr && kind != ir.BoolExpr {
		deep := s.lacking("membership of other values than texts and integers")
		return func(f *frame) bool { return deep(f).int != 0 }
	}
	if list, is := k.Args[1].(ir.ListOf); is && kind == ir.StringExpr {
		var words []string
		for _, item := range list.Items {
			if c, is := item.(ir.Constant); is {
				words = append(words, c.String)
			}
		}
		if len(words) == len(list.Items) {
			known := newNames(words)
			return func(f *frame) bool { return known.index(args[0](f).str) >= 0 }
		}
	}
	return func(f *frame) bool {
		want, found := args[0](f), false
		f.eachItem(args[1](f), of, func(v value) bool {
			found = v.int == want.int && v.str == want.str
			return !found
		})
		return found
	}
}

func (s scope) call(k ir.Call) expr {
	if is := s.test(k); is != nil {
		return func(f *frame) value { return ofBool(is(f)) }
	}
	if !k.Function.Total() {
		return s.lacking("a partial function")
	}
	var args []expr
	for _, a := range k.Args {
		args = append(args, s.expr(a))
	}
	ofDoubles := func(op func(a, b float64) float64) expr {
		return func(f *frame) value { return value{double: op(args[0](f).double, args[1](f).double)} }
	}
	switch k.Function {
	case ir.SizeOf:
		return s.sizeOf(k, args[0])
	case ir.UTF8Size:
		return func(f *frame) value { return value{int: int64(len(args[0](f).str))} }
	case ir.Concat:
		return s.concat(k, args)
	case ir.JSONSize:
		return s.onNode(k, args[0], func(c *course, n uint32) int64 { return c.jsonSize(n) })
	case ir.JSONItems:
		return s.onNode(k, args[0], func(c *course, n uint32) int64 {
			if c.nodes[n].kind == array {
				return int64(c.nodes[n].count)
			}
			return 0
		})
	case ir.JSONDepth:
		return s.onNode(k, args[0], func(c *course, n uint32) int64 { return c.jsonDepth(n) })
	case ir.AddDouble:
		return ofDoubles(func(a, b float64) float64 { return a + b })
	case ir.SubDouble:
		return ofDoubles(func(a, b float64) float64 { return a - b })
	case ir.MulDouble:
		return ofDoubles(func(a, b float64) float64 { return a * b })
	case ir.DivDouble:
		return ofDoubles(func(a, b float64) float64 { return a / b })
	case ir.NegDouble:
		return func(f *frame) value { return value{double: -args[0](f).double} }
	case ir.IntToDouble:
		return func(f *frame) value { return value{double: float64(args[0](f).int)} }
	case ir.TimeToInt:
		return func(f *frame) value { return value{int: args[0](f).int} }
	}
	return s.lacking("a function of texts or times")
}

func (s scope) sizeOf(k ir.Call, arg expr) expr {
	switch s.typing.TypeOf(k.Args[0]).Kind {
	case ir.StringExpr:
		return func(f *frame) value { return value{int: int64(utf8.RuneCountInString(arg(f).str))} }
	case ir.ListExpr, ir.MapExpr:
		return func(f *frame) value {
			v := arg(f)
			if v.list != nil {
				return value{int: int64(len(*v.list))}
			}
			return value{int: int64(f.c.nodes[v.node].count)}
		}
	}
	return s.lacking("size of another value")
}

func (s scope) concat(k ir.Call, args []expr) expr {
	if k.Type.Kind == ir.StringExpr {
		return func(f *frame) value { return value{str: args[0](f).str + args[1](f).str} }
	}
	return func(f *frame) value {
		a, b := f.items(args[0](f), k.Type), f.items(args[1](f), k.Type)
		list := append(a[:len(a):len(a)], b...)
		return value{list: &list}
	}
}

// onNode compiles a function of a part of the message.
func (s scope) onNode(k ir.Call, arg expr, of func(c *course, n uint32) int64) expr {
	if t := s.typing.TypeOf(k.Args[0]); t.Kind != ir.JSONExpr && t.Kind != ir.RecordExpr && t.Kind != ir.MapExpr && t.Kind != ir.ListExpr {
		return s.lacking("the JSON text of a scalar")
	}
	return func(f *frame) value {
		v := arg(f)
		if v.list != nil {
			unknown(f.c, 0)
			return value{}
		}
		return value{int: of(f.c, v.node)}
	}
}

// try compiles a function that may fail.
func (s scope) try(k ir.Call) func(f *frame) (value, bool) {
	var args []expr
	for _, a := range k.Args {
		args = append(args, s.expr(a))
	}
	ofInts := func(op func(a, b int64) (int64, bool)) func(f *frame) (value, bool) {
		return func(f *frame) (value, bool) {
			n, ok := op(args[0](f).int, args[1](f).int)
			return value{int: n}, ok
		}
	}
	switch k.Function {
	case ir.AddInt, ir.AddDuration:
		return ofInts(add)
	case ir.SubInt, ir.SubDuration:
		return ofInts(func(a, b int64) (int64, bool) {
			if b == math.MinInt64 {
				return a - b, a < 0
			}
			return add(a, -b)
		})
	case ir.MulInt:
		return ofInts(func(a, b int64) (int64, bool) {
			n := a * b
			return n, a == 0 || n/a == b && !(a == -1 && b == math.MinInt64)
		})
	case ir.DivInt:
		return ofInts(func(a, b int64) (int64, bool) {
			if b == 0 || b == -1 && a == math.MinInt64 {
				return 0, false
			}
			return a / b, true
		})
	case ir.ModInt:
		return ofInts(func(a, b int64) (int64, bool) {
			if b == 0 || b == -1 && a == math.MinInt64 {
				return 0, false
			}
			return a % b, true
		})
	case ir.ItemAt:
		of := s.typing.TypeOf(k.Args[0])
		return func(f *frame) (value, bool) {
			list, i := args[0](f), args[1](f).int
			if list.list != nil {
				if i < 0 || i >= int64(len(*list.list)) {
					return value{}, false
				}
				return (*list.list)[i], true
			}
			if i < 0 || i >= int64(f.c.nodes[list.node].count) {
				return value{}, false
			}
			at := list.node + 1
			for range i {
				at = f.c.next(at)
			}
			return f.c.valueOf(at, *of.Elem), true
		}
	case ir.ValueAt:
		of := s.typing.TypeOf(k.Args[0])
		return func(f *frame) (value, bool) {
			at, present := f.c.member(args[0](f).node, args[1](f).str)
			if !present {
				return value{}, false
			}
			return f.c.valueOf(at, *of.Elem), true
		}
	case ir.EntryOf:
		known := wordsOf(k.Type.Record)
		return func(f *frame) (value, bool) {
			word := args[0](f)
			return word, known.index(word.str) >= 0
		}
	}
	if clock := s.clock(k.Function, args); clock != nil {
		return clock
	}
	lacking := s.lacking("a conversion")
	return func(f *frame) (value, bool) { return lacking(f), false }
}

func add(a, b int64) (int64, bool) {
	n := a + b
	return n, (n > a) == (b > 0)
}
