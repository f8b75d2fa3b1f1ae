package golang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/reference"
)

// metaPools contains values for the members of Meta that its rules distinguish.
var metaPools = map[string][]string{
	"code":    {`"E1"`, `"E2"`},
	"open":    {`"half"`, `"none"`, `"other"`},
	"text":    {`""`, `"a"`, `"ab"`, `"zz"`, `"x"`, `"no"`, `"é"`, `"～"`, `"😀"`, `"😀😀"`, `"aaa"`},
	"other":   {`""`, `"b"`, `"～"`, `"😀"`, `"1"`, `"-3"`, `"+7"`, `"1_0"`, `"9223372036854775808"`, `"half"`, `"none"`, `"9007199254740991"`},
	"a":       {"0", "1", "-1", "-7", "7", "-3", "9007199254740991", "-9007199254740991", "96038", "97000000"},
	"b":       {"0", "1", "2", "-2", "-1", "9007199254740991"},
	"x":       {"0", "-0", "0.1", "0.3", "-1.5", "4.9", "1e308", "9223372036854775807", "1e-320"},
	"y":       {"0", "-0", "2", "0.1", "-3.5", "1e19", "-9223372036854775808"},
	"flags":   {`[]`, `["p"]`, `["p","q"]`, `["q","p"]`, `["p","p"]`, `["q"]`},
	"words":   {`[]`, `["a"]`, `["ab"]`, `["b"]`, `["z","a"]`, `["abc","z"]`, `["b","ab"]`},
	"numbers": {`[]`, `[2]`, `[2,2]`, `[2,0]`, `[0,2]`, `[2,3,4]`, `[2,5]`, `[9007199254740991,2]`},
	"doubles": {`[]`, `[1.5]`, `[0.1,0.2]`, `[15e-1,0]`},
	"counts":  {`{}`, `{"good":1}`, `{"good":0}`, `{"good":1,"bad":1}`, `{"good":1,"a":1,"b":1,"c":1}`, `{"__proto__":1}`},
	"maybe":   {"null", `""`, `"a"`},
	"matrix":  {`[]`, `[[1],[2,1]]`, `[[1],[]]`, `[[1],[1,2]]`, `[[1,3]]`, `[[2]]`},
	"others":  {`{}`, `{"good":1}`, `{"bad":1,"good":1}`, `{"a":1}`},
	"grid":    {`{}`, `{"x":["p"]}`, `{"q":["q"]}`, `{"x":["p","p"],"y":[]}`, `{"y":["q"]}`},
	"codes":   {`[]`, `["E1"]`, `["E1","E1"]`, `["E2","E2"]`, `["E1","E1","E2"]`},
}

// framePools contains values for the members of messages. The current time is 946684800.
var framePools = map[string][]string{
	"ts":         {"946684800", "946684800", "946684499", "946684500", "946684499", "946684801", "0", "-62135596801", "253402300800", "253402300799", "-62135596800", "9007199254740991"},
	"expires_at": {"null", "946684800", "946684801", "253402300800"},
	"at":         {`"1999-12-31T23:59:59.999999999Z"`, `"2000-01-01T00:00:00Z"`, `"2000-01-01T00:59:59.9999999999+01:00"`, `"1999-12-31"`, `"0000-06-01T00:00:00Z"`, `"1998-12-31T23:59:60Z"`},
	"age":        {`"300s"`, `"299.999999999s"`, `"-2h30m"`, `"-2h29m59.9s"`, `"1d"`, `""`, `"0"`, `"0.0000000001s"`},
	"data":       {`null`, `"` + strings.Repeat("x", 1022) + `"`, `"` + strings.Repeat("x", 1023) + `"`, `{ "a" : 1.0 }`, `"` + strings.Repeat("é", 511) + `"`},
	"items":      {`[]`, `[{"id":1}]`, `[{"id":1},{"id":1}]`, `[{"id":2},{"id":1}]`, `[{"id":1,"ok":false}]`, `[{"id":1,"size":17},{"id":0}]`, `[{"id":1,"size":1}]`},
	"byName":     {`{"a":{"id":1}}`, `{"a":{"id":1,"size":2}}`, `{"a":{"id":0},"b/c":{"id":5,"ok":true}}`},
	"self":       {`{"value":1}`, `{"value":1,"next":{"value":2}}`, `{"value":1,"next":{"value":1,"next":{"value":1}}}`},
	"any":        {`"x"`, `{"id":0}`, `{"id":1}`},
	"body":       {`{"id":7}`, `{"id":1,"size":3}`, `{"id":1}`, `{"id":"x"}`, `[{"id":1,"size":17}]`, `[{"id":1,"size":3},1]`, `{}`, `{"n":1}`, `{"id":1,"x":"` + strings.Repeat("y", 90) + `"}`},
}

func (s sampler) some(pools map[string][]string, names []string, chance int) []string {
	var members []string
	for _, name := range names {
		if s.one(chance) {
			members = append(members, s.member(name, pick(s, pools[name])))
		}
	}
	return members
}

func (s sampler) meta() string {
	return s.object(s.some(metaPools, []string{"code", "open", "text", "other", "a", "b", "x", "y", "flags", "words", "numbers", "doubles", "counts", "maybe", "matrix", "others", "grid", "codes"}, 5))
}

func (s sampler) frame() string {
	members := s.some(framePools, []string{"expires_at", "at", "age", "data", "items", "byName", "self", "any"}, 9)
	members = append(members, s.member("version", pick(s, []string{`"1.0.0"`, `"1.2.0"`, `"1.0.0"`, `"1.x"`, `"2.0.0"`})), s.member("kind", pick(s, []string{`"one"`, `"two"`, `"three"`})),
		s.member("ts", pick(s, framePools["ts"])), s.member("body", pick(s, framePools["body"])))
	meta := `{"text":"ab"}`
	if s.one(8) {
		meta = s.meta()
	}
	return s.object(append(members, s.member("meta", meta)))
}

// TestRules compares the rules of a spec with the reference, which evaluates their text. Every rule must pass at least once and fail at
// least once.
func TestRules(t *testing.T) {
	needs.Time(t, "builds programs")
	p := compileSpec(t, "rules.yaml")
	dir := writeDriver(t, p)
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle})
	if err != nil {
		t.Fatal(err)
	}
	s := sampler{rand.New(rand.NewPCG(3, 4))}
	var requests []request
	for range 2500 {
		requests = append(requests, request{"Meta", []byte(s.meta()), 100}, request{"Message", []byte(s.frame()), pick(s, []int{1, 2, 100})})
	}
	var in bytes.Buffer
	for _, r := range requests {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	answers := json.NewDecoder(bytes.NewReader(goTool(t, dir, in.Bytes(), "run", ".")))
	broken := map[string]int{}
	valid := 0
	for _, r := range requests {
		var got answer
		if err := answers.Decode(&got); err != nil {
			t.Fatal(err)
		}
		want, err := oracle.Check(p.Name, r.Type, r.Text, reference.Options{MaxIssues: r.MaxIssues})
		if err != nil {
			t.Fatalf("%s %s: %v", r.Type, r.Text, err)
		}
		compare(t, r, got, want)
		for _, issue := range want.Issues {
			broken[issue.Rule]++
		}
		if want.Valid {
			valid++
		}
	}
	for _, typ := range p.Types {
		for _, rule := range typ.Rules {
			if n := broken[rule.ID]; n < 3 || n > len(requests)/2 {
				t.Errorf("the rule %s was broken %d times", rule.ID, n)
			}
		}
	}
	if broken["version"] < 3 || valid < len(requests)/10 {
		t.Errorf("%d versions were refused, %d messages were valid", broken["version"], valid)
	}
}

// TestRuleOptions runs a program that sets the time, the parameters and the strictness of checks.
func TestRuleOptions(t *testing.T) {
	needs.Time(t, "builds programs")
	dir := write(t, compileSpec(t, "rules.yaml"), "example.com/odd")
	program, err := os.ReadFile(filepath.Join("testdata", "ruleoptions.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), program, 0o644); err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, nil, "vet", "./...")
	if wrong := goTool(t, dir, nil, "run", "."); len(wrong) > 0 {
		t.Errorf("%s", wrong)
	}
}

// hiddenNames is a spec whose parameters and imported packages have the names of variables in the printed rules.
const hiddenNames = `
envgen: 1
protocol: hidden
version: "1"
imports: {word: word.yaml, item2: item2.yaml}
params: {item: {type: integer, default: 1}}
types:
  Root:
    type: object
    required: [text, lists, words]
    properties:
      text: {type: string}
      lists: {type: array, items: {type: array, items: {type: integer}}}
      words: {type: array, items: item2.Word}
root: Root
rules:
  - id: entry
    for: [Root]
    check: word.Word[this.text].rank > 1 && word.Word[this.text].rank < 9
    message: must have a rank
  - id: listed
    for: [Root]
    check: this.lists.all(x, [params.item] in this.lists && this.words.exists(w, w == this.text && item2.Word[w].rank > size(x)))
    message: must be in there
`

const hidingNames = "envgen: 1\nprotocol: %s\nversion: \"1\"\ncatalogs: {Word: {columns: {rank: {type: integer}}, entries: {a: {rank: 2}}}}\ntypes: {R: {type: object, properties: {w: Word}}}\nroot: R\n"

// TestHiddenNames has rules that read names which variables could shadow.
func TestHiddenNames(t *testing.T) {
	needs.Time(t, "builds programs")
	library := compile.Library{Read: func(file string) ([]byte, error) {
		return fmt.Appendf(nil, hidingNames, strings.TrimSuffix(filepath.Base(file), ".yaml")), nil
	}}
	p, diags := library.Source("hidden.yaml", []byte(hiddenNames))
	if p == nil {
		t.Fatal(diags)
	}
	goTool(t, write(t, p, "example.com/odd"), nil, "vet", "./...")
}

// TestUnread has rules with a constant result that compute values first. The computations must not be printed.
func TestUnread(t *testing.T) {
	p, diags := compile.Source("unread.yaml", []byte(`
envgen: 1
protocol: unread
version: "1"
types: {Root: {type: object, required: [n, list], properties: {n: {type: integer}, list: {type: array, items: {type: integer}}}}}
root: Root
rules:
  - {id: both, for: [Root], message: m, check: "(2 / this.n > 3 ? false : true) && false"}
  - {id: either, for: [Root], message: m, check: "this.n > 3 && this.list[3] == 1 || true"}
  - {id: all, for: [Root], message: m, check: "this.list.all(x, 6 / x > 1 || this.list.exists(y, y / x == 2)) || true"}
`))
	if p == nil {
		t.Fatal(diags)
	}
	files := generateTwice(t, p, "example.com/odd")
	i := slices.IndexFunc(files, func(f output.File) bool { return strings.HasSuffix(f.Path, "/rules.go") })
	_, methods, _ := bytes.Cut(files[i].Data, []byte("\nfunc (v *Root) both()"))
	if len(methods) == 0 || bytes.Contains(methods, []byte(":=")) || bytes.Contains(methods, []byte("for ")) {
		t.Errorf("something is computed for nothing:\n%s", methods)
	}
}
