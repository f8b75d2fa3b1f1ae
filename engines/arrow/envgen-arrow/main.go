// Command envgen-arrow checks messages in streams of Arrow IPC, and writes the issues of archives as parquet.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/envgen/envgen/engines/arrow"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/specs"
	"github.com/envgen/envgen/internal/version"
)

type cli struct {
	ShowVersion command.VersionFlag `name:"version" help:"Print the version of envgen-arrow and exit."`

	Check   checkCmd   `cmd:"" help:"Read a stream of Arrow IPC with a column of messages from standard input, and write one with the columns valid and issues to standard output."`
	Parquet parquetCmd `cmd:"" help:"Write the lines of envgen bulk --out as a file of parquet."`
}

func main() {
	os.Exit(run(os.Args[1:], command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

func run(args []string, s command.Streams) int {
	return command.Program{Name: "envgen-arrow", Description: "envgen-arrow is the part of envgen for engines with Arrow.\n\nExit codes: 0 done, 2 could not run.",
		Commands: &cli{}, Variables: map[string]string{"version": "envgen-arrow " + version.Tool()}}.Run(args, s)
}

type checkCmd struct {
	Spec      string            `help:"Spec of the messages: a file, or the name of a protocol that ships with envgen." placeholder:"FILE" required:""`
	Type      string            `help:"Type of the messages. Default: the root of the spec." placeholder:"NAME"`
	Column    string            `help:"Column of the messages. Default: the only column of texts." placeholder:"NAME"`
	Now       *time.Time        `help:"Time of the variable \"now\" in rules, in RFC 3339. Default: the current time." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
	NowColumn string            `help:"Column of the time of the variable \"now\": timestamps, seconds since 1970, or texts in RFC 3339. Null is the time of --now." placeholder:"NAME"`
	Strict    bool              `help:"Issues of level \"should\" make a message invalid too."`
	Param     map[string]string `help:"Value of a parameter of the protocol, or of max_depth, max_bytes or max_issues. The syntax is that of a default in the spec." placeholder:"NAME=VALUE" mapsep:"none"`
	Jobs      int               `help:"Messages that are checked at once. Default: the number of cores." placeholder:"N"`
}

// Run checks the batches of standard input.
func (c *checkCmd) Run(s command.Streams) error {
	if c.Jobs < 0 {
		return errors.New("--jobs is at least 0")
	}
	protocol, err := load(c.Spec, s.Err)
	if err != nil {
		return err
	}
	o, err := reference.FlagOptions(protocol, c.Param)
	if err != nil {
		return err
	}
	o.Now = c.Now
	collectLess()
	return arrow.Check(s.In, s.Out, arrow.Settings{Protocol: protocol, Type: c.Type, Options: o, Strict: c.Strict, Column: c.Column, Now: c.NowColumn,
		Jobs: cmp.Or(c.Jobs, runtime.GOMAXPROCS(0))})
}

// load compiles a spec. The standard input is the table, and no spec; warnings are those of envgen check.
func load(spec string, report io.Writer) (*ir.Protocol, error) {
	l := specs.New(command.Streams{Err: report})
	protocols, diags, err := l.Compile([]string{spec})
	if err != nil {
		return nil, err
	}
	if len(protocols) > 0 {
		return protocols[0], nil
	}
	if err := l.Report(diags); !errors.Is(err, command.ErrInvalid) {
		return nil, err
	}
	return nil, fmt.Errorf("the spec %s has errors", spec)
}

// collectLess trades memory for time, as envgen bulk does.
func collectLess() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(256 << 20)
	}
}

type parquetCmd struct {
	Out     string `help:"File to write. It replaces an older one once it is complete." placeholder:"FILE" required:""`
	Counted bool   `help:"The last line is {\"lines\":N} with the number of the others. Without it, the input was cut, and no file is written."`
	Input   string `arg:"" optional:"" help:"File to read. Default, and meaning of -: standard input."`
}

// Run writes the file. The temporary file does not outlive a signal.
func (c *parquetCmd) Run(s command.Streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	in := s.In
	if c.Input != "" && c.Input != "-" {
		f, err := os.Open(c.Input)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	return arrow.Parquet(ctx, in, c.Out, c.Counted)
}
