// Package golang spells a protocol as a Go package: types, a reader that checks while it reads, a writer, and the
// functions around them.
//
// It decides nothing about validity: what is checked, in which order and with which words comes from the ir. It
// does decide how a value looks in Go; shape.go holds those rules.
package golang

import (
	"path"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
	gotemplates "github.com/envgen/envgen/templates/go"
)

// Target is the back end for Go.
var Target = target.Target{Name: "go", Language: naming.Go, Generate: generate, Support: support}

func generate(job target.Job) ([]output.File, error) {
	g := newGenerator(job)
	r := &renderer{g: g}
	r.file("protocol.go", g.exports)
	r.file("types.go", g.declarations)
	r.file("codec.go", g.functions) // and what they share
	r.file("parts.go", g.parts)
	r.file("decode.go", g.readers) // and what the functions need
	r.file("conversations.go", g.conversations)
	r.file("builders.go", g.builders)
	r.file("dispatches.go", g.dispatches)
	r.file("failures.go", g.failures)
	r.file("rules.go", g.rules)
	r.file("encode.go", g.writers) // likewise
	r.file("schemas.go", g.schemaTable)
	r.file("numbers.go", g.numberPlaces)
	r.file("patterns.go", g.matchers) // what the readers and schemas need
	files, err := r.finish()
	if err != nil {
		return nil, err
	}
	files[0].Needs, err = g.needs(files)
	return files, err
}

// generator spells one protocol.
type generator struct {
	protocol *ir.Protocol
	names    *naming.Names
	support  string // import path of package envelope
	imports  []target.Import
	paths    map[string]string // of the packages of other protocols
	hasMap   bool

	cycles       cycles
	unions       map[*ir.Type][]*ir.Type  // unions and choices that a record belongs to
	holders      map[*ir.Type][]*ir.Type  // unions and choices that a union is directly part of
	sealed       map[*ir.Type]bool        // unions and choices that no other type can pass for
	tags         map[*ir.Type]accessor    // of unions
	sharedFields map[*ir.Type][]*ir.Field // of unions: what their variants share
	tables       map[*ir.Type]string      // variables: of the members of a record
	forms        map[*ir.Type]string      // variables: how values without methods are read and written
	schemas      plan.Schemas             // that readers evaluate
	owners       map[*ir.Schema]*ir.Type  // types of other protocols by the schema that decides about them

	stages     []string             // constants, if anything waits for a stage
	params     string               // the table of parameters, if there are any
	paramFuncs map[*ir.Param]string // what returns the caller's value
	usedParams map[*ir.Param]bool

	private  map[string]bool // identifiers of unexported functions and variables that are taken
	numbers  map[string]int  // how far the numbering of such names has come
	reading  helpers         // functions that read values without a type of their own
	writing  helpers
	patterns helpers
	sets     helpers
	members  helpers    // functions that go through the names of a record's members
	building helpers    // functions that complete messages
	marked   []jen.Code // that text refers to
}

func newGenerator(job target.Job) *generator {
	p := job.Protocol
	g := &generator{protocol: p, names: job.Names, support: job.SupportImport, imports: job.Imports, paths: map[string]string{},
		private: map[string]bool{"parts": true, "schemas": true, "accepts": true, "codecs": true, "byName": true, numbersVariable: true, numbersFunction: true, protocolVariable: true, messageVariable: true, layoutVariable: true, exitFunction: true},
		tags:    map[*ir.Type]accessor{}, tables: map[*ir.Type]string{}, forms: map[*ir.Type]string{}, numbers: map[string]int{}, hasMap: usesMap(p)}
	for _, i := range job.Imports {
		g.paths[i.Protocol.Name] = i.Path
	}
	g.cycles, g.unions, g.holders = findCycles(g.allTypes()), unionsOf(p), holdersOf(p)
	g.owners, g.sealed = g.schemaOwners(), g.sealedUnions()
	g.sharedFields = g.sharedFieldsOf()
	for _, t := range p.Types {
		union, isUnion := t.Value.Kind.(*ir.Union)
		if isUnion {
			g.tags[t] = g.tagAccessor(t, union)
		}
		if isInterface(t.Value.Kind) { // these have functions of their own
			g.private["read"+g.names.Type(t)] = true
		}
	}
	for _, t := range p.Types {
		if len(t.Rules) > 0 {
			g.private["check"+g.names.Type(t)] = true
		}
	}
	for _, t := range p.Types {
		if isRecord(t.Value.Kind) {
			g.tables[t] = g.free([]string{unexported(g.names.Type(t)) + "Record"})
		}
		if g.needsForm(t) {
			g.forms[t] = g.free([]string{unexported(g.names.Type(t)) + "Form"})
		}
	}
	g.stages, g.paramFuncs, g.usedParams = g.nameStages(), g.nameParams(), map[*ir.Param]bool{}
	if len(p.Params) > 0 {
		g.params = g.free([]string{"params"})
	}
	return g
}

// What users see in the documentation of a package is called by its name in package envelope, all else by that in package wire, so that
// most files import only the latter.

// envelope refers to an exported name of package envelope.
func (g *generator) envelope(name string) *jen.Statement { return jen.Qual(g.support, name) }

// wire refers to an exported name of package wire.
func (g *generator) wire(name string) *jen.Statement { return jen.Qual(g.wireImport(), name) }

func (g *generator) wireImport() string { return path.Join(g.support, path.Base(gotemplates.Wire)) }

// helpers are functions or variables that are shared by all places with the same need, in order of first use.
type helpers struct {
	names map[string]string
	code  []jen.Code
}

// helper returns the name of what key stands for. Where that is new, it is called after the first free name, and build
// spells it.
func (g *generator) helper(h *helpers, key string, names []string, build func(name string) jen.Code) string {
	if name, known := h.names[key]; known {
		return name
	}
	name := g.free(names)
	if h.names == nil {
		h.names = map[string]string{}
	}
	h.names[key] = name
	place := len(h.code)
	h.code = append(h.code, nil) // before those that build will need
	h.code[place] = build(name)
	return name
}

// free takes the first name that is not taken, or numbers the last one.
func (g *generator) free(names []string) string {
	for _, name := range names {
		if !g.private[name] {
			g.private[name] = true
			return name
		}
	}
	last := names[len(names)-1]
	for i := max(2, g.numbers[last]); ; i++ {
		if name := last + strconv.Itoa(i); !g.private[name] {
			g.private[name] = true
			g.numbers[last] = i + 1
			return name
		}
	}
}
