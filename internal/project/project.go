// Package project reads envgen.yaml, the list of a repository's specs and outputs.
//
// It checks shape only: the command checks whether the named specs and folders exist.
package project

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/spdx"
	"github.com/envgen/envgen/internal/syntax"
)

// FileName is the name that the command looks for, in the working directory and above.
const FileName = "envgen.yaml"

// Version is the number of the format, the value of the key `envgen`.
const Version = 1

// Text is a string of the file with its position.
type Text = syntax.Text

// Project is a file as it was written. Paths are slash-separated and relative to the folder of the file.
type Project struct {
	Specs   []Text   // files, or names of protocols that ship with envgen
	Targets []Target // in the order of the file

	License  string   // an SPDX expression, "" if absent
	Breaking Breaking // without Pos if absent
	At       diag.Pos // of `specs`
}

// Target is one output folder.
type Target struct {
	Name    string // go, ts, py, schema
	Dir     Text
	Import  Text     // of Go: the import path of Dir, without Pos where it follows from go.mod
	Support string   // needed, fast or all
	Layout  string   // folder or single
	Observe bool     // whether to write modules for observers
	Imports string   // of TypeScript: js or ts
	Open    string   // of TypeScript: none or index
	Formats []string // of schema: names of Formats, each once; none for the default
}

var (
	keys       = []string{"envgen", "specs", "go", "ts", "py", "schema", "license", "breaking"}
	targetKeys = map[string][]string{"go": {"dir", "import", "layout", "support", "observe"}, "ts": {"dir", "layout", "support", "observe", "imports", "open"}, "py": {"dir", "layout", "support", "observe"}, "schema": {"dir", "formats"}}
	choices    = map[string][]string{"layout": {"folder", "single"}, "support": {"needed", "small", "all"}, "imports": {"js", "ts"}, "open": {"none", "index"}} // the default first
)

// Formats are the possible formats of the target schema.
var Formats = []string{"jsonschema", "draft7", "openapi", "asyncapi", "mcp-tools"}

// reader collects faults.
type reader struct{ diags diag.List }

func (r *reader) fail(pos diag.Pos, code diag.Code, suggestion, format string, args ...any) {
	r.diags.Add(diag.Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...), Suggestion: suggestion})
}

// Parse reads the text of a project. The project is nil if there is nothing to go on with; it may be incomplete where the list has errors.
func Parse(name string, data []byte) (*Project, diag.List) {
	root, diags := syntax.Tree(name, data)
	r := &reader{diags}
	switch {
	case len(diags) == 1 && diags[0].Code == "empty":
		r.diags = nil
		r.fail(diags[0].Pos, "empty", fmt.Sprintf("start with `envgen: %d`, or run `envgen init`", Version), "the project is empty")
		return nil, r.diags
	case root == nil || diags.HasErrors():
		return nil, r.diags
	}
	if root.Kind != syntax.MapNode {
		r.fail(root.Pos, "value-type", fmt.Sprintf("start with `envgen: %d`", Version), "%s must be a mapping, not %s", FileName, root.Kind)
		return nil, r.diags
	}
	if member := root.Member("protocol"); member != nil {
		r.fail(member.Pos, "unknown-key", "list the spec under `specs` of an "+FileName+", or pass it with --spec", "this is a spec, not a project")
		return nil, r.diags
	}
	p := &Project{}
	for _, m := range root.Members {
		switch m.Key.Value {
		case "envgen":
		case "specs":
			p.Specs, p.At = r.specs(m.Value), m.Key.Pos
		case "license":
			p.License = r.license(m.Value)
		case "breaking":
			r.breaking(&p.Breaking, m)
		default:
			r.target(p, m)
		}
	}
	r.version(root)
	if root.Member("specs") == nil {
		r.fail(root.Pos, "missing-key", "add `specs:` with a list of files, or of protocols that ship with envgen", "the project has no `specs`")
	}
	if len(p.Targets) == 0 && !r.diags.HasErrors() {
		r.fail(root.Pos, "missing-key", "add `go: {dir: bindings/go}`, or `ts`, `py`, `schema`", "the project has nothing to generate")
	}
	return p, r.diags
}

func (r *reader) version(root *syntax.Node) {
	write := fmt.Sprintf("write `envgen: %d`", Version)
	switch n := root.Member("envgen"); {
	case n == nil:
		r.fail(root.Pos, "missing-key", fmt.Sprintf("start with `envgen: %d`", Version), "the project has no `envgen`")
	case n.Kind != syntax.NumberNode:
		r.fail(n.Pos, "value-type", write, "`envgen` must be a number, not %s", n.Kind)
	case n.Number != Version:
		r.fail(n.Pos, "language-version", write, "this envgen reads version %d of %s", Version, FileName)
	}
}

func (r *reader) specs(n *syntax.Node) []Text {
	if n.Kind != syntax.ListNode {
		r.fail(n.Pos, "value-type", "write one line for each spec, such as `- protocols/orders.yaml`", "`specs` must be a list, not %s", n.Kind)
		return nil
	}
	if len(n.Items) == 0 {
		r.fail(n.Pos, "value-type", "write one line for each spec, such as `- protocols/orders.yaml`", "`specs` is empty")
	}
	var list []Text
	for _, item := range n.Items {
		if text, ok := r.path(item, "a spec"); ok {
			list = append(list, text)
		}
	}
	return list
}

// license is the licence of generated files.
func (r *reader) license(n *syntax.Node) string {
	if n.Kind != syntax.TextNode {
		r.fail(n.Pos, "value-type", "write an SPDX expression such as `license: Apache-2.0`", "`license` must be a string, not %s", n.Kind)
		return ""
	}
	var fault *spdx.Error
	if errors.As(spdx.Check(n.Text), &fault) {
		r.fail(n.Pos, "value-type", fault.Suggestion, "`license`: %s", fault.Message)
	}
	return n.Text
}

func (r *reader) target(p *Project, m syntax.Member) {
	name := m.Key.Value
	known, ok := targetKeys[name]
	if !ok {
		r.fail(m.Key.Pos, "unknown-key", diag.DidYouMean(name, keys), "unknown key `%s`", name)
		return
	}
	if m.Value.Kind != syntax.MapNode {
		r.fail(m.Value.Pos, "value-type", fmt.Sprintf("write `%s: {dir: bindings/%s}`", name, name), "`%s` must be a mapping, not %s", name, m.Value.Kind)
		return
	}
	t := Target{Name: name, Layout: choices["layout"][0], Support: choices["support"][0], Imports: choices["imports"][0], Open: choices["open"][0]}
	for _, option := range m.Value.Members {
		switch key := option.Key.Value; {
		case !slices.Contains(known, key):
			r.fail(option.Key.Pos, "unknown-key", diag.DidYouMean(key, known), "unknown key `%s` of `%s`", key, name)
		case key == "dir":
			t.Dir, _ = r.path(option.Value, "`dir`")
		case key == "formats":
			t.Formats = r.formats(option.Value)
		case key == "observe":
			t.Observe = r.truth(option.Value, "`observe`")
		case option.Value.Kind != syntax.TextNode:
			r.fail(option.Value.Pos, "value-type", "", "`%s` must be a string, not %s", key, option.Value.Kind)
		case key == "import":
			t.Import = Text{Pos: option.Value.Pos, Value: option.Value.Text}
		case !slices.Contains(choices[key], option.Value.Text):
			r.fail(option.Value.Pos, "value-type", diag.DidYouMean(option.Value.Text, choices[key]), "`%s` must be %s", key, alternatives(choices[key]))
		default:
			*map[string]*string{"layout": &t.Layout, "support": &t.Support, "imports": &t.Imports, "open": &t.Open}[key] = option.Value.Text
		}
	}
	if m.Value.Member("dir") == nil {
		r.fail(m.Value.Pos, "missing-key", fmt.Sprintf("add `dir: bindings/%s`", name), "`%s` has no `dir`", name)
		return
	}
	p.Targets = append(p.Targets, t)
}

// truth reads a boolean.
func (r *reader) truth(n *syntax.Node, what string) bool {
	if n.Kind != syntax.BoolNode {
		r.fail(n.Pos, "value-type", "write true or false", "%s must be a boolean, not %s", what, n.Kind)
		return false
	}
	return n.Bool
}

// alternatives joins words with commas and "or".
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// formats reads the list of formats of schemas.
func (r *reader) formats(n *syntax.Node) []string {
	if n.Kind != syntax.ListNode {
		r.fail(n.Pos, "value-type", "write a list such as `["+strings.Join(Formats[:2], ", ")+"]`", "`formats` must be a list, not %s", n.Kind)
		return nil
	}
	if len(n.Items) == 0 {
		r.fail(n.Pos, "value-type", "remove `formats` for the default, `"+Formats[0]+"`", "`formats` is empty")
	}
	var list []string
	for _, item := range n.Items {
		switch {
		case item.Kind != syntax.TextNode:
			r.fail(item.Pos, "value-type", "", "a format must be a string, not %s", item.Kind)
		case !slices.Contains(Formats, item.Text):
			r.fail(item.Pos, "value-type", diag.DidYouMean(item.Text, Formats), "a format must be one of %s", strings.Join(Formats, ", "))
		case slices.Contains(list, item.Text):
			r.fail(item.Pos, "value-type", "remove one of the two", "`formats` contains `%s` twice", item.Text)
		default:
			list = append(list, item.Text)
		}
	}
	return list
}

// path is that of a file or folder below the project, or beside it: the same on every machine.
func (r *reader) path(n *syntax.Node, what string) (Text, bool) {
	if n.Kind != syntax.TextNode {
		r.fail(n.Pos, "value-type", "", "%s must be a string, not %s", what, n.Kind)
		return Text{}, false
	}
	text := Text{Pos: n.Pos, Value: n.Text}
	switch {
	case n.Text == "" || strings.ContainsRune(n.Text, 0):
		r.fail(n.Pos, "value-type", "", "%s is not a path", what)
	case path.IsAbs(n.Text) || len(n.Text) > 1 && n.Text[1] == ':':
		r.fail(n.Pos, "value-type", "write a path relative to the folder of "+FileName, "%s must be a relative path", what)
	case strings.Contains(n.Text, `\`):
		r.fail(n.Pos, "value-type", "write "+strings.ReplaceAll(n.Text, `\`, "/"), "paths are written with slashes")
	default:
		return text, true
	}
	return text, false
}
