package main

import (
	"context"
	"errors"
	"os"
	"os/signal"

	"github.com/envgen/envgen/conformance"
)

type conformanceCmd struct {
	Cases    string   `help:"Folder of fixtures, <protocol>/<topic>.json; by default the ones that envgen ships." placeholder:"DIR"`
	Executor []string `help:"Executor to run, as NAME=COMMAND; by default those of the checkout." placeholder:"NAME=COMMAND" sep:"none"`
	Protocol string   `help:"Only the fixtures of one protocol." placeholder:"NAME"`
	Case     string   `help:"Only fixtures whose id matches; * stands for anything." placeholder:"GLOB"`

	KnownFailing string `help:"File of known failures for --cases, a line each: executor, case, reason." placeholder:"FILE"`
}

// Run drives the executors and prints the table.
func (c *conformanceCmd) Run(s streams) error {
	o := conformance.Options{Protocol: c.Protocol, Case: c.Case}
	if c.Cases != "" {
		o.Cases = os.DirFS(c.Cases)
	}
	if c.KnownFailing != "" {
		data, err := os.ReadFile(c.KnownFailing)
		if err != nil {
			return err
		}
		o.KnownFailing = string(data)
	}
	var err error
	if o.Executors, err = c.executors(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := conformance.Run(ctx, o)
	if err != nil {
		return err
	}
	if err := report.Print(s.out); err != nil {
		return err
	}
	if !report.OK() {
		return errInvalid
	}
	return nil
}

func (c *conformanceCmd) executors() ([]conformance.Executor, error) {
	if len(c.Executor) == 0 {
		found, err := conformance.Discover(".")
		if err == nil && len(found) == 0 {
			err = errors.New("there is no checkout of envgen here; name what to run with --executor NAME=COMMAND")
		}
		return found, err
	}
	var list []conformance.Executor
	for _, text := range c.Executor {
		e, err := conformance.ParseExecutor(text)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}
