package wire

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func at(parts ...any) []segment {
	var list []segment
	for _, p := range parts {
		if name, ok := p.(string); ok {
			list = append(list, segment{name, noIndex})
		} else {
			list = append(list, segment{index: p.(int)})
		}
	}
	return list
}

// ordered are violations in report order: prefixes first, indexes by number and before names, names by code point, then rules.
var ordered = []violation{
	{"a", "m", Must, at()},
	{"b", "m", Must, at()},
	{"b", "m", Should, at(0)},
	{"a", "m", Must, at(2)},
	{"a", "m", Must, at(10)},
	{"a", "m", Must, at(10, "x")},
	{"a", "m", Must, at("")},
	{"a", "m", Must, at("10")},
	{"a", "m", Should, at("2")},
	{"a", "m", Must, at("Z")},
	{"a", "m", Must, at("a")},
	{"A", "m", Must, at("a", 0)},
	{"a", "m", Must, at("a", "0")},
	{"a", "m", Must, at("a/b")},
	{"a", "m", Must, at("a~")},
	{"a", "m", Must, at("\uffff")},
	{"a", "m", Must, at("😀")},
}

// put adds a violation with a complete path.
func (c *collector) put(f violation, limit int) {
	c.add(f, limit, &spot{outer: f.at})
}

func collect(list []violation, limit int) []Issue {
	var c collector
	for _, f := range list {
		c.put(f, limit)
	}
	return c.issues(limit)
}

func issue(f violation) Issue { return Issue{f.rule, pointer(f.at), f.level, f.message} }

func TestOrder(t *testing.T) {
	var want []Issue
	for _, f := range ordered {
		want = append(want, issue(f))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		shuffled := slices.Clone(ordered)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := collect(shuffled, 100); !slices.Equal(got, want) {
			t.Fatalf("got %v\nwant %v", got, want)
		}
	}
}

func TestDedupe(t *testing.T) {
	got := collect([]violation{
		{"r", "b", Should, at("x")}, {"r", "a", Should, at("x")}, {"r", "c", Must, at("x")}, {"r", "d", Must, at("x")},
		{"r", "b", Must, at(0)}, {"r", "a", Must, at(0)}, {"r", "a", Must, at("0")},
	}, 100)
	want := []Issue{{"r", "/0", Must, "a"}, {"r", "/0", Must, "a"}, {"r", "/x", Must, "c"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// For every limit and number of cuts, the list equals that of sorting all violations at the end.
func TestCut(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for limit := 1; limit <= 20; limit++ {
		var many []violation
		for range 500 {
			many = append(many, ordered[random.IntN(len(ordered))])
		}
		whole := collect(many, 1000)
		slices.SortStableFunc(whole, func(a, b Issue) int { return strings.Compare(string(a.Level), string(b.Level)) })
		kept := whole[:min(limit, len(whole))]
		got := collect(many, limit)
		if len(got) != len(kept) {
			t.Fatalf("limit %d: %d issues, want %d", limit, len(got), len(kept))
		}
		for _, i := range kept {
			if !slices.Contains(got, i) {
				t.Errorf("limit %d: %v is missing", limit, i)
			}
		}
	}
}

func TestCollectorIsBounded(t *testing.T) {
	var c collector
	for i := range 10_000 {
		c.put(violation{"r", "m", Must, at(10_000 - i)}, 5)
		if len(c.found) > 10 {
			t.Fatalf("%d violations are kept for a limit of 5", len(c.found))
		}
	}
	if got := c.issues(5); len(got) != 5 || got[0].Path != "/1" || got[4].Path != "/5" {
		t.Errorf("got %v", got)
	}
}

// Violations beyond the limit count for validity.
func TestInvalidBeyondTheLimit(t *testing.T) {
	var c collector
	for i := range 5 {
		c.put(violation{"r", "m", Should, at(i)}, 1)
	}
	if c.finish(&options{maxIssues: 1}) != nil {
		t.Error("issues of level Should make a value invalid")
	}
	c.put(violation{"r", "m", Must, at(9)}, 1)
	if c.finish(&options{maxIssues: 1}) == nil {
		t.Error("an issue of level Must does not make a value invalid")
	}
}

func TestErrorText(t *testing.T) {
	for want, issues := range map[string][]Issue{
		`"/a\n" must be b (r)`:                              {{"r", "/a\n", Must, "must be b"}},
		`"/a" must be b (r) and 1 more`:                     {{"s", "/0", Should, "should"}, {"r", "/a", Must, "must be b"}},
		`no value at byte 3 (json)`:                         {{"json", "", Must, "no value at byte 3"}},
		`"/` + strings.Repeat("é", 99) + `…" must be b (r)`: {{"r", "/" + strings.Repeat("é", 200), Must, "must be b"}},
	} {
		if got := (&ValidationError{Issues: issues}).Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
