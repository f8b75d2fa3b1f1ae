package normative

import (
	"fmt"
	"regexp"
	"strings"
)

// Found is one place of a document that demands something: a word such as MUST, a row of a table, or the list of required
// members of a JSON Schema.
type Found struct {
	Heading string
	Ordinal int // within the section, from 1
	Line    int
	Word    string // the word; "row" or "schema" where it is no word
	Text    string
}

// String names the place.
func (f Found) String() string {
	return fmt.Sprintf("%s %d %s %d", f.Heading, f.Ordinal, f.Word, f.Line)
}

// Find lists what a document demands, in order. The headings name its sections in order; a section reaches to the next one
// of them. Examples are passed over, and so is a section that calls itself informative.
func Find(text string, headings []string) ([]Found, error) {
	f := &finder{headings: headings}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		f.line, f.text, f.after = i+1, strings.TrimRight(line, " \r"), ""
		if i+1 < len(lines) {
			f.after = strings.TrimSpace(lines[i+1])
		}
		f.read(f.text)
	}
	if f.next < len(headings) {
		return nil, fmt.Errorf("no section %q behind %q", headings[f.next], f.heading)
	}
	return f.found, nil
}

type finder struct {
	headings []string
	next     int // of headings
	heading  string
	line     int
	text     string // of the line, whole
	after    string // the line that follows

	fenced, braced, table, flat, informative bool

	ordinal int // so far in the section
	found   []Found
}

var (
	// A heading as a page prints it, with the rest of the line behind it.
	titled = regexp.MustCompile(`^Section titled “([^”]*)”(.*)$`)
	// What stands around the words of a heading in Markdown, or behind the name of a message.
	decoration = regexp.MustCompile(`^#+ | (?:S→C|C→S) v\d+$`)
	separator  = regexp.MustCompile(`^\|[-| ]+\|$`)
	// The header of a table whose cells have lost what parted them.
	flatHeader = regexp.MustCompile(`^Field[A-Z][A-Za-z]+$`)
	words      = regexp.MustCompile(`MUST|SHALL|SHOULD|REQUIRED|RECOMMENDED|\b(?:[Mm]ust|[Rr]equired|should)\b`)
	required   = regexp.MustCompile(`"required"\s*:`)
)

// read looks at a line, or at what is left of it.
func (f *finder) read(line string) {
	switch {
	case strings.HasPrefix(line, "```"):
		f.fenced = !f.fenced
	case f.fenced:
		f.schema(line)
	case f.braced:
		f.inBraces(line)
	case titled.MatchString(line):
		parts := titled.FindStringSubmatch(line)
		f.section(parts[1])
		f.read(parts[2])
	case f.section(decoration.ReplaceAllString(line, "")), strings.HasPrefix(line, "#"):
	case strings.HasPrefix(line, "{"):
		f.braced = strings.Count(line, "{") != strings.Count(line, "}")
		f.schema(line)
	case separator.MatchString(line):
	case separator.MatchString(f.after):
		f.table = true
	case flatHeader.MatchString(line):
		f.table, f.flat = true, true
	case f.table && line != "" && (f.flat || strings.Contains(line, " | ")):
		f.row(line)
	default:
		f.table, f.flat = false, false
		f.prose(line)
	}
}

// section begins a section if that is the next heading.
func (f *finder) section(heading string) bool {
	if f.next == len(f.headings) || heading != f.headings[f.next] {
		return false
	}
	f.next++
	f.heading, f.ordinal, f.informative, f.table, f.flat = heading, 0, false, false, false
	return true
}

// inBraces reads JSON that begins and ends with a brace at the beginning of a line.
func (f *finder) inBraces(line string) {
	rest, ends := strings.CutPrefix(line, "}")
	if !ends {
		f.schema(line)
		return
	}
	f.braced = false
	f.read(strings.TrimSpace(rest))
}

func (f *finder) schema(line string) {
	if required.MatchString(line) {
		f.add("schema")
	}
}

func (f *finder) row(line string) {
	if !f.prose(line) {
		f.add("row")
	}
}

// prose reports whether there are words that demand something.
func (f *finder) prose(line string) bool {
	f.informative = f.informative || strings.Contains(line, "This informative example")
	found := words.FindAllString(line, -1)
	for _, word := range found {
		f.add(word)
	}
	return len(found) > 0
}

func (f *finder) add(word string) {
	if f.informative {
		return
	}
	f.ordinal++
	f.found = append(f.found, Found{Heading: f.heading, Ordinal: f.ordinal, Line: f.line, Word: word, Text: strings.TrimSpace(f.text)})
}
