package main

import (
	"encoding/json"
	"io/fs"
	"path"
	"testing"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/gen/go/envelope"
)

// TestConversations answers the fixtures of conversations, without the other executors.
func TestConversations(t *testing.T) {
	count := 0
	files, _, err := fixtures.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		var cases []struct {
			request
			ID     string
			Expect struct{ Verdicts [][]envelope.Issue }
		}
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if c.Expect.Verdicts == nil {
				continue
			}
			c.request.Seq = &count
			c.request.Protocol = path.Dir(name)
			a := respond(protocols, c.request)
			count++
			if a.Verdicts == nil || len(*a.Verdicts) != len(c.Expect.Verdicts) {
				t.Errorf("%s: %+v", c.ID, a)
				continue
			}
			for i, issues := range *a.Verdicts {
				if !sameRules(issues, c.Expect.Verdicts[i]) {
					t.Errorf("%s: verdict %d is %v, want %v", c.ID, i, issues, c.Expect.Verdicts[i])
				}
			}
		}
	}
	if count < 250 {
		t.Errorf("only %d fixtures", count)
	}
}

func sameRules(got, want []envelope.Issue) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i].Rule != want[i].Rule || got[i].Path != want[i].Path || got[i].Level != want[i].Level {
			return false
		}
	}
	return true
}
