package breaking

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
)

// Bounds of a search for one gap: judged messages, and their bytes.
const (
	mostTries = 3_000
	mostBytes = 1 << 20
)

// search looks for a message that a sender may send and a receiver refuses.
type search struct {
	sender, receiver *side
	sends, takes     *ir.Type
	gap              gap
	tries, bytes     int
	options          reference.Options // parameters other than the defaults
}

func newSearch(sender, receiver *side, sends, takes *ir.Type, g gap) *search {
	return &search{sender: sender, receiver: receiver, sends: sends, takes: takes, gap: g}
}

// witness returns a small message, of which no part can be left out. One that is refused at the place of the gap is preferred. With the default
// parameters a rule may never fail, so others are tried last.
func (s *search) witness() (text string, found bool) {
	for _, s.options = range s.settings() {
		if text, found = s.found(); found {
			return text, true
		}
	}
	s.options = reference.Options{}
	return "", false
}

// found is a witness with some parameters. Later attempts take more time.
func (s *search) found() (text string, found bool) {
	for _, attempt := range []struct {
		texts   func() iter.Seq[string]
		exactly []bool
	}{
		{func() iter.Seq[string] { return s.texts(s.sender.messages(s.sends), s.receiver.messages(s.takes)) }, []bool{true, false}},
		{func() iter.Seq[string] { return s.texts(s.sender.more(s.sends), s.receiver.more(s.takes)) }, []bool{true}},
		{s.combined, []bool{true}},
		{s.mutants, []bool{true, false}},
	} {
		texts := attempt.texts()
		for _, exactly := range attempt.exactly {
			if text, found := s.among(texts, exactly); found {
				return text, true
			}
		}
	}
	return "", false
}

// among is the first of some messages that is a witness, without the parts that it does not need.
func (s *search) among(texts iter.Seq[string], exactly bool) (text string, found bool) {
	s.tries, s.bytes = 0, 0
	for text := range texts {
		if s.shows(text, exactly) {
			return s.shrunk(text, exactly), true
		}
		if s.bytes += len(text); s.tries > mostTries || s.bytes > mostBytes {
			break // before texts makes the next message
		}
	}
	return "", false
}

// early is a time before the numbers of most times.
var early = time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC)

// settings are the defaults, an early time where rules read the time, and other values of each parameter that the rule of the gap reads.
func (s *search) settings() (list []reference.Options) {
	list = []reference.Options{{}}
	if slices.ContainsFunc(slices.Concat(s.sends.Rules, s.takes.Rules), func(r *ir.Rule) bool { return strings.Contains(r.Text, "now") }) {
		list = append(list, reference.Options{Now: &early})
	}
	for _, param := range s.receiver.Protocol.Params {
		if !strings.Contains(s.gap.text, "params."+param.Name) {
			continue
		}
		values := map[string][]any{"boolean": {true, false}, "integer": {0.0, 1.0, 1000.0}, "number": {0.0, 1.0}, "string": {"a", ""}, "duration": {"1s", "1h"}, "size": {1.0, 1000.0}, "version": {"1.0.0"}}
		for _, v := range values[param.Takes()] {
			list = append(list, reference.Options{Params: map[string]any{param.Name: v}})
		}
	}
	return list
}

// texts are the messages to judge, the shortest first.
func (s *search) texts(sends, takes []string) iter.Seq[string] {
	var list []*draft
	whole := func(texts []string) {
		for _, text := range texts {
			list = append(list, &draft{base: text, whole: true})
		}
	}
	whole(sends)
	whole(takes)
	var parts []string
	if s.gap.without {
		parts = []string{""}
	}
	for _, c := range s.gap.candidates {
		if value, err := read(c); err == nil {
			parts = append(parts, jsontext.Of(value))
		}
	}
	for _, base := range sends {
		list = slices.AppendSeq(list, splices(base, s.gap.path, parts))
	}
	whole(constantsOf([]string{s.gap.text}, s.sender.messages(s.sends), s.gap.path))
	return made(list)
}

// accepted reports whether the sender's version accepts a message.
func (s *search) accepted(text string) bool {
	sent := s.sender.verdict(s.sends, text, s.options)
	return sent.known && sent.valid
}

// shows reports whether the sender's version accepts a message and the receiver's does not.
func (s *search) shows(text string, exactly bool) bool {
	if s.tries++; s.tries > mostTries {
		return false
	}
	if !s.accepted(text) {
		return false
	}
	taken := s.receiver.verdict(s.takes, text, s.options)
	if !taken.known || taken.valid {
		return false
	}
	return !exactly || slices.ContainsFunc(taken.issues, func(i reference.Issue) bool {
		return i.Level == "must" && (s.gap.fails == "" || i.Rule == s.gap.fails) && s.gap.covers(i.Path)
	})
}

// covers reports whether a path leads to the place of the gap or below it.
func (g gap) covers(pointer string) bool {
	steps := strings.Split(pointer, "/")[1:]
	if pointer == "" {
		steps = nil
	}
	if len(steps) < len(g.path) {
		return false
	}
	for i, want := range g.path {
		if want != every && strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[i]) != want {
			return false
		}
	}
	return true
}

// shrunk leaves out parts of a witness while it stays one.
func (s *search) shrunk(text string, exactly bool) string {
	s.tries = 0
	for {
		tree, err := read(text)
		if err != nil {
			return text
		}
		smaller := ""
		for _, part := range parts(tree, nil) {
			without, ok := planted(tree, part, nil)
			if next := jsontext.Of(without); ok && len(next) < len(text) && s.shows(next, exactly) {
				smaller = next
				break
			}
		}
		if smaller == "" {
			smaller = s.shorter(tree, len(text), exactly)
		}
		if smaller == "" {
			return text
		}
		text = smaller
	}
}

// shorter is a witness with a shorter value at one place, or with a shorter name of a member; "" if there is none.
func (s *search) shorter(tree any, length int, exactly bool) string {
	try := func(next any, ok bool) string {
		if text := jsontext.Of(next); ok && len(text) < length && s.shows(text, exactly) {
			return text
		}
		return ""
	}
	for _, part := range parts(tree, nil) {
		for _, value := range []any{json.Number("0"), "", "a", []any{}, map[string]any{}} {
			if text := try(planted(tree, part, &value)); text != "" {
				return text
			}
		}
		last := len(part) - 1
		value, _ := at(tree, part)
		without, ok := planted(tree, part, nil)
		of, _ := at(tree, part[:last])
		if _, is := of.(map[string]any); !is || !ok || len(part[last]) < 2 {
			continue
		}
		for _, name := range []string{"a", "b", "c", "x"} {
			path := append(slices.Clone(part[:last]), name)
			if _, has := at(tree, path); has {
				continue
			}
			if text := try(planted(without, path, &value)); text != "" {
				return text
			}
		}
	}
	return ""
}

// parts are the paths of all members and items, the outer ones first.
func parts(tree any, at []string) [][]string {
	var list, inner [][]string
	add := func(name string, value any) {
		path := append(slices.Clip(at), name)
		list = append(list, path)
		inner = append(inner, parts(value, path)...)
	}
	switch v := tree.(type) {
	case []any:
		for i, item := range v {
			add(strconv.Itoa(i), item)
		}
	case map[string]any:
		for _, name := range sorted(v) {
			add(name, v[name])
		}
	}
	return append(list, inner...)
}

func sorted(members map[string]any) []string {
	var names []string
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// planted returns a copy of a tree with another value at a path, or without the part there. The step every leads to the first part.
func planted(tree any, path []string, value *any) (any, bool) {
	if len(path) == 0 {
		if value == nil {
			return nil, false
		}
		return *value, true
	}
	switch v := tree.(type) {
	case map[string]any:
		return plantedMember(v, path, value)
	case []any:
		return plantedItem(v, path, value)
	}
	return nil, false
}

func plantedMember(members map[string]any, path []string, value *any) (any, bool) {
	name := path[0]
	if name == every {
		name = "a"
		if names := sorted(members); len(names) > 0 {
			name = names[0]
		}
	}
	next := map[string]any{}
	for key, v := range members {
		next[key] = v
	}
	if len(path) == 1 && value == nil {
		delete(next, name)
		return next, len(next) < len(members)
	}
	inner, there := members[name]
	if !there && len(path) > 1 {
		return nil, false
	}
	changed, ok := planted(inner, path[1:], value)
	next[name] = changed
	return next, ok
}

func plantedItem(items []any, path []string, value *any) (any, bool) {
	i, err := strconv.Atoi(path[0])
	if path[0] == every {
		i, err = 0, nil
	}
	next := slices.Clone(items)
	switch {
	case err != nil || i < 0 || i > len(items):
		return nil, false
	case len(path) == 1 && value == nil:
		if i == len(items) {
			return nil, false
		}
		return slices.Delete(next, i, i+1), true
	case i == len(items):
		if len(path) > 1 {
			return nil, false
		}
		return append(next, *value), true
	}
	changed, ok := planted(items[i], path[1:], value)
	next[i] = changed
	return next, ok
}

func read(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}
