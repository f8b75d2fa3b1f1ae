package wire

// Own replaces the target of a pointer by a copy, which may be changed, and returns it; nil for a nil pointer.
func Own[T any](at **T) *T {
	if at == nil || *at == nil {
		return nil
	}
	own := **at
	*at = &own
	return &own
}

// OwnVariant is Own for a variant of a union: it replaces the record by a copy and returns that. It returns nil for another variant, and where nothing is there.
func OwnVariant[T, Union any](at *Union) *T {
	if at == nil {
		return nil
	}
	given, is := any(*at).(*T)
	if !is || given == nil {
		return nil
	}
	own := *given
	*at, is = any(&own).(Union)
	if !is {
		panic("wire: a variant of a union is none") // it was one before
	}
	return &own
}
