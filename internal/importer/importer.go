// Package importer turns published JSON Schemas, OpenAPI and AsyncAPI documents, and lists of MCP tools into a spec. It reads the sources, resolves
// their references, translates every schema that becomes a type to the JSON Schema 2020-12 of specs, names the types and writes YAML text. It lists
// each change with its effect on verdicts.
//
// The stages are files of the package:
//
//   - sources.go and json.go load, and kinds.go detects the kind of a source.
//   - openapi.go, asyncapi.go and tools.go find the schemas of other kinds, and spots.go follows their references.
//   - documents.go indexes schemas and resolves references.
//   - translate.go, keywords.go, vocabulary.go and others translate, and names.go names.
//   - trial.go and senders.go compile the result and adapt it, and write.go prints.
//
// The package opens no connection and writes no file.
package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
	"github.com/envgen/envgen/internal/syntax"
)

// Options are the inputs of an import. Everything that changes the result is written into the section `imported` of the spec.
type Options struct {
	File         string // the spec, as diagnostics print it
	Sources      []Source
	Refs         []Ref
	Root         string // the name of a definition, or a JSON Pointer; "" for the root of the first source
	Kind         string // a name of Kinds, or "" or "auto" for detection
	Protocol     string // "" for a name from the first source's file name
	Version      string // "" for "1"
	Formats      string // Assert, Annotate, or "" for the rule of the source's draft
	Descriptions string // Drop or Keep; "" is Keep
	Untyped      string // AnyValue or ObjectOnly: the meaning of `properties` without `type`; "" is AnyValue
	Overlay      string // the overlay's path relative to the spec, or ""

	// Read returns a file. from is "" for a file that the user names. Otherwise it is the source whose folder must contain the file.
	Read func(from, file string) ([]byte, error)
	// ReadOverlay returns the overlay by its path as File leads to it.
	ReadOverlay func(file string) ([]byte, error)
	// Check returns the diagnostics of naming a protocol in every language. It may be nil.
	Check func(*ir.Protocol) diag.List
}

// Source is one file to import.
type Source struct {
	File   string // as Read takes it and as diagnostics print it
	Header string // as the section `imported` spells it: relative to the spec
}

// Ref is a file that the user gives for a URI.
type Ref struct {
	URI string
	Source
}

// The values of Options.Formats, Options.Descriptions and Options.Untyped.
const (
	Assert     = "assert"
	Annotate   = "annotate"
	Keep       = "keep"
	Drop       = "drop"
	AnyValue   = "any"
	ObjectOnly = "object"
)

// Effect is the effect of a change on the verdicts of messages.
type Effect string

const (
	Same     Effect = "same"     // every message has the verdict of the source
	Weaker   Effect = "weaker"   // the spec accepts messages that the source refuses
	Stricter Effect = "stricter" // the spec refuses messages that the source accepts
)

// Change is one difference between a source and the spec.
type Change struct {
	At      string   `json:"at"` // the source's file and a JSON Pointer
	Keyword string   `json:"keyword"`
	Action  string   `json:"action"`
	Effect  Effect   `json:"effect"`
	Pos     diag.Pos `json:"-"`
}

// Result is an imported spec.
type Result struct {
	Spec    []byte
	Changes []Change
	Texts   map[string][]byte // the text of each file that was read, for diagnostics
	Untyped int               // how many schemas have `properties` and no `type`, and so no type in generated code
}

// Worst returns the number of changes with an effect other than Same.
func (r *Result) Worst() int {
	n := 0
	for _, c := range r.Changes {
		if c.Effect != Same {
			n++
		}
	}
	return n
}

// importer is one run.
type importer struct {
	o           Options
	diags       diag.List
	texts       map[string][]byte
	docs        []*document
	byFile      map[string]*document
	resources   map[string]*resource
	twice       map[string]*resource // the first resource of an identifier that several inner schemas have
	places      map[*syntax.Node]*place
	loaded      int // bytes
	loadedNodes int

	types  []*typ
	typeAt map[*syntax.Node]*typ
	root   *typ

	// narrow is set if the compiler refuses an integer of 64 bits in its place: no integer is one then.
	narrow bool
	// bodies are the schemas of the requests and of the responses of OpenAPI documents, and reached those that they lead to.
	bodies  map[way][]*place
	reached map[way]map[*syntax.Node]bool

	untyped   int // see Result
	changes   []Change
	notes     []Change                      // the changes of front ends
	made      map[*syntax.Node]bool         // choices that no source contains
	warned    map[*syntax.Node]bool         // nodes with a warning
	wrapped   map[*syntax.Node]*syntax.Node // the schema in an object that names its language
	pending   map[*syntax.Node]*typ         // the references of the result, whose names come last
	targets   map[*syntax.Node]bool         // the schemas that a reference of the source leads to
	current   *typ                          // the type that is translated
	users     map[*typ][]*typ               // the types that refer to a type
	weak      map[*typ]bool                 // types whose translation accepts more than the source
	stricter  []*place                      // the schemas whose translation accepts less
	referrers map[*typ][]*place             // the schemas that refer to a type
	mends     map[*syntax.Node][]mend
	annotated map[*syntax.Node]bool         // the defaults and examples of the result
	origin    map[*syntax.Node]*syntax.Node // the source of a node of the result
}

// typ is a schema that becomes an entry of `types`.
type typ struct {
	place  *place
	name   string
	suffix string
	long   bool   // its shortest name clashes with an identifier
	from   string // the side that sends it, or ""
	out    *syntax.Node
}

// Import reads the sources and returns the spec. The result is nil if the list has errors. An error is about the options or a file.
func Import(o Options) (*Result, diag.List, error) {
	im := &importer{o: o, texts: map[string][]byte{}, byFile: map[string]*document{}, resources: map[string]*resource{}, places: map[*syntax.Node]*place{},
		typeAt: map[*syntax.Node]*typ{}, mends: map[*syntax.Node][]mend{}, targets: map[*syntax.Node]bool{}, wrapped: map[*syntax.Node]*syntax.Node{},
		made: map[*syntax.Node]bool{}, warned: map[*syntax.Node]bool{}, twice: map[string]*resource{}, bodies: map[way][]*place{}}
	if err := im.sources(); err != nil {
		return im.failed(), im.diags.Tidy(), err
	}
	if im.diags.HasErrors() {
		return im.failed(), im.diags.Tidy(), nil
	}
	if err := im.roots(); err != nil {
		return im.failed(), im.diags.Tidy(), err
	}
	text := im.settle()
	if im.diags.HasErrors() {
		return im.failed(), im.diags.Tidy(), nil
	}
	im.changes = append(im.notes, im.changes...)
	sorting.Stable(im.changes, func(a, b Change) int {
		if a.Pos.File != b.Pos.File {
			return strings.Compare(a.Pos.File, b.Pos.File)
		}
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Column - b.Pos.Column
	})
	im.changes = slices.CompactFunc(im.changes, func(a, b Change) bool { return a == b })
	return &Result{Spec: text, Changes: im.changes, Texts: im.texts, Untyped: im.untyped}, im.diags.Tidy(), nil
}

// failed is a result that has only the texts for diagnostics.
func (im *importer) failed() *Result { return &Result{Texts: im.texts} }

func (im *importer) fail(pos diag.Pos, code diag.Code, suggestion, format string, args ...any) {
	im.diags.Add(diag.Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...), Suggestion: suggestion})
}

// change records a change at a place.
func (im *importer) change(p *place, n *syntax.Node, keyword string, effect Effect, format string, args ...any) {
	pos := n.Pos
	if m := p.node.Member(keyword); m != nil {
		pos = m.Pos
	}
	im.changes = append(im.changes, Change{At: p.String(), Keyword: keyword, Action: fmt.Sprintf(format, args...), Effect: effect, Pos: pos})
	if effect == Stricter {
		im.stricter = append(im.stricter, p)
	}
}

// typeFor returns the type of a place, and declares it if there is none.
func (im *importer) typeFor(p *place) *typ {
	if t := im.typeAt[p.node]; t != nil {
		return t
	}
	t := &typ{place: p}
	im.typeAt[p.node] = t
	im.types = append(im.types, t)
	return t
}
