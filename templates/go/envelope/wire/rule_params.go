package wire

import (
	"math"
	"time"
)

// param is a parameter value given by the caller.
type param struct {
	name  string
	value any
}

// Param sets a parameter of a protocol, or one of the limits max_depth, max_bytes, max_issues and max_remembered, by name. It is for generic tools;
// packages with parameters have an option for each. The value is a boolean, number, string or time.Duration; a size may be a string
// such as "32KiB", a duration one such as "300s". An unknown name or an invalid value is an *OptionError.
func Param(name string, value any) Option {
	if _, greatest := new(options).limit(name); greatest > 0 {
		n, _ := toInteger(value) // not an integer gives 0, which is invalid as well
		return limit(name, n)
	}
	return func(o *options) { o.params = append(o.params, param{name, value}) }
}

// ParamType is the type of a parameter. It is for generated code.
type ParamType struct {
	expected string                      // completes the message "must be"
	read     func(value any) (any, bool) // converts a value to the one that rules use
}

// The types of parameters without units.
var (
	BoolParam    = ParamType{"true or false", isParam[bool]}
	IntegerParam = ParamType{"an integer of at most 2^53-1 either way", paramFrom(toInteger)}
	NumberParam  = ParamType{"a finite number", paramFrom(toNumber)}
	StringParam  = ParamType{"a string", isParam[string]}
)

func isParam[T any](value any) (any, bool) {
	_, ok := value.(T)
	return value, ok
}

func paramFrom[T any](read func(any) (T, bool)) func(any) (any, bool) {
	return func(value any) (any, bool) { return read(value) }
}

// Params are the parameters of a protocol by name. They are for generated code.
type Params map[string]ParamType

// settle converts the caller's values to those of rules, and refuses the ones that the protocol does not accept.
func (o *options) settle(known Params) {
	for i, p := range o.params {
		typ, isKnown := known[p.name]
		if !isKnown {
			o.refuse(p.name, "is no parameter of the protocol")
			break
		}
		value, ok := typ.read(p.value)
		if !ok {
			o.refuse(p.name, "must be "+typ.expected)
			break
		}
		o.params[i].value = value
	}
	if o.wrong != nil {
		o.params = nil // gives the defaults to rules that run before the error is returned
	}
}

// paramOf returns the caller's last value, or the default.
func paramOf[T any](r *Reader, name string, fallback T) T {
	for i := len(r.options.params) - 1; i >= 0; i-- {
		if p := r.options.params[i]; p.name == name {
			return p.value.(T) // converted by settle
		}
	}
	return fallback
}

// BoolParam returns a parameter. Like the others, it is for generated code.
func (r *Reader) BoolParam(name string, fallback bool) bool { return paramOf(r, name, fallback) }

// StringParam returns a parameter.
func (r *Reader) StringParam(name, fallback string) string { return paramOf(r, name, fallback) }

// IntegerParam returns a parameter that is an integer or a number of bytes.
func (r *Reader) IntegerParam(name string, fallback int64) int64 { return paramOf(r, name, fallback) }

// NumberParam returns a parameter.
func (r *Reader) NumberParam(name string, fallback float64) float64 {
	return paramOf(r, name, fallback)
}

// DurationParam returns a parameter.
func (r *Reader) DurationParam(name string, fallback time.Duration) time.Duration {
	return paramOf(r, name, fallback)
}

func toInteger(value any) (int64, bool) {
	n := int64(0)
	switch v := value.(type) {
	case int:
		n = int64(v)
	case int64:
		n = v
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > MaxInteger {
			return 0, false
		}
		n = int64(v)
	default:
		return 0, false
	}
	return n, -MaxInteger <= n && n <= MaxInteger
}

func toNumber(value any) (float64, bool) {
	switch v := value.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v + 0, !math.IsNaN(v) && !math.IsInf(v, 0) // -0 becomes 0
	}
	return 0, false
}
