package main

import (
	"errors"
	"io/fs"
	"os"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/conformance/written"
	"github.com/envgen/envgen/generators/docs"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/reference"
)

type docsCmd struct {
	Out        string   `help:"Folder for the pages. Each protocol has one page." placeholder:"DIR" required:""`
	Cases      string   `help:"Folder of fixtures with examples, <protocol>/<topic>.json. Missing examples are derived from the spec." placeholder:"DIR"`
	Statements string   `help:"Folder with the requirements of the published documents, <protocol>.json. A page shows the requirements of its protocol." placeholder:"DIR"`
	Check      bool     `help:"Write nothing. Exit with 1 if a page is stale."`
	Spec       []string `arg:"" help:"Specs to document."`
}

// Run writes or compares the pages.
func (c *docsCmd) Run(s command.Streams) error {
	protocols, err := newLoader(s).Load(c.Spec)
	if err != nil {
		return err
	}
	var cases []*conformance.Case
	if c.Cases != "" {
		if cases, err = written.Cases(os.DirFS(c.Cases), ""); err != nil {
			return err
		}
	}
	var owned []output.Owned
	for _, p := range protocols {
		oracle, err := oracleOf(p)
		if err != nil {
			return err
		}
		document, err := statementsOf(c.Statements, p)
		if err != nil {
			return err
		}
		example := derive.Examples(p, oracle, cases)
		owned = append(owned, output.Owned{Owner: "docs/" + p.Name, Files: []output.File{docs.Page(p, example, document)}})
	}
	return command.WriteOwned(s, command.Folder{Name: "docs", Dir: c.Out, Check: c.Check}, owned)
}

// statementsOf reads the list of a protocol; there need not be one.
func statementsOf(dir string, p *ir.Protocol) (*normative.Document, error) {
	if dir == "" {
		return nil, nil
	}
	document, err := normative.Read(os.DirFS(dir), p.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return document, err
}

// oracleOf is the reference for a protocol of one's own. It has no second opinion on envgen from the text of the spec.
func oracleOf(p *ir.Protocol) (*reference.Reference, error) {
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		return nil, err
	}
	return reference.New(reference.Source{Protocol: p, Bundle: bundle})
}
