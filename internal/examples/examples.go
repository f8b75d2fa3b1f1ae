// Package examples finds the JSON examples of a Markdown page: fenced code blocks of JSON, with the directives that belong to them.
//
// It parses JSON only as far as needed for the places of values. It does not validate examples: the command does that.
package examples

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// The limits of a page. The parser's time and stack grow with the nesting.
const (
	MaxBytes   = 64 << 20
	maxNesting = 100
	maxIndent  = 4 * maxNesting // columns before a list item
)

// Page is a parsed page.
type Page struct {
	Blocks []*Block // in the order of the page
	Faults []Fault  // of directives without a block

	source []byte
	lines  []int // the offsets of the beginnings of lines
}

// Block is a code block of JSON.
type Block struct {
	Language string // json, jsonc, ndjson or jsonl
	Directives
	Place  Place // of the fence
	Faults []Fault

	page  *Page
	text  []byte
	lines []segment
}

// segment is a line of a block.
type segment struct{ at, source int } // offsets in the text of the block and in the page

// Fault is a mistake in a page, other than an issue of an example.
type Fault struct {
	Place
	Message, Help string
}

// Place is a line and a column of a page, both from 1. Columns count characters.
type Place struct{ Line, Column int }

var languages = []string{"json", "jsonc", "ndjson", "jsonl"}

// Parse reads a page. The error names a limit that the page exceeds.
func Parse(source []byte) (*Page, error) {
	if len(source) > MaxBytes {
		return nil, fmt.Errorf("the page has more than %d MiB", MaxBytes>>20)
	}
	p := &Page{source: source, lines: []int{0}}
	for i, b := range source {
		if b == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	for i, start := range p.lines {
		if nesting(source[start:]) > maxNesting {
			return nil, fmt.Errorf("line %d is in more than %d lists and quotes", i+1, maxNesting)
		}
	}
	blocks := parser.DefaultBlockParsers() // without inline parsers, so that the content of paragraphs is not parsed
	root := parser.NewParser(parser.WithBlockParsers(blocks...)).Parse(text.NewReader(source))
	if err := p.collect(root); err != nil {
		return nil, err
	}
	return p, nil
}

// container matches the marker of a quote or of a list item.
var container = regexp.MustCompile(`^[ \t]*(>|[-+*][ \t\r\n]|[0-9]{1,9}[.)][ \t\r\n])`)

// nesting returns the number of markers of lists and quotes at the beginning of a line, up to the limit and one more. A far indented item
// counts as too deep, because each item of a list may be further indented than the one before.
func nesting(line []byte) int {
	for count := 0; ; count++ {
		marker := container.FindSubmatchIndex(line)
		if marker == nil || count > maxNesting {
			return count
		}
		indent := line[:marker[2]]
		if len(indent)+3*bytes.Count(indent, []byte("\t")) > maxIndent {
			return maxNesting + 1
		}
		line = line[marker[1]:]
	}
}

// collect visits the nodes of a page.
func (p *Page) collect(root ast.Node) error {
	used := map[ast.Node]bool{}
	var comments []*ast.HTMLBlock
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			comments = append(comments, n)
		case *ast.FencedCodeBlock:
			p.block(n, used)
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	for _, c := range comments {
		if place, _, is := p.directive(c); is && !used[c] {
			p.Faults = append(p.Faults, Fault{p.place(place), "this directive is not directly before a block of JSON",
				"a fence with the language " + strings.Join(languages, ", ") + " follows a directive"})
		}
	}
	return err
}

// block adds a code block if its language is JSON.
func (p *Page) block(n *ast.FencedCodeBlock, used map[ast.Node]bool) {
	var info []string
	if n.Info != nil {
		info = strings.Fields(string(n.Info.Segment.Value(p.source)))
	}
	if len(info) == 0 || !slices.Contains(languages, strings.ToLower(info[0])) {
		return
	}
	fence := bytes.TrimRight(bytes.TrimRight(p.source[:n.Info.Segment.Start], " \t"), "`~")
	b := &Block{Language: strings.ToLower(info[0]), page: p, Place: p.place(len(fence))}
	end := n.Info.Segment.Stop
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.lines = append(b.lines, segment{len(b.text) + line.Padding, line.Start})
		b.text = append(b.text, line.Value(p.source)...)
		end = line.Stop
	}
	b.words(b.Place, info[1:], false)
	var before []*ast.HTMLBlock
	for prev := n.PreviousSibling(); prev != nil; prev = prev.PreviousSibling() {
		comment, isHTML := prev.(*ast.HTMLBlock)
		if !isHTML {
			break
		}
		if _, _, is := p.directive(comment); !is {
			break
		}
		used[comment] = true
		before = append(before, comment)
	}
	for _, comment := range slices.Backward(before) {
		at, words, _ := p.directive(comment)
		b.words(p.place(at), strings.Fields(words), true)
	}
	b.firstLine()
	if !p.closes(end) {
		b.fault(b.Place, "this block has no closing fence", "add a line with the closing fence")
	}
	p.Blocks = append(p.Blocks, b)
}

// closes reports whether the next line that begins at an offset, or behind it, is a fence.
func (p *Page) closes(end int) bool {
	if end > 0 && end <= len(p.source) && p.source[end-1] != '\n' {
		next := bytes.IndexByte(p.source[end:], '\n')
		if next < 0 {
			return false
		}
		end += next + 1
	}
	line, _, _ := bytes.Cut(p.source[min(end, len(p.source)):], []byte("\n"))
	line = bytes.TrimLeft(line, " \t>")
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

const mark = "envgen:"

// directive returns the place and the words of a comment `<!-- envgen: ... -->`.
func (p *Page) directive(n *ast.HTMLBlock) (at int, words string, is bool) {
	var all []byte
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if i == 0 {
			at = line.Start
		}
		all = append(all, line.Value(p.source)...)
	}
	if n.HasClosure() {
		if n.Lines().Len() == 0 {
			at = n.ClosureLine.Start
		}
		all = append(all, n.ClosureLine.Value(p.source)...)
	}
	trimmed := bytes.TrimSpace(all)
	at += len(all) - len(bytes.TrimLeft(all, " \t"))
	inside, opens := bytes.CutPrefix(trimmed, []byte("<!--"))
	inside, closes := bytes.CutSuffix(inside, []byte("-->"))
	words, is = strings.CutPrefix(strings.TrimSpace(string(inside)), mark)
	return at, words, opens && closes && is
}

func (p *Page) place(offset int) Place {
	line, found := slices.BinarySearch(p.lines, offset)
	if !found {
		line--
	}
	return Place{line + 1, utf8.RuneCount(p.source[p.lines[line]:min(offset, len(p.source))]) + 1}
}

func (b *Block) fault(place Place, message, help string) {
	b.Faults = append(b.Faults, Fault{place, message, help})
}

// At returns the place of an offset in the text of the block.
func (b *Block) At(offset int) Place {
	i, found := slices.BinarySearchFunc(b.lines, offset, func(s segment, offset int) int { return s.at - offset })
	if !found {
		i--
	}
	if i < 0 {
		return b.Place
	}
	return b.page.place(b.lines[i].source + offset - b.lines[i].at)
}
