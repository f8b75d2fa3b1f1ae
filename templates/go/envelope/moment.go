package envelope

import (
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// The timestamps and durations of rules: what leaves the years 1 to 9999, or the 64 bits of nanoseconds that a duration has,
// cannot be evaluated.

const (
	minSecond = -62_135_596_800 // of the year 1
	maxSecond = 253_402_300_799 // of the year 9999
)

// AddDuration returns d+e, if that is a duration.
func AddDuration(d, e time.Duration) (time.Duration, bool) {
	sum, ok := AddInt(int64(d), int64(e))
	return time.Duration(sum), ok
}

// SubDuration returns d-e, if that is a duration.
func SubDuration(d, e time.Duration) (time.Duration, bool) {
	difference, ok := SubInt(int64(d), int64(e))
	return time.Duration(difference), ok
}

// AddTime returns the moment that is d after t, if it is in the years 1 to 9999.
func AddTime(t time.Time, d time.Duration) (time.Time, bool) { return inRange(t.Add(d)) }

// SubTime returns the moment that is d before t, if it is in the years 1 to 9999.
func SubTime(t time.Time, d time.Duration) (time.Time, bool) {
	return inRange(t.Add(^d).Add(1)) // the least duration has no negative
}

// TimeBetween returns how long after u t is, if that is a duration.
func TimeBetween(t, u time.Time) (time.Duration, bool) {
	d := t.Sub(u) // the longest duration, if that is too short
	return d, u.Add(d).Equal(t)
}

// ParseTime reads an RFC 3339 date-time of the years 1 to 9999.
func ParseTime(s string) (time.Time, bool) {
	d, ok := DateTimeOf(s)
	if !ok {
		return time.Time{}, false
	}
	return inRange(time.Unix(d.Seconds, int64(d.Nanoseconds)).UTC())
}

// TimeAt returns the moment that is so many seconds after 1970-01-01T00:00:00Z, if it is in the years 1 to 9999.
func TimeAt(seconds int64) (time.Time, bool) {
	return time.Unix(seconds, 0).UTC(), minSecond <= seconds && seconds <= maxSecond
}

func inRange(t time.Time) (time.Time, bool) {
	return t, minSecond <= t.Unix() && t.Unix() <= maxSecond
}

// DurationText spells a duration in seconds, such as -1.5s.
func DurationText(d time.Duration) string {
	const second = uint64(time.Second)
	n := magnitude(int64(d))
	text := strconv.FormatUint(n/second, 10)
	if below := n % second; below > 0 {
		text += "." + strings.TrimRight(strconv.FormatUint(second+below, 10)[1:], "0")
	}
	if d < 0 {
		text = "-" + text
	}
	return text + "s"
}

// durationUnits are the units of a duration in nanoseconds.
var durationUnits = []struct {
	name string
	size uint64
}{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}}

// beyondDuration is how many nanoseconds a duration has not; less than none it may have as many.
const beyondDuration = uint64(1) << 63

// ParseDuration reads a duration such as 300s, 1.5h or -1h30m, as time.ParseDuration does but without floating point: of
// decimals 18 count, and what is less than a nanosecond is cut.
func ParseDuration(s string) (time.Duration, bool) {
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" || s == "0" {
		return 0, s == "0"
	}
	total := uint64(0)
	for s != "" {
		part, rest, ok := durationPart(s)
		if !ok || part > beyondDuration-total {
			return 0, false
		}
		total, s = total+part, rest
	}
	if negative {
		return -time.Duration(total), true
	}
	return time.Duration(total), total < beyondDuration
}

// durationPart reads one number and its unit.
func durationPart(s string) (nanoseconds uint64, rest string, ok bool) {
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
	for _, unit := range durationUnits {
		if s[:end] == unit.name && whole+decimals != "" {
			nanoseconds, ok = measure(whole, decimals[:min(18, len(decimals))], unit.size)
			return nanoseconds, s[end:], ok
		}
	}
	return 0, "", false
}

// measure returns the nanoseconds of so many units, if there are no more than a duration has.
func measure(whole, decimals string, unit uint64) (uint64, bool) {
	n, err := strconv.ParseUint("0"+whole, 10, 64)
	fraction, _ := strconv.ParseUint("0"+decimals, 10, 64) // 18 digits fit
	scale := uint64(1)
	for range decimals {
		scale *= 10
	}
	beyond, nanoseconds := bits.Mul64(n, unit)
	high, low := bits.Mul64(fraction, unit)
	below, _ := bits.Div64(high, low, scale)
	return nanoseconds + below, err == nil && beyond == 0 && nanoseconds <= beyondDuration
}
