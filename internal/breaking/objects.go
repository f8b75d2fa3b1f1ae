package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// anything is the value of a member that no one declares.
var anything = ir.Value{Kind: ir.Any{}}

// strays are values for a member that only the receiver declares.
var strays = []string{"null", "0", `""`, `"a"`, "true", "{}", "[]"}

func (c *containment) intoRecord(a ir.Resolved, b *ir.Record, p place) {
	switch k := a.Kind.(type) {
	case *ir.Record:
		c.record(k, b, p)
	case *ir.Union:
		for _, v := range k.Variants {
			c.types(v.Type, &ir.Type{Value: ir.Value{Kind: b}, Lifted: true, Pos: p.takes}, p)
		}
	case ir.Map:
		c.mapped(*k.Values, b, p)
	case ir.Object:
		c.record(&ir.Record{}, b, p)
	default:
		c.mismatch(a, ir.Resolved{Kind: b}, p)
	}
}

// mapped compares the values of a map with the members of a record. A map may lack each of them, and has others.
func (c *containment) mapped(values ir.Value, b *ir.Record, p place) {
	one := &ir.Record{Forbidden: b.Forbidden}
	for _, f := range b.Fields {
		one.Fields = append(one.Fields, &ir.Field{Name: f.Name, Value: values})
	}
	without := *b
	without.Forbidden = nil
	c.record(one, &without, p)
	for _, f := range b.Forbidden {
		c.gap(p.member(f.Name, diag.Pos{}, diag.Pos{}), "forbidden", fmt.Sprintf("the member %s is forbidden", f.Name), strays...)
	}
}

func fieldOf(r *ir.Record, name string) *ir.Field {
	for _, f := range r.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func forbids(r *ir.Record, name string) bool {
	return slices.ContainsFunc(r.Forbidden, func(f ir.Forbidden) bool { return f.Name == name })
}

func (c *containment) record(a, b *ir.Record, p place) {
	for _, want := range b.Fields {
		has := fieldOf(a, want.Name)
		at := p.member(want.Name, diag.Pos{}, want.Pos)
		if has != nil {
			at = p.member(want.Name, has.Pos, want.Pos)
		}
		if want.Required && (has == nil || !has.Required) {
			c.gap(at, "required", fmt.Sprintf("the member %s is required", want.Name))
			c.gaps[len(c.gaps)-1].without = true
			c.failing(want.Missing)
		}
		switch {
		case has != nil:
			c.value(has.Value, want.Value, at) // a secret's replacement is a value of its schema, so x-secret changes none
		case a.Closed || forbids(a, want.Name):
		default:
			before := len(c.gaps)
			c.value(anything, want.Value, at)
			if len(c.gaps) > before { // one gap is enough: every value was accepted
				c.gaps = c.gaps[:before]
				c.gap(at, "declared", fmt.Sprintf("the member %s is declared, with a value that was any", want.Name), strays...)
				c.failing(want.Value.Resolve().Mismatch)
			}
		}
	}
	for _, has := range a.Fields {
		at := p.member(has.Name, has.Pos, diag.Pos{})
		switch {
		case forbids(b, has.Name):
			c.gap(at, "forbidden", fmt.Sprintf("the member %s is forbidden", has.Name), instances(c.schemas.of(has.Value.Resolve()))...)
		case b.Closed && fieldOf(b, has.Name) == nil:
			c.gap(at, "surplus", fmt.Sprintf("the member %s is unknown", has.Name), instances(c.schemas.of(has.Value.Resolve()))...)
		}
	}
	if b.Closed && !a.Closed {
		c.gap(p.member("x", diag.Pos{}, diag.Pos{}), "closed", "members that no one declares are refused", strays...)
	}
	for _, f := range b.Forbidden {
		if fieldOf(a, f.Name) == nil && !a.Closed && !forbids(a, f.Name) {
			c.gap(p.member(f.Name, diag.Pos{}, diag.Pos{}), "forbidden", fmt.Sprintf("the member %s is forbidden", f.Name), strays...)
		}
	}
	for _, g := range b.Guards {
		if !slices.ContainsFunc(a.Guards, func(o ir.Guard) bool { return guarded(o, g) }) {
			c.gap(p, "condition", "a condition between members is required")
		}
	}
}

// guarded reports whether one requirement of a condition implies another one.
func guarded(has, want ir.Guard) bool {
	same := newComparer(false)
	if has.Not != want.Not || !same.same(has.If, want.If) || !same.same(has.Counts, want.Counts) && len(want.Counts) > 0 {
		return false
	}
	for _, m := range want.Required {
		if !slices.ContainsFunc(has.Required, func(o ir.RequiredMember) bool { return o.Name == m.Name }) {
			return false
		}
	}
	for _, n := range want.Narrowed {
		if !slices.ContainsFunc(has.Narrowed, func(o ir.Narrowing) bool { return o.Member == n.Member && same.same(o.Value, n.Value) }) {
			return false
		}
	}
	return true
}

func (c *containment) intoMap(a ir.Resolved, values ir.Value, p place) {
	at := p.member(every, diag.Pos{}, diag.Pos{})
	switch k := a.Kind.(type) {
	case ir.Map:
		c.value(*k.Values, values, at)
	case *ir.Record:
		for _, f := range k.Fields {
			c.value(f.Value, values, p.member(f.Name, f.Pos, diag.Pos{}))
		}
		if !k.Closed {
			c.value(anything, values, p.member("x", diag.Pos{}, diag.Pos{}))
		}
	case ir.Object:
		c.value(anything, values, p.member("x", diag.Pos{}, diag.Pos{}))
	case *ir.Union:
		for _, v := range k.Variants {
			c.intoMap(v.Type.Value.Resolve(), values, p)
		}
	default:
		c.mismatch(a, ir.Resolved{Kind: ir.Map{Values: &values}}, p)
	}
}

// union compares the variants that one value of the tag selects.
func (c *containment) union(a ir.Resolved, b *ir.Union, p place) {
	switch k := a.Kind.(type) {
	case *ir.Union:
		c.variants(k, b, p)
	case *ir.Record:
		if tag, is := constant(k, b); is {
			if v := selected(b, tag); v != nil {
				c.value(ir.Value{Kind: k}, ir.Value{Kind: ir.Ref{Type: v}}, p)
				return
			}
		}
		c.gap(p, "tag", "a record has no variant of its own", strays...)
	default:
		c.mismatch(a, ir.Resolved{Kind: b}, p)
	}
}

// constant is the value of the tag of a union that a record requires, if it is the only one.
func constant(r *ir.Record, u *ir.Union) (tag string, is bool) {
	if f := fieldOf(r, u.Tag); f != nil && f.Required && u.Tagged() {
		if k, isConst := f.Value.Resolve().Kind.(ir.Const); isConst {
			return u.By.TagOf(k.Literal)
		}
	}
	return "", false
}

// selected is the variant of a tag, or nil.
func selected(u *ir.Union, tag string) *ir.Type {
	for _, v := range u.Variants {
		if slices.Contains(v.Tags, tag) {
			return v.Type
		}
	}
	if !slices.Contains(u.Refused, tag) {
		return u.Fallback()
	}
	return nil
}

// unionSchema is a union without a tag as a schema, or nil for one with a tag.
func unionSchema(k *ir.Union) *ir.Schema {
	if k.By != ir.ByBranch {
		return nil
	}
	return &ir.Schema{Assertions: []ir.Assertion{ir.IsType{Types: ir.ObjectType}, branchesOf(k)}}
}

func (c *containment) variants(a, b *ir.Union, p place) {
	if a.Tag != b.Tag || a.By != b.By || a.By == ir.ByBranch {
		byBranch := a.By == ir.ByBranch && b.By == ir.ByBranch
		if newComparer(false).same(a, b) || byBranch && c.branches(a, b, p) {
			return
		}
		if sends, takes := c.schemas.of(ir.Resolved{Kind: a}), unionSchema(b); takes == nil || !c.schemas.contained(sends, takes) {
			c.gap(p, "union", "the variants are selected in another way", instances(sends, takes)...)
		}
		return
	}
	if !a.Tagged() {
		for i := range a.Variants {
			c.types(a.Variants[i].Type, b.Variants[i].Type, p)
		}
		return
	}
	for _, v := range a.Variants {
		for _, tag := range v.Tags {
			c.tag(v.Type, tag, b, p)
		}
	}
	other := a.Fallback()
	if other == nil {
		return
	}
	for _, tag := range slices.Concat(b.Named(), b.Refused) {
		if !slices.Contains(a.Named(), tag) && !slices.Contains(a.Refused, tag) {
			c.tag(other, tag, b, p)
		}
	}
	if b.Fallback() == nil {
		c.gap(p.member(a.Tag, diag.Pos{}, diag.Pos{}), "tag", "unknown values of the tag are refused", unknownTags(a)...)
		return
	}
	c.types(other, b.Fallback(), p)
}

// branches compares each branch of a union with that of its name. It reports whether they are all there, and whether another branch may not accept
// their values, if only one may.
func (c *containment) branches(a, b *ir.Union, p place) bool {
	var pairs [][2]*ir.Type
	for _, from := range a.Branches {
		sends := a.Variants[from.Variant].Type
		i := slices.IndexFunc(b.Branches, func(to ir.UnionBranch) bool { return paired(sends, b.Variants[to.Variant].Type) })
		if i < 0 {
			return false
		}
		for j, to := range b.Branches {
			if j != i && b.Exclusive && !c.schemas.disjoint(from.Schema, to.Schema) {
				return false
			}
		}
		pairs = append(pairs, [2]*ir.Type{sends, b.Variants[b.Branches[i].Variant].Type})
	}
	for _, pair := range pairs {
		c.types(pair[0], pair[1], p)
	}
	return true
}

// unknownTags are tags that a union may have no variant for.
func unknownTags(u *ir.Union) []string {
	if u.By == ir.ByString {
		return []string{`"x"`, `"-"`}
	}
	var others []string
	for n := 0; len(others) < 2; n++ {
		if text := strconv.Itoa(n); !slices.Contains(u.Named(), text) && !slices.Contains(u.Refused, text) {
			others = append(others, text)
		}
	}
	return others
}

func (c *containment) tag(a *ir.Type, tag string, b *ir.Union, p place) {
	v := selected(b, tag)
	if v == nil {
		at := p.member(b.Tag, a.Pos, diag.Pos{})
		at.from = cmp.Or(a.Side, p.from)
		candidate := jsontext.Of(tag)
		if b.By != ir.ByString {
			candidate = tag
		}
		c.gap(at, "tag", fmt.Sprintf("no variant has the tag %s", tag), candidate)
		return
	}
	c.types(a, v, p)
}
