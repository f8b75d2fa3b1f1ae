package breaking

import (
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// comparer decides whether two parts of two protocols have one meaning. Declared types of one name count as equal, because each pair is compared
// on its own.
type comparer struct {
	failures bool // failures have to be equal too
	program  bool // the parts are of a rule: it reads members by name, and its operations depend on their kinds
	assumed  map[[2]any]bool
}

func newComparer(failures bool) *comparer {
	return &comparer{failures: failures, assumed: map[[2]any]bool{}}
}

// sameRule reports whether two rules are true for the same values.
func sameRule(a, b *ir.Rule) bool {
	c := newComparer(false)
	c.program = true
	return a.Text == b.Text && c.same(a.Each, b.Each) && c.same(a.Program, b.Program)
}

// without are the types of fields that no message depends on.
var without = map[reflect.Type]bool{
	reflect.TypeFor[diag.Pos]():    true,
	reflect.TypeFor[ir.Doc]():      true,
	reflect.TypeFor[[]ir.Rename](): true,
}

// skipped are the fields that number or name parts.
var skipped = map[string]bool{"Schema.Index": true, "Schema.Place": true, "Schema.Type": true, "Rule.Source": true, "Rule.Program": true, "Rule.Folded": true, "Rule.Each": true, "Regexp.RE2": true, "Regexp.JS": true,
	"Regexp.Python": true, "Regexp.Engine": true, "Regexp.Counted": true, "Regexp.Walk": true, "Regexp.DFA": true, "Numbers.Index": true, "Type.Numbers": true, "Type.Parts": true, "Type.Replies": true, "Request.Replies": true}

func (c *comparer) same(a, b any) bool { return c.equal(reflect.ValueOf(a), reflect.ValueOf(b)) }

func (c *comparer) equal(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer:
		return c.pointers(a, b)
	case reflect.Interface:
		if c.program {
			return c.equal(cellOf(a.Elem()), cellOf(b.Elem()))
		}
		return c.equal(a.Elem(), b.Elem())
	case reflect.Struct:
		return c.structs(a, b)
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !c.equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	default:
		return a.Interface() == b.Interface()
	}
}

// cellOf is a cell of a catalog without its conversion: integers of a table are doubles of the same value.
func cellOf(v reflect.Value) reflect.Value {
	if call, is := v.Interface().(ir.Call); is && call.Function == ir.IntToDouble {
		if cell, is := call.Args[0].(ir.Cell); is {
			return reflect.ValueOf(cell)
		}
	}
	return v
}

func (c *comparer) pointers(a, b reflect.Value) bool {
	if a.IsNil() || b.IsNil() {
		return a.IsNil() == b.IsNil()
	}
	if one, is := a.Interface().(*ir.Regexp); is {
		return sameLanguage(one, b.Interface().(*ir.Regexp))
	}
	if c.program {
		switch one := a.Interface().(type) {
		case *ir.Field:
			other := b.Interface().(*ir.Field)
			return one.Name == other.Name && one.Required == other.Required && c.same(ir.TypeOfValue(&one.Value), ir.TypeOfValue(&other.Value))
		case *ir.Type:
			return c.sameNamed(one, b.Interface().(*ir.Type))
		}
	}
	if ta, is := a.Interface().(*ir.Type); is && len(c.assumed) > 0 {
		if paired(ta, b.Interface().(*ir.Type)) {
			return true
		}
	}
	pair := [2]any{a.Interface(), b.Interface()}
	if c.assumed[pair] {
		return true
	}
	c.assumed[pair] = true
	return c.equal(a.Elem(), b.Elem())
}

func (c *comparer) structs(a, b reflect.Value) bool {
	switch a.Type() {
	case reflect.TypeFor[ir.Failure]():
		if !c.failures {
			return true
		}
	case reflect.TypeFor[ir.Rule]():
		one, other := a.Interface().(ir.Rule), b.Interface().(ir.Rule)
		if !sameRule(&one, &other) {
			return false
		}
	case reflect.TypeFor[ir.HasMember](): // reads no value
		one, other := a.Interface().(ir.HasMember), b.Interface().(ir.HasMember)
		return one.Field.Name == other.Field.Name && one.Field.Required == other.Field.Required && c.same(one.Of, other.Of) && c.sameNamed(one.Record, other.Record)
	case reflect.TypeFor[ir.ExprType]():
		one, other := a.Interface().(ir.ExprType), b.Interface().(ir.ExprType)
		return one.Kind == other.Kind && c.same(one.Elem, other.Elem) && c.same(one.Record, other.Record)
	}
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if without[f.Type] || skipped[a.Type().Name()+"."+f.Name] || !f.IsExported() {
			continue
		}
		if !c.equal(a.Field(i), b.Field(i)) {
			return false
		}
	}
	return true
}

// sameNamed compares types that a rule names. Of a catalog it reads the table.
func (c *comparer) sameNamed(a, b *ir.Type) bool {
	if a.Name != b.Name || a.Protocol != b.Protocol {
		return false
	}
	va, vb := a.Vocabulary(), b.Vocabulary()
	if va == nil || vb == nil {
		return va == vb
	}
	return slices.EqualFunc(va.Values, vb.Values, func(x, y ir.EnumValue) bool { return x.Value == y.Value && c.same(x.Cells, y.Cells) }) &&
		va.Open == vb.Open && sameColumns(va.Catalog, vb.Catalog)
}

func sameColumns(a, b *ir.Catalog) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.Columns, b.Columns, func(x, y ir.Column) bool { return x.Name == y.Name })
}

// paired reports whether two types are declared by one name in one protocol.
func paired(a, b *ir.Type) bool {
	return !a.Lifted && !b.Lifted && a.Name == b.Name && a.Protocol == b.Protocol && a.Of == nil && b.Of == nil
}
