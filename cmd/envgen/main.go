// Command envgen turns YAML protocol specs into typed models, validators and codecs for Go, TypeScript and Python.
package main

import (
	"os"
	"strings"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/command"
)

type cli struct {
	ShowVersion command.VersionFlag `name:"version" help:"Print the version of envgen and exit."`

	Gen         genCmd         `cmd:"" help:"Generate bindings from specs."`
	Check       checkCmd       `cmd:"" help:"Check specs and report their diagnostics."`
	Breaking    breakingCmd    `cmd:"" help:"Compare specs with an older version, and show a message for each change that breaks."`
	Changelog   changelogCmd   `cmd:"" help:"Write the changes for users since an older version, as Markdown."`
	Validate    validateCmd    `cmd:"" help:"Check JSON messages against a spec."`
	Bulk        bulkCmd        `cmd:"" help:"Check archives of messages, and count issues by type, rule and path."`
	Import      importCmd      `cmd:"" help:"Turn published schemas into a spec."`
	Package     packageCmd     `cmd:"" help:"Write a publishable project for npm or PyPI around generated code."`
	Docs        docsGroup      `cmd:"" help:"Write a page of documentation for each spec, or check the JSON examples of pages."`
	Conformance conformanceCmd `cmd:"" passthrough:"" help:"Run the program envgen-conformance: published fixtures against bindings, derived fixtures, random specs."`
	Init        initCmd        `cmd:"" help:"Write a small valid spec as a starting point."`
	Version     versionCmd     `cmd:"" help:"Print the version of envgen."`
}

// docsGroup makes the commands about pages one command. The usual one writes pages.
type docsGroup struct {
	Write docsCmd      `cmd:"" default:"withargs" help:"Write a page of documentation for each spec."`
	Check docsCheckCmd `cmd:"" help:"Check the JSON examples of Markdown pages against a spec."`
}

const description = "envgen turns a YAML protocol spec into typed models, validators and codecs for Go, TypeScript and Python " +
	"that depend on nothing but each language's standard library.\n\n" + command.Exits

func main() {
	os.Exit(run(os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// run executes one command line and returns the exit code.
func run(args []string, s command.Streams) int {
	formats := generators.SchemaFormats()
	return command.Program{Name: "envgen", Description: description, Commands: &cli{}, Variables: map[string]string{
		"version": command.Generator(), "schema_formats": strings.Join(formats, ","), "schema_format": formats[0],
	}}.Run(args, s)
}
