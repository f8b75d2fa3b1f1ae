package bulk

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/envgen/envgen/internal/reference"
)

// turn is a message of a conversation, judged by itself.
type turn struct {
	place Place
	key   string
	line  reference.Line
	now   *time.Time
	text  []byte
	typ   string
}

// streams are the open conversations of a run. They take messages in the order of the archive.
type streams struct {
	*run
	reference *reference.Reference
	open      map[string]*list.Element // of *conversation
	recent    *list.List               // the least recently used conversation is the last
	template  *reference.Conversation
	note      *worker

	// With another order than that of the archive:
	sorter  *sorter
	records int64
	workers []*worker
}

type conversation struct {
	key     string
	tracker *reference.Conversation
	last    Place
	now     *time.Time
}

func newStreams(r *run) (*streams, error) {
	all, err := reference.New(reference.Source{Protocol: r.Protocol})
	if err != nil {
		return nil, err
	}
	s := &streams{run: r, reference: all, open: map[string]*list.Element{}, recent: list.New()}
	if s.template, err = all.Converse(r.Protocol.Name, r.Stream, ""); err != nil {
		return nil, err
	}
	r.streams = s
	if s.note, err = r.newWorker(); err != nil || r.Order == nil {
		return s, err
	}
	for range r.Jobs {
		w, err := r.newWorker()
		if err != nil {
			return nil, err
		}
		s.workers = append(s.workers, w)
	}
	s.sorter, err = newSorter()
	return s, err
}

// streamed judges the message of a record by itself, in a worker. If the archive has another order, the record is only noted.
func (w *worker) streamed(t *task, message, text []byte, place Place, readable bool) error {
	key := w.keyOf(readable)
	if w.Order != nil {
		e := &entry{Key: key, Place: place, Record: text}
		if readable {
			e.Number, e.Text, e.IsText = w.orderOf()
		}
		t.entries = append(t.entries, e)
		return nil
	}
	one, err := w.turn(message, text, place, key)
	t.turns = append(t.turns, one)
	return err
}

func (w *worker) turn(message, text []byte, place Place, key string) (turn, error) {
	line, err := w.streams.template.JudgeFrame(message, w.options)
	w.fast.Read(message)
	return turn{place, key, line, w.options.Now, text, w.fast.Type()}, err
}

// mostKey is the length of a key that is kept as it is. A longer one is replaced by a hash.
const mostKey = 200

func (w *worker) keyOf(readable bool) string {
	if !readable {
		return None
	}
	part, found := w.finder.Find(w.Key)
	if !found {
		return None
	}
	content, is := part.String()
	if !is {
		content = string(part.Text())
	}
	if len(content) > mostKey {
		sum := sha256.Sum256([]byte(content))
		return hex.EncodeToString(sum[:])
	}
	return strings.Clone(content)
}

// orderOf returns the place of a record in its conversation: a number, or a text.
func (w *worker) orderOf() (number float64, content string, isText bool) {
	part, found := w.finder.Find(w.Order)
	if !found {
		return math.Inf(-1), "", false
	}
	if number, is := part.Number(); is {
		return number, "", false
	}
	content, is := part.String()
	if !is {
		content = string(part.Text())
	}
	return 0, strings.Clone(content), true
}

// sorted judges the records in their order within each conversation. One conversation is open at a time.
func (s *streams) sorted() error {
	var batch []*entry
	last := ""
	flush := func() error {
		turns, err := s.judge(batch)
		if err != nil {
			return err
		}
		t := &task{sum: newSummary(), turns: turns}
		for i := range turns {
			if turns[i].key != last || i == 0 && s.recent.Len() == 0 {
				if err := s.close(t.sum); err != nil {
					return err
				}
				last = turns[i].key
			}
			t.turns = turns[i : i+1]
			if err := s.take(t); err != nil {
				return err
			}
		}
		s.total.add(t.sum, s.Examples)
		for _, bad := range t.bad {
			if s.Bad != nil {
				if err := s.Bad(bad); err != nil {
					return err
				}
			}
		}
		batch = batch[:0]
		return nil
	}
	err := s.sorter.each(func(e *entry) error {
		batch = append(batch, e)
		if len(batch) < 512*s.Jobs {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	return errors.Join(err, s.sorter.close())
}

// judge judges records by themselves, on all cores.
func (s *streams) judge(batch []*entry) ([]turn, error) {
	turns, failed := make([]turn, len(batch)), make([]error, s.Jobs)
	var group sync.WaitGroup
	for j := range s.Jobs {
		w := s.workers[j]
		group.Go(func() {
			for i := j; i < len(batch) && failed[j] == nil; i += s.Jobs {
				e := batch[i]
				readable := w.finder.Read(e.Record)
				message, found := w.message(e.Record, readable)
				if !found {
					message = e.Record
				}
				if w.Now != nil {
					w.setNow(readable)
				}
				turns[i], failed[j] = w.turn(message, e.Record, e.Place, e.Key)
			}
		})
	}
	group.Wait()
	return turns, errors.Join(failed...)
}

// take judges the messages of a chunk in their conversations.
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
		c, err := s.conversation(turn.key)
		if err != nil {
			return err
		}
		c.last, c.now = turn.place, turn.now
		var issues []reference.Issue
		for _, verdict := range c.tracker.TakeLine(turn.line) {
			issues = append(issues, verdict...)
		}
		typ := turn.typ
		one := verdictOf(s.isValid(issues), len(issues) > 0)
		t.sum.Counts.add(one)
		addTo(t.sum.Types, typ, one)
		if len(issues) > 0 {
			s.note.note(t.sum, typ, issues, turn.place)
			t.bad = append(t.bad, &Record{Place: turn.place, Type: typ, Valid: one.Invalid == 0, Issues: issues, Text: turn.text, Key: turn.key})
		}
	}
	return nil
}

// conversation returns the conversation of a key, and closes the least recently used one if too many are open.
func (s *streams) conversation(key string) (*conversation, error) {
	if e := s.open[key]; e != nil {
		s.recent.MoveToFront(e)
		return e.Value.(*conversation), nil
	}
	if len(s.open) >= s.Open {
		oldest := s.recent.Remove(s.recent.Back()).(*conversation)
		delete(s.open, oldest.key)
		s.total.Abandoned++
	}
	tracker, err := s.reference.Converse(s.Protocol.Name, s.Stream, "")
	if err != nil {
		return nil, err
	}
	c := &conversation{key: key, tracker: tracker}
	s.open[key] = s.recent.PushFront(c)
	return c, nil
}

// end judges what was sorted, and closes the conversations that are still open.
func (s *streams) end() error {
	if s.Order != nil {
		if err := s.sorted(); err != nil {
			return err
		}
	}
	sum := newSummary()
	err := s.close(sum)
	s.total.add(sum, s.Examples)
	return err
}

// close closes all open conversations, the least recently used one first.
func (s *streams) close(sum *Summary) error {
	for e := s.recent.Back(); e != nil; e = s.recent.Back() {
		c := s.recent.Remove(e).(*conversation)
		delete(s.open, c.key)
		o := s.Options
		o.Now = c.now
		issues := c.tracker.Close(o)
		if len(issues) == 0 {
			continue
		}
		valid := s.isValid(issues)
		if !valid {
			sum.Unfinished++
		}
		s.note.note(sum, End, issues, c.last)
		if s.Bad != nil {
			if err := s.Bad(&Record{Place: c.last, Type: End, Valid: valid, Issues: issues, Key: c.key, End: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// End is in the place of a type for the issues at the end of a conversation.
const End = "(end)"
