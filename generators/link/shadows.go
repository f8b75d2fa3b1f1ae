package link

import (
	"regexp"
	"strings"
)

// shadow is a part of a text in which a name is that of a parameter.
type shadow struct {
	name     string
	from, to int
}

var pyFunction = regexp.MustCompile(`(?m)^( *)(?:async )?def \w+\(`)

// shadowsIn returns the parameters of all functions of a Python declaration, each with the range of its function.
func shadowsIn(s string, tokens []lexeme) []shadow {
	var list []shadow
	for _, f := range pyFunction.FindAllStringSubmatchIndex(s, -1) {
		indent, open := f[3]-f[2], f[1]-1
		end, depth := open, 0
		var names []string
		before, last := byte(0), byte(0)
		for _, t := range tokens {
			if t.start < open {
				continue
			}
			switch t.kind {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case identifier:
				if depth == 1 && (last == '(' || last == ',' || last == '*' && (before == '(' || before == ',')) {
					names = append(names, s[t.start:t.end])
				}
			}
			if t.kind != remark {
				before, last = last, t.kind
			}
			if depth == 0 {
				end = t.end
				break
			}
		}
		to := blockEnd(s, end, indent)
		for _, name := range names {
			list = append(list, shadow{name, open, to})
		}
	}
	return list
}

// blockEnd returns the end of the lines that are indented more than a function.
func blockEnd(s string, at, indent int) int {
	next := strings.IndexByte(s[at:], '\n')
	if next < 0 {
		return len(s)
	}
	at += next + 1
	for at < len(s) {
		line, _, _ := strings.Cut(s[at:], "\n")
		if bare := strings.TrimLeft(line, " "); bare != "" && len(line)-len(bare) <= indent {
			break
		}
		at = min(len(s), at+len(line)+1)
	}
	return at
}

func shadowed(list []shadow, t lexeme, name string) bool {
	for _, sh := range list {
		if sh.name == name && sh.from <= t.start && t.end <= sh.to {
			return true
		}
	}
	return false
}

// pyKey reports whether an identifier is the name of a method, an attribute of a class or a keyword of a call.
func pyKey(s string, t lexeme, brackets []byte, name func(int) string, kind func(int) byte, i int) bool {
	before, after := kind(i-1), kind(i+1)
	begin := strings.LastIndexByte(s[:t.start], '\n') + 1
	indent := s[begin:t.start]
	switch {
	case before == identifier && name(i-1) == "def":
		return s[begin] == ' '
	case len(brackets) == 0:
		return strings.HasPrefix(s, "class ") && indent == "    " && (after == ':' || after == '=')
	}
	return brackets[len(brackets)-1] == '(' && after == '=' && kind(i+2) != '=' && (before == '(' || before == ',')
}
