package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Executor is a program that answers for one binding.
type Executor struct {
	Name    string   // how options, known failures and reports call it
	Command []string // program and arguments
	// Announces is the name that the executor must give itself when it starts, which proves that the right
	// one runs; "" accepts any.
	Announces string
}

// ParseExecutor reads NAME=COMMAND; spaces separate the command's words.
func ParseExecutor(s string) (Executor, error) {
	name, command, found := strings.Cut(s, "=")
	words := strings.Fields(command)
	if !found || name == "" || strings.ContainsAny(name, " \t") || len(words) == 0 {
		return Executor{}, fmt.Errorf("executor %q is not NAME=COMMAND", s)
	}
	return Executor{Name: name, Command: words}, nil
}

// Discover returns the executors of a checkout, sorted by name: every conformance/executors/NAME/run in dir or
// in the nearest folder above it that has any. Outside a checkout there are none.
func Discover(dir string) ([]Executor, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for {
		folder := filepath.Join(dir, "conformance", "executors")
		if entries, err := os.ReadDir(folder); err == nil {
			return inFolder(folder, entries), nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return nil, nil
		}
		dir = above
	}
}

func inFolder(folder string, entries []os.DirEntry) []Executor {
	var found []Executor
	for _, e := range entries {
		program := filepath.Join(folder, e.Name(), "run")
		if _, err := os.Stat(program); err == nil {
			found = append(found, Executor{Name: e.Name(), Command: []string{program}, Announces: "envgen-" + e.Name()})
		}
	}
	return found
}

type outcome uint8

const (
	passed outcome = iota
	failed
	skipped
)

// result is the outcome of one case in one executor.
type result struct {
	of      *Case
	outcome outcome
	detail  string // why it failed or was skipped
	answer  answer // only of a passed result: the other executors are compared with it
}

// run is one executor and its way through the cases.
type run struct {
	executor Executor
	options  Options
	identity identity
	results  []*result
	stderr   tail
	trouble  []string // faults outside of any case

	session    *session // nil if there is none at the moment
	breakdowns int
	lost       error // why there will be no more sessions
}

// maxBreakdowns bounds how often a broken executor is started anew, so that one that always hangs does not
// cost a time-out a case.
const maxBreakdowns = 3

// drive answers every case. One that breaks the session fails, and the next case gets a new session.
func (r *run) drive(ctx context.Context, cases []*Case) {
	for _, c := range cases {
		if err := r.ready(ctx); err != nil {
			r.results = append(r.results, &result{of: c, outcome: failed, detail: err.Error()})
			continue
		}
		result, err := r.check(r.session, c)
		r.results = append(r.results, result)
		if err != nil {
			r.broken(err)
		}
	}
	r.end()
}

// ready returns an open session, or an error if the executor has been given up.
func (r *run) ready(ctx context.Context) error {
	if r.session == nil && r.lost == nil {
		s, err := r.begin(ctx)
		if err != nil {
			r.lost = fmt.Errorf("did not start: %w", err)
		}
		r.session = s
	}
	return r.lost
}

// broken gives up a session that has gone wrong, and after a few of them the executor.
func (r *run) broken(err error) {
	r.session.discard()
	r.session = nil
	if r.breakdowns++; r.breakdowns == maxBreakdowns {
		r.lost = fmt.Errorf("given up after %d breakdowns, the last one: %w", r.breakdowns, err)
	}
}

func (r *run) end() {
	if r.session == nil {
		return
	}
	if err := r.session.close(r.options.Timeout); err != nil {
		r.trouble = append(r.trouble, fmt.Sprintf("%s did not stop well: %v", r.executor.Name, err))
	}
}

func (r *run) begin(ctx context.Context) (*session, error) {
	s, err := open(ctx, r.executor, &r.stderr, r.options.after)
	if err != nil {
		return nil, err
	}
	if r.identity, err = s.start(r.executor, r.options.StartTimeout); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// check runs one case. An error means that the session is broken; the result reports it too.
func (r *run) check(s *session, c *Case) (*result, error) {
	if !slices.Contains(r.identity.Protocols, c.Protocol) {
		return &result{of: c, outcome: skipped, detail: "does not offer the protocol " + c.Protocol}, nil
	}
	a, err := s.ask(c.request(), r.options.Timeout)
	if err != nil {
		return &result{of: c, outcome: failed, detail: err.Error()}, err
	}
	if a.Skipped != nil {
		return &result{of: c, outcome: skipped, detail: *a.Skipped}, nil
	}
	if difference := c.Expect.compare(a); difference != "" {
		return &result{of: c, outcome: failed, detail: difference}, nil
	}
	if c.Op == "refuse" {
		a.Output = c.Expect.Output // the two are equal JSON values
	}
	return &result{of: c, outcome: passed, answer: a}, nil
}

func (c *Case) request() request {
	return request{Op: c.Op, Protocol: c.Protocol, Type: c.Type, Text: c.Text, Base64: c.Base64, Now: c.Now, Params: c.Params,
		Conversation: c.Conversation, As: c.As, Events: c.Events, Pieces: c.Pieces, Building: c.Building, Action: c.Action}
}

// requestLine is the request as reports show it.
func (c *Case) requestLine() string {
	data, err := json.Marshal(c.request())
	if err != nil {
		panic(err) // it was read from JSON
	}
	return cut(string(data))
}
