package wire

import "strings"

// IsURI reports whether s is a URI of RFC 3986. Scheme-specific rules are not checked.
func IsURI(s string) bool {
	colon := schemeEnd(s)
	return colon > 0 && isHierarchy(s[colon+1:])
}

// IsURIReference reports whether s is a URI or a relative reference of RFC 3986.
func IsURIReference(s string) bool {
	if colon := schemeEnd(s); colon > 0 {
		return isHierarchy(s[colon+1:])
	}
	if i := strings.IndexAny(s, ":/?#"); i >= 0 && s[i] == ':' {
		return false // the first segment would be a scheme
	}
	return isHierarchy(s)
}

// schemeEnd returns the index of the colon after a scheme, 0 if there is none.
func schemeEnd(s string) int {
	for i := range len(s) {
		switch c := s[i]; {
		case isLetter(c), i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// isHierarchy reports whether s is valid after a scheme: authority, path, query and fragment.
func isHierarchy(s string) bool {
	if authority, found := strings.CutPrefix(s, "//"); found {
		end := strings.IndexAny(authority, "/?#")
		if end < 0 {
			end = len(authority)
		}
		if !isAuthority(authority[:end]) {
			return false
		}
		s = authority[end:]
	}
	i := skipURI(s, 0, isPathByte)
	for _, mark := range []byte("?#") {
		if i < len(s) && s[i] == mark {
			i = skipURI(s, i+1, isQueryByte)
		}
	}
	return i == len(s)
}

func isAuthority(s string) bool {
	if user, rest, found := strings.Cut(s, "@"); found {
		if skipURI(user, 0, isUserByte) < len(user) {
			return false
		}
		s = rest
	}
	if literal, bracket := strings.CutPrefix(s, "["); bracket {
		address, port, closed := strings.Cut(literal, "]")
		return closed && (IsIPv6(address) || isFutureAddress(address)) && isPort(port)
	}
	return isPort(s[skipURI(s, 0, isNameByte):])
}

func isPort(s string) bool { return s == "" || s[0] == ':' && skipDigits(s, 1) == len(s) }

// isFutureAddress reports whether s is an IPvFuture of RFC 3986.
func isFutureAddress(s string) bool {
	version, address, found := strings.Cut(s, ".")
	if !found || len(version) < 2 || version[0]|0x20 != 'v' || address == "" {
		return false
	}
	for i := 1; i < len(version); i++ {
		if !isHexDigit(version[i]) {
			return false
		}
	}
	for i := range len(address) {
		if !isUserByte(address[i]) {
			return false
		}
	}
	return true
}

// skipURI skips bytes of a set and percent-encoded bytes.
func skipURI(s string, i int, set func(byte) bool) int {
	for i < len(s) {
		switch {
		case set(s[i]):
			i++
		case s[i] == '%' && i+2 < len(s) && isHexDigit(s[i+1]) && isHexDigit(s[i+2]):
			i += 3
		default:
			return i
		}
	}
	return i
}

// isNameByte reports whether c is allowed unencoded in a host name: unreserved and sub-delims.
func isNameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("-._~!$&'()*+,;=", c) >= 0
}

func isUserByte(c byte) bool  { return isNameByte(c) || c == ':' }
func isPathByte(c byte) bool  { return isUserByte(c) || c == '@' || c == '/' }
func isQueryByte(c byte) bool { return isPathByte(c) || c == '?' }
