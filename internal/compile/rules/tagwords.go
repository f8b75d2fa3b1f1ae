package rules

import (
	"slices"
	"strconv"
	"strings"
)

// tagWords is a set of tags: those of the list, or all but those. `known` is how many tags there are, or 0 if any string can be one.
type tagWords struct {
	out   bool
	list  []string // sorted, each once
	known int
}

func newTagWords(out bool, list []string, known int) tagWords {
	list = slices.Clone(list)
	slices.Sort(list)
	return tagWords{out, slices.Compact(list), known}
}

func (w tagWords) has(tag string) bool {
	_, listed := slices.BinarySearch(w.list, tag)
	return listed != w.out
}

func (w tagWords) not() states { return tagWords{!w.out, w.list, w.known} }

func (w tagWords) and(s states) states { return w.intersect(s.(tagWords)) }

func (w tagWords) intersect(other tagWords) tagWords {
	known := max(w.known, other.known)
	switch {
	case w.out && other.out:
		return newTagWords(true, slices.Concat(w.list, other.list), known)
	case w.out:
		w, other = other, w
	}
	both := tagWords{known: known}
	for _, tag := range w.list {
		if other.has(tag) {
			both.list = append(both.list, tag)
		}
	}
	return both
}

func (w tagWords) or(s states) states { return w.not().and(s.not()).not() }

func (w tagWords) none() bool {
	if w.out {
		return w.known > 0 && len(w.list) >= w.known
	}
	return len(w.list) == 0
}

// A fact about a tag is a text like those about members: the place of the tag, and the set.
const (
	tagged   = "tag "
	tagSplit = "\x01" // no path contains it
)

func tagFact(path string, w tagWords) string {
	parts := []string{tagged + path, strconv.FormatBool(w.out)}
	for _, tag := range w.list {
		parts = append(parts, strconv.Quote(tag))
	}
	return strings.Join(parts, tagSplit)
}

// readTagFact reads a fact; ok reports whether it is one about a tag.
func readTagFact(fact string) (path string, w tagWords, ok bool) {
	if !strings.HasPrefix(fact, tagged) || strings.Contains(fact, implies) {
		return "", w, false
	}
	parts := strings.Split(fact, tagSplit)
	for _, quoted := range parts[2:] {
		tag, err := strconv.Unquote(quoted)
		if err != nil {
			panic(err) // tagFact quoted it
		}
		w.list = append(w.list, tag)
	}
	w.out = parts[1] == "true"
	return strings.TrimPrefix(parts[0], tagged), newTagWords(w.out, w.list, 0), true
}

// eitherTags returns the facts about tags that follow if the facts of one of two lists are true.
func eitherTags(a, b []string) []string {
	var list []string
	second := tagsOf(b)
	for _, at := range tagsOf(a) {
		for _, other := range second {
			if at.path == other.path {
				list = append(list, tagFact(at.path, at.words.or(other.words).(tagWords)))
			}
		}
	}
	return list
}

// placedTags is the set of tags that facts allow at one place.
type placedTags struct {
	path  string
	words tagWords
}

func tagsOf(facts []string) []placedTags {
	var list []placedTags
	at := map[string]int{}
	for _, fact := range facts {
		path, w, is := readTagFact(fact)
		if !is {
			continue
		}
		if i, known := at[path]; known {
			list[i].words = list[i].words.intersect(w)
			continue
		}
		at[path] = len(list)
		list = append(list, placedTags{path, w})
	}
	return list
}
