package builders

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

func (c *compilation) fieldsAt(t *ir.Type, at syntax.Text) []*ir.Field {
	way, ok := c.Pointer(at)
	if !ok || !c.PointsAt(t.Value, way, at) {
		return nil
	}
	list := host.FieldsOf(t, way)
	if list == nil {
		c.Fail(at.Pos, "builder", "name a member of the message, or of an object that every such message has", "%q leads through a value that may be absent or have several types", at.Value)
	}
	return list
}

// fieldsBelow is fieldsAt through objects that may be absent.
func (c *compilation) fieldsBelow(t *ir.Type, at syntax.Text) []*ir.Field {
	way, ok := c.Pointer(at)
	if !ok || !c.PointsAt(t.Value, way, at) {
		return nil
	}
	list := host.FieldsThrough(t, way, host.RecordAt)
	if list == nil {
		c.Fail(at.Pos, "builder", "name a member of the message, or of objects in it", "%q leads through a value that may be null or have several types", at.Value)
	}
	return list
}

// A draft has at most this many levels of objects, and fewer if it has too many members: types that contain each other twice have billions.
const (
	draftLevels  = 8
	draftMembers = 4096
)

// drafted computes the caller's input and the order in which a builder computes the other members.
func (c *compilation) drafted(b *ir.Builder, computed []*ir.Fill, requires [][]*ir.Field) {
	filled := func(at []*ir.Field) bool {
		is := func(way []*ir.Field) bool { return slices.Equal(way, at) }
		return slices.ContainsFunc(b.Copies, func(c *ir.Copy) bool { return is(c.At) }) ||
			slices.ContainsFunc(computed, func(f *ir.Fill) bool { return is(f.At) })
	}
	required := func(at []*ir.Field) bool {
		return slices.ContainsFunc(requires, func(way []*ir.Field) bool { return slices.Equal(way, at) })
	}
	completed := func(at []*ir.Field) bool {
		return slices.ContainsFunc(computed, func(f *ir.Fill) bool { return len(f.At) > len(at) && slices.Equal(f.At[:len(at)], at) })
	}
	levels, members := draftLevels, 0
	var draft func(t *ir.Type, at []*ir.Field, around []*ir.Type) *ir.Draft
	draft = func(t *ir.Type, at []*ir.Field, around []*ir.Type) *ir.Draft {
		d := &ir.Draft{Of: t}
		for _, f := range t.Value.Kind.(*ir.Record).Fields {
			if members++; members > draftMembers && levels > 0 {
				break
			}
			way := append(slices.Clone(at), f)
			m := ir.DraftMember{Field: f}
			only, single := host.OnlyValue(f)
			switch {
			case single && f.Required:
				m.Fixed = true
				b.Fills = append(b.Fills, &ir.Fill{At: way, With: ir.FillConstant{Literal: only}})
			case f.Auto != nil:
				b.Fills = append(b.Fills, &ir.Fill{At: way, With: f.Auto})
				m.Must = required(way)
			case len(at) < levels && host.PartOf(f) != nil && !slices.Contains(around, host.PartOf(f)):
				m.Draft = draft(host.PartOf(f), way, append(around, t))
				m.Must = slices.ContainsFunc(m.Draft.Members, func(m ir.DraftMember) bool { return m.Must })
			case len(at) < levels && !f.Required && host.RecordAt(f) != nil && !slices.Contains(around, host.RecordAt(f)) && completed(way):
				m.Draft, m.Optional, m.Must = draft(host.RecordAt(f), way, append(around, t)), true, required(way)
			default:
				m.Must = required(way) || f.Required && !filled(way)
			}
			d.Members = append(d.Members, m)
		}
		return d
	}
	for b.Draft = draft(b.Makes, nil, nil); members > draftMembers && levels > 0; b.Draft = draft(b.Makes, nil, nil) {
		b.Fills, members, levels = nil, 0, levels-1
	}
	prune(b.Draft, nil, func(at []*ir.Field) bool {
		begins := func(way []*ir.Field) bool { return len(way) > len(at) && slices.Equal(way[:len(at)], at) }
		return slices.ContainsFunc(b.Fills, func(f *ir.Fill) bool { return begins(f.At) }) || slices.ContainsFunc(computed, func(f *ir.Fill) bool { return begins(f.At) }) ||
			slices.ContainsFunc(b.Copies, func(c *ir.Copy) bool { return begins(c.At) }) || slices.ContainsFunc(requires, begins)
	})
	b.Fills = append(b.Fills, computed...)
	for _, f := range computed {
		c.checkWay(b, f)
	}
	c.checkReads(b)
}

// prune takes the drafts of records that nothing is filled in of: their callers give them as a whole.
func prune(d *ir.Draft, at []*ir.Field, within func([]*ir.Field) bool) {
	for i := range d.Members {
		m := &d.Members[i]
		if m.Draft == nil {
			continue
		}
		way := append(slices.Clone(at), m.Field)
		if !within(way) && m.Must {
			m.Draft = nil
			continue
		}
		prune(m.Draft, way, within)
	}
}

// checkWay reports a required member inside an object that the caller gives as a whole: a struct of Go does not show that it is absent. The way to such
// an object leads through its own type, or is too long for a draft.
func (c *compilation) checkWay(b *ir.Builder, f *ir.Fill) {
	d := b.Draft
	for _, step := range f.At[:len(f.At)-1] {
		i := slices.IndexFunc(d.Members, func(m ir.DraftMember) bool { return m.Field == step })
		if i >= 0 && d.Members[i].Draft != nil {
			d = d.Members[i].Draft
			continue
		}
		if f.Branches == nil && last(f.At).Required {
			i := slices.IndexFunc(c.readers, func(r reader) bool { return r.of == f.With })
			c.readers[i].from.Report(c.readers[i].text, []rules.Problem{{Code: "builder", Suggestion: "make the member optional, or fill in another one",
				Message: wording.Quote(pointerTo(f.At)) + " is required in " + wording.Quote(step.Name) + ", which the caller gives as a whole"}})
		}
		return
	}
}
