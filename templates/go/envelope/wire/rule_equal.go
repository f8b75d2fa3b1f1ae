package wire

import "reflect"

// Equal reports whether two values are equal as JSON: the order of undeclared members and the spelling of numbers and strings in untyped parts do not
// count. An absent member differs from null. nil is equal to nil only. A value without a form in JSON, such as NaN, is equal to no value.
func Equal[T Message](a, b T) bool {
	if isNil(a) || isNil(b) {
		return isNil(a) && isNil(b)
	}
	x, isValue := valueOf(a)
	y, isOther := valueOf(b)
	return isValue && isOther && x.Equal(y)
}

func isNil(m Message) bool {
	v := reflect.ValueOf(m)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// valueOf returns a message as JSON, and whether it can be written.
func valueOf(m Message) (Raw, bool) {
	var w Writer
	w.options = &unlimited
	m.EncodeTo(&w)
	text, err := w.Finish()
	return rawOf(text), err == nil
}

// equal compares two values of one type: with their method Equal, as JSON where they are records or unions, or else as Go does.
func equal[T any](a, b T) bool {
	if e, ok := any(a).(interface{ Equal(T) bool }); ok {
		return e.Equal(b)
	}
	for _, pair := range [][2]any{{a, b}, {&a, &b}} {
		m, isMessage := pair[0].(Message)
		n, isOther := pair[1].(Message)
		if isMessage && isOther {
			return Equal(m, n)
		}
	}
	return reflect.DeepEqual(a, b)
}
