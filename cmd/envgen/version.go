package main

import (
	"fmt"

	"github.com/envgen/envgen/internal/command"
)

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(s command.Streams) error {
	_, err := fmt.Fprintf(s.Out, "%s\n", command.Generator())
	return err
}
