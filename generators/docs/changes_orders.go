package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// conversationLines are the lines of a conversation on its page, with sentences in place of diagrams: the numbers of states mean nothing to
// users, and change with any edit of a grammar.
func (g *page) conversationLines(c *ir.Conversation) []string {
	lines := slices.DeleteFunc(g.block(func() { g.conversation(c) }), func(line string) bool {
		return strings.Contains(line, "-->") || strings.HasPrefix(line, "```") || line == "stateDiagram-v2"
	})
	lines = append(lines, follows(&c.Main, "")...)
	for _, x := range c.Exchanges {
		lines = append(lines, follows(&x.Order, "In the exchange "+code(x.Name)+", ")...)
	}
	return lines
}

// builderLines are the lines of a builder, each with its verb.
func (g *page) builderLines(b *ir.Builder) []string {
	lines := g.block(func() { g.builder(b) })
	for i, line := range lines {
		if slices.Contains(g.added(b), line) {
			lines[i] = "It adds " + line + "."
		}
	}
	return lines
}

// follows returns which letters may come first, behind each other, and last. Two orders may differ in spite of equal sentences.
func follows(o *ir.Order, where string) []string {
	before := map[int][]string{0: {""}} // the letters that lead to a state; "" for the beginning
	for _, s := range o.States {
		for letter, to := range s.Next {
			if to >= 0 && !slices.Contains(before[to], o.Letters[letter]) {
				before[to] = append(before[to], o.Letters[letter])
			}
		}
	}
	var lines []string
	add := func(format string, args ...any) {
		lines = append(lines, where+fmt.Sprintf(format, args...))
	}
	for state, s := range o.States {
		for _, last := range before[state] {
			for letter, to := range s.Next {
				switch {
				case to < 0:
				case last == "":
					add("%s may come first.", code(o.Letters[letter]))
				default:
					add("%s may follow %s.", code(o.Letters[letter]), code(last))
				}
			}
			if s.Accepts && last != "" {
				add("%s may come last.", code(last))
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
