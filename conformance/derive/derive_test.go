package derive_test

import (
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

func TestTmp(t *testing.T) {
	files, _ := conformance.Embedded()
	all, err := conformance.LoadCases(files)
	if err != nil {
		t.Fatal(err)
	}
	names, _ := fs.Glob(spec.FS, "*.yaml")
	for _, name := range names {
		data, _ := fs.ReadFile(spec.FS, name)
		p, diags := compile.Source(name, data)
		if p == nil {
			t.Fatal(diags)
		}
		for _, ty := range p.Types {
			if !ty.Lifted {
				ty.Protocol = p.Name
			}
		}
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			t.Fatal(err)
		}
		oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle})
		if err != nil {
			t.Fatal(err)
		}
		d, err := derive.New(p, oracle, all)
		fmt.Println(name, len(d.Cases), d.Left, err)
		os.WriteFile("/tmp/tools/"+p.Name+".json", d.JSON(), 0o644)
	}
}
