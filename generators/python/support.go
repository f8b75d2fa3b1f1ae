package python

import (
	"fmt"
	"io/fs"
	"regexp"

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

// imported matches the imports between modules of the support code, including those only for type checkers.
var imported = regexp.MustCompile(`(?m)^ *from \.(_\w+) import `)

// support returns the modules that protocols share, and the marker.
func support(string) ([]output.File, error) {
	header := "# " + version.Header("") + "\n\n"
	files := []output.File{
		{Path: marker, Data: []byte{}},
		{Path: around, Data: []byte(header + "\"\"\"Protocols, one package each.\"\"\"\n"), Yields: true},
	}
	modules, err := fs.Glob(py.Files, "*.py")
	if err != nil {
		return nil, fmt.Errorf("python: %w", err)
	}
	for _, name := range modules {
		data, err := py.Files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("python: %w", err)
		}
		f := output.File{Path: name, Data: append([]byte(header), data...)}
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
