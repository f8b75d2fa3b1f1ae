// Command envgen turns YAML protocol specs into typed models, validators and codecs for Go, TypeScript and Python.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/diag"
)

// Exit codes: 0 for valid or done, 1 for not valid or stale, 2 where the command could not run.
const (
	exitOK       = 0
	exitInvalid  = 1
	exitCouldNot = 2
)

type cli struct {
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version of envgen and exit."`

	Gen         genCmd           `cmd:"" help:"Generate bindings from specs."`
	Check       checkCmd         `cmd:"" help:"Check specs and report their diagnostics."`
	Breaking    breakingCmd      `cmd:"" help:"Compare specs with an older version, and show a message for each change that breaks."`
	Changelog   changelogCmd     `cmd:"" help:"Write the changes for users since an older version, as Markdown."`
	Validate    validateCmd      `cmd:"" help:"Check JSON messages against a spec."`
	Import      importCmd        `cmd:"" help:"Turn published schemas into a spec."`
	Docs        docsGroup        `cmd:"" help:"Write a page of documentation for each spec, or check the JSON examples of pages."`
	Conformance conformanceGroup `cmd:"" help:"Run the published fixtures against bindings, derive or export fixtures, or run random specs."`
	Init        initCmd          `cmd:"" help:"Write a small valid spec as a starting point."`
	Version     versionCmd       `cmd:"" help:"Print the version of envgen."`
}

// conformanceGroup makes all that is done with fixtures one command, of which running them is the usual one.
type conformanceGroup struct {
	Run    conformanceCmd `cmd:"" default:"withargs" help:"Run fixtures or mutants of them, or list checks without fixtures."`
	Derive deriveCmd      `cmd:"" help:"List the fixtures that follow from the specs, or report changed ones."`
	Export exportCmd      `cmd:"" help:"Write all fixtures as JSON files for other programs."`
	Specs  specsCmd       `cmd:"" help:"Write random specs, and run compilers, linters, executors and an independent validator on them. Requires a checkout."`
}

// docsGroup makes the commands about pages one command. The usual one writes pages.
type docsGroup struct {
	Write docsCmd      `cmd:"" default:"withargs" help:"Write a page of documentation for each spec."`
	Check docsCheckCmd `cmd:"" help:"Check the JSON examples of Markdown pages against a spec."`
}

const description = "envgen turns a YAML protocol spec into typed models, validators and codecs for Go, TypeScript and Python " +
	"that depend on nothing but each language's standard library.\n\n" +
	"Exit codes: 0 valid or done, 1 not valid or stale, 2 could not run."

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// errInvalid is the error of a command that ran and found something not valid or stale. It has been reported.
var errInvalid = errors.New("not valid")

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run executes one command line and returns the exit code.
func run(args []string, s streams) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c, kong.Name("envgen"), kong.Description(description), kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exited = code }), kong.Bind(s), variables(), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		panic(err) // the command tree above is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		return fail(s, suggested(err), "envgen --help lists commands and flags")
	}
	switch err := ctx.Run(s); {
	case err == nil:
		return exitOK
	case errors.Is(err, errInvalid):
		return exitInvalid
	default:
		return fail(s, err, "")
	}
}

// variables are the values in the tags of the commands.
func variables() kong.Vars {
	formats := generators.SchemaFormats()
	return kong.Vars{"version": generator(), "schema_formats": strings.Join(formats, ","), "schema_format": formats[0]}
}

// suggested adds to the error of a flag that does not exist the one that may be meant, where kong finds none.
func suggested(err error) error {
	var wrong *kong.ParseError
	word, isFlag := strings.CutPrefix(err.Error(), "unknown flag --")
	if !errors.As(err, &wrong) || !isFlag || strings.Contains(word, ",") {
		return err
	}
	word, _, _ = strings.Cut(word, "=")
	var names []string
	for _, f := range wrong.Context.Flags() {
		if strings.HasPrefix(word, f.Name) || strings.HasPrefix(f.Name, word) {
			return fmt.Errorf("%w, did you mean \"--%s\"?", err, f.Name)
		}
		names = append(names, f.Name)
	}
	if near := diag.Nearest(word, names); near != "" {
		return fmt.Errorf("%w, did you mean \"--%s\"?", err, near)
	}
	return err
}

func fail(s streams, err error, help string) int {
	fmt.Fprintf(s.err, "envgen: %v\n", err)
	if help != "" {
		fmt.Fprintf(s.err, "  = help: %s\n", help)
	}
	return exitCouldNot
}
