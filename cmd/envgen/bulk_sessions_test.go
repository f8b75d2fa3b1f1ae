package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
)

// spoken is a fixture of a conversation.
type spoken struct {
	ID, As string
	Events []struct{ Send, Receive *string }
	Expect struct {
		Verdicts [][]struct{ Rule, Path string }
	}
}

// TestBulkSessions writes all sessions of a protocol into one archive, a message of each in turn. The verdicts are those of the fixtures, although the
// reference judges only some of the messages by themselves.
func TestBulkSessions(t *testing.T) {
	for name, sides := range map[string][2]string{"mcp": {"client", "server"}, "dap": {"client", "adapter"}} {
		t.Run(name, func(t *testing.T) {
			archive, want := archiveOf(t, sessionsOf(t, name), sides)
			file, out := put(t, filepath.Join(t.TempDir(), "archive.ndjson"), archive), filepath.Join(t.TempDir(), "issues")
			spec := fmt.Sprintf("../../examples/%s/%[1]s.yaml", name)
			r := envgen(t, "", "bulk", "--spec", spec, "--stream", "session", "--key", "/key", "--side", "/side", "--at", "/message", "--jobs", "3", "--out", out, file)
			r.want(t, 1, fmt.Sprintf("%d records", strings.Count(archive, "\n")))
			got := map[string]bool{}
			for row := range strings.Lines(read(t, out)) {
				var issue struct {
					Line             int
					Type, Rule, Path string
				}
				if err := json.Unmarshal([]byte(row), &issue); err != nil {
					t.Fatal(err)
				}
				if issue.Type != "(end)" {
					got[fmt.Sprintf("%d: %s %s", issue.Line, issue.Path, issue.Rule)] = true
				}
			}
			if len(want) < 20 || !maps.Equal(got, want) {
				t.Errorf("the issues are %q\nand not %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			}
		})
	}
}

func sessionsOf(t testing.TB, protocol string) (list []spoken) {
	files, err := filepath.Glob(filepath.Join("../../conformance/sessions", protocol, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		var some []spoken
		if err := json.Unmarshal([]byte(read(t, file)), &some); err != nil {
			t.Fatal(file, err)
		}
		list = append(list, some...)
	}
	return list
}

// archiveOf returns an archive, and its issues: line, path and rule.
func archiveOf(t testing.TB, sessions []spoken, sides [2]string) (archive string, want map[string]bool) {
	var lines strings.Builder
	want = map[string]bool{}
	for i, line, more := 0, 0, true; more; i++ {
		more = false
		for _, s := range sessions {
			if i >= len(s.Events) || s.Events[i].Send == nil && s.Events[i].Receive == nil {
				continue
			}
			more, line = true, line+1
			side, text := s.As, s.Events[i].Send
			if text == nil {
				text = s.Events[i].Receive
				side = sides[1-slices.Index(sides[:], s.As)]
			}
			record, err := json.Marshal(map[string]string{"key": s.ID, "side": side, "message": *text})
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(record, '\n'))
			for _, issue := range s.Expect.Verdicts[i] {
				want[fmt.Sprintf("%d: %s %s", line, issue.Path, issue.Rule)] = true
			}
		}
	}
	return lines.String(), want
}

// BenchmarkBulkSessions checks an archive of 100 times the sessions of MCP without issues, each a conversation.
func BenchmarkBulkSessions(b *testing.B) {
	var good []spoken
	for _, s := range sessionsOf(b, "mcp") {
		if !slices.ContainsFunc(s.Expect.Verdicts, func(v []struct{ Rule, Path string }) bool { return len(v) > 0 }) {
			good = append(good, s)
		}
	}
	var all []spoken
	for i := range 100 {
		for _, s := range good {
			s.ID = fmt.Sprint(s.ID, i)
			all = append(all, s)
		}
	}
	archive, _ := archiveOf(b, all, [2]string{"client", "server"})
	file := filepath.Join(b.TempDir(), "archive.ndjson")
	if err := os.WriteFile(file, []byte(archive), 0o666); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(archive)))
	for b.Loop() {
		var out, errs bytes.Buffer
		args := []string{"bulk", "--spec", "../../examples/mcp/mcp.yaml", "--stream", "session", "--key", "/key", "--side", "/side", "--at", "/message", "--open", "100000", file}
		if code := run(args, command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}); code != 0 {
			b.Fatal(code, errs.String(), out.String())
		}
	}
}
