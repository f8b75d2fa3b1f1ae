package compile

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// unit is one spec with the results of compiling it.
type unit struct {
	file     *syntax.File
	imports  map[string]*unit
	byID     map[string]*resource // by `$id`
	decls    []*decl
	byName   map[string]*decl
	names    []string        // of the declarations
	meta     []metaschema    // those of JSON Schema, if the spec refers to them
	lifted   map[string]bool // the names of declarations inside of others
	out      []*ir.Type
	others   []*ir.Type // other names of lifted types
	schemas  []*ir.Schema
	stages   []string
	rules    []*pendingRule
	late     map[*ir.Type]*ir.Field // types whose values may be in a staged member, with that member
	protocol *ir.Protocol
	busy     bool // its imports are being read
}

// maxUnits bounds how many specs one spec may lead to.
const maxUnits = 100

// load reads a spec and, before it, the specs that it imports. It returns nil where there is nothing to go on with.
func (c *compiler) load(name string, data []byte) *unit {
	f, diags := syntax.ParseWith(name, data, c.library.Read)
	*c.Diags = append(*c.Diags, diags...)
	u := &unit{file: f, imports: map[string]*unit{}, lifted: map[string]bool{}, busy: true}
	c.byPath[name] = u
	if f == nil || diags.HasErrors() {
		return nil
	}
	for i := range f.Imports {
		c.declareImport(u, &f.Imports[i])
	}
	for _, s := range u.roots() {
		c.standard(u, s)
		c.implied(u, s)
	}
	c.addMetaschemas(u)
	u.busy = false
	c.units = append(c.units, u)
	for _, other := range c.units[:len(c.units)-1] {
		if other.file.Protocol.Value == f.Protocol.Value {
			c.Diags.Add(diag.Diagnostic{Pos: f.Protocol.Pos, Code: "import", Message: "this protocol and an imported one both have the name " + strconv.Quote(f.Protocol.Value),
				Suggestion: "rename one of them", Notes: []diag.Note{{Pos: other.file.Protocol.Pos, Message: "the other one"}}})
		}
	}
	return u
}

var importName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (c *compiler) declareImport(u *unit, i *syntax.Import) {
	switch {
	case !importName.MatchString(i.Name.Value):
		c.Fail(i.Name.Pos, "import", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of an import", i.Name.Value)
	case !i.File.Pos.IsValid():
		if !c.importShipped(u, i.Name.Value, i.Name.Pos) {
			c.Fail(i.Name.Pos, "import", "add `file:`", "envgen ships no protocol %q", i.Name.Value)
		}
	case i.File.Value == "":
		c.Fail(i.File.Pos, "import", "write the file's name", "the name of the file is empty")
	case leaves(i.File.Value):
		c.Fail(i.File.Pos, "outside", "keep specs that belong together in one folder", "%q is outside the folder of this spec", i.File.Value)
	case c.library.Read == nil:
		c.Fail(i.File.Pos, "import", "", "%q cannot be read here", i.File.Value)
	default:
		file := path.Join(path.Dir(filepath.ToSlash(u.file.Name)), i.File.Value)
		if known := c.byPath[file]; known != nil {
			c.connect(u, i.Name.Value, known, i.File.Pos)
			return
		}
		data, err := c.library.Read(file)
		if err != nil {
			c.Fail(i.File.Pos, "import", "the name is relative to the folder of this spec", "%q cannot be read: %s", i.File.Value, reason(err))
			return
		}
		c.importData(u, i.Name.Value, file, data, i.File.Pos)
	}
}

// shippedPrefix begins the names of the specs inside of envgen, in diagnostics as well.
const shippedPrefix = "envgen:"

// reason is an error without the path, which depends on where envgen runs.
func reason(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// importShipped imports a protocol that ships with envgen, if there is one of that name.
func (c *compiler) importShipped(u *unit, name string, pos diag.Pos) bool {
	if c.library.Shipped == nil {
		return false
	}
	data, ok := c.library.Shipped(name)
	if !ok {
		return false
	}
	file := shippedPrefix + name + ".yaml"
	if known := c.byPath[file]; known != nil {
		c.connect(u, name, known, pos)
	} else {
		c.importData(u, name, file, data, pos)
	}
	return true
}

func (c *compiler) importData(u *unit, name, file string, data []byte, pos diag.Pos) {
	if len(c.byPath) > maxUnits {
		if !c.exhausted {
			c.exhausted = true
			c.Fail(pos, "too-large", "", "this spec imports more than %d others", maxUnits)
		}
		return
	}
	if other := c.load(file, data); other != nil {
		u.imports[name] = other
	}
}

func (c *compiler) connect(u *unit, name string, other *unit, pos diag.Pos) {
	if other.busy {
		c.Fail(pos, "import-cycle", "move the shared types into a third spec", "%q imports this spec", other.file.Name)
		return
	}
	u.imports[name] = other
}

// implied imports the protocols that ship with envgen and are named without an entry under `imports`.
func (c *compiler) implied(u *unit, s *syntax.Schema) {
	if name, _, ok := strings.Cut(s.Ref.Value, "."); ok && importName.MatchString(name) && u.imports[name] == nil {
		c.importShipped(u, name, s.Ref.Pos)
	}
	for _, sub := range s.Subschemas() {
		c.implied(u, sub.Schema)
	}
}

// importsOf lists the protocols that a unit leads to, directly or not, and reports where the packages of those are that it
// imports itself.
func (c *compiler) importsOf(u *unit, p *ir.Protocol) {
	for _, other := range c.reachable(u) {
		p.Imports = append(p.Imports, other.protocol)
	}
	for _, i := range u.file.Imports {
		other := u.imports[i.Name.Value]
		for _, l := range i.Packages {
			if other != nil {
				p.Packages = append(p.Packages, ir.Package{Protocol: other.file.Protocol.Value, Language: l.Language, Path: l.Path.Value, Pos: l.Path.Pos})
			}
		}
	}
}

// reachable lists the units that a unit leads to, directly or not, imported ones first.
func (c *compiler) reachable(u *unit) []*unit {
	leads := map[*unit]bool{}
	var follow func(u *unit)
	follow = func(u *unit) {
		for _, other := range u.imports { // in any order: it fills a set
			if !leads[other] {
				leads[other] = true
				follow(other)
			}
		}
	}
	follow(u)
	return slices.DeleteFunc(slices.Clone(c.units), func(other *unit) bool { return !leads[other] })
}

// unitOf returns the unit of a position.
func (c *compiler) unitOf(pos diag.Pos) *unit {
	for _, u := range c.units {
		for _, o := range []*syntax.Overlay{u.file.Module, u.file.Overlay} {
			if o != nil && o.Name == pos.File {
				return u
			}
		}
		if u.file.Name == pos.File {
			return u
		}
	}
	return c.unit
}

// fileOf returns the spec of a position.
func (c *compiler) fileOf(pos diag.Pos) *syntax.File {
	return c.unitOf(pos).file
}
