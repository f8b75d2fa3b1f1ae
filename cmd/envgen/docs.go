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
	Out        string   `help:"Folder for the pages, one a protocol." placeholder:"DIR" required:""`
	Cases      string   `help:"Folder of fixtures, <protocol>/<topic>.json, to take examples from; without it, or where it has none, examples are derived." placeholder:"DIR"`
	Statements string   `help:"Folder of lists of what the published documents demand, <protocol>.json; a page shows its protocol's, where there is one." placeholder:"DIR"`
	Check      bool     `help:"Write nothing; exit 1 if a page is not what the specs give."`
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
