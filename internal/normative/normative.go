// Package normative holds what a published document demands against what carries it out: types, rules, and what does not
// exist yet. The lists are data that people write; the package reads them, finds the places of a document that demand
// something, and reports where the two disagree.
package normative

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Document is the list of one document's statements.
type Document struct {
	Document string    `json:"document"` // file name of the text
	Protocol string    `json:"protocol"`
	Sections []Section `json:"sections"` // in order; a section reaches to the next one that is listed
}

// Section is a heading with the statements below it.
type Section struct {
	Heading    string      `json:"heading"`
	Statements []Statement `json:"statements"`
}

// Statement is something that the document demands.
type Statement struct {
	// At are the places in the section that say it, counted from 1 as Find does; none if it is said without any of the words.
	At    []int    `json:"at,omitempty"`
	Says  string   `json:"says"`
	By    []string `json:"by,omitempty"`    // types and members that carry it out: "Type", "Type.member"
	Rules []string `json:"rules,omitempty"` // rules of the spec, "json" or "version"
	// Open is what will carry out what is left, or Outside; Why says what is left.
	Open  string   `json:"open,omitempty"`
	Why   string   `json:"why,omitempty"`
	Cases []string `json:"cases,omitempty"` // ids of fixtures that show it
}

// What may carry out a statement later. Rule is a rule of the spec that it lacks, Outside is for what no message can show.
const (
	Conversation = "conversation"
	Builder      = "builder"
	Rule         = "rule"
	Outside      = "outside"
)

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

// Check holds the list against the protocol and the ids of its fixtures.
func (d *Document) Check(p *ir.Protocol, cases []string) error {
	c := checker{protocol: p, cases: cases, named: map[string]bool{}}
	for _, section := range d.Sections {
		for _, s := range section.Statements {
			c.at = fmt.Sprintf("%s, %s, %q", d.Protocol, section.Heading, s.Says)
			c.statement(s)
		}
	}
	c.at = d.Protocol
	for _, t := range p.Types {
		for _, r := range t.Rules {
			if !c.named[r.ID] {
				c.named[r.ID] = true
				c.fail("no statement names the rule %s", r.ID)
			}
		}
	}
	return errors.Join(c.errs...)
}

type checker struct {
	protocol *ir.Protocol
	cases    []string
	at       string
	named    map[string]bool // rules
	errs     []error
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s: %s", c.at, fmt.Sprintf(format, args...)))
}

func (c *checker) statement(s Statement) {
	carried := len(s.By)+len(s.Rules) > 0
	switch {
	case s.Says == "":
		c.fail("says nothing")
	case !carried && s.Open == "":
		c.fail("nothing carries it out, and it is not open")
	case carried && len(s.Cases) == 0:
		c.fail("no fixture shows it")
	case (s.Open == "") != (s.Why == ""):
		c.fail("open and why go together")
	case s.Open != "" && !slices.Contains([]string{Conversation, Builder, Rule, Outside}, s.Open):
		c.fail("%s is nothing that it could be open for", s.Open)
	}
	for _, name := range s.By {
		if !exists(c.protocol, name) {
			c.fail("there is no %s", name)
		}
	}
	for _, id := range s.Rules {
		c.named[id] = true
		if !hasRule(c.protocol, id) {
			c.fail("there is no rule %s", id)
		}
	}
	for _, id := range s.Cases {
		if !slices.Contains(c.cases, id) {
			c.fail("there is no fixture %s", id)
		}
	}
}

func hasRule(p *ir.Protocol, id string) bool {
	if id == "json" || id == "version" && p.Accepts != nil {
		return true
	}
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool {
		return slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool { return r.ID == id })
	})
}

// exists reports whether the protocol has the type, and the type the member, word or column.
func exists(p *ir.Protocol, name string) bool {
	t, member := Resolve(p, name)
	return t != nil && (member == "" || hasMember(t, member))
}

// Resolve parts the name of a type from that of what it has.
func Resolve(p *ir.Protocol, name string) (*ir.Type, string) {
	typ, member, _ := strings.Cut(name, ".")
	i := slices.IndexFunc(p.Types, func(t *ir.Type) bool { return t.Name == typ })
	if i < 0 {
		return nil, ""
	}
	return p.Types[i], member
}

func hasMember(t *ir.Type, name string) bool {
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		return slices.ContainsFunc(k.Fields, func(f *ir.Field) bool { return f.Name == name })
	case *ir.Enum:
		return slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == name }) ||
			k.Catalog != nil && slices.ContainsFunc(k.Catalog.Columns, func(c ir.Column) bool { return c.Name == name })
	default:
		return false
	}
}

// Compare holds the list against what Find has found in the document: every place is listed once, and no other.
func (d *Document) Compare(found []Found) error {
	var errs []error
	listed := map[string]int{}
	key := func(heading string, ordinal int) string { return fmt.Sprintf("%s, %d", heading, ordinal) }
	for _, section := range d.Sections {
		for _, s := range section.Statements {
			for _, n := range s.At {
				listed[key(section.Heading, n)]++
			}
		}
	}
	for _, f := range found {
		k := key(f.Heading, f.Ordinal)
		if listed[k] != 1 {
			errs = append(errs, fmt.Errorf("%s: %s: listed %d times: %s (line %d, %s)", d.Document, k, listed[k], f.Text, f.Line, f.Word))
		}
		delete(listed, k)
	}
	for _, k := range slices.Sorted(maps.Keys(listed)) {
		errs = append(errs, fmt.Errorf("%s: %s: listed, but not in the document", d.Document, k))
	}
	return errors.Join(errs...)
}
