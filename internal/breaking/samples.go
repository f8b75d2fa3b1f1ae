package breaking

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/sorting"
)

// grown are further messages of a type: a smallest one, repaired until the version accepts it, and with each optional member. Derived messages of a type
// whose rules relate members to the time are rare.
func (s *side) grown(t *ir.Type) (list []string) {
	left := mostAllRepairs
	for _, small := range sampled(ir.Value{Kind: ir.Ref{Type: t}}, nil) {
		tree, ok := s.repaired(t, small, nil, mostRepairs)
		if !ok {
			continue
		}
		list = append(list, jsontext.Of(tree))
		full := tree
		for _, add := range additions(ir.Value{Kind: ir.Ref{Type: t}}, nil, nil) {
			next, ok := planted(tree, add.path, &add.value)
			if !ok {
				continue
			}
			before := left
			if left = max(0, left-fewRepairs); s.accepts(t, next) {
				left = before
			}
			if next, ok = s.repaired(t, next, add.path, min(before, fewRepairs)); ok {
				list = append(list, jsontext.Of(next))
			}
			if more, ok := planted(full, add.path, &add.value); ok && s.accepts(t, more) {
				full = more
			}
		}
		list = append(list, jsontext.Of(full))
	}
	return list
}

// more are the grown messages of a type, made once.
func (s *side) more(t *ir.Type) []string {
	list, known := s.others[t]
	if !known {
		list = s.grown(t)
		s.others[t] = list
	}
	return list
}

func (s *side) valid(t *ir.Type, text string) bool {
	v := s.verdict(t, text, reference.Options{})
	return v.known && v.valid
}

func (s *side) accepts(t *ir.Type, tree any) bool { return s.valid(t, jsontext.Of(tree)) }

// Bounds of the values that repairs try: of a smallest message, of one with a further member, and of all of one type.
const (
	mostRepairs    = 400
	fewRepairs     = 120
	mostAllRepairs = 1_500
)

// moments are times at and after the default time, which rules compare with.
var moments = []any{json.Number("946684800"), json.Number("946684801"), "2000-01-01T00:00:00Z", "2000-01-01T00:00:01Z"}

// repaired changes a message where it has issues, until the version accepts it. The part at keep stays.
func (s *side) repaired(t *ir.Type, tree any, keep []string, tries int) (any, bool) {
	for range 4 {
		verdict, err := s.judge.Verdict(t, []byte(jsontext.Of(tree)), reference.Options{})
		if err != nil || verdict.Valid {
			return tree, err == nil
		}
		next, better := s.better(t, tree, keep, verdict, &tries)
		if !better {
			return nil, false
		}
		tree = next
	}
	return tree, s.accepts(t, tree)
}

// better is a message with fewer faults, which differs at the place of one or in one of its scalars.
func (s *side) better(t *ir.Type, tree any, keep []string, verdict reference.Result, tries *int) (any, bool) {
	values := slices.Concat([]any{json.Number("0"), json.Number("1"), "a", true, false, map[string]any{}, nil}, moments, s.literals(t))
	var places [][]string
	for _, i := range verdict.Issues {
		if i.Level == "must" {
			places = append(places, pointer(i.Path))
		}
	}
	faulty := len(places)
	others := parts(tree, nil)
	sorting.Stable(others, func(a, b []string) int { return len(a) - len(b) })
	for i, path := range append(places, others...) {
		now, _ := at(tree, path)
		if keep != nil && len(path) <= len(keep) && slices.Equal(path, keep[:len(path)]) {
			if len(path) < len(keep) || !isScalar(now) {
				continue
			}
			i = faulty // it may get another value of its JSON type
		}
		for _, v := range append([]any{drop{}}, values...) {
			if i >= faulty && fmt.Sprintf("%T", v) != fmt.Sprintf("%T", now) {
				continue // another place gets another value of its JSON type
			}
			if *tries--; *tries < 0 {
				return nil, false
			}
			next, ok := planted(tree, path, &v)
			if _, is := v.(drop); is {
				next, ok = planted(tree, path, nil)
			}
			if !ok {
				continue
			}
			after, err := s.judge.Verdict(t, []byte(jsontext.Of(next)), reference.Options{})
			if err == nil && musts(after) < musts(verdict) {
				return next, true
			}
		}
	}
	return nil, false
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// drop is the absence of a value.
type drop struct{}

func musts(t reference.Result) (n int) {
	for _, i := range t.Issues {
		if i.Level == "must" {
			n++
		}
	}
	return n
}

func pointer(path string) (steps []string) {
	if path == "" {
		return nil
	}
	for _, step := range strings.Split(path, "/")[1:] {
		steps = append(steps, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
	}
	return steps
}

// literals are those of a type, at most a few.
func (s *side) literals(t *ir.Type) (list []any) {
	d := collected(t)
	for _, text := range sortedKeys(d.texts) {
		if v, err := read(text); err == nil && len(list) < 30 {
			list = append(list, v)
		}
	}
	return list
}

// sampled are small values of a value's kind: of each variant, else one. Rules and schemas may refuse them.
func sampled(v ir.Value, within []*ir.Type) []any {
	r := v.Resolve()
	for _, t := range r.Types {
		if slices.Contains(within, t) {
			return nil // no end
		}
	}
	within = append(slices.Clip(within), r.Types...)
	if list := literals(r); list != nil {
		value, _ := read(text(list[0]))
		return []any{value}
	}
	switch k := r.Kind.(type) {
	case *ir.Union:
		var all []any
		for _, variant := range k.Variants {
			for _, one := range sampled(ir.Value{Kind: ir.Ref{Type: variant.Type}}, within) {
				if members, is := one.(map[string]any); is && len(all) < 12 && (len(variant.Tags) == 0 || members[k.Tag] != nil) {
					all = append(all, one)
				}
			}
		}
		return all
	case *ir.Choice:
		var all []any
		for _, o := range k.Options {
			all = append(all, sampled(o, within)...)
		}
		return all
	case *ir.Record:
		return sampledRecord(k, within)
	case ir.Array:
		least, _ := counts(r.Checks)
		items := []any{}
		if all := sampled(*k.Items, within); len(all) > 0 {
			items = slices.Repeat(all[:1], least)
		}
		return []any{items}
	}
	return []any{scalarOf(r)}
}

func sampledRecord(k *ir.Record, within []*ir.Type) []any {
	members := map[string]any{}
	for _, f := range k.Fields {
		if !f.Required {
			continue
		}
		all := sampled(f.Value, within)
		if len(all) == 0 {
			if !f.Value.AcceptsNull() {
				return nil
			}
			all = []any{nil}
		}
		members[f.Name] = all[0]
	}
	return []any{members}
}

// scalarOf is a value of a kind that is no composition.
func scalarOf(r ir.Resolved) any {
	switch r.Kind.(type) {
	case ir.Object, ir.Map:
		return map[string]any{}
	case ir.Boolean:
		return true
	case ir.Integer, ir.Number:
		in := intervalOf(r)
		for _, text := range in.outside(in) {
			if takes(r, numberLiteral(text)) {
				return json.Number(text)
			}
		}
		return json.Number("0")
	case ir.String, *ir.Enum:
		for _, text := range wordsFor(r) {
			if takes(r, ir.Literal{Kind: ir.StringLiteral, String: text}) {
				return text
			}
		}
		return "a"
	}
	return nil
}

func numberLiteral(text string) ir.Literal {
	n, _ := json.Number(text).Float64()
	return ir.Literal{Kind: ir.NumberLiteral, Number: n, Digits: text}
}

// wordsFor are strings that may satisfy checks.
func wordsFor(r ir.Resolved) []string {
	list := []string{"a", "1", "2000-01-01T00:00:00Z", "2000-01-01", "https://a.example/", "a@a.example", "123e4567-e89b-42d3-a456-426614174000",
		"00:00:00Z", "P1D", "127.0.0.1", "::1", "a.example", "/a", "a/b", "1.0.0", ""}
	least, _ := counts(r.Checks)
	if least < 100_000 {
		list = append(list, strings.Repeat("a", least), strings.Repeat("0", least))
	}
	for _, re := range regexps(r.Checks) {
		if word, ok := wordOf(re); ok {
			list = append(list, word)
		}
	}
	return list
}

// wordOf is a shortest string that a pattern matches.
func wordOf(re *ir.Regexp) (string, bool) {
	if len(re.DFA.States) == 0 {
		return "", false
	}
	word, found, _ := product([]ir.DFA{re.DFA, {States: []ir.State{{}}}})
	return word, found
}

// addition is an optional member with a value.
type addition struct {
	path  []string
	value any
}

// additions are the optional members of a value, and those inside its members.
func additions(v ir.Value, at []string, within []*ir.Type) (list []addition) {
	r := v.Resolve()
	for _, t := range r.Types {
		if slices.Contains(within, t) {
			return nil
		}
	}
	within = append(slices.Clip(within), r.Types...)
	if len(at) > 4 {
		return nil
	}
	switch k := r.Kind.(type) {
	case *ir.Union:
		for _, variant := range k.Variants {
			list = append(list, additions(ir.Value{Kind: ir.Ref{Type: variant.Type}}, at, within)...)
		}
	case *ir.Choice:
		for _, o := range k.Options {
			list = append(list, additions(o, at, within)...)
		}
	case *ir.Record:
		for _, f := range k.Fields {
			path := append(slices.Clip(at), f.Name)
			if all := sampled(f.Value, within); !f.Required && len(all) > 0 {
				list = append(list, addition{path, all[0]})
			}
			list = append(list, additions(f.Value, path, within)...)
		}
	case ir.Array:
		for _, one := range sampled(*k.Items, within) {
			list = append(list, addition{at, []any{one}})
		}
	}
	return list[:min(len(list), 200)]
}
