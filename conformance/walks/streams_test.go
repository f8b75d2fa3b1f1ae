package walks_test

import (
	"os"
	"slices"
	"testing"

	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
)

// TestStreams makes streams of lines and of frames. Most messages arrive, and each fault of a framing occurs.
func TestStreams(t *testing.T) {
	const file = "batch.yaml"
	data, err := os.ReadFile("../odd/" + file)
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source(file, data)
	if p == nil {
		t.Fatal(diags)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: file, Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{`{"kind":"ask","id":1}`, `{"kind":"reply","id":1}`, `{"kind":"end"}`}
	for name, rules := range map[string][]string{
		"lined":  {"batch", "cut-line", "long-line", "unexpected-message"},
		"headed": {"batch", "bad-header", "cut-frame", "long-frame", "after-end", "/1/kind"},
	} {
		c := p.Conversations[slices.IndexFunc(p.Conversations, func(c *ir.Conversation) bool { return c.Name == name })]
		w, err := walks.New(r, p, c, texts, 1)
		if err != nil {
			t.Fatal(err)
		}
		found, events := map[string]bool{}, 0
		for probe := range w.Streams(300) {
			a, err := walks.StreamAnswer(r, probe)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range a.Issues {
				found[i.Rule], found[i.Path] = true, true
				if i.Rule == "event" {
					events++
				}
			}
		}
		for _, rule := range rules {
			if !found[rule] {
				t.Errorf("%s: no stream has %s", name, rule)
			}
		}
		if events < 1000 {
			t.Errorf("%s: only %d messages", name, events)
		}
	}
}
