package wire

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strconv"
)

const inexact = "an integer that no double is equal to"

// hasInexact reports whether a Go value that encoding/json writes has an integer that is equal to no double. The text is not sufficient for this: the
// integer 1152921504606847000 is written like the double 1<<60.
func hasInexact(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return !isDouble(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return !isDouble(strconv.FormatUint(v.Uint(), 10))
	case reflect.String:
		return v.Type() == reflect.TypeFor[json.Number]() && isDigits(v.String()) && !isDouble(v.String())
	case reflect.Pointer:
		if n, is := asBigInt(v); is {
			return n != nil && !isDouble(n.String())
		}
		return hasInexact(v.Elem())
	case reflect.Interface:
		return hasInexact(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if hasInexact(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for _, value := range v.Seq2() {
			if hasInexact(value) {
				return true
			}
		}
	case reflect.Struct:
		return hasInexactField(v)
	}
	return false
}

// hasInexactField checks the fields that encoding/json writes. A type with a marshaller of its own determines its text.
func hasInexactField(v reflect.Value) bool {
	if v.Type().Implements(reflect.TypeFor[json.Marshaler]()) || reflect.PointerTo(v.Type()).Implements(reflect.TypeFor[json.Marshaler]()) {
		return false
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if (field.IsExported() || field.Anonymous) && field.Tag.Get("json") != "-" && hasInexact(v.Field(i)) {
			return true
		}
	}
	return false
}

func asBigInt(v reflect.Value) (n *big.Int, is bool) {
	if v.Type() != reflect.TypeFor[*big.Int]() || !v.CanInterface() {
		return nil, false
	}
	n, is = v.Interface().(*big.Int)
	return n, is
}

// isDigits reports whether a number in JSON syntax has no fraction and no exponent.
func isDigits(number string) bool {
	_, digits, cause := scanNumber(number, 0)
	return digits && cause == ""
}

// isDouble reports whether an integer in digits is equal to a double.
func isDouble(digits string) bool {
	return len(digits) <= shortInteger || strconv.FormatFloat(double(digits), 'f', 0, 64) == digits
}
