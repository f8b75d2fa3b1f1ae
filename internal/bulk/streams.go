package bulk

import (
	"container/list"
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
	s.note, err = r.newWorker()
	return s, err
}

// streamed judges the message of a record by itself, in a worker.
func (w *worker) streamed(t *task, message, text []byte, place Place, readable bool) error {
	key := None
	if readable {
		if part, found := w.finder.Find(w.Key); found {
			content, is := part.String()
			if !is {
				content = string(part.Text())
			}
			key = cut(content)
		}
	}
	line, err := w.streams.template.JudgeFrame(message, w.options)
	if err != nil {
		return err
	}
	w.fast.Read(message)
	t.turns = append(t.turns, turn{place, key, line, w.options.Now, text, w.fast.Type()})
	return nil
}

// take judges the messages of a chunk in their conversations.
func (s *streams) take(t *task) error {
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

// end closes the conversations that are still open: the first message decides about their order.
func (s *streams) end() error {
	sum := newSummary()
	for e := s.recent.Back(); e != nil; e = e.Prev() {
		c := e.Value.(*conversation)
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
	s.total.add(sum, s.Examples)
	return nil
}

// End is in the place of a type for the issues at the end of a conversation.
const End = "(end)"
