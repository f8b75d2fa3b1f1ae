package wire

// Own replaces what a pointer leads to by a copy, which may be changed, and returns it; nil where nothing is there.
func Own[T any](at **T) *T {
	if at == nil || *at == nil {
		return nil
	}
	own := **at
	*at = &own
	return &own
}
