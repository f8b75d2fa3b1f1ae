package generators_test

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"testing"

	"github.com/envgen/envgen/generators"
)

// declared matches the declarations of the peers of two conversations, push and game.
var declared = map[string]*regexp.Regexp{
	"go": regexp.MustCompile(`(?m)^type ((?:Push|Game)(?:Client|Server|Player|Table)) struct`),
	"ts": regexp.MustCompile(`(?m)^export function ((?:push|game)(?:Client|Server|Player|Table))\(`),
	"py": regexp.MustCompile(`(?m)^class ((?:Push|Game)(?:Client|Server|Player|Table))\(`),
}

// TestPeersAreNamedAfterSides generates a protocol in which the server sends requests: in each language, the name of a peer is that of its side.
func TestPeersAreNamedAfterSides(t *testing.T) {
	t.Parallel()
	protocols := protocolsOf(t, "../conformance/odd/server_asks.yaml")
	want := map[string][]string{
		"go": {"GamePlayer", "GameTable", "PushClient", "PushServer"},
		"ts": {"gamePlayer", "pushClient"}, // `client` makes the peers without handlers
		"py": {"GamePlayer", "GameTable", "PushClient", "PushServer"},
	}
	for _, target := range generators.Targets {
		pattern := declared[target.Name]
		if pattern == nil {
			continue
		}
		var names []string
		for file, data := range outputs(t, protocols, generators.Destination{Target: target, Dir: "out", GoImport: "example.com/out"}) {
			if !isProtocol(path.Base(file)) {
				continue
			}
			for _, match := range pattern.FindAllSubmatch(data, -1) {
				names = append(names, string(match[1]))
			}
		}
		if slices.Sort(names); !slices.Equal(names, want[target.Name]) {
			t.Errorf("%s: the peers are %q, want %q", target.Name, names, want[target.Name])
		}
	}
}

// TestRepliesAreOfTheFirstExchange generates a request that begins exchanges of two kinds: its replies are those of the first one.
func TestRepliesAreOfTheFirstExchange(t *testing.T) {
	t.Parallel()
	protocols := protocolsOf(t, "../conformance/odd/two_exchanges.yaml")
	for language, want := range map[string]string{
		"go": "// LoadReply is a reply to Load: *Loaded.\n",
		"ts": "export type LoadReply = Loaded;\n",
		"py": "LoadReply: TypeAlias = Loaded\n",
	} {
		var all []byte
		for _, data := range outputs(t, protocols, generators.Destination{Target: generators.Named(language), Dir: "out", GoImport: "example.com/out"}) {
			all = append(all, data...)
		}
		if !bytes.Contains(all, []byte(want)) {
			t.Errorf("%s: no %q", language, want)
		}
		if n := bytes.Count(all, []byte(`  | Asked<"client", Load,`)); n > 1 {
			t.Errorf("%s: a request has %d types", language, n)
		}
	}
}
