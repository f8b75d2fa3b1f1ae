package syntax

import (
	"embed"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/diag"
)

// modules are the specs that others extend, as std/<name>.yaml.
//
//go:embed std/*.yaml
var modules embed.FS

// Modules returns the names of the modules that a spec may extend.
func Modules() (names []string) {
	entries, err := modules.ReadDir("std")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, e := range entries {
		names = append(names, "std."+strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return names
}

// extended merges the module that `extends` names into the tree of a spec. Its sections come first. Then it carries out `replace` and `add`, by which
// the spec changes the module.
func (r *reader) extended(root *Node) *Overlay {
	name := root.Member("extends")
	if name == nil {
		return nil
	}
	i := slices.IndexFunc(root.Members, func(m Member) bool { return m.Key.Value == "extends" })
	text := r.text(root.Members[i])
	module, isOfStd := strings.CutPrefix(text.Value, "std.")
	data, err := modules.ReadFile("std/" + module + ".yaml")
	if !text.Pos.IsValid() || !isOfStd || err != nil {
		if text.Pos.IsValid() {
			r.fail(text.Pos, "extends", diag.DidYouMean(text.Value, Modules()), "there is no module %s", quote(text.Value))
		}
		root.Members = withoutChanges(root.Members)
		return nil
	}
	other := &reader{file: r.file + "+" + text.Value, meant: map[string]bool{}}
	tree := other.read(data)
	whole := &Node{Kind: MapNode, Pos: root.Pos}
	for _, m := range tree.Members {
		if m.Key.Value != "envgen" {
			whole.Members = append(whole.Members, m)
		}
	}
	for _, m := range root.Members {
		if slices.Contains(overlaySections, m.Key.Value) {
			r.mergeSection(whole, m)
		} else {
			whole.Members = append(whole.Members, m)
		}
	}
	r.change(whole, root)
	root.Members = withoutChanges(whole.Members)
	return &Overlay{Name: other.file, Data: data}
}

// withoutChanges omits the keys by which a spec extends a module.
func withoutChanges(members []Member) []Member {
	return slices.DeleteFunc(members, func(m Member) bool { return slices.Contains([]string{"extends", "replace", "add"}, m.Key.Value) })
}

// ModuleText returns the text of the module that the file of a position refers to, or nil.
func ModuleText(file string) []byte {
	i := strings.LastIndex(file, "+std.")
	if i < 0 {
		return nil
	}
	data, err := modules.ReadFile("std/" + file[i+len("+std."):] + ".yaml")
	if err != nil {
		return nil
	}
	return data
}
