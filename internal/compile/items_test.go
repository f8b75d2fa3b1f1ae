package compile_test

import (
	"os"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

// TestSeveralKeysAreNoRequest compiles messages with keys in the items of an array: no client waits for their replies.
func TestSeveralKeysAreNoRequest(t *testing.T) {
	const file = "testdata/warned/counter-items.yaml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source(file, data)
	if p == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	for _, x := range p.Conversations[0].Exchanges {
		if len(x.Requests) > 0 {
			t.Errorf("%s has the request %s", x.Name, x.Requests[0].Type.Name)
		}
	}
}
