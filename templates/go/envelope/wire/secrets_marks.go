package wire

// only: secrets {

// marks are places in the output of a Writer, which locate its secrets.
type marks struct {
	entries map[int]bool // where members begin that no record declares
	secrets map[int]bool // where members begin that the spec marks as secret
	open    map[int]int  // where values begin whose members no record declares, and where they end
	untyped map[int]bool // of these, the ones that may be anything
	listed  map[int]bool // where texts that the spec lists begin, or constant members
}

func newMarks() *marks {
	return &marks{map[int]bool{}, map[int]bool{}, map[int]int{}, map[int]bool{}, map[int]bool{}}
}

// opens marks the output since a place.
func (w *Writer) opens(from int, untyped bool) {
	w.marks.open[from] = len(w.buf)
	if untyped {
		w.marks.untyped[from] = true
	}
}

// Secret marks the last member as secret, if that is its name.
func (w *Writer) Secret(name string) {
	if w.marks != nil && w.here > 0 && w.segment(w.here).name == name {
		w.marks.secrets[w.here] = true
	}
}

// }

// Word writes a text of a closed vocabulary, in which no secrets are replaced.
func (w *Writer) Word(s string) {
	if w.marks != nil { // only: secrets
		w.marks.listed[len(w.buf)] = true // only: secrets
	} // only: secrets
	w.String(s)
}
