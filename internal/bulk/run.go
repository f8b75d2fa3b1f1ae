// Package bulk checks archives of messages: many files of many records, on all cores, in constant memory.
//
// A reader cuts files into chunks of whole records. Workers check the records of a chunk: the acceptor decides about most of them, and the reference makes
// the issues of the others. The results are merged in the order of the chunks, so that a run gives the same output each time.
package bulk

import (
	"errors"
	"fmt"
	"io"
	"maps"
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
	Side   []string // of the side that has sent a record; nil where each message shows its side
	Order  []string // of the place of a record in its conversation; nil for the order of the archive
	Open   int      // conversations that are open at once

	Jobs     int
	Examples int

	State *State // of an earlier run, or nil
}

// Hooks are called while a run is checked. Each may be nil.
type Hooks struct {
	Progress func(bytes int)     // with the bytes of files, as they are read; by one goroutine
	Bad      func(*Record) error // for each record with issues, in order
	Merged   func(*State) error  // from time to time, after Bad for all records so far, and at the end
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

// Run is a prepared run.
type Run struct {
	Settings
	Hooks
	acceptor *acceptor.Acceptor
	judge    *reference.Interpreter
	root     *ir.Type
	streams  *streams
	total    *Summary
	state    *State
	begin    map[string]Position // of the files, at the end of the earlier run
	saved    time.Time           // the end of the last save
	saving   time.Duration       // that the last save took
}

// task is a chunk on its way through a worker.
type task struct {
	*chunk
	replay  bool // its records were counted in an earlier run
	sum     *Summary
	bad     []*Record
	turns   []turn   // of streams
	entries []*entry // of streams with another order
	err     error
	done    chan struct{}
}

// New prepares a run. The error is one of the settings: an unknown type, parameter or conversation.
func New(s Settings) (*Run, error) {
	r := &Run{Settings: s, state: s.State, acceptor: acceptor.New(s.Protocol)}
	if r.state == nil {
		r.state = newState("")
	}
	r.total, r.begin = r.state.summary(), maps.Clone(r.state.Files)
	if r.Options.Now == nil {
		now := time.Now()
		r.Options.Now = &now
	}
	var err error
	if c := r.conversation(); c != nil {
		r.Type = c.Over.Name
	}
	if r.root, err = s.Protocol.TypeOrRoot(r.Type); err != nil {
		return nil, err
	}
	if r.judge, err = reference.NewInterpreter(s.Protocol); err != nil {
		return nil, err
	}
	if _, err := r.judge.Verdict(r.root, nil, r.Options); err != nil {
		return nil, err
	}
	if s.Stream != "" {
		r.streams, err = newStreams(r)
	}
	return r, err
}

// Check runs to the end, or to the first file that cannot be read. It returns its counts in both cases.
func (r *Run) Check(h Hooks) (*Summary, error) {
	r.Hooks, r.saved = h, time.Now()
	workers, err := r.newWorkers()
	if err != nil {
		return nil, err
	}
	if r.streams != nil {
		defer r.streams.discard()
	}
	if r.streams != nil {
		if err := r.replay(workers); err != nil {
			return r.summary(), err
		}
	}
	failed, err := pipeline(workers, r.read, r.merge)
	// After a failure of the merge, the last state is the one that agrees with the outputs. The end of conversations is not part of a state: a later run
	// goes on with them, and writes over the lines that report it.
	if !failed {
		err = errors.Join(err, r.save(true))
	}
	if err == nil && r.streams != nil {
		err = r.streams.end(workers)
	}
	return r.summary(), err
}

// summary returns the counts so far.
func (r *Run) summary() *Summary {
	r.total.Files = int64(len(r.state.Files))
	r.total.finish()
	return r.total
}

// errStopped ends the reader after another part has failed.
var errStopped = errors.New("stopped")

// reader cuts files into chunks, and hands each to send as a task. It ends with the error of send.
type reader func(send func(*task) error) error

// pipeline hands the tasks of a reader to the workers and then, in order, to merge. It reports whether merge has failed, rather than the reader.
func pipeline(workers []*worker, read reader, merge func(*task) error) (failed bool, err error) {
	// Each chunk in either channel, or with a worker, is in memory.
	work, order, stop := make(chan *task, len(workers)), make(chan *task, 2*len(workers)), make(chan struct{})
	var working sync.WaitGroup
	for _, w := range workers {
		working.Go(func() {
			for t := range work {
				w.check(t)
				close(t.done)
			}
		})
	}
	reading := make(chan error, 1)
	go func() {
		reading <- read(func(t *task) error {
			t.done = make(chan struct{})
			select {
			case order <- t:
			case <-stop:
				return errStopped
			}
			work <- t
			return nil
		})
		close(work)
		close(order)
	}()
	for t := range order {
		<-t.done
		if err == nil {
			if err = merge(t); err != nil {
				close(stop)
			}
		}
	}
	working.Wait()
	if ended := <-reading; err == nil {
		return false, ended
	}
	return true, err
}

// read reads the files from where the earlier run has stopped.
func (r *Run) read(send func(*task) error) error {
	for i, file := range r.Files {
		part := part{file: i, from: r.begin[file], count: r.Progress}
		if err := r.readPart(part, func(c *chunk) error { return send(&task{chunk: c}) }); err != nil {
			return r.inFile(i, err)
		}
	}
	return nil
}

// inFile adds the name of a file to an error in reading it.
func (r *Run) inFile(i int, err error) error {
	if err == nil || errors.Is(err, errStopped) {
		return err
	}
	return fmt.Errorf("%s: %w", r.Files[i], err)
}

// part is a part of a file.
type part struct {
	file  int // index in Settings.Files
	from  Position
	until int64       // an offset behind a record, or 0 for the end of the file
	count func(n int) // bytes that are read, or nil
}

// readPart cuts a part of a file into chunks.
func (r *Run) readPart(p part, send func(*chunk) error) error {
	in, err := open(r.Files[p.file], r.Stdin, p.count)
	if err != nil {
		return err
	}
	defer in.close()
	c, err := newCutter(in, r.Form, r.most(), p.file)
	if err != nil {
		return err
	}
	err = c.seek(in, p.from)
	if p.until > 0 {
		c.until(p.until)
	}
	for err == nil {
		var found *chunk
		if found, err = c.next(); err == nil {
			err = send(found)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func (r *Run) most() int {
	if r.Options.MaxBytes > 0 {
		return r.Options.MaxBytes
	}
	return 16 << 20
}

// merge takes the results of a chunk, in the order of chunks.
func (r *Run) merge(t *task) error {
	if t.err != nil {
		return fmt.Errorf("%s: %w", r.Files[t.file], t.err)
	}
	if r.streams != nil {
		if err := r.streams.take(t); err != nil {
			return err
		}
	}
	if err := r.count(t); err != nil {
		return err
	}
	r.state.Files[r.Files[t.file]] = t.next
	return r.save(false)
}

// count adds the results of a task, and reports its records with issues.
func (r *Run) count(t *task) error {
	if r.Bad != nil {
		for _, bad := range t.bad {
			if err := r.Bad(bad); err != nil {
				return err
			}
		}
	}
	r.total.add(t.sum, r.Examples)
	return nil
}

// saveEvery is the time between two states: the work that a killed run repeats. Tests make it shorter.
var saveEvery = 250 * time.Millisecond

// save hands out the state, now or if enough time has passed: saves take a twentieth of the run at most, and a killed run repeats 80 × saveEvery at most.
func (r *Run) save(now bool) error {
	begin := time.Now()
	if r.Merged == nil || !now && begin.Sub(r.saved) < max(saveEvery, min(20*r.saving, 80*saveEvery)) {
		return nil
	}
	r.state.Summary = r.summary()
	if r.streams != nil {
		r.state.Open = r.streams.began()
	}
	err := r.Merged(r.state)
	r.saved = time.Now()
	r.saving = r.saved.Sub(begin)
	return err
}
