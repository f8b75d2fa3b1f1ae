package wire

import (
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// Timestamps and durations of rules. Results outside the years 1 to 9999, or the int64 range of a duration in nanoseconds, cannot be
// evaluated.

const (
	minSecond = -62_135_596_800 // of the year 1
	maxSecond = 253_402_300_799 // of the year 9999
)

// AddDuration returns d+e, and false on overflow.
func AddDuration(d, e time.Duration) (time.Duration, bool) {
	sum, ok := AddInt(int64(d), int64(e))
	return time.Duration(sum), ok
}

// SubDuration returns d-e, and false on overflow.
func SubDuration(d, e time.Duration) (time.Duration, bool) {
	difference, ok := SubInt(int64(d), int64(e))
	return time.Duration(difference), ok
}

// AddTime returns t+d, and false outside the years 1 to 9999.
func AddTime(t time.Time, d time.Duration) (time.Time, bool) { return inRange(t.Add(d)) }

// SubTime returns t-d, and false outside the years 1 to 9999.
func SubTime(t time.Time, d time.Duration) (time.Time, bool) {
	return inRange(t.Add(^d).Add(1)) // -d would overflow for the least duration
}

// TimeBetween returns t-u, and false on overflow.
func TimeBetween(t, u time.Time) (time.Duration, bool) {
	d := t.Sub(u) // saturates
	return d, u.Add(d).Equal(t)
}

// ParseTime parses an RFC 3339 date-time of the years 1 to 9999.
func ParseTime(s string) (time.Time, bool) {
	d, ok := DateTimeOf(s)
	if !ok {
		return time.Time{}, false
	}
	return inRange(time.Unix(d.Seconds, int64(d.Nanoseconds)).UTC())
}

// TimeAt returns the time of a number of seconds since 1970-01-01T00:00:00Z, and false outside the years 1 to 9999.
func TimeAt(seconds int64) (time.Time, bool) {
	return time.Unix(seconds, 0).UTC(), minSecond <= seconds && seconds <= maxSecond
}

func inRange(t time.Time) (time.Time, bool) {
	return t, minSecond <= t.Unix() && t.Unix() <= maxSecond
}

// DurationText formats a duration in seconds, such as -1.5s.
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

// durationUnits are the units of a duration, in nanoseconds.
var durationUnits = []struct {
	name string
	size uint64
}{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}}

// beyondDuration is the first number of nanoseconds too large for a duration; -beyondDuration is allowed.
const beyondDuration = uint64(1) << 63

// ParseDuration parses a duration such as 300s, 1.5h or -1h30m. Unlike time.ParseDuration, it avoids floating point: it uses at most
// 18 decimals and truncates to nanoseconds.
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

// durationPart parses one number with its unit.
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

// measure returns the nanoseconds of a number of units, and false if they exceed a duration.
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
