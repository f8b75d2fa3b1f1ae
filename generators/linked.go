package generators

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/link"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/sorting"
)

// linked changes the files of protocols so that they use the rooms of support code, and returns the owner of these rooms.
func linked(t target.Target, features map[string]link.Features, owned []output.Owned, support string) ([]output.Owned, error) {
	program, err := t.Program()
	if err != nil {
		return nil, fmt.Errorf("support code for %s: %w", t.Name, err)
	}
	for n, o := range owned {
		needs := map[string]bool{}
		for _, need := range features[o.Owner].Needs() {
			needs[need] = true
		}
		program := program.For(features[o.Owner])
		for _, need := range o.Files[0].Needs {
			if path.Dir(need) == "envelope" && path.Ext(need) == ".go" { // the package of programs
				needs[need] = true
			}
		}
		if t.Merge != nil {
			o.Files = t.Merge(o.Files)
			owned[n].Files = o.Files
		}
		for i, f := range o.Files {
			s := string(f.Data)
			for _, need := range program.Needs(f.Path, s) {
				needs[need] = true
			}
			o.Files[i].Data, o.Files[i].Needs = []byte(program.Rewrite(f.Path, s)), nil
			if t.Respell != nil {
				o.Files[i].Data = t.Respell(o.Files[i].Data, support)
			}
		}
		for _, need := range link.Derived(slices.Collect(maps.Keys(needs))) {
			needs[need] = true
		}
		for need := range needs {
			o.Files[0].Needs = append(o.Files[0].Needs, need)
		}
		slices.Sort(o.Files[0].Needs)
	}
	return append(owned, output.Owned{Owner: t.Name, Link: func(needs []string) []output.File { return rooms(t, program, needs, support) }}), nil
}

// rooms returns the files of support code that contain the needs of protocols.
func rooms(t target.Target, program link.Linker, needs []string, support string) []output.File {
	var files []output.File
	features := link.FeaturesOf(needs)
	program = program.For(features)
	for _, f := range t.Entries(features) {
		needs = append(needs, program.Needs(f.Path, string(f.Data))...)
		f.Data = []byte(program.Rewrite(f.Path, string(f.Data)))
		files = append(files, f)
	}
	for file, s := range program.Rooms(needs) {
		files = append(files, output.File{Path: file, Data: []byte(s)})
	}
	sorting.Func(files, func(a, b output.File) int { return strings.Compare(a.Path, b.Path) })
	if t.Respell != nil {
		for i := range files {
			files[i].Data = t.Respell(files[i].Data, support)
		}
	}
	return files
}

// remaining is the owner of the support code of protocols that another run has generated in the layout `folder`, if there are any.
func remaining(t target.Target, support string) (output.Owned, error) {
	program, err := t.Program()
	return output.Owned{Owner: t.Name, Link: func(needs []string) []output.File {
		if len(needs) == 0 {
			return nil
		}
		return rooms(t, program, needs, support)
	}}, err
}

// usual contains the files of package envelope whose names protocols export themselves.
var usual = []string{"envelope/doc.go", "envelope/envelope.go", "envelope/values.go", "envelope/builders.go", "envelope/map.go", "envelope/datetime.go"}

// single joins the files of a protocol and the support code that they need.
func single(t target.Target, features link.Features, names *naming.Names, files []output.File) ([]output.File, error) {
	program, err := t.Program()
	if err != nil {
		return nil, err
	}
	program = program.For(features)
	var own, entries []link.Generated
	for _, f := range files {
		own = append(own, link.Generated{Path: f.Path, Text: string(f.Data)})
	}
	for _, f := range t.Entries(features) {
		if path.Dir(f.Path) == "." && !f.Yields && len(f.Data) > 0 { // programs copy the others
			entries = append(entries, link.Generated{Path: f.Path, Text: string(f.Data)})
		}
	}
	var needs []string
	for _, f := range own {
		needs = append(needs, program.Needs(f.Path, f.Text)...)
	}
	for _, need := range files[0].Needs {
		if strings.HasPrefix(need, "envelope/") && !slices.Contains(usual, need) && strings.Count(need, "/") == 1 && path.Ext(need) == ".go" {
			entries = append(entries, link.Generated{Path: need})
		}
	}
	program = program.For(append(features, link.FeaturesOf(link.Derived(needs))...))
	s, err := program.Single(t.File(names), own, entries)
	return []output.File{{Path: t.File(names), Data: []byte(s)}}, err
}

// separate reports protocols that import others: a file of their own cannot share types with another one.
func (l *places) separate() diag.List {
	var diags diag.List
	for _, p := range l.beside {
		for _, other := range p.Imports {
			diags.Add(diag.Diagnostic{Pos: p.Types[0].Pos, Code: "import", Message: fmt.Sprintf("the layout `single` writes one file for each protocol, but %s imports %s", p.Name, other.Name),
				Suggestion: "use the layout `folder`"})
		}
	}
	return diags
}
