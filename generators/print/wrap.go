package print

import "strings"

// Wrap breaks a line at spaces; it does not break long words. Later lines have the same indentation and start below the text of a list
// item.
func Wrap(line string, width int) []string {
	if Columns(line) <= width {
		return []string{line}
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	later := indent
	if text := line[len(indent):]; strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "- ") {
		later += "  "
	}
	var lines []string
	current, isEmpty := indent, true
	for _, word := range strings.Fields(line) {
		if !isEmpty && Columns(current)+1+Columns(word) > width {
			lines = append(lines, current)
			current, isEmpty = later, true
		}
		if !isEmpty {
			current += " "
		}
		current, isEmpty = current+word, false
	}
	return append(lines, current)
}
