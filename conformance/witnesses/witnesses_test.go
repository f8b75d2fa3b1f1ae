package witnesses_test

import (
	"flag"
	"sync"
	"testing"

	"github.com/envgen/envgen/conformance/fixtures"
	. "github.com/envgen/envgen/conformance/witnesses"
	"github.com/envgen/envgen/internal/needs"
)

var (
	count = flag.Int("mutants", 1000, "mutants of each protocol, which a schema alone can judge")
	seed  = flag.Uint64("seed", 1, "seed of the mutants")

	update = flag.Bool("update", false, "write the table of docs/reference/schema-limits.md")
)

// messages are the fixtures and mutants that a schema alone can judge.
func messages(t *testing.T) []Message {
	t.Helper()
	all, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	bundles, err := Bundles(needs.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	var list []Message
	for _, b := range bundles {
		fromFixtures, _ := b.Fixtures(all)
		for _, m := range fromFixtures {
			if m.Judged() {
				list = append(list, m)
			}
		}
		mutants, err := b.Mutants(all, *seed)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for m, err := range mutants {
			if err != nil {
				t.Fatal(err)
			}
			if n == *count {
				break
			}
			n++
			list = append(list, m)
		}
	}
	return list
}

// TestValidators compares the verdicts of validators in four languages with those of the bindings.
func TestValidators(t *testing.T) {
	needs.File(t, needs.Parsers)
	needs.File(t, ".venv/bin/python")
	list := messages(t)
	valid := 0
	for _, m := range list {
		if m.Valid() {
			valid++
		}
	}
	t.Logf("%d messages, %d of them valid", len(list), valid)
	if valid < len(list)/10 || valid > len(list)*9/10 {
		t.Error("the messages show too little of one verdict")
	}
	var wait sync.WaitGroup
	for _, v := range validators {
		wait.Go(func() {
			verdicts, err := v.judge(t.Context(), needs.Root(t), list)
			if err != nil {
				t.Errorf("%s: %v", v.name, err)
				return
			}
			differences := 0
			for i, m := range list {
				if verdicts[i] == m.Valid() {
					continue
				}
				if differences++; differences <= 5 {
					t.Errorf("%s: %s: valid is %v, want %v (%v)\n%.500q as %s", v.name, m.ID, verdicts[i], m.Valid(), m.Rules, m.Text, m.Type)
				}
			}
			if differences > 0 {
				t.Errorf("%s: %d differences", v.name, differences)
			}
		})
	}
	wait.Wait()
}
