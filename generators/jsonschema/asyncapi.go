package jsonschema

import (
	"strings"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// asyncAPIFiles writes an AsyncAPI 3 document for each side: a document describes one application. The schemas are in draft 7, which is the
// dialect of AsyncAPI.
func asyncAPIFiles(j target.Job) ([]output.File, diag.List, error) {
	p := j.Protocol
	var files []output.File
	var warnings diag.List
	all := channels(p)
	err := perSide(all, func(side, part string) error {
		file := p.Name + "." + part + "asyncapi.json"
		e := newExporter(p, layout{definitions: components, plainKeys: true, untagged: true})
		defs, left := e.draft7(file)
		data, err := document(j, e.asyncAPI(side, all, defs))
		files = append(files, output.File{Path: file, Data: data})
		warnings = append(warnings, left...)
		return err
	})
	return files, warnings, err
}

// reference is a JSON Reference.
func reference(parts ...string) entries {
	return entries{{"$ref", "#/" + strings.Join(parts, "/")}} // the parts are plain keys
}

// asyncAPI returns the document of one side.
func (e *exporter) asyncAPI(side string, all []channel, schemas members) entries {
	var places, operations, messages entries
	done := map[*ir.Type]bool{}
	for _, c := range all {
		var here entries
		for _, m := range c.messages {
			key := e.typeKeys[m.typ]
			here = append(here, entry{key, reference("components", "messages", key)})
			if !done[m.typ] {
				done[m.typ] = true
				messages = append(messages, entry{key, e.asyncMessage(m)})
			}
			operations = append(operations, e.operations(side, c, m)...)
		}
		place := entries{{"address", nil}}
		if c.doc.Text != "" {
			place = append(place, entry{"description", c.doc.Text})
		}
		places = append(places, entry{c.name, append(place, entry{"messages", here})})
	}
	id := ID(e.protocol)
	if side != "" {
		id += ":" + side
	}
	return entries{
		{"asyncapi", "3.0.0"}, {"id", id}, {"info", info(e.protocol)}, {"defaultContentType", "application/json"},
		{"channels", places}, {"operations", operations},
		{"components", entries{{"messages", messages}, {"schemas", schemas}}},
	}
}

func (e *exporter) asyncMessage(m message) entries {
	one := entries{{"name", m.typ.Name}}
	if m.typ.Doc.Text != "" {
		one = append(one, entry{"description", m.typ.Doc.Text})
	}
	if m.key != nil {
		place := "$message.payload#"
		for _, name := range m.key {
			place += "/" + pointerEscaper.Replace(name)
		}
		one = append(one, entry{"correlationId", entries{{"location", place}}})
	}
	return append(one, entry{"payload", reference("components", "schemas", e.typeKeys[m.typ])})
}

// operations returns the operations of a message: send if the side may send it, receive if another one may. Without sides, both apply.
func (e *exporter) operations(side string, c channel, m message) entries {
	var list entries
	for _, action := range []string{"send", "receive"} {
		if m.side != "" && (m.side == side) != (action == "send") {
			continue
		}
		key := e.typeKeys[m.typ]
		one := entries{{"action", action}, {"channel", reference("channels", c.name)}, {"messages", e.messagesOf(c, m.typ)}}
		if len(m.replies) > 0 {
			one = append(one, entry{"reply", entries{{"channel", reference("channels", c.name)}, {"messages", e.messagesOf(c, m.replies...)}}})
		}
		list = append(list, entry{c.name + "." + action + "." + key, one})
	}
	return list
}

// messagesOf returns references to messages of a channel.
func (e *exporter) messagesOf(c channel, types ...*ir.Type) []entries {
	var list []entries
	for _, t := range types {
		list = append(list, reference("channels", c.name, "messages", e.typeKeys[t]))
	}
	return list
}
