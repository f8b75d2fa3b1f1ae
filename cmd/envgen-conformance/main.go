// Command envgen-conformance runs the published fixtures against bindings, derives and exports fixtures, and runs random specs. `envgen conformance`
// starts it. It is a program of its own, because it contains all fixtures.
package main

import (
	"os"

	"github.com/envgen/envgen/internal/command"
)

// cli makes all that is done with fixtures one program, of which running them is the usual command.
type cli struct {
	ShowVersion command.VersionFlag `name:"version" help:"Print the version of envgen and exit."`

	Run    conformanceCmd `cmd:"" default:"withargs" help:"Run fixtures or mutants of them, or list checks without fixtures."`
	Derive deriveCmd      `cmd:"" help:"List the fixtures that follow from the specs, or report changed ones."`
	Export exportCmd      `cmd:"" help:"Write all fixtures as JSON files for other programs."`
	Specs  specsCmd       `cmd:"" help:"Write random specs, and run compilers, linters, executors and an independent validator on them. Requires a checkout."`
}

const description = "envgen conformance runs the published fixtures against bindings, derives or exports fixtures, and runs random specs.\n\n" + command.Exits

func main() {
	os.Exit(run(os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// run executes one command line and returns the exit code.
func run(args []string, s command.Streams) int {
	if len(args) == 0 {
		args = []string{"run"} // the program without arguments runs the fixtures, and prints no help
	}
	return command.Program{Name: "envgen conformance", Description: description, Commands: &cli{},
		Variables: map[string]string{"version": command.Generator()}}.Run(args, s)
}
