package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/regular"
)

// bundled compiles the schemas of a published bundle.
func bundled(l *loader, file string, data []byte) (*ir.Protocol, error) {
	l.Sources[file] = data
	m := bundleMark.FindSubmatch(data)
	if m == nil {
		return nil, fmt.Errorf("%s is no bundle of envgen: its $id does not begin with urn:envgen", file)
	}
	read := func(_, name string) ([]byte, error) {
		if name != file {
			return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
		}
		return data, nil
	}
	result, diags, err := importer.Import(importer.Options{File: file, Sources: []importer.Source{{File: file, Header: file}}, Kind: "jsonschema", Protocol: string(m[1]), Formats: importer.Assert, Read: read})
	if err != nil {
		return nil, err
	}
	if err := l.Report(slices.DeleteFunc(diags, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })); err != nil {
		return nil, err
	}
	p, diags := compile.Source(file, result.Spec)
	if p == nil {
		return nil, fmt.Errorf("%s: the spec that its schemas become is not valid: %s", file, diags[0].Message)
	}
	return p, nil
}

// unbundled compares with a bundle: the schemas of both versions, because a schema has no rules and no senders. The positions of the findings are
// those of the types.
func (c *breakingRun) unbundled(l *loader, old, today *ir.Protocol, file string) ([]breaking.Finding, error) {
	fmt.Fprintf(l.Streams.Err, "%s: a bundle has no rules, senders, conversations and builders; only READ and WRITE are compared, for its schemas\n", file)
	text, err := jsonschema.Bundle(today)
	if err != nil {
		return nil, err
	}
	fresh, err := bundled(l, file, text)
	l.Sources[file] = nil
	if err != nil {
		return nil, err
	}
	data, err := regular.Read(file)
	if err != nil {
		return nil, err
	}
	l.Sources[file] = data
	o := c.options
	o.Categories = slices.DeleteFunc(slices.Clone(o.Categories), func(g breaking.Category) bool { return g != breaking.Read && g != breaking.Write })
	if len(o.Categories) == 0 {
		return nil, nil
	}
	found, err := compareVersions(old, fresh, o)
	for i, f := range found {
		found[i].Old, found[i].New = inBundle(file, data, f.Type), inSpec(today, f.Type)
	}
	return found, err
}

// inBundle is the line of a definition. A bundle is indented by two spaces.
func inBundle(file string, data []byte, name string) diag.Pos {
	at := regexp.MustCompile(`(?m)^    "` + regexp.QuoteMeta(name) + `": \{`).FindIndex(data)
	if at == nil {
		return diag.Pos{File: file, Line: 1, Column: 1}
	}
	return diag.Pos{File: file, Line: bytes.Count(data[:at[0]], []byte("\n")) + 1, Column: 5}
}

func inSpec(p *ir.Protocol, name string) diag.Pos {
	for _, q := range append([]*ir.Protocol{p}, p.Imports...) {
		for _, t := range q.Types {
			if t.Name == name {
				return t.Pos
			}
		}
	}
	return diag.Pos{File: p.Types[0].Pos.File, Line: 1, Column: 1}
}
