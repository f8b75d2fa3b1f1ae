package python

import (
	"strings"

	"github.com/envgen/envgen/generators/print"
)

// lineLength is the maximum line length of the formatters for generated code.
const lineLength = 120

// printer writes indented lines in the layout of Python's formatters.
type printer struct{ print.Lines }

func newPrinter(depth int) *printer {
	return &printer{print.Lines{Layout: print.Layout{Width: lineLength, Indent: "    ", Hangs: true}, Depth: depth}}
}

// call writes items between open and close: on one line, or with all items on a separate line, or with one item on each line.
func (p *printer) call(open string, items []string, close string) {
	p.expr(expr{open: open, close: close, items: texts(items), loose: true}, "")
}

// list writes items between open and close: on one line, or with one item on each line.
func (p *printer) list(open string, items []string, close string) {
	p.expr(expr{open: open, close: close, items: texts(items)}, "")
}

// tuple writes items between brackets.
func (p *printer) tuple(open string, items []string) {
	p.expr(tupleOf(texts(items)...).after(open), "")
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
