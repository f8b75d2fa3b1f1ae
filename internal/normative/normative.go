// Package normative compares the requirements of a published document with their implementation: types, rules, and parts that do not exist yet.
// People write the lists. The package reads them, splits a document into sentences, and reports the sentences that no list contains and the claims
// without an implementation.
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

// Section is a heading with the sentences below it.
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
	// Builders are the steps of builders that implement the statement, as ParseStep reads them. "output" is the layout, "refusal" the failure that
	// answers a text that is not a message, and "digest" the function that compares bytes with a digest. Dispatches are those of consumers.
	Builders   []string `json:"builders,omitempty"`
	Dispatches []string `json:"dispatches,omitempty"`
	// Permits marks a permission about messages: no message violates it.
	Permits bool     `json:"permits,omitempty"`
	Cases   []string `json:"cases,omitempty"` // ids of fixtures that break and keep it
	// Open is the missing implementation, or Outside, instead of types and rules; Why is the reason.
	Open string `json:"open,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Nothing is a sentence without requirements.
type Nothing struct {
	At     []string `json:"at"`
	Reason string   `json:"reason"`
	Of     string   `json:"of,omitempty"`  // the place that Repeats repeats: "Heading 3", or "Heading (2) 3" in the second section of that heading
	Why    string   `json:"why,omitempty"` // more words, which a sentence needs that looks like a demand
}

// The later implementations of a statement. Dispatch is an action of a consumer by status or code, Rule is a rule that the spec lacks, and Outside is
// for statements that neither messages nor their senders can show.
const (
	Conversation = "conversation"
	Builder      = "builder"
	Dispatch     = "dispatch"
	Rule         = "rule"
	Outside      = "outside"
)

// The reasons why a sentence has no requirements. Repeats is for the repetition of a statement.
const (
	Heading    = "heading"    // names the next section
	Motivation = "motivation" // explains a reason or a purpose
	Example    = "example"    // shows a requirement of another place
	Definition = "definition" // defines a word
	Repeats    = "repeats"
	About      = "about"      // is about the document, or leads to another one
	Tool       = "tool"       // describes programs instead of their messages
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

// Issue is an expected issue of a fixture.
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

// Resolve splits the name of a type from that of its member.
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
