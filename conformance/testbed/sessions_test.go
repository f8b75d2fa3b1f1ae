package testbed_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/walks"
)

// sessions contains fixtures of sessions, <protocol>/<topic>.json. The spec of each protocol is in examples.
const sessions = "../sessions"

// fewestSessions is the number of sessions that each protocol has at least.
const fewestSessions = 50

var walksPerSession = flag.Int("walks", 300, "random walks of each protocol in TestSessions")

// sessionSpecs are the specs of the protocols with sessions, and their overlays.
func sessionSpecs(t *testing.T) fs.FS {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/*.overlay.yaml")
	if err != nil {
		t.Fatal(err)
	}
	specs := fstest.MapFS{}
	for _, overlay := range files {
		for _, file := range []string{overlay, strings.TrimSuffix(overlay, ".overlay.yaml") + ".yaml"} {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			specs[filepath.Base(file)] = &fstest.MapFile{Data: data}
		}
	}
	return specs
}

// TestSessions compares all executors with verdicts that people wrote from published documents, and with the reference on random walks through
// the same protocols.
func TestSessions(t *testing.T) {
	t.Parallel()
	w := bedOf(t)
	files := os.DirFS(sessions)
	cases, err := conformance.LoadCases(files)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("judged", func(t *testing.T) {
		t.Parallel()
		runCases(t, w, files)
	})
	for _, p := range w.Protocols {
		texts, err := walks.Texts(ofProtocol(cases, p.Name), p)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(ofProtocol(cases, p.Name)); n < fewestSessions {
			t.Errorf("%s has only %d sessions", p.Name, n)
		}
		walker, err := walks.New(w.Oracle, p, p.Conversations[0], texts, 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			compare(t, w, walker.Walks(*walksPerSession))
		})
	}
}

func ofProtocol(cases []*conformance.Case, name string) (list []*conformance.Case) {
	for _, c := range cases {
		if c.Protocol == name {
			list = append(list, c)
		}
	}
	return list
}
