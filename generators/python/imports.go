package python

import (
	"cmp"
	"github.com/envgen/envgen/generators/link"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// declaring matches the public declarations of a module of the support code.
var declaring = regexp.MustCompile(`(?m)^(?:(?:class|(?:async )?def) ([A-Za-z]\w*)|([A-Za-z]\w*)(?:: [^=\n]+)? = )`)

// ambiguous contains the modules of names that other modules also declare privately.
var ambiguous = map[string]string{"Numbers": "_numbers", "OrNull": "_applicators", "Parts": "_unique", "Place": "_numbers"}

// offered returns the modules of the support code by the names that they declare.
var offered = sync.OnceValue(func() map[string]string {
	modules := map[string]string{}
	files, err := support("")
	if err != nil {
		panic(err) // the files are embedded
	}
	for _, f := range files {
		for _, m := range declaring.FindAllSubmatch(f.Data, -1) {
			modules[string(m[1])+string(m[2])] = strings.TrimSuffix(f.Path, ".py")
		}
	}
	maps.Copy(modules, ambiguous)
	return modules
})

// uses contains the names that one module imports.
type uses struct {
	abc, abstract, json, operator, typing helpers // of the standard library; abstract is collections.abc
	support                               helpers // of the support code
	models, readers, siblings             names   // of the protocol's modules, and of its package
	builders                              names   // of its module of builders
	aliased                               names   // of the models, each with an alias
	schemas, rules                        bool    // whether it imports the protocol's module of this name
	kinds                                 bool    // whether it imports the support code's module
	// packages contains the packages of other protocols, theirReaders the functions of their readers, both by protocol.
	packages     map[string]bool
	theirReaders map[string]names
}

func (g *generator) newUses() *uses {
	empty := func() helpers { return helpers{names{}, g.names.Own} }
	return &uses{abc: empty(), abstract: empty(), json: empty(), operator: empty(), typing: empty(), support: empty(), models: names{}, readers: names{}, siblings: names{}, builders: names{}, aliased: names{},
		packages: map[string]bool{}, theirReaders: map[string]names{}}
}

// importLine is one import statement. Statements are in the order of import sorters.
type importLine struct{ module, first, text string } // first is a name, as statements may share a module

// The sections of import statements.
const (
	standard = iota
	installed
	relative
)

// importLines prints the import statements of a module.
func (g *generator) importLines(u *uses) string {
	var list []importLine
	add := func(module string, from names) {
		if len(from) > 0 {
			p := newPrinter(0)
			p.imports(module, from)
			first, _, _ := strings.Cut(from.sorted()[0], " as ")
			list = append(list, importLine{module, first, p.String()})
		}
	}
	modules := map[string]names{".": u.siblings, "._models": u.models, "._readers": u.readers, ".builders": u.builders}
	put := func(module, name string) {
		if modules[module] == nil {
			modules[module] = names{}
		}
		modules[module].use(name)
	}
	help := func(module, name string) {
		if alias := g.own(name); alias != name {
			add(module, names{name + " as " + alias: true})
			return
		}
		put(module, name)
	}
	for module, from := range map[string]helpers{"abc": u.abc, "collections.abc": u.abstract, "json": u.json, "operator": u.operator, "typing": u.typing} {
		for name := range from.names {
			help(module, name)
		}
	}
	for name := range u.support.names {
		file := offered()[name]
		if file == "" {
			panic("python: no module of the support code declares " + name)
		}
		help(g.supportModule(g.supportFiles.use(file)), name)
	}
	for name := range u.aliased {
		add("._models", names{name: true})
	}
	if u.kinds {
		folder, _ := parent(g.supportModule(g.supportFiles.use("_kinds")))
		add(folder, names{"_kinds as " + kindsModule: true})
	}
	if u.rules {
		add(".", names{"_rules as rules": true})
	}
	if u.schemas {
		add(".", names{"_schemas as schemas": true})
	}
	g.otherPackages(u, add, put)
	for module, from := range modules {
		add(module, from)
	}
	return joined(list)
}

// otherPackages imports from the packages of other protocols. Their readers are private to the packages that envgen generates.
func (g *generator) otherPackages(u *uses, add func(module string, from names), put func(module, name string)) {
	for _, i := range g.job.Imports {
		name := g.packageOf(i.Protocol.Name)
		if around, last := parent(i.Path); u.packages[i.Protocol.Name] && name != last {
			add(around, names{last + " as " + name: true})
		} else if u.packages[i.Protocol.Name] {
			put(around, last)
		}
		for reader := range u.theirReaders[i.Protocol.Name] {
			add(i.Path+"._readers", names{reader: true})
		}
	}
}

// joined returns the statements of a module, section by section.
func joined(list []importLine) string {
	sorting.Func(list, compareImports)
	var b strings.Builder
	for i, l := range list {
		if i > 0 && section(l.module) != section(list[i-1].module) {
			b.WriteByte('\n')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

func compareImports(a, b importLine) int {
	if closer := strings.HasPrefix(a.module, ".."); closer != strings.HasPrefix(b.module, "..") && section(a.module) == section(b.module) {
		return map[bool]int{true: -1, false: 1}[closer]
	}
	return cmp.Or(cmp.Compare(section(a.module), section(b.module)), strings.Compare(a.module, b.module), link.CompareNames(a.first, b.first))
}

func section(module string) int {
	switch {
	case strings.HasPrefix(module, "."):
		return relative
	case slices.Contains([]string{"abc", "collections.abc", "json", "operator", "typing"}, module):
		return standard
	}
	return installed
}

func (g *generator) supportModule(file string) string {
	if strings.HasSuffix(g.job.Support, ".") {
		return g.job.Support + file
	}
	return g.job.Support + "." + file
}

// parent splits the path of a package: "..", "base" for "..base", "a.b", "base" for "a.b.base".
func parent(path string) (around, last string) {
	i := strings.LastIndex(path, ".")
	around, last = path[:max(i, 0)], path[i+1:]
	if strings.Trim(around, ".") == "" {
		around = path[:i+1]
	}
	return around, last
}

// packageOf returns the name under which modules import the package of another protocol.
func (g *generator) packageOf(protocol string) string {
	return g.names.PackageOf(&ir.Type{Protocol: protocol})
}

// imports writes one import statement.
func (p *printer) imports(module string, from names) {
	list := from.sorted()
	if line := "from " + module + " import " + strings.Join(list, ", "); p.Fits(line) {
		p.Line("%s", line)
		return
	}
	p.Line("from %s import (", module)
	p.Block(func() {
		for _, name := range list {
			p.Line("%s,", name)
		}
	})
	p.Line(")")
}
