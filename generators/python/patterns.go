package python

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// patternTable gives the patterns of one module their names.
type patternTable struct {
	support names
	known   map[string]string // name by source
	lines   *[]string
}

func newPatternTable(support names, lines *[]string) patternTable {
	return patternTable{support: support, known: map[string]string{}, lines: lines}
}

// name returns the constant that holds a pattern.
func (t patternTable) name(e *ir.Regexp) string {
	if name, ok := t.known[e.Python]; ok {
		return name
	}
	name := fmt.Sprintf("_PATTERN_%d", len(t.known)+1)
	t.known[e.Python] = name
	var p printer
	if table := e.Table(); table != nil {
		p.line("%s: Final = %s(", name, t.support.use("of_any_length"))
		p.block(func() {
			p.line("%s,", quotePattern(e.Python))
			p.line(`"""`)
			for _, line := range table.Lines() {
				p.line("%s", line)
			}
			p.line(`""",`)
		})
		p.line(")")
	} else {
		p.call(name+": Final = "+t.support.use("Pattern")+"(", []string{quotePattern(e.Python)}, ")")
	}
	*t.lines = append(*t.lines, p.b.String())
	return name
}
