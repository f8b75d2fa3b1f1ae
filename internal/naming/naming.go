// Package naming gives every type, member and constant of a protocol its identifier in one language.
//
// Words of the spec are re-cased as the language likes them; a word that the language or the generated package needs for
// itself gets a trailing underscore, the one visible rule. Names of the support code yield to those of the spec. Names that clash are spelled out, with a warning. Clashes that remain are
// errors, which the author of the spec corrects: no name ever gets a number or a silent suffix.
package naming

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Names contains the identifiers of one protocol in one language, and of the types of the protocols that it imports.
type Names struct {
	language *Language
	pkg      string
	packages map[string]string // by the name of an imported protocol
	types    map[*ir.Type]string
	fields   map[*ir.Field]string
	values   map[*ir.Type][]string
	columns  map[*ir.Type][]string
	options  map[*ir.Type][]string
	params   map[*ir.Param]string

	conversations map[*ir.Conversation]string
	builders      map[*ir.Builder]string
	dispatches    map[*ir.Dispatch]string

	scope *scope // of the package or module
}

// Package returns the Go package name, the stem of the TypeScript file or the Python sub-package.
func (n *Names) Package() string { return n.pkg }

// PackageOf returns the name under which generated code imports the package of a type, or "" for a type of the protocol's
// own. It is the package's own name, with a trailing underscore where the code has another use for that.
func (n *Names) PackageOf(t *ir.Type) string { return n.packages[t.Protocol] }

// Type returns the identifier of a type, within its package: UpperCamelCase in every language.
func (n *Names) Type(t *ir.Type) string { return n.types[t] }

// Mark ends the name of a type that hides a global, until the module is complete. No other identifier contains it.
const Mark = "$"

// Hidden returns the globals that types of the protocol hide, and whether Type returns names with a Mark: those of these types, and of imported ones.
func (n *Names) Hidden() (globals []string, marked bool) {
	for t, name := range n.types { // in any order: the result is a set
		if plain, is := strings.CutSuffix(name, Mark); is {
			marked = true
			if n.PackageOf(t) == "" {
				globals = append(globals, plain)
			}
		}
	}
	return globals, marked
}

// Field returns the identifier of a member: UpperCamelCase in Go, snake_case in Python, and in TypeScript the
// JSON name itself (which may need quotes).
func (n *Names) Field(f *ir.Field) string { return n.fields[f] }

// Value returns the Go constant of the i-th value of an enum type ("StatusToolMissing"). Other languages have names of integers only.
func (n *Names) Value(t *ir.Type, i int) string { return n.values[t][i] }

// Column returns the identifier of the i-th column of a catalog in the type of its entries: UpperCamelCase in Go,
// snake_case in Python, in TypeScript the name as the spec has it (which may need quotes).
func (n *Names) Column(t *ir.Type, i int) string { return n.columns[t][i] }

// Option returns the Go type of the i-th option of a choice ("RetryAfterInteger"), or "" if the option refers to a
// record, a union or an enum of the same protocol: those have a type that can belong to the choice. Other languages have none.
func (n *Names) Option(t *ir.Type, i int) string { return n.options[t][i] }

// Param returns the words of a parameter as a Go identifier has them ("InlineMax"). Other languages have the spec's name.
func (n *Names) Param(p *ir.Param) string { return n.params[p] }

// Conversation returns the words of a conversation as the name of a type has them ("Run"), for identifiers that are made of them.
func (n *Names) Conversation(c *ir.Conversation) string { return n.conversations[c] }

// Builder returns the words of a builder as the name of a type has them ("StatusSnapshot"), for identifiers that are made of them.
func (n *Names) Builder(b *ir.Builder) string { return n.builders[b] }

// Dispatch returns the words of a dispatch as the name of a type has them ("Status"), for identifiers that are made of them.
func (n *Names) Dispatch(d *ir.Dispatch) string { return n.dispatches[d] }

// OwnPrefix begins a name of the support code or of a language's library in the code of a protocol that uses the name.
const OwnPrefix = "Envgen"

// Own returns the identifier by which generated code uses a name of the support code or of the language's library: the name itself, or one with OwnPrefix if
// the protocol uses the name. Without names, as in a module that declares no types, each name is its own.
func (n *Names) Own(name string) string {
	if n == nil || !n.scope.has(name) {
		return name
	}
	own := OwnPrefix + name
	for n.scope.has(own) {
		own += "_"
	}
	return own
}

// Words returns any words of the spec as the name of a type has them ("MoreThanID"), for identifiers that no one else sees.
func (n *Names) Words(text string) string { return n.language.typeCase(words(text)) }

// Assign names everything in p and in the protocols that it imports, or reports the clashes.
func Assign(p *ir.Protocol, l *Language) (*Names, diag.List) {
	a := &assigner{language: l, done: map[*ir.Protocol]bool{}, names: &Names{language: l, packages: map[string]string{},
		types: map[*ir.Type]string{}, fields: map[*ir.Field]string{}, values: map[*ir.Type][]string{},
		columns: map[*ir.Type][]string{}, options: map[*ir.Type][]string{}, params: map[*ir.Param]string{}, conversations: map[*ir.Conversation]string{},
		builders: map[*ir.Builder]string{}, dispatches: map[*ir.Dispatch]string{}}}
	a.names.pkg = a.language.PackageName(p)
	a.packages(p)
	a.done[p] = true
	a.imported(p)
	a.protocol(p)
	a.names.scope = a.scope
	a.importNames(p)
	return a.names, a.diags.Tidy()
}

type assigner struct {
	language  *Language
	done      map[*ir.Protocol]bool
	names     *Names
	scope     *scope                       // of the package or module
	variantOf map[*ir.Type]map[string]bool // members that a record has because unions contain it
	diags     diag.List
	clashes   []clash // of the protocol
	effort    map[any]effort
}

// protocol names the declarations of p; the names of its imports are assigned already. Names that clash are spelled out, and assigned anew.
func (a *assigner) protocol(p *ir.Protocol) {
	a.effort = map[any]effort{}
	var avoided []clash
	for before := len(a.diags); ; a.diags = a.diags[:before] {
		a.clashes = nil
		a.assign(p)
		if !a.distinguish() {
			break
		}
		avoided = append(avoided, a.clashes...)
	}
	a.warn(avoided)
}

// assign names the declarations of p once.
func (a *assigner) assign(p *ir.Protocol) {
	for _, t := range p.Types {
		delete(a.names.values, t)
		delete(a.names.columns, t)
		delete(a.names.options, t)
	}
	a.scope, a.variantOf = newScope(maps.Clone(a.language.types)), map[*ir.Type]map[string]bool{}
	for _, own := range a.language.own {
		if owners[own.holds](p) {
			a.scope.reserved[own.text] = true
		}
	}
	for _, t := range p.Types {
		a.typ(t)
	}
	for _, param := range p.Params {
		a.param(param)
	}
	for _, c := range p.Conversations {
		a.conversation(c, c == p.Conversations[0])
	}
	for i, b := range p.Builders {
		a.builder(b, i == 0)
	}
	for _, d := range p.Dispatches {
		a.dispatch(d)
	}
	a.errors(p)
	a.reserveVariants(p)
	for _, t := range p.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Enum:
			a.values(t, k)
			a.catalog(t, k)
		case *ir.Record:
			a.members(t, k)
		case *ir.Union:
			a.handler(t)
		case *ir.Choice:
			a.options(t, k)
		}
		if t.Codes != nil {
			a.codes(t, t.Codes)
			a.catalog(t, t.Codes)
		}
	}
	a.others(p)
}

// others names the places that share a type, as far as their names are free.
func (a *assigner) others(p *ir.Protocol) {
	for _, t := range p.Names {
		name, marked := a.typeName(t)
		if _, taken := a.scope.owner[name]; !taken {
			a.names.types[t] = marked
			a.claimType(name, t)
		}
	}
}

// source returns the origin of an identifier: the name in the spec, or the x-name for the language.
func (a *assigner) source(name string, renames []ir.Rename) string {
	for _, r := range renames {
		if r.Language == "" || r.Language == a.language.Name {
			return r.Name
		}
	}
	return name
}

func (a *assigner) typ(t *ir.Type) {
	name, marked := a.typeName(t)
	a.names.types[t] = marked
	if !a.claimType(name, t) {
		return // identifiers derived from the type clash as well, and are not reported
	}
	for _, derived := range a.derived(t, name) {
		a.claimWith(a.scope, derived, owner{fmt.Sprintf("%s, which is generated for the type %s,", derived, t.Name), t.Pos, helper{t}}, "x-name")
	}
}

// typeName returns the name of a type, without and with the Mark that it may have.
func (a *assigner) typeName(t *ir.Type) (name, marked string) {
	plain := a.language.typeCase(a.typeWords(t))
	name = a.scope.free(plain)
	switch yields := a.effort[t].yields; {
	case a.language.globals[plain] && !yields:
		return plain, plain + Mark
	case yields && !strings.HasSuffix(name, "_"):
		name += "_"
	}
	return name, name
}

// claimType is claim for a type. One without a declaration is called after its place, so its way out is a name of its own.
func (a *assigner) claimType(name string, t *ir.Type) bool {
	before := len(a.diags)
	if !t.Lifted {
		return a.claimWith(a.scope, name, owner{"the type " + t.Name, t.Pos, t}, "x-name")
	}
	free := a.claimWith(a.scope, name, owner{"the type at " + t.Name, t.Pos, t}, "x-name")
	if len(a.diags) > before {
		a.diags[before].Suggestion = "declare it under `types` with a name of its own, or rename its place with `x-name`"
	}
	return free
}

// param names a parameter after its words, and claims the identifiers that are made of them.
func (a *assigner) param(p *ir.Param) {
	if len(a.language.params) == 0 {
		return
	}
	name := a.language.typeCase(words(a.source(p.Name, p.Rename)))
	a.names.params[p] = name
	for _, pattern := range a.language.params {
		a.claim(a.scope, a.scope.free(strings.ReplaceAll(pattern, "{Param}", name)), "the parameter "+p.Name, p.Pos)
	}
}

// conversation claims the identifiers that are made of a conversation's words, and, with the first one, those that come with any.
func (a *assigner) conversation(c *ir.Conversation, first bool) {
	name := a.scope.free(a.language.typeCase(words(a.source(c.Name, c.Rename))))
	a.names.conversations[c] = name
	for _, pattern := range a.bySide(c) {
		identifier := derive(strings.ReplaceAll(pattern, "{Conversation}", "{Type}"), name)
		if first || identifier != pattern {
			a.claim(a.scope, identifier, fmt.Sprintf("%s, which is generated for the conversation %s,", identifier, c.Name), c.Pos)
		}
	}
}

// bySide are the patterns of a conversation, those with a side once for each that sends or answers requests. A handler has a side if both sides send
// requests.
func (a *assigner) bySide(c *ir.Conversation) []string {
	asking := AskingSides(c)
	peers := asking
	if len(asking) > 0 && len(c.Sides) == 2 {
		peers = c.Sides
	}
	var list []string
	for _, pattern := range a.language.conversations {
		switch {
		case !strings.Contains(pattern, "{Side}"):
			list = append(list, pattern)
		case len(asking) > 1 || !strings.HasSuffix(pattern, "Handler"):
			for _, side := range peers {
				list = append(list, strings.ReplaceAll(pattern, "{Side}", a.language.typeCase(words(side))))
			}
		}
	}
	return list
}

// builder claims the identifiers that are made of a builder's words, and, with the first one, those that come with any. One that is called after a
// lifted type is called after its place.
func (a *assigner) builder(b *ir.Builder, first bool) {
	var list []string
	for step := range strings.SplitSeq(a.source(b.Name, b.Rename), ".") {
		list = append(list, a.wordsOf(b, step, b.Rename)...)
	}
	name := a.language.typeCase(list)
	a.names.builders[b] = name
	for _, pattern := range a.language.builders {
		identifier := derive(strings.ReplaceAll(pattern, "{Builder}", "{Type}"), name)
		if first || identifier != pattern {
			by := owner{fmt.Sprintf("%s, which is generated for the builder %s,", identifier, b.Name), b.Pos, nil}
			if identifier != pattern {
				by.entity = b
			}
			a.claimWith(a.scope, identifier, by, "x-name")
		}
	}
}

// dispatch claims the identifiers that are made of a dispatch's words.
func (a *assigner) dispatch(d *ir.Dispatch) {
	name := a.language.typeCase(words(a.source(d.Name, d.Rename)))
	a.names.dispatches[d] = name
	for _, pattern := range a.language.dispatches {
		identifier := derive(strings.ReplaceAll(pattern, "{Dispatch}", "{Type}"), name)
		a.claim(a.scope, identifier, fmt.Sprintf("%s, which is generated for the dispatch %s,", identifier, d.Name), d.Pos)
	}
}

// errors claims the identifiers that come with the first record that describes a failure.
func (a *assigner) errors(p *ir.Protocol) {
	at := slices.IndexFunc(p.Types, func(t *ir.Type) bool { return t.Error != nil })
	if at < 0 {
		return
	}
	for _, pattern := range a.language.errors {
		identifier := derive(strings.ReplaceAll(pattern, "{Protocol}", "{Type}"), a.names.Words(p.Name))
		a.claim(a.scope, identifier, fmt.Sprintf("%s, which is generated for the failure %s,", identifier, p.Types[at].Name), p.Types[at].Pos)
	}
}

// reserveVariants records the members that variants of unions, and of unions among these, have beside the spec's members.
func (a *assigner) reserveVariants(p *ir.Protocol) {
	for _, t := range p.Types {
		eachVariant(t, func(v *ir.Type) {
			if a.variantOf[v] == nil {
				a.variantOf[v] = map[string]bool{}
			}
			for _, pattern := range a.language.variants {
				a.variantOf[v][derive(pattern, a.names.types[t])] = true
			}
		})
	}
}
