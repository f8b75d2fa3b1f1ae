package main

import (
	"encoding/json"
	"fmt"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/syntax"
	"github.com/envgen/envgen/internal/version"
)

type versionCmd struct {
	JSON bool `name:"json" help:"Print the versions of all parts as JSON: tool, spec language, contract, protocol of executors, platforms with binaries."`
}

// versions are the versions of all parts.
type versions struct {
	Tool      string   `json:"tool"`
	Spec      int      `json:"spec"`
	Contract  int      `json:"contract"`
	Executors int      `json:"executors"`
	Platforms []string `json:"platforms"`
}

// Run prints the version.
func (c *versionCmd) Run(s command.Streams) error {
	if !c.JSON {
		_, err := fmt.Fprintln(s.Out, command.Generator())
		return err
	}
	e := json.NewEncoder(s.Out)
	e.SetIndent("", "  ")
	return e.Encode(versions{version.Tool(), syntax.Version, version.Contract, version.Executors, version.Platforms})
}
