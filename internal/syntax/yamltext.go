package syntax

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/diag"
)

// characters finds text that is not UTF-8, and line breaks that only some YAML readers and editors accept:
// positions after them would be wrong.
func (r *reader) characters(data []byte) bool {
	pos := diag.Pos{File: r.file, Line: 1, Column: 1}
	for len(data) > 0 {
		c, n := utf8.DecodeRune(data)
		data = data[n:]
		switch {
		case c == utf8.RuneError && n == 1:
			r.fail(pos, "not-utf8", "save the file as UTF-8", "the spec is not valid UTF-8")
			return false
		case c == '\r' && (len(data) == 0 || data[0] != '\n') || c == '\u0085' || c == '\u2028' || c == '\u2029':
			help := fmt.Sprintf("end lines with a line feed; write the character as \"\\u%04x\"", c)
			r.fail(pos, "line-break", help, "only some YAML readers end a line at U+%04X", c)
			return false
		case !isPrintable(c):
			r.fail(pos, "yaml", fmt.Sprintf("write \"\\u%04x\" for it", c), "the character U+%04X must be escaped in YAML", c)
			return false
		}
		pos.Column++
		if c == '\n' {
			pos.Line, pos.Column = pos.Line+1, 1
		}
	}
	r.end = pos
	return true
}

// isPrintable reports whether YAML allows a character without an escape.
func isPrintable(c rune) bool {
	return c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c <= '~' || c >= 0xa0 && c != 0xfffe && c != 0xffff
}

// yamlErrors rewords the errors of yaml.v3 for people without knowledge of its grammar. Its parser, unlike its scanner, counts
// lines from 0.
var yamlErrors = []struct {
	text, message, help string
	parser              bool
}{
	{"did not find expected ',' or ']'", "the list that starts with [ here has no closing ], or lacks a comma", "", true},
	{"did not find expected ',' or '}'", "the mapping that starts with { here has no closing }, or lacks a comma", "", true},
	{"did not find expected key", "the next line of this mapping is not a key", "check the indentation, and check for a quote that ends too early", true},
	{"did not find expected '-' indicator", "the next line of this list is not an item", "check the indentation", true},
	{"did not find expected node content", "a value cannot start with this text", "put text with special characters in quotes", true},
	{"did not find expected <document start>", "the spec has text after its end", "", true},
	{"mapping values are not allowed in this context", "a colon is not valid here", "put text that contains \": \" in quotes, or correct the indentation", false},
	{"could not find expected ':'", "a key on or above this line has no colon", "", false},
	{"block sequence entries are not allowed in this context", "a list item is not valid here", "start the list on a line of its own", false},
	{"found character that cannot start any token", "a value cannot start with this character", "put it in quotes", false},
	{"found unexpected end of stream", "the quote that starts here is not closed", "", false},
	{"did not find expected alphabetic or numeric character", "the name of an anchor or alias is missing", "put text that starts with * or & in quotes", false},
	{"found unknown escape character", "the spec has an unknown escape sequence here", "write \\\\ for a backslash, or use single quotes", false},
	{"exceeded max depth", "the spec is nested too deep", "", false},
}

// expressionLine matches a line with the expression of a rule, unless it is a block.
var expressionLine = regexp.MustCompile(`\b` + checkKey + `:\s*[^\s|>]`)

var yamlLine = regexp.MustCompile(`(?s)^yaml: (?:line (\d+): )?(.*)$`)

// yamlError reports an error of yaml.v3, which has a line but no column.
func (r *reader) yamlError(err error, data []byte) {
	text, line, help := err.Error(), 1, ""
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		text = m[2]
		line, _ = strconv.Atoi(m[1]) // 0 where there is none
	}
	for _, e := range yamlErrors {
		if strings.HasPrefix(text, e.text) {
			text, help = e.message, e.help
			if e.parser {
				line++
			}
		}
	}
	line = min(max(line, 1), r.end.Line)
	source := string(bytes.Split(data, []byte("\n"))[line-1])
	indent := source[:len(source)-len(strings.TrimLeft(source, " \t"))]
	if strings.Contains(indent, "\t") {
		text, help = "the indentation has a tab", "indent with spaces"
	} else if expressionLine.MatchString(source) {
		help = asBlock
	}
	r.fail(diag.Pos{File: r.file, Line: line, Column: len(indent) + 1}, "yaml", help, "not YAML: %s", text)
}
