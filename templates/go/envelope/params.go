package envelope

import (
	"math"
	"strings"
	"time"
)

// param is a parameter value given by the caller.
type param struct {
	name  string
	value any
}

// Param sets a parameter of a protocol, or one of the limits max_depth, max_bytes and max_issues, by name. It is for generic tools;
// packages with parameters have an option for each. The value is a boolean, number, string or time.Duration; a size may be a string
// such as "32KiB", a duration one such as "300s". An unknown name or an invalid value is an *OptionError.
func Param(name string, value any) Option {
	if _, greatest := new(options).limit(name); greatest > 0 {
		n, _ := toInteger(value) // not an integer gives 0, which is invalid as well
		return limit(name, n)
	}
	return func(o *options) { o.params = append(o.params, param{name, value}) }
}

// ParamType is the type of a parameter.
type ParamType uint8

// The types of parameters.
const (
	BoolParam ParamType = iota
	IntegerParam
	NumberParam
	StringParam
	VersionParam // a string that is a semantic version
	SizeParam    // a number of bytes
	DurationParam
)

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
			o.refuse(p.name, "must be "+typ.expected())
			break
		}
		o.params[i].value = value
	}
	if o.wrong != nil {
		o.params = nil // gives the defaults to rules that run before the error is returned
	}
}

// read converts a value to the one that rules use.
func (t ParamType) read(value any) (any, bool) {
	switch t {
	case BoolParam:
		_, ok := value.(bool)
		return value, ok
	case IntegerParam:
		return anyOf(toInteger(value))
	case NumberParam:
		return anyOf(toNumber(value))
	case StringParam:
		_, ok := value.(string)
		return value, ok
	case VersionParam:
		text, _ := value.(string)
		_, ok := majorOf(text)
		return value, ok
	case SizeParam:
		return anyOf(toSize(value))
	}
	return anyOf(toDuration(value))
}

func anyOf[T any](value T, ok bool) (any, bool) { return value, ok }

func (t ParamType) expected() string {
	return [...]string{"true or false", "an integer of at most 2^53-1 either way", "a finite number", "a string",
		"a semantic version such as 1.0.0", "a size such as 32768 or 32KiB", "a duration such as 300s"}[t]
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

func toDuration(value any) (time.Duration, bool) {
	if text, isText := value.(string); isText {
		return ParseDuration(text)
	}
	d, ok := value.(time.Duration)
	return d, ok
}

// toSize converts a number of bytes, or a string with a unit.
func toSize(value any) (int64, bool) {
	text, isText := value.(string)
	if !isText {
		n, ok := toInteger(value)
		return n, ok && n >= 0
	}
	digits, factor := strings.TrimSuffix(text, "B"), int64(1)
	for i, unit := range [...]string{"Ki", "Mi", "Gi"} {
		if number, found := strings.CutSuffix(digits, unit); found && digits != text {
			digits, factor = number, 1<<(10*(i+1))
		}
	}
	n, ok := ParseInt(digits)
	if !ok || !isVersionNumber(digits) || n > MaxInteger/factor {
		return 0, false
	}
	return n * factor, true
}
