package builders

import (
	"math"
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// stored compiles the objects that a builder moves to a store. An inherited entry applies only to messages with its members.
func (c *compilation) stored(from *host.Spec, b *ir.Builder, w *syntax.Storing, inherited bool) *ir.Store {
	if inherited {
		way, ok := c.Pointer(w.At)
		if at := host.FieldsThrough(b.Makes, way, host.RecordAt); !ok || at == nil {
			return nil
		}
	}
	s := &ir.Store{At: c.fieldsBelow(b.Makes, w.At)}
	if s.At == nil {
		return nil
	}
	digest, ok := c.Pointer(w.Digest)
	if !ok {
		return nil
	}
	var found []*ir.Type
	for _, t := range recordsOf(last(s.At)) {
		if host.FieldsThrough(t, digest, host.RecordAt) != nil {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		if !inherited {
			c.Fail(w.At.Pos, "store", "declare it as a union of object types, one of them with that member", "no object type of %q has the member %q, so none can replace a stored object", w.At.Value, w.Digest.Value)
		}
		return nil
	}
	s.Makes = found[0]
	s.Over = c.numberOf(from, b, w.Over)
	at := func(text syntax.Text, holds func(ir.Resolved) bool, what string) []*ir.Field {
		if !text.Pos.IsValid() {
			return nil
		}
		way := c.fieldsBelow(s.Makes, text)
		if way != nil && !holds(last(way).Value.Resolve()) {
			c.Fail(text.Pos, "store", "", "%q does not accept %s", text.Value, what)
		}
		return way
	}
	integer := func(r ir.Resolved) bool { return host.Takes(r, ir.ExprType{Kind: ir.IntExpr}) }
	text := func(r ir.Resolved) bool { return host.Takes(r, ir.ExprType{Kind: ir.StringExpr}) }
	s.Digest = at(w.Digest, text, "a string, for the digest")
	s.Size = at(w.Size, integer, "an integer")
	s.Count = at(w.Count, integer, "an integer")
	for _, value := range w.Values {
		l := wording.Literal(value.Value)
		holds := func(r ir.Resolved) bool {
			return value.Value.Kind != syntax.ListNode && value.Value.Kind != syntax.MapNode && host.HoldsLiteral(r, l)
		}
		s.Values = append(s.Values, ir.StoreValue{At: at(value.Key, holds, wording.Show(value.Value)), Literal: l})
	}
	if w.Preview != nil {
		s.Preview = c.preview(s.Makes, w.Preview)
	}
	for _, taken := range w.Takes {
		if way, ok := c.Pointer(taken); ok {
			if fields := host.FieldsThrough(s.Makes, way, host.RecordAt); fields != nil {
				s.Takes = append(s.Takes, fields)
				c.taken[taken.Pos] = true
			}
		}
	}
	if c.Diags.HasErrors() {
		return nil
	}
	return s
}

// untaken reports entries of `takes` that no message has a member for.
func (c *compilation) untaken() {
	for i := range c.File.Builders {
		for _, s := range c.File.Builders[i].Stores {
			for _, taken := range s.Takes {
				if !c.taken[taken.Pos] && !c.Diags.HasErrors() {
					c.Fail(taken.Pos, "store", "name a member of the object that replaces "+wording.Quote(s.At.Value), "no message has the member %q there", taken.Value)
				}
			}
		}
	}
}

// recordsOf are the records that a member can be.
func recordsOf(f *ir.Field) []*ir.Type {
	for _, t := range slices.Backward(f.Value.Resolve().Types) {
		if _, is := t.Value.Kind.(*ir.Union); is {
			return host.RecordsIn(t)
		}
	}
	return nil
}

func (c *compilation) preview(of *ir.Type, w *syntax.Preview) *ir.Preview {
	p := &ir.Preview{At: c.fieldsBelow(of, w.At), Names: w.Names.Value, Record: w.Record.Value}
	if p.At == nil {
		return nil
	}
	if !isAnObject(last(p.At).Value.Resolve()) {
		c.Fail(w.At.Pos, "store", "", "%q must accept an object for the preview", w.At.Value)
	}
	most := wording.Literal(w.Most)
	if p.Most = int(most.Number); w.Most.Kind != syntax.NumberNode || !most.IsInteger() || most.Number < 64 || most.Number > math.MaxInt32 {
		c.Fail(w.Most.Pos, "store", "write a number of bytes", "a preview must have from 64 to %d bytes, not %s", math.MaxInt32, wording.Show(w.Most))
	}
	if p.Names == p.Record {
		c.Fail(w.Record.Pos, "store", "", "the names and the record of a preview must be two different members")
	}
	return p
}

// isAnObject reports whether a value can be an object.
func isAnObject(r ir.Resolved) bool {
	switch k := r.Kind.(type) {
	case ir.Any, ir.Object, *ir.Record, ir.Map, *ir.Union:
		return true
	case *ir.Choice:
		return slices.ContainsFunc(k.Options, func(v ir.Value) bool { return isAnObject(v.Resolve()) })
	}
	return false
}

// inheritedStores returns the stores of the types that a record is composed of.
func (c *compilation) inheritedStores(t *ir.Type) []*ir.Store {
	var list []*ir.Store
	for from, w := range c.Inherited(t) {
		for i := range w.Stores {
			if s := c.stored(from, &ir.Builder{Makes: t}, &w.Stores[i], true); s != nil {
				list = append(list, s)
			}
		}
	}
	return list
}
