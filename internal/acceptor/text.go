package acceptor

import (
	"time"
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
	two := func(i int) int { return int(s[i]-'0')*10 + int(s[i+1]-'0') }
	year, month, day := two(0)*100+two(2), two(5), two(8)
	hour, minute, second := two(11), two(14), two(17)
	at := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	// A day that a month lacks is one of the next month.
	if year < 1 || month < 1 || month > 12 || day < 1 || at.Day() != day || hour > 23 || minute > 59 || second > 59 {
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
	offset := 0
	switch {
	case rest == "Z":
	case len(rest) == 6 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':':
		for _, i := range []int{1, 2, 4, 5} {
			if rest[i]-'0' > 9 {
				return value{}, false
			}
		}
		sign := len(s) - len(rest)
		if two(sign+1) > 23 || two(sign+4) > 59 {
			return value{}, false
		}
		offset = two(sign+1)*3600 + two(sign+4)*60
		if rest[0] == '-' {
			offset = -offset
		}
	default:
		return value{}, false
	}
	return value{int: at.Unix() - int64(offset), nanos: int32(nanos)}, true
}
