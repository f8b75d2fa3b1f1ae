package reference_test

import (
	"bytes"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	data, _ := os.ReadFile("../../conformance/odd/wide.yaml")
	p, d := compile.Source("wide.yaml", data)
	if p == nil {
		t.Fatal(d)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(string(data), "\n") {
		text, ok := strings.CutPrefix(l, "# example: ")
		if !ok {
			text, ok = strings.CutPrefix(l, "# probe: ")
		}
		if !ok {
			continue
		}
		r, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: "wide.yaml", Data: data}})
		if err != nil {
			t.Fatal(err)
		}
		res, err := r.Check("wide", "", []byte(text), reference.Options{})
		t.Log(text, "=>", res.Valid, string(bytes.TrimSpace(res.Output)), res.Issues, err)
	}
}
