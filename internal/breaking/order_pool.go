package breaking

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/sorting"
)

// message is a text that all versions of a conversation accept alone.
type message struct {
	text    string
	judged  [2]reference.Message // by version; the second one is not used where there is one version
	records [2]int
	class   string // messages of one class have the same letters and the same keys
	tree    any
}

// event is a message that a side sends.
type event struct {
	*message
	from string
	now  string
}

func (e event) step() Step { return Step{From: e.from, Text: e.text, Now: e.now} }

// pool has the messages that traces are made of.
type pool struct {
	talks    []talk // one or two versions
	trackers []*reference.Conversation
	classes  [][]*message // the messages of each class, the shortest first
	keys     [][]string   // the ways to members that have keys
	values   map[string][]any
	judged   map[string]*message
	results  []any           // values of the types of replies, and others
	words    []any           // literals of the messages' type
	focus    map[string]bool // the ids of checks whose members vary; nil for all
	uniques  [][]string      // the ways to members that each step of a trace has a value of its own in; nil for none
}

// mostOfRecord bounds the messages of a record that a pool begins with, and mostOfClass those of one class.
const mostOfRecord, mostOfClass = 60, 6

func (c *comparison) newPool(old, new talk) (*pool, error) {
	a, err := c.old.tracker(old)
	if err != nil {
		return nil, err
	}
	b, err := c.new.tracker(new)
	if err != nil {
		return nil, err
	}
	p := &pool{talks: []talk{old, new}, trackers: []*reference.Conversation{a, b}}
	p.results = append(c.old.results(old), c.new.results(new)...)
	return p, p.fill(c.old.textsOf(old), c.new.textsOf(new))
}

func (c *comparison) poolOf(s *side, t talk) (*pool, error) {
	a, err := s.tracker(t)
	if err != nil {
		return nil, err
	}
	p := &pool{talks: []talk{t}, trackers: []*reference.Conversation{a}}
	return p, p.fill(s.textsOf(t))
}

// reference judges conversations, builders and dispatches of a version. It is made once, where it is needed.
func (s *side) reference() (*reference.Reference, error) {
	if s.oracle == nil {
		oracle, err := reference.New(reference.Source{Protocol: s.Protocol})
		if err != nil {
			return nil, err
		}
		s.oracle = oracle
	}
	return s.oracle, nil
}

// tracker begins a conversation.
func (s *side) tracker(t talk) (*reference.Conversation, error) {
	oracle, err := s.reference()
	if err != nil {
		return nil, err
	}
	return oracle.Converse(t.of.Name, t.Name, trackerSide(t.Conversation))
}

// textsOf are messages of each record of a conversation.
func (s *side) textsOf(t talk) (list []string) {
	for _, r := range t.Records {
		texts := slices.Clone(s.messages(r))
		sorting.Stable(texts, func(a, b string) int { return len(a) - len(b) })
		list = append(list, texts...)
	}
	return append(list, s.messages(t.Over)...)
}

// mostResults bounds the values of one type of replies.
const mostResults = 8

// results are small values of the types of replies.
func (s *side) results(t talk) (list []any) {
	for _, x := range t.Exchanges {
		if x.Replies == nil {
			continue
		}
		for _, of := range x.Replies.All() {
			texts := slices.Clone(s.messages(of))
			sorting.Stable(texts, func(a, b string) int { return len(a) - len(b) })
			for _, text := range texts[:min(len(texts), mostResults)] {
				if v, err := read(text); err == nil {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// fill judges texts and sorts those that are valid into classes.
func (p *pool) fill(lists ...[]string) error {
	p.judged, p.values = map[string]*message{}, map[string][]any{}
	for _, t := range p.talks {
		p.keys = append(p.keys, keyPaths(t.Conversation)...)
	}
	sorting.Func(p.keys, slices.Compare)
	p.keys = slices.CompactFunc(p.keys, slices.Equal)
	texts := slices.Concat(lists...)
	sorting.Stable(texts, func(a, b string) int { return len(a) - len(b) })
	texts = slices.Compact(texts)
	counts := map[[2]int]int{}
	for _, text := range texts {
		if m, err := p.message(text); err != nil {
			return err
		} else if m != nil && counts[m.records] < mostOfRecord {
			counts[m.records]++
			p.add(m)
			for _, twice := range p.twice(m) {
				p.add(twice)
			}
		}
	}
	for i := len(texts) - 1; i >= 0; i-- { // long messages have most members
		if m := p.judged[texts[i]]; m != nil {
			p.collect(m)
		}
	}
	d := collected(p.talks[0].Over)
	for _, text := range sortedKeys(d.texts) {
		if v, err := read(text); err == nil && len(p.words) < 60 {
			p.words = append(p.words, v)
		}
	}
	return nil
}

func (p *pool) add(m *message) {
	for i, class := range p.classes {
		if class[0].class != m.class {
			continue
		}
		if len(class) < mostOfClass {
			p.classes[i] = append(class, m)
		}
		return
	}
	p.classes = append(p.classes, []*message{m})
}

// message judges a text; nil if a version does not accept it.
func (p *pool) message(text string) (*message, error) {
	if m, known := p.judged[text]; known {
		return m, nil
	}
	p.judged[text] = nil
	m := &message{text: text, records: [2]int{-1, -1}}
	var class strings.Builder
	for i, t := range p.trackers {
		judged, err := t.Judge([]byte(text), reference.Options{})
		if err != nil {
			return nil, err
		}
		if !judged.Valid {
			return nil, nil
		}
		m.judged[i], m.records[i] = judged, t.RecordOf(judged)
		standing, err := t.Standing([]byte(text))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&class, "%d:%d", m.records[i], standing.Letter)
		for _, ways := range standing.Ways {
			for _, way := range ways {
				fmt.Fprintf(&class, ",%d", way.Letter)
			}
		}
	}
	tree, err := read(text)
	if err != nil {
		return nil, nil
	}
	for _, path := range p.keys {
		if found := len(places(tree, path)); ir.HasItems(path) {
			fmt.Fprintf(&class, ",%d", min(found, mostItems))
		} else {
			fmt.Fprintf(&class, ",%v", found > 0)
		}
	}
	m.tree, m.class = tree, class.String()
	p.judged[text] = m
	return m, nil
}

// mostItems is how many items with keys distinguish classes.
const mostItems = 3

// places are the ways to the values at a path: several where it leads over the items of an array.
func places(tree any, path []string) (list [][]string) {
	step := slices.Index(path, ir.EachItem)
	if step < 0 {
		if _, has := valueAt(tree, path); has {
			list = append(list, path)
		}
		return list
	}
	array, _ := valueAt(tree, path[:step])
	items, _ := array.([]any)
	for i := range items {
		list = append(list, places(tree, slices.Concat(path[:step], []string{strconv.Itoa(i)}, path[step+1:]))...)
	}
	return list
}

func valueAt(tree any, path []string) (any, bool) {
	for _, name := range path {
		switch v := tree.(type) {
		case map[string]any:
			value, has := v[name]
			if !has {
				return nil, false
			}
			tree = value
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			tree = v[i]
		default:
			return nil, false
		}
	}
	return tree, tree != nil
}

// pairs are the records that one message can be of in both versions: by their names, and as messages show.
func (p *pool) pairs(back bool) (list [][2]int) {
	add := func(a, b int) {
		pair := [2]int{a, b}
		if back {
			pair = [2]int{b, a}
		}
		if !slices.Contains(list, pair) {
			list = append(list, pair)
		}
	}
	for i, a := range p.talks[0].Records {
		for j, b := range p.talks[1].Records {
			if a.Name == b.Name && a.Protocol == b.Protocol {
				add(i, j)
			}
		}
	}
	for _, class := range p.classes {
		add(class[0].records[0], class[0].records[1])
	}
	return list
}

// senders are the sides that may send a message, by one version or the other.
func (p *pool) senders(m *message) (list []string) {
	for i, t := range p.talks {
		sides := t.Sides
		if from := t.From[m.records[i]]; from != "" {
			sides = []string{from}
		}
		for _, side := range sides {
			if !slices.Contains(list, side) {
				list = append(list, side)
			}
		}
	}
	if list == nil {
		list = []string{""}
	}
	return list
}

// events are those of a message of each class and their variants with other keys. The second parameter restricts them to some records; then more values vary.
func (p *pool) events(wanted func(*message) bool, wide bool) (list []event) {
	return p.keyedEvents(wanted, wide, 2)
}

// keyedEvents are events with so many keys.
func (p *pool) keyedEvents(wanted func(*message) bool, wide bool, keys int) (list []event) {
	seen := map[*message]bool{}
	for _, class := range p.classes {
		if !wanted(class[0]) {
			continue
		}
		bases := class[:1]
		if wide {
			bases = class[:min(len(class), 3)]
		}
		for _, m := range bases {
			for _, k := range p.keyed(m, keys) {
				variants := []*message{k}
				if wide {
					variants = append(variants, p.shaken(k)...)
				}
				for _, v := range variants {
					if seen[v] {
						continue
					}
					seen[v] = true
					for _, side := range p.senders(v) {
						list = append(list, event{message: v, from: side})
					}
				}
			}
		}
	}
	return list
}

// times are times around which a message is forgotten.
func (p *pool) times(list []event) (times []string) {
	var all []time.Time
	for _, e := range list {
		for _, t := range p.trackers {
			found, _, err := t.Times([]byte(e.text))
			if err == nil {
				all = append(all, found...)
			}
		}
	}
	sorting.Func(all, time.Time.Compare)
	all = slices.CompactFunc(all, time.Time.Equal)
	for _, at := range all {
		for _, by := range []time.Duration{-time.Second, 0, time.Second} {
			if next := at.Add(by); next.Year() > 0 && next.Year() <= 9999 {
				times = append(times, next.Format(time.RFC3339Nano))
			}
		}
	}
	if len(times) > 12 {
		times = times[:12]
	}
	return times
}
