package wire

import "strings"

// IsIPv4 reports whether s is an IPv4 address as in RFC 2673. Leading zeros are allowed, as in JSON-Schema-Test-Suite.
func IsIPv4(s string) bool { return isDottedQuad(s, true) }

func isDottedQuad(s string, leadingZeros bool) bool {
	for part := range 4 {
		if part > 0 {
			if s == "" || s[0] != '.' {
				return false
			}
			s = s[1:]
		}
		end := skipDigits(s, 0)
		if end == 0 || end > 3 || number(s[:end]) > 255 || !leadingZeros && end > 1 && s[0] == '0' {
			return false
		}
		s = s[end:]
	}
	return s == ""
}

// IsIPv6 reports whether s is an IPv6 address of RFC 4291, without zone or prefix length. A trailing IPv4 part has no leading zeros,
// as in RFC 3986.
func IsIPv6(s string) bool {
	groups, gap, ok := countGroups(s, false)
	return ok && (gap && groups < 8 || !gap && groups == 8)
}

// isEmailIPv6 is IsIPv6 by RFC 5321: "::" replaces at least two groups, and a trailing IPv4 part may have leading zeros.
func isEmailIPv6(s string) bool {
	groups, gap, ok := countGroups(s, true)
	return ok && (gap && groups < 7 || !gap && groups == 8)
}

// countGroups parses an IPv6 address and returns its number of groups, an IPv4 part counting as two, and whether it has a "::".
func countGroups(s string, leadingZeros bool) (groups int, gap, ok bool) {
	s, gap = strings.CutPrefix(s, "::")
	for s != "" {
		end := 0
		for end < len(s) && end <= 4 && isHexDigit(s[end]) {
			end++
		}
		if end == 0 || end > 4 {
			return 0, false, false
		}
		if end == len(s) {
			return groups + 1, gap, true
		}
		if s[end] == '.' {
			return groups + 2, gap, isDottedQuad(s, leadingZeros)
		}
		groups++
		if s, ok = strings.CutPrefix(s[end:], ":"); !ok || s == "" {
			return 0, false, false
		}
		if s[0] == ':' {
			if gap {
				return 0, false, false
			}
			gap, s = true, s[1:]
		}
	}
	return groups, gap, true
}
