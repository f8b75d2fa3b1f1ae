package typescript

import (
	"slices"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// members checks members of an object.
func (b *body) members(r *ir.Record, fields []*ir.Field) {
	fields = slices.DeleteFunc(fields, func(f *ir.Field) bool { return !f.Required && acceptsAll(f.Value) && !plan.IsGuarded(r.Guards, f) })
	stored := map[*ir.Field]bool{} // those that are read more than once
	for _, f := range fields {
		if !b.isCall(r, f) {
			stored[f] = true
		}
	}
	declaration := "let "
	if len(stored) == 1 {
		declaration = "const "
	}
	for _, f := range fields {
		place := b.member("value", f.Name)
		if stored[f] {
			b.Line("%s%s = %s;", declaration, memberVariable, place)
			declaration, place = "", memberVariable
		}
		b.field(r, f, place)
	}
}

// memberVariable contains the value of a member.
const memberVariable = "member"

// isCall reports whether the check of a member is one call, which reads the member once.
func (b *body) isCall(r *ir.Record, f *ir.Field) bool {
	if !f.Required || f.Staged || acceptsAll(f.Value) || f.Missing != lack || plan.IsGuarded(r.Guards, f) {
		return false
	}
	own := b.value(f.Value, location{expr: memberVariable, place: "at + " + place(f.Name)})
	return len(own) == 1 && own[0].when == "" && own[0].lack
}

// field checks the member of which an expression is the value.
func (b *body) field(r *ir.Record, f *ir.Field, value string) {
	at := location{expr: value, place: "at + " + place(f.Name)}
	for _, g := range r.Guards {
		for _, required := range g.Required {
			if required.Name == f.Name {
				b.chain([]arm{b.fails(b.where(g, value+" === undefined"), required.Failure, at)})
			}
		}
	}
	var arms []arm
	present := ""
	var own []arm
	if !acceptsAll(f.Value) && !f.Staged {
		own = b.value(f.Value, at)
	}
	switch {
	case !f.Required:
		present = value + " !== undefined"
	case f.Missing == lack && len(own) > 0 && own[0].lack && !plan.IsGuarded(r.Guards, f):
	default:
		arms = append(arms, b.fails(value+" === undefined", f.Missing, at))
	}
	for _, g := range r.Guards {
		for _, n := range g.Narrowed {
			if n.Member == f.Name && !acceptsAll(n.Value) {
				arms = append(arms, b.guard(b.where(g, present), []arm{{then: func() { b.chain(b.value(n.Value, at)) }}})...)
			}
		}
	}
	switch {
	case acceptsAll(f.Value):
	case f.Staged:
		arms = append(arms, b.guard(present, []arm{b.later(f, at)})...)
	default:
		arms = append(arms, b.guard(present, own)...)
	}
	b.chain(arms)
}
