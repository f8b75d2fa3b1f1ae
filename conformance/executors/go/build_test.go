package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/gen/go/envelope"
)

// TestBuilders answers the fixtures of builders, without the other executors.
func TestBuilders(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "cases", "*", "build.json"))
	if err != nil || len(files) != len(protocols) {
		t.Fatal(files, err)
	}
	for _, more := range []string{"stored.json", "redacted.json"} {
		files = append(files, filepath.Join("..", "..", "cases", "foxctl", more))
	}
	count := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []struct {
			request
			ID     string
			Expect struct {
				Issues []envelope.Issue
				Output *string
				Exit   *int
				Error  string
			}
		}
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			c.request.Seq = &count
			c.request.Protocol = filepath.Base(filepath.Dir(file))
			a := respond(protocols, c.request)
			count++
			if c.Expect.Error != "" {
				if a.Error == "" {
					t.Errorf("%s: %+v", c.ID, a)
				}
				continue
			}
			if a.Issues == nil || !sameRules(*a.Issues, c.Expect.Issues) || !same(a.Output, c.Expect.Output) || !same(a.Exit, c.Expect.Exit) {
				answered, _ := json.Marshal(a)
				t.Errorf("%s: %s", c.ID, answered)
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d fixtures", count)
	}
}

func same[T comparable](got, want *T) bool {
	return (got == nil) == (want == nil) && (got == nil || *got == *want)
}
