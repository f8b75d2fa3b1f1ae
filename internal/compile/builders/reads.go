package builders

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// reader is an expression of a builder, which reads the message before it is complete.
type reader struct {
	from  *host.Spec
	text  syntax.Text
	reads []rules.Read
	of    ir.ValueSource // the computed member that it is of, or nil for one that is evaluated after all fills
}

// noteReads keeps the members that an expression reads until the builder's input is known.
func (c *compilation) noteReads(from *host.Spec, text syntax.Text, e *rules.Expression, of ir.ValueSource) {
	c.readers = append(c.readers, reader{from, text, e.Reads(), of})
}

// checkReads reports expressions that read required members which are absent at that time. A struct of Go does not show that one is absent, so the
// languages would differ.
func (c *compilation) checkReads(b *ir.Builder) {
	for _, r := range c.readers {
		done := len(b.Fills)
		if r.of != nil {
			done = slices.IndexFunc(b.Fills, func(f *ir.Fill) bool { return f.With == r.of })
		}
		if done < 0 {
			continue // a narrower member has an x-auto in its place
		}
		for _, read := range r.reads {
			if at := unready(b, done, read.Way); at != nil {
				r.from.Report(r.text, []rules.Problem{{Offset: read.Offset, Code: "builder",
					Message:    wording.Quote(pointerTo(at)) + " may be absent when this is evaluated",
					Suggestion: lateness(b, done, at)}})
				break
			}
		}
	}
	c.readers = nil
}

// lateness is how to make a member available to an expression.
func lateness(b *ir.Builder, done int, at []*ir.Field) string {
	i := slices.IndexFunc(b.Fills, func(f *ir.Fill) bool { return slices.Equal(f.At, at) })
	switch {
	case i == done:
		return "read another member: a member is filled in only where it is absent"
	case i > done:
		return "write this entry after that of the member"
	}
	return "read a member that every message has before this step"
}

// unready is the way to a required member which may be absent when so many fills are done, or nil.
func unready(b *ir.Builder, done int, names []string) []*ir.Field {
	var way []*ir.Field
	for d := b.Draft; d != nil && len(way) < len(names); {
		i := slices.IndexFunc(d.Members, func(m ir.DraftMember) bool { return m.Field.Name == names[len(way)] })
		if i < 0 {
			return nil // an undeclared member
		}
		m := d.Members[i]
		way = append(way, m.Field)
		if m.Field.Required && !m.Fixed && !m.Must && m.Draft == nil && !surely(b, done, way) {
			return way
		}
		d = m.Draft
	}
	return nil
}

// surely reports whether a builder has given a member a value when so many fills are done.
func surely(b *ir.Builder, done int, at []*ir.Field) bool {
	for _, f := range b.Fills[:done] {
		if slices.Equal(f.At, at) && always(f.With) {
			return true
		}
	}
	return slices.ContainsFunc(b.Copies, func(c *ir.Copy) bool { return slices.Equal(c.At, at) && alwaysCopied(b, c) })
}

// alwaysCopied reports whether every message that is answered has a member.
func alwaysCopied(b *ir.Builder, c *ir.Copy) bool {
	return !slices.ContainsFunc(b.Answers, func(t *ir.Type) bool {
		from := host.FieldsOf(t, c.From)
		return from == nil || !last(from).Required || last(from).Value.AcceptsNull()
	})
}

// always reports whether a source of values has one for each message.
func always(s ir.ValueSource) bool {
	switch with := s.(type) {
	case ir.FillElapsed:
		return false
	case ir.FillComputed:
		return with.When == nil
	}
	return true
}

func pointerTo(way []*ir.Field) string {
	var at string
	for _, f := range way {
		at += "/" + host.Escape.Replace(f.Name)
	}
	return at
}
