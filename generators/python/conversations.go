package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A conversation is a table that trackers interpret. Functions contain the parts that need code: conditions, keys, and checks between
// messages.

// conversationModule is the data of conversations.tmpl.
type conversationModule struct {
	Header        string
	About         string
	Imports       string
	Tables        []string // patterns, catalogs, and names for unions of types
	Functions     []string
	Conversations []string // the constants
}

// conversationPrinter prints one conversation.
type conversationPrinter struct {
	*ruleTable
	c           *ir.Conversation
	needsInputs bool // whether functions have a parameter for the caller's inputs
	functions   *[]string
	known       map[*plan.Group]string // names of functions
	defined     map[string]string      // names of functions by their text
}

func (g *generator) conversationModule() conversationModule {
	t := emptyRuleTable(g)
	m := conversationModule{Header: g.header(), About: docstring("", "The conversations of "+g.protocol.Name+": their tables, and the checks between messages.")}
	var entries []expr
	defined := map[string]string{}
	for _, c := range g.protocol.Conversations {
		p := &conversationPrinter{ruleTable: t, c: c, needsInputs: needsInputs(c), functions: &m.Functions, known: map[*plan.Group]string{}, defined: defined}
		m.Conversations = append(m.Conversations, p.table())
		entries = append(entries, text(quote(c.Name)+": "+g.constantOf(c)))
	}
	p := newPrinter(0)
	p.expr(dictOf(entries...).after("TABLES: "+t.uses.typing.use("Final")+" = "), "")
	m.Conversations = append(m.Conversations, p.String())
	m.Tables, m.Imports = t.tables, g.importLines(t.uses)
	return m
}

// constantOf returns the constant of a conversation, in the module and in the package.
func (g *generator) constantOf(c *ir.Conversation) string {
	return naming.Constant(g.names.Conversation(c))
}

// needsInputs reports whether a condition or check of a conversation depends on the caller's inputs. Stored messages expire, so they depend
// on the time.
func needsInputs(c *ir.Conversation) bool {
	return len(c.Unique) > 0 || slices.ContainsFunc(plan.Programs(c), func(one plan.Case) bool { return ir.UsageOf(one.Folded).NeedsInputs() })
}

// table prints the constant that trackers interpret.
func (p *conversationPrinter) table() string {
	table := p.tree().value(plan.Conversation(p.c))
	if p.needsInputs {
		table.items = append(table.items, text("given="+p.inputs()))
	}
	out := newPrinter(0)
	out.expr(table.after(p.constantOf(p.c)+": "+p.uses.typing.use("Final")+" = "), "")
	out.Line("%s", docstring("", lettersOf(p.c)))
	return out.String()
}

// lettersOf lists the letters by number.
func lettersOf(c *ir.Conversation) string {
	named := func(letters []string) string {
		list := make([]string, len(letters))
		for i, l := range letters {
			list[i] = fmt.Sprintf("%d is %s", i, l)
		}
		return strings.Join(list, ", ") + "."
	}
	text := "Of the letters, " + named(c.Main.Letters)
	for _, x := range c.Exchanges {
		text += "\n\nIn the exchange " + x.Name + ", " + named(x.Letters)
	}
	return text
}
