package bulk

import (
	"fmt"
	"slices"
)

// began returns the beginnings of the open conversations, the least recently used one first.
func (s *streams) began() []Began {
	list := make([]Began, 0, len(s.open))
	for e := s.recent.Back(); e != nil; e = e.Prev() {
		list = append(list, e.Value.(*conversation).began)
	}
	return list
}

// restore opens the conversations of an earlier run. They are at their beginning until replay.
func (s *streams) restore(list []Began) error {
	for _, b := range list {
		file := slices.Index(s.Files, b.File)
		if file < 0 {
			return fmt.Errorf("%s is not among the files, but the conversation %q of the earlier run begins there", b.File, b.Key)
		}
		c, err := s.begin(b.Key)
		if err != nil {
			return err
		}
		c.began, c.file = b, file
	}
	return nil
}

// replays reports whether a record of an earlier run belongs to a conversation that is still open. The conversations do not change while a run is replayed,
// so all workers may call it.
func (s *streams) replays(key string, file int, offset int64) bool {
	e := s.open[key]
	if e == nil {
		return false
	}
	c := e.Value.(*conversation)
	return file > c.file || file == c.file && offset >= c.began.Offset
}

// replay brings the open conversations to where they were at the end of the earlier run. Nothing is counted.
func (r *Run) replay(workers []*worker) error {
	parts := r.replayed()
	_, err := pipeline(workers, func(send func(*task) error) error {
		for _, p := range parts {
			if err := r.readPart(p, func(c *chunk) error { return send(&task{chunk: c, replay: true}) }); err != nil {
				return r.inFile(p.file, err)
			}
		}
		return nil
	}, func(t *task) error {
		for _, turn := range t.turns {
			c := r.streams.open[turn.key].Value.(*conversation)
			c.last, c.now = turn.place, turn.now
			c.take(turn, r.streams.sides)
		}
		return r.inFile(t.file, t.err)
	})
	return err
}

// replayed returns the parts of the files from the first record of an open conversation to the end of the earlier run.
func (r *Run) replayed() []part {
	var parts []part
	for i, file := range r.Files {
		p, later := part{file: i, until: r.begin[file].Offset}, false
		for _, e := range r.streams.open {
			switch c := e.Value.(*conversation); {
			case c.file < i:
				p.from, later = Position{}, true
			case c.file == i && (!later || c.began.From.Offset < p.from.Offset):
				p.from, later = c.began.From, true
			}
		}
		if later && p.from.Offset < p.until {
			parts = append(parts, p)
		}
	}
	return parts
}
