// Package breaking finds the messages that two versions of a spec judge differently.
//
// For each type, a proof of containment covers the messages that one version sends and the other takes. Where it has a gap, a search looks for a message.
// Both versions judge that message before it is reported. A gap without a message is an unknown, which counts as breaking.
package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/sorting"
)

// Category is who is hurt by a change.
type Category string

const (
	Read   Category = "READ"   // the new spec refuses a message that the old one accepts
	Write  Category = "WRITE"  // the old spec refuses a message that the new one accepts
	Issues Category = "ISSUES" // both refuse a message, or accept it with a warning, for other reasons
	Bytes  Category = "BYTES"  // both accept a message and write it in another way

	// The categories of bindings, which package source compares.
	SourceGo Category = "SOURCE.go"
	SourceTS Category = "SOURCE.ts"
	SourcePy Category = "SOURCE.py"
)

// Categories returns every Category.
func Categories() []Category {
	return []Category{Read, Write, Order, Issues, Bytes, SourceGo, SourceTS, SourcePy}
}

// IsSource reports whether a category is about bindings. Compare has no findings of it.
func (c Category) IsSource() bool { return c == SourceGo || c == SourceTS || c == SourcePy }

// Finding is one change that may hurt.
type Finding struct {
	Category Category
	Rule     string
	Protocol string // that declares the type
	Type     string
	Path     []string // from the type to the place; "*" for every item or member
	About    string
	Old, New diag.Pos
	Unknown  bool           // no message shows it
	Witness  string         // a message as JSON text, or a trace as a list of steps; "" if Unknown
	Params   map[string]any // those that the message needs; nil for the defaults
	Now      string         // the time of the message, RFC 3339; "" for the default
	Trace    []Step         // of ORDER, and of ISSUES of sequences

	Before, After string // of bindings: the declarations of the symbol that Type names, "" for none
}

// Version is one side of a comparison.
type Version struct {
	Protocol *ir.Protocol
	// Messages returns JSON texts of a type, valid and invalid ones.
	Messages func(*ir.Type) []string
}

// side is a Version with its judge.
type side struct {
	Version
	judge  *reference.Interpreter
	texts  map[*ir.Type][]string
	others map[*ir.Type][]string // grown
	oracle *reference.Reference  // for conversations; nil until one differs

	verdicts    map[judged]verdict
	judgedBytes int
}

func newSide(v Version) (*side, error) {
	judge, err := reference.NewInterpreter(v.Protocol)
	return &side{Version: v, judge: judge, texts: map[*ir.Type][]string{}, others: map[*ir.Type][]string{}, verdicts: map[judged]verdict{}}, err
}

func (s *side) messages(t *ir.Type) []string {
	list, known := s.texts[t]
	if !known {
		list = s.Messages(t)
		if !slices.ContainsFunc(list, func(text string) bool { return s.valid(t, text) }) {
			list = slices.Concat(list, s.more(t))
		}
		s.texts[t] = list
	}
	return list
}

// Options select the parts that are compared.
type Options struct {
	Categories []Category // nil for all
	Upgrade    string     // client, server or all: who takes the new version first
}

type comparison struct {
	old, new *side
	options  Options
	findings []Finding
	differ   bool                   // some type of both versions is not the same
	schemas  map[*side]*schemaProof // by the sender
}

// Compare returns the findings in the order of the new spec. An error means that a version cannot be judged.
func Compare(old, new Version, o Options) ([]Finding, error) {
	a, err := newSide(old)
	if err != nil {
		return nil, err
	}
	b, err := newSide(new)
	if err != nil {
		return nil, err
	}
	c := &comparison{old: a, new: b, options: o, schemas: map[*side]*schemaProof{a: newSchemaProof(a.Protocol, b.Protocol), b: newSchemaProof(b.Protocol, a.Protocol)}}
	for _, t := range declaredTypes(old.Protocol) {
		if other := typeLike(new.Protocol, t); other != nil {
			c.pair(t, other)
		} else {
			c.differ = true
			c.removed(t)
		}
	}
	if err := c.orders(); err != nil {
		return nil, err
	}
	if err := c.dispatches(); err != nil {
		return nil, err
	}
	if err := c.builders(); err != nil {
		return nil, err
	}
	return c.tidy(), nil
}

// declaredTypes are the types that a spec and its imports declare.
func declaredTypes(p *ir.Protocol) []*ir.Type {
	var list []*ir.Type
	for _, q := range append([]*ir.Protocol{p}, p.Imports...) {
		for _, t := range q.Types {
			if !t.Lifted && t.Of == nil {
				list = append(list, t)
			}
		}
	}
	return list
}

func typeLike(p *ir.Protocol, t *ir.Type) *ir.Type {
	for _, q := range append([]*ir.Protocol{p}, p.Imports...) {
		for _, o := range append(slices.Clip(q.Types), q.Names...) {
			if paired(t, o) {
				return o
			}
		}
	}
	return nil
}

func (c *comparison) pair(old, new *ir.Type) {
	params := changedParams(c.old.Protocol, c.new.Protocol)
	accepts := newComparer(true).same(c.old.Protocol.Accepts, c.new.Protocol.Accepts)
	if len(params) == 0 && accepts && newComparer(true).same(old, new) {
		return
	}
	c.differ = true
	if c.wanted(Read, old.Side) {
		c.contains(Read, c.old, c.new, old, new, params)
	}
	if c.wanted(Write, new.Side) {
		c.contains(Write, c.new, c.old, new, old, params)
	}
	c.judgements(old, new)
	c.tables(old, new)
}

// wanted reports whether a category matters for messages of a side.
func (c *comparison) wanted(category Category, from string) bool {
	if c.options.Categories != nil && !slices.Contains(c.options.Categories, category) {
		return false
	}
	new := c.options.Upgrade // only this side is new
	if new != "client" && new != "server" || from != "client" && from != "server" {
		return true
	}
	return (category == Write) == (from == new)
}

// changedParams are the names of the parameters that are not the same in both.
func changedParams(old, new *ir.Protocol) map[string]bool {
	changed := map[string]bool{}
	for _, pair := range [][2]*ir.Protocol{{old, new}, {new, old}} {
		for _, p := range pair[0].Params {
			if !slices.ContainsFunc(pair[1].Params, func(o *ir.Param) bool { return o.Name == p.Name && newComparer(false).same(o, p) }) {
				changed[p.Name] = true
			}
		}
	}
	return changed
}

// sideBySide runs one job for each version. The versions share no memory that a judge or a generator of messages changes.
func sideBySide(old, new func()) {
	var both sync.WaitGroup
	both.Go(old)
	new()
	both.Wait()
}

// contains looks for values that the sender may send and the receiver refuses.
func (c *comparison) contains(category Category, sender, receiver *side, sends, takes *ir.Type, params map[string]bool) {
	proof := &containment{assumed: map[[2]any]bool{}, params: params, schemas: c.schemas[sender]}
	proof.declared(sends, takes)
	proof.accepted(sender.Protocol, receiver.Protocol, sends, takes)
	for _, g := range proof.gaps {
		if !c.wanted(category, cmp.Or(g.from, sends.Side)) {
			continue
		}
		f := Finding{Category: category, Rule: g.rule, Protocol: sends.Protocol, Type: sends.Name, Path: g.names(), About: g.about, Old: g.sends, New: g.takes}
		if category == Write {
			f.Old, f.New = f.New, f.Old
		}
		if c.exempt(f) {
			continue // the search for its witness takes the most time
		}
		sideBySide(func() { sender.messages(sends) }, func() { receiver.messages(takes) })
		s := newSearch(sender, receiver, sends, takes, g)
		witness, found := s.witness()
		if f.Witness, f.Unknown, f.Params = witness, !found, s.options.Params; f.Params != nil {
			f.About += " with the parameters " + jsontext.Of(f.Params)
		}
		if s.options.Now != nil {
			f.Now = s.options.Now.Format(time.RFC3339)
			f.About += " at " + f.Now
		}
		c.findings = append(c.findings, f)
	}
}

// accepted compares the versions that are accepted.
func (c *containment) accepted(sender, receiver *ir.Protocol, sends, takes *ir.Type) {
	if receiver.AcceptsSpeaksOf(takes) && !(sender.AcceptsSpeaksOf(sends) && len(c.params) == 0 && newComparer(false).same(sender.Accepts, receiver.Accepts)) {
		c.gap(place{path: receiver.Accepts.At, sends: sends.Pos, takes: takes.Pos}, "version", "other versions are accepted", `"0.0.0"`, `"1.0.0"`, `"2.0.0"`, `"999.0.0"`)
	}
}

// removed reports a type of messages that the new spec does not have. Without a root, every type is one.
func (c *comparison) removed(t *ir.Type) {
	p := c.old.Protocol
	whole := p.Root == nil || t == p.Root || slices.Contains(p.Unused, t)
	if !whole || t.Protocol != p.Name || !c.wanted(Read, t.Side) || unstable(t, nil) {
		return
	}
	f := Finding{Category: Read, Rule: "removed", Protocol: p.Name, Type: t.Name, About: fmt.Sprintf("the type %s is removed", t.Name), Old: t.Pos, New: top(c.new.Protocol)}
	c.findings = append(c.findings, c.old.showing(f, t))
}

// showing adds the shortest valid message of a type to a finding.
func (s *side) showing(f Finding, t *ir.Type) Finding {
	list := slices.Clone(s.messages(t))
	slices.SortStableFunc(list, func(a, b string) int { return len(a) - len(b) })
	i := slices.IndexFunc(list, func(text string) bool { return s.valid(t, text) })
	if f.Unknown = i < 0; !f.Unknown {
		f.Witness = list[i]
	}
	return f
}

// top is the beginning of a spec.
func top(p *ir.Protocol) diag.Pos { return diag.Pos{File: p.Types[0].Pos.File, Line: 1, Column: 1} }

// Removed returns the finding about a spec that no one has any more. at is the list that does not name it.
func Removed(old Version, at diag.Pos, o Options) ([]Finding, error) {
	s, err := newSide(old)
	if err != nil {
		return nil, err
	}
	t := cmp.Or(old.Protocol.Root, old.Protocol.Types[0])
	c := &comparison{old: s, options: o}
	if !c.wanted(Read, t.Side) || unstable(t, nil) {
		return nil, nil
	}
	f := Finding{Category: Read, Rule: "spec", Protocol: old.Protocol.Name, About: "the spec is removed", Old: top(old.Protocol), New: at}
	return []Finding{s.showing(f, t)}, nil
}

// tidy sorts the findings and keeps the first of equal ones.
func (c *comparison) tidy() []Finding {
	for i := range c.findings {
		c.findings[i].Protocol = cmp.Or(c.findings[i].Protocol, c.old.Protocol.Name)
	}
	sorting.Stable(c.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.New.File, b.New.File), cmp.Compare(a.New.Line, b.New.Line), cmp.Compare(a.New.Column, b.New.Column),
			cmp.Compare(a.Category, b.Category), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.About, b.About))
	})
	return slices.CompactFunc(c.findings, func(a, b Finding) bool {
		return a.Category == b.Category && a.Rule == b.Rule && a.About == b.About && a.Old == b.Old && a.New == b.New
	})
}
