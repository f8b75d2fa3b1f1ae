package breaking

import (
	"encoding/json"
	"iter"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// mostBases bounds the messages that mutants are made of.
const mostBases = 24

// mostLongest bounds the longest messages that are judged to find a valid one.
const mostLongest = 200

// mutants are messages of the sender with another value at one place, from both types, or without a part. The search takes them last.
func (s *search) mutants() iter.Seq[string] {
	values, names := s.dictionary()
	var bases []any
	return func(yield func(string) bool) {
		if bases == nil {
			bases = s.bases() // not before the first use: a search rarely comes this far
		}
		seen := map[string]bool{}
		emit := func(tree any, ok bool) bool {
			if !ok {
				return true
			}
			text := jsontext.Of(tree)
			if seen[text] {
				return true
			}
			seen[text] = true
			return yield(text)
		}
		for _, base := range bases {
			if !mutantsOf(base, values, names, emit) {
				return
			}
		}
	}
}

func mutantsOf(base any, values []any, names []string, emit func(any, bool) bool) bool {
	for _, v := range values {
		if !emit([]any{v}, true) || !emit([]any{v, v}, true) {
			return false
		}
	}
	for _, path := range append([][]string{{}}, parts(base, nil)...) {
		if len(path) > 0 && !emit(planted(base, path, nil)) {
			return false
		}
		for _, v := range values {
			if !emit(planted(base, path, &v)) {
				return false
			}
		}
		inner, _ := at(base, path)
		switch of := inner.(type) {
		case map[string]any:
			for _, name := range names {
				if _, has := of[name]; has {
					continue
				}
				for _, v := range values[:min(len(values), 14)] {
					if !emit(planted(base, append(slices.Clip(path), name), &v)) {
						return false
					}
				}
			}
		case []any:
			for _, v := range values {
				var alone, twice any = []any{v}, []any{v, v}
				if !emit(planted(base, append(slices.Clip(path), strconv.Itoa(len(of))), &v)) || !emit(planted(base, path, &alone)) || !emit(planted(base, path, &twice)) {
					return false
				}
			}
		}
	}
	return true
}

// mostCombined bounds the members of a rule that vary together.
const mostCombined = 5

// combined are messages with all combinations of a few values for the members that the rule of the gap reads.
func (s *search) combined() iter.Seq[string] {
	var paths [][]string
	for _, found := range readPath.FindAllStringSubmatch(s.gap.text, -1) {
		path := append(slices.Clip(s.gap.path), strings.Split(found[1][1:], ".")...)
		if !slices.ContainsFunc(paths, func(p []string) bool { return slices.Equal(p, path) }) && len(paths) < mostCombined {
			paths = append(paths, path)
		}
	}
	return func(yield func(string) bool) {
		if len(paths) < 2 {
			return
		}
		bases := s.bases()
		for _, base := range bases[:min(len(bases), 12)] {
			if !combine(base, paths, yield) {
				return
			}
		}
	}
}

// combine plants a value of the JSON type that is there at each path, in all combinations.
func combine(tree any, paths [][]string, yield func(string) bool) bool {
	if len(paths) == 0 {
		return yield(jsontext.Of(tree))
	}
	if !combine(tree, paths[1:], yield) {
		return false
	}
	now, _ := at(tree, paths[0])
	var values []any
	switch now.(type) {
	case json.Number:
		values = []any{json.Number("0"), json.Number("1"), json.Number("2")}
	case string:
		values = []any{"", "aa"}
	case bool:
		values = []any{true, false}
	}
	for _, v := range values {
		if next, ok := planted(tree, paths[0], &v); ok && v != now && !combine(next, paths[1:], yield) {
			return false
		}
	}
	return true
}

// at is the part of a tree at a path of names and numbers.
func at(tree any, path []string) (any, bool) {
	for _, step := range path {
		switch v := tree.(type) {
		case map[string]any:
			inner, has := v[step]
			if !has {
				return nil, false
			}
			tree = inner
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			tree = v[i]
		default:
			return nil, false
		}
	}
	return tree, true
}

// bases are valid messages of the sender: the shortest ones, and the longest one, which has most members.
func (s *search) bases() (list []any) {
	texts := slices.Concat(s.sender.messages(s.sends), s.receiver.messages(s.takes), s.sender.more(s.sends), s.receiver.more(s.takes))
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	var valid []string
	texts = slices.Compact(texts)
	for i := 0; i < len(texts) && len(valid) < mostBases-1; i++ {
		if s.accepted(texts[i]) {
			valid = append(valid, texts[i])
		}
	}
	for i := len(texts) - 1; i >= max(0, len(texts)-mostLongest); i-- {
		if s.accepted(texts[i]) {
			valid = append(valid, texts[i])
			break
		}
	}
	for _, text := range valid {
		if tree, err := read(text); err == nil {
			list = append(list, tree)
		}
	}
	if len(list) == 0 {
		list = []any{nil}
	}
	return list
}

// dictionary are the literals of both types, with their neighbours, and the names of members. The values in which the types differ come first.
func (s *search) dictionary() (values []any, names []string) {
	count := map[string]int{}
	var order []string
	for _, t := range []*ir.Type{s.sends, s.takes} {
		d := collected(t)
		for _, text := range sortedKeys(d.texts) {
			if count[text]++; count[text] == 1 {
				order = append(order, text)
			}
		}
		names = append(names, sortedKeys(d.names)...)
	}
	slices.SortStableFunc(order, func(a, b string) int { return count[a] - count[b] })
	usual := []string{"null", "0", `""`, "true", "{}", "[]", `"a"`, "1.5", "-1"}
	differing := 0
	for differing < len(order) && count[order[differing]] == 1 {
		differing++
	}
	for _, text := range slices.Concat(order[:min(differing, 40)], usual, order[min(differing, 40):]) {
		if v, err := read(text); err == nil && len(values) < 80 {
			values = append(values, v)
		}
	}
	slices.Sort(names)
	names = append(slices.Compact(names), "x")
	return values, names
}

func collected(t *ir.Type) *dictionary {
	d := &dictionary{seen: map[any]bool{}, texts: map[string]bool{}, names: map[string]bool{}}
	d.collect(reflect.ValueOf(t))
	return d
}

// dictionary collects literals of a type.
type dictionary struct {
	seen  map[any]bool
	texts map[string]bool
	names map[string]bool
}

func (d *dictionary) collect(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || d.seen[v.Interface()] {
			return
		}
		d.seen[v.Interface()] = true
		if re, is := v.Interface().(*ir.Regexp); is {
			d.regexp(re)
			return
		}
		d.collect(v.Elem())
	case reflect.Interface:
		d.collect(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			d.collect(v.Index(i))
		}
	case reflect.Struct:
		d.value(v.Interface())
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[ir.Program]() && f.Type != reflect.TypeFor[ir.Doc]() {
				d.collect(v.Field(i))
			}
		}
	}
}

func (d *dictionary) value(v any) {
	switch v := v.(type) {
	case ir.Literal:
		d.texts[text(v)] = true
	case ir.Equals:
		for _, text := range v.Texts {
			d.texts[text] = true
		}
	case ir.EnumValue:
		d.texts[jsontext.Of(v.Value)] = true
	case ir.Bound:
		d.around(limit(v))
	case ir.MultipleOf:
		d.around(rational(v.Divisor, v.Digits))
	case ir.Length:
		for _, n := range []int{v.Limit - 1, v.Limit, v.Limit + 1} {
			if n >= 0 && n < 1000 {
				d.texts[repeated(n)[0]] = true
			}
		}
	case ir.Items:
		d.lists(v.Limit)
	case ir.Rule:
		d.rule(v.Text)
	case ir.Field:
		d.names[v.Name] = true
	case ir.NamedSchema:
		d.names[v.Name] = true
	case ir.Requires:
		for _, name := range v.Members {
			d.names[name] = true
		}
	case ir.DependentRequired:
		d.names[v.Trigger] = true
	case ir.Select:
		d.names[v.Tag] = true
		for _, c := range v.Cases {
			for _, tag := range c.Tags {
				d.texts[jsontext.Of(tag)] = true
			}
		}
	}
}

// rule adds the literals of a rule, and strings that are longer than its numbers.
func (d *dictionary) rule(source string) {
	for _, found := range literalText.FindAllStringSubmatch(source, -1) {
		for _, v := range literalsNear(found) {
			d.texts[jsontext.Of(v)] = true
			if n, is := v.(json.Number); is {
				if count, err := strconv.Atoi(n.String()); err == nil && count >= 0 && count <= 5_000 {
					d.texts[repeated(count)[0]] = true
				}
			}
		}
	}
	if strings.Contains(source, "matches") {
		for _, word := range []string{"a\nb", "../a", "a/../b", " a", "A", "a b", "é"} {
			d.texts[jsontext.Of(word)] = true
		}
	}
	if strings.Contains(source, "now") {
		for _, at := range append([]any{"1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z", json.Number("4102444800")}, moments...) {
			d.texts[jsontext.Of(at)] = true
		}
	}
}

func (d *dictionary) lists(n int) {
	for _, count := range []int{n - 1, n, n + 1} {
		if count >= 0 && count < 20 {
			list := make([]any, count)
			for i := range list {
				list[i] = json.Number(strconv.Itoa(i))
			}
			d.texts[jsontext.Of(list)] = true
		}
	}
}

// around adds a number and its neighbours.
func (d *dictionary) around(r *big.Rat) {
	for _, by := range []*big.Rat{{}, big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(-1, 2)} {
		n := new(big.Rat).Add(r, by)
		if n.IsInt() {
			d.texts[n.Num().String()] = true
		} else {
			f, _ := n.Float64()
			d.texts[strconv.FormatFloat(f, 'g', -1, 64)] = true
		}
	}
}

// regexp adds a shortest string that a pattern matches.
func (d *dictionary) regexp(re *ir.Regexp) {
	if word, ok := wordOf(re); ok {
		d.texts[jsontext.Of(word)] = true
	}
}
