package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/command"
)

type conformanceCmd struct {
	Cases    string   `help:"Folder of fixtures, <protocol>/<topic>.json. Default: the shipped fixtures." placeholder:"DIR"`
	Executor []string `help:"Executor to run, as NAME=COMMAND. Default: the executors of the checkout." placeholder:"NAME=COMMAND" sep:"none"`
	Protocol string   `help:"Run only the fixtures of one protocol." placeholder:"NAME"`
	Case     string   `help:"Run only fixtures whose id matches; * matches any characters." placeholder:"GLOB"`

	Spec      []string `help:"Spec of your own. The command generates its bindings, builds executors in a temporary folder, and runs --cases. May be repeated." placeholder:"FILE" sep:"none"`
	Languages []string `help:"Languages of the executors for --spec." default:"go,ts,py" placeholder:"LIST"`
	Keep      string   `help:"Empty folder for the bindings and executors of --spec. Default: a temporary folder, which is removed." placeholder:"DIR"`

	KnownFailing string `help:"File of known failures for --cases. Each line has an executor, a case and a reason." placeholder:"FILE" xor:"what"`

	Mutants  int    `help:"Instead of the fixtures, run N mutants of the valid fixtures of each shipped protocol, and compare with the reference." placeholder:"N" xor:"what"`
	Walks    int    `help:"Instead of the fixtures, run N random walks through each conversation of the shipped protocols, and compare with the reference." placeholder:"N" xor:"what"`
	Drafts   int    `help:"Instead of the fixtures, call each builder of the shipped protocols with N random drafts, and compare with the reference." placeholder:"N" xor:"what"`
	Seed     uint64 `help:"Seed of mutants, walks and drafts. The same seed repeats a run." default:"1"`
	Coverage bool   `help:"List the checks of the shipped protocols without a fixture that violates only this check, or one at its limit. No executor runs." xor:"what"`
}

// Run drives the executors and prints the table.
func (c *conformanceCmd) Run(s command.Streams) error {
	if c.Walks < 0 {
		return errors.New("--walks must be a positive number")
	}
	if c.Mutants < 0 || c.Drafts < 0 {
		return errors.New("--mutants and --drafts must not be negative")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch {
	case len(c.Spec) > 0 && (c.Coverage || c.Walks+c.Drafts+c.Mutants > 0):
		return errors.New("--spec runs the fixtures of --cases; mutants, walks, drafts and coverage are of the shipped protocols")
	case len(c.Spec) > 0:
		return c.runConsumer(ctx, s)
	case c.Keep != "":
		return errors.New("--keep requires --spec")
	case c.Coverage:
		return c.runCoverage(s)
	case c.Walks > 0:
		return c.runWalks(ctx, s)
	case c.Drafts > 0:
		return c.runDrafts(ctx, s)
	case c.Mutants > 0:
		return c.runMutants(ctx, s)
	default:
		return c.runCases(ctx, s)
	}
}

func (c *conformanceCmd) runCases(ctx context.Context, s command.Streams) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	report, err := conformance.Run(ctx, o)
	if err != nil {
		return err
	}
	if err := report.Print(s.Out); err != nil {
		return err
	}
	return command.InvalidUnless(report.OK())
}

// options are all but the executors of a run that compares nothing.
func (c *conformanceCmd) options() (conformance.Options, error) {
	o := conformance.Options{Protocol: c.Protocol, Case: c.Case}
	var err error
	if o.KnownFailing, err = c.knownFailing(); err != nil {
		return o, err
	}
	if o.Executors, err = c.executors(); err != nil {
		return o, err
	}
	files, known, err := c.files()
	o.Cases, o.KnownFailing = files, o.KnownFailing+"\n"+known // in this order, lines keep the numbers of the caller
	return o, err
}

// knownFailing is the text of --known-failing, or nothing.
func (c *conformanceCmd) knownFailing() (string, error) {
	if c.KnownFailing == "" {
		return "", nil
	}
	data, err := os.ReadFile(c.KnownFailing)
	return string(data), err
}

// files are the fixtures to run, and the known failures of those that envgen ships.
func (c *conformanceCmd) files() (files fs.FS, known string, err error) {
	if c.Cases == "" {
		return fixtures.Shipped()
	}
	files, err = fixtures.All(os.DirFS(c.Cases))
	return files, "", err
}

func (c *conformanceCmd) executors() ([]conformance.Executor, error) {
	if len(c.Executor) == 0 {
		found, err := conformance.Discover(".")
		if err == nil && len(found) == 0 {
			err = errors.New("this folder is not a checkout of envgen; name an executor with --executor NAME=COMMAND")
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
