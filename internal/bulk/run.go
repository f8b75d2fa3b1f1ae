// Package bulk checks archives of messages: many files of many records, on all cores, in constant memory.
//
// A reader cuts files into chunks of whole records. Workers check the records of a chunk: the acceptor decides about most of them, and the reference makes
// the issues of the others. The results are merged in the order of the chunks, so that a run gives the same output each time.
package bulk

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Settings are the input and the options of a run. Pointers are the segments of JSON Pointers into a record; nil if there is none.
type Settings struct {
	Protocol *ir.Protocol
	Type     string // of the messages; "" for the root
	Options  reference.Options
	Strict   bool // issues of level should make a message invalid, too

	Files []string
	Stdin io.Reader
	Form  Form

	At  []string // of the message in a record: a value, or a string with its text
	Now []string // of the time to check at; Options.Now where the record has none
	By  []string // of the name of a group
	Day []string // of a time, for counts of each day

	Stream string   // name of a conversation: each group of --key is one
	Key    []string // of the name of the conversation that a record belongs to
	Order  []string // of the place of a record in its conversation; nil for the order of the archive
	Open   int      // conversations that are open at once

	Jobs     int
	Examples int

	Progress func(bytes int)     // called with the bytes of files, as they are read; by one goroutine
	Bad      func(*Record) error // called for each record with issues, in order; may be nil
	Merged   func(*State) error  // called from time to time, after Bad for all records so far; may be nil
	State    *State              // of an earlier run, or nil
}

// Record is a record with issues.
type Record struct {
	Place
	Type   string
	Valid  bool
	Issues []reference.Issue
	Text   []byte // the record
	Key    string // of a stream
	End    bool   // the issues are those of the end of a conversation; Text is empty
}

// run is a run in progress.
type run struct {
	Settings
	acceptor *acceptor.Acceptor
	judge    *reference.Interpreter
	root     *ir.Type
	streams  *streams
	total    *Summary
	state    *State
	saved    time.Time
}

// task is a chunk on its way through a worker.
type task struct {
	*chunk
	sum   *Summary
	bad   []*Record
	turns []turn // of streams

	entries []*entry // of streams with another order
	err     error
	done    chan struct{}
}

// Check runs to the end, or to the first file that cannot be read. It returns what it has counted in both cases.
func Check(s Settings) (*Summary, error) {
	r := &run{Settings: s, total: newSummary(), state: s.State, saved: time.Now()}
	if r.state == nil {
		r.state = newState()
	} else {
		r.total = r.state.summary()
	}
	if r.Options.Now == nil {
		now := time.Now()
		r.Options.Now = &now
	}
	var err error
	if r.root, err = s.root(); err != nil {
		return nil, err
	}
	if r.judge, err = reference.NewInterpreter(s.Protocol); err != nil {
		return nil, err
	}
	if s.Stream != "" {
		if r.streams, err = newStreams(r); err != nil {
			return nil, err
		}
	} else {
		r.acceptor = acceptor.New(s.Protocol)
	}
	err = r.pipeline()
	if err == nil && r.streams != nil {
		err = r.streams.end()
	}
	if saved := r.save(true); err == nil {
		err = saved
	}
	r.total.finish()
	return r.total, err
}

func (s Settings) root() (*ir.Type, error) {
	if s.Type == "" {
		if s.Protocol.Root == nil {
			return nil, fmt.Errorf("protocol %s has no root: name a type", s.Protocol.Name)
		}
		return s.Protocol.Root, nil
	}
	i := slices.IndexFunc(s.Protocol.Types, func(t *ir.Type) bool { return t.Name == s.Type })
	if i < 0 {
		return nil, fmt.Errorf("protocol %s has no type %q", s.Protocol.Name, s.Type)
	}
	return s.Protocol.Types[i], nil
}

// errStopped ends the reader after another part has failed.
var errStopped = errors.New("stopped")

func (r *run) pipeline() error {
	// Each chunk in either channel, or with a worker, is in memory.
	work, order, stop := make(chan *task, r.Jobs), make(chan *task, 2*r.Jobs), make(chan struct{})
	var workers sync.WaitGroup
	for range r.Jobs {
		w, err := r.newWorker()
		if err != nil {
			return err
		}
		workers.Go(func() {
			for t := range work {
				w.check(t)
				close(t.done)
			}
		})
	}
	reading := make(chan error, 1)
	go func() {
		reading <- r.read(work, order, stop)
		close(work)
		close(order)
	}()
	var err error
	for t := range order {
		<-t.done
		if err == nil {
			if err = r.merge(t); err != nil {
				close(stop)
			}
		}
	}
	workers.Wait()
	if failed := <-reading; err == nil && !errors.Is(failed, errStopped) {
		err = failed
	}
	return err
}

// read cuts the files into chunks, and sends each to the workers and, in order, to the merge.
func (r *run) read(work, order chan<- *task, stop <-chan struct{}) error {
	for i, file := range r.Files {
		if err := r.readFile(i, file, func(c *chunk) error {
			t := &task{chunk: c, done: make(chan struct{})}
			select {
			case order <- t:
			case <-stop:
				return errStopped
			}
			work <- t
			return nil
		}); err != nil {
			if errors.Is(err, errStopped) {
				return err
			}
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func (r *run) readFile(i int, file string, send func(*chunk) error) error {
	at := r.state.position(file)
	in, err := open(file, r.Stdin, r.Progress)
	if err != nil {
		return err
	}
	defer in.close()
	c, err := newCutter(in, r.Form, r.most(), i)
	if err != nil {
		return err
	}
	if at.Offset > 0 {
		if _, err := io.CopyN(io.Discard, in, at.Offset); err != nil {
			return fmt.Errorf("it is shorter than it was in the run that --state names: %w", err)
		}
		c.offset, c.line = at.Offset, at.Line
		c.array.depth = at.Depth
	}
	for {
		found, err := c.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := send(found); err != nil {
			return err
		}
	}
}

func (r *run) most() int {
	if r.Options.MaxBytes > 0 {
		return r.Options.MaxBytes
	}
	return 16 << 20
}

// merge takes the results of a chunk, in the order of chunks.
func (r *run) merge(t *task) error {
	if t.err != nil {
		return fmt.Errorf("%s: %w", r.Files[t.file], t.err)
	}
	if r.streams != nil {
		if err := r.streams.take(t); err != nil {
			return err
		}
	}
	r.total.add(t.sum, r.Examples)
	for _, bad := range t.bad {
		if r.Bad != nil {
			if err := r.Bad(bad); err != nil {
				return err
			}
		}
	}
	r.state.move(r.Files[t.file], t.chunk)
	return r.save(false)
}

// saveEvery is the time between two states: the work that a killed run repeats. Tests make it shorter.
var saveEvery = 250 * time.Millisecond

func (r *run) save(now bool) error {
	if r.Merged == nil || !now && time.Since(r.saved) < saveEvery {
		return nil
	}
	r.saved = time.Now()
	r.total.finish()
	r.state.Summary = r.total
	return r.Merged(r.state)
}
