package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
)

// shrink leaves out events and parts of messages while a trace shows the same difference.
func (s *orderSearch) shrink(d *difference) {
	way := s.traces[d]
	if len(way) == 0 {
		return
	}
	closes := len(d.steps) > len(way)
	for i := len(way) - 1; i >= 0; i-- {
		if shorter := slices.Delete(slices.Clone(way), i, i+1); s.shows(d, shorter, closes) {
			way = shorter
			i = min(i, len(way))
		}
	}
	for i := range way {
		way = s.smaller(d, way, i, closes)
	}
	d.steps = nil
	for _, e := range way {
		d.steps = append(d.steps, e.step())
	}
	if closes {
		d.steps = append(d.steps, Step{Close: true})
	}
	s.traces[d] = way
}

// smaller leaves parts out of one message of a trace.
func (s *orderSearch) smaller(d *difference, way []event, i int, closes bool) []event {
	if strings.HasPrefix(way[i].text, "[") || way[i].now != "" {
		return way
	}
	for {
		tree, found := way[i].tree, false
		for _, part := range parts(tree, nil) {
			without, ok := planted(tree, part, nil)
			if !ok {
				continue
			}
			m, err := s.pool.message(jsontext.Of(without))
			if err != nil || m == nil || len(m.text) >= len(way[i].text) {
				continue
			}
			next := slices.Clone(way)
			next[i] = event{message: m, from: way[i].from}
			if s.shows(d, next, closes) {
				way, found = next, true
				break
			}
		}
		if !found {
			return way
		}
	}
}

// shows reports whether a trace ends with the same difference and has none before.
func (s *orderSearch) shows(d *difference, way []event, closes bool) bool {
	at := s.pool.start()
	for i, e := range way {
		next, verdicts := s.pool.then(at, e)
		found := s.pool.differing(at, e, verdicts)
		if i == len(way)-1 && !closes {
			return found != nil && d.same(found)
		}
		if found != nil && (found.category == Order || d.category == Issues || moved(verdicts[0]) != moved(verdicts[1])) {
			return false
		}
		at = next
	}
	found := s.pool.closing(at)
	return closes && found != nil && d.same(found)
}

func (d *difference) same(e *difference) bool {
	return d.place() == e.place() && (d.category != Issues || d.issue == e.issue)
}

// mostCounted bounds the messages of a trace that shows a limit of a count.
const mostCounted = 400

// count looks for a trace that goes beyond a limit: it opens exchanges with new keys, or puts messages into one batch.
func (s *orderSearch) count(g *orderGap, events []event) {
	if g.most > mostCounted {
		g.reason = fmt.Sprintf("a trace of %d messages would show it, and none of more than %d is made; a smaller limit would", g.most, mostCounted)
		return
	}
	var prefixes [][]event // ways to other states, the start included
	seen := map[string]bool{}
	for queue := []node{s.pool.start()}; len(queue) > 0 && len(prefixes) < 60; queue = queue[1:] {
		at := queue[0]
		prefixes = append(prefixes, at.way)
		for _, e := range events {
			next, verdicts := s.pool.then(at, e)
			if _, refused := firstMust(verdicts[0]); refused || s.pool.differing(at, e, verdicts) != nil {
				continue
			}
			if key := next.situation(); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	for _, prefix := range prefixes {
		for _, e := range events {
			if g.kind == "batch" {
				s.batch(g, prefix, e)
			} else {
				s.repeat(g, prefix, e)
			}
			if s.isShown(*g) {
				return
			}
		}
	}
}

// repeat sends a message again and again with other keys, until the versions differ.
func (s *orderSearch) repeat(g *orderGap, prefix []event, e event) {
	at := s.pool.start()
	for _, before := range prefix {
		at, _ = s.pool.then(at, before)
	}
	for n := range g.most + 2 {
		m := s.pool.numbered(e.message, n)
		if m == nil {
			return
		}
		one := event{message: m, from: e.from}
		next, verdicts := s.pool.then(at, one)
		if d := s.pool.differing(at, one, verdicts); d != nil {
			s.note(d, next.way, false)
			return
		}
		if _, refused := firstMust(verdicts[0]); refused {
			return
		}
		at = next
	}
}

// numbered is a message with keys that belong to a number.
func (p *pool) numbered(m *message, n int) *message {
	for _, v := range []any{fmt.Sprintf("k%d", n), float64(n)} {
		tree, changed := m.tree, false
		for _, path := range p.keys {
			for _, place := range places(tree, path) {
				if next, ok := planted(tree, place, &v); ok {
					tree, changed = next, true
				}
			}
		}
		if !changed {
			return nil
		}
		if next, err := p.message(jsontext.Of(tree)); err == nil && next != nil {
			return next
		}
	}
	return nil
}

// batch sends so many messages in one array.
func (s *orderSearch) batch(g *orderGap, prefix []event, e event) {
	at := s.pool.start()
	for _, before := range prefix {
		at, _ = s.pool.then(at, before)
	}
	version := 0
	if g.back {
		version = 1
	}
	text := "[" + strings.TrimSuffix(strings.Repeat(e.text+",", g.most), ",") + "]"
	var verdicts [][]reference.Issue
	for i, t := range at.trackers {
		issues, err := t.Fork().Next(reference.Event{Text: []byte(text), Sent: s.pool.sent(i, e.from)})
		if err != nil {
			return
		}
		verdicts = append(verdicts, issues)
	}
	_, accepts := firstMust(verdicts[version])
	refusal, refuses := firstMust(verdicts[1-version])
	if accepts || !refuses {
		return
	}
	d := &difference{category: Order, back: g.back, issue: "batch", message: refusal.Message}
	for _, before := range prefix {
		d.steps = append(d.steps, before.step())
	}
	d.steps = append(d.steps, Step{From: e.from, Text: text})
	if known := s.found[d.place()]; known == nil || d.compare(known) < 0 {
		s.found[d.place()] = d
	}
}

// first is a shortest trace of one version: one that it accepts, or one that it refuses at its end.
func (p *pool) first(accepted bool) []Step {
	events := p.events(func(*message) bool { return true }, false)
	seen := map[string]bool{}
	steps := fewSteps
	for queue := []node{p.start()}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if issues := at.trackers[0].Fork().Close(reference.Options{}); (len(issues) == 0) == accepted && (!accepted || len(at.way) > 0) {
			return append(stepsOf(at.way), Step{Close: true})
		}
		for _, e := range events {
			if steps--; steps < 0 {
				return nil
			}
			next, verdicts := p.then(at, e)
			_, refused := firstMust(verdicts[0])
			if refused && !accepted {
				return stepsOf(next.way)
			}
			if key := next.situation(); !refused && !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return nil
}

func stepsOf(way []event) (steps []Step) {
	for _, e := range way {
		steps = append(steps, e.step())
	}
	return steps
}
