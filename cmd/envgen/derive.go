package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/conformance/edges"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

type deriveCmd struct {
	Cases    string   `help:"Folder of fixtures, <protocol>/<topic>.json: valid ones are read, and <protocol>/derived.json and <protocol>/edges.json are written; by default those of the checkout." placeholder:"DIR"`
	Check    bool     `help:"Write nothing; exit 1 if a file is not what derive gives."`
	Protocol []string `arg:"" optional:"" help:"Protocols to derive for; by default all that ship with envgen."`
}

// Run derives the fixtures of each protocol and writes or compares them.
func (c *deriveCmd) Run(s streams) error {
	protocols, err := c.protocols()
	if err != nil {
		return err
	}
	if c.Cases == "" {
		if c.Cases, err = casesOfCheckout(); err != nil {
			return err
		}
	}
	fixtures, err := fixturesIn(c.Cases)
	if err != nil {
		return err
	}
	var owned []output.Owned
	for _, p := range protocols {
		oracle, err := oracleOf(embedded, p)
		if err != nil {
			return err
		}
		d, err := derive.New(p, oracle, fixtures)
		if err != nil {
			return err
		}
		for _, l := range d.Left {
			fmt.Fprintf(s.err, "left out: %s %s\n", p.Name, l)
		}
		files := []output.File{{Path: path.Join(p.Name, derive.Topic+".json"), Data: d.JSON()}}
		texts, err := saidIn(fixtures, p)
		if err != nil {
			return err
		}
		streams, left, err := edges.New(oracle, p, texts)
		if err != nil {
			return err
		}
		for _, l := range left {
			fmt.Fprintf(s.err, "left out: %s %s\n", p.Name, l)
		}
		if streams != nil {
			data, err := edges.JSON(streams)
			if err != nil {
				return err
			}
			files = append(files, output.File{Path: path.Join(p.Name, edges.Topic+".json"), Data: data})
		}
		fmt.Fprintf(s.out, "%s: %d fixtures, %d streams\n", p.Name, len(d.Cases), len(streams))
		owned = append(owned, output.Owned{Owner: "derive/" + p.Name, Files: files})
	}
	return writeOwned(s, folder{name: "derived", dir: c.Cases, check: c.Check}, owned)
}

// casesOfCheckout is where the derived fixtures stand. Elsewhere nothing is written unasked.
func casesOfCheckout() (string, error) {
	const folder = "conformance/cases"
	data, err := os.ReadFile("go.mod")
	if _, missing := os.Stat(folder); err != nil || missing != nil || modfile.ModulePath(data) != "github.com/envgen/envgen" {
		return "", errors.New("this is not the top folder of a checkout of envgen; name the folder to write into with --cases DIR")
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
			return nil, fmt.Errorf("no protocol that ships with envgen is called %q", name)
		}
		list = append(list, all[i])
	}
	return list, nil
}

// fixturesIn are those of a folder but for the derived ones, or none where it is not there or empty.
func fixturesIn(dir string) ([]*conformance.Case, error) {
	if dir == "" {
		return nil, nil
	}
	files := written{os.DirFS(dir)}
	if names, err := files.Glob("*/*.json"); err != nil || len(names) == 0 {
		return nil, err
	}
	return conformance.LoadCases(files)
}

// written is a folder without derived fixtures: whatever is wrong with them must not keep them from being written anew.
type written struct{ fs.FS }

// Glob is the pattern of fs.Glob.
func (w written) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(w.FS, pattern)
	return slices.DeleteFunc(names, func(name string) bool {
		return path.Base(name) == derive.Topic+".json" || path.Base(name) == edges.Topic+".json"
	}), err
}

// oracleOf is the reference for protocols. It confirms what they were made of as far as written gives their text.
func oracleOf(written func(*ir.Protocol) *oracle.Spec, protocols ...*ir.Protocol) (*reference.Reference, error) {
	var sources []reference.Source
	for _, p := range protocols {
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			return nil, err
		}
		sources = append(sources, reference.Source{Protocol: p, Bundle: bundle, Spec: written(p)})
	}
	return reference.New(sources...)
}

// embedded is the text of a protocol that ships with envgen.
func embedded(p *ir.Protocol) *oracle.Spec {
	data, err := spec.FS.ReadFile(p.File)
	if err != nil {
		panic(err) // the protocol comes from there
	}
	return &oracle.Spec{Name: p.File, Data: data}
}

// unconfirmed gives no text: who checks messages of one's own has no use for a second opinion on envgen.
func unconfirmed(*ir.Protocol) *oracle.Spec { return nil }
