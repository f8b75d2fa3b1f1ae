package python

import (
	"errors"
	"fmt"
	"github.com/envgen/envgen/generators/link"
	"io/fs"
	"regexp"
	"sync"

	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
	"github.com/envgen/envgen/templates/py"
)

// marker makes type checkers use the type hints of the packages. The folder is a package itself, because the packages in it share the
// support code.
const (
	marker = "py.typed"
	around = "__init__.py"
)

var supportHeader = "# " + version.Header("") + "\n\n"

// imported matches the imports between modules of the support code, including those only for type checkers.
var imported = regexp.MustCompile(`(?m)^ *from \.(_\w+) import `)

// support returns the modules that protocols share, and the marker.
func support(string) ([]output.File, error) {
	files := entries(nil)
	modules, err := fs.Glob(py.Files, "*.py")
	if err != nil {
		return nil, fmt.Errorf("python: %w", err)
	}
	for _, name := range modules {
		data, err := py.Files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("python: %w", err)
		}
		data = []byte(link.Features{link.All}.Select(string(data)))
		f := output.File{Path: name, Data: append([]byte(supportHeader), data...)}
		for _, m := range imported.FindAllSubmatch(data, -1) {
			f.Needs = append(f.Needs, string(m[1])+".py")
		}
		files = append(files, f)
	}
	return files, nil
}

// needs returns the files of the support code that the modules of a protocol import.
func (g *generator) needs() []string {
	list := []string{marker, around}
	for file := range g.supportFiles {
		list = append(list, file+".py")
	}
	return list
}

// linkable is the support code for linking.
var linkable = sync.OnceValues(func() (*link.Program, error) {
	files := map[string]string{}
	modules, err := fs.Glob(py.Files, "_*.py")
	for _, name := range modules {
		data, failed := py.Files.ReadFile(name)
		files[name], err = string(data), errors.Join(err, failed)
	}
	return link.NewProgram(link.Python, files), err
})

// entries returns the marker, and the package around the packages of protocols.
func entries(link.Features) []output.File {
	return []output.File{
		{Path: marker, Data: []byte{}},
		{Path: around, Data: []byte(supportHeader + "\"\"\"Protocols, one package each.\"\"\"\n"), Yields: true},
	}
}
