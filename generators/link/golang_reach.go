package link

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// goReach collects the live declarations.
type goReach struct {
	p        *GoProgram
	live     map[*goDecl]bool
	types    map[*goPackage]map[string]bool
	selects  map[string]bool
	public   map[string]bool // the types of package wire that package envelope exports
	packages map[string]*goPackage
}

func (p *GoProgram) reach(needs []string) *goReach {
	r := &goReach{p: p, live: map[*goDecl]bool{}, types: map[*goPackage]map[string]bool{}, selects: map[string]bool{}, public: map[string]bool{}, packages: p.packages}
	for _, name := range implicit {
		r.selects[name] = true
	}
	for _, need := range needs {
		dir, name, found := strings.Cut(need, "#")
		switch {
		case strings.HasPrefix(need, "."):
			r.selects[need[1:]] = true
		case found:
			if pkg := p.packages[dir]; pkg != nil {
				r.add(pkg.byName[name])
			}
		case strings.HasSuffix(need, ".go"):
			if pkg := p.packages[path.Dir(need)]; pkg != nil {
				for _, d := range pkg.decls {
					if d.file.path == need {
						r.add(d)
					}
				}
			}
		}
	}
	r.methods()
	return r
}

func (r *goReach) add(d *goDecl) {
	if d == nil || r.live[d] {
		return
	}
	r.live[d] = true
	if d.receiver == "" {
		for _, name := range d.names {
			if r.types[d.pkg] == nil {
				r.types[d.pkg] = map[string]bool{}
			}
			r.types[d.pkg][name] = true
		}
	}
	for _, name := range d.selects {
		r.selects[name] = true
	}
	for _, ref := range d.refs {
		if d.pkg.dir == "envelope" && ref.dir == "envelope/wire" && strings.Contains(d.file.text[d.body:d.end], " = wire.") {
			r.public[ref.name] = true
		}
		if pkg := r.packages[ref.dir]; pkg != nil {
			r.add(pkg.byName[ref.name])
		}
	}
}

// methods adds the methods of live types: those that code selects, and all exported ones of public types.
func (r *goReach) methods() {
	for changed := true; changed; {
		changed = false
		for _, pkg := range r.packages {
			for name := range r.types[pkg] {
				for _, m := range pkg.methods[name] {
					public := (r.public[name] || pkg.dir != "envelope/wire") && ast.IsExported(m.names[0])
					if !r.live[m] && (public || r.selects[m.names[0]]) {
						r.add(m)
						changed = true
					}
				}
			}
		}
		for _, pkg := range r.packages { // assertions such as var _ I = T{}
			for _, d := range pkg.decls {
				if slices.Equal(d.names, []string{"_"}) && !r.live[d] && r.allLive(d) {
					r.add(d)
					changed = true
				}
			}
		}
	}
}

func (r *goReach) allLive(d *goDecl) bool {
	for _, ref := range d.refs {
		if pkg := r.packages[ref.dir]; pkg != nil && !r.live[pkg.byName[ref.name]] {
			return false
		}
	}
	return true
}
