package syntax

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/diag"
)

// Imported is the section `imported` of a spec that `envgen import` wrote.
type Imported struct {
	From    []ImportedFile
	Options []Member // the other keys, whose values are texts
	Overlay Text     // relative to this spec; without Pos if there is none
}

// ImportedFile is one source of an import.
type ImportedFile struct {
	File, SHA256 Text
	URIs         []Text // for which the user gave the file
	Referred     bool   // the user did not name it as a source
}

// Option returns the value of an option, or "".
func (i *Imported) Option(name string) string {
	for _, o := range i.Options {
		if o.Key.Value == name {
			return o.Value.Text
		}
	}
	return ""
}

var (
	importedKeys = []string{"from", "kind", "root", "formats", "descriptions", "untyped", "overlay"}
	sourceKeys   = []string{"file", "sha256", "uris", "referred"}
)

func (r *reader) imported(f *File, m Member) {
	if !r.is(m, MapNode) {
		return
	}
	f.Imported = &Imported{}
	for _, k := range m.Value.Members {
		switch {
		case k.Key.Value == "from":
			r.importedFrom(f.Imported, k)
		case !slices.Contains(importedKeys, k.Key.Value):
			r.unknown(k.Key, importedKeys, nil, nil)
		case k.Key.Value == "overlay":
			f.Imported.Overlay = r.text(k)
		default:
			r.text(k)
			f.Imported.Options = append(f.Imported.Options, k)
		}
	}
}

func (r *reader) importedFrom(i *Imported, m Member) {
	if !r.is(m, ListNode) {
		return
	}
	for _, item := range m.Value.Items {
		var s ImportedFile
		for _, k := range item.Members {
			switch k.Key.Value {
			case "file":
				s.File = r.text(k)
			case "sha256":
				s.SHA256 = r.text(k)
			case "uris":
				s.URIs = r.names(k)
			case "referred":
				s.Referred = r.flag(k).Value
			default:
				r.unknown(k.Key, sourceKeys, nil, nil)
			}
		}
		if !s.File.Pos.IsValid() {
			r.fail(item.Pos, "missing-key", "add `file: name`", "a source has no `file`")
		}
		i.From = append(i.From, s)
	}
}

// Overlay is a second file of a spec: additions to a spec that `envgen import` writes.
type Overlay struct {
	Name string // as diagnostics print it
	Data []byte
}

// overlaySections are the sections that an overlay may add to.
var overlaySections = []string{"types", "catalogs", "params", "rules", "conversations", "builders", "dispatch", "stages", "accepts", "refusal", "output", "root"}

// overlaid merges the overlay that `imported` names into the tree of a spec.
func (r *reader) overlaid(root *Node, read func(file string) ([]byte, error)) *Overlay {
	section := root.Member("imported")
	if section == nil || section.Member("overlay") == nil || section.Member("overlay").Kind != TextNode {
		return nil
	}
	name := section.Member("overlay")
	if path.IsAbs(name.Text) || strings.HasPrefix(path.Clean(name.Text), "..") {
		r.fail(name.Pos, "outside", "keep the overlay in the folder of the spec", "%s is outside the folder of this spec", quote(name.Text))
		return nil
	}
	if read == nil {
		r.fail(name.Pos, "overlay", "", "%s cannot be read here", quote(name.Text))
		return nil
	}
	file := path.Join(path.Dir(strings.ReplaceAll(r.file, `\`, "/")), name.Text)
	data, err := read(file)
	if err != nil {
		r.fail(name.Pos, "overlay", "the name is relative to the folder of this spec", "%s cannot be read", quote(name.Text))
		return nil
	}
	other := &reader{file: file, meant: map[string]bool{}}
	tree := other.read(data)
	if tree != nil && tree.Kind != MapNode {
		other.fail(tree.Pos, "spec-type", "", "an overlay must be a mapping, not %s", tree.Kind)
	} else if tree != nil {
		other.merge(root, tree)
	}
	r.diags = append(r.diags, other.diags...)
	return &Overlay{Name: file, Data: data}
}

// merge adds the sections of an overlay, and then carries out `add` and `replace`.
func (r *reader) merge(root, overlay *Node) {
	for _, m := range overlay.Members {
		switch key := m.Key.Value; {
		case key == "add" || key == "replace":
		case key == "envgen":
		case !slices.Contains(overlaySections, key):
			r.unknown(m.Key, append([]string{"add", "replace"}, overlaySections...), nil, nil)
		default:
			r.mergeSection(root, m)
		}
	}
	r.change(root, overlay)
}

// change carries out the `replace`, and then the `add`, of an overlay or of a spec that extends a module.
func (r *reader) change(root, by *Node) {
	if m := by.Member("replace"); m != nil && r.is(Member{Text{Value: "replace"}, m}, MapNode) {
		for _, e := range m.Members {
			r.replace(root, e)
		}
	}
	if m := by.Member("add"); m != nil && r.is(Member{Text{Value: "add"}, m}, MapNode) {
		for _, e := range m.Members {
			r.add(root, e)
		}
	}
}

// mergeSection adds a section, or its entries to those of the spec.
func (r *reader) mergeSection(root *Node, m Member) {
	i := slices.IndexFunc(root.Members, func(o Member) bool { return o.Key.Value == m.Key.Value })
	if i < 0 {
		root.Members = append(root.Members, m)
		return
	}
	have := root.Members[i].Value
	switch {
	case m.Key.Value == "root":
		root.Members[i] = m
	case have.Kind != m.Value.Kind || have.Kind != MapNode && have.Kind != ListNode:
		r.present(m.Key, root.Members[i].Key.Pos, "/"+m.Key.Value)
	case have.Kind == ListNode:
		have.Items = append(have.Items, m.Value.Items...)
	default:
		for _, e := range m.Value.Members {
			r.addKey(have, e, "/"+m.Key.Value)
		}
	}
}

func (r *reader) addKey(to *Node, m Member, at string) {
	if i := slices.IndexFunc(to.Members, func(o Member) bool { return o.Key.Value == m.Key.Value }); i >= 0 {
		r.present(m.Key, to.Members[i].Key.Pos, at+"/"+escapeToken(m.Key.Value))
		return
	}
	to.Members = append(to.Members, m)
}

// present reports that an overlay adds something that the spec has.
func (r *reader) present(key Text, there diag.Pos, at string) {
	r.diags.Add(diag.Diagnostic{Pos: key.Pos, Code: "overlay", Message: fmt.Sprintf("the spec has %s already", quote(at)),
		Suggestion: "write it under `replace`, with `was` and `now`", Notes: []diag.Note{{Pos: there, Message: "here"}}})
}

// add adds keys to the mapping at a pointer.
func (r *reader) add(root *Node, e Member) {
	target, _, _ := r.at(root, e.Key)
	if target == nil || !r.is(e, MapNode) {
		return
	}
	if target.Kind != MapNode {
		r.fail(e.Key.Pos, "overlay", "write it under `replace`", "%s is %s, which has no keys", quote(e.Key.Value), target.Kind)
		return
	}
	for _, m := range e.Value.Members {
		r.addKey(target, m, e.Key.Value)
	}
}

// replacement shows an entry of `replace`.
const replacement = "write `{was: ..., now: ...}`"

// replace replaces the value at a pointer, if it is the one that the overlay quotes.
func (r *reader) replace(root *Node, e Member) {
	target, parent, token := r.at(root, e.Key)
	if target == nil {
		return
	}
	if e.Value.Kind != MapNode {
		r.fail(e.Value.Pos, "value-type", replacement, "an entry of `replace` must be a mapping, not %s", e.Value.Kind)
		return
	}
	was, now := e.Value.Member("was"), e.Value.Member("now")
	for _, m := range e.Value.Members {
		if m.Key.Value != "was" && m.Key.Value != "now" {
			r.unknown(m.Key, []string{"was", "now"}, nil, nil)
		}
	}
	switch {
	case was == nil || now == nil:
		r.fail(e.Key.Pos, "missing-key", replacement, "an entry of `replace` has `was` and `now`")
	case !equal(target, was):
		r.diags.Add(diag.Diagnostic{Pos: was.Pos, Code: "overlay", Message: fmt.Sprintf("%s has another value than `was` quotes", quote(e.Key.Value)),
			Suggestion: "compare the overlay with the new value, then quote that", Notes: []diag.Note{{Pos: target.Pos, Message: "the value"}}})
	case parent == nil:
	case parent.Kind == ListNode:
		i, _ := strconv.Atoi(token)
		parent.Items[i] = now
	default:
		i := slices.IndexFunc(parent.Members, func(m Member) bool { return m.Key.Value == token })
		parent.Members[i].Value = now
	}
}

// at returns the node of a pointer, the node around it and the last token, or reports that the pointer leads nowhere.
func (r *reader) at(root *Node, pointer Text) (n, parent *Node, token string) {
	if !strings.HasPrefix(pointer.Value, "/") {
		r.fail(pointer.Pos, "overlay", "begin with a slash, as in /types/Name", "%s is not a JSON Pointer", quote(pointer.Value))
		return nil, nil, ""
	}
	n = root
	done := ""
	for t := range strings.SplitSeq(pointer.Value[1:], "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
		parent, n = n, below(n, token)
		if n == nil {
			r.fail(pointer.Pos, "overlay", r.elsewhere(parent, done, token, done+"/"+t == pointer.Value), "%s leads nowhere: the spec has nothing at %s", quote(pointer.Value), quote(done+"/"+t))
			return nil, nil, ""
		}
		done += "/" + t
	}
	return n, parent, token
}

// elsewhere suggests where a token that a mapping lacks could be. The last one may be meant as a new key.
func (r *reader) elsewhere(parent *Node, at, token string, last bool) string {
	var known []string
	for _, m := range parent.Members {
		known = append(known, m.Key.Value)
	}
	switch near := r.nearest(token, known); {
	case near != "":
		return "did you mean `" + at + "/" + escapeToken(near) + "`?"
	case last && at != "" && parent.Kind == MapNode:
		return fmt.Sprintf("`add` names the mapping, and adds keys to it: `%s: {%s: ...}`", at, token)
	}
	return ""
}

func below(n *Node, token string) *Node {
	if n.Kind == ListNode {
		if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
		return nil
	}
	return n.Member(token)
}

func escapeToken(token string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
}

// equal reports whether two values are equal in JSON.
func equal(a, b *Node) bool {
	if a.Kind != b.Kind || a.Bool != b.Bool || a.Number != b.Number || len(a.Members) != len(b.Members) || len(a.Items) != len(b.Items) ||
		a.Kind == TextNode && a.Text != b.Text {
		return false
	}
	for i := range a.Items {
		if !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for _, m := range a.Members {
		if other := b.Member(m.Key.Value); other == nil || !equal(m.Value, other) {
			return false
		}
	}
	return true
}
