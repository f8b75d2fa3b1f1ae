package breaking

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// keyPaths are the ways to the members of messages that have keys or must differ.
func keyPaths(c *ir.Conversation) (list [][]string) {
	for _, x := range c.Exchanges {
		for _, way := range x.Ways() {
			if way.Reply != nil {
				list = append(list, slices.Concat(c.Exchanges[way.Reply.Exchange].Replies.At, way.At))
				continue
			}
			list = append(list, way.Members()...)
		}
	}
	for _, u := range c.Unique {
		list = append(list, u.By...)
	}
	return list
}

// uniquePaths are the ways to the members in which messages must differ, except for keys: another value there would begin another exchange.
func (p *pool) uniquePaths() (list [][]string) {
	keys := map[string]bool{}
	for _, t := range p.talks {
		for _, x := range t.Exchanges {
			for _, way := range x.Ways() {
				for _, at := range way.Members() {
					keys[strings.Join(at, "/")] = true
				}
			}
		}
	}
	for _, t := range p.talks {
		for _, u := range t.Unique {
			list = append(list, slices.DeleteFunc(slices.Clone(u.By), func(at []string) bool { return keys[strings.Join(at, "/")] })...)
		}
	}
	return list
}

// distinct is the event with values of its own in the members in which messages must differ, if such a message is valid.
func (p *pool) distinct(e event, number int) event {
	for _, path := range p.uniques {
		if _, has := valueAt(e.tree, path); !has {
			continue
		}
		for _, v := range []any{fmt.Sprintf("a%d", number), json.Number(strconv.Itoa(number + 1)), fmt.Sprintf("00000000-0000-4000-8000-%012d", number)} {
			tree, ok := planted(e.tree, path, &v)
			if !ok {
				break
			}
			if next, err := p.message(jsontext.Of(tree)); err == nil && next != nil && next.class == e.class {
				e.message = next
				break
			}
		}
	}
	return e
}

// collect notes the values at the ways of keys.
func (p *pool) collect(m *message) {
	for _, path := range p.keys {
		at := strings.Join(path, "/")
		for _, place := range places(m.tree, path) {
			v, _ := valueAt(m.tree, place)
			if len(p.values[at]) < 6 && !slices.ContainsFunc(p.values[at], func(o any) bool { return jsontext.Of(o) == jsontext.Of(v) }) {
				p.values[at] = append(p.values[at], v)
			}
		}
	}
}

// twice are messages with one item more in an array with keys: derived messages often have one item.
func (p *pool) twice(m *message) (list []*message) {
	for _, path := range p.keys {
		step := slices.Index(path, ir.EachItem)
		if step < 0 || len(places(m.tree, path)) != 1 {
			continue
		}
		item, has := valueAt(m.tree, append(slices.Clone(path[:step]), "0"))
		if tree, ok := planted(m.tree, append(slices.Clone(path[:step]), "1"), &item); has && ok {
			if next, err := p.message(jsontext.Of(tree)); err == nil && next != nil {
				list = append(list, next)
			}
		}
	}
	return list
}

// candidates are values for a key: the first ones are valid in most messages.
func (p *pool) candidates(path []string) []any {
	usual := []string{`"a"`, `"b"`, "1", "2", `"c"`, "3", `"d"`, "4", `"e"`, "5", `"f"`, "6", `"g"`, "7", `"h"`, "8"}
	var list []any
	for _, text := range usual {
		v, _ := read(text)
		list = append(list, v)
	}
	for _, other := range p.keys {
		list = append(list, p.values[strings.Join(other, "/")]...)
	}
	return list
}

// keyed are variants of a message with two keys at each way that it has a key at.
func (p *pool) keyed(m *message, keys int) []*message {
	list := []*message{m}
	var own []*message
	for _, path := range p.keys {
		for _, place := range places(m.tree, path) {
			var next []*message
			for _, base := range list {
				next = append(next, p.keysAt(base, place, keys)...)
			}
			if len(next) > 0 && len(next) <= 16 {
				list, own = next, next
			}
		}
	}
	if own == nil {
		return []*message{m}
	}
	return list
}

// keysAt are so many messages with different keys at a way.
func (p *pool) keysAt(m *message, path []string, most int) (list []*message) {
	for _, v := range p.candidates(path) {
		tree, ok := planted(m.tree, path, &v)
		if !ok {
			continue
		}
		next, err := p.message(jsontext.Of(tree))
		if err != nil || next == nil || next.class != m.class || slices.Contains(list, next) {
			continue
		}
		if list = append(list, next); len(list) == most {
			break
		}
	}
	return list
}
