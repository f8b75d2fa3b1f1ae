package breaking

import (
	"slices"
	"strings"
)

// Code names the kind of a finding, such as read-length.
func (f Finding) Code() string { return strings.ToLower(string(f.Category)) + "-" + f.Rule }

// Place names the place of a finding without positions, so that an exception outlives edits of the spec: the protocol, the type, and the members
// as in a JSON Pointer, with * for every item.
func (f Finding) Place() string {
	text := f.Protocol
	if f.Type != "" {
		text += "." + f.Type
	}
	for _, name := range f.Path {
		text += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	}
	return text
}

// names is the path of a gap as Findings have it.
func (g gap) names() []string {
	path := slices.Clone(g.path)
	if g.rule == "closed" {
		path = path[:len(path)-1] // the member is one example of those that are refused
	}
	for i, name := range path {
		if name == every {
			path[i] = "*"
		}
	}
	return path
}
