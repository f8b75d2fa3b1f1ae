// Package command is what the programs of this module have in common: exit codes, flags and their mistakes, output folders and the version.
// It does not contain any command.
package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/envgen/envgen/internal/diag"
)

// Exit codes: 0 for valid or done, 1 for not valid or stale, 2 where the command could not run.
const (
	ExitOK       = 0
	ExitInvalid  = 1
	ExitCouldNot = 2
)

// Exits is the sentence about exit codes in the help of each program.
const Exits = "Exit codes: 0 valid or done, 1 not valid or stale, 2 could not run."

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// ErrInvalid is the error of a command that ran and found something not valid or stale. It has been reported.
var ErrInvalid = errors.New("not valid")

// InvalidUnless returns ErrInvalid if ok is false.
func InvalidUnless(ok bool) error {
	if !ok {
		return ErrInvalid
	}
	return nil
}

// Exit is the error of a command that ends with an exit code and has reported the reason.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// VersionFlag prints the variable "version" and exits.
type VersionFlag = kong.VersionFlag

// Program is one program with its commands.
type Program struct {
	Name, Description string
	Commands          any               // pointer to a struct with the commands as fields
	Variables         map[string]string // values in the tags of the commands
}

// Run executes one command line and returns the exit code.
func (p Program) Run(args []string, s Streams) int {
	exited := -1
	parser, err := kong.New(p.Commands, kong.Name(p.Name), kong.Description(p.Description), kong.Writers(s.Out, s.Err),
		kong.Exit(func(code int) { exited = code }), kong.Bind(s), kong.Vars(p.Variables), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		panic(err) // the tree of commands is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		return Fail(s, p.Name, suggested(err), p.Name+" --help lists commands and flags")
	}
	err = ctx.Run(s)
	var exit Exit
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, ErrInvalid):
		return ExitInvalid
	case errors.As(err, &exit):
		return int(exit)
	default:
		return Fail(s, p.Name, err, "")
	}
}

// Fail reports the error of a program, with a hint if there is one. It returns the exit code.
func Fail(s Streams, program string, err error, help string) int {
	fmt.Fprintf(s.Err, "%s: %v\n", program, err)
	if help != "" {
		fmt.Fprintf(s.Err, "  = help: %s\n", help)
	}
	return ExitCouldNot
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
