package golang

import (
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

// width is where comments wrap.
const width = 100

// oneLine spells any text so that it can stand inside a line comment, and is no build constraint of old there.
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

// comment spells any text as line comments, wrapped, with its own line breaks kept.
func comment(text string) []string {
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(lineBreaks.Replace(text), "\n"), "\n") {
		line = oneLine(strings.ReplaceAll(strings.TrimRight(line, " \t"), "\t", "    "))
		parts := []string{line}
		if !strings.HasPrefix(line, " ") { // an indented line is taken for layout
			parts = print.Wrap(line, width)
		}
		for _, part := range parts {
			lines = append(lines, strings.TrimRight("// "+part, " "))
		}
	}
	return lines
}

// commented puts a comment of one or more paragraphs in front of code.
func commented(code jen.Code, paragraphs ...string) *jen.Statement {
	s := &jen.Statement{}
	for _, line := range paragraphLines(paragraphs) {
		s.Comment(line).Line()
	}
	return s.Add(code)
}

// paragraphLines spells paragraphs as line comments. Empty paragraphs are left out.
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

// docParagraphs are what the spec says about something, in words.
func docParagraphs(d ir.Doc) []string {
	deprecated := ""
	if d.Deprecated {
		deprecated = "Deprecated: the spec advises against its use."
	}
	return []string{d.Text, plan.Notes(d, func(value string) string { return value }), sourceOf(d), deprecated}
}

// alternatives joins a list as English does.
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

// unexported makes a name begin with a small letter, initialisms as a whole: idSet, urlPath.
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

// exported makes a name begin with a capital letter.
func exported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// onePerLine spells the items of a composite literal, the braces included.
func onePerLine(items []jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// inLines joins items to lines of so many each.
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

// placeName makes an unexported identifier of a place.
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

// isHelper reports whether a function that builders call may have a name.
func isHelper(name string) bool {
	return slices.ContainsFunc([]string{"build", "fill", "store", "shorten"}, func(verb string) bool { return strings.HasPrefix(name, verb) })
}
