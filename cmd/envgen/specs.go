package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/regular"
	"github.com/envgen/envgen/spec"
)

// loader compiles specs and keeps their text for diagnostics.
type loader struct {
	streams command.Streams
	sources map[string][]byte
	opening func(file string) // is called before a file is read
}

func newLoader(s command.Streams) *loader { return &loader{s, map[string][]byte{}, func(string) {}} }

// load compiles specs. The error is command.ErrInvalid if diagnostics, which are printed, refuse one of them.
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
		file, data, err := l.read(file)
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

// standardInput is the name of a spec from standard input in diagnostics and headers.
const standardInput = "standard input"

// read returns the text of a spec that the command line or the project names: a file, - for standard input, or a protocol that ships with
// envgen if no file has that name. file is the name of the spec in diagnostics.
func (l *loader) read(name string) (file string, data []byte, err error) {
	if name == "-" {
		if l.sources[standardInput] != nil {
			return "", nil, errors.New("standard input can contain only one spec")
		}
		data, err = io.ReadAll(io.LimitReader(l.streams.In, compile.MaxBytes+1))
		return standardInput, data, err
	}
	l.opening(name)
	data, err = regular.Read(name)
	l.sources[name] = data // also where it is not there: it may come
	if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, `./\`) {
		return name, data, err
	}
	if data, ok := l.shipped(name); ok {
		return builtIn + name + ".yaml", data, nil
	}
	names, err := fs.Glob(spec.FS, "*.yaml")
	if err != nil {
		return "", nil, err
	}
	for i := range names {
		names[i] = strings.TrimSuffix(names[i], ".yaml")
	}
	hint := "envgen ships " + strings.Join(names, ", ")
	if near := diag.DidYouMean(name, names); near != "" {
		hint = near
	}
	return "", nil, fmt.Errorf("the file %s does not exist, and envgen ships no protocol of that name; %s", name, hint)
}

// shipped returns a spec from inside of the binary.
func (l *loader) shipped(protocol string) ([]byte, bool) {
	data, err := spec.FS.ReadFile(protocol + ".yaml")
	if err != nil {
		return nil, false
	}
	l.sources[builtIn+protocol+".yaml"] = data
	return data, true
}

// builtIn begins the names of specs from inside of the binary.
const builtIn = "envgen:"

// imported returns a spec that another one leads to, both by name.
func (l *loader) imported(from, name string) ([]byte, error) {
	l.opening(name)
	data, err := regular.Import(from, filepath.FromSlash(name))
	l.sources[name] = data
	return data, err
}

func (l *loader) source(file string) []byte {
	if text := compile.ModuleText(file); text != nil {
		return text
	}
	return l.sources[file]
}

// report prints diagnostics to standard error.
func (l *loader) report(diags diag.List) error {
	if err := diag.WriteText(l.streams.Err, diags, l.source); err != nil {
		return err
	}
	if diags.HasErrors() {
		return command.ErrInvalid
	}
	return nil
}
