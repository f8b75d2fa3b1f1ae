package ir

import "slices"

// SecretFields are the secret members of a record, none of other types.
func (t *Type) SecretFields() []*Field {
	var secret []*Field
	if record, is := t.Value.Kind.(*Record); is {
		for _, f := range record.Fields {
			if f.Secret {
				secret = append(secret, f)
			}
		}
	}
	return secret
}

// SecretHolders are those types, of the given ones and all that they refer to, whose values contain a secret member at any depth. The set is
// computed at once, against the direction of the references: searching below each type takes quadratic time.
func SecretHolders(types []*Type) map[*Type]bool {
	var reached, holders []*Type
	seen, holds, users := map[*Type]bool{}, map[*Type]bool{}, map[*Type][]*Type{}
	reach := func(t *Type) {
		if !seen[t] {
			seen[t] = true
			reached = append(reached, t)
		}
	}
	hold := func(t *Type) {
		if !holds[t] {
			holds[t] = true
			holders = append(holders, t)
		}
	}
	for _, t := range types {
		reach(t)
	}
	for i := 0; i < len(reached); i++ {
		t := reached[i]
		if len(t.SecretFields()) > 0 {
			hold(t)
		}
		t.Value.refersTo(func(to *Type) {
			reach(to)
			users[to] = append(users[to], t)
		})
	}
	for i := 0; i < len(holders); i++ {
		for _, t := range users[holders[i]] {
			hold(t)
		}
	}
	return holds
}

// refersTo calls visit with each type that a value contains, as a reference or a variant, with no other type between.
func (v Value) refersTo(visit func(*Type)) {
	switch k := v.Kind.(type) {
	case Ref:
		visit(k.Type)
	case *Union:
		for _, variant := range k.Variants {
			visit(variant.Type)
		}
	}
	for _, inner := range v.Inside() {
		inner.refersTo(visit)
	}
}

// ListsTexts reports whether the spec lists each text that a value may be: a constant, or a closed vocabulary. Secrets are not replaced there,
// because the texts are public. At most one option of a Choice accepts texts.
func (v Value) ListsTexts() bool {
	switch k := v.Resolve().Kind.(type) {
	case Const:
		return k.Literal.Kind == StringLiteral
	case *Enum:
		return !k.Open
	case *Choice:
		return slices.ContainsFunc(k.Options, Value.ListsTexts)
	}
	return false
}
