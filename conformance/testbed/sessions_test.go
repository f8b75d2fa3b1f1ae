package testbed_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/walks"
)

// sessions contains fixtures of sessions, <protocol>/<topic>.json. The spec of each protocol is in examples.
const sessions = "../sessions"

// fewestSessions is the number of sessions that each protocol has at least. JSON-RPC has one for each of its statements.
var fewestSessions = map[string]int{"mcp": 50, "dap": 50, "json_rpc": 40}

var walksPerSession = flag.Int("walks", 100, "random walks of each protocol in TestSessions")

// sessionSpecs are the specs of the protocols with sessions, and their overlays. That of JSON-RPC is an odd spec, which extends the module std.jsonrpc.
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
	data, err := os.ReadFile("../odd/rpc_module.yaml")
	if err != nil {
		t.Fatal(err)
	}
	specs["json_rpc.yaml"] = &fstest.MapFile{Data: bytes.Replace(data, []byte("protocol: rpc_module"), []byte("protocol: json_rpc"), 1)}
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
		if n := len(ofProtocol(cases, p.Name)); n < fewestSessions[p.Name] || fewestSessions[p.Name] == 0 {
			t.Errorf("%s has only %d sessions", p.Name, n)
		}
		walker, err := walks.New(w.Oracle, p, p.Conversations[0], texts, 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			compare(t, w, walker.Walks(*walksPerSession))
			compare(t, w, varied(t, ofProtocol(cases, p.Name), *walksPerSession))
		})
	}
}

// varied are sessions with a few random changes: an event is missing, comes twice, changes places with the next one, or comes from another session.
func varied(t *testing.T, cases []*conformance.Case, count int) iter.Seq[conformance.Probe] {
	t.Helper()
	all := make([][]json.RawMessage, len(cases))
	for i, c := range cases {
		if err := json.Unmarshal(c.Events, &all[i]); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(3, uint64(len(cases))))
	return func(yield func(conformance.Probe) bool) {
		for range count {
			i := random.IntN(len(cases))
			events := slices.Clone(all[i])
			for range 1 + random.IntN(4) {
				other := all[random.IntN(len(all))]
				events = changedEvents(events, other[random.IntN(len(other))], random)
			}
			text, err := json.Marshal(events)
			if err != nil {
				panic(err) // they were read
			}
			probe := conformance.Probe{Protocol: cases[i].Protocol, Conversation: cases[i].Conversation, As: cases[i].As, Text: text}
			if random.IntN(6) == 0 {
				probe.Limits.MaxRemembered = 1 + random.IntN(400)
			}
			if !yield(probe) {
				return
			}
		}
	}
}

func changedEvents(events []json.RawMessage, other json.RawMessage, random *rand.Rand) []json.RawMessage {
	at := random.IntN(len(events))
	switch random.IntN(4) {
	case 0:
		if len(events) > 1 {
			return slices.Delete(events, at, at+1)
		}
	case 1:
		return slices.Insert(events, random.IntN(len(events)+1), events[at])
	case 2:
		if at+1 < len(events) {
			events[at], events[at+1] = events[at+1], events[at]
		}
		return events
	}
	return slices.Insert(events, at, other)
}

func ofProtocol(cases []*conformance.Case, name string) (list []*conformance.Case) {
	for _, c := range cases {
		if c.Protocol == name {
			list = append(list, c)
		}
	}
	return list
}
