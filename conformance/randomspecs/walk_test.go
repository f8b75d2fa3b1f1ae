package randomspecs

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
	referee "github.com/envgen/envgen/internal/reference"
)

// TestWalks follows conversations with the reference alone. Messages reach exchanges of every kind, and violate each kind of check.
func TestWalks(t *testing.T) {
	found, events := map[string]int{}, 0
	for n := range 60 {
		s := Write(usualSeed, n)
		if s.talk == nil || refusal(s) != "" {
			continue
		}
		p, _ := compile.Source(s.Name+".yaml", s.YAML)
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := referee.New(referee.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: p.File, Data: s.YAML}})
		if err != nil {
			t.Fatal(err)
		}
		w, err := walks.New(r, p, p.Conversations[0], s.texts(), s.Seed)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		for probe := range w.Walks(perTalk) {
			a, err := walks.Answer(r, probe)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range a.Issues {
				if i.Rule == "event" {
					events++
				}
				found[i.Rule]++
				for _, word := range []string{"only if ", "this one is in use", "must wait until", "must be of another /parts/*", "must have the /parts/*"} {
					if strings.Contains(i.Message, word) {
						found[word]++
					}
				}
				if strings.HasPrefix(i.Path, pointerTo(s.talk.result)+"/") {
					found["inside of a reply"]++
				}
			}
		}
	}
	t.Log(events, found)
	for _, rule := range []string{"unexpected-message", "wrong-direction", "after-end", "incomplete", "batch", "unique", "few-of-client", "few-of-server", "opened-few", "asked-with-note", "greeted-client",
		"told-more", "few-pairs", "few-parts", "parts-more", "must be of another /parts/*", "must have the /parts/*", "inside of a reply", "only if ", "this one is in use", "must wait until"} {
		if found[rule] == 0 {
			t.Errorf("no message of %d has %s", events, rule)
		}
	}
}
