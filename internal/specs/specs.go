// Package specs loads specs: from files, from the standard input, and of protocols that ship with envgen.
package specs

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

// Loader compiles specs and keeps their text for diagnostics. It is not safe for concurrent use.
type Loader struct {
	Streams command.Streams
	Sources map[string][]byte
	Opening func(file string) // is called before a file is read
}

// New returns a loader. It reads a spec from In, if that is not nil, and writes diagnostics to Err.
func New(s command.Streams) *Loader { return &Loader{s, map[string][]byte{}, func(string) {}} }

// Load compiles specs. The error is command.ErrInvalid if diagnostics, which are printed, refuse one of them.
func (l *Loader) Load(files []string) ([]*ir.Protocol, error) {
	protocols, diags, err := l.Compile(files)
	if err != nil {
		return nil, err
	}
	return protocols, l.Report(diags)
}

// Compile returns the protocols that have no errors, and all diagnostics.
func (l *Loader) Compile(files []string) ([]*ir.Protocol, diag.List, error) {
	var protocols []*ir.Protocol
	var diags diag.List
	first := map[string]string{}
	for _, file := range files {
		file, data, err := l.Read(file)
		if err != nil {
			return nil, nil, err
		}
		l.Sources[file] = data
		p, more := compile.Library{Shipped: l.Shipped, Read: func(name string) ([]byte, error) { return l.Imported(file, name) }}.Source(file, data)
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

// StandardInput is the name of a spec from standard input in diagnostics and headers.
const StandardInput = "standard input"

// Read returns the text of a spec that the command line or the project names: a file, - for standard input, or a protocol that ships with
// envgen if no file has that name. file is the name of the spec in diagnostics.
func (l *Loader) Read(name string) (file string, data []byte, err error) {
	if name == "-" && l.Streams.In != nil {
		if l.Sources[StandardInput] != nil {
			return "", nil, errors.New("standard input can contain only one spec")
		}
		data, err = io.ReadAll(io.LimitReader(l.Streams.In, compile.MaxBytes+1))
		return StandardInput, data, err
	}
	l.Opening(name)
	data, err = regular.Read(name)
	l.Sources[name] = data // also where it is not there: it may come
	if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, `./\`) {
		return name, data, err
	}
	if data, ok := l.Shipped(name); ok {
		return BuiltIn + name + ".yaml", data, nil
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

// Shipped returns a spec from inside of the binary.
func (l *Loader) Shipped(protocol string) ([]byte, bool) {
	data, err := spec.FS.ReadFile(protocol + ".yaml")
	if err != nil {
		return nil, false
	}
	l.Sources[BuiltIn+protocol+".yaml"] = data
	return data, true
}

// BuiltIn begins the names of specs from inside of the binary.
const BuiltIn = "envgen:"

// Imported returns a spec that another one leads to, both by name.
func (l *Loader) Imported(from, name string) ([]byte, error) {
	l.Opening(name)
	data, err := regular.Import(from, filepath.FromSlash(name))
	l.Sources[name] = data
	return data, err
}

// Source returns the text of a spec, by the name that it has in diagnostics.
func (l *Loader) Source(file string) []byte {
	if text := compile.ModuleText(file); text != nil {
		return text
	}
	return l.Sources[file]
}

// Report prints diagnostics to standard error.
func (l *Loader) Report(diags diag.List) error {
	if err := diag.WriteText(l.Streams.Err, diags, l.Source); err != nil {
		return err
	}
	if diags.HasErrors() {
		return command.ErrInvalid
	}
	return nil
}
