package python

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// lineLength is what the formatters of the generated code are set to.
const lineLength = 120

// printer writes indented lines in the layout of Python's formatters.
type printer struct {
	b      strings.Builder
	indent string
}

// line writes one line; without arguments the format is taken as it is.
func (p *printer) line(format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	if format != "" {
		p.b.WriteString(p.indent + format)
	}
	p.b.WriteByte('\n')
}

// block writes what body writes one level deeper.
func (p *printer) block(body func()) {
	outer := p.indent
	p.indent += "    "
	body()
	p.indent = outer
}

// call writes items between open and close: in one line, else in one line of their own, else one a line.
func (p *printer) call(open string, items []string, close string) {
	joined := strings.Join(items, ", ")
	if p.fits(open+joined+close) || !p.fits("    "+joined) {
		p.list(open, items, close)
		return
	}
	p.line("%s", open)
	p.block(func() { p.line("%s", joined) })
	p.line("%s", close)
}

// list writes items between open and close: in one line, else one a line.
func (p *printer) list(open string, items []string, close string) {
	if line := open + strings.Join(items, ", ") + close; p.fits(line) {
		p.line("%s", line)
		return
	}
	p.line("%s", open)
	p.block(func() {
		for _, item := range items {
			p.line("%s,", item)
		}
	})
	p.line("%s", close)
}

// tuple writes items between brackets. One item needs a comma of its own.
func (p *printer) tuple(open string, items []string) {
	if len(items) == 1 && p.fits(open+"("+items[0]+",)") {
		p.line("%s(%s,)", open, items[0])
		return
	}
	if len(items) == 1 {
		p.line("%s(", open)
		p.block(func() { p.line("%s,", items[0]) })
		p.line(")")
		return
	}
	p.list(open+"(", items, ")")
}

// sum writes the alternatives of a union.
func (p *printer) sum(open string, items []string) {
	joined := strings.Join(items, " | ")
	if p.fits(open + joined) {
		p.line("%s%s", open, joined)
		return
	}
	p.line("%s(", open)
	p.block(func() {
		if p.fits(joined) {
			p.line("%s", joined)
			return
		}
		p.line("%s", items[0])
		for _, item := range items[1:] {
			p.line("| %s", item)
		}
	})
	p.line(")")
}

func (p *printer) fits(line string) bool {
	return len(p.indent)+columns(line) <= lineLength
}

// columns is how wide Python's formatters take a text to be: letters of East Asia have two columns, combining marks none.
func columns(s string) int {
	count := 0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			count += 2
		case !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			count++
		}
	}
	return count
}
