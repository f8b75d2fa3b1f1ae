package jsonschema

import (
	"cmp"
	"slices"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// format is a form of the output.
type format struct {
	name  string
	write func(target.Job) ([]output.File, diag.List, error)
}

var formats = []format{
	{"jsonschema", func(j target.Job) ([]output.File, diag.List, error) {
		data, err := bundle(j)
		return []output.File{{Path: j.Protocol.Name + ".schema.json", Data: data}}, nil, err
	}},
	{"draft7", draft7Files},
	{"openapi", openAPIFiles},
	{"asyncapi", asyncAPIFiles},
	{"mcp-tools", toolFiles},
}

// Formats returns the names of the formats. The first one is the default.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Target is the back end with the default format.
var Target = With(nil)

// With returns the target that writes these formats, in the order of Formats. Without a name, it writes the default. It panics for a name
// that is not in Formats.
func With(names []string) target.Target {
	if len(names) == 0 {
		names = Formats()[:1]
	}
	for _, name := range names {
		if !slices.Contains(Formats(), name) {
			panic("jsonschema: there is no format " + name)
		}
	}
	return target.Target{
		Name: "schema",
		Generate: func(j target.Job) ([]output.File, error) {
			var all []output.File
			for _, f := range formats {
				if !slices.Contains(names, f.name) {
					continue
				}
				files, warnings, err := f.write(j)
				if err != nil {
					return nil, err
				}
				all = append(all, files...)
				for _, w := range warnings {
					j.Warn(w)
				}
			}
			return all, nil
		},
		Support: func(string) ([]output.File, error) { return nil, nil },
	}
}

// info is the head of OpenAPI and AsyncAPI documents.
func info(p *ir.Protocol) entries {
	all := entries{{"title", cmp.Or(p.Title, p.Name)}, {"version", p.Version}}
	if p.Doc != "" {
		all = append(all, entry{"description", p.Doc})
	}
	if p.Source != "" {
		all = append(all, entry{"x-source", p.Source})
	}
	return all
}

// components is the layout of OpenAPI and AsyncAPI.
const components = "/components/schemas/"

// openAPIFiles writes an OpenAPI 3.1 document that has components only. Its schemas are JSON Schema 2020-12.
func openAPIFiles(j target.Job) ([]output.File, diag.List, error) {
	p := j.Protocol
	e := newExporter(p, layout{definitions: components, plainKeys: true, mapping: true})
	data, err := document(j, entries{
		{"openapi", "3.1.0"},
		{"info", info(p)},
		{"components", entries{{"schemas", e.definitions()}}},
	})
	return []output.File{{Path: p.Name + ".openapi.json", Data: data}}, nil, err
}
