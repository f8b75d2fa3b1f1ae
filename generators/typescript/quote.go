package typescript

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/jsontext"
)

// quote writes a string literal, in the quotes that need fewer escapes.
func quote(s string) string {
	if strings.Contains(s, `"`) && !strings.Contains(s, "'") {
		var parts []string
		for _, part := range strings.Split(s, `"`) {
			parts = append(parts, escape(part))
		}
		return "'" + strings.Join(parts, `"`) + "'"
	}
	return `"` + escape(s) + `"`
}

// escape writes the text between double quotes. JSON's escapes are JavaScript's, and JSON's encoder escapes U+2028
// and U+2029 as well, which end a line in older engines.
func escape(s string) string {
	quoted := jsontext.Of(s)
	return quoted[1 : len(quoted)-1]
}

// number writes a number literal as JavaScript itself would print the number.
func number(f float64) string {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err) // ir contains finite numbers only
	}
	return string(b)
}

// bigint writes an integer of 64 bits. A literal with the suffix n needs a target that many projects do not have.
func bigint(digits string) string { return "BigInt(" + quote(digits) + ")" }

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// propertyName writes the name of a member in an interface.
func propertyName(s string) string {
	if identifier.MatchString(s) {
		return s
	}
	return quote(s)
}

// keyOfLiteral writes the name of a member in an object literal, where a plain __proto__ would set the prototype.
func keyOfLiteral(s string) string {
	if s == "__proto__" {
		return "[" + quote(s) + "]"
	}
	return propertyName(s)
}

// regexpLiteral writes a pattern between slashes.
func regexpLiteral(pattern string) string {
	if pattern == "" {
		return "/(?:)/u" // two slashes would begin a comment
	}
	var b strings.Builder
	escaped := false
	for _, r := range pattern {
		switch {
		case escaped:
			b.WriteRune(r)
		case r == '/':
			b.WriteString(`\/`)
		case r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			b.WriteString(`\u` + strconv.FormatInt(0x10000+int64(r), 16)[1:]) // would end the literal
		default:
			b.WriteRune(r)
		}
		escaped = !escaped && r == '\\'
	}
	return "/" + b.String() + "/u"
}

// place writes a JSON Pointer step for a name that is known.
func place(name string) string { return quote(pointer([]string{name})) }

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// pointer is the JSON Pointer of member names.
func pointer(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("/" + pointerEscaper.Replace(name))
	}
	return b.String()
}

// comment writes a doc comment of paragraphs and, unless it is "", a tag, each line after the given indentation. Every
// paragraph stays in the comment, and none of its words becomes a tag.
func comment(indent, tag string, paragraphs ...string) string {
	var lines []string
	for _, p := range paragraphs {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		for _, line := range lineBreak.Split(inert(p), -1) {
			lines = append(lines, print.Wrap(strings.TrimSpace(line), commentWidth-len(indent))...)
		}
	}
	if tag != "" && len(lines) > 0 {
		lines = append(lines, "")
	}
	if tag != "" {
		lines = append(lines, tag)
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return indent + "/** " + lines[0] + " */\n"
	}
	var b strings.Builder
	b.WriteString(indent + "/**\n")
	for _, line := range lines {
		b.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	b.WriteString(indent + " */\n")
	return b.String()
}

const commentWidth = 110

var (
	lineBreak = regexp.MustCompile("\r\n|[\n\r\u2028\u2029]")
	tagSign   = regexp.MustCompile(`(^|[\s{])@`)
)

// inert keeps text from ending the comment that contains it and from being read as a tag or compiler directive.
func inert(s string) string {
	return tagSign.ReplaceAllString(strings.ReplaceAll(s, "*/", `*\/`), `$1\@`)
}
