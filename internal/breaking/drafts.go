package breaking

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/jsontext"
)

// draft is a message with another part. A search sorts thousands of them by their length and judges the shortest, so only those are written.
type draft struct {
	base     string
	from, to int // of the part that is replaced
	part     string
	whole    bool // the message is base itself
}

func (d *draft) size() int { return len(d.base) + len(d.part) - (d.to - d.from) }

// text is the message, as write spells it.
func (d *draft) text() string {
	if d.whole {
		return d.base
	}
	tree, err := read(d.base[:d.from] + d.part + d.base[d.to:])
	if err != nil {
		return ""
	}
	return jsontext.Of(tree)
}

// made are the texts of drafts, the shortest first and equal neighbours once.
func made(drafts []*draft) iter.Seq[string] {
	slices.SortStableFunc(drafts, func(a, b *draft) int { return a.size() - b.size() })
	return func(yield func(string) bool) {
		last := ""
		for _, d := range drafts {
			if text := d.text(); text != last && text != "" {
				if !yield(text) {
					return
				}
				last = text
			}
		}
	}
}

// splices is planted for the text of a message and each part, at a place that is looked for once. An empty part removes the value.
func splices(base string, path, parts []string) iter.Seq[*draft] {
	return func(yield func(*draft) bool) {
		last := &slot{found: true, to: len(base)}
		for i, step := range path {
			at := last.value
			last = &slot{step: step, text: base}
			if !last.find(at) || !last.found && i < len(path)-1 {
				return
			}
		}
		for _, part := range parts {
			if d := last.planted(base, part, len(path) == 0); d != nil && !yield(d) {
				return
			}
		}
	}
}

// planted is the text with a part at the slot; nil if the slot cannot have it.
func (s *slot) planted(base, part string, whole bool) *draft {
	d := &draft{base: base, part: part, from: s.value, to: s.to}
	switch {
	case part == "" && (whole || !s.found):
		return nil
	case part == "":
		d.from, d.to = s.around()
	case s.found:
	case !s.object && s.step != strconv.Itoa(s.count) && (s.step != every || s.count > 0):
		return nil
	default:
		d.from, d.to, d.part = s.end, s.end, s.added(part)
	}
	return d
}

// slot is the place of a member or item in a JSON text.
type slot struct {
	step, text      string
	object, found   bool
	name            string
	from, value, to int // of the member, with its name
	count, end      int // of all members, and the closing bracket
}

// find looks for the step in the object or array behind an index. The step every is the first name.
func (s *slot) find(at int) bool {
	for at < len(s.text) && s.text[at] <= ' ' {
		at++
	}
	if at == len(s.text) || s.text[at] != '{' && s.text[at] != '[' {
		return false
	}
	s.object = s.text[at] == '{'
	for more := true; more; s.count++ {
		from := at + 1
		if at = valueEnd(s.text, from); at == len(s.text) {
			return false
		}
		if more = s.text[at] == ','; s.count == 0 && !more && strings.TrimSpace(s.text[from:at]) == "" {
			break
		}
		if s.visit(from, at); s.found && s.step != every {
			return true // the members behind it do not matter
		}
	}
	s.end = at
	return true
}

// visit notes a member or item if it is the one of the step.
func (s *slot) visit(from, to int) {
	name, value, first := strconv.Itoa(s.count), from, from
	if s.object {
		for from < to && s.text[from] != '"' {
			from++
		}
		end := min(stringEnd(s.text, from), to)
		if name = s.text[from:end]; strings.IndexByte(name, '\\') >= 0 || len(name) < 2 {
			v, _ := read(name)
			name, _ = v.(string)
		} else {
			name = name[1 : len(name)-1]
		}
		for value = end; value < to && s.text[value] != ':'; {
			value++
		}
		value = min(value+1, to)
	}
	if name == s.step || s.step == every && (!s.found || name < s.name) {
		s.found, s.name, s.from, s.value, s.to = true, name, first, value, to
	}
}

// around are the bounds of a member with one comma.
func (s *slot) around() (from, to int) {
	switch {
	case s.text[s.to] == ',':
		return s.from, s.to + 1
	case s.text[s.from-1] == ',':
		return s.from - 1, s.to
	}
	return s.from, s.to
}

// added is a further member or item.
func (s *slot) added(part string) string {
	if s.object {
		name := s.step
		if name == every {
			name = "a"
		}
		part = jsontext.Of(name) + ":" + part
	}
	if s.count > 0 {
		part = "," + part
	}
	return part
}

// valueEnd is the index of the comma or closing bracket behind the value at an index.
func valueEnd(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// stringEnd is the index behind the string at an index.
func stringEnd(text string, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}
