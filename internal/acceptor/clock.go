package acceptor

import (
	"math"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
)

// The first and the last second of timestamps, of the years 1 and 9999.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// clock compiles the partial functions of timestamps and durations; it is nil for others.
func (s scope) clock(function ir.Function, args []expr) func(f *frame) (value, bool) {
	switch function {
	case ir.TextToTimestamp:
		return func(f *frame) (value, bool) {
			text := args[0](f).str
			v, usual := instant(text)
			if !usual && formats.Matches(ir.DateTime, text) {
				unknown(f.c, 0)
			}
			return v, usual && timely(v)
		}
	case ir.IntToTimestamp:
		return func(f *frame) (value, bool) {
			v := value{int: args[0](f).int}
			return v, timely(v)
		}
	case ir.AddTime:
		return func(f *frame) (value, bool) { return shift(args[0](f), args[1](f).int) }
	case ir.SubTime:
		return func(f *frame) (value, bool) {
			by := args[1](f).int
			if by == math.MinInt64 {
				unknown(f.c, 0)
			}
			return shift(args[0](f), -by)
		}
	case ir.TimeBetween:
		return func(f *frame) (value, bool) {
			a, b := args[0](f), args[1](f)
			seconds := a.int - b.int
			const most = math.MaxInt64/1_000_000_000 - 1
			if seconds > most || seconds < -most {
				unknown(f.c, 0) // near the end of the range or beyond it
				return value{}, false
			}
			return value{int: seconds*1e9 + int64(a.nanos) - int64(b.nanos)}, true
		}
	}
	return nil
}

func timely(v value) bool { return v.int >= firstSecond && v.int <= lastSecond }

// shift moves a timestamp by nanoseconds.
func shift(v value, by int64) (value, bool) {
	const second = 1_000_000_000
	nanos := int64(v.nanos) + by%second
	v.int += by / second
	if nanos < 0 {
		nanos += second
		v.int--
	} else if nanos >= second {
		nanos -= second
		v.int++
	}
	v.nanos = int32(nanos)
	return v, timely(v)
}
