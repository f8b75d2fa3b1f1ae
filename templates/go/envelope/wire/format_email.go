package wire

import "strings"

// IsHostname reports whether s is a host name of RFC 1123: labels of letters, digits and inner hyphens within the length limits of
// DNS, not in dotted-decimal form. A-labels (xn--) are not decoded, which would require the IDNA tables.
func IsHostname(s string) bool {
	const longest = 253
	return len(s) <= longest && isDomain(s) && !isDottedDecimal(s)
}

func isDomain(s string) bool {
	for {
		label, rest, more := strings.Cut(s, ".")
		if !isLabel(label) {
			return false
		}
		if !more {
			return true
		}
		s = rest
	}
}

func isLabel(s string) bool {
	const longest = 63
	return len(s) <= longest && endsInLetterOrDigit(s) && s[0] != '-'
}

// endsInLetterOrDigit reports whether s consists of letters, digits and hyphens and ends with no hyphen: Ldh-str in RFC 5321.
func endsInLetterOrDigit(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) && s[i] != '-' {
			return false
		}
	}
	return s != "" && s[len(s)-1] != '-'
}

// isDottedDecimal reports whether a domain consists of four decimal numbers of any size.
func isDottedDecimal(domain string) bool {
	return strings.Count(domain, ".") == 3 && strings.Trim(domain, "0123456789.") == ""
}

// IsEmail reports whether s is a Mailbox of RFC 5321, within the limits of section 4.5.3.1.
func IsEmail(s string) bool {
	const longestLocalPart, longestDomain = 64, 255
	at := localPartEnd(s)
	if at <= 0 || at > longestLocalPart || at == len(s) || s[at] != '@' {
		return false
	}
	domain := s[at+1:]
	if len(domain) > longestDomain {
		return false
	}
	if literal, bracket := strings.CutPrefix(domain, "["); bracket {
		literal, bracket = strings.CutSuffix(literal, "]")
		return bracket && isAddressLiteral(literal)
	}
	return isDomain(domain)
}

// localPartEnd returns the end of the local part, 0 if there is none.
func localPartEnd(s string) int {
	if strings.HasPrefix(s, `"`) {
		return quotedEnd(s)
	}
	i := 0
	for {
		start := i
		for i < len(s) && isAtomText(s[i]) {
			i++
		}
		if i == start {
			return 0
		}
		if i == len(s) || s[i] != '.' {
			return i
		}
		i++
	}
}

func isAtomText(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) >= 0
}

// quotedEnd returns the end of the quoted string at the start, 0 if it is unterminated.
func quotedEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c < ' ' || c > '~':
			return 0
		case c == '\\':
			i++
			if i == len(s) || s[i] < ' ' || s[i] > '~' {
				return 0
			}
		}
	}
	return 0
}

// isAddressLiteral reports whether s is the content of an address literal: IPv4, tagged IPv6, or a General-address-literal. Its tag is
// not checked against the registry.
func isAddressLiteral(s string) bool {
	tag, content, tagged := strings.Cut(s, ":")
	switch {
	case !tagged:
		return isDottedQuad(s, true)
	case strings.EqualFold(tag, "IPv6"):
		return isEmailIPv6(content)
	}
	for i := range len(content) {
		if c := content[i]; c <= ' ' || c > '~' || '[' <= c && c <= ']' {
			return false
		}
	}
	return content != "" && endsInLetterOrDigit(tag)
}
