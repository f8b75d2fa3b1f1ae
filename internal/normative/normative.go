// Package normative holds what a published document demands against what carries it out: types, rules, and what does not
// exist yet. The lists are data that people write; the package reads them, cuts a document into sentences, and reports which
// of them are in no list, and what the lists claim that nothing carries out.
package normative

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Document is the list of one document's statements.
type Document struct {
	Document string    `json:"document"` // file name of the text
	Protocol string    `json:"protocol"`
	Sections []Section `json:"sections"` // in order; a section reaches to the next one that is listed, and "" is the front
}

// Section is a heading with what was read below it.
type Section struct {
	Heading    string      `json:"heading"`
	Statements []Statement `json:"statements,omitempty"`
	Nothing    []Nothing   `json:"nothing,omitempty"`
}

// Statement is something that the document demands.
type Statement struct {
	At    []string `json:"at"` // places, as ParsePlaces reads them
	Says  string   `json:"says"`
	By    []string `json:"by,omitempty"`    // types and members that carry it out: "Type", "Type.member"
	Rules []string `json:"rules,omitempty"` // rules of the spec, "json" or "version"
	// Builders are the steps of builders that carry it out, as ParseStep reads them. "output" stands for the layout, "refusal" for the failure that answers a text which is no message,
	// "digest" for the function that compares bytes with a digest. Dispatches are those of consumers.
	Builders   []string `json:"builders,omitempty"`
	Dispatches []string `json:"dispatches,omitempty"`
	// Permits is for what a message may hold: no message breaks it.
	Permits bool     `json:"permits,omitempty"`
	Cases   []string `json:"cases,omitempty"` // ids of fixtures that break and keep it
	// Open is what is to carry it out, or Outside, instead of types and rules; Why says so.
	Open string `json:"open,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Nothing is what was read and demands nothing.
type Nothing struct {
	At     []string `json:"at"`
	Reason string   `json:"reason"`
	Of     string   `json:"of,omitempty"`  // the place that Repeats repeats: "Heading 3", or "Heading (2) 3" in the second section of that heading
	Why    string   `json:"why,omitempty"` // more words, which a sentence needs that looks like a demand
}

// What may carry out a statement later. Dispatch is what a consumer does by status or code, Rule is a rule of the spec that it
// lacks, Outside is for what neither messages nor those who send them can show.
const (
	Conversation = "conversation"
	Builder      = "builder"
	Dispatch     = "dispatch"
	Rule         = "rule"
	Outside      = "outside"
)

// Why a sentence demands nothing. Repeats is for what a statement says already.
const (
	Heading    = "heading"    // names what follows
	Motivation = "motivation" // why something is as it is, or what it is good for
	Example    = "example"    // shows what is demanded elsewhere
	Definition = "definition" // says what a word stands for
	Repeats    = "repeats"
	About      = "about"      // is about the document, or leads to another one
	Tool       = "tool"       // describes programs, not what they exchange
	Permission = "permission" // leaves something to whoever acts
)

var openFor = []string{Conversation, Builder, Dispatch, Rule, Outside}

var reasons = []string{Heading, Motivation, Example, Definition, Repeats, About, Tool, Permission}

// Case is a fixture, as far as lists need it.
type Case struct {
	ID      string
	Valid   bool
	Issues  []Issue
	Op      string
	Builder string // of the op build, or ""
	// Dispatch is that of the op dispatch, or "".
	Dispatch string
}

// Issue is what a fixture expects to be found.
type Issue struct{ Rule, Path string }

// Read reads the list of a protocol. There is none if the error is fs.ErrNotExist.
func Read(folder fs.FS, protocol string) (*Document, error) {
	name := protocol + ".json"
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := &Document{}
	decoder := json.NewDecoder(f)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(d); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if d.Protocol != protocol {
		return nil, fmt.Errorf("%s: is about %q", name, d.Protocol)
	}
	return d, nil
}

// Headings are those of the sections.
func (d *Document) Headings() []string {
	list := make([]string, len(d.Sections))
	for i, s := range d.Sections {
		list[i] = s.Heading
	}
	return list
}

func hasRule(p *ir.Protocol, id string) bool {
	if id == "json" || id == "version" && p.Accepts != nil {
		return true
	}
	if len(p.Conversations) > 0 && slices.Contains(ir.OrderRules, id) || slices.Contains(sequenceChecks(p), id) {
		return true
	}
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool {
		return slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool { return r.ID == id })
	})
}

// sequenceChecks are the ids of the checks between messages.
func sequenceChecks(p *ir.Protocol) (ids []string) {
	for _, c := range p.Conversations {
		for _, o := range c.Orders() {
			for _, check := range o.Checks {
				ids = append(ids, check.ID)
			}
		}
	}
	return ids
}

// exists reports whether the protocol has the type, and the type the member, word or column.
func exists(p *ir.Protocol, name string) bool {
	t, member := Resolve(p, name)
	return t != nil && (member == "" || hasMember(t, member))
}

// Resolve parts the name of a type from that of what it has.
func Resolve(p *ir.Protocol, name string) (*ir.Type, string) {
	typ, member, _ := strings.Cut(name, ".")
	types := slices.Concat(p.Types, p.Parts)
	i := slices.IndexFunc(types, func(t *ir.Type) bool { return t.Name == typ })
	if i < 0 {
		return nil, ""
	}
	return types[i], member
}

func hasMember(t *ir.Type, name string) bool {
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		return slices.ContainsFunc(k.Fields, func(f *ir.Field) bool { return f.Name == name }) ||
			slices.ContainsFunc(k.Forbidden, func(f ir.Forbidden) bool { return f.Name == name })
	case *ir.Enum:
		return slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == name }) ||
			k.Catalog != nil && slices.ContainsFunc(k.Catalog.Columns, func(c ir.Column) bool { return c.Name == name })
	default:
		return false
	}
}
