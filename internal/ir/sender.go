package ir

import "slices"

// Sender says who sends the values of a record as variants of a union: the side that the record names, else the one that the
// innermost union around it names.
type Sender struct {
	Type *Type
	Side string // "" where the spec does not say
}

// Side returns who alone sends values of t, which is among the variants of u at any depth, or "".
func (u *Union) Side(t *Type) string {
	side, first := "", true
	for _, s := range u.Senders {
		if !t.leads(s.Type) {
			continue
		}
		if !first && s.Side != side {
			return ""
		}
		side, first = s.Side, false
	}
	return side
}

// leads reports whether t is the variant, or a union that it belongs to.
func (t *Type) leads(variant *Type) bool {
	if t == variant {
		return true
	}
	u, ok := t.Value.Kind.(*Union)
	return ok && slices.ContainsFunc(u.Variants, func(v Variant) bool { return v.Type.leads(variant) })
}
