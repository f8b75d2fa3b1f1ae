package breaking

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/jsontext"
)

// TestSpliced compares the texts of drafts with planted trees, for random values, paths and parts.
func TestSpliced(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	names := []string{"a", "b", `"`, `\`, "é", "x y", "{", ",:]"}
	var value func(depth int) any
	value = func(depth int) any {
		switch n := random.IntN(8); {
		case n < 3 && depth > 0:
			of := map[string]any{}
			for range random.IntN(4) {
				of[names[random.IntN(len(names))]] = value(depth - 1)
			}
			return of
		case n < 5 && depth > 0:
			list := []any{}
			for range random.IntN(4) {
				list = append(list, value(depth-1))
			}
			return list
		}
		return []any{nil, true, json.Number("-1.5e3"), "", "a,b", `\"]}`, "é"}[random.IntN(7)]
	}
	changed := 0
	for range 20_000 {
		tree := value(3)
		var path []string
		for range random.IntN(4) {
			path = append(path, append(names, every, "0", "1", "2")[random.IntN(len(names)+4)])
		}
		part := value(1)
		text, to := jsontext.Of(tree), &part
		if random.IntN(3) == 0 {
			text = indented(t, text)
		}
		spelled := jsontext.Of(part)
		if random.IntN(3) == 0 {
			to, spelled = nil, ""
		}
		want, planted := planted(tree, path, to)
		d, ok := spliced(text, path, spelled)
		if ok != planted {
			t.Fatalf("%s at %q: %v, want %v", text, path, ok, planted)
		}
		if !ok {
			continue
		}
		changed++
		if got := d.text(); got != jsontext.Of(want) {
			t.Fatalf("%s at %q with %q: %s, want %s", text, path, spelled, got, []byte(jsontext.Of(want)))
		} else if text == jsontext.Of(tree) && d.size() != len(got) {
			t.Fatalf("%s at %q with %q: %d bytes, want %d", text, path, spelled, d.size(), len(got))
		}
	}
	if changed < 5_000 {
		t.Errorf("only %d changes", changed)
	}
}

func indented(t *testing.T, text string) string {
	t.Helper()
	tree, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.MarshalIndent(tree, " ", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return "\n " + string(data)
}

// TestSplicedDamaged requires that texts that are no JSON have no drafts with a text.
func TestSplicedDamaged(t *testing.T) {
	const text = `{"a": [1, {"b\"": "c"}], "d": {}}`
	for n := range len(text) {
		for _, path := range [][]string{{"a"}, {"a", every, `b"`}, {"a", "1", `b"`}, {"d", "x"}, {every}} {
			for _, part := range []string{"", "1"} {
				if d, ok := spliced(text[:n], path, part); ok && d.text() != "" {
					t.Errorf("%s at %s: %s", text[:n], strings.Join(path, "/"), d.text())
				}
			}
		}
	}
}

func spliced(base string, path []string, part string) (*draft, bool) {
	for d := range splices(base, path, []string{part}) {
		return d, true
	}
	return nil, false
}
