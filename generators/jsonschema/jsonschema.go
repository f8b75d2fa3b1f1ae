// Package jsonschema exports a protocol as one JSON Schema 2020-12 document. Every type is a definition under $defs. The protocol's root is
// the document's $ref.
//
// Further formats contain the same schemas: JSON Schema draft 7, the components of OpenAPI 3.1, AsyncAPI 3, and lists of tools for the Model
// Context Protocol. All of them start from the exporter. The package does not describe servers, transports or security.
//
// The bundle accepts exactly the values without structural `must` issues, including issues of members that wait for a later stage. So other
// tools can check the same conditions as envgen's bindings. The bundle contains no rules, no messages and no order of issues. Patterns are
// unchanged from the spec (ECMA-262 with the flag u).
package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/spdx"
)

// Bundle returns the document of p: with two spaces of indentation, one line feed at the end, and the same bytes on every run. It always
// contains a definition, by its name, for every type of p that can validate a value.
func Bundle(p *ir.Protocol) ([]byte, error) { return bundle(target.Job{Protocol: p}) }

func bundle(j target.Job) ([]byte, error) {
	p := j.Protocol
	e := newExporter(p, bundled)
	root := header(p)
	root.Dialect = "https://json-schema.org/draft/2020-12/schema"
	root.Ref = e.typ(p.Root).Ref
	root.Defs = e.definitions()
	return document(j, root)
}

// header returns a document without definitions.
func header(p *ir.Protocol) *schema {
	root := &schema{ID: ID(p), Title: p.Title, Description: p.Doc}
	if p.Source != "" {
		root.Comment = "Source: " + p.Source
	}
	return root
}

// document returns the text of a document, with the licence of the job if it has one.
func document(j target.Job, root any) ([]byte, error) {
	p := j.Protocol
	if j.License != "" {
		license(root, spdx.Tag+j.License)
	}
	data, err := marshal(root)
	if err != nil {
		return nil, fmt.Errorf("jsonschema: %s: %w", p.Name, err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, data, "", "  "); err != nil {
		return nil, fmt.Errorf("jsonschema: %s: %w", p.Name, err)
	}
	indented.WriteByte('\n')
	return indented.Bytes(), nil
}

// license adds the line with the licence where a document has a place for remarks. A list of tools has none: programs send it as it is.
func license(root any, line string) {
	switch root := root.(type) {
	case *schema:
		root.Comment = strings.TrimPrefix(root.Comment+". "+line, ". ")
	case entries:
		for i, e := range root {
			if about, ok := e.Value.(entries); ok && e.Name == "info" {
				root[i].Value = append(about, entry{"x-license", line})
			}
		}
	}
}

// ID returns the bundle's $id. It is a URN, because a URL would suggest a web site.
func ID(p *ir.Protocol) string {
	return "urn:envgen:" + p.Name + ":" + url.PathEscape(p.Version)
}

// describe adds the descriptions of the spec. It may change the schema, because no other location shares it.
func describe(s *schema, doc ir.Doc) *schema {
	if s.never && (doc.Text != "" || doc.Source != "") {
		s = &schema{Not: &schema{}} // the schema false cannot have annotations
	}
	if s.never {
		return s
	}
	s.Description = doc.Text
	if doc.Source != "" {
		s.Comment = "Source: " + doc.Source
	}
	s.Deprecated, s.ReadOnly, s.WriteOnly = doc.Deprecated, doc.ReadOnly, doc.WriteOnly
	if doc.Default != "" {
		s.Default = json.RawMessage(doc.Default)
	}
	s.Encoding, s.MediaType = doc.Encoding, doc.MediaType
	for _, example := range doc.Examples {
		s.Examples = append(s.Examples, json.RawMessage(example))
	}
	return s
}
