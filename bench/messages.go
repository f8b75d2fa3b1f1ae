package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/envgen/envgen/conformance"
)

// message is one file that all languages measure: a JSON text, or one a line.
type message struct {
	name  string
	about string
	text  string
}

const digest = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

// meta has all members of foxctl's meta but cas_digest, which needs an artifact.
const meta = `"meta":{"ts":"2026-05-12T08:41:07Z","duration_ms":153,"runner":"exec","workspace":"/home/ci/build/openapi-17",` +
	`"job_id":"01HXW2M6Z7QK3V9T4N8B5C1D0E","trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","profiles":["core/v1","agent/v1"],"source":"run",` +
	`"skill_version":"1.4.2","cache_key":"http/openapi:GET:/v1/pets","seq":4,"final":true}`

const fullError = `"error":{"code":null,"message":null,"details":{"attempts":2,"backoff":"exponential","retry_after":30}}`

const full = `{"version":1,"status":"ok","command":"http/openapi","data":{"summary":{"size_bytes":1834,"kind":"application/json",` +
	`"preview":{"first_keys":["id","name","tag"],"sample_record":{"id":17,"name":"Rex","tag":"dog"}}},"url":"https://pets.example.com/v1/pets?limit=25","status_code":200},` +
	meta + `,` + fullError + `}`

// artifact has a payload that is in the store, and so all of an artifact's summary.
var artifact = `{"version":1,"status":"ok","command":"http/openapi","data":{"summary":{"size_bytes":183400,"kind":"application/json",` +
	`"preview":{"first_keys":["id","name","tag"],"sample_record":{"id":17,"name":"Rex","tag":"dog"}},"status_code":200,"headers":{"content-type":"application/json"},` +
	`"record_count":250,"pagination":{"has_more":false,"total_pages":10,"total_items":250,"strategy_used":"link"}},"artifact":"` + digest + `"},` +
	`"meta":{"cas_digest":"` + digest + `",` + meta[len(`"meta":{`):] + `,` + fullError + `}`

// faults breaks seven statements about structure, in as many members.
var faults = strings.NewReplacer(
	`"version":1`, `"version":2`,
	`"command":"http/openapi"`, `"command":"http"`,
	`"duration_ms":153`, `"duration_ms":-1`,
	`"runner":"exec"`, `"runner":"vm"`,
	`"job_id":"01HXW2M6Z7QK3V9T4N8B5C1D0E"`, `"job_id":"none"`,
	`"profiles":["core/v1","agent/v1"]`, `"profiles":"core/v1"`,
	`"attempts":2`, `"attempts":"two"`,
).Replace(full)

// direct is an AGH envelope with every part that costs something to read.
const direct = `{"protocol":"agh-network/v0","id":"msg_01k9zr4c6m2t8w0q5v7x3y1b9d","kind":"direct","channel":"release-train","from":"planner.session-7","to":"builder.session-31",` +
	`"interaction_id":"int_nightly_build_20260512","reply_to":"msg_01k9zr4a1f3h5j7k9m2n4p6q8r","trace_id":"trace_nightly_20260512","causation_id":"msg_01k9zr49zx8w6v4t2s0r9q7p5n",` +
	`"ts":1778574030,"expires_at":4102444800,"body":{"text":"Build the nightly images from the tagged commit and say which of them fail their checks.","intent":"request",` +
	`"artifacts":[{"type":"git-ref","repo":"git.example.org/platform/images","ref":"refs/tags/nightly-20260512"}]},"proof":null,"ext":{"example.queue":"low","example.retries":2}}`

const (
	largeSize   = 33_000 // bytes of foxctl-large
	streamLines = 5_000  // of foxctl-stream
	tagLevels   = 100    // of tags-front
	tagItems    = 10_000 // of its leaf
)

// messages returns the measured messages. Examples of the documents come from the fixtures below root.
func messages(root string) ([]message, error) {
	examples, err := conformance.LoadCases(os.DirFS(filepath.Join(root, "conformance/cases")))
	if err != nil {
		return nil, err
	}
	hotrepl, results := handshakes(examples), ""
	for _, c := range examples {
		if c.ID == "delegator/examples/result-set-filled-in" {
			results = compact(*c.Text)
		}
	}
	if len(hotrepl) != 29 || results == "" {
		return nil, fmt.Errorf("the fixtures have %d messages of HotRepl and a result set of %d bytes", len(hotrepl), len(results))
	}
	return []message{
		{"foxctl-full", "a foxctl envelope with all members", full},
		{"foxctl-artifact", "a foxctl envelope with an artifact and its summary", artifact},
		{"foxctl-large", "a foxctl envelope whose payload is an array of records", large()},
		{"foxctl-faults", "foxctl-full with seven faults", faults},
		{"hotrepl", "HotRepl's 29 messages in turn", strings.Join(hotrepl, "\n") + "\n"},
		{"agh-direct", "an AGH envelope of the kind direct", direct},
		{"delegator-results", "a result set of the Delegator", results},
		{"mcp", "a request and its response of MCP in turn", mcpCall + "\n" + mcpResult + "\n"},
		{"foxctl-stream", fmt.Sprintf("NDJSON of %d lines: progress of foxctl, and the envelope that ends it", streamLines), stream()},
		{"tags-front", fmt.Sprintf("a union of tags.yaml whose leaf stands below %d others", tagLevels), tagged()},
	}, nil
}

// A tool call of MCP and its response.
const (
	mcpCall   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}`
	mcpResult = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}]}}`
)

// handshakes returns the first valid example of each message of HotRepl.
func handshakes(examples []*conformance.Case) []string {
	var texts []string
	known := map[string]bool{}
	for _, c := range examples {
		if c.Protocol != "hotrepl" || !strings.HasPrefix(c.ID, "hotrepl/examples/") || c.Type != "" || c.Text == nil || c.Expect.Valid == nil || !*c.Expect.Valid {
			continue
		}
		if tag := tagOf(*c.Text); !known[tag] {
			known[tag] = true
			texts = append(texts, compact(*c.Text))
		}
	}
	return texts
}

// large is an envelope whose data stays below the inline threshold of 32 KiB by little.
func large() string {
	var records bytes.Buffer
	head, tail := full[:len(`{"version":1,"status":"ok","command":"http/openapi","data":{`)], `],`+full[len(`{"version":1,"status":"ok","command":"http/openapi","data":{`):]
	for i := 0; len(head)+records.Len()+len(tail) < largeSize; i++ {
		if i > 0 {
			records.WriteByte(',')
		}
		fmt.Fprintf(&records, `{"id":%d,"name":"pet %d","tags":["dog","small"],"price":%d.5,"sold":%t}`, i, i, 20+i%7, i%3 == 0)
	}
	return head + `"records":[` + records.String() + tail
}

// tagged has the tag of each level in front of the next level.
func tagged() string {
	items := strings.Repeat(`{"name":"a name of an item","count":12345},`, tagItems)
	leaf := `{"kind":"leaf","items":[` + strings.TrimSuffix(items, ",") + `]}`
	return strings.Repeat(`{"kind":"node","next":`, tagLevels) + leaf + strings.Repeat("}", tagLevels)
}

func stream() string {
	var lines strings.Builder
	for i := range streamLines - 1 {
		fmt.Fprintf(&lines, `{"version":1,"status":"progress","command":"http/openapi","data":{"page":%d,"records":25},"meta":{"ts":"2026-05-12T08:41:07Z","duration_ms":%d,"runner":"exec","trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","seq":%d},"error":{"code":null,"message":null,"details":{}}}`+"\n", i, 12*i, i)
	}
	return lines.String() + full + "\n"
}
