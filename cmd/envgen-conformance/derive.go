package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

type deriveCmd struct {
	Cases    string   `help:"Folder of fixtures. The command reads <protocol>/<topic>.json and writes <protocol>/derived.txt. Default: the folder of the checkout." placeholder:"DIR"`
	Check    bool     `help:"Write nothing. Exit with 1 if a list differs, and name the fixtures that differ."`
	Protocol []string `arg:"" optional:"" help:"Protocols to derive fixtures for. Default: all shipped protocols."`
}

// Run derives the fixtures of each protocol, and writes or compares a list of them.
func (c *deriveCmd) Run(s command.Streams) error {
	protocols, err := c.protocols()
	if err != nil {
		return err
	}
	if c.Cases == "" {
		if c.Cases, err = casesOfCheckout(); err != nil {
			return err
		}
	}
	var owned []output.Owned
	for _, p := range protocols {
		d, err := fixtures.Derive(p, os.DirFS(c.Cases))
		if err != nil {
			return err
		}
		for _, l := range d.Left {
			fmt.Fprintf(s.Err, "skipped: %s %s\n", p.Name, l)
		}
		if c.Check {
			if err := c.name(s, p.Name, d.Lines); err != nil {
				return err
			}
		}
		fmt.Fprintf(s.Out, "%s: %d fixtures, %d streams\n", p.Name, d.Fixtures, d.Streams)
		list := output.File{Path: path.Join(p.Name, fixtures.List), Data: []byte(d.Lines)}
		owned = append(owned, output.Owned{Owner: "derive/" + p.Name, Files: []output.File{list}})
	}
	return command.WriteOwned(s, command.Folder{Name: "derived", Dir: c.Cases, Check: c.Check}, owned)
}

// name prints the ids whose lines differ from a list. If the list is absent, writeOwned reports its file alone.
func (c *deriveCmd) name(s command.Streams, protocol, lines string) error {
	old, err := os.ReadFile(filepath.Join(c.Cases, protocol, fixtures.List))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, difference := range fixtures.Differences(string(old), lines) {
		fmt.Fprintln(s.Err, difference)
	}
	return err
}

// casesOfCheckout is the folder of the derived fixtures. Elsewhere, files are written only on request.
func casesOfCheckout() (string, error) {
	const folder = "conformance/cases"
	if _, missing := os.Stat(folder); missing != nil || !command.InCheckout() {
		return "", errors.New("this is not the top folder of a checkout of envgen; name the output folder with --cases DIR")
	}
	return folder, nil
}

func (c *deriveCmd) protocols() ([]*ir.Protocol, error) {
	all := shipped()
	if len(c.Protocol) == 0 {
		return all, nil
	}
	var list []*ir.Protocol
	for _, name := range c.Protocol {
		i := slices.IndexFunc(all, func(p *ir.Protocol) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("envgen ships no protocol %q", name)
		}
		list = append(list, all[i])
	}
	return list, nil
}
