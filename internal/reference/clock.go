package reference

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
)

// This file has CEL's timestamps and durations as the contract reads them: a timestamp as the format date-time, a duration
// without floating point. Arithmetic is exact to the ends of both ranges, where cel-go's own stops a second short.

// instant is a timestamp: nanoseconds since 1970, within the years 1 to 9999.
type instant struct{ n *big.Int }

// span is a duration: nanoseconds, of 64 bits.
type span struct{ n *big.Int }

var (
	billion  = big.NewInt(1e9)
	earliest = seconds(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
	latest   = new(big.Int).Sub(seconds(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC).Unix()), big.NewInt(1))
)

var errRange = errors.New("out of range")

func seconds(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), billion) }

func newInstant(n *big.Int) (instant, error) {
	if n.Cmp(earliest) < 0 || n.Cmp(latest) > 0 {
		return instant{}, errRange
	}
	return instant{n}, nil
}

func newSpan(n *big.Int) (span, error) {
	if !n.IsInt64() {
		return span{}, errRange
	}
	return span{n}, nil
}

func spanOf(nanoseconds int64) span { return span{big.NewInt(nanoseconds)} }

func fromTime(t time.Time) instant {
	return instant{new(big.Int).Add(seconds(t.Unix()), big.NewInt(int64(t.Nanosecond())))}
}

func (i instant) time() time.Time {
	s, n := new(big.Int).DivMod(i.n, billion, new(big.Int))
	return time.Unix(s.Int64(), n.Int64()).UTC()
}

// instantOf reads a date-time; digits after the ninth of a second are cut, and second 60 is the next one.
func instantOf(text string) (instant, error) {
	if !formats.Matches(ir.DateTime, text) {
		return instant{}, fmt.Errorf("%q is no date-time", text)
	}
	part := dateTimeParts.FindStringSubmatch(text)
	date, err := time.Parse(time.DateOnly, part[1])
	if err != nil {
		return instant{}, err
	}
	offset := 60 * (60*digits(part[7]) + digits(part[8]))
	if part[6] == "-" {
		offset = -offset
	}
	unix := date.Unix() + int64(3600*digits(part[2])+60*digits(part[3])+digits(part[4])-offset)
	nano := digits((part[5] + "000000000")[:9])
	return newInstant(new(big.Int).Add(seconds(unix), big.NewInt(int64(nano))))
}

// dateTimeParts splits a valid date-time.
var dateTimeParts = regexp.MustCompile(`\A(.{10}).(..):(..):(..)(?:\.([0-9]+))?(?:[Zz]|(.)(..):(..))\z`)

// digits reads a group of the expression; an absent group, such as the offset of a Z, counts as zero.
func digits(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

var (
	spanText = regexp.MustCompile(`\A[+-]?(?:0|(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:h|ms|m|s|us|µs|μs|ns))+)\z`)
	spanPart = regexp.MustCompile(`([0-9]*\.?[0-9]{0,18})[0-9]*(h|ms|m|s|us|µs|μs|ns)`)
	units    = map[string]int64{"h": 3600e9, "m": 60e9, "s": 1e9, "ms": 1e6, "us": 1e3, "µs": 1e3, "μs": 1e3, "ns": 1}
)

// readSpan reads a duration such as 300s or -1h30m. Decimals after the eighteenth are ignored, and fractions of a nanosecond are truncated.
func readSpan(text string) (span, error) {
	if !spanText.MatchString(text) {
		return span{}, fmt.Errorf("%q is no duration", text)
	}
	sum := new(big.Int)
	for _, part := range spanPart.FindAllStringSubmatch(text, -1) {
		n, ok := new(big.Rat).SetString(part[1])
		if !ok {
			return span{}, fmt.Errorf("%q is no duration", text)
		}
		n.Mul(n, new(big.Rat).SetInt64(units[part[2]]))
		sum.Add(sum, new(big.Int).Quo(n.Num(), n.Denom()))
	}
	if text[0] == '-' {
		sum.Neg(sum)
	}
	return newSpan(sum)
}

// result is a value of CEL, or its error.
func result(v ref.Val, err error) ref.Val {
	if err != nil {
		return types.WrapErr(err)
	}
	return v
}

// toInstant is the function timestamp.
func toInstant(arg ref.Val) ref.Val {
	switch x := arg.(type) {
	case instant:
		return x
	case types.String:
		i, err := instantOf(string(x))
		return result(i, err)
	case types.Int:
		i, err := newInstant(seconds(int64(x)))
		return result(i, err)
	}
	return types.MaybeNoSuchOverloadErr(arg)
}

// toSpan is the function duration.
func toSpan(arg ref.Val) ref.Val {
	switch x := arg.(type) {
	case span:
		return x
	case types.String:
		s, err := readSpan(string(x))
		return result(s, err)
	}
	return types.MaybeNoSuchOverloadErr(arg)
}

// Type makes cel-go take an instant for a timestamp.
func (i instant) Type() ref.Type { return types.TimestampType }

// Value returns the nanoseconds as text.
func (i instant) Value() any { return i.n.String() }

// Equal is CEL's ==.
func (i instant) Equal(other ref.Val) ref.Val {
	o, ok := other.(instant)
	return types.Bool(ok && i.n.Cmp(o.n) == 0)
}

// Compare is CEL's order.
func (i instant) Compare(other ref.Val) ref.Val {
	if o, ok := other.(instant); ok {
		return types.Int(i.n.Cmp(o.n))
	}
	return types.MaybeNoSuchOverloadErr(other)
}

// Add is CEL's +.
func (i instant) Add(other ref.Val) ref.Val {
	if d, ok := other.(span); ok {
		sum, err := newInstant(new(big.Int).Add(i.n, d.n))
		return result(sum, err)
	}
	return types.MaybeNoSuchOverloadErr(other)
}

// Subtract is CEL's -.
func (i instant) Subtract(other ref.Val) ref.Val {
	switch o := other.(type) {
	case span:
		difference, err := newInstant(new(big.Int).Sub(i.n, o.n))
		return result(difference, err)
	case instant:
		difference, err := newSpan(new(big.Int).Sub(i.n, o.n))
		return result(difference, err)
	}
	return types.MaybeNoSuchOverloadErr(other)
}

// ConvertToNative is of no use here.
func (i instant) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("a timestamp is no %v", t)
}

// ConvertToType supports whole seconds since 1970, and strings.
func (i instant) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.IntType:
		return types.Int(i.time().Unix())
	case types.StringType:
		return types.String(i.time().Format(time.RFC3339Nano))
	}
	return types.NewErr("a timestamp is no %s", t.TypeName())
}

// Type makes cel-go take a span for a duration.
func (s span) Type() ref.Type { return types.DurationType }

// Value returns the nanoseconds as text.
func (s span) Value() any { return s.n.String() }

// Equal is CEL's ==.
func (s span) Equal(other ref.Val) ref.Val {
	o, ok := other.(span)
	return types.Bool(ok && s.n.Cmp(o.n) == 0)
}

// Compare is CEL's order.
func (s span) Compare(other ref.Val) ref.Val {
	if o, ok := other.(span); ok {
		return types.Int(s.n.Cmp(o.n))
	}
	return types.MaybeNoSuchOverloadErr(other)
}

// Add is CEL's +.
func (s span) Add(other ref.Val) ref.Val {
	switch o := other.(type) {
	case span:
		sum, err := newSpan(new(big.Int).Add(s.n, o.n))
		return result(sum, err)
	case instant:
		return o.Add(s)
	}
	return types.MaybeNoSuchOverloadErr(other)
}

// Subtract is CEL's -.
func (s span) Subtract(other ref.Val) ref.Val {
	if o, ok := other.(span); ok {
		difference, err := newSpan(new(big.Int).Sub(s.n, o.n))
		return result(difference, err)
	}
	return types.MaybeNoSuchOverloadErr(other)
}

// ConvertToNative is of no use here.
func (s span) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("a duration is no %v", t)
}

// ConvertToType supports strings with all digits of the seconds.
func (s span) ConvertToType(t ref.Type) ref.Val {
	if t == types.StringType {
		text := new(big.Rat).SetFrac(s.n, billion).FloatString(9)
		return types.String(strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + "s")
	}
	return types.NewErr("a duration is no %s", t.TypeName())
}
