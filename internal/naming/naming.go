// Package naming gives every type, member and constant of a protocol its identifier in one language.
//
// Words of the spec are re-cased as the language likes them; a word that the language or the generated code needs for
// itself gets a trailing underscore, the one visible rule. Clashes are the spec author's to solve and come back
// as diagnostics: no name ever gets a silent suffix, so that adding a type cannot rename another.
package naming

import (
	"fmt"
	"maps"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Names holds the identifiers of one protocol in one language.
type Names struct {
	pkg    string
	types  map[*ir.Type]string
	fields map[*ir.Field]string
	values map[*ir.Type][]string
}

// Package returns the Go package name, the stem of the TypeScript file or the Python sub-package.
func (n *Names) Package() string { return n.pkg }

// Type returns the identifier of a type: UpperCamelCase in every language.
func (n *Names) Type(t *ir.Type) string { return n.types[t] }

// Field returns the identifier of a member: UpperCamelCase in Go, snake_case in Python, and in TypeScript the
// JSON name itself (which may need quotes).
func (n *Names) Field(f *ir.Field) string { return n.fields[f] }

// Value returns the Go constant of the i-th value of an enum type ("StatusToolMissing"). Other languages have none.
func (n *Names) Value(t *ir.Type, i int) string { return n.values[t][i] }

// Assign names everything in p, or says what clashes.
func Assign(p *ir.Protocol, l *Language) (*Names, diag.List) {
	a := &assigner{language: l, variantOf: map[*ir.Type]map[string]bool{}, scope: newScope(l.types),
		names: &Names{pkg: p.Name, types: map[*ir.Type]string{}, fields: map[*ir.Field]string{}, values: map[*ir.Type][]string{}}}
	if l.packages[p.Name] {
		a.names.pkg += "_"
	}
	for _, t := range p.Types {
		a.typ(t)
	}
	a.reserveVariants(p)
	for _, t := range p.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Enum:
			a.values(t, k)
		case *ir.Record:
			a.members(t, k)
		}
	}
	return a.names, a.diags.Tidy()
}

type assigner struct {
	language  *Language
	variantOf map[*ir.Type]map[string]bool // members that a record has because unions hold it
	names     *Names
	scope     *scope // of the package or module
	diags     diag.List
}

// scope is a set of identifiers that exclude each other.
type scope struct {
	reserved map[string]bool
	owner    map[string]owner
}

type owner struct {
	what string
	pos  diag.Pos
}

func newScope(reserved map[string]bool) *scope {
	return &scope{reserved, map[string]owner{}}
}

// free is the visible rule: a reserved name gets an underscore.
func (s *scope) free(name string) string {
	if s.reserved[name] {
		return name + "_"
	}
	return name
}

// claim takes an identifier for what stands at pos, or reports who has it. It returns whether the name was free.
func (a *assigner) claim(s *scope, name, what string, pos diag.Pos) bool {
	first, taken := s.owner[name]
	if !taken {
		s.owner[name] = owner{what, pos}
		return true
	}
	a.diags.Add(diag.Diagnostic{Pos: pos, Code: "name-collision",
		Message:    fmt.Sprintf("%s and %s are both called %s in %s", what, first.what, name, a.language.Title),
		Suggestion: "rename one of them, or give it another identifier with `x-name`",
		Notes:      []diag.Note{{Pos: first.pos, Message: first.what + " stands here"}}})
	return false
}

// source is what an identifier is made from: the name in the spec, or what x-name gives for the language.
func (a *assigner) source(name string, renames []ir.Rename) string {
	for _, r := range renames {
		if r.Language == "" || r.Language == a.language.Name {
			return r.Name
		}
	}
	return name
}

func (a *assigner) typ(t *ir.Type) {
	name := a.scope.free(a.language.typeCase(typeWords(t, a.source(t.Name, t.Rename))))
	a.names.types[t] = name
	if !a.claim(a.scope, name, "the type "+t.Name, t.Pos) {
		return // what comes with the type clashes as well, and need not be said
	}
	for _, pattern := range a.language.derived {
		derived := derive(pattern, name)
		a.claim(a.scope, derived, fmt.Sprintf("%s, which comes with the type %s,", derived, t.Name), t.Pos)
	}
}

// reserveVariants notes what the variants of unions have beside the spec's members.
func (a *assigner) reserveVariants(p *ir.Protocol) {
	for _, t := range p.Types {
		u, ok := t.Value.Kind.(*ir.Union)
		if !ok {
			continue
		}
		for _, v := range u.Variants {
			if a.variantOf[v.Type] == nil {
				a.variantOf[v.Type] = map[string]bool{}
			}
			for _, pattern := range a.language.variants {
				a.variantOf[v.Type][derive(pattern, a.names.types[t])] = true
			}
		}
	}
}

func (a *assigner) values(t *ir.Type, e *ir.Enum) {
	if a.language.valueCase == nil {
		return
	}
	for _, v := range e.Values {
		name := a.scope.free(a.language.valueCase(a.names.types[t], words(v.Value)))
		a.names.values[t] = append(a.names.values[t], name)
		a.claim(a.scope, name, fmt.Sprintf("the value %q of %s", v.Value, t.Name), t.Pos)
	}
}

func (a *assigner) members(t *ir.Type, r *ir.Record) {
	s := newScope(a.language.members)
	if extra := a.variantOf[t]; extra != nil {
		s.reserved = maps.Clone(s.reserved)
		maps.Copy(s.reserved, extra)
	}
	for _, f := range r.Fields {
		if a.language.memberCase == nil {
			a.names.fields[f] = f.Name
			continue
		}
		name := s.free(a.language.memberCase(words(a.source(f.Name, f.Rename))))
		a.names.fields[f] = name
		a.claim(s, name, fmt.Sprintf("the member %q of %s", f.Name, t.Name), f.Pos)
	}
}

// Renamed reports whether an identifier differs from what its words alone would give, so that its comment can say so.
func (l *Language) Renamed(identifier string) bool { return strings.HasSuffix(identifier, "_") }
