package link

import (
	"slices"
	"strings"
)

// statements splits a file into its top-level statements, each with the comments before it. A statement begins in the first column, outside
// of brackets and strings.
func statements(s string, tokens []lexeme, continues func(line string) bool) []string {
	inside := make(map[int]bool) // the beginnings of lines within a token or brackets
	mark := func(from, to int) {
		for i := from; i < to; i++ {
			if s[i] == '\n' {
				inside[i+1] = true
			}
		}
	}
	depth, opened := 0, 0
	for _, t := range tokens {
		switch t.kind {
		case text, remark:
			mark(t.start, t.end-btoi(strings.HasSuffix(s[t.start:t.end], "\n")))
		case '{', '(', '[':
			if depth == 0 {
				opened = t.start
			}
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				mark(opened, t.start)
			}
		}
	}
	var list []string
	begin, started := 0, false // started: the statement has more than comments
	for at := 0; at < len(s); {
		end := at + strings.IndexByte(s[at:], '\n') + 1
		if end == at {
			end = len(s)
		}
		line := s[at:end]
		fresh := !inside[at] && line != "\n" && line[0] != ' ' && !strings.ContainsRune(")]}>|", rune(line[0]))
		comment := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*")
		if fresh && started && !continues(line) {
			list, begin, started = append(list, s[begin:at]), at, false
		}
		if fresh && !comment {
			started = !strings.HasPrefix(line, "@") || started
		}
		at = end
	}
	return append(list, s[begin:])
}

// analyse returns the identifiers of a part of a text that the scope may declare, and the names that it selects.
func analyse(s string, tokens []lexeme, from, to int, isSpace func(string) bool, python bool) (uses []use, selects []string) {
	var brackets []byte
	var shadows []shadow
	if python {
		shadows = shadowsIn(s, tokens)
	}
	tokens = slices.DeleteFunc(slices.Clone(tokens), func(t lexeme) bool { return t.kind == remark }) // a comment is no neighbour
	name := func(i int) string { return s[tokens[i].start:tokens[i].end] }
	kind := func(i int) byte {
		if i < 0 || i >= len(tokens) {
			return 0
		}
		return tokens[i].kind
	}
	for i, t := range tokens {
		if t.start < from || t.end > to {
			continue
		}
		switch t.kind {
		case '{', '(', '[':
			brackets = append(brackets, t.kind)
		case '}', ')', ']':
			brackets = brackets[:max(0, len(brackets)-1)]
		}
		if t.kind != identifier {
			continue
		}
		before, after := kind(i-1), kind(i+1)
		if before == '.' && !(kind(i-2) == '.' && kind(i-3) == '.') {
			if kind(i-2) == identifier && kind(i-3) != '.' && isSpace(name(i-2)) {
				uses = append(uses, use{tokens[i-2].start, t.end, name(i), name(i - 2), false})
			} else {
				selects = append(selects, name(i))
			}
			continue
		}
		if after == '.' && isSpace(name(i)) {
			continue
		}
		u := use{start: t.start, end: t.end, name: name(i)}
		if python && (pyKey(s, t, brackets, name, kind, i) || shadowed(shadows, t, u.name)) {
			continue
		}
		if !python {
			if isKey(before, after, kind(i+2), i > 0 && kind(i-1) == identifier && name(i-1) == "readonly") {
				continue
			}
			u.shorthand = len(brackets) > 0 && brackets[len(brackets)-1] == '{' && (before == '{' || before == ',') && (after == ',' || after == '}')
		}
		uses = append(uses, u)
	}
	return uses, selects
}

// isKey reports whether an identifier is the name of a member or parameter, by its neighbours.
func isKey(before, after, next byte, readonly bool) bool {
	named := after == ':' || after == '?' && next == ':'
	return named && (strings.ContainsRune("{,(;", rune(before)) || readonly)
}
