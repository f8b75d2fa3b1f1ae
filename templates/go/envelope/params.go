package envelope

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// param is the caller's value of a parameter.
type param struct {
	name  string
	value any
}

// Param sets a parameter of a protocol by its name, for tools that have no better way; packages with parameters have an
// option for each. The value is a boolean, number, string or time.Duration; a size may be a string such as "32KiB", a
// duration one such as "300s". A protocol that has no parameter of that name takes no notice. One that cannot be made of
// the value is a mistake in the program: the first check that needs it panics.
func Param(name string, value any) Option {
	return func(o *options) { o.params = append(o.params, param{name, value}) }
}

// param returns the caller's value; the last one counts.
func (r *Reader) param(name string) (value any, given bool) {
	for i := len(r.options.params) - 1; i >= 0; i-- {
		if p := r.options.params[i]; p.name == name {
			return p.value, true
		}
	}
	return nil, false
}

// fitting makes a parameter of the caller's value.
func fitting[T any](name string, value any, convert func(any) (T, bool)) T {
	fits, ok := convert(value)
	if !ok {
		panic(fmt.Sprintf("envelope: the parameter %s cannot be made of a %T like this", name, value))
	}
	return fits
}

func as[T any](value any) (T, bool) {
	v, ok := value.(T)
	return v, ok
}

// BoolParam returns a parameter. It is for generated code, as are the others.
func (r *Reader) BoolParam(name string, fallback bool) bool {
	if value, given := r.param(name); given {
		return fitting(name, value, as[bool])
	}
	return fallback
}

// StringParam returns a parameter.
func (r *Reader) StringParam(name, fallback string) string {
	if value, given := r.param(name); given {
		return fitting(name, value, as[string])
	}
	return fallback
}

// IntegerParam returns a parameter.
func (r *Reader) IntegerParam(name string, fallback int64) int64 {
	if value, given := r.param(name); given {
		return fitting(name, value, toInteger)
	}
	return fallback
}

// SizeParam returns a parameter that is a number of bytes.
func (r *Reader) SizeParam(name string, fallback int64) int64 {
	if value, given := r.param(name); given {
		return fitting(name, value, toSize)
	}
	return fallback
}

// NumberParam returns a parameter.
func (r *Reader) NumberParam(name string, fallback float64) float64 {
	if value, given := r.param(name); given {
		return fitting(name, value, toNumber)
	}
	return fallback
}

// DurationParam returns a parameter.
func (r *Reader) DurationParam(name string, fallback time.Duration) time.Duration {
	if value, given := r.param(name); given {
		return fitting(name, value, toDuration)
	}
	return fallback
}

func toInteger(value any) (int64, bool) {
	switch v := value.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	case float64:
		return int64(v), v == math.Trunc(v) && math.Abs(v) <= MaxInteger
	}
	return 0, false
}

func toNumber(value any) (float64, bool) {
	switch v := value.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v + 0, true // -0 is 0
	}
	return 0, false
}

func toDuration(value any) (time.Duration, bool) {
	if text, isText := value.(string); isText {
		return ParseDuration(text)
	}
	return as[time.Duration](value)
}

// toSize reads bytes, or a number with a unit of bytes.
func toSize(value any) (int64, bool) {
	text, isText := value.(string)
	if !isText {
		return toInteger(value)
	}
	digits, factor := strings.TrimSuffix(text, "B"), int64(1)
	for i, unit := range [...]string{"Ki", "Mi", "Gi"} {
		if number, found := strings.CutSuffix(digits, unit); found && digits != text {
			digits, factor = number, 1<<(10*(i+1))
		}
	}
	n, ok := ParseInt(digits)
	if !ok || digits[0]-'0' > 9 {
		return 0, false
	}
	return MulInt(n, factor)
}
