package wire

import (
	"errors"
	"strings"
	"time"
)

// DateTime is the instant of an RFC 3339 date-time, with the offset as written. Second 60 counts as the second after 59.
type DateTime struct {
	Seconds       int64 // since 1970-01-01T00:00:00Z
	Nanoseconds   int   // 0 to 999999999; further digits are truncated
	OffsetMinutes int   // east of UTC
}

// Time returns the instant as a time.Time in the written offset.
func (d DateTime) Time() time.Time {
	zone := time.UTC
	if d.OffsetMinutes != 0 {
		zone = time.FixedZone("", d.OffsetMinutes*60)
	}
	return time.Unix(d.Seconds, int64(d.Nanoseconds)).In(zone)
}

// AsTime returns the instant of an RFC 3339 date-time, in the written offset. Second 60 counts as the second after 59, and digits after
// nanoseconds are truncated. The error is for texts that are not valid; date-time members of valid values are.
func AsTime[S ~string](text S) (time.Time, error) {
	d, ok := DateTimeOf(string(text))
	if !ok {
		return time.Time{}, errors.New("the text is not an RFC 3339 date-time")
	}
	return d.Time(), nil
}

// DateTimeText returns an instant as RFC 3339 date-time in UTC, truncated to milliseconds. It panics outside the years 0 to 9999: RFC 3339
// has no others.
func DateTimeText(t time.Time) string {
	t = t.UTC()
	if year := t.Year(); year < 0 || year > 9999 {
		panic("RFC 3339 has the years 0 to 9999 only")
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

// IsDateTime reports whether s is an RFC 3339 date-time.
func IsDateTime(s string) bool {
	_, ok := DateTimeOf(s)
	return ok
}

// IsDate reports whether s is an RFC 3339 full-date.
func IsDate(s string) bool {
	_, ok := daysTo(s)
	return ok
}

// IsTime reports whether s is an RFC 3339 full-time, that is, with an offset.
func IsTime(s string) bool {
	_, ok := clockOf(s)
	return ok
}

// DateTimeOf parses an RFC 3339 date-time.
func DateTimeOf(s string) (DateTime, bool) {
	const size = len("0000-00-00")
	if len(s) <= size || s[size]|0x20 != 't' {
		return DateTime{}, false
	}
	days, isDate := daysTo(s[:size])
	clock, isTime := clockOf(s[size+1:])
	if !isDate || !isTime {
		return DateTime{}, false
	}
	seconds := int64(days*minutesPerDay+clock.minutes)*60 + int64(clock.second)
	return DateTime{Seconds: seconds, Nanoseconds: clock.nanoseconds, OffsetMinutes: clock.offset}, true
}

const minutesPerDay = 24 * 60

// daysTo returns the number of days from 1970-01-01 to a date.
func daysTo(s string) (int, bool) {
	const shape = "0000-00-00"
	if len(s) != len(shape) || !matchesShape(s, shape) {
		return 0, false
	}
	year, month, day := number(s[:4]), number(s[5:7]), number(s[8:])
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	return daysBefore(year, month) + day - 1, true
}

// clock is a time of day.
type clock struct {
	minutes     int // in UTC, since midnight of the written day; may lie on the day before or after
	second      int
	nanoseconds int
	offset      int
}

func clockOf(s string) (clock, bool) {
	const shape = "00:00:00"
	if len(s) < len(shape) || !matchesShape(s, shape) {
		return clock{}, false
	}
	hour, minute, second := number(s[:2]), number(s[3:5]), number(s[6:8])
	if hour > 23 || minute > 59 || second > 60 {
		return clock{}, false
	}
	nanoseconds, rest, ok := fraction(s[len(shape):])
	if !ok {
		return clock{}, false
	}
	offset, ok := zoneOffset(rest)
	minutes := hour*60 + minute - offset
	if second == 60 && (minutes+1)%minutesPerDay != 0 {
		return clock{}, false // a leap second ends a day in UTC
	}
	return clock{minutes, second, nanoseconds, offset}, ok
}

// matchesShape reports whether s has digits where shape has zeros and equals shape elsewhere. s must not be shorter than shape.
func matchesShape(s, shape string) bool {
	for i := range len(shape) {
		if shape[i] == '0' && s[i]-'0' > 9 || shape[i] != '0' && s[i] != shape[i] {
			return false
		}
	}
	return true
}

// number parses digits that matchesShape has checked.
func number(digits string) int {
	n := 0
	for _, c := range []byte(digits) {
		n = n*10 + int(c-'0')
	}
	return n
}

// fraction parses the optional fraction of a second.
func fraction(s string) (nanoseconds int, rest string, ok bool) {
	if !strings.HasPrefix(s, ".") {
		return 0, s, true
	}
	end := skipDigits(s, 1)
	for i, unit := 1, 100_000_000; i < end && unit > 0; i, unit = i+1, unit/10 {
		nanoseconds += int(s[i]-'0') * unit
	}
	return nanoseconds, s[end:], end > 1
}

// zoneOffset parses Z or an offset and returns minutes.
func zoneOffset(s string) (int, bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	const shape = "+00:00"
	if len(s) != len(shape) || s[0] != '+' && s[0] != '-' || !matchesShape(s[1:], shape[1:]) {
		return 0, false
	}
	hours, minutes := number(s[1:3]), number(s[4:])
	if hours > 23 || minutes > 59 {
		return 0, false
	}
	if s[0] == '-' {
		return -hours*60 - minutes, true
	}
	return hours*60 + minutes, true
}

func isLeap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysIn(year, month int) int {
	switch month {
	case 2:
		if isLeap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysBefore returns the number of days from 1970-01-01 to the first of a month. Years start in March here, so that the leap day is
// the last day.
func daysBefore(year, month int) int {
	if month <= 2 {
		year--
		month += 12
	}
	const toEpoch = 719468 // days from 0000-03-01 to 1970-01-01
	return 365*year + floorDiv(year, 4) - floorDiv(year, 100) + floorDiv(year, 400) + (153*(month-3)+2)/5 - toEpoch
}

func floorDiv(a, b int) int {
	if a < 0 {
		return (a+1)/b - 1
	}
	return a / b
}
