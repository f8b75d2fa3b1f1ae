// Package conformance runs one set of cases against any number of bindings. It compares each answer with the case's
// expectation, and with the other answers, byte for byte.
//
// A binding takes part through an executor, a program of its own that implements the protocol of session.go over
// pipes. The package is independent of specs and languages. It prints only on request and never exits.
package conformance

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed cases known-failing.txt
var embedded embed.FS

// Licence is the licence of the fixtures, which is that of the repository.
//
//go:embed LICENSE
var Licence []byte

// Embedded returns the cases and the list of known failures that are part of this build. Of derived cases it contains only
// the ids: package fixtures adds the cases.
func Embedded() (cases fs.FS, knownFailing string) {
	cases, err := fs.Sub(embedded, "cases")
	if err != nil {
		panic(err) // the name is a constant
	}
	known, err := embedded.ReadFile("known-failing.txt")
	if err != nil {
		panic(err)
	}
	return cases, string(known)
}

// Options configure a run. Executors and Cases have no default.
type Options struct {
	// Executors are the programs to drive.
	Executors []Executor
	// Cases contains <protocol>/<topic>.json.
	Cases fs.FS
	// KnownFailing is the text of a known-failing.txt.
	KnownFailing string
	// Protocol, if not empty, restricts the run to one protocol.
	Protocol string
	// Case, if not empty, restricts the run to the ids that match; in it, * matches any characters.
	Case string
	// StartTimeout bounds how long an executor may take to start, building included (5 minutes).
	StartTimeout time.Duration
	// Timeout bounds how long an executor may take for one request (30 seconds).
	Timeout time.Duration

	after alarms // nil for the clock
}

func (o Options) withDefaults() Options {
	if o.StartTimeout == 0 {
		o.StartTimeout = 5 * time.Minute
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.after == nil {
		o.after = clock
	}
	return o
}

// Run drives every executor through the selected cases, the executors side by side. An error means that nothing
// could be run. Faults of an executor are part of the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	o = o.withDefaults()
	if err := checkExecutors(o.Executors); err != nil {
		return nil, err
	}
	if o.Cases == nil {
		return nil, errors.New("no cases to run")
	}
	all, err := LoadCases(o.Cases)
	if err != nil {
		return nil, err
	}
	known, err := parseKnown(o.KnownFailing)
	if err != nil {
		return nil, err
	}
	selected, err := Select(all, o.Protocol, o.Case)
	if err != nil {
		return nil, err
	}
	report := &Report{}
	var wait sync.WaitGroup
	for _, e := range o.Executors {
		r := &run{executor: e, options: o}
		report.runs = append(report.runs, r)
		wait.Go(func() { r.drive(ctx, selected) })
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	report.compareIdentities()
	report.compareAnswers()
	report.applyKnown(known, all)
	return report, nil
}

func checkExecutors(executors []Executor) error {
	if len(executors) == 0 {
		return errors.New("no executor to run")
	}
	seen := map[string]bool{}
	for _, e := range executors {
		if seen[e.Name] {
			return fmt.Errorf("two executors are called %s", e.Name)
		}
		seen[e.Name] = true
	}
	return nil
}

// Select returns the cases of one protocol whose ids match a pattern in which * matches any characters. An
// empty protocol or pattern restricts nothing. An empty result is an error.
func Select(all []*Case, protocol, pattern string) ([]*Case, error) {
	// path.Match stops a star at a slash, and an id has slashes.
	flat := strings.NewReplacer("/", ":").Replace
	if _, err := path.Match(flat(pattern), ""); err != nil {
		return nil, fmt.Errorf("case pattern %q: %w", pattern, err)
	}
	selected := slices.DeleteFunc(slices.Clone(all), func(c *Case) bool {
		matches := pattern == ""
		if !matches {
			matches, _ = path.Match(flat(pattern), flat(c.ID))
		}
		return !matches || protocol != "" && protocol != c.Protocol
	})
	if len(selected) == 0 {
		return nil, errors.New("no case is selected")
	}
	return selected, nil
}
