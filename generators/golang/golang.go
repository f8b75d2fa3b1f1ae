// Package golang prints a protocol as a Go package: types, a reader that validates while it reads, a writer, and the functions around them.
//
// It makes no decisions about validity: the ir defines the checks, their order and their messages. It decides the Go representation of a
// value; shape.go contains those rules.
package golang

import (
	"go/token"
	"path"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/link"
	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
	gotemplates "github.com/envgen/envgen/templates/go"
)

// Target is the back end for Go.
var Target = target.Target{Name: "go", Language: naming.Go, Generate: generate, Support: support, Program: linkable, Entries: func(link.Features) []output.File { return nil }, Respell: respell, Merge: merge, File: func(n *naming.Names) string { return n.Package() + "/" + n.Package() + ".go" }}

func generate(job target.Job) ([]output.File, error) {
	g := newGenerator(job)
	r := &renderer{g: g}
	r.file("protocol.go", g.exports)
	r.file("types.go", g.declarations)
	r.file("codec.go", g.functions) // with their shared variables
	r.file("parts.go", g.parts)
	r.file("decode.go", g.readers) // with the functions that they use
	r.file("conversations.go", g.conversations)
	r.file("builders.go", g.builders)
	r.file("dispatches.go", g.dispatches)
	r.file("failures.go", g.failures)
	r.file("rules.go", g.rules)
	r.file("encode.go", g.writers) // likewise
	r.file("schemas.go", g.schemaTable)
	r.file("numbers.go", g.numberPlaces)
	r.file("patterns.go", g.matchers) // for the readers and schemas
	files, err := r.finish()
	if err != nil {
		return nil, err
	}
	if job.Observe {
		file, err := g.observe(job.Self)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	files[0].Needs, err = g.needs(files)
	return files, err
}

// generator prints one protocol.
type generator struct {
	protocol *ir.Protocol
	features link.Features
	names    *naming.Names
	support  string // the import path of package envelope
	imports  []target.Import
	paths    map[string]string // the import paths of the packages of other protocols
	hasMap   bool

	cycles       cycles
	unions       map[*ir.Type][]*ir.Type  // the unions and choices that a record belongs to
	holders      map[*ir.Type][]*ir.Type  // the unions and choices that directly contain a union
	sealed       map[*ir.Type]bool        // the unions and choices that no other type can implement
	tags         map[*ir.Type]accessor    // of unions
	sharedFields map[*ir.Type][]*ir.Field // the fields that all variants of a union share
	tables       map[*ir.Type]string      // the variables for the members of a record
	forms        map[*ir.Type]string      // the variables for values without methods
	schemas      plan.Schemas             // the schemas that readers evaluate
	owners       map[*ir.Schema]*ir.Type  // the types of other protocols by the schema that validates them

	stages     []string             // the constants of the stages, if anything waits for a stage
	params     string               // the table of parameters, if the protocol has any
	paramFuncs map[*ir.Param]string // the functions that return the caller's values
	usedParams map[*ir.Param]bool

	private  map[string]bool // the used identifiers of unexported functions and variables
	numbers  map[string]int  // the last numbers of such names
	reading  helpers         // functions that read values without a type of their own
	writing  helpers
	patterns helpers
	sets     helpers
	members  helpers    // functions that iterate over the names of a record's members
	switches helpers    // functions that read members of several variants of a union
	building helpers    // functions that complete messages
	marked   []jen.Code // the code that marks in texts refer to
}

func newGenerator(job target.Job) *generator {
	p := job.Protocol
	g := &generator{protocol: p, features: job.Features, names: job.Names, support: job.SupportImport, imports: job.Imports, paths: map[string]string{},
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

// Names in the documentation of a package refer to package envelope. All other names refer to package wire, so that most files import only
// package wire.

// envelope refers to an exported name of package envelope.
func (g *generator) envelope(name string) *jen.Statement { return jen.Qual(g.support, name) }

// wire refers to an exported name of package wire.
func (g *generator) wire(name string) *jen.Statement { return jen.Qual(g.wireImport(), name) }

// own refers to a name of package envelope that the package exports, too.
func (g *generator) own(name string) *jen.Statement { return jen.Id(g.names.Own(name)) }

func (g *generator) wireImport() string { return path.Join(g.support, path.Base(gotemplates.Wire)) }

// helpers contains functions or variables, in the order of first use. All locations with equal requirements share them.
type helpers struct {
	names map[string]string
	code  []jen.Code
}

// helper returns the name of the helper for key. A new helper gets the first free name, and build prints it.
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
	h.code = append(h.code, nil) // before the helpers that build needs
	h.code[place] = build(name)
	return name
}

// free returns the first unused name, or adds a number to the last one. It leaves Go's own names alone.
func (g *generator) free(names []string) string {
	for _, name := range names {
		if !g.private[name] && !token.IsKeyword(name) && !slices.Contains(predeclared, name) {
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
