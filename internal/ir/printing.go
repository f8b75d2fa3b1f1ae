package ir

import "slices"

// Field is the declared member of a name, or nil if the type is no record or declares none.
func (t *Type) Field(name string) *Field {
	if record, is := t.Value.Kind.(*Record); is {
		for _, f := range record.Fields {
			if f.Name == name {
				return f
			}
		}
	}
	return nil
}

// IDField is the member that identifies a printed record among others of its type: a string called id that is not secret. It is nil for
// a type that has none.
func (t *Type) IDField() *Field {
	if f := t.Field("id"); f != nil && !f.Secret && f.Value.isString() {
		return f
	}
	return nil
}

// isString reports whether a value is a string, of a type with or without a name.
func (v Value) isString() bool {
	switch k := v.Kind.(type) {
	case String:
		return true
	case Ref:
		return k.Type.Value.isString()
	}
	return false
}

// ShownFields are the members of a record that are printed, beside constants: its id, and its code if it is a failure whose codes are a
// closed vocabulary.
func (t *Type) ShownFields() (list []*Field) {
	if t.Error != nil && t.Error.Of != nil && !t.Error.Code.Secret {
		if words, is := t.Error.Of.Value.Kind.(*Enum); is && !words.Open {
			list = append(list, t.Error.Code)
		}
	}
	if id := t.IDField(); id != nil && !slices.Contains(list, id) {
		list = append(list, id)
	}
	return list
}
