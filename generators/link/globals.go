package link

import (
	"regexp"
	"slices"
	"strings"
)

// marks are the names that end with a mark, within comments.
var marks = regexp.MustCompile(`\b(\w+)\$`)

// Unhide completes a module of TypeScript whose types hide some globals. A name with a mark is that of the type, or is derived from it; the name alone is
// that of the global.
func Unhide(s string, hidden []string) string {
	var edits []edit
	tokens := tokensOf(s, false)
	for _, t := range tokens {
		token := s[t.start:t.end]
		switch plain, marked := strings.CutSuffix(token, "$"); {
		case t.kind == identifier && marked:
			edits = append(edits, edit{t.start, t.end, plain})
		case t.kind == remark:
			edits = append(edits, edit{t.start, t.end, marks.ReplaceAllStringFunc(token, func(m string) string {
				if name := strings.TrimSuffix(m, "$"); slices.Contains(hidden, name) {
					return name
				}
				return m
			})})
		}
	}
	uses, _ := analyse(s, tokens, 0, len(s), func(string) bool { return false }, false)
	for _, u := range uses {
		if !slices.Contains(hidden, u.name) {
			continue
		}
		global := "globalThis." + u.name
		if u.shorthand {
			global = u.name + ": " + global
		}
		edits = append(edits, edit{u.start, u.end, global})
	}
	return applied(s, 0, edits)
}
