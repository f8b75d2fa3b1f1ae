package plan

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// Observed is the data of a protocol for observers. It locates the declared names of the spec, so that the paths of issues can be reported without the
// names and indices of a message.
type Observed struct {
	Protocol string
	Types    []ObservedType
	// Conversations contains the type of the messages by conversation.
	Conversations []ObservedConversation
	Places        []ObservedPlace
}

// ObservedType is a declared type with the places of its values.
type ObservedType struct {
	Name   string
	Places []int
}

// ObservedConversation is a conversation: the type of its messages, and the names of their records in the order of trackers.
type ObservedConversation struct {
	Name, Over string
	Records    []string
}

// ObservedPlace contains the places below an object or array, by name. Rest contains those below every other name or index.
type ObservedPlace struct {
	Members []ObservedType
	Rest    []int
}

// Doc describes the module for observers. It begins with the words for "reports", and names the hook as the language does.
func (o Observed) Doc(reports, hook string) string {
	return reports + " calls about messages of " + o.Protocol + " to a " + hook + ". A report contains no value and no undeclared name of a message."
}

// Observe lowers a protocol for observers.
func Observe(p *ir.Protocol) Observed {
	l := &observing{places: map[*ir.Type]int{}, known: map[string]int{}}
	o := Observed{Protocol: p.Name}
	for _, t := range p.Types {
		o.Types = append(o.Types, ObservedType{t.Name, l.below(ir.Ref{Type: t})})
	}
	for _, c := range p.Conversations {
		over := ObservedConversation{Name: c.Name, Over: c.Over.Name}
		for _, t := range c.Records {
			over.Records = append(over.Records, t.Name)
		}
		if !slices.ContainsFunc(o.Types, func(t ObservedType) bool { return t.Name == c.Over.Name }) { // it is of another protocol
			o.Types = append(o.Types, ObservedType{c.Over.Name, l.below(ir.Ref{Type: c.Over})})
		}
		o.Conversations = append(o.Conversations, over)
	}
	o.Places = l.list
	return o
}

// observing collects the places of a protocol.
type observing struct {
	list   []ObservedPlace
	places map[*ir.Type]int // of types
	known  map[string]int   // the places of other values, by their content
}

// below returns the places of a value; none if it is no object or array.
func (l *observing) below(k ir.Kind) []int {
	ref, isRef := k.(ir.Ref)
	for isRef {
		next, again := ref.Type.Value.Kind.(ir.Ref)
		if !again {
			break
		}
		ref = next
	}
	if !isRef {
		place := l.place(k)
		if place.Members == nil && place.Rest == nil {
			return nil
		}
		return []int{l.intern(place)}
	}
	if n, done := l.places[ref.Type]; done {
		return []int{n}
	}
	if !hasPlaces(ref.Type.Value.Kind, 0) {
		return nil
	}
	n := len(l.list)
	l.places[ref.Type], l.list = n, append(l.list, ObservedPlace{}) // before its parts, which may refer to it
	l.list[n] = l.place(ref.Type.Value.Kind)
	return []int{n}
}

// intern returns the number of a place. Equal places share it.
func (l *observing) intern(place ObservedPlace) int {
	key, _ := json.Marshal(place) // it contains strings and numbers only
	n, done := l.known[string(key)]
	if !done {
		n = len(l.list)
		l.known[string(key)], l.list = n, append(l.list, place)
	}
	return n
}

// hasPlaces reports whether a value may have parts.
func hasPlaces(k ir.Kind, depth int) bool {
	within := func(inner ir.Kind) bool { return depth <= ir.MaxNesting && hasPlaces(inner, depth+1) }
	switch k := k.(type) {
	case ir.Ref:
		return within(k.Type.Value.Kind)
	case ir.Array, ir.Map, *ir.Record, *ir.Union:
		return true
	case *ir.Choice:
		return slices.ContainsFunc(k.Options, func(o ir.Value) bool { return within(o.Kind) })
	}
	return false
}

// place returns the names below a value. It joins the variants of unions: an issue does not name the variant of a message.
func (l *observing) place(k ir.Kind) ObservedPlace {
	var place ObservedPlace
	l.collect(&place, k, 0)
	return place
}

func (l *observing) collect(place *ObservedPlace, k ir.Kind, depth int) {
	if depth > ir.MaxNesting {
		return
	}
	switch k := k.(type) {
	case ir.Ref:
		l.collect(place, k.Type.Value.Kind, depth+1)
	case ir.Array:
		place.rest(l.below(k.Items.Kind))
	case ir.Map:
		place.rest(l.below(k.Values.Kind))
	case *ir.Record:
		for _, f := range k.Fields {
			place.member(f.Name, l.below(f.Value.Kind))
		}
		for _, f := range k.Forbidden {
			place.member(f.Name, nil)
		}
	case *ir.Union:
		if k.By != ir.ByBranch {
			place.member(k.Tag, nil)
		}
		for _, v := range k.Variants {
			l.collect(place, v.Type.Value.Kind, depth+1)
		}
	case *ir.Choice:
		for _, o := range k.Options {
			l.collect(place, o.Kind, depth+1)
		}
	}
}

func (p *ObservedPlace) rest(below []int) { p.Rest = joined(p.Rest, below) }

func (p *ObservedPlace) member(name string, below []int) {
	for i := range p.Members {
		if p.Members[i].Name == name {
			p.Members[i].Places = joined(p.Members[i].Places, below)
			return
		}
	}
	p.Members = append(p.Members, ObservedType{name, slices.Clone(below)})
}

// joined returns the numbers of both lists, each once.
func joined(a, b []int) []int {
	if a == nil {
		a = []int{}
	}
	for _, n := range b {
		if !slices.Contains(a, n) {
			a = append(a, n)
		}
	}
	return a
}

// Lines returns the table as JSON, which all languages parse: an object of types, one of conversations, and the list of places. The text has one
// place a line, so that a change of the spec is a small difference.
func (o Observed) Lines() []string {
	lines := wrapped("[{", members(o.Types), "},")
	var conversations []string
	for _, c := range o.Conversations {
		conversations = append(conversations, jsontext.Of(c.Name)+":"+jsontext.Of(append([]string{c.Over}, c.Records...)))
	}
	lines = append(append(lines, wrapped("{", conversations, "},")...), "[")
	for i, p := range o.Places {
		line := "[{" + strings.Join(members(p.Members), ",") + "}," + jsontext.Of(append([]int{}, p.Rest...)) + "]"
		if i < len(o.Places)-1 {
			line += ","
		}
		lines = append(lines, line)
	}
	return append(lines, "]]")
}

// wrapped joins items on lines of limited width, so that a new type changes one line.
func wrapped(open string, items []string, end string) (lines []string) {
	const width = 100
	line := open
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if len(line)+len(item) > width && line != "" {
			lines, line = append(lines, line), ""
		}
		line += item
	}
	return append(lines, line+end)
}

// members returns the members of a JSON object in the order of the spec.
func members(list []ObservedType) (items []string) {
	for _, t := range list {
		items = append(items, jsontext.Of(t.Name)+":"+jsontext.Of(append([]int{}, t.Places...)))
	}
	return items
}
