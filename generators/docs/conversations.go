package docs

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

const conversationsTitle = "Conversations"

// conversations writes the section about the orders of messages.
func (g *page) conversations() {
	g.put("## %s", conversationsTitle)
	for _, c := range g.protocol.Conversations {
		g.conversation(c)
	}
}

func (g *page) conversation(c *ir.Conversation) {
	g.put("### %s", prose(c.Name))
	if c.Doc.Text != "" {
		g.put("%s", paragraphs(c.Doc.Text))
	}
	about := "Messages are " + g.a(c.Over)
	if framing := map[ir.Framing]string{ir.NDJSON: ", one a line", ir.WebSocket: ", one a text frame", ir.Headers: ", each behind a header with its `Content-Length`"}[c.Framing]; framing != "" {
		about += framing
	}
	if c.Batch > 0 {
		about += fmt.Sprintf(", or up to %s in an array", ir.Grouped(int64(c.Batch)))
	}
	if len(c.Sides) > 0 {
		about += fmt.Sprintf("; the sides are %s", codes(c.Sides))
	}
	about += "."
	if c.Doc.Source != "" {
		about += "\nSource: " + sentence(c.Doc.Source)
	}
	g.put("%s", about)
	g.order(c, &c.Main, nil)
	g.unique(c)
	for _, x := range c.Exchanges {
		if x.At == nil {
			g.put("#### %s, one at a time", prose(x.Name))
		} else {
			g.put("#### %s, for each %s", prose(x.Name), keyPaths(x.Usual()))
		}
		if about := belongs(c, x); about != "" {
			g.put("%s", about)
		}
		g.order(c, &x.Order, x.Others)
		g.replies(c, x.Replies)
	}
}

// replies lists the types of replies, by request.
func (g *page) replies(c *ir.Conversation, r *ir.Replies) {
	if r == nil {
		return
	}
	t := table{header: []string{"Request", "Type of the reply"}}
	if len(r.At) > 0 {
		t.header[1] = "Type of " + memberPath(r.At) + " in the reply"
	}
	for record, of := range r.Types {
		if of != nil {
			t.add(g.link(c.Records[record]), g.link(of))
		}
	}
	g.put("%s", t.String())
}

// unique lists the members that no two messages may share.
func (g *page) unique(c *ir.Conversation) {
	for _, u := range c.Unique {
		var by []string
		for _, at := range u.By {
			by = append(by, memberPath(at))
		}
		of := "messages"
		if len(u.Letters) < len(c.Main.Letters) {
			of = "messages " + namesOf(&c.Main, u.Letters)
		}
		if !slices.ContainsFunc(u.Until, func(p *ir.Predicate) bool { return p != nil }) {
			continue // no message has all members
		}
		g.put("No two %s may have the same %s (`unique`: %s).\n%s\nAt most %s are remembered.",
			of, strings.Join(by, " and "), strings.TrimSuffix(sentence(u.Failure.Message), "."), window(u.Window), ir.Grouped(int64(u.Most)))
	}
}

// window returns how long a message is stored.
func window(w ir.Window) string {
	flat := func(cel string) string { return code(strings.Join(strings.Fields(cel), " ")) }
	switch {
	case w.Before == "":
		return "A message is remembered until " + flat(w.Until) + ", that time included."
	case w.When == "":
		return "A message is remembered until " + flat(w.Before) + ", that time not included."
	}
	return fmt.Sprintf("A message is remembered until %s, that time not included, where %s.\nAny other one is remembered until %s, that time included.", flat(w.Before), flat(w.When), flat(w.Until))
}

// keyPaths are the members of a key.
func keyPaths(way *ir.KeyPath) string {
	var list []string
	for _, at := range way.Members() {
		list = append(list, memberPath(at))
	}
	return strings.Join(list, " with ")
}

// belongs lists the other members that assign messages to exchanges, and the messages that end these exchanges.
func belongs(c *ir.Conversation, x *ir.Exchange) string {
	var list []string
	if ir.HasItems(x.At) {
		list = append(list, "A message belongs to an exchange for each "+memberPath(x.At)+" that it contains.")
	}
	for _, way := range x.Others {
		for _, l := range lettersOf(way.Kinds) {
			exchange, whose := "the exchange", "its"
			if ir.HasItems(way.At) {
				exchange, whose = "each exchange", "one of its"
			}
			if way.Of != nil {
				whose = "the " + memberPath(way.At) + " of " + code("bound."+c.Exchanges[way.Of.Exchange].Bound[way.Of.Number].Name) + " of " + prose(c.Exchanges[way.Of.Exchange].Name)
			} else if way.Reply != nil {
				whose += " " + memberPath(slices.Concat(c.Exchanges[way.Reply.Exchange].Replies.At, way.At))
			} else {
				whose += " " + keyPaths(way)
			}
			list = append(list, fmt.Sprintf("Under the name %s, %s also takes part in %s whose %s is %s.", code(x.Letters[l]), codes(tagsOf(&x.Order, l)), exchange, keyPaths(x.Usual()), whose))
		}
	}
	switch {
	case len(x.One) > 0 && x.At == nil:
		list = append(list, namesOf(&x.Order, x.One)+" ends the exchange at any time.")
	case len(x.One) > 0:
		list = append(list, namesOf(&x.Order, x.One)+" ends the exchange of its "+keyPaths(x.Usual())+" at any time.")
	}
	if len(x.All) > 0 {
		list = append(list, namesOf(&x.Order, x.All)+" ends all exchanges.")
	}
	return strings.Join(list, "\n")
}

// lettersOf returns the possible letters of messages, each once.
func lettersOf(kinds [][]ir.LetterOf) (letters []int) {
	for _, list := range kinds {
		for _, k := range list {
			if !slices.Contains(letters, k.Letter) {
				letters = append(letters, k.Letter)
			}
		}
	}
	return letters
}

// namesOf lists letters.
func namesOf(o *ir.Order, letters []int) string {
	var names []string
	for _, l := range letters {
		names = append(names, o.Letters[l])
	}
	return codes(names)
}

// order writes the automaton as a diagram, with its letters, numbers and checks.
func (g *page) order(c *ir.Conversation, o *ir.Order, others []*ir.KeyPath) {
	g.put("```mermaid\n%s```", diagram(o))
	g.letters(c, o, others)
	g.bound(o)
	for _, n := range o.Numbers {
		g.put("The writer numbers %s in %s: 0, 1, 2, …", namesOf(o, n.Letters), memberPath(n.At))
	}
	if len(o.Checks) == 0 {
		return
	}
	t := table{header: []string{"Check", "Level", "Of", "Statement", "In CEL", "Source"}}
	kinds := map[ir.SequenceKind]string{ir.CheckFirst: "the first ", ir.CheckNext: "every later ", ir.CheckEach: "each "}
	for i, c := range o.Checks {
		if i > 0 && o.Checks[i-1].ID == c.ID {
			continue // the same check before and behind a bound message
		}
		t.add(code(c.ID), c.Failure.Level.String(), kinds[c.Kind]+namesOf(o, c.Letters), sentence(c.Failure.Message), code(strings.Join(strings.Fields(cmp.Or(c.Text, c.Cases[0].Text)), " ")), prose(c.Source))
	}
	g.put("%s", t.String())
}

// diagram returns a state diagram in Mermaid. Letters with the same source and target share an arrow, unless a bound message opens them: they
// have one for each condition.
func diagram(o *ir.Order) string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n  [*] --> s0\n")
	for i, s := range o.States {
		type arrow struct {
			to   int
			when string
		}
		var order []arrow
		by := map[arrow][]string{}
		for letter, to := range s.Next {
			if to < 0 {
				continue
			}
			a := arrow{to, openedBy(o, letter)}
			if by[a] == nil {
				order = append(order, a)
			}
			by[a] = append(by[a], labelled(o.Letters[letter]))
		}
		sorting.Stable(order, func(a, b arrow) int { return cmp.Or(a.to-b.to, strings.Compare(a.when, b.when)) })
		for _, a := range order {
			label := strings.Join(by[a], ", ")
			if a.when != "" {
				label += " " + labelled("["+a.when+"]")
			}
			fmt.Fprintf(&b, "  s%d --> s%d: %s\n", i, a.to, label)
		}
		if s.Accepts {
			fmt.Fprintf(&b, "  s%d --> [*]\n", i)
		}
	}
	return b.String()
}

// special matches characters that can have a meaning in a label of a diagram.
var special = regexp.MustCompile(`[^A-Za-z0-9 _.-]`)

// labelled returns a letter as the label of an arrow. Mermaid has escapes with character numbers.
func labelled(letter string) string {
	return special.ReplaceAllStringFunc(letter, func(c string) string { return fmt.Sprintf("#%d;", []rune(c)[0]) })
}
