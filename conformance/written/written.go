// Package written reads the fixtures that people write. It contains no fixtures.
package written

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/conformance/edges"
)

// Derived are the files of derived fixtures in the folder of a protocol.
var Derived = []string{derive.Topic + ".json", edges.Topic + ".json"}

// Cases returns the cases of a folder that people write, or none where it has none: of one protocol, or of all if protocol is "".
func Cases(folder fs.FS, protocol string) ([]*conformance.Case, error) {
	if protocol == "" {
		protocol = "*"
	}
	files := written{folder, protocol}
	if names, err := files.Glob("*/*.json"); err != nil || len(names) == 0 {
		return nil, err
	}
	return conformance.LoadCases(files)
}

// written is a folder without derived fixtures. Defects in the files of derived fixtures do not prevent a derivation.
type written struct {
	fs.FS
	protocol string // or *
}

// Glob is the pattern of fs.Glob, whose first segment is *.
func (w written) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(w.FS, w.protocol+strings.TrimPrefix(pattern, "*"))
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(Derived, path.Base(name)) }), err
}
