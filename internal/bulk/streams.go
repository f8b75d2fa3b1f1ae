package bulk

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"slices"
	"sync"
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
		if s.sides = sidesOf(r.Protocol, r.Stream); len(s.sides) != 2 {
			return nil, fmt.Errorf("the conversation %s declares no two sides", r.Stream)
		}
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

// sidesOf returns the sides of a conversation.
func sidesOf(p *ir.Protocol, stream string) []string {
	for _, c := range p.Conversations {
		if c.Name == stream {
			return c.Sides
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
	line, err := w.streams.template.JudgeFrame(message, w.options)
	w.fast.Read(message)
	return turn{place, key, line, w.options.Now, text, w.labels(), w.sender()}, err
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
	for _, turn := range t.turns {
		if err := s.next(t, turn); err != nil {
			return err
		}
	}
	return nil
}

// next judges the next message of a conversation.
func (s *streams) next(t *task, turn turn) error {
	c, err := s.conversation(t, turn.key)
	if err != nil {
		return err
	}
	if c.began.File == "" && t.chunk != nil {
		c.began, c.file = Began{turn.key, turn.place.File, t.start, turn.place.Offset}, t.file
	}
	c.last, c.now = turn.place, turn.now
	r := &Record{Place: turn.place, Text: turn.text, Key: turn.key}
	for _, verdict := range c.take(turn, s.sides) {
		r.Issues = append(r.Issues, verdict...)
	}
	s.counter.judged(t, r, turn.labels)
	return nil
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
			if err := s.next(t, turn); err != nil {
				return err
			}
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
