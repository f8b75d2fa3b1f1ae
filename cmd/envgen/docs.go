package main

import (
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/generators/docs"
	"github.com/envgen/envgen/internal/output"
)

type docsCmd struct {
	Out   string   `help:"Folder for the pages, one a protocol." placeholder:"DIR" required:""`
	Cases string   `help:"Folder of fixtures, <protocol>/<topic>.json, to take examples from; without it, or where it has none, examples are derived." placeholder:"DIR"`
	Check bool     `help:"Write nothing; exit 1 if a page is not what the specs give."`
	Spec  []string `arg:"" help:"Specs to document."`
}

// Run writes or compares the pages.
func (c *docsCmd) Run(s streams) error {
	protocols, err := newLoader(s).load(c.Spec)
	if err != nil {
		return err
	}
	fixtures, err := fixturesIn(c.Cases)
	if err != nil {
		return err
	}
	var owned []output.Owned
	for _, p := range protocols {
		oracle, err := oracleOf(p)
		if err != nil {
			return err
		}
		example := derive.Examples(p, oracle, fixtures)
		owned = append(owned, output.Owned{Owner: "docs/" + p.Name, Files: []output.File{docs.Page(p, example)}})
	}
	return writeOwned(s, folder{"docs", c.Out, c.Check}, owned)
}
