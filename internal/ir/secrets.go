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

// HoldsSecrets reports whether a member of a value of a type, at any depth, is secret. It does not look into what is seen again, so that
// one map serves all types of a protocol where only the first matters.
func (t *Type) HoldsSecrets(seen map[*Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	return len(t.SecretFields()) > 0 || t.Value.holdsSecrets(seen)
}

func (v Value) holdsSecrets(seen map[*Type]bool) bool {
	switch k := v.Kind.(type) {
	case Ref:
		return k.Type.HoldsSecrets(seen)
	case *Union:
		return slices.ContainsFunc(k.Variants, func(v Variant) bool { return v.Type.HoldsSecrets(seen) })
	}
	return slices.ContainsFunc(v.Inside(), func(v Value) bool { return v.holdsSecrets(seen) })
}
