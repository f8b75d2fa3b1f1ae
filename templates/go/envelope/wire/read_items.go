package wire

// The functions below are for generated code: a call is shorter than the statements.

// ReadItems reads an array of values of a generated type. For any other value it raises an issue with the message mismatch.
func ReadItems[T any, P Coded[T]](r *Reader, mismatch string) []T {
	items := []T{} // an empty array is not nil, as in encoding/json
	if !r.BeginArray() {
		r.Must("type", mismatch)
		return items
	}
	for r.NextItem() {
		if len(items) == 0 {
			items = make([]T, 0, firstItems)
		}
		items = append(items, *new(T))
		P(&items[len(items)-1]).DecodeFrom(r)
	}
	return items
}

// firstItems is the initial capacity for the items of an array.
const firstItems = 2

// ReadItemsOf is ReadItems for values that a function reads.
func ReadItemsOf[T any](r *Reader, mismatch string, read func(*Reader) T) []T {
	items := []T{}
	if !r.BeginArray() {
		r.Must("type", mismatch)
		return items
	}
	for r.NextItem() {
		if len(items) == 0 {
			items = make([]T, 0, firstItems)
		}
		items = append(items, read(r))
	}
	return items
}

// Encodable is implemented by pointers to values of generated types.
type Encodable[T any] interface {
	*T
	EncodeTo(w *Writer)
}

// WriteItems writes an array of values of a generated type.
func WriteItems[T any, P Encodable[T]](w *Writer, items []T) {
	if !w.BeginArray() {
		return
	}
	for i := range items {
		P(&items[i]).EncodeTo(w.Item())
	}
	w.EndArray()
}

// WriteItemsOf is WriteItems for values that a function writes.
func WriteItemsOf[T any](w *Writer, items []T, write func(*Writer, T)) {
	if !w.BeginArray() {
		return
	}
	for _, item := range items {
		write(w.Item(), item)
	}
	w.EndArray()
}

// OptString writes a member that is a string, if it is present.
func OptString[T ~string](w *Writer, name string, o Opt[T]) {
	if o.set {
		w.Member(name).String(string(o.value))
	}
}

// OptBoolean writes a member that is a boolean, if it is present.
func OptBoolean[T ~bool](w *Writer, name string, o Opt[T]) {
	if o.set {
		w.Member(name).Boolean(bool(o.value))
	}
}

// OptInteger writes a member that is an integer, if it is present.
func OptInteger[T ~int64](w *Writer, name string, o Opt[T]) {
	if o.set {
		w.Member(name).SafeInteger(int64(o.value))
	}
}

// OptNumber writes a member that is a number, if it is present.
func OptNumber[T ~float64](w *Writer, name string, o Opt[T]) {
	if o.set {
		w.Member(name).Number(float64(o.value))
	}
}

// OptObject writes a member that is an object of any members, if it is present.
func OptObject(w *Writer, name string, o Opt[Object]) {
	if o.set {
		w.Member(name).Object(o.value)
	}
}

// OptValue writes a member of a generated type, if it is present.
func OptValue[T any, P Encodable[T]](w *Writer, name string, o *Opt[T]) {
	if o.set {
		P(&o.value).EncodeTo(w.Member(name))
	}
}

// OptValueOf is OptValue for values that a function writes.
func OptValueOf[T any](w *Writer, name string, o Opt[T], write func(*Writer, T)) {
	if o.set {
		write(w.Member(name), o.value)
	}
}
