package generators

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// shippedRoots contains the location of the packages of the protocols that ship with envgen, by language.
var shippedRoots = map[string]string{"go": "github.com/envgen/envgen/gen/go", "ts": "envgen-protocols", "py": "envgen_protocols"}

// places contains the locations of the packages of a run.
type places struct {
	destination Destination
	language    string
	beside      []*ir.Protocol    // generated in this run, each before its importers
	paths       map[string]string // the paths of packages elsewhere, by protocol
	external    string            // the root of these packages, or ""
	support     string
	diags       diag.List
}

// locate decides which protocols are generated, and returns the locations of the packages of the others.
func locate(protocols []*ir.Protocol, d Destination) *places {
	l := &places{destination: d, paths: map[string]string{}}
	if d.Target.Language == nil {
		l.beside = protocols // output for this target includes the imported types
		return l
	}
	l.language = d.Target.Language.Name
	given := map[string]bool{}
	for _, p := range protocols {
		given[p.Name] = true
	}
	done := map[string]bool{}
	var add func(p *ir.Protocol)
	add = func(p *ir.Protocol) {
		if done[p.Name] {
			return
		}
		done[p.Name] = true
		for _, other := range slices.Backward(p.Imports) { // importers before the protocols that they import
			if at := l.elsewhere(p, other); at.Path != naming.Beside && !given[other.Name] {
				l.note(other, at)
				continue
			}
			add(other)
		}
		l.beside = append(l.beside, p)
	}
	for _, p := range protocols {
		add(p)
	}
	l.support = map[string]string{"ts": cmp.Or(l.external, ".") + "/envelope", "py": cmp.Or(l.external, "..")}[l.language]
	return l
}

// elsewhere returns the package of an imported protocol, as p refers to it.
func (l *places) elsewhere(p, other *ir.Protocol) ir.Package {
	for _, known := range p.Packages {
		if known.Protocol == other.Name && known.Language == l.language {
			return known
		}
	}
	if !other.Shipped {
		return l.sibling(p, other)
	}
	return ir.Package{Path: shippedRoots[l.language] + separator(l.language) + l.destination.Target.Language.PackageName(other), Pos: p.Types[0].Pos}
}

// sibling returns the default package of a protocol without a configured one: beside the package elsewhere that imports the protocol, or
// generated beside p.
func (l *places) sibling(p, other *ir.Protocol) ir.Package {
	for _, via := range p.Imports {
		if path, elsewhere := l.paths[via.Name]; elsewhere && slices.Contains(via.Imports, other) {
			return ir.Package{Path: l.root(path) + separator(l.language) + l.destination.Target.Language.PackageName(other)}
		}
	}
	return ir.Package{Path: naming.Beside}
}

func separator(language string) string {
	if language == "py" {
		return "."
	}
	return "/"
}

// note records a package elsewhere. All packages of a run share one copy of the support code.
func (l *places) note(other *ir.Protocol, at ir.Package) {
	l.paths[other.Name] = at.Path
	root := l.root(at.Path)
	if l.external != "" && l.external != root {
		l.diags.Add(diag.Diagnostic{Pos: at.Pos, Code: "import", Message: fmt.Sprintf("packages from %s and from %s do not share their support code", l.external, root),
			Suggestion: "write `" + naming.Beside + "` for one of them"})
	}
	l.external = cmp.Or(l.external, root)
}

// root returns the folder that contains a package.
func (l *places) root(path string) string {
	return path[:max(0, strings.LastIndex(path, separator(l.language)))]
}

// importsOf returns the packages of all direct and indirect imports of p.
func (l *places) importsOf(p *ir.Protocol) []target.Import {
	var list []target.Import
	done := map[string]bool{}
	var add func(p *ir.Protocol)
	add = func(p *ir.Protocol) {
		for _, other := range p.Imports {
			if !done[other.Name] {
				done[other.Name] = true
				list = append(list, target.Import{Protocol: other, Path: cmp.Or(l.paths[other.Name], l.besidePath(other))})
				add(other)
			}
		}
	}
	add(p)
	return list
}

// besidePath returns the path by which a package of this run imports another one.
func (l *places) besidePath(other *ir.Protocol) string {
	if l.language == "" {
		return ""
	}
	name := l.destination.Target.Language.PackageName(other)
	switch l.language {
	case "go":
		return path.Join(l.destination.GoImport, name)
	case "ts":
		return "./" + name + ".js"
	}
	return ".." + name
}

func (l *places) goSupport() string {
	return path.Join(cmp.Or(l.external, l.destination.GoImport), "envelope")
}
