package link

import (
	"regexp"
	"strings"
)

// compact returns a private declaration without the comments on lines of their own: they explain the code to whoever changes it in
// templates/. TypeScript's functions of one statement are on one line, if they fit.
func compact(s string, python bool) string {
	if python {
		return stub.ReplaceAllString(withoutDocstrings(withoutComments(s, true)), ": ...\n")
	}
	return oneLiners(withoutComments(s, false))
}

// stub matches the end of a signature and a body without a docstring, which ruff writes in the same line.
var stub = regexp.MustCompile(`:\n +\.\.\.\n`)

// withoutComments removes the comments that have lines of their own, except those for tools.
func withoutComments(s string, python bool) string {
	var b strings.Builder
	at := 0
	for _, t := range tokensOf(s, python) {
		if t.kind != remark || strings.Contains(s[t.start:t.end], "@__PURE__") || strings.Contains(s[t.start:t.end], "noqa") {
			continue
		}
		begin := strings.LastIndexByte(s[:t.start], '\n') + 1
		end := t.end
		if next := strings.IndexByte(s[end:], '\n'); next >= 0 && strings.TrimSpace(s[end:end+next]) == "" {
			end += next + 1
		} else if next >= 0 {
			continue
		}
		if strings.TrimSpace(s[begin:t.start]) == "" && begin >= at {
			b.WriteString(s[at:begin])
			at = end
		}
	}
	b.WriteString(s[at:])
	return b.String()
}

var docstring = regexp.MustCompile(`(?ms)^ *r?""".*?"""\n+`)

// withoutDocstrings removes docstrings, except where nothing else would be left.
func withoutDocstrings(s string) string {
	var b strings.Builder
	at := 0
	for _, i := range docstring.FindAllStringIndex(s, -1) {
		before := strings.TrimRight(s[:i[0]], "\n")
		line := s[i[0]:i[1]]
		indent := len(line) - len(strings.TrimLeft(line, " "))
		next := s[i[1]:]
		if nextIndent := len(next) - len(strings.TrimLeft(next, " ")); strings.HasSuffix(before, ":") && (next == "" || nextIndent < indent) {
			continue
		}
		b.WriteString(s[at:i[0]])
		at = i[1]
		if gap := strings.Count(line, "\n") - strings.Count(strings.TrimRight(line, "\n"), "\n"); gap > 1 && !strings.HasSuffix(before, ":") {
			b.WriteString(strings.Repeat("\n", gap-1))
		}
	}
	b.WriteString(s[at:])
	return b.String()
}

var tsFunction = regexp.MustCompile(`(?m)^((?:export )?function .*\{)\n  (.*;)\n\}\n`)

func oneLiners(s string) string {
	return tsFunction.ReplaceAllStringFunc(s, func(whole string) string {
		m := tsFunction.FindStringSubmatch(whole)
		if line := m[1] + " " + m[2] + " }\n"; len(line) <= 121 {
			return line
		}
		return whole
	})
}
