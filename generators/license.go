package generators

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/spdx"
	"github.com/envgen/envgen/internal/version"
)

// Run generates all protocols for one destination. It also generates imported protocols that have no package elsewhere. The diagnostics are
// about names and imports. With errors, Run returns no files.
func Run(protocols []*ir.Protocol, d Destination) ([]output.Owned, diag.List, error) {
	owned, diags, err := run(protocols, d)
	for i := range owned {
		owned[i].Files = licensed(owned[i].Files, d.license())
		if files := owned[i].Link; files != nil {
			owned[i].Link = func(needs []string) []output.File { return licensed(files(needs), d.license()) }
		}
	}
	return owned, diags, err
}

func (d Destination) license() string { return cmp.Or(d.License, spdx.Generated) }

// licensed adds the licence below the header of each file that has one, in the same form of comment. The targets write no licence, so that
// their cached support code serves every licence.
func licensed(files []output.File, license string) []output.File {
	files = slices.Clone(files)
	for i, f := range files {
		header, rest, _ := bytes.Cut(f.Data, []byte("\n"))
		comment, _, ok := bytes.Cut(header, []byte(version.Mark))
		if ok {
			files[i].Data = slices.Concat(header, []byte("\n"), comment, []byte(spdx.Tag+license+"\n"), rest)
		}
	}
	return files
}
