package main

import (
	"fmt"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/diag"
)

type checkCmd struct {
	Format string   `help:"How to print: text or json (one object a diagnostic)." enum:"text,json" default:"text"`
	Spec   []string `arg:"" optional:"" help:"Specs to check; by default those of the project, the envgen.yaml in this folder or above."`
}

// Run compiles the specs and names them in every language, and prints all that is wrong.
func (c *checkCmd) Run(s streams) error {
	l := newLoader(s)
	specs := c.Spec
	if len(specs) == 0 {
		var err error
		if specs, err = projectSpecs(l); err != nil {
			return err
		}
	}
	protocols, diags, err := l.compile(specs)
	if err != nil {
		return err
	}
	diags = append(diags, generators.Check(protocols)...).Tidy()
	if c.Format == "json" {
		err = diag.WriteJSON(s.out, diags)
	} else {
		err = diag.WriteText(s.out, diags, l.source)
	}
	switch {
	case err != nil:
		return err
	case diags.HasErrors():
		return errInvalid
	case c.Format == "text":
		noun := "specs"
		if len(protocols) == 1 {
			noun = "spec"
		}
		_, err = fmt.Fprintf(s.out, "%d %s, no errors\n", len(protocols), noun)
	}
	return err
}
