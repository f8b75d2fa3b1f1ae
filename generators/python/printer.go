package python

import (
	"strings"

	"github.com/envgen/envgen/generators/print"
)

// lineLength is what the formatters of the generated code are set to.
const lineLength = 120

// printer writes indented lines in the layout of Python's formatters.
type printer struct{ print.Lines }

func newPrinter(depth int) *printer {
	return &printer{print.Lines{Layout: print.Layout{Width: lineLength, Indent: "    ", Hangs: true}, Depth: depth}}
}

// call writes items between open and close: in one line, else in one line of their own, else one a line.
func (p *printer) call(open string, items []string, close string) {
	joined := strings.Join(items, ", ")
	if p.Fits(open+joined+close) || !p.Fits("    "+joined) {
		p.list(open, items, close)
		return
	}
	p.Line("%s", open)
	p.Block(func() { p.Line("%s", joined) })
	p.Line("%s", close)
}

// list writes items between open and close: in one line, else one a line.
func (p *printer) list(open string, items []string, close string) {
	if line := open + strings.Join(items, ", ") + close; p.Fits(line) {
		p.Line("%s", line)
		return
	}
	p.Line("%s", open)
	p.Block(func() {
		for _, item := range items {
			p.Line("%s,", item)
		}
	})
	p.Line("%s", close)
}

// tuple writes items between brackets. One item needs a comma of its own.
func (p *printer) tuple(open string, items []string) {
	if len(items) == 1 && p.Fits(open+"("+items[0]+",)") {
		p.Line("%s(%s,)", open, items[0])
		return
	}
	if len(items) == 1 {
		p.Line("%s(", open)
		p.Block(func() { p.Line("%s,", items[0]) })
		p.Line(")")
		return
	}
	p.list(open+"(", items, ")")
}

// sum writes the alternatives of a union.
func (p *printer) sum(open string, items []string) {
	joined := strings.Join(items, " | ")
	if p.Fits(open + joined) {
		p.Line("%s%s", open, joined)
		return
	}
	p.Line("%s(", open)
	p.Block(func() {
		if p.Fits(joined) {
			p.Line("%s", joined)
			return
		}
		p.Line("%s", items[0])
		for _, item := range items[1:] {
			p.Line("| %s", item)
		}
	})
	p.Line(")")
}
