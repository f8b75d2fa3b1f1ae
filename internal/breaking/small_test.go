package breaking_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

var wordsOfSpec = regexp.MustCompile(`\b[a-z]{1,6}\b|\b\d+\b`)

// smallTexts are JSON texts of the words of a spec, the shortest first: scalars, and arrays and objects of up to two of them.
func smallTexts(spec string) []string {
	scalars := []string{"null", "true", "false", "0", "1", "2", "-1", "0.5", `""`, `"a"`, `"b"`, `"c"`, `"aa"`, `"aaa"`}
	names := []string{`"x"`}
	for _, word := range wordsOfSpec.FindAllString(spec, -1) {
		if word[0] <= '9' {
			scalars = append(scalars, word, word+"1")
			continue
		}
		if len(word) <= 2 {
			names, scalars = append(names, `"`+word+`"`), append(scalars, `"`+word+`"`)
		}
	}
	slices.Sort(scalars)
	scalars = slices.Compact(scalars)
	slices.Sort(names)
	names = slices.Compact(names)
	list := append(slices.Clone(scalars), "[]", "{}")
	var members []string
	for _, s := range scalars {
		list = append(list, "["+s+"]", "["+s+","+s+"]", "["+s+","+s+","+s+"]")
		for _, n := range names {
			members = append(members, n+":"+s)
			list = append(list, "{"+n+":["+s+"]}", "[{"+n+":"+s+"}]")
		}
	}
	for i, m := range members {
		list = append(list, "{"+m+"}")
		for _, o := range members[i+1:] {
			if name, _, _ := strings.Cut(m, ":"); !strings.HasPrefix(o, name+":") {
				list = append(list, "{"+m+","+o+"}")
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(a) - len(b) })
	return list
}

// TestSmallest compares witnesses with the smallest message that an exhaustive search finds: none is more than twice as long.
func TestSmallest(t *testing.T) {
	data, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		parts := strings.SplitN(block, "\n", 4)
		old := protocol(t, "old", []byte(header+"types: "+strings.TrimPrefix(parts[1], "old: ")+"\n"))
		new := protocol(t, "new", []byte(header+"types: "+strings.TrimPrefix(parts[2], "new: ")+"\n"))
		least := smallest(t, old, new, parts[1]+parts[2])
		shortest, elsewhere := map[breaking.Category]int{}, map[breaking.Category]bool{}
		for _, f := range compare(t, old, new) {
			elsewhere[f.Category] = elsewhere[f.Category] || f.Type != "T"
			if n, known := shortest[f.Category]; !f.Unknown && f.Type == "T" && (!known || len(f.Witness) < n) {
				shortest[f.Category] = len(f.Witness)
			}
		}
		for category, n := range least {
			if found, is := shortest[category]; is {
				if compared++; found > 2*n {
					t.Errorf("%s: %s: the shortest witness has %d bytes, and %d are enough", parts[0], category, found, n)
				}
			} else if !elsewhere[category] {
				t.Errorf("%s: a message of %d bytes shows %s, and no finding does", parts[0], n, category)
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d witnesses are compared", compared)
	}
}

// smallest are the lengths of the shortest messages that only one version accepts as a T.
func smallest(t *testing.T, old, new *ir.Protocol, spec string) map[breaking.Category]int {
	t.Helper()
	a, err1 := reference.New(reference.Source{Protocol: old})
	b, err2 := reference.New(reference.Source{Protocol: new})
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	least := map[breaking.Category]int{}
	for _, text := range smallTexts(spec) {
		x, err1 := a.Check(old.Name, "T", []byte(text), reference.Options{})
		y, err2 := b.Check(new.Name, "T", []byte(text), reference.Options{})
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		category := breaking.Read
		if y.Valid {
			category = breaking.Write
		}
		if _, known := least[category]; !known && x.Valid != y.Valid {
			least[category] = len(text)
		}
	}
	return least
}

// said are all messages of the conversations in testdata/orders.txt, with a few values.
var said = []breaking.Step{
	{From: "client", Text: `{"t":"hello"}`}, {From: "client", Text: `{"t":"hello","limit":0}`}, {From: "client", Text: `{"t":"ask","id":1}`}, {From: "client", Text: `{"t":"ask","id":2}`},
	{From: "server", Text: `{"t":"done","id":1}`}, {From: "server", Text: `{"t":"fail","id":1}`}, {From: "client", Text: `{"t":"say"}`}, {From: "client", Text: `{"t":"say","n":1}`},
	{From: "client", Text: `{"t":"say","n":2}`}, {From: "client", Text: `{"t":"bye"}`}, {Close: true},
}

// TestShortest compares traces with the shortest ones of up to three messages that an exhaustive search finds: none has more than twice as many steps.
func TestShortest(t *testing.T) {
	data, err := os.ReadFile("testdata/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		parts := strings.SplitN(block, "\n", 4)
		oldName, newName := strings.TrimPrefix(parts[1], "old: "), strings.TrimPrefix(parts[2], "new: ")
		if !strings.HasPrefix(oldName, "{") {
			continue // of another name: there is one tracker only
		}
		old, new := protocol(t, "old", []byte(talkHeader+talkNamed(oldName))), protocol(t, "new", []byte(talkHeader+talkNamed(newName)))
		least := shortest(t, old, new)
		if least == 0 {
			continue
		}
		best := 0
		for _, f := range compare(t, old, new) {
			if n := len(f.Trace); f.Category == breaking.Order && !f.Unknown && (best == 0 || n < best) {
				best = n
			}
		}
		if compared++; best == 0 || best > 2*least {
			t.Errorf("%s: the shortest trace of a finding has %d steps, and %d are enough", parts[0], best, least)
		}
	}
	if compared < 12 {
		t.Errorf("only %d pairs are compared", compared)
	}
}

// shortest is the number of steps of the shortest trace that only one version refuses, or 0.
func shortest(t *testing.T, old, new *ir.Protocol) int {
	t.Helper()
	a, b := trackers(t, old), trackers(t, new)
	traces := [][]breaking.Step{nil}
	for length := 1; length <= 3; length++ {
		var next [][]breaking.Step
		for _, trace := range traces {
			for _, s := range said {
				longer := append(slices.Clip(trace), s)
				x, y := a(longer), b(longer)
				if x != y {
					return length
				}
				if !x && !s.Close {
					next = append(next, longer)
				}
			}
		}
		traces = next
	}
	return 0
}

// trackers judges the last step of a trace: whether it is refused.
func trackers(t *testing.T, p *ir.Protocol) func([]breaking.Step) bool {
	t.Helper()
	oracle, err := reference.New(reference.Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	side := ""
	if len(p.Conversations[0].Sides) == 2 {
		side = p.Conversations[0].Sides[0]
	}
	return func(trace []breaking.Step) (refused bool) {
		c, err := oracle.Converse(p.Name, p.Conversations[0].Name, side)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range trace {
			issues, err := c.Next(reference.Event{Text: []byte(s.Text), Sent: side != "" && s.From == side, Close: s.Close})
			if err != nil {
				t.Fatal(fmt.Errorf("%v: %w", trace, err))
			}
			refused = refuses(issues)
		}
		return refused
	}
}
