package envelope

import (
	"cmp"
	"math/bits"
	"strings"
	"time"
)

// Span is a length of time as rules compute with it: more than a time.Duration can hold. The zero Span is none.
type Span struct {
	seconds     int64
	nanoseconds int32 // 0 to 999999999, after the seconds also where these are negative
}

const (
	nanosecondsPerSecond = int64(time.Second)
	maxSpanSeconds       = 315_576_000_000 // of 10,000 years, in either direction
	minSecond            = -62_135_596_800 // of the year 1
	maxSecond            = 253_402_300_799 // of the year 9999
)

// SpanOf returns a length of time.
func SpanOf(d time.Duration) Span {
	span, _ := NewSpan(0, int64(d))
	return span
}

// NewSpan returns a length of seconds and nanoseconds, if it is no longer than 315,576,000,000 seconds.
func NewSpan(seconds, nanoseconds int64) (Span, bool) {
	seconds += nanoseconds / nanosecondsPerSecond
	nanoseconds %= nanosecondsPerSecond
	if nanoseconds < 0 {
		seconds--
		nanoseconds += nanosecondsPerSecond
	}
	ok := -maxSpanSeconds <= seconds && seconds < maxSpanSeconds || seconds == maxSpanSeconds && nanoseconds == 0
	return Span{seconds, int32(nanoseconds)}, ok
}

// Compare returns -1 if s is shorter than t, 1 if it is longer, and 0 if they are equal.
func (s Span) Compare(t Span) int {
	return cmp.Or(cmp.Compare(s.seconds, t.seconds), cmp.Compare(s.nanoseconds, t.nanoseconds))
}

// AddSpan returns s+t, if that is a Span.
func AddSpan(s, t Span) (Span, bool) {
	return NewSpan(s.seconds+t.seconds, int64(s.nanoseconds)+int64(t.nanoseconds))
}

// SubSpan returns s-t, if that is a Span.
func SubSpan(s, t Span) (Span, bool) {
	return NewSpan(s.seconds-t.seconds, int64(s.nanoseconds)-int64(t.nanoseconds))
}

// AddTime returns the moment that is s after t, if it is in the years 1 to 9999.
func AddTime(t time.Time, s Span) (time.Time, bool) {
	return moment(t.Unix()+s.seconds, int64(t.Nanosecond())+int64(s.nanoseconds))
}

// SubTime returns the moment that is s before t, if it is in the years 1 to 9999.
func SubTime(t time.Time, s Span) (time.Time, bool) {
	return moment(t.Unix()-s.seconds, int64(t.Nanosecond())-int64(s.nanoseconds))
}

// TimeBetween returns how long after u t is.
func TimeBetween(t, u time.Time) (Span, bool) {
	return NewSpan(t.Unix()-u.Unix(), int64(t.Nanosecond()-u.Nanosecond()))
}

// ParseTime reads an RFC 3339 date-time of the years 1 to 9999.
func ParseTime(s string) (time.Time, bool) {
	d, ok := DateTimeOf(s)
	if !ok {
		return time.Time{}, false
	}
	return moment(d.Seconds, int64(d.Nanoseconds))
}

// TimeAt returns the moment that is so many seconds after 1970-01-01T00:00:00Z, if it is in the years 1 to 9999.
func TimeAt(seconds int64) (time.Time, bool) { return moment(seconds, 0) }

func moment(seconds, nanoseconds int64) (time.Time, bool) {
	if seconds < minSecond-1 || seconds > maxSecond {
		return time.Time{}, false
	}
	t := time.Unix(seconds, nanoseconds).UTC()
	return t, minSecond <= t.Unix() && t.Unix() <= maxSecond
}

// spanUnits are the units of a duration in nanoseconds.
var spanUnits = []struct {
	name string
	size uint64
}{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}}

// ParseSpan reads a duration such as 300s, 1.5h or -1h30m. Digits below nanoseconds are cut.
func ParseSpan(s string) (Span, bool) {
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" || s == "0" {
		return Span{}, s == "0"
	}
	var total Span
	for s != "" {
		part, rest, ok := spanPart(s)
		if !ok {
			return Span{}, false
		}
		if total, ok = AddSpan(total, part); !ok {
			return Span{}, false
		}
		s = rest
	}
	if negative {
		return SubSpan(Span{}, total)
	}
	return total, true
}

// spanPart reads one number and its unit.
func spanPart(s string) (part Span, rest string, ok bool) {
	end := skipDigits(s, 0)
	whole, decimals := s[:end], ""
	if s = s[end:]; strings.HasPrefix(s, ".") {
		end = skipDigits(s, 1)
		decimals, s = s[1:end], s[end:]
	}
	end = strings.IndexFunc(s, func(c rune) bool { return c == '.' || '0' <= c && c <= '9' })
	if end < 0 {
		end = len(s)
	}
	for _, unit := range spanUnits {
		if s[:end] == unit.name && whole+decimals != "" {
			part, ok = measure(whole, decimals, unit.size)
			return part, s[end:], ok
		}
	}
	return Span{}, "", false
}

// measure returns so many units.
func measure(whole, decimals string, unit uint64) (Span, bool) {
	const digits = 18 // of which no two products with a unit are less than a nanosecond apart
	n, ok := uint64(0), true
	if whole != "" {
		var signed int64
		signed, ok = ParseInt(whole)
		n = uint64(signed)
	}
	high, low := bits.Mul64(n, unit)
	if !ok || high >= uint64(nanosecondsPerSecond) {
		return Span{}, false
	}
	seconds, nanoseconds := bits.Div64(high, low, uint64(nanosecondsPerSecond))
	fraction, _ := ParseInt("0" + decimals[:min(digits, len(decimals))])
	scale := uint64(1)
	for range min(digits, len(decimals)) {
		scale *= 10
	}
	high, low = bits.Mul64(uint64(fraction), unit)
	below, _ := bits.Div64(high, low, scale)
	if seconds > maxSpanSeconds {
		return Span{}, false
	}
	return NewSpan(int64(seconds), int64(nanoseconds+below))
}
