// Package arrow checks columns of messages in streams of Arrow IPC, and writes the issues of archives as parquet.
//
// It is a module of its own, because its dependencies are twice as large as the command envgen.
package arrow

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Settings are the options of a check.
type Settings struct {
	Protocol *ir.Protocol
	Type     string            // of the messages; "" for the root
	Options  reference.Options // without Now, each batch is checked at the current time
	Strict   bool              // issues of level should make a message invalid, too

	Column string // of the messages; "" for the only column of texts
	Now    string // column of the time to check at; "" for Options.Now
	Jobs   int    // messages that are checked at once, at least 1
}

// issueType is the type of an item of the column issues.
var issueType = arrow.StructOf(text("rule"), text("path"), text("level"), text("message"))

func text(name string) arrow.Field {
	return arrow.Field{Name: name, Type: arrow.BinaryTypes.String, Nullable: true}
}

// Schema is that of the answers: a row for each message. Both columns are null for a message that is null.
var Schema = arrow.NewSchema([]arrow.Field{
	{Name: "valid", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
	{Name: "issues", Type: arrow.ListOf(issueType), Nullable: true},
}, nil)

// checker is a prepared check.
type checker struct {
	Settings
	root   *ir.Type
	judge  *reference.Interpreter
	judges []*acceptor.Judge // one for each job
	rows   []row             // of the batch
	build  *array.RecordBuilder
}

// row is the answer for a message.
type row struct {
	null   bool
	issues []reference.Issue
	err    error
}

// Check reads a stream of batches and writes a batch of answers for each, before it requires the next one. It has at most three batches in memory.
func Check(in io.Reader, out io.Writer, s Settings) error {
	c, err := newChecker(s)
	if err != nil {
		return err
	}
	return c.run(in, out)
}

func (c *checker) run(in io.Reader, out io.Writer) error {
	buffer := bufio.NewWriterSize(out, 64<<10)
	w := ipc.NewWriter(buffer, ipc.WithSchema(Schema))
	batches, stop := make(chan arrow.RecordBatch, 1), make(chan struct{})
	reading := make(chan error, 1)
	go func() {
		defer close(batches)
		reading <- read(in, batches, stop)
	}()
	for batch := range batches {
		err := c.batch(batch, w)
		if err == nil {
			err = buffer.Flush()
		}
		if err != nil {
			close(stop)
			return err
		}
	}
	if err := <-reading; err != nil {
		return err
	}
	return errors.Join(w.Close(), buffer.Flush())
}

func newChecker(s Settings) (*checker, error) {
	c := &checker{Settings: s, build: array.NewRecordBuilder(memory.DefaultAllocator, Schema)}
	var err error
	if c.root, err = s.Protocol.TypeOrRoot(s.Type); err != nil {
		return nil, err
	}
	if c.judge, err = reference.NewInterpreter(s.Protocol); err != nil {
		return nil, err
	}
	now := time.Now()
	if s.Options.Now != nil {
		now = *s.Options.Now
	}
	if _, err := c.judge.Verdict(c.root, nil, s.Options); err != nil { // reports a wrong parameter
		return nil, err
	}
	fast := acceptor.New(s.Protocol)
	for range s.Jobs {
		j, err := fast.Judge(s.Type, acceptor.Options{MaxDepth: s.Options.MaxDepth, MaxBytes: s.Options.MaxBytes, Params: s.Options.Params, Now: now})
		if err != nil {
			return nil, err
		}
		c.judges = append(c.judges, j)
	}
	return c, nil
}

// bounded is an allocator that panics for a buffer beyond the limit. The reader turns the panic into an error.
type bounded struct{ memory.Allocator }

func (b bounded) Allocate(size int) []byte {
	if size < 0 || size > mostBody {
		panic(fmt.Errorf("a buffer has %d bytes, at most %d", size, mostBody))
	}
	return b.Allocator.Allocate(size)
}

func (b bounded) Reallocate(size int, old []byte) []byte {
	if size <= cap(old) && size >= 0 {
		return old[:size]
	}
	larger := b.Allocate(size)
	copy(larger, old)
	return larger
}

// read sends the batches of a stream, until the other side stops.
func read(in io.Reader, to chan<- arrow.RecordBatch, stop <-chan struct{}) error {
	r, err := ipc.NewReaderFromMessageReader(&frames{in: bufio.NewReaderSize(in, 64<<10)}, ipc.WithAllocator(bounded{memory.DefaultAllocator}))
	if err != nil {
		return fmt.Errorf("the input is no stream of Arrow IPC: %w", err)
	}
	for n := 1; r.Next(); n++ {
		batch := r.RecordBatch()
		batch.Retain()
		select {
		case to <- batch:
		case <-stop:
			return nil
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("the stream of Arrow IPC is damaged: %w", err)
	}
	return nil
}

// batch writes the answers of a batch.
func (c *checker) batch(batch arrow.RecordBatch, w *ipc.Writer) error {
	defer batch.Release()
	texts, err := c.texts(batch)
	if err != nil {
		return err
	}
	times, err := c.times(batch)
	if err != nil {
		return err
	}
	if err := c.check(texts, times, int(batch.NumRows())); err != nil {
		return err
	}
	answers := c.answers()
	defer answers.Release()
	return w.Write(answers)
}

// block is the number of messages that a job takes at once: many beside the cost of taking, few beside a batch.
const block = 64

// times returns a function for the times to check the messages of a batch at.
func (c *checker) times(batch arrow.RecordBatch) (func(i int) time.Time, error) {
	now := time.Now()
	if c.Options.Now != nil {
		now = *c.Options.Now
	}
	if c.Now == "" {
		return func(int) time.Time { return now }, nil
	}
	column, err := timesOf(batch, c.Now)
	return func(i int) time.Time {
		if own, found := column(i); found {
			return own
		}
		return now
	}, err
}

// check judges the messages of a batch on all jobs.
func (c *checker) check(texts func(i int) ([]byte, bool), times func(i int) time.Time, n int) error {
	c.rows = make([]row, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for _, j := range c.judges[:min(len(c.judges), n/block+1)] {
		group.Go(func() {
			for begin := int(next.Add(block)) - block; begin < n; begin = int(next.Add(block)) - block {
				for i := begin; i < min(begin+block, n); i++ {
					c.rows[i] = c.one(j, texts, i, times(i))
				}
			}
		})
	}
	group.Wait()
	for _, r := range c.rows {
		if r.err != nil {
			return r.err
		}
	}
	return nil
}

// one judges a message: the acceptor decides about most of them, and the reference makes the issues of the others.
func (c *checker) one(j *acceptor.Judge, texts func(i int) ([]byte, bool), i int, now time.Time) row {
	message, found := texts(i)
	if !found {
		return row{null: true}
	}
	j.SetNow(now.Unix(), int32(now.Nanosecond()))
	if j.Accepts(message) {
		return row{}
	}
	o := c.Options
	o.Now = &now
	result, err := c.judge.Verdict(c.root, message, o)
	return row{issues: result.Issues, err: err}
}

// answers makes the batch of the rows.
func (c *checker) answers() arrow.RecordBatch {
	valid, issues := c.build.Field(0).(*array.BooleanBuilder), c.build.Field(1).(*array.ListBuilder)
	item := issues.ValueBuilder().(*array.StructBuilder)
	texts := [4]*array.StringBuilder{}
	for i := range texts {
		texts[i] = item.FieldBuilder(i).(*array.StringBuilder)
	}
	for _, r := range c.rows {
		if r.null {
			valid.AppendNull()
			issues.AppendNull()
			continue
		}
		ok := true
		issues.Append(true)
		for _, issue := range r.issues {
			ok = ok && !c.Strict && issue.Level != ir.Must.String()
			item.Append(true)
			for i, content := range []string{issue.Rule, issue.Path, issue.Level, issue.Message} {
				texts[i].Append(content)
			}
		}
		valid.Append(ok)
	}
	return c.build.NewRecordBatch()
}
