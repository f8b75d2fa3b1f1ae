package main

import (
	"errors"
	"io/fs"
	"os"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/generators/docs"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
	"github.com/envgen/envgen/internal/output"
)

type docsCmd struct {
	Out        string   `help:"Folder for the pages. Each protocol has one page." placeholder:"DIR" required:""`
	Cases      string   `help:"Folder of fixtures with examples, <protocol>/<topic>.json. Missing examples are derived from the spec." placeholder:"DIR"`
	Statements string   `help:"Folder with the requirements of the published documents, <protocol>.json. A page shows the requirements of its protocol." placeholder:"DIR"`
	Check      bool     `help:"Write nothing. Exit with 1 if a page is stale."`
	Spec       []string `arg:"" help:"Specs to document."`
}

// Run writes or compares the pages.
func (c *docsCmd) Run(s streams) error {
	protocols, err := newLoader(s).load(c.Spec)
	if err != nil {
		return err
	}
	var written []*conformance.Case
	if c.Cases != "" {
		if written, err = fixtures.Written(os.DirFS(c.Cases), ""); err != nil {
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
		example := derive.Examples(p, oracle, written)
		owned = append(owned, output.Owned{Owner: "docs/" + p.Name, Files: []output.File{docs.Page(p, example, document)}})
	}
	return writeOwned(s, folder{name: "docs", dir: c.Out, check: c.Check}, owned)
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
