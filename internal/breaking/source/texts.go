package source

import "strings"

// union splits the normal form of a type at the bars between its branches. A function or a condition is one branch.
func union(text string) typ {
	parts := split(text, '|')
	for _, part := range parts {
		if inner, whole := bracketed(part); whole && len(split(inner, '|')) > 1 {
			return typ{flat(parts)}
		}
		if hasWord(part, "=>") || hasWord(part, "?") {
			return one(text)
		}
	}
	return typ{parts}
}

// flat also splits the branches that are unions in parentheses.
func flat(parts []string) []string {
	var list []string
	for _, part := range parts {
		if inner, whole := bracketed(part); whole {
			list = append(list, union(inner).any...)
		} else {
			list = append(list, part)
		}
	}
	return list
}

// bracketed returns the inside of a text in parentheses.
func bracketed(text string) (inner string, whole bool) {
	if !strings.HasPrefix(text, "(") || closing(text, 0) != len(text)-1 {
		return text, false
	}
	return strings.TrimSpace(text[1 : len(text)-1]), true
}

// hasWord reports whether a word is outside of all brackets.
func hasWord(text, word string) bool {
	found := false
	outside(text, func(i int) { found = found || strings.HasPrefix(text[i:], word) })
	return found
}

// split cuts a text at a separator outside of brackets and quotes. An empty part is left out.
func split(text string, separator byte) []string {
	var parts []string
	from := 0
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	outside(text, func(i int) {
		if text[i] == separator {
			add(text[from:i])
			from = i + 1
		}
	})
	add(text[from:])
	return parts
}

// arguments splits an instance of a generic type, such as Codec<A, B> or Codec[A, B]. The head is "" for anything else.
func arguments(text string) (head string, list []string) {
	start := strings.IndexAny(text, "<[")
	if start <= 0 || strings.ContainsAny(text[:start], "\"'|({ ") || closing(text, start) != len(text)-1 {
		return "", nil
	}
	return text[:start], split(text[start+1:len(text)-1], ',')
}

const opening, ending = "([{<", ")]}>"

// outside visits each place of a text that is in no brackets and no quotes.
func outside(text string, visit func(i int)) {
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '=' && strings.HasPrefix(text[i:], "=>"):
			visit(i)
			i++
		case ch == '"' || ch == '\'' || ch == '`':
			i = quoted(text, i)
		case strings.IndexByte(opening, ch) >= 0:
			i = closing(text, i)
		default:
			visit(i)
		}
	}
}

// closing is the place of the bracket that ends the one at a place, or the end of the text.
func closing(text string, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '=' && strings.HasPrefix(text[i:], "=>"):
			i++
		case ch == '"' || ch == '\'' || ch == '`':
			i = quoted(text, i)
		case strings.IndexByte(opening, ch) >= 0:
			depth++
		case strings.IndexByte(ending, ch) >= 0:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// quoted is the place of the quote that ends the one at a place, or the end of the text.
func quoted(text string, at int) int {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[at]:
			return i
		}
	}
	return len(text)
}
