package acceptor

import (
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// matcher returns the test of a pattern. A pattern with few states gets a table for ASCII.
func matcher(re *ir.Regexp) func(string) bool {
	states := re.DFA.States
	if len(states) == 0 || len(states) > 1<<12 {
		return re.Match
	}
	const dead = -1
	table := make([][utf8.RuneSelf]int16, len(states))
	for i, s := range states {
		for c := range table[i] {
			table[i][c] = dead
		}
		for _, e := range s.Edges {
			for c := max(e.Lo, 0); c <= e.Hi && c < utf8.RuneSelf; c++ {
				table[i][c] = int16(e.To)
			}
		}
	}
	return func(s string) bool {
		state := 0
		for i := 0; i < len(s); i++ {
			if states[state].Final {
				return true
			}
			c := s[i]
			if c >= utf8.RuneSelf {
				return re.Match(s)
			}
			next := table[state][c]
			if next == dead {
				return false
			}
			state = int(next)
		}
		return states[state].Final || states[state].Accept
	}
}

// instant reads the usual date-times: of UTC or with an offset, a second below 60, and at most nine digits of a fraction. Of others it reports false.
func instant(s string) (value, bool) {
	const shape = "0000-00-00T00:00:00"
	if len(s) < len(shape)+1 {
		return value{}, false
	}
	for i := range len(shape) {
		if shape[i] == '0' && s[i]-'0' > 9 || shape[i] != '0' && s[i] != shape[i] {
			return value{}, false
		}
	}
	two := func(i int) int64 { return int64(s[i]-'0')*10 + int64(s[i+1]-'0') }
	year, month, day := two(0)*100+two(2), two(5), two(8)
	hour, minute, second := two(11), two(14), two(17)
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59 {
		return value{}, false
	}
	rest, nanos := s[len(shape):], int64(0)
	if rest[0] == '.' {
		i := 1
		for ; i < len(rest) && rest[i]-'0' <= 9 && i <= 9; i++ {
			nanos = nanos*10 + int64(rest[i]-'0')
		}
		for digits := i - 1; digits < 9; digits++ {
			nanos *= 10
		}
		if i == 1 || i == len(rest) {
			return value{}, false
		}
		rest = rest[i:]
	}
	offset := int64(0)
	switch {
	case rest == "Z":
	case len(rest) == 6 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':':
		for _, i := range []int{1, 2, 4, 5} {
			if rest[i]-'0' > 9 {
				return value{}, false
			}
		}
		at := len(s) - 6
		if two(at+1) > 23 || two(at+4) > 59 {
			return value{}, false
		}
		offset = two(at+1)*3600 + two(at+4)*60
		if rest[0] == '-' {
			offset = -offset
		}
	default:
		return value{}, false
	}
	return value{int: days(year, month, day)*86400 + hour*3600 + minute*60 + second - offset, nanos: int32(nanos)}, true
}

func daysIn(year, month int64) int64 {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// days counts the days from 1970-01-01 to a date of the Gregorian calendar. March begins the year, so that the odd day is its last.
func days(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := year / 400
	ofEra := year % 400
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + (153*(month-3)+2)/5 + day - 1 - 719468
}
