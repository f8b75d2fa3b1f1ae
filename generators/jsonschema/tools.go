package jsonschema

import (
	"maps"
	"slices"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// toolFiles writes the result of the method tools/list of the Model Context Protocol for each side that offers tools.
//
// A tool is a request that another side sends: its input is the request, its output a reply. In a protocol without requests, each message
// that another side sends is a tool without output. We rejected input without the constant members, because the input would not be a
// message any more.
func toolFiles(j target.Job) ([]output.File, diag.List, error) {
	p := j.Protocol
	var files []output.File
	all := channels(p)
	requests := slices.ContainsFunc(all, func(c channel) bool { return slices.ContainsFunc(c.messages, message.isRequest) })
	several := len(sides(all)) > 0
	err := perSide(all, func(side, part string) error {
		e := newExporter(p, bundled)
		t := tools{exporter: e, all: []entries{}, defs: e.definitions(), index: map[string]int{}, names: map[string]bool{}}
		for i, def := range t.defs {
			t.index[e.layout.ref(def.Name)] = i
		}
		for _, c := range all {
			for _, m := range c.messages {
				if (m.side == "" || m.side != side) && (m.isRequest() || !requests) {
					t.add(m)
				}
			}
		}
		if len(t.all) == 0 && several {
			return nil
		}
		data, err := document(j, entries{{"tools", t.all}})
		files = append(files, output.File{Path: p.Name + "." + part + "mcp-tools.json", Data: data})
		return err
	})
	return files, nil, err
}

func (m message) isRequest() bool { return len(m.replies) > 0 }

// tools collects the tools of one side.
type tools struct {
	*exporter
	defs  members
	index map[string]int // in defs, by reference
	names map[string]bool
	all   []entries
}

// add adds a tool, unless a channel before has the same message or the message is no object.
func (t *tools) add(m message) {
	name := plainKey(t.typeKeys[m.typ])
	input := t.object(m.typ)
	if t.names[name] || input == nil {
		return
	}
	t.names[name] = true
	tool := entries{{"name", name}}
	if m.typ.Doc.Text != "" {
		tool = append(tool, entry{"description", m.typ.Doc.Text})
	}
	tool = append(tool, entry{"inputSchema", input})
	if replies := t.anyOf(m.replies); replies != nil {
		tool = append(tool, entry{"outputSchema", replies})
	}
	t.all = append(t.all, tool)
}

// anyOf returns the schema of an object of one of the types, or nil if there are none. Two replies may overlap, so it is no oneOf.
func (t *tools) anyOf(types []*ir.Type) *schema {
	switch len(types) {
	case 0:
		return nil
	case 1:
		return t.object(types[0])
	}
	s := &schema{Type: "object"}
	for _, one := range types {
		s.AnyOf = append(s.AnyOf, t.typ(one))
	}
	return t.closed(s)
}

// object returns the schema of the objects of a type, with the definitions that it needs, or nil if no object is of the type.
func (t *tools) object(typ *ir.Type) *schema {
	s := *t.defs[t.index[t.typ(typ).Ref]].Schema
	s.Description = "" // the tool has it
	if s.never || !accepts(s.Type, "object") {
		return nil
	}
	s.Type = "object"
	s.Properties = slices.Clone(s.Properties)
	for i, m := range s.Properties {
		if m.Schema.never { // the members of this object must be objects
			s.Properties[i].Schema = &schema{Not: &schema{}}
		}
	}
	return t.closed(&s)
}

// accepts reports whether a `type` accepts values of the type; it may be nil, a string or a list.
func accepts(keyword any, name string) bool {
	switch types := keyword.(type) {
	case string:
		return types == name
	case []string:
		return slices.Contains(types, name)
	}
	return true
}

// closed adds the definitions that s needs, in the order of the bundle.
func (t *tools) closed(s *schema) *schema {
	needed := map[int]bool{}
	open := []*schema{s}
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		walk(next, func(s *schema) {
			if i, isDefinition := t.index[s.Ref]; isDefinition && !needed[i] {
				needed[i] = true
				open = append(open, t.defs[i].Schema)
			}
		})
	}
	for _, i := range slices.Sorted(maps.Keys(needed)) {
		s.Defs = append(s.Defs, t.defs[i])
	}
	return s
}
