package reference

import (
	"math"
	"regexp"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// decimal is the input of the function double: decimal numbers, although cel-go's own function accepts all numbers of Go.
var decimal = regexp.MustCompile(`\A[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\z`)

// toDouble is the function double.
func toDouble(arg ref.Val) ref.Val {
	if text, isText := arg.(types.String); isText && !decimal.MatchString(string(text)) {
		return types.NewErr("%q is no number", string(text))
	}
	return arg.ConvertToType(types.DoubleType)
}

// toText is the function string: CEL leaves open how a double is spelled, and the contract has a way for JSON.
func toText(arg ref.Val) ref.Val {
	d, isDouble := arg.(types.Double)
	switch f := float64(d); {
	case !isDouble:
		return arg.ConvertToType(types.StringType)
	case math.IsNaN(f):
		return types.String("NaN")
	case math.IsInf(f, 0):
		return types.String(map[bool]string{true: "-Infinity", false: "Infinity"}[f < 0])
	default:
		return types.String(numberText(f))
	}
}

// timeParts are the parts of a timestamp, of UTC.
var timeParts = map[string]func(time.Time) int{
	"getFullYear":     time.Time.Year,
	"getMonth":        func(t time.Time) int { return int(t.Month()) - 1 },
	"getDate":         time.Time.Day,
	"getDayOfMonth":   func(t time.Time) int { return t.Day() - 1 },
	"getDayOfYear":    func(t time.Time) int { return t.YearDay() - 1 },
	"getDayOfWeek":    func(t time.Time) int { return int(t.Weekday()) },
	"getHours":        time.Time.Hour,
	"getMinutes":      time.Time.Minute,
	"getSeconds":      time.Time.Second,
	"getMilliseconds": func(t time.Time) int { return t.Nanosecond() / 1e6 },
}

// lengths are the units of the functions on durations.
var lengths = map[string]int64{"getHours": 3600e9, "getMinutes": 60e9, "getSeconds": 1e9}

func partOf(name string) func(ref.Val) ref.Val {
	return func(of ref.Val) ref.Val {
		switch x := of.(type) {
		case instant:
			return types.Int(timeParts[name](x.time()))
		case span:
			if unit, ok := lengths[name]; ok {
				return types.Int(x.n.Int64() / unit)
			}
		}
		return types.MaybeNoSuchOverloadErr(of)
	}
}
