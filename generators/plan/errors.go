package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Errors contains the failures of a protocol.
type Errors struct {
	Records []*Error // the records that describe a failure
	Holders []Holder
}

// Error is a record that describes a failure.
type Error struct {
	*ir.Type
	Codes []Code // the possible codes of a failure, from its vocabulary; nil without a vocabulary
	// Draft is the caller's part of the record, or nil if no builder completes it.
	Draft   *ir.Draft
	Members []ir.DraftMember // in the order of the record
}

// Code is a code of a failure.
type Code struct {
	ir.EnumValue
	Text string // the texts of its catalog entry
}

// Holder is a built message with a member that contains a failure.
type Holder struct {
	*ir.Type
	Field *ir.Field
}

// ErrorsOf returns the failures of a protocol.
func ErrorsOf(p *ir.Protocol) (e Errors) {
	for _, t := range p.Types {
		if t.Error != nil {
			e.Records = append(e.Records, errorOf(p, t))
		}
	}
	for _, b := range p.Builders {
		if slices.ContainsFunc(e.Holders, func(h Holder) bool { return h.Type == b.Makes }) {
			continue
		}
		for _, f := range b.Makes.Value.Kind.(*ir.Record).Fields {
			if e.Of(f) != nil {
				e.Holders = append(e.Holders, Holder{b.Makes, f})
			}
		}
	}
	return e
}

// Carried returns the failures that an exception carries: those without another one inside that has their code.
func (e Errors) Carried() []*Error {
	return slices.DeleteFunc(slices.Clone(e.Records), func(r *Error) bool {
		in := r.Error.In
		return len(in) > 0 && e.Of(in[len(in)-1]) != nil && e.Of(in[len(in)-1]).Error.Code == r.Error.Code
	})
}

// Of returns the failure in a member, or nil.
func (e Errors) Of(f *ir.Field) *Error {
	r := f.Value.Resolve()
	if _, is := r.Kind.(*ir.Record); !is || len(r.Types) == 0 {
		return nil
	}
	for _, record := range e.Records {
		if record.Type == r.Types[len(r.Types)-1] {
			return record
		}
	}
	return nil
}

func errorOf(p *ir.Protocol, t *ir.Type) *Error {
	e := &Error{Type: t, Draft: draftOf(p, t)}
	if of := t.Error.Of; of != nil && len(t.Error.In) == 0 {
		for _, v := range of.Vocabulary().Values {
			if allows(t.Error.Code, of.Word(v.Value)) {
				e.Codes = append(e.Codes, Code{v, EntryText(of, v.Value)})
			}
		}
	}
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		m := ir.DraftMember{Field: f, Must: f.Required}
		if e.Draft != nil {
			if i := slices.IndexFunc(e.Draft.Members, func(m ir.DraftMember) bool { return m.Field == f }); i >= 0 {
				m.Must, m.Fixed = e.Draft.Members[i].Must, e.Draft.Members[i].Fixed
			}
		}
		e.Members = append(e.Members, m)
	}
	return e
}

// allows reports whether a word is a valid value of a member.
func allows(f *ir.Field, word ir.Literal) bool {
	r := f.Value.Resolve()
	if only, is := r.Kind.(ir.Const); is && only.Literal != word {
		return false
	}
	return !slices.ContainsFunc(r.Checks, func(c ir.Check) bool {
		one, is := c.(ir.OneOf)
		return is && !slices.ContainsFunc(one.Literals, func(l ir.Literal) bool { return l == word })
	})
}

// draftOf returns the caller's part of a record that some builder completes, or nil.
func draftOf(p *ir.Protocol, t *ir.Type) *ir.Draft {
	for _, b := range p.Builders {
		if found := within(b.Draft, t); found != nil {
			return found
		}
	}
	return nil
}

func within(d *ir.Draft, t *ir.Type) *ir.Draft {
	if d.Of == t {
		return d
	}
	for _, m := range d.Members {
		if m.Draft != nil {
			if found := within(m.Draft, t); found != nil {
				return found
			}
		}
	}
	return nil
}

// Part is a member of a refusal: either its values by cause, or the message.
type Part struct {
	ir.RefusalMember
	IsMessage bool
}

// RefusalParts returns the members of a refusal in the order of the record, constants included.
func RefusalParts(r *ir.Refusal) (parts []Part) {
	for _, f := range r.Makes.Value.Kind.(*ir.Record).Fields {
		switch i := slices.IndexFunc(r.Members, func(m ir.RefusalMember) bool { return m.Field == f }); {
		case i >= 0:
			parts = append(parts, Part{RefusalMember: r.Members[i]})
		case f == r.Message:
			parts = append(parts, Part{ir.RefusalMember{Field: f}, true})
		case f.Required:
			if only, is := f.Value.Resolve().Kind.(ir.Const); is {
				parts = append(parts, Part{RefusalMember: ir.RefusalMember{Field: f, Value: only.Literal, JSON: only.Literal, Long: only.Literal}})
			}
		}
	}
	return parts
}
