package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// A dispatch is an interface with a method for each case, so that the compiler reports a missing one. Functions select a case.

// dispatch is the data of the template.
type dispatch struct {
	Name, T, About, Source   string
	AboutFunction, AboutText string
	Over, Parse, Unaccepted  string // Unaccepted is a method, or ""
	Cases                    []dispatchCase
	ByRecord                 bool
	Arms                     []dispatchArm
}

type dispatchCase struct {
	Method, About, Message, Words, Call string
	TakesIssues                         bool
}

type dispatchArm struct {
	Records, Only, Word string
	Cases               []dispatchCase
}

// dispatches returns the handlers and functions of all dispatches.
func (g *generator) dispatches(add func(...jen.Code)) {
	for _, d := range g.protocol.Dispatches {
		add(g.declare("dispatch", g.dispatch(d)))
	}
}

func (g *generator) dispatch(d *ir.Dispatch) dispatch {
	m := dispatch{Name: g.names.Dispatch(d), T: g.unlikeTypes("T", "T"), ByRecord: isUnion(d.Over.Value.Kind), Over: g.mark(g.variantType(d.Over))}
	m.About = strings.TrimSpace(m.Name + "Handler has a method for each case of the dispatch " + d.Name + ", so that a missing one does not compile. " + d.Doc.Text)
	m.About, m.Source = stop(m.About), sourceOf(d.Doc)
	taken := map[string]bool{}
	for i, k := range d.Cases {
		c := dispatchCase{Method: g.names.Words(plan.NameOf(k.Name, k.Rename, naming.Go.Name)), Message: g.messagesOf(d, k.Records)}
		for taken[c.Method] {
			c.Method += "_"
		}
		taken[c.Method], c.Call = true, c.Method+"(m)"
		c.About = c.Method + " is the case " + k.Name + "." + meaning(k.Doc, plan.EntryText(d.Of, k.Name))
		if i == d.Unaccepted {
			c.Message, c.TakesIssues, c.Call = g.messagesOf(d, d.Records), true, c.Method+"(m, nil)"
			c.About += " For an invalid text, m is nil and issues are those of the text."
			m.Unaccepted, m.Parse = c.Method, g.mark(g.from(d.Over, "Parse"+g.names.Type(d.Over)))
			m.AboutText = "Dispatch" + m.Name + "Text is Dispatch" + m.Name + " for a text: one that is no valid message is the case " + k.Name + ", with its issues. An error is an *OptionError."
		}
		m.Cases = append(m.Cases, c)
	}
	otherwise := "It returns a zero value for an invalid message."
	if m.Unaccepted != "" {
		otherwise = "An invalid message is the case " + d.Cases[d.Unaccepted].Name + "."
	}
	m.AboutFunction = "Dispatch" + m.Name + " calls the method of h for the case of m, by " + strings.Join(d.At, ".") + ". " + otherwise
	for _, arm := range plan.Arms(d) {
		m.Arms = append(m.Arms, g.dispatchArm(arm, m.Cases))
	}
	return m
}

func (g *generator) dispatchArm(arm *plan.Arm, cases []dispatchCase) (a dispatchArm) {
	var records []jen.Code
	for _, t := range arm.Records {
		records = append(records, g.variantType(t))
	}
	a.Records = g.mark(jen.List(chunked(records)...))
	if len(arm.Cases) == 1 {
		a.Only = cases[arm.Cases[0].Number].Call
		return a
	}
	place := jen.Id("m")
	for _, f := range arm.Way {
		place = g.fieldIn(place, f)
	}
	a.Word = g.mark(place)
	for _, k := range arm.Cases {
		var words []jen.Code
		for _, w := range k.Words {
			words = append(words, g.wordAt(arm.Way[len(arm.Way)-1].Value, w))
		}
		a.Cases = append(a.Cases, dispatchCase{Words: g.mark(jen.List(chunked(words)...)), Call: cases[k.Number].Call})
	}
	return a
}

// messagesOf returns the Go type of the messages of a case.
func (g *generator) messagesOf(d *ir.Dispatch, records []*ir.Type) string {
	if len(records) == 1 {
		return g.mark(g.variantType(records[0]))
	}
	return g.mark(g.variantType(d.Over))
}

// unlikeTypes extends a name until no type has it.
func (g *generator) unlikeTypes(name, more string) string {
	for slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return g.names.Type(t) == name }) {
		name += more
	}
	return name
}

// meaning returns the rest of a word's comment: its description and the text of its catalog entry.
func meaning(d ir.Doc, entry string) string {
	if d.Text != "" {
		entry = stop(d.Text) + "\n" + entry
	}
	return strings.TrimRight(" "+strings.ReplaceAll(entry, "\n", " "), " ")
}

func sourceOf(d ir.Doc) string {
	if d.Source == "" {
		return ""
	}
	return "Source: " + stop(d.Source)
}

// wordAt returns a word with the type of a location.
func (g *generator) wordAt(v ir.Value, word string) jen.Code {
	if t := g.scalarType(v); t != nil && t.Vocabulary() != nil {
		for i, k := range t.Vocabulary().Values {
			if k.Value == word {
				return g.from(t, g.names.Value(t, i))
			}
		}
	}
	return jen.Lit(word)
}
