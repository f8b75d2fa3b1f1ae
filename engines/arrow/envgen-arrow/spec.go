package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/regular"
	"github.com/envgen/envgen/spec"
)

// load compiles a spec, of a file or of a protocol that ships with envgen, and reports its diagnostics.
func load(name string, report io.Writer) (*ir.Protocol, error) {
	sources := map[string][]byte{}
	shipped := func(protocol string) ([]byte, bool) {
		data, err := spec.FS.ReadFile(protocol + ".yaml")
		sources["envgen:"+protocol+".yaml"] = data
		return data, err == nil
	}
	file := name
	data, err := regular.Read(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `./\`) {
		file = "envgen:" + name + ".yaml"
		found := false
		if data, found = shipped(name); !found {
			return nil, fmt.Errorf("the file %s does not exist, and envgen ships no protocol of that name", name)
		}
		err = nil
	}
	if err != nil {
		return nil, err
	}
	sources[file] = data
	protocol, diags := compile.Library{Shipped: shipped, Read: func(imported string) ([]byte, error) {
		data, err := regular.Import(file, filepath.FromSlash(imported))
		sources[imported] = data
		return data, err
	}}.Source(file, data)
	source := func(file string) []byte {
		if text := compile.ModuleText(file); text != nil {
			return text
		}
		return sources[file]
	}
	if protocol != nil {
		return protocol, nil // its warnings are those of envgen check
	}
	if err := diag.WriteText(report, diags, source); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("the spec %s has errors", name)
}
