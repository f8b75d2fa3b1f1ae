// Package compile turns a spec's declarations into an ir.Protocol: it resolves names, flattens compositions, translates
// patterns, orders checks, words messages, and refuses what it cannot decide. What it returns is valid; it writes no files
// and knows no target language.
package compile

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// MaxBytes is the largest spec that is compiled: more need not be read.
const MaxBytes = syntax.MaxBytes

// Source compiles the text of a spec. name is the file's name as the user gave it. The protocol is nil if the
// list, which is sorted, has errors.
func Source(name string, data []byte) (*ir.Protocol, diag.List) {
	f, diags := syntax.Parse(name, data)
	if f == nil || diags.HasErrors() {
		return nil, diags.Tidy()
	}
	p, more := Compile(f)
	return p, append(diags, more...).Tidy()
}

// Compile turns a well-formed file into a protocol. The protocol is nil if the list has errors.
func Compile(f *syntax.File) (*ir.Protocol, diag.List) {
	c := &compiler{file: f, byName: map[string]*decl{}, place: map[*syntax.Schema]string{}, types: map[string]*ir.Type{}, parts: map[*syntax.Schema][]conjunct{},
		regexps: map[syntax.Text]*ir.Regexp{}, budget: newBudget()}
	c.header()
	c.declare()
	if c.cycles() {
		return nil, c.diags
	}
	for _, d := range c.decls {
		c.out = append(c.out, d.typ)
		c.spend(&c.budget.types, 1, d.name.Pos)
		d.typ.Value = c.value(c.conjuncts(d.schema), site{name: d.name.Value, pos: d.schema.Pos, self: d.typ})
	}
	for _, u := range c.unions {
		c.finishUnion(u)
	}
	c.depths()
	root := c.lookup(f.Root)
	if c.diags.HasErrors() {
		return nil, c.diags
	}
	return &ir.Protocol{
		Name: f.Protocol.Value, Version: f.Version.Value, Title: f.Title.Value, Source: f.Source.Value, Doc: strings.TrimSpace(f.Doc.Value),
		File: path.Base(filepath.ToSlash(f.Name)), Types: c.out, Root: root.typ,
	}, c.diags
}

type compiler struct {
	file    *syntax.File
	diags   diag.List
	decls   []*decl
	names   []string // of the declarations
	byName  map[string]*decl
	place   map[*syntax.Schema]string // where an inline schema stands: "Frame.error"
	types   map[string]*ir.Type       // records and vocabularies by the keywords that made them
	parts   map[*syntax.Schema][]conjunct
	unions  []pendingUnion
	regexps map[syntax.Text]*ir.Regexp // patterns by place
	out     []*ir.Type

	budget    budget
	exhausted bool // there is nothing left of it
}

// decl is one entry of `types`.
type decl struct {
	name   syntax.Text
	schema *syntax.Schema
	typ    *ir.Type
	types  typeSet // what it admits; 0 until asked for, or where nothing is possible
	index  int
	bases  declSet // what it derives from; nil until asked for
}

func (c *compiler) fail(pos diag.Pos, code diag.Code, suggestion, format string, args ...any) {
	c.diags.Add(diag.Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...), Suggestion: suggestion})
}

var (
	protocolName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	typeName     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
)

func (c *compiler) header() {
	switch name := c.file.Protocol; {
	case !protocolName.MatchString(name.Value):
		c.fail(name.Pos, "protocol-name", "use lower-case letters, digits and underscores, a letter first", "%q cannot name packages in three languages", name.Value)
	case name.Value == "envelope":
		c.fail(name.Pos, "protocol-name", "choose another name", "`envelope` is the name of the support package that all protocols share")
	}
	if c.file.Version.Value == "" {
		c.fail(c.file.Version.Pos, "version", "write the version that the document has", "`version` is empty")
	}
}

func (c *compiler) declare() {
	for _, t := range c.file.Types {
		if !typeName.MatchString(t.Name.Value) {
			c.fail(t.Name.Pos, "type-name", "use letters, digits and underscores, a letter first", "%q cannot name a type in three languages", t.Name.Value)
		}
		d := &decl{name: t.Name, schema: t.Schema, index: len(c.decls)}
		d.typ = &ir.Type{Name: t.Name.Value, Pos: t.Name.Pos, Doc: docOf(t.Schema), Rename: c.renames(t.Schema)}
		c.decls, c.names = append(c.decls, d), append(c.names, t.Name.Value)
		c.byName[t.Name.Value] = d
		c.locate(t.Schema, t.Name.Value)
	}
}

func docOf(s *syntax.Schema) ir.Doc {
	return ir.Doc{Text: strings.TrimSpace(s.Description.Value), Source: s.Source.Value}
}

// renames checks and returns what `x-name` says.
func (c *compiler) renames(s *syntax.Schema) []ir.Rename {
	var list []ir.Rename
	for _, r := range s.Rename {
		if !typeName.MatchString(r.Name.Value) {
			c.fail(r.Name.Pos, "type-name", "use letters, digits and underscores, a letter first", "%q cannot be an identifier in three languages", r.Name.Value)
			continue
		}
		list = append(list, ir.Rename{Language: r.Language, Name: r.Name.Value})
	}
	return list
}

// locate gives every schema inside a declaration the name that it gets if it becomes a type of its own.
func (c *compiler) locate(s *syntax.Schema, name string) {
	c.place[s] = name
	for _, p := range s.Properties {
		c.locate(p.Schema, name+"."+step(p.Name.Value, p.Schema))
	}
	if s.Items != nil {
		c.locate(s.Items, name+".item")
	}
	for _, list := range [][]*syntax.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, sub := range list {
			c.locate(sub, name)
		}
	}
}

// step is what a member adds to the names of types below it: the name that x-name gives in every language, else its own.
func step(member string, s *syntax.Schema) string {
	for _, r := range s.Rename {
		if r.Language == "" {
			return r.Name.Value
		}
	}
	return member
}

// lookup resolves a reference, or reports it and returns nil.
func (c *compiler) lookup(ref syntax.Text) *decl {
	name := ref.Value
	if rest, ok := strings.CutPrefix(name, "#/types/"); ok {
		name = rest
	} else if leaves(name) {
		c.fail(ref.Pos, "outside", "keep specs that belong together in one folder", "%q is outside of the folder of this spec", ref.Value)
		return nil
	} else if strings.ContainsAny(name, "#/:") {
		c.fail(ref.Pos, "not-implemented", "write the name of a type of this spec, or #/types/Name", "a reference to %q is not implemented yet", ref.Value)
		return nil
	} else if strings.Contains(name, ".") {
		c.fail(ref.Pos, "not-implemented", "write the name of a type of this spec", "a reference into another spec (%q) is not implemented yet", ref.Value)
		return nil
	}
	d := c.byName[name]
	if d == nil {
		c.fail(ref.Pos, "unknown-type", c.nearest(name, c.names), "there is no type %q", name)
	}
	return d
}

// leaves reports whether a reference leads to another machine or out of the folder of the spec.
func leaves(ref string) bool {
	file, _, _ := strings.Cut(ref, "#")
	return strings.ContainsAny(file, ":\\") || file != "" && !filepath.IsLocal(filepath.FromSlash(file))
}

// nearest suggests what a misspelt name may stand for, as long as anybody will see it.
func (c *compiler) nearest(name string, known []string) string {
	if c.diags.Full() {
		return ""
	}
	return diag.DidYouMean(name, known)
}
