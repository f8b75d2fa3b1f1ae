// Package command contains the common parts of this module's programs: exit codes, flags and their mistakes, output folders and the version.
// It does not contain any command.
package command

import (
	"errors"
	"fmt"
	"io"
	"reflect"
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

// VersionFlag is the type of the field of --version in the structs of programs.
type VersionFlag bool

// Program is one program with its commands.
type Program struct {
	Name, Description string
	Commands          any               // pointer to a struct with the commands as fields
	Variables         map[string]string // values in the tags of the commands
}

// Run executes one command line and returns the exit code. Without arguments it prints the help.
func (p Program) Run(args []string, s Streams) int {
	root := &node{path: p.Name, name: p.Name, help: p.Description}
	root.grow(reflect.ValueOf(p.Commands).Elem(), p.Variables)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	a, err := root.parse(args)
	if err != nil {
		return Fail(s, p.Name, err, p.Name+" --help lists commands and flags")
	}
	switch {
	case a.help:
		_, err = io.WriteString(s.Out, a.node.usageText(a.node.help))
	case a.version:
		_, err = fmt.Fprintln(s.Out, p.Variables["version"])
	default:
		err = a.node.target.Addr().Interface().(runner).Run(s)
	}
	return p.exit(err, s)
}

// exit returns the exit code of a command that has run.
func (p Program) exit(err error, s Streams) int {
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
