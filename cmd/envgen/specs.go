package main

import (
	"fmt"
	"path/filepath"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/spec"
)

// loader compiles specs and keeps their text for diagnostics.
type loader struct {
	streams streams
	sources map[string][]byte
}

func newLoader(s streams) *loader { return &loader{s, map[string][]byte{}} }

// load compiles specs. The error is errInvalid if diagnostics, which are printed, refuse one of them.
func (l *loader) load(files []string) ([]*ir.Protocol, error) {
	protocols, diags, err := l.compile(files)
	if err != nil {
		return nil, err
	}
	return protocols, l.report(diags)
}

// compile returns the protocols that have no errors, and all diagnostics.
func (l *loader) compile(files []string) ([]*ir.Protocol, diag.List, error) {
	var protocols []*ir.Protocol
	var diags diag.List
	first := map[string]string{}
	for _, file := range files {
		data, err := readRegular(file)
		if err != nil {
			return nil, nil, err
		}
		l.sources[file] = data
		p, more := compile.Library{Shipped: l.shipped, Read: func(name string) ([]byte, error) { return l.imported(file, name) }}.Source(file, data)
		diags = append(diags, more...)
		if p == nil {
			continue
		}
		if other, taken := first[p.Name]; taken {
			return nil, nil, fmt.Errorf("%s and %s are both the protocol %q", other, file, p.Name)
		}
		first[p.Name] = file
		protocols = append(protocols, p)
	}
	return protocols, diags, nil
}

// shipped returns a spec from inside of the binary.
func (l *loader) shipped(protocol string) ([]byte, bool) {
	data, err := spec.FS.ReadFile(protocol + ".yaml")
	if err != nil {
		return nil, false
	}
	l.sources["envgen:"+protocol+".yaml"] = data
	return data, true
}

// imported returns a spec that another one leads to, both by name.
func (l *loader) imported(from, name string) ([]byte, error) {
	data, err := readImport(from, filepath.FromSlash(name))
	l.sources[name] = data
	return data, err
}

func (l *loader) source(file string) []byte { return l.sources[file] }

// report prints diagnostics to standard error.
func (l *loader) report(diags diag.List) error {
	if err := diag.WriteText(l.streams.err, diags, l.source); err != nil {
		return err
	}
	if diags.HasErrors() {
		return errInvalid
	}
	return nil
}
