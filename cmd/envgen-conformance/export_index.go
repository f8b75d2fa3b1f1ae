package main

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
)

// index is the content of index.json: a program finds the fixtures without a list of folders.
type index struct {
	Envgen    string          `json:"envgen"`   // the version
	Contract  int             `json:"contract"` // of docs/contract.md
	Licence   string          `json:"licence"`  // an SPDX expression; LICENSE contains the text
	Cases     int             `json:"cases"`
	Protocols []indexProtocol `json:"protocols"`
}

type indexProtocol struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Spec    string      `json:"spec"`
	Files   []indexFile `json:"files"`
}

type indexFile struct {
	Path  string         `json:"path"`
	Cases int            `json:"cases"`
	Ops   map[string]int `json:"ops"` // the number of cases of each operation
}

// indexOf returns index.json for the files of an export.
func indexOf(files []output.File) (output.File, error) {
	x := index{Envgen: version.Tool(), Contract: version.Contract, Licence: "Apache-2.0"}
	for _, p := range shipped() {
		x.Protocols = append(x.Protocols, indexProtocol{Name: p.Name, Version: p.Version, Spec: "spec/" + p.Name + ".yaml"})
	}
	for _, f := range files {
		i := slices.IndexFunc(x.Protocols, func(p indexProtocol) bool { return p.Name == path.Dir(f.Path) })
		if i < 0 || !strings.HasSuffix(f.Path, ".json") {
			continue
		}
		var cases []conformance.Case
		if err := json.Unmarshal(f.Data, &cases); err != nil {
			return output.File{}, err
		}
		file := indexFile{Path: f.Path, Cases: len(cases), Ops: map[string]int{}}
		for _, c := range cases {
			file.Ops[c.Op]++
		}
		x.Cases += len(cases)
		x.Protocols[i].Files = append(x.Protocols[i].Files, file)
	}
	data, err := json.MarshalIndent(x, "", "  ")
	return output.File{Path: "index.json", Data: append(data, '\n')}, err
}
