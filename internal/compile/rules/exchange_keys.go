package rules

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// ScalarAt finds the string or number that a way of member names leads to from values of a record; nil where there is none.
func ScalarAt(this *ir.Type, way []string) *ir.Key {
	key := KeyAt(this, way)
	if key == nil || (ir.Typing{}).TypeOf(key.Value).Kind == ir.JSONExpr {
		return nil
	}
	return key
}

// KeyAt finds the string, the number, or the choice of these, that a way of member names leads to from values of a record; nil where there is none.
func KeyAt(this *ir.Type, way []string) *ir.Key {
	at := &ir.Each{There: boolean(true), Object: ir.This{}, Record: this}
	if end := reach(at, nil, way); end == nil || !isKey(end) {
		return nil
	}
	return &ir.Key{There: at.There, Value: at.Object}
}

// JoinedKey is the key of several members: a text that joins them, different for different values. A string is the number of its characters, a quotation
// mark and itself; a number is its digits and a comma. It is nil if the record lacks one of the members.
func JoinedKey(this *ir.Type, ways [][]string) *ir.Key {
	key := &ir.Key{There: boolean(true)}
	var parts []ir.Expr
	for _, way := range ways {
		part := ScalarAt(this, way)
		if part == nil {
			return nil
		}
		key.There = both(key.There, part.There)
		switch (ir.Typing{}).TypeOf(part.Value).Kind {
		case ir.StringExpr:
			parts = append(parts, call(ir.IntToText, stringType, call(ir.SizeOf, intType, part.Value)), literal(`"`), part.Value)
		case ir.IntExpr:
			parts = append(parts, call(ir.IntToText, stringType, part.Value), literal(","))
		default:
			parts = append(parts, call(ir.DoubleToText, stringType, part.Value), literal(","))
		}
	}
	key.Value = parts[0]
	for _, part := range parts[1:] {
		key.Value = call(ir.Concat, stringType, key.Value, part)
	}
	return key
}

func call(f ir.Function, t ir.ExprType, args ...ir.Expr) ir.Expr {
	return ir.Call{Function: f, Type: t, Args: args}
}

func literal(text string) ir.Constant { return ir.Constant{Type: stringType, String: text} }

// KeysAt is KeyAt for a way over the items of an array. Items of a union by a tag have keys where they have the member. It is nil if items may be null.
func KeysAt(this *ir.Type, way []string) *ir.Key {
	step := slices.Index(way, ir.EachItem)
	list := &ir.Each{There: boolean(true), Object: ir.This{}, Record: this}
	end := reach(list, nil, way[:step])
	if end == nil {
		return nil
	}
	array, is := resolved(end).Kind.(ir.Array)
	if !is || nullable(array.Items) {
		return nil
	}
	item, rest := &ir.Each{There: boolean(true), Object: ir.Temp{Number: 0}}, way[step+1:]
	if _, isRecord := resolved(array.Items).Kind.(*ir.Record); isRecord {
		item.Record = named(array.Items)
	} else if len(rest) > 0 {
		thoseWith(item, array.Items, rest[0])
	}
	if end = reach(item, array.Items, rest); end == nil || !isKey(end) {
		return nil
	}
	keys := ir.Collect{Loop: ir.Loop{Over: list.Object, Item: 0, Index: -1}, Made: item.Object}
	if _, always := ir.Decided(item.There); !always {
		keys.Cond = item.There
	}
	t := ir.TypeOfValue(array.Items)
	return &ir.Key{There: list.There, Value: keys, Item: &t}
}

// reach goes on along member names, and returns the value at their end; nil where there is none. from is the value before the first one, or nil for a record.
func reach(at *ir.Each, from *ir.Value, way []string) *ir.Value {
	for _, name := range way {
		if from != nil && at.Record == nil {
			asVariants(at, from, name)
		}
		if at.Record == nil {
			return nil
		}
		f := at.Record.Field(name)
		if f == nil {
			return nil
		}
		enter(at, f)
		from = &f.Value
	}
	return from
}

// asVariants goes on to the records of a union, if all of them have a member, with one type.
func asVariants(each *ir.Each, v *ir.Value, name string) {
	t := named(v)
	if t == nil {
		return
	}
	u, is := t.Value.Kind.(*ir.Union)
	if !is || u.By == ir.ByBranch {
		return
	}
	var variants []*ir.Type
	for _, leaf := range u.Leaves(u.Tag) {
		f := leaf.Type.Field(name)
		if f == nil || len(variants) > 0 && !sameMember(variants[0].Field(name), f) {
			return
		}
		variants = append(variants, leaf.Type)
	}
	each.Object, each.Record = ir.AsVariant{Of: each.Object, Union: t, Variants: variants}, variants[0]
}

// thoseWith goes on to the records of a union by a tag that have a member, if it has one type in them. Values of the other records have no key.
func thoseWith(each *ir.Each, v *ir.Value, name string) {
	t := named(v)
	if t == nil {
		return
	}
	u, is := t.Value.Kind.(*ir.Union)
	if !is || !u.Tagged() {
		return
	}
	leaves := u.Leaves(u.Tag)
	in := ir.IsVariant{Of: each.Object, Union: t, Tag: u.Tag, By: u.By, Known: ir.TagsKnown(leaves)}
	out, other := in, false
	var variants []*ir.Type
	for _, leaf := range leaves {
		test := ir.VariantTest{Variant: leaf.Type, Tags: leaf.Tags, All: leaf.Tags}
		f := leaf.Type.Field(name)
		switch {
		case f == nil:
			out.Tests = append(out.Tests, test)
			continue
		case len(variants) > 0 && !sameMember(variants[0].Field(name), f):
			return
		case leaf.Any:
			other = true
		default:
			in.Tests = append(in.Tests, test)
		}
		variants = append(variants, leaf.Type)
	}
	switch {
	case variants == nil:
		return
	case other && out.Tests != nil:
		each.There = both(each.There, negate(out))
	case out.Tests != nil:
		each.There = both(each.There, in)
	}
	each.Object, each.Record = ir.AsVariant{Of: each.Object, Union: t, Variants: variants}, variants[0]
}

// isKey reports whether a value can be a key.
func isKey(v *ir.Value) bool {
	t := ir.TypeOfValue(v)
	return isScalar(t) || t.Kind == ir.JSONExpr && isChoiceOfScalars(v)
}

func isScalar(t ir.ExprType) bool {
	return t.Kind == ir.StringExpr || t.Kind == ir.IntExpr || t.Kind == ir.DoubleExpr
}

func isChoiceOfScalars(v *ir.Value) bool {
	choice, is := v.Resolve().Kind.(*ir.Choice)
	return is && !slices.ContainsFunc(choice.Options, func(option ir.Value) bool { return !isScalar(ir.TypeOfValue(&option)) })
}

// Unify gives equal keys equal values: whole numbers become doubles where another key is one, or a choice. It reports whether there is a key at all.
func Unify(keys []*ir.Key) (any bool) {
	kindOf := func(k *ir.Key) ir.ExprKind {
		t := k.Typing().TypeOf(k.Value)
		if k.Item != nil {
			t = *t.Elem
		}
		return t.Kind
	}
	doubles := false
	for _, k := range keys {
		any = any || k != nil
		doubles = doubles || k != nil && kindOf(k) != ir.IntExpr && kindOf(k) != ir.StringExpr
	}
	for _, k := range keys {
		if doubles && k != nil && kindOf(k) == ir.IntExpr {
			k.Value = asDouble(k.Value)
		}
	}
	return any
}

// asDouble makes a double of a whole number, or of each one that is collected.
func asDouble(e ir.Expr) ir.Expr {
	if keys, is := e.(ir.Collect); is {
		keys.Made = asDouble(keys.Made)
		return keys
	}
	return ir.Call{Function: ir.IntToDouble, Type: doubleType, Args: []ir.Expr{e}}
}
