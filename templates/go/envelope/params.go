package envelope

import (
	"math"
	"time"
)

// param is the caller's value of a parameter.
type param struct {
	name  string
	value any
}

// Param sets a parameter of a protocol, or one of the limits max_depth, max_bytes and max_issues, by its name, for tools
// that have no better way; packages with parameters have an option for each. The value is a boolean, number, string or
// time.Duration; a size may be a string such as "32KiB", a duration one such as "300s". A name that the protocol does not
// know and a value that its parameter cannot have are an *OptionError.
func Param(name string, value any) Option {
	if _, greatest := new(options).limit(name); greatest > 0 {
		n, _ := toInteger(value) // 0 is refused as what is no integer must be
		return limit(name, n)
	}
	return func(o *options) { o.params = append(o.params, param{name, value}) }
}

// ParamType is what a parameter may be. It is for generated code.
type ParamType struct {
	expected string                      // in the message
	read     func(value any) (any, bool) // what rules see
}

// The types of parameters that need no units.
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

// Params are the parameters of a protocol by name. It is for generated code.
type Params map[string]ParamType

// settle turns the caller's values into those that rules read, and refuses what a protocol with these parameters cannot
// take.
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
		o.params = nil // what reads them before the end of reading gets the defaults
	}
}

// paramOf returns the caller's value, of which the last one counts, or the default.
func paramOf[T any](r *Reader, name string, fallback T) T {
	for i := len(r.options.params) - 1; i >= 0; i-- {
		if p := r.options.params[i]; p.name == name {
			return p.value.(T) // as settle has left it
		}
	}
	return fallback
}

// BoolParam returns a parameter. It is for generated code, as are the others.
func (r *Reader) BoolParam(name string, fallback bool) bool { return paramOf(r, name, fallback) }

// StringParam returns a parameter.
func (r *Reader) StringParam(name, fallback string) string { return paramOf(r, name, fallback) }

// IntegerParam returns a parameter, which may be a number of bytes.
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
		return v + 0, !math.IsNaN(v) && !math.IsInf(v, 0) // -0 is 0
	}
	return 0, false
}
