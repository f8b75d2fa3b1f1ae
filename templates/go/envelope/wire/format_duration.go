package wire

import "strings"

// IsDuration reports whether s is a duration of RFC 3339, appendix A: P and units in descending order without gaps, or weeks alone.
// Letters may be lower case, as in the whole grammar.
func IsDuration(s string) bool {
	if s == "" || s[0]|0x20 != 'p' {
		return false
	}
	if end := skipUnits(s, 1, "w"); end > 1 {
		return end == len(s)
	}
	end := skipUnits(s, 1, "ymd")
	if end == len(s) || s[end]|0x20 != 't' {
		return end == len(s) && end > 1
	}
	start := end + 1
	end = skipUnits(s, start, "hms")
	return end == len(s) && end > start
}

// skipUnits skips numbers with units: any of the units first, then always the next one.
func skipUnits(s string, i int, units string) int {
	for first := true; ; first = false {
		end := skipDigits(s, i)
		if end == i || end == len(s) {
			return i
		}
		unit := strings.IndexByte(units, s[end]|0x20)
		if unit < 0 || unit > 0 && !first {
			return i
		}
		i, units = end+1, units[unit+1:]
	}
}

// IsUUID reports whether s is a UUID of RFC 4122, of any version and variant.
func IsUUID(s string) bool {
	const shape = "00000000-0000-0000-0000-000000000000"
	if len(s) != len(shape) {
		return false
	}
	for i := range len(shape) {
		if shape[i] == '0' && !isHexDigit(s[i]) || shape[i] == '-' && s[i] != '-' {
			return false
		}
	}
	return true
}

// IsJSONPointer reports whether s is a JSON Pointer of RFC 6901, not in URI fragment form.
func IsJSONPointer(s string) bool {
	if s != "" && s[0] != '/' {
		return false
	}
	for {
		_, escape, found := strings.Cut(s, "~")
		if !found {
			return true
		}
		if escape == "" || escape[0] != '0' && escape[0] != '1' {
			return false
		}
		s = escape
	}
}

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

func isDigit(c byte) bool { return c-'0' <= 9 }

func isHexDigit(c byte) bool { return isDigit(c) || c|0x20-'a' < 6 }
