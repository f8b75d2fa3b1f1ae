package wire

import "strings"

// IsRelativeJSONPointer reports whether s is a relative JSON Pointer: a number, an optional shift of an index, and a JSON Pointer or "#".
func IsRelativeJSONPointer(s string) bool {
	end := countEnd(s)
	if end > 0 && end < len(s) && (s[end] == '+' || s[end] == '-') {
		shift := countEnd(s[end+1:])
		if shift == 0 || s[end+1] == '0' {
			return false
		}
		end += 1 + shift
	}
	return end > 0 && (s[end:] == "#" || IsJSONPointer(s[end:]))
}

// countEnd returns the end of a number without leading zeros at the start, 0 if there is none.
func countEnd(s string) int {
	end := 0
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	if end > 1 && s[0] == '0' {
		return 0
	}
	return end
}

// IsURITemplate reports whether s is a URI template of RFC 6570, of any level.
func IsURITemplate(s string) bool {
	for s != "" {
		if s[0] == '{' {
			end := strings.IndexByte(s, '}')
			if end < 0 || !isTemplateExpression(s[1:end]) {
				return false
			}
			s = s[end+1:]
			continue
		}
		if c := s[0]; c <= ' ' || c == 0x7f || strings.IndexByte("\"<>\\^`|}", c) >= 0 || c == '%' && !isEncoded(s) {
			return false
		}
		s = s[1:]
	}
	return true
}

// isEncoded reports whether a text begins with a percent-encoded byte.
func isEncoded(s string) bool {
	return len(s) > 2 && isHexDigit(s[1]) && isHexDigit(s[2])
}

// isTemplateExpression checks the text between braces: an operator, and variables with modifiers.
func isTemplateExpression(s string) bool {
	if s != "" && strings.IndexByte("+#./;?&=,!@|", s[0]) >= 0 {
		s = s[1:]
	}
	for {
		variable, rest, more := strings.Cut(s, ",")
		if !isTemplateVariable(variable) {
			return false
		}
		if !more {
			return true
		}
		s = rest
	}
}

func isTemplateVariable(s string) bool {
	name, length, limited := strings.Cut(s, ":")
	if limited {
		if end := countEnd(length); end == 0 || end != len(length) || end > 4 || length[0] == '0' {
			return false
		}
	} else {
		name = strings.TrimSuffix(name, "*")
	}
	after := byte('.')
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '.' && after != '.':
		case c == '%' && isEncoded(name[i:]):
			i += 2
		case !isLetter(c) && !isDigit(c) && c != '_':
			return false
		}
		after = name[i]
	}
	return after != '.'
}
