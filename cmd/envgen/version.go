package main

import (
	"fmt"
	"runtime/debug"
)

// released is the version of a build from a checkout, for which the go command has no version.
const released = "0.1.0-dev"

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(s streams) error {
	_, err := fmt.Fprintf(s.out, "envgen %s\n", version())
	return err
}

// version is the module's version where envgen was installed as one. A checkout's pseudo-version is left out: it
// would make each commit touch every manifest.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != "github.com/envgen/envgen" || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return released
	}
	return info.Main.Version
}
