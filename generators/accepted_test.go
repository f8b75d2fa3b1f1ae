package generators_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/conformance/randomspecs"
	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// TestAcceptedSpecsAreGenerated compiles odd, warned and random specs and the schemas of JSON-Schema-Test-Suite. Every back end generates each of them
// exactly if `envgen check` accepts it.
func TestAcceptedSpecsAreGenerated(t *testing.T) {
	t.Parallel()
	accepted, refused := 0, 0
	for name, data := range specsOf(t) {
		library := compile.Library{
			Read: func(file string) ([]byte, error) {
				return os.ReadFile(filepath.Join(filepath.Dir(name), filepath.Base(file)))
			},
			Shipped: func(protocol string) ([]byte, bool) {
				data, err := os.ReadFile("../spec/" + protocol + ".yaml")
				return data, err == nil
			},
		}
		p, diags := library.Source(filepath.Base(name), data)
		if (p == nil) != diags.HasErrors() {
			t.Errorf("%s: errors: %t, but a protocol: %t", name, diags.HasErrors(), p != nil)
		}
		if p == nil {
			refused++
			continue
		}
		ok := !generators.Check([]*ir.Protocol{p}).HasErrors()
		generated := true
		for _, target := range generators.Targets {
			_, diags, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: target})
			if err != nil {
				t.Errorf("%s: %s: %v", name, target.Name, err)
			}
			generated = generated && !diags.HasErrors()
		}
		if ok != generated {
			t.Errorf("%s: check accepts it: %t, gen: %t", name, ok, generated)
		}
		accepted++
	}
	t.Logf("%d specs accepted, %d refused", accepted, refused)
	if accepted < 500 {
		t.Errorf("only %d specs are accepted", accepted)
	}
}

// specsOf returns the texts of specs by their names.
func specsOf(t *testing.T) map[string][]byte {
	t.Helper()
	specs := map[string][]byte{}
	for _, pattern := range []string{"../spec/*.yaml", "../conformance/odd/*.yaml", "../internal/compile/testdata/warned/*.yaml", "../internal/compile/testdata/bad/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if specs[file], err = os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := range 150 {
		specs[fmt.Sprintf("random%d.yaml", n)] = randomspecs.Write(9, n).YAML
	}
	addSuite(t, specs)
	return specs
}

// addSuite adds a spec for each schema of the suite.
func addSuite(t *testing.T, specs map[string][]byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(needs.Suite(t, "JSON-Schema-Test-Suite"), "tests", "draft2020-12", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct{ Schema json.RawMessage }
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for i, g := range groups {
			specs[fmt.Sprintf("%s%d.yaml", filepath.Base(file), i)] = fmt.Appendf(nil, "envgen: 1\nprotocol: suite\nversion: \"1\"\nroot: T\ntypes: {\"T\": %s}\n", g.Schema)
		}
	}
}
