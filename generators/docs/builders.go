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

// builders writes the section about builders.
func (g *page) builders() {
	g.put("## %s", buildersTitle)
	g.put("A builder adds members that the caller leaves out, except for those that the caller must give.\nConstants are not listed.")
	for _, b := range g.protocol.Builders {
		g.builder(b)
	}
	g.layout(g.protocol.Layout)
	g.refusal(g.protocol.Refusal)
}

// builder writes the paragraph about a builder, with lists of its additions and changes.
func (g *page) builder(b *ir.Builder) {
	of := ""
	if b.Answered != nil {
		of = " from an earlier message, " + g.a(b.Answered)
	}
	lines := []string{fmt.Sprintf("**%s** makes %s%s.", code(b.Name), g.a(b.Makes), of)}
	var given []string
	if g.given(b.Draft, nil, &given); len(given) > 0 {
		lines = append(lines, "The caller must give "+strings.Join(given, ", ")+".")
	}
	g.put("%s", strings.Join(lines, "\n"))
	items := func(title string, list []string) {
		if len(list) > 0 {
			g.put("%s\n\n- %s", title, strings.Join(list, "\n- "))
		}
	}
	items("Added if absent:", g.added(b))
	items("Changed before the message is checked:", g.shortened(b))
}

// added lists the members that a builder adds: members of the earlier message, empty objects, and members that it fills in.
func (g *page) added(b *ir.Builder) (list []string) {
	at := map[string]int{}
	add := func(path, what string) {
		if i, known := at[path]; known {
			list[i] += ", else " + what
			return
		}
		at[path] = len(list)
		list = append(list, path+": "+what)
	}
	for _, c := range b.Copies {
		add(fieldPath(c.At), memberPath(c.From)+" of the earlier message")
	}
	for _, way := range initialObjects(b.Draft, nil) {
		add(fieldPath(way), "an empty object")
	}
	for _, f := range b.Fills {
		if fixed := f.At[len(f.At)-1]; fixed.Auto != nil || isComputed(f) {
			add(fieldPath(f.At), g.valueSource(f.With))
		}
	}
	return list
}

// initialObjects returns the paths of the objects that begin empty, because none of their members is required from the caller.
func initialObjects(d *ir.Draft, at []*ir.Field) (ways [][]*ir.Field) {
	for _, m := range d.Members {
		if m.Draft == nil || !m.Field.Required {
			continue
		}
		way := append(slices.Clone(at), m.Field)
		if !demands(m.Draft) {
			ways = append(ways, way)
		}
		ways = append(ways, initialObjects(m.Draft, way)...)
	}
	return ways
}

// demands reports whether a draft has members that the caller must set.
func demands(d *ir.Draft) bool {
	return slices.ContainsFunc(d.Members, func(m ir.DraftMember) bool { return m.Must || m.Draft != nil && m.Field.Required && demands(m.Draft) })
}

// shortened lists the members that a builder stores, cuts and leaves out.
func (g *page) shortened(b *ir.Builder) (list []string) {
	add := func(way []*ir.Field, what string) { list = append(list, fieldPath(way)+" "+what) }
	for _, s := range b.Stores {
		add(s.At, "goes to the store if it has more than "+code(oneLine(s.Over.Text))+" bytes; "+g.a(s.Makes)+" takes its place")
	}
	for _, c := range b.Cuts {
		add(c.At, "is cut to "+cutTo(c))
	}
	for _, k := range b.Keeps {
		of := "last"
		if k.By != nil {
			of = "latest by " + code(k.By.Name) + ", the last one first"
		}
		add(k.At, "keeps "+code(oneLine(k.Most.Text))+" items, the "+of)
	}
	for _, o := range b.Omits {
		add(o.At, "is left out if "+code(oneLine(o.When.Text)))
	}
	for _, d := range b.Drops {
		add(d, "is left out if it is empty")
	}
	return list
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

// given lists the members that the caller must set.
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

func (g *page) valueSource(f ir.ValueSource) string {
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
			list = append(list, code(w.Word)+" if "+code(w.Variable)+" is set")
		}
		return strings.Join(list, ", else ") + ", else " + code(f.Else)
	case ir.FillComputed:
		text := code(oneLine(f.Value.Text))
		if f.When != nil {
			text += " if " + code(oneLine(f.When.Text))
		}
		return text
	}
	panic(fmt.Sprintf("docs: unhandled source of a value %T", f))
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
		text := "- " + code(m.Field.Name) + ": " + code(literal(m.Value))
		if m.JSON != m.Value {
			text += ", or " + code(literal(m.JSON)) + " if the text is not JSON"
		}
		if m.Long != m.Value {
			text += ", or " + code(literal(m.Long)) + " if the text is longer than " + code(g.protocol.Params[r.Most].Name)
		}
		list = append(list, text)
	}
	if r.Message != nil {
		list = append(list, "- "+code(r.Message.Name)+": the first issue")
	}
	g.put("An invalid text is answered with %s:", g.a(r.Makes))
	g.put("%s", strings.Join(list, "\n"))
}

// dispatches writes the section about dispatches.
func (g *page) dispatches() {
	g.put("## %s", dispatchTitle)
	for _, d := range g.protocol.Dispatches {
		g.put("### %s", prose(d.Name))
		about := fmt.Sprintf("The case follows from %s of %s.", memberPath(d.At), g.a(d.Over))
		if d.Doc.Text != "" {
			about = sentence(d.Doc.Text) + "\n" + about
		}
		if d.Doc.Source != "" {
			about += "\nSource: " + sentence(d.Doc.Source)
		}
		g.put("%s", about)
		g.put("%s", g.cases(d).String())
	}
}

// cases lists the cases of a dispatch. The types of messages get a column only if they differ.
func (g *page) cases(d *ir.Dispatch) *table {
	types := slices.ContainsFunc(d.Cases, func(k ir.DispatchCase) bool { return !slices.Equal(k.Records, d.Cases[0].Records) })
	about := slices.ContainsFunc(d.Cases, func(k ir.DispatchCase) bool { return k.Doc.Text != "" })
	t := &table{header: []string{"Case", memberPath(d.At)}}
	if types {
		t.header = append(t.header, "Messages")
	}
	if about {
		t.header = append(t.header, "Action")
	}
	for i, k := range d.Cases {
		words := codes(k.Words)
		if i == d.Unaccepted {
			words += ", or an invalid text"
		}
		row := []string{code(k.Name), words}
		if types {
			var of []string
			for _, r := range k.Records {
				of = append(of, g.link(r))
			}
			row = append(row, strings.Join(of, ", "))
		}
		if about {
			row = append(row, sentence(k.Doc.Text))
		}
		t.add(row...)
	}
	return t
}
