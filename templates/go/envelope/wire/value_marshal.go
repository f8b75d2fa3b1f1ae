package wire

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strconv"
	"strings"
)

// formatText prints a text with the requested width.
func formatText(f fmt.State, text string) {
	var format strings.Builder
	format.WriteByte('%')
	if f.Flag('-') {
		format.WriteByte('-')
	}
	if width, has := f.Width(); has {
		format.WriteString(strconv.Itoa(width))
	}
	if precision, has := f.Precision(); has {
		format.WriteString("." + strconv.Itoa(precision))
	}
	_, _ = fmt.Fprintf(f, format.String()+"s", text)
}

// formatValue prints a value as fmt does, which does not find the methods of values in fields that it cannot reach.
func formatValue[T any](f fmt.State, verb rune, value T, present bool, otherwise string) {
	if !present {
		formatText(f, otherwise)
		return
	}
	_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), value)
}

// logValue is a value for log/slog. Lists and the like are logged as texts, because encoding/json would write their secrets.
func logValue[T any](value T, present bool, otherwise missing) slog.Value {
	if !present {
		return slog.AnyValue(otherwise)
	}
	switch v := any(value).(type) {
	case slog.LogValuer:
		return v.LogValue()
	case json.Marshaler: // of data that no record declares
		return slog.AnyValue(v)
	}
	switch reflect.ValueOf(&value).Elem().Kind() {
	case reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice, reflect.Struct, reflect.Array:
		return slog.StringValue(fmt.Sprint(value))
	}
	return slog.AnyValue(value)
}

// missing is the logged form of an absent value: a word as text, null as JSON.
type missing string

// MarshalJSON returns null.
func (missing) MarshalJSON() ([]byte, error) { return []byte("null"), nil }
