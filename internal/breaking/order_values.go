package breaking

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/sorting"
)

// read members of checks: those of the message, and those of earlier ones.
var readPath = regexp.MustCompile(`\b(?:this|prev|bound\.\w+|reply)((?:\.[A-Za-z_]\w*)+)`)

var literalText = regexp.MustCompile(`'([^'\\]*)'|"([^"\\]*)"|\b(\d+(?:\.\d+)?)\b`)

// readOf are the ways to the members that checks and conditions of a conversation read, and the literals in them.
// With a focus, only checks with its ids count.
func readOf(c *ir.Conversation, focus map[string]bool) (paths [][]string, literals []any) {
	texts := map[string]bool{}
	note := func(p *ir.Predicate) {
		if p != nil {
			texts[p.Text] = true
		}
	}
	for _, o := range c.Orders() {
		for _, check := range o.Checks {
			if focus != nil && !focus[check.ID] {
				continue
			}
			for _, one := range check.Cases {
				texts[one.Text] = true
			}
			if len(check.At) > 0 {
				paths = append(paths, check.At)
			}
		}
		for _, kinds := range o.Kinds {
			for _, l := range kinds {
				note(l.When)
			}
		}
		for _, b := range o.Bound {
			for _, when := range b.When {
				note(when)
			}
		}
	}
	for _, x := range c.Exchanges {
		if x.Replies != nil && len(x.Replies.At) > 0 {
			paths = append(paths, x.Replies.At)
		}
	}
	for _, text := range sortedKeys(texts) {
		for _, found := range readPath.FindAllStringSubmatch(text, -1) {
			paths = append(paths, strings.Split(found[1][1:], "."))
		}
		for _, found := range literalText.FindAllStringSubmatch(text, -1) {
			literals = append(literals, literalsNear(found)...)
		}
	}
	sorting.Func(paths, slices.Compare)
	return slices.CompactFunc(paths, slices.Equal), literals
}

func literalsNear(found []string) []any {
	if found[3] == "" {
		return []any{found[1] + found[2]}
	}
	if !json.Valid([]byte(found[3])) {
		return nil // digits of a pattern or a time
	}
	list := []any{json.Number(found[3])}
	if n, err := strconv.Atoi(found[3]); err == nil {
		list = append(list, json.Number(strconv.Itoa(n+1)), json.Number(strconv.Itoa(n-1)))
	}
	return list
}

// mostVariants bounds the variants of one message.
const mostVariants, mostOfPath = 40, 6

// shaken are variants of a message in the members that checks read, and without them.
func (p *pool) shaken(m *message) (list []*message) {
	for _, t := range p.talks {
		paths, literals := readOf(t.Conversation, p.focus)
		for _, path := range paths {
			found := 0
			for _, v := range p.valuesFor(path, literals) {
				tree, ok := planted(m.tree, path, v)
				if !ok {
					continue
				}
				next, err := p.message(jsontext.Of(tree))
				if err != nil || next == nil || next == m || slices.Contains(list, next) {
					continue
				}
				if list = append(list, next); len(list) >= mostVariants {
					return list
				}
				if found++; found >= mostOfPath {
					break
				}
			}
		}
	}
	return list
}

// valuesFor are values to try for a member; nil is its absence.
func (p *pool) valuesFor(path []string, literals []any) []*any {
	list := []*any{nil}
	add := func(v any) { list = append(list, &v) }
	if p.isResult(path) {
		for _, v := range p.results {
			add(v)
		}
	}
	for _, v := range literals {
		add(v)
	}
	if p.focus != nil { // few ways: more values
		for _, v := range p.words {
			add(v)
			for _, other := range respelled(v) {
				add(other)
			}
		}
	}
	for _, text := range []string{"0", "1", "2", "true", "false", `"a"`, `"b"`, "null"} {
		v, _ := read(text)
		add(v)
	}
	seen := 0
	for _, class := range p.classes {
		for _, m := range class {
			if v, has := valueAt(m.tree, path); has && seen < 6 {
				seen++
				add(v)
				for _, other := range respelled(v) {
					add(other)
				}
			}
		}
	}
	return list
}

// respelled are strings near to one: a word of a pattern often has neighbours that the pattern matches.
func respelled(v any) (list []any) {
	word, is := v.(string)
	if !is || word == "" || len(word) > 100 {
		return nil
	}
	for _, c := range []string{"b", "1"} {
		list = append(list, c+word[1:], word[:len(word)-1]+c, word+c)
	}
	return list
}

// isResult reports whether a member is that of replies.
func (p *pool) isResult(path []string) bool {
	return slices.ContainsFunc(p.talks, func(t talk) bool {
		return slices.ContainsFunc(t.Exchanges, func(x *ir.Exchange) bool { return x.Replies != nil && slices.Equal(x.Replies.At, path) })
	})
}
