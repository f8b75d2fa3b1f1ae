package bulk

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// turn is a message of a conversation, judged by itself.
type turn struct {
	place  Place
	key    string
	line   reference.Line
	now    *time.Time
	text   []byte
	labels labels
	sender string // with Settings.Side
}

// streams are the open conversations of a run.
type streams struct {
	*Run
	reference *reference.Reference
	template  *reference.Conversation
	sides     []string                 // with Settings.Side; trackers are those of the first one
	open      map[string]*list.Element // of *conversation
	recent    *list.List               // the least recently used conversation is the last
	counter   *worker

	// With another order than that of the archive:
	sorter  *sorter
	records int64
}

type conversation struct {
	key     string
	tracker *reference.Conversation
	began   Began
	file    int // index of began.File
	last    Place
	now     *time.Time
}

func newStreams(r *Run) (*streams, error) {
	all, err := reference.New(reference.Source{Protocol: r.Protocol})
	if err != nil {
		return nil, err
	}
	s := &streams{Run: r, reference: all, open: map[string]*list.Element{}, recent: list.New()}
	if r.Side != nil {
		c := r.conversation()
		if c == nil || len(c.Sides) != 2 {
			return nil, fmt.Errorf("the conversation %s declares no two sides", r.Stream)
		}
		s.sides = c.Sides
	}
	if s.template, err = s.converse(); err != nil {
		return nil, err
	}
	if r.Order != nil {
		s.sorter = &sorter{}
	}
	if err := s.restore(r.state.Open); err != nil {
		return nil, err
	}
	s.counter, err = r.newWorker()
	return s, err
}

// conversation returns the conversation of the run, or nil.
func (r *Run) conversation() *ir.Conversation {
	for _, c := range r.Protocol.Conversations {
		if c.Name == r.Stream {
			return c
		}
	}
	return nil
}

// converse returns a tracker: of one side if records name their senders, and otherwise of none.
func (s *streams) converse() (*reference.Conversation, error) {
	side := ""
	if s.sides != nil {
		side = s.sides[0]
	}
	return s.reference.Converse(s.Protocol.Name, s.Stream, side)
}

// take judges a message in its conversation. A record without a sender does not change the conversation.
func (c *conversation) take(turn turn, sides []string) [][]reference.Issue {
	switch {
	case sides == nil:
		return c.tracker.TakeLine(turn.line)
	case !slices.Contains(sides, turn.sender):
		message := fmt.Sprintf("the record names no side: it must be %q or %q", sides[0], sides[1])
		return [][]reference.Issue{{{Rule: "side", Level: ir.Must.String(), Message: message}}}
	}
	return c.tracker.TakeFrom(turn.line, turn.sender == sides[0])
}

// turn judges the message of a record by itself.
func (w *worker) turn(message, text []byte, place Place, key string) (turn, error) {
	line, err := w.line(message)
	return turn{place, key, line, w.options.Now, text, w.labels(), w.sender()}, err
}

// line judges a message by itself. The reference judges those that the acceptor does not accept, and batches: the messages of a conversation are objects.
func (w *worker) line(message []byte) (reference.Line, error) {
	if w.fast.Accepts(message) {
		return w.streams.template.Accepted(w.fast.Value(reference.ObjectOf), w.options)
	}
	line, err := w.streams.template.JudgeFrame(message, w.options)
	w.fast.Read(message)
	return line, err
}

// take judges the messages of a chunk in their conversations. If the archive has another order, they are only noted.
func (s *streams) take(t *task) error {
	for _, e := range t.entries {
		e.Seq = s.records
		s.records++
		e.Record = bytes.Clone(e.Record)
		if err := s.sorter.add(e); err != nil {
			return err
		}
	}
	of := make([]*conversation, len(t.turns))
	for i, turn := range t.turns {
		var err error
		if of[i], err = s.turnOf(t, turn); err != nil {
			return err
		}
	}
	for i, verdicts := range s.takeAll(t.turns, of) {
		s.counted(t, t.turns[i], verdicts)
	}
	return nil
}

// takeAll judges messages in their conversations. Conversations do not depend on each other, so they take turns on all cores.
func (s *streams) takeAll(turns []turn, of []*conversation) [][][]reference.Issue {
	verdicts := make([][][]reference.Issue, len(turns))
	groups := map[*conversation][]int{}
	var order []*conversation
	for i, c := range of {
		if groups[c] == nil {
			order = append(order, c)
		}
		groups[c] = append(groups[c], i)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(s.Jobs, len(order)) {
		group.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(order)); n = next.Add(1) - 1 {
				for _, i := range groups[order[n]] {
					verdicts[i] = order[n].take(turns[i], s.sides)
				}
			}
		})
	}
	group.Wait()
	return verdicts
}

// turnOf returns the conversation of a message, which has its turn there.
func (s *streams) turnOf(t *task, turn turn) (*conversation, error) {
	c, err := s.conversation(t, turn.key)
	if err != nil {
		return nil, err
	}
	if c.began.File == "" && t.chunk != nil {
		c.began, c.file = Began{turn.key, turn.place.File, t.start, turn.place.Offset}, t.file
	}
	c.last, c.now = turn.place, turn.now
	return c, nil
}

// counted counts a message with the issues of its conversation.
func (s *streams) counted(t *task, turn turn, verdicts [][]reference.Issue) {
	s.counter.judged(t, &Record{Place: turn.place, Text: turn.text, Key: turn.key, Issues: slices.Concat(verdicts...)}, turn.labels)
}

// conversation returns the conversation of a key, and drops the least recently used one if too many are open.
func (s *streams) conversation(t *task, key string) (*conversation, error) {
	if e := s.open[key]; e != nil {
		s.recent.MoveToFront(e)
		return e.Value.(*conversation), nil
	}
	if len(s.open) >= s.Open {
		oldest := s.recent.Remove(s.recent.Back()).(*conversation)
		delete(s.open, oldest.key)
		t.sum.Abandoned++
	}
	return s.begin(key)
}

// begin opens a conversation.
func (s *streams) begin(key string) (*conversation, error) {
	tracker, err := s.converse()
	if err != nil {
		return nil, err
	}
	c := &conversation{key: key, tracker: tracker}
	s.open[key] = s.recent.PushFront(c)
	return c, nil
}

// end judges the noted records, and closes the conversations that are still open.
func (s *streams) end(workers []*worker) error {
	if s.sorter != nil {
		if err := s.sorted(workers); err != nil {
			return err
		}
	}
	t := &task{sum: newSummary()}
	s.close(t)
	return s.count(t)
}

// close closes all open conversations, the least recently used one first.
func (s *streams) close(t *task) {
	for e := s.recent.Back(); e != nil; e = s.recent.Back() {
		c := s.recent.Remove(e).(*conversation)
		delete(s.open, c.key)
		o := s.Options
		o.Now = c.now
		r := &Record{Place: c.last, Type: End, Issues: c.tracker.Close(o), Key: c.key, End: true}
		if len(r.Issues) == 0 {
			continue
		}
		if r.Valid = s.isValid(r.Issues); !r.Valid {
			t.sum.Unfinished++
		}
		s.counter.note(t.sum, r)
		t.bad = append(t.bad, r)
	}
}

// End is in the place of a type for the issues at the end of a conversation.
const End = "(end)"

// batchOf is the number of sorted records that each worker judges at a time.
const batchOf = 512

// sorted judges the records in their order within each conversation. One conversation is open at a time.
func (s *streams) sorted(workers []*worker) error {
	var batch []*entry
	last := ""
	flush := func() error {
		turns, err := judge(workers, batch)
		if err != nil {
			return err
		}
		t := &task{sum: newSummary()}
		for _, turn := range turns {
			if turn.key != last {
				s.close(t)
				last = turn.key
			}
			c, err := s.turnOf(t, turn)
			if err != nil {
				return err
			}
			s.counted(t, turn, c.take(turn, s.sides))
		}
		batch = batch[:0]
		return s.count(t)
	}
	err := s.sorter.each(func(e *entry) error {
		if batch = append(batch, e); len(batch) < batchOf*len(workers) {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// judge judges records by themselves, on all cores.
func judge(workers []*worker, batch []*entry) ([]turn, error) {
	turns, failed := make([]turn, len(batch)), make([]error, len(workers))
	var group sync.WaitGroup
	for j, w := range workers {
		group.Go(func() {
			for i := j; i < len(batch) && failed[j] == nil; i += len(workers) {
				e := batch[i]
				message, _ := w.open(e.Record)
				turns[i], failed[j] = w.turn(message, e.Record, e.Place, e.Key)
			}
		})
	}
	group.Wait()
	return turns, errors.Join(failed...)
}

// discard removes temporary files.
func (s *streams) discard() {
	if s.sorter != nil {
		s.sorter.close()
	}
}
