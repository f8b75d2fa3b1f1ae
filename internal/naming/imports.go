package naming

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// imported returns the imports of p, each protocol once and before those that refer to it.
func (a *assigner) imported(p *ir.Protocol) {
	for _, other := range p.Imports {
		if a.done[other] {
			continue
		}
		a.done[other] = true
		a.imported(other)
		a.protocol(other)
	}
}

// PackageName is the Go package name of a protocol, the stem of its TypeScript file or its Python sub-package.
func (l *Language) PackageName(p *ir.Protocol) string {
	if l.packages[p.Name] {
		return p.Name + "_"
	}
	return p.Name
}

// importNames chooses the names of the imported packages of other protocols. It avoids all names of the
// package, and names of members: in Python, a member hides a name from the body of its class.
// The name is private to the generated code, so it is changed without a diagnostic.
func (a *assigner) importNames(p *ir.Protocol) {
	taken := map[string]bool{}
	for _, t := range p.Types {
		if r, ok := t.Value.Kind.(*ir.Record); ok && a.language.memberCase != nil {
			for _, f := range r.Fields {
				taken[a.names.fields[f]] = true
			}
		}
	}
	var add func(*ir.Protocol)
	add = func(of *ir.Protocol) {
		for _, other := range of.Imports {
			if a.names.packages[other.Name] != "" {
				continue
			}
			name := a.language.PackageName(other)
			for taken[name] || a.language.imports[name] || a.scope.has(name) {
				name += "_"
			}
			taken[name] = true
			a.names.packages[other.Name] = name
			add(other)
		}
	}
	add(p)
}

func (s *scope) has(name string) bool {
	_, taken := s.owner[name]
	return taken
}

// handler claims the methods of a union's handler, one for each variant. Types of one protocol never clash here; those of two can.
func (a *assigner) handler(t *ir.Type) {
	s := newScope(nil)
	eachVariant(t, func(v *ir.Type) {
		for _, pattern := range a.language.handlers {
			name, pos := v.Name, v.Pos
			if v.Protocol != t.Protocol { // its place is in another file
				name, pos = v.Protocol+"."+v.Name, t.Pos
			}
			a.claim(s, derive(pattern, a.names.types[v]), fmt.Sprintf("the variant %s of %s", name, t.Name), pos)
		}
	})
}
