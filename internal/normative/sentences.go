package normative

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
)

// Sentence is a sentence of a document, a cell of one of its tables, or a line of its examples and schemas. Where the
// document breaks a sentence into lines, each line is one.
type Sentence struct {
	Section int // index of the heading
	Heading string
	Ordinal int // within the section, from 1; 0 is the heading as it is printed
	Line    int
	Text    string
	// Word is the reason why Find regards it as a requirement: a word such as MUST, "cell" or "schema", or "".
	Word string
}

// String names the place.
func (s Sentence) String() string {
	return fmt.Sprintf("%s %d (line %d)", s.Heading, s.Ordinal, s.Line)
}

// Hash identifies sentences that were read; white space does not count.
func Hash(list []Sentence) string {
	var words []string
	for _, s := range list {
		words = append(words, strings.Fields(s.Text)...)
	}
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	return hex.EncodeToString(sum[:4])
}

// Cut splits a document into sentences, in order. The headings name its sections in order, and a section ends at the next heading. A first heading ""
// is for the text before the others. Text without letters and digits is not a sentence.
func Cut(text string, headings []string) ([]Sentence, error) {
	c := &cutter{headings: headings, current: -1}
	if len(headings) > 0 && headings[0] == "" {
		c.current = 0
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		c.line, c.after = i+1, ""
		if i+1 < len(lines) {
			c.after = strings.TrimSpace(lines[i+1])
		}
		c.read(strings.TrimRight(line, " \r"))
	}
	if c.current+1 < len(headings) {
		return nil, fmt.Errorf("no section %q behind %q", headings[c.current+1], c.heading())
	}
	return c.list, nil
}

type cutter struct {
	headings []string
	current  int // of headings
	line     int
	after    string // the line that follows

	fenced, braced, table, flat bool

	ordinal int // so far in the section
	list    []Sentence
}

var (
	// A heading as a page prints it, with the rest of the line behind it.
	titled = regexp.MustCompile(`^Section titled “([^”]*)”(.*)$`)
	// The marks around the words of a heading in Markdown, or after the name of a message.
	decoration = regexp.MustCompile(`^#+ | (?:S→C|C→S) v\d+$`)
	separator  = regexp.MustCompile(`^\|[-| ]+\|$`)
	// The header of a table whose cells have lost their separators.
	flatHeader = regexp.MustCompile(`^Field[A-Z][A-Za-z]+$`)
	// The end of a sentence with its closing marks, and the start of the next one.
	sentenceEnd = regexp.MustCompile("[.!?][\"”’)`*]* +[A-Z0-9\"“`(<*{-]")
	numbering   = regexp.MustCompile(`^\s*\d+\.$`)
	readable    = regexp.MustCompile(`[\p{L}\p{N}]`)
	words       = regexp.MustCompile(`MUST|SHALL|SHOULD|REQUIRED|RECOMMENDED|\b(?:[Mm]ust|[Rr]equired|should)\b`)
	required    = regexp.MustCompile(`"required"\s*:`)
)

func (c *cutter) heading() string {
	if c.current < 0 {
		return ""
	}
	return c.headings[c.current]
}

// read reads a line, or the rest of it.
func (c *cutter) read(line string) {
	switch {
	case strings.HasPrefix(line, "```"):
		c.fenced = !c.fenced
	case c.fenced:
		c.code(line)
	case c.braced:
		c.inBraces(line)
	case titled.MatchString(line):
		parts := titled.FindStringSubmatch(line)
		c.section(parts[1], parts[1])
		c.read(parts[2])
	case c.section(decoration.ReplaceAllString(line, ""), line):
	case strings.HasPrefix(line, "{"):
		c.object(line)
	case separator.MatchString(line):
	case separator.MatchString(c.after):
		c.cells(line, "")
		c.table = true
	case flatHeader.MatchString(line):
		c.table, c.flat = true, true
		c.add(line, "")
	case c.table && c.flat && line != "":
		c.prose(line, "cell")
	case c.table && strings.Contains(line, " | "):
		c.cells(line, "cell")
	default:
		c.table, c.flat = false, false
		c.prose(line, "")
	}
}

// section begins a section if that is the next heading.
func (c *cutter) section(heading, printed string) bool {
	if c.current+1 == len(c.headings) || heading != c.headings[c.current+1] {
		return false
	}
	c.current++
	c.ordinal, c.table, c.flat = -1, false, false
	c.add(printed, "")
	c.ordinal = 0
	return true
}

// object reads JSON from the start of a line, and the text after it if it ends on the line.
func (c *cutter) object(line string) {
	depth := 0
	for i, r := range line {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				c.code(line[:i+1])
				c.read(strings.TrimSpace(line[i+1:]))
				return
			}
		}
	}
	c.braced = true
	c.code(line)
}

// inBraces reads JSON that began on an earlier line and ends with a brace at the beginning of one.
func (c *cutter) inBraces(line string) {
	rest, ends := strings.CutPrefix(line, "}")
	if !ends {
		c.code(line)
		return
	}
	c.braced = false
	c.read(strings.TrimSpace(rest))
}

func (c *cutter) code(line string) {
	word := ""
	if required.MatchString(line) {
		word = "schema"
	}
	c.add(line, word)
}

func (c *cutter) cells(line, word string) {
	for cell := range strings.SplitSeq(line, "|") {
		c.prose(cell, word)
	}
}

// prose cuts a text into sentences.
func (c *cutter) prose(text, word string) {
	for {
		end := sentenceEnd.FindStringIndex(text)
		if end == nil {
			break
		}
		head, tail := text[:end[1]-1], text[end[1]-1:]
		if numbering.MatchString(strings.TrimSpace(head)) {
			next := sentenceEnd.FindStringIndex(tail)
			if next == nil {
				break
			}
			head, tail = text[:end[1]-1+next[1]-1], tail[next[1]-1:]
		}
		c.add(head, word)
		text = tail
	}
	c.add(text, word)
}

// add adds a sentence. The word in it takes precedence over its place.
func (c *cutter) add(text, word string) {
	text = strings.TrimSpace(text)
	if !readable.MatchString(text) {
		return
	}
	if found := words.FindString(text); found != "" && word != "schema" {
		word = found
	}
	c.ordinal++
	c.list = append(c.list, Sentence{Section: c.current, Heading: c.heading(), Ordinal: c.ordinal, Line: c.line, Text: text, Word: word})
}
