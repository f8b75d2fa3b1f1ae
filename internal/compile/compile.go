// Package compile turns a spec's declarations into an ir.Protocol. It resolves names, flattens compositions, translates patterns, orders checks and
// writes messages. It rejects everything that it cannot decide, so its result is valid. The package writes no files and is independent of target
// languages.
package compile

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/internal/compile/builders"
	"github.com/envgen/envgen/internal/compile/conversations"
	"github.com/envgen/envgen/internal/compile/dispatches"
	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/numbers"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// MaxBytes is the largest spec that is compiled: more need not be read.
const MaxBytes = syntax.MaxBytes

// Library is where the specs that others import come from. The zero Library has none.
type Library struct {
	// Shipped returns the spec of a protocol that ships with envgen, by name.
	Shipped func(protocol string) ([]byte, bool)
	// Read returns a file, by its path as the importing spec leads to it.
	Read func(file string) ([]byte, error)
}

// ModuleText returns the text of the module of std that the file of a diagnostic's position refers to, or nil.
func ModuleText(file string) []byte { return syntax.ModuleText(file) }

// Source compiles the text of a spec that imports nothing. name is the file's name as the user gave it. The protocol is
// nil if the list, which is sorted, has errors.
func Source(name string, data []byte) (*ir.Protocol, diag.List) { return Library{}.Source(name, data) }

// Source compiles the text of a spec. A diagnostic may have a position in an imported spec.
func (l Library) Source(name string, data []byte) (*ir.Protocol, diag.List) {
	c := &compiler{Reporter: host.Reporter{Diags: &diag.List{}}, library: l, byPath: map[string]*unit{}, place: map[*syntax.Schema]string{}, address: map[*syntax.Schema]string{}, resources: map[*syntax.Schema]*resource{}, inner: map[*syntax.Schema]map[pointerStep]*syntax.Schema{}, targets: map[*syntax.Schema]*decl{},
		bySchema: map[*syntax.Schema]*decl{}, types: map[string]*ir.Type{}, parts: map[*syntax.Schema][]conjunct{}, admitted: map[*syntax.Schema]typeSet{}, statedTypes: map[*syntax.Schema]typeSet{}, finished: map[*ir.Union]*pendingUnion{}, unionTypes: map[*syntax.Schema]*ir.Union{}, wholes: map[*syntax.Schema]*syntax.Schema{}, nodes: map[string]*ir.Schema{}, contains: map[*ir.Type][]*decl{}, autos: map[*ir.Field]autoAt{},
		regexps: map[syntax.Text]*ir.Regexp{}, withoutBranches: map[*syntax.Schema]*syntax.Schema{}, openRecords: map[*syntax.Schema]*ir.Type{}, declared: map[*syntax.Schema][]string{}, anchored: map[string][]*syntax.Schema{}, dynamic: map[*syntax.Schema]string{}, initial: map[*syntax.Schema]*syntax.Schema{}, depends: map[*syntax.Schema][]string{},
		budget: newBudget()}
	c.firstPlace = map[*ir.Type]string{}
	c.numerics, c.clashing, c.widened = map[*syntax.Schema]numericTypes{}, map[*syntax.Schema]bool{}, map[string]bool{}
	c.shapes = shapes{c.bySchema, c.targets, map[string]int{}, map[*syntax.Schema]int{}, map[*syntax.Schema]int{}}
	u := c.load(name, data)
	if u == nil || c.Diags.HasErrors() {
		return nil, c.Diags.Tidy()
	}
	p := c.compile()
	c.forgetMetaschemas()
	return p, c.Diags.Tidy()
}

// compile compiles all units, of which the last one imports the others.
func (c *compiler) compile() *ir.Protocol {
	for _, u := range c.units {
		c.header(u)
		c.declare(u)
	}
	for _, u := range c.units {
		c.identifyAll(u)
	}
	for _, u := range c.units {
		c.dialects(u)
	}
	for _, u := range c.units {
		c.resolve(u)
	}
	c.findDynamic()
	for _, u := range c.units {
		c.sides(u)
	}
	if c.cycles() {
		return nil
	}
	c.widen()
	for _, u := range c.units {
		c.misplacedParts(u)
	}
	var p *ir.Protocol
	for _, u := range c.units {
		p = c.compileUnit(u)
	}
	if c.Diags.HasErrors() {
		return nil
	}
	return p
}

func (c *compiler) compileUnit(u *unit) *ir.Protocol {
	c.unit = u
	u.stages = c.stages(u)
	c.misplacedStages(u)
	for _, d := range u.decls {
		c.entered = c.entering(nil, d.schema)
		c.compileDecl(d)
	}
	c.entered = nil
	for _, d := range u.decls {
		if d.catalog != nil && !c.exhausted {
			c.catalog(d)
		}
	}
	for _, p := range c.unions {
		c.finishUnion(p)
	}
	c.unions = nil
	c.finishSchemas()
	c.bend()
	c.collapse()
	c.settle(u.out)
	c.depths(u.out)
	c.annotations(u)
	f := u.file
	p := &ir.Protocol{
		Name: f.Protocol.Value, Version: f.Version.Value, Title: f.Title.Value, Source: f.Source.Value, Doc: strings.TrimSpace(f.Doc.Value),
		File: oneLine(path.Base(filepath.ToSlash(strings.TrimPrefix(f.Name, shippedPrefix)))), Schemas: u.schemas,
		Shipped: strings.HasPrefix(f.Name, shippedPrefix), Params: c.params(u), Stages: u.stages,
	}
	p.Types, p.Parts = c.takeParts(u)
	p.Names = otherNames(u)
	u.protocol = p
	if root := c.lookup(u, f.Root); root != nil {
		p.Root = root.typ
		if root.schema.Part.Value {
			c.partMeant(f.Root, root)
		}
	}
	c.importsOf(u, p)
	c.facts(u, p)
	p.Accepts = c.accepts(u)
	used := c.rules(u)
	spec := c.spec(u, used)
	p.Conversations = conversations.Compile(spec)
	c.fillings(u, used)
	p.Builders = builders.Compile(spec)
	p.Layout = dispatches.Layout(spec)
	p.Refusal = dispatches.Refusal(spec)
	p.Dispatches = dispatches.Dispatches(spec)
	c.unusedParams(u, used)
	c.strangeSides(u)
	c.endlessTypes(p)
	c.idleCounters(u)
	p.Unused = unusedTypes(u)
	for _, r := range f.Rulings {
		p.Rulings = append(p.Rulings, ir.Ruling(r))
	}
	if !c.Diags.HasErrors() {
		numbers.Find(p)
		c.widePlaces(p)
	}
	return p
}

func (c *compiler) compileDecl(d *decl) {
	c.unit.out = append(c.unit.out, d.typ)
	c.spend(&c.budget.types, 1, d.name.Pos)
	d.typ.Value = c.value([]*syntax.Schema{d.schema}, site{name: d.typ.Name, pos: d.schema.Pos, self: d.typ, apart: d.schema.Part.Value})
	if d.open() {
		d.typ.Value.Kind = c.openEnum(d)
	}
}

type compiler struct {
	host.Reporter
	library Library
	units   []*unit // imported ones first
	byPath  map[string]*unit
	unit    *unit   // the one that is compiled
	decls   []*decl // of all units

	place       map[*syntax.Schema]string // the place of a schema: "Frame.error"
	address     map[*syntax.Schema]string // the same as keywords and keys: "Frame/properties/error"
	resources   map[*syntax.Schema]*resource
	inner       map[*syntax.Schema]map[pointerStep]*syntax.Schema
	targets     map[*syntax.Schema]*decl // the target of a schema's $ref
	bySchema    map[*syntax.Schema]*decl
	types       map[string]*ir.Type // records and vocabularies by the keywords that made them
	parts       map[*syntax.Schema][]conjunct
	admitted    map[*syntax.Schema]typeSet // the admitted JSON types of schemas
	statedTypes map[*syntax.Schema]typeSet // the JSON types that the `type` keywords of schemas leave
	unions      []*pendingUnion
	finished    map[*ir.Union]*pendingUnion
	unionTypes  map[*syntax.Schema]*ir.Union
	wholes      map[*syntax.Schema]*syntax.Schema // of the messages that one side sends: the whole union
	nodes       map[string]*ir.Schema
	autos       map[*ir.Field]autoAt
	contains    map[*ir.Type][]*decl // the declarations that a record is composed of, including its own
	unfilled    []unfilled
	straight    []*ir.Type                 // which need no Schema, as far as is known
	regexps     map[syntax.Text]*ir.Regexp // patterns by place

	withoutBranches map[*syntax.Schema]*syntax.Schema // schemas without their anyOf and oneOf
	openRecords     map[*syntax.Schema]*ir.Type       // the records of branches that accept objects without declared members
	declared        map[*syntax.Schema][]string       // the members that schemas declare
	shapes          shapes
	firstPlace      map[*ir.Type]string // of lifted types
	anyObject       *syntax.Schema      // {type: object}
	collapsible     []*pendingUnion     // unions without a tag in the unit

	anchored map[string][]*syntax.Schema       // the schemas with a `$dynamicAnchor`, by its name
	dynamic  map[*syntax.Schema]string         // the anchor of each `$dynamicRef` that depends on the dynamic scope
	initial  map[*syntax.Schema]*syntax.Schema // the target of each of them without a scope
	depends  map[*syntax.Schema][]string       // the anchors of those that a schema leads to, sorted
	entered  dynamicScope                      // of the schema that is compiled

	hasWide  bool // a schema is an integer of 64 bits
	numerics map[*syntax.Schema]numericTypes
	clashing map[*syntax.Schema]bool // with such an integer
	widened  map[string]bool         // lists of schemas for one value

	budget    budget
	exhausted bool // there is nothing left of it
}

// decl is a schema that others refer to by name or address: an entry of `types` or `catalogs`, or a schema inside of one.
type decl struct {
	name    syntax.Text
	unit    *unit
	schema  *syntax.Schema
	catalog *syntax.Catalog // behind schema, or nil
	typ     *ir.Type
	index   int
	named   bool    // something of a spec refers to it
	bases   declSet // the types that it derives from; nil until first read
}

func (c *compiler) declare(u *unit) {
	u.byName = map[string]*decl{}
	for i := range u.file.Catalogs {
		k := &u.file.Catalogs[i]
		s := catalogSchema(k)
		c.declareType(u, k.Name, s).catalog = k
		for _, column := range k.Columns {
			c.locate(column.Schema, k.Name.Value+"."+step(column.Name.Value, column.Schema), k.Name.Value+"/"+column.Name.Value)
		}
	}
	for _, m := range u.meta {
		c.locate(m.schema, m.name, m.address)
	}
	for _, t := range u.file.Types {
		if first := u.byName[t.Name.Value]; first != nil {
			c.Diags.Add(diag.Diagnostic{Pos: t.Name.Pos, Code: "duplicate-item", Message: fmt.Sprintf("%q is already the name of a catalog", t.Name.Value),
				Suggestion: "a catalog is a type; rename this one", Notes: []diag.Note{{Pos: first.name.Pos, Message: "declared here"}}})
			continue
		}
		c.declareType(u, t.Name, t.Schema)
		c.declareInside(u, t.Schema)
	}
}

func (c *compiler) declareType(u *unit, name syntax.Text, s *syntax.Schema) *decl {
	if !host.TypeName.MatchString(name.Value) {
		c.Fail(name.Pos, "type-name", "use letters, digits and underscores; start with a letter", "%q is not a valid type name in all three languages", name.Value)
	}
	c.locate(s, name.Value, name.Value)
	d := c.newDecl(u, name, s)
	d.typ = &ir.Type{Name: name.Value, Protocol: u.file.Protocol.Value, Pos: name.Pos, Doc: docOf(s), Rename: c.Renames(s.Rename), Side: c.side(s)}
	u.byName[name.Value] = d
	u.names = append(u.names, name.Value)
	return d
}

// declareInside declares the schemas under `$defs`, at any depth.
func (c *compiler) declareInside(u *unit, s *syntax.Schema) {
	for _, sub := range s.Subschemas() {
		if sub.Keyword == "$defs" {
			c.lift(u, sub.Schema)
		}
		c.declareInside(u, sub.Schema)
	}
}

// lift declares a schema inside another one.
func (c *compiler) lift(u *unit, s *syntax.Schema) *decl {
	if d := c.bySchema[s]; d != nil {
		return d
	}
	name := c.place[s]
	if u.byName[name] != nil || u.lifted[name] {
		name = strings.ReplaceAll(c.address[s], "/", ".")
	}
	d := c.newDecl(u, syntax.Text{Pos: s.Pos, Value: name}, s)
	u.lifted[name] = true
	d.typ = &ir.Type{Name: name, Lifted: true, Protocol: u.file.Protocol.Value, Pos: s.Pos, Doc: docOf(s), Rename: c.Renames(s.Rename)}
	return d
}

func (c *compiler) newDecl(u *unit, name syntax.Text, s *syntax.Schema) *decl {
	d := &decl{name: name, unit: u, schema: s, index: len(c.decls)}
	c.decls = append(c.decls, d)
	u.decls = append(u.decls, d)
	c.bySchema[s] = d
	return d
}

// side validates and returns `x-from`.
func (c *compiler) side(s *syntax.Schema) string {
	if s.From.Pos.IsValid() && !host.ParamName.MatchString(s.From.Value) {
		c.Fail(s.From.Pos, "side", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid side name in all three languages", s.From.Value)
	}
	return s.From.Value
}

func docOf(s *syntax.Schema) ir.Doc {
	d := ir.Doc{Text: strings.TrimSpace(s.Description.Value), Source: s.Source.Value, Deprecated: s.Deprecated, ReadOnly: s.ReadOnly, WriteOnly: s.WriteOnly, Stability: s.Stability.Value}
	if s.Default != nil {
		d.Default = wording.JSON(s.Default)
	}
	for _, e := range s.Examples {
		d.Examples = append(d.Examples, wording.JSON(e))
	}
	d.Encoding, d.MediaType = s.ContentEncoding.Value, s.ContentMediaType.Value
	if s.Content != nil {
		d.Content = wording.JSON(s.Content)
	}
	return d
}

// narrowed returns the description of a narrower schema. Absent parts keep the text of the wider one.
func narrowed(d, by ir.Doc) ir.Doc {
	if by.Text == "" {
		by.Text, by.Source = d.Text, cmp.Or(by.Source, d.Source)
	}
	by.Stability = cmp.Or(by.Stability, d.Stability)
	by.Default = cmp.Or(by.Default, d.Default)
	by.Encoding, by.MediaType, by.Content = cmp.Or(by.Encoding, d.Encoding), cmp.Or(by.MediaType, d.MediaType), cmp.Or(by.Content, d.Content)
	if by.Examples == nil {
		by.Examples = d.Examples
	}
	by.Deprecated, by.ReadOnly, by.WriteOnly = by.Deprecated || d.Deprecated, by.ReadOnly || d.ReadOnly, by.WriteOnly || d.WriteOnly
	return by
}
