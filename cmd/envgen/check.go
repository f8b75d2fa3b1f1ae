package main

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

type checkCmd struct {
	Format string   `help:"Output format: text, json with one object for each diagnostic, or github with annotations." enum:"text,json,github" default:"text"`
	Spec   []string `arg:"" optional:"" help:"Specs to check. Default: the specs of the project, the envgen.yaml in this folder or above."`
}

// Run compiles the specs and names them in every language, and prints all that is wrong.
func (c *checkCmd) Run(s command.Streams) error {
	l := newLoader(s)
	specs, err := l.chosen(c.Spec)
	if err != nil {
		return err
	}
	protocols, diags, err := l.Compile(specs)
	if err != nil {
		return err
	}
	diags = append(diags, generators.Check(protocols)...).Tidy()
	switch c.Format {
	case "json":
		err = diag.WriteJSON(s.Out, diags)
	case "github":
		err = diag.WriteGitHub(s.Out, diags, inRepository)
	default:
		err = diag.WriteText(s.Out, diags, l.Source)
	}
	switch {
	case err != nil:
		return err
	case diags.HasErrors():
		return command.ErrInvalid
	case c.Format == "text":
		return summary(s, protocols)
	}
	return nil
}

// summary counts the specs and lists the types that nothing refers to. Such a type may be meant, since each has a codec of its own.
func summary(s command.Streams, protocols []*ir.Protocol) error {
	for _, p := range protocols {
		var names []string
		for _, t := range p.Unused {
			names = append(names, t.Name)
		}
		switch len(names) {
		case 0:
		case 1:
			fmt.Fprintf(s.Out, "%s: nothing refers to the type %s\n", p.Name, names[0])
		default:
			fmt.Fprintf(s.Out, "%s: nothing refers to the types %s\n", p.Name, strings.Join(names, ", "))
		}
	}
	noun := "specs"
	if len(protocols) == 1 {
		noun = "spec"
	}
	_, err := fmt.Fprintf(s.Out, "%d %s, no errors\n", len(protocols), noun)
	return err
}
