package reference

import (
	"math"
	"regexp"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// decimal is what the function double reads: numbers as people write them, where cel-go's own takes all that Go reads.
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
