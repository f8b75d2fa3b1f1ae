package bulk

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

var unescaper = strings.NewReplacer("~1", "/", "~0", "~")

// Unescape returns the name that a segment of a JSON Pointer spells.
func Unescape(segment string) string { return unescaper.Replace(segment) }

// Template replaces the segments of an issue's path that come from the message by *: indices, names in maps, and names that the spec does not have. So the
// number of templates depends on the spec alone.
func Template(t *ir.Type, path string) string {
	if path == "" {
		return ""
	}
	places := []ir.Kind{ir.Ref{Type: t}}
	var b strings.Builder
	for _, segment := range strings.Split(path[1:], "/") {
		name := Unescape(segment)
		var below []ir.Kind
		named := false
		for _, k := range places {
			next, isNamed := inside(k, name, 0)
			below = append(below, next...)
			named = named || isNamed
		}
		if named {
			b.WriteString("/" + segment)
		} else {
			b.WriteString("/*")
		}
		places = below
		if len(places) > 100 { // nested unions
			places = places[:100]
		}
	}
	return b.String()
}

// inside returns the kinds of a member or item, and whether the spec names it.
func inside(k ir.Kind, name string, depth int) (below []ir.Kind, named bool) {
	if depth > ir.MaxNesting {
		return nil, false
	}
	switch k := k.(type) {
	case ir.Ref:
		return inside(k.Type.Value.Kind, name, depth+1)
	case ir.Array:
		return []ir.Kind{k.Items.Kind}, false
	case ir.Map:
		return []ir.Kind{k.Values.Kind}, false
	case *ir.Record:
		for _, f := range k.Fields {
			if f.Name == name {
				return []ir.Kind{f.Value.Kind}, true
			}
		}
		for _, f := range k.Forbidden {
			if f.Name == name {
				return nil, true
			}
		}
	case *ir.Union:
		for _, v := range k.Variants {
			more, is := inside(v.Type.Value.Kind, name, depth+1)
			below, named = append(below, more...), named || is
		}
		if k.By != ir.ByBranch && k.Tag == name {
			named = true
		}
	case *ir.Choice:
		for _, o := range k.Options {
			more, is := inside(o.Kind, name, depth+1)
			below, named = append(below, more...), named || is
		}
	}
	return below, named
}
