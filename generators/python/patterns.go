package python

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// patternTable contains the names of the patterns of one module.
type patternTable struct {
	support helpers
	known   map[string]string // the name by source
	lines   *[]string
	taken   names // constants of the module
}

func newPatternTable(support helpers, taken names, lines *[]string) patternTable {
	return patternTable{support: support, taken: taken, known: map[string]string{}, lines: lines}
}

// name returns the constant with a pattern.
func (t patternTable) name(e *ir.Regexp) string {
	if name, ok := t.known[e.Python]; ok {
		return name
	}
	name := ""
	for i := len(t.known) + 1; name == "" || t.taken[name]; i++ {
		name = fmt.Sprintf("_PATTERN_%d", i)
	}
	t.taken.use(name)
	t.known[e.Python] = name
	p := newPrinter(0)
	t.matcher(p, name+": "+t.support.own("Final")+" = ", e)
	*t.lines = append(*t.lines, p.String())
	return name
}

// matcher prints a pattern, or its replacement.
func (t patternTable) matcher(p *printer, begin string, e *ir.Regexp) {
	table := e.Table()
	if table == nil {
		p.call(begin+t.support.use("Pattern")+"(", []string{quotePattern(e.Python)}, ")")
		return
	}
	function, args := "automaton", []string{}
	if e.Engine == ir.ShortStrings {
		function, args = "of_any_length", []string{quotePattern(e.Python)}
	}
	p.Line("%s%s(", begin, t.support.use(function))
	p.Block(func() {
		for _, arg := range args {
			p.Line("%s,", arg)
		}
		p.Line(`"""`)
		for _, line := range table.Lines() {
			p.Line("%s", line)
		}
		p.Line(`""",`)
	})
	p.Line(")")
	if e.Engine == ir.NoString {
		p.Line("%s", docstring("", "The pattern "+e.Source))
	}
}
