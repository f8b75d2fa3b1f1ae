package ir

import "slices"

// Sender returns the sender of a record's values as variants of a union: the side that the record names, else the side of the
// innermost union around it.
type Sender struct {
	Type *Type
	Side string // "" if the spec has no side
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

// TagSide is the only sender of the messages that a value of the tag selects.
type TagSide struct{ Tag, Side string }

// TagSides lists the values of the tag with a sender in the spec. If a nested union has the same tag, its variant counts.
func (u *Union) TagSides() []TagSide {
	if u.By != ByString && u.By != ByInteger {
		return nil
	}
	var list []TagSide
	for _, v := range u.Variants {
		for _, tag := range v.Tags {
			if side := u.sideOf(v.Type, tag); side != "" {
				list = append(list, TagSide{tag, side})
			}
		}
	}
	return list
}

func (u *Union) sideOf(t *Type, tag string) string {
	if nested, isUnion := t.Value.Kind.(*Union); isUnion && nested.Tag == u.Tag {
		for _, v := range nested.Variants {
			if slices.Contains(v.Tags, tag) {
				return u.sideOf(v.Type, tag)
			}
		}
	}
	return u.Side(t)
}
