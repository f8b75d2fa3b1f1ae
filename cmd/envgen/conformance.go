package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"

	"github.com/envgen/envgen/internal/command"
)

// conformanceProgram is a program of its own, because it contains all fixtures, and few users run them.
const conformanceProgram = "envgen-conformance"

type conformanceCmd struct {
	Args []string `arg:"" optional:"" help:"Arguments of envgen-conformance."`
}

// Run runs the program with the same arguments, and ends with its exit code.
func (c *conformanceCmd) Run(s command.Streams) error {
	program, done, err := findConformance(s)
	if err != nil {
		return err
	}
	defer done()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt) // the program receives it as well, and decides when to end
	defer signal.Stop(signals)
	run := exec.Command(program, c.Args...)
	run.Stdin, run.Stdout, run.Stderr = s.In, s.Out, s.Err
	err = run.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return command.Exit(exit.ExitCode())
	}
	return err
}

// findConformance returns the program of the checkout, of this program's folder or of PATH, in this order. A checkout's is built anew, so that it
// contains the fixtures of the checkout.
func findConformance(s command.Streams) (program string, done func(), err error) {
	nothing := func() {}
	if command.InCheckout() {
		return buildConformance(s)
	}
	name := conformanceProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nothing, nil
		}
	}
	if program, err := exec.LookPath(name); err == nil {
		return program, nothing, nil
	}
	return "", nil, fmt.Errorf("%s is not installed; in a checkout of envgen, run `go install ./cmd/%s`", conformanceProgram, conformanceProgram)
}

func buildConformance(s command.Streams) (program string, done func(), err error) {
	dir, err := os.MkdirTemp("", conformanceProgram)
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(dir) }
	program = filepath.Join(dir, conformanceProgram)
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-o", program, "./cmd/"+conformanceProgram)
	build.Stdout, build.Stderr = s.Err, s.Err
	if err := build.Run(); err != nil {
		done()
		return "", nil, fmt.Errorf("go build ./cmd/%s: %w", conformanceProgram, err)
	}
	return program, done, nil
}
