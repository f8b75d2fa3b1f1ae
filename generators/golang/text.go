package golang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// width is the maximum width of comments.
const width = 100

// oneLine converts any text to text for a line comment that is not an old build constraint.
func oneLine(s string) string {
	s = strings.ReplaceAll(s, "+build", "+ build")
	for _, r := range s {
		if !unicode.IsPrint(r) {
			quoted := strconv.Quote(s)
			return quoted[1 : len(quoted)-1]
		}
	}
	return s
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")

// comment returns any text as line comments, wrapped, with its own line breaks.
func comment(text string) []string {
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(lineBreaks.Replace(text), "\n"), "\n") {
		line = oneLine(strings.ReplaceAll(strings.TrimRight(line, " \t"), "\t", "    "))
		parts := []string{line}
		if !strings.HasPrefix(line, " ") { // Go documentation formats indented lines
			parts = print.Wrap(line, width)
		}
		for _, part := range parts {
			lines = append(lines, strings.TrimRight("// "+part, " "))
		}
	}
	return lines
}

// commented adds a comment of one or more paragraphs before code.
func commented(code jen.Code, paragraphs ...string) *jen.Statement {
	s := &jen.Statement{}
	for _, line := range paragraphLines(paragraphs) {
		s.Comment(line).Line()
	}
	return s.Add(code)
}

// paragraphLines returns paragraphs as line comments. It omits empty paragraphs.
func paragraphLines(paragraphs []string) (lines []string) {
	for _, p := range paragraphs {
		if p == "" {
			continue
		}
		if lines != nil {
			lines = append(lines, "//")
		}
		lines = append(lines, comment(p)...)
	}
	return lines
}

// docParagraphs returns the texts of the spec about a declaration.
func docParagraphs(d ir.Doc) []string {
	deprecated := ""
	if d.Deprecated {
		deprecated = "Deprecated: the spec advises against its use."
	}
	return []string{d.Text, plan.Notes(d, func(value string) string { return value }), sourceOf(d), deprecated}
}

// alternatives joins a list as in English.
func alternatives(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// stop ends a sentence.
func stop(s string) string {
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// unexported changes the start of a name to lower case, initialisms as a whole: idSet, urlPath.
func unexported(name string) string {
	r := []rune(name)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

// exported changes the first letter of a name to upper case.
func exported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// onePerLine prints the items of a composite literal, including the braces.
func onePerLine(items []jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// fitting declares a variable on one line if it fits, and else with one item of its composite literal a line.
func fitting(name string, typ *jen.Statement, items []jen.Code) jen.Code {
	head := func() *jen.Statement { return jen.Var().Id(name).Op("=").Add(typ) }
	line := head().Values(items...)
	if text := fmt.Sprintf("%#v", line); len(text) > width || strings.Contains(text, "\n") {
		return head().Add(onePerLine(items))
	}
	return line
}

// inLines joins items to lines, each with the given number of items.
func inLines(items []jen.Code, each int) []jen.Code {
	var lines []jen.Code
	for chunk := range slices.Chunk(items, each) {
		lines = append(lines, jen.List(chunk...))
	}
	return lines
}

// chunked breaks a long list of cases into lines.
func chunked(items []jen.Code) []jen.Code {
	const each = 8
	lines := inLines(items, each)
	for i := 1; i < len(lines); i++ {
		lines[i] = jen.Line().Add(lines[i])
	}
	return lines
}

// placeName returns an unexported identifier for a location.
func placeName(place string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(place, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(exported(word))
	}
	if name := b.String(); name != "" && unicode.IsLetter([]rune(name)[0]) {
		return unexported(name)
	}
	return "x" + b.String()
}

// isHelper reports whether the name is available for a function that builders call.
func isHelper(name string) bool {
	return slices.ContainsFunc([]string{"build", "fill", "store", "shorten"}, func(verb string) bool { return strings.HasPrefix(name, verb) })
}
