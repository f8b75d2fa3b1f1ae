package generators_test

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// TestObserversAreApart generates with and without observers: no other file of a protocol differs, and no file without observers has their code.
func TestObserversAreApart(t *testing.T) {
	protocols := protocolsOf(t, "../spec/*.yaml")
	for _, target := range generators.Targets {
		if target.Program == nil {
			continue
		}
		for _, whole := range []bool{false, true} {
			d := generators.Destination{Target: target, Dir: "out", GoImport: "example.com/out", Whole: whole}
			without := outputs(t, protocols, d)
			d.Observe = true
			with := outputs(t, protocols, d)
			modules := 0
			for file, data := range with {
				switch of, known := without[file]; {
				case strings.Contains(file, "observe"):
					modules++
				case !known:
					t.Errorf("%s: %s is written for observers", target.Name, file)
				case isProtocol(file) && !bytes.Equal(data, of):
					t.Errorf("%s: %s differs with observers", target.Name, file)
				}
			}
			if modules < len(protocols)+1 {
				t.Errorf("%s: %d modules for observers", target.Name, modules)
			}
			for file, data := range without {
				if !whole && (strings.Contains(file, "observe") || bytes.Contains(data, []byte("Observation"))) {
					t.Errorf("%s: %s has code for observers", target.Name, file)
				}
			}
		}
	}
}

// isProtocol reports whether a file belongs to a protocol, and not to the support code.
func isProtocol(file string) bool {
	return !strings.HasPrefix(file, "envelope") && !strings.HasPrefix(path.Base(file), "_")
}

func outputs(t *testing.T, protocols []*ir.Protocol, d generators.Destination) map[string][]byte {
	t.Helper()
	owned, diags, err := generators.Run(protocols, d)
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	return output.Files(owned)
}
