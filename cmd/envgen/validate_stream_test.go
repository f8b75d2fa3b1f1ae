package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
)

func headed(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }

// TestValidateFrames reads messages behind headers, and batches.
func TestValidateFrames(t *testing.T) {
	end, ask := headed(`{"kind":"end"}`), headed(`{"kind":"ask","id":1}`)
	spec := "../../conformance/odd/headers.yaml"
	validate := func(input, spec, name string, more ...string) result {
		return envgen(t, input, append([]string{"validate", "--spec", spec, "--stream", name}, more...)...)
	}
	validate(ask+end, spec, "talk").want(t, 0, "-: valid, 2 frames, 0 of them not valid\n")
	validate(headed("{}")+end, spec, "talk").want(t, 1, "-:1: not valid\n  /kind: ", "-: not valid, 2 frames, 1 of them not valid\n")
	validate(ask+end, spec, "talk", "--param", "max_bytes=14").want(t, 1, "-:1: not valid\n  (the message): must be at most 14 bytes long [long-frame, must]\n-: not valid, 2 frames, 1 of")
	validate("{}\n"+end, spec, "talk").want(t, 1, "[bad-header, must]\n-: not valid, 1 frame, 1 of them not valid\n  (the end): ")
	validate(ask+end[:20], spec, "talk", "--format", "json").want(t, 1, `{"input":"-","line":2,"valid":false,"issues":[{"rule":"cut-frame","path":"",`, `"end":true`)
	batch := headed(`[{"kind":"ask","id":1},{"kind":"ask","id":0}]`)
	validate(batch+end, "../../conformance/odd/batch.yaml", "headed").want(t, 0, "-:1: valid\n  /1/id: id must rise [rises, should]\n-: valid, 2 frames, 0 of")
	validate("[]\n", "../../conformance/odd/batch.yaml", "lined").want(t, 1, "(the message): must have at least 1 message [batch, must]\n-: not valid, 1 line, 1 of")
}

// TestValidateStreamOfSides refuses a conversation that only one of its sides can follow.
func TestValidateStreamOfSides(t *testing.T) {
	r := envgen(t, "", "validate", "--spec", "../../conformance/odd/both_ways.yaml", "--stream", "run")
	if want := "only a tracker of client or server follows the conversation run"; r.code != 2 || !strings.Contains(r.err, want) {
		t.Errorf("exit %d: %q", r.code, r.err)
	}
}

// zeros is an endless stream.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// TestValidateLongFrame skips 2 GiB, and waits for a body that does not come.
func TestValidateLongFrame(t *testing.T) {
	const gigabytes = 1 << 31
	var before, after runtime.MemStats
	for _, c := range []struct {
		announced int
		param     string
		body      int64
		rule      string
	}{{gigabytes, "max_bytes=1000", gigabytes, "long-frame"}, {gigabytes - 1, "max_bytes=2147483647", 1, "cut-frame"}} {
		var out strings.Builder
		in := io.MultiReader(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", c.announced)), io.LimitReader(zeros{}, c.body))
		runtime.ReadMemStats(&before)
		args := []string{"validate", "--spec", "../../conformance/odd/headers.yaml", "--stream", "talk", "--param", c.param}
		if code := run(args, command.Streams{In: in, Out: &out, Err: io.Discard}); code != 1 || !strings.Contains(out.String(), c.rule) {
			t.Errorf("exit %d: %s", code, &out)
		}
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 100<<20 {
			t.Errorf("%s: %d bytes are allocated", c.rule, after.TotalAlloc-before.TotalAlloc)
		}
	}
}
