package generators

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/link"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/output"
)

// linked changes the files of protocols so that they use the rooms of support code, and returns the owner of these rooms.
func linked(t target.Target, owned []output.Owned) ([]output.Owned, error) {
	program, err := t.Program()
	if err != nil {
		return nil, fmt.Errorf("support code for %s: %w", t.Name, err)
	}
	for _, o := range owned {
		needs := map[string]bool{}
		for i, f := range o.Files {
			s := string(f.Data)
			for _, need := range program.Needs(f.Path, s) {
				needs[need] = true
			}
			o.Files[i].Data, o.Files[i].Needs = []byte(program.Rewrite(f.Path, s)), nil
			if t.Respell != nil {
				o.Files[i].Data = t.Respell(o.Files[i].Data)
			}
		}
		for need := range needs {
			o.Files[0].Needs = append(o.Files[0].Needs, need)
		}
		slices.Sort(o.Files[0].Needs)
	}
	return append(owned, output.Owned{Owner: t.Name, Link: func(needs []string) []output.File { return rooms(t, program, needs) }}), nil
}

// rooms returns the files of support code that contain what protocols need.
func rooms(t target.Target, program *link.Program, needs []string) []output.File {
	var files []output.File
	for _, f := range t.Entries() {
		needs = append(needs, program.Needs(f.Path, string(f.Data))...)
		f.Data = []byte(program.Rewrite(f.Path, string(f.Data)))
		files = append(files, f)
	}
	for path, s := range program.Rooms(needs) {
		files = append(files, output.File{Path: path, Data: []byte(s)})
	}
	slices.SortFunc(files, func(a, b output.File) int { return strings.Compare(a.Path, b.Path) })
	if t.Respell != nil {
		for i := range files {
			files[i].Data = t.Respell(files[i].Data)
		}
	}
	return files
}
