package docs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

const (
	buildersTitle = "Builders"
	dispatchTitle = "Dispatch"
)

// builders is the section of how messages are made.
func (g *page) builders() {
	g.put("## %s", buildersTitle)
	g.put("What a caller gives of each message, and what its builder fills in where the caller leaves it out. What can have one value only is not listed.")
	t := table{header: []string{"Builder", "Makes", "The caller gives", "Filled in"}}
	for _, b := range g.protocol.Builders {
		var given, filled []string
		if b.Answered != nil {
			given = append(given, "the "+g.link(b.Answered)+" that is answered")
		}
		g.given(b.Draft, nil, &given)
		for _, c := range b.Copies {
			filled = append(filled, fieldPath(c.At)+": "+memberPath(c.From)+" of the message that is answered")
		}
		for _, f := range b.Fills {
			if fixed := f.At[len(f.At)-1]; fixed.Auto != nil || isComputed(f) {
				filled = append(filled, fieldPath(f.At)+": "+g.filling(f.With))
			}
		}
		for _, s := range b.Stores {
			filled = append(filled, fieldPath(s.At)+" goes to the store where it has more bytes than "+code(oneLine(s.Over.Text))+", and a "+g.link(s.Makes)+" comes in its place")
		}
		for _, c := range b.Cuts {
			filled = append(filled, fieldPath(c.At)+" is cut to "+cutTo(c))
		}
		for _, k := range b.Keeps {
			of := "last"
			if k.By != nil {
				of = "latest by " + code(k.By.Name) + ", the last one first"
			}
			filled = append(filled, fieldPath(k.At)+" keeps "+code(oneLine(k.Most.Text))+" items, the "+of)
		}
		for _, o := range b.Omits {
			filled = append(filled, fieldPath(o.At)+" is left out where "+code(oneLine(o.When.Text)))
		}
		for _, d := range b.Drops {
			filled = append(filled, fieldPath(d)+" is left out where it is empty")
		}
		t.add(code(b.Name), g.link(b.Makes), strings.Join(given, ", "), strings.Join(filled, "; "))
	}
	g.put("%s", t.String())
	g.layout(g.protocol.Layout)
	g.refusal(g.protocol.Refusal)
}

func cutTo(c *ir.Cut) string {
	var parts []string
	if c.Head != nil {
		parts = append(parts, "the first "+code(oneLine(c.Head.Text)))
	}
	if c.Tail != nil {
		parts = append(parts, "the last "+code(oneLine(c.Tail.Text)))
	}
	text := strings.Join(parts, " and ") + " bytes"
	if c.Mark != "" {
		text += " with " + code(c.Mark) + " between"
	}
	return text
}

func isComputed(f *ir.Fill) bool {
	_, is := f.With.(ir.FillComputed)
	return is
}

// given lists what a caller has to give.
func (g *page) given(d *ir.Draft, at []*ir.Field, list *[]string) {
	for _, m := range d.Members {
		way := append(slices.Clone(at), m.Field)
		switch {
		case m.Draft != nil:
			g.given(m.Draft, way, list)
		case m.Must:
			*list = append(*list, fieldPath(way))
		}
	}
}

func fieldPath(way []*ir.Field) string {
	var names []string
	for _, f := range way {
		names = append(names, f.Name)
	}
	return memberPath(names)
}

func (g *page) filling(f ir.Filling) string {
	switch f := f.(type) {
	case ir.FillConstant:
		return code(literal(f.Literal))
	case ir.FillNow:
		if f.Seconds {
			return "the time in Unix seconds"
		}
		return "the time, in UTC with milliseconds"
	case ir.FillID:
		if f.ULID {
			return "a ULID"
		}
		return "a UUID"
	case ir.FillElapsed:
		return "the milliseconds since the start"
	case ir.FillParam:
		return "the parameter " + code(g.protocol.Params[f.Index].Name)
	case ir.FillWord:
		var list []string
		for _, w := range f.Words {
			list = append(list, code(w.Word)+" where "+code(w.Variable)+" is set")
		}
		return strings.Join(list, ", else ") + ", else " + code(f.Else)
	case ir.FillComputed:
		text := code(oneLine(f.Value.Text))
		if f.When != nil {
			text += " where " + code(oneLine(f.When.Text))
		}
		return text
	}
	panic(fmt.Sprintf("docs: unhandled filling %T", f))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (g *page) layout(l ir.Layout) {
	var list []string
	if l.Indent > 0 {
		list = append(list, fmt.Sprintf("is indented by %d spaces", l.Indent))
	}
	if l.End != "" {
		list = append(list, "ends with "+code(strconv.Quote(l.End)))
	}
	if len(list) > 0 {
		g.put("The text of a built message %s.", strings.Join(list, " and "))
	}
	if l.Exit == nil {
		return
	}
	t := table{header: []string{"A process that writes", "exits with"}}
	for i, r := range l.Exit.Records {
		t.add(g.link(r), strconv.Itoa(l.Exit.Codes[i]))
	}
	g.put("%s", t.String())
}

func (g *page) refusal(r *ir.Refusal) {
	if r == nil {
		return
	}
	var list []string
	for _, m := range r.Members {
		text := code(m.Field.Name) + " " + code(literal(m.Value))
		if m.JSON != m.Value {
			text += " (" + code(literal(m.JSON)) + " where the text is no JSON)"
		}
		if m.Long != m.Value {
			text += " (" + code(literal(m.Long)) + " where it is longer than " + code(g.protocol.Params[r.Most].Name) + ")"
		}
		list = append(list, text)
	}
	g.put("A text that is no valid message becomes a %s with %s; its message says what is wrong first.", g.link(r.Makes), strings.Join(list, ", "))
}

// dispatches is the section of what is done by what messages say.
func (g *page) dispatches() {
	g.put("## %s", dispatchTitle)
	for _, d := range g.protocol.Dispatches {
		g.put("### %s", prose(d.Name))
		about := fmt.Sprintf("By %s of %s.", memberPath(d.At), g.a(d.Over))
		if d.Doc.Text != "" {
			about = sentence(d.Doc.Text) + " " + about
		}
		if d.Doc.Source != "" {
			about += " Source: " + sentence(d.Doc.Source)
		}
		g.put("%s", about)
		t := table{header: []string{"Case", "Messages"}}
		for i, k := range d.Cases {
			var of []string
			for _, r := range k.Records {
				of = append(of, g.link(r))
			}
			messages := strings.Join(of, ", ")
			if !slices.Equal(k.Words, []string{k.Name}) {
				messages += " (" + codes(k.Words) + ")"
			}
			if i == d.Unaccepted {
				messages += ", and what is no valid message"
			}
			t.add(code(k.Name), messages)
		}
		g.put("%s", t.String())
	}
}
