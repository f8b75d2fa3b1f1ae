// Package syntax reads a spec: YAML text into declarations, each with its position.
//
// It is the only package that imports a YAML library, and it checks shape only: the allowed keys and the JSON types of their
// values. compile checks references and the meaning of schemas.
package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
)

// File is one spec as written.
type File struct {
	Name     string // as the user gave it
	Data     []byte
	Protocol Text
	Version  Text
	Title    Text
	Source   Text
	Doc      Text
	Root     Text
	Rulings  []Ruling // in the order of the lines
	Imports  []Import
	Catalogs []Catalog
	Types    []Type
	Params   []Param
	Stages   []Text
	Accepts  *Accepts // nil if absent
	Rules    []Rule

	Imported *Imported // nil unless `envgen import` wrote the spec
	Module   *Overlay  // the module that the spec extends, or nil
	Overlay  *Overlay  // nil if `imported` names none

	Conversations []Conversation
	Builders      []Builder
	Output        *Output  // nil if absent
	Refusal       *Refusal // nil if absent
	Dispatches    []Dispatch
}

// Import is one entry of `imports`.
type Import struct {
	Name     Text
	File     Text // relative to this spec; without Pos for a protocol that ships with envgen
	Packages []Package
}

// Package is the place of the generated package of an imported protocol.
type Package struct {
	Language string // go, ts, py
	Path     Text   // as the language writes imports, or "beside"
}

// Catalog is one entry of `catalogs`.
type Catalog struct {
	Name        Text
	Rename      []Rename
	Description Text
	Source      Text
	Type        Text // "integer", "string" or absent
	Open        bool
	Columns     []Property
	Entries     []Entry
}

// Entry is one word of a catalog with its data.
type Entry struct {
	Word   Text
	Rename []Rename
	Cells  []Member // scalars, by column
}

// Type is one entry of `types`.
type Type struct {
	Name   Text
	Schema *Schema
}

// Version is the number of the spec language that this package reads, the value of the key `envgen`.
const Version = 1

var (
	fileKeys = []string{"envgen", "protocol", "version", "title", "source", "description", "extends", "replace", "add", "imports", "imported", "params", "catalogs", "types", "root", "accepts", "stages",
		"rules", "conversations", "builders", "output", "refusal", "dispatch"}
	// fileKeysToCome are sections of the language that this version refuses by name.
	fileKeysToCome = []string{"artifacts", "redaction"}
)

// Parse reads a spec that has no overlay. The file is nil if there is nothing to go on with; it may be incomplete where the list has errors.
func Parse(name string, data []byte) (*File, diag.List) { return ParseWith(name, data, nil) }

// ParseWith reads a spec and its overlay, which read returns by its path as the name of the spec leads to it.
func ParseWith(name string, data []byte, read func(file string) ([]byte, error)) (*File, diag.List) {
	r := &reader{file: name, meant: map[string]bool{}}
	root := r.read(data)
	f := &File{Name: name, Data: data, Rulings: r.rulings}
	if root == nil {
		return nil, r.diags
	}
	if root.Kind != MapNode {
		r.fail(root.Pos, "spec-type", "start with `envgen: 1`", "a spec must be a mapping, not %s", root.Kind)
		return nil, r.diags
	}
	r.language(root)
	f.Module = r.extended(root)
	f.Overlay = r.overlaid(root, read)
	for _, m := range root.Members {
		r.section(f, m)
	}
	for _, key := range []string{"protocol", "version", "types", "root"} {
		if root.Member(key) == nil && !r.meant[key] {
			r.fail(root.Pos, "missing-key", fileKeyHelp[key], "the spec has no `%s`", key)
		}
	}
	return f, r.diags
}

var fileKeyHelp = map[string]string{
	"protocol": "add `protocol: name`, the name of the generated packages",
	"version":  "add `version: \"1\"`, the version of the protocol",
	"types":    "add `types:` with at least one type",
	"root":     "add `root: Name`, the default type of a message",
}

// language checks the key `envgen`, the version of the spec's language.
func (r *reader) language(root *Node) {
	n := root.Member("envgen")
	switch {
	case n == nil:
		r.fail(root.Pos, "missing-key", fmt.Sprintf("start with `envgen: %d`", Version), "the spec has no `envgen`")
	case n.Kind != NumberNode:
		r.fail(n.Pos, "value-type", fmt.Sprintf("write `envgen: %d`", Version), "`envgen` must be a number, not %s", n.Kind)
	case n.Number != Version:
		r.fail(n.Pos, "language-version", fmt.Sprintf("write `envgen: %d`", Version), "this envgen reads version %d of the spec language", Version)
	}
}

func (r *reader) section(f *File, m Member) {
	switch m.Key.Value {
	case "envgen":
	case "replace", "add":
		r.fail(m.Key.Pos, "extends", "write it into an overlay, or name a module with `extends`", "`%s` changes a module, but the spec extends none", m.Key.Value)
	case "protocol":
		f.Protocol = r.text(m)
	case "version":
		f.Version = r.text(m)
	case "title":
		f.Title = r.text(m)
	case "source":
		f.Source = r.text(m)
	case "description":
		f.Doc = r.text(m)
	case "root":
		f.Root = r.text(m)
	case "imports":
		r.imports(f, m)
	case "imported":
		r.imported(f, m)
	case "catalogs":
		r.catalogs(f, m)
	case "types":
		r.types(f, m)
	case "params":
		r.params(f, m)
	case "stages":
		r.stages(f, m)
	case "accepts":
		r.accepts(f, m)
	case "rules":
		r.rules(f, m)
	case "conversations":
		r.conversations(f, m)
	case "builders":
		r.builders(f, m)
	case "output":
		r.output(f, m)
	case "refusal":
		r.refusal(f, m)
	case "dispatch":
		r.dispatches(f, m)
	default:
		r.unknown(m.Key, fileKeys, fileKeysToCome, nil)
	}
}

func (r *reader) types(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	if len(m.Value.Members) == 0 {
		r.fail(m.Value.Pos, "no-types", "", "`types` is empty")
	}
	for _, t := range m.Value.Members {
		f.Types = append(f.Types, Type{t.Key, r.schema(t.Value)})
	}
}

// instead suggests a replacement for a key that the language does not have yet.
var instead = map[string]string{
	"x-truncate":  "`cuts` and `keeps` of a builder shorten texts and lists",
	"artifacts":   "`stores` of a builder move large values to a store",
	"redaction":   "`x-secret: true` marks a secret member; callers pass other secret names",
	"definitions": "`$defs` and `types` contain shared schemas",
}

// unknown reports a key that the language does not have, has not yet, or that looks like one it has.
func (r *reader) unknown(key Text, known, toCome, ours []string) {
	switch name := key.Value; {
	case slices.Contains(toCome, name):
		r.fail(key.Pos, "not-implemented", instead[name], "`%s` is not implemented yet", name)
	case len(name) > 2 && name[:2] == "x-":
		r.extension(key, ours)
	default:
		help := ""
		if near := r.nearest(name, slices.Concat(known, toCome, ours)); near != "" {
			help, r.meant[near] = "did you mean `"+near+"`?", true
		} else if len(known) < 5 {
			help = "valid here: `" + strings.Join(known, "`, `") + "`"
		}
		r.fail(key.Pos, "unknown-key", help, "unknown key %s", quote(name))
	}
}

// extension accepts foreign x- keywords as annotations, but not misspelt ones of ours.
func (r *reader) extension(key Text, ours []string) {
	if near := diag.Nearest(key.Value, ours); near != "" {
		r.fail(key.Pos, "near-miss", "write `"+near+"`, or choose a less similar name", "%s is not a keyword of envgen, but looks like `%s`", quote(key.Value), near)
	}
}

// is reports whether the value has the kind, with a diagnostic if not.
func (r *reader) is(m Member, want NodeKind) bool {
	if m.Value.Kind == want {
		return true
	}
	help := ""
	switch {
	case want == TextNode && m.Key.Value == checkKey:
		help = asBlock
	case want == TextNode && m.Value.Literal != "":
		help = fmt.Sprintf("write %q", m.Value.Literal)
	case want == ListNode && m.Value.Kind == TextNode:
		help = fmt.Sprintf("write [%s]", quote(m.Value.Text))
	}
	if !r.reported(m.Value.Pos) {
		r.fail(m.Value.Pos, "value-type", help, "`%s` must be %s, not %s", m.Key.Value, want, m.Value.Kind)
	}
	return false
}

func (r *reader) text(m Member) Text {
	if !r.is(m, TextNode) {
		return Text{Pos: m.Value.Pos}
	}
	return Text{m.Value.Pos, m.Value.Text, m.Value.style}
}
