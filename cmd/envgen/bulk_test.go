package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const bulkSpec = `envgen: 1
protocol: small
version: "1"
types:
  Hello: {type: object, required: [type, name], properties: {type: {const: hello}, name: {type: string, minLength: 1}, at: {type: string}}}
  Bye: {type: object, required: [type], properties: {type: {const: bye}, tags: {type: object, additionalProperties: {type: array, items: {type: string}}}}}
  Message: {oneOf: [Hello, Bye], discriminator: {propertyName: type}}
root: Message
conversations:
  talk:
    over: Message
    grammar: Hello+ Bye
`

const bulkLines = `{"id":"a","at":"2026-05-01T10:00:00Z","message":{"type":"hello","name":"Ada"}}
{"id":"b","at":"2026-05-01T11:00:00Z","message":"{\"type\":\"hello\",\"name\":\"\"}"}
{"id":"a","at":"2026-05-02T10:00:00Z","message":{"type":"bye","tags":{"x":["y",1],"z":[2]}}}
{"id":"b","at":"2026-05-02T10:00:00Z"}
{"id":"a","at":"2026-05-02T11:00:00Z","message":{"type":"hello","name":"Ada"}}
`

func TestBulk(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), bulkSpec)
	lines := put(t, filepath.Join(dir, "archive.ndjson"), bulkLines)
	out, quarantine, page := filepath.Join(dir, "issues"), filepath.Join(dir, "bad"), filepath.Join(dir, "report.html")
	args := []string{"bulk", "--spec", spec, "--at", "/message", "--by", "/id", "--day", "/at", "--out", out, "--quarantine", quarantine, "--html", page}
	r := envgen(t, "", append(args, lines)...)
	r.want(t, 1, "1 file, 4 records", "2  valid", "2  not valid", "1  without a message", "2 × Bye/tags/*/*: must be a string [type, must]",
		"1 × Hello/name: must have at least 1 character [minLength, must]\n  "+lines+":2 (byte 79)", "2026-05-02  2", "a      3        1")
	rows := strings.Split(strings.TrimSpace(read(t, out)), "\n")
	if len(rows) != 3 || rows[0] != `{"file":"`+lines+`","line":2,"offset":79,"type":"Hello","rule":"minLength","path":"/name","level":"must","message":"must have at least 1 character"}` {
		t.Errorf("%q", rows)
	}
	var bad struct {
		Line   int
		Text   string
		Issues []struct{ Path string }
	}
	if err := json.Unmarshal([]byte(strings.Split(read(t, quarantine), "\n")[1]), &bad); err != nil || bad.Line != 3 || bad.Text != strings.Split(bulkLines, "\n")[2] ||
		len(bad.Issues) != 2 || bad.Issues[0].Path != "/tags/x/1" {
		t.Errorf("%+v, %v", bad, err)
	}
	if text := read(t, page); !strings.Contains(text, "<td>/tags/*/*<td>type (must)<td>must be a string") || !strings.Contains(text, "2026-05-01: 2 records, 1 not valid") || strings.Contains(text, "http") {
		t.Errorf("the page:\n%s", text)
	}
	var sum struct {
		Records, Invalid int
		Issues           []struct {
			Path  string
			Count int
		}
	}
	r = envgen(t, bulkLines, append(args[:5:5], "--format", "json")...)
	r.want(t, 1)
	if err := json.Unmarshal([]byte(r.out), &sum); err != nil || sum.Records != 4 || sum.Invalid != 2 || len(sum.Issues) != 2 || sum.Issues[0].Count != 2 {
		t.Errorf("%s: %v", r.out, err)
	}
	envgen(t, "{\"type\":\"bye\"}\n", "bulk", "--spec", spec).want(t, 0, "1 record", "1  valid")
	// The reference decides about a number beyond 2^53-1, at the time of the record.
	const old = `{"protocol":"agh-network/v0","id":"m","kind":"say","channel":"c","from":"ops","to":null,"ts":1000000000,"body":{},"proof":null,"ext":{"a.b":%s}}` + "\n"
	for _, number := range []string{"1", "1e300"} {
		line := strings.Replace(old, "%s", number, 1)
		envgen(t, line, "bulk", "--spec", "agh", "--now", "/ts").want(t, 0, "1  valid")
		envgen(t, line, "bulk", "--spec", "agh").want(t, 1, "1  not valid")
	}
}

// TestBulkStreams checks the order of messages: each id is a conversation.
func TestBulkStreams(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), bulkSpec)
	args := []string{"bulk", "--spec", spec, "--stream", "talk", "--key", "/id", "--at", "/message", "--now", "/at"}
	envgen(t, bulkLines, args...).want(t, 1, "2  conversations without a proper end", "2 × (end): must not end before", "-:5 (byte", "1 × Hello/name: must have")
	whole := strings.Repeat(strings.Join(strings.Split(bulkLines, "\n")[:1], "\n")+"\n"+`{"id":"a","message":{"type":"bye"}}`+"\n", 1)
	envgen(t, whole, args...).want(t, 0, "2  valid")
	swapped := strings.Split(strings.TrimSpace(whole), "\n")
	swapped[0], swapped[1] = strings.Replace(swapped[1], "{", `{"n":2,`, 1), strings.Replace(swapped[0], "{", `{"n":1,`, 1)
	envgen(t, strings.Join(swapped, "\n"), args...).want(t, 1, "1  not valid", "1  conversations without a proper end")
	envgen(t, strings.Join(swapped, "\n"), append(args, "--order", "/n")...).want(t, 0, "2  valid")
	envgen(t, bulkLines, append(args, "--by", "/id", "--day", "/at")...).want(t, 1, "a      3        1", "b      1        1", "2026-05-02  2        1")
	envgen(t, bulkLines, append(args, "--open", "1")...).want(t, 1, "conversations dropped")
}

// TestBulkSides checks conversations in which both sides send requests: the records name the senders.
func TestBulkSides(t *testing.T) {
	record := func(n int, side, message string) string {
		return fmt.Sprintf(`{"n":%d,"run":"a","by":{"side":"%s"},"message":%s}`+"\n", n, side, message)
	}
	const (
		find = `{"jsonrpc":"2.0","id":1,"method":"book/find","params":{"title":"Emma"}}`
		book = `{"jsonrpc":"2.0","id":1,"result":{"pages":3}}`
	)
	args := []string{"bulk", "--spec", "../../conformance/odd/rpc_module.yaml", "--stream", "session", "--key", "/run", "--at", "/message"}
	sided := append(args[:len(args):len(args)], "--side", "/by/side")
	good := record(1, "client", find) + record(2, "server", book)
	envgen(t, good, sided...).want(t, 0, "2  valid")
	envgen(t, record(2, "server", book)+record(1, "client", find), append(sided, "--order", "/n")...).want(t, 0, "2  valid")
	envgen(t, record(1, "server", find)+record(2, "client", book), sided...).want(t, 1, "must come from the client [wrong-direction, must]")
	envgen(t, record(1, "client", find), sided...).want(t, 1, "1  conversations without a proper end")
	envgen(t, good+record(3, "desk", find)+`{"run":"a","message":{}}`, sided...).want(t, 1, `the record names no side: it must be "client" or "server" [side, must]`, "2  valid", "2  not valid")
	envgen(t, good, args...).want(t, 2, "both may send some of its messages")
	envgen(t, good, "bulk", "--spec", "agh", "--side", "/by").want(t, 2, "--side needs --stream")
}

func TestBulkRefusals(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), bulkSpec)
	lines := put(t, filepath.Join(dir, "archive.ndjson"), bulkLines)
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"pointer":         {[]string{"--at", "message.text", lines}, `--at "message.text" is no JSON Pointer: it begins with a slash, as in /message/text`},
		"escape":          {[]string{"--by", "/a~2", lines}, "a tilde is ~0"},
		"time":            {[]string{"--now", "yesterday", lines}, "neither a time in RFC 3339 nor a pointer"},
		"type":            {[]string{"--type", "None", lines}, `no type "None"`},
		"stream":          {[]string{"--stream", "None", "--key", "/id", lines}, "None"},
		"order":           {[]string{"--order", "/at", lines}, "--order needs --stream"},
		"state of stdin":  {[]string{"--state", filepath.Join(dir, "s")}, "standard input cannot be read again"},
		"no file":         {[]string{filepath.Join(dir, "none.ndjson")}, "none.ndjson"},
		"no such files":   {[]string{filepath.Join(dir, "none*.ndjson")}, "none*.ndjson"},
		"empty folder":    {[]string{t.TempDir()}, "no file with a name such as"},
		"same output":     {[]string{"--out", filepath.Join(dir, "o"), "--quarantine", filepath.Join(dir, "o"), lines}, "the same file"},
		"broken zstd":     {[]string{put(t, filepath.Join(dir, "z"), "\x28\xb5\x2f\xfdxxxxxxxxxxxx")}, "z: "},
		"broken gzip":     {[]string{put(t, filepath.Join(dir, "g"), "\x1f\x8bxxxxxxxxxxxx")}, "g: "},
		"another state":   {[]string{"--state", put(t, filepath.Join(dir, "other"), `{"version":1,"settings":"x","files":{},"outputs":{}}`), lines}, "another spec, or with other options"},
		"no state":        {[]string{"--state", lines, lines}, "no state of a run"},
		"order and state": {[]string{"--stream", "talk", "--key", "/id", "--order", "/n", "--state", filepath.Join(dir, "s"), lines}, "--state does not work with --order"},
	} {
		t.Run(name, func(t *testing.T) {
			envgen(t, "", append([]string{"bulk", "--spec", spec}, c.args...)...).want(t, 2, c.want)
		})
	}
	if read(t, lines) != bulkLines {
		t.Error("a run has changed its input")
	}
	if _, err := os.Stat(filepath.Join(dir, "s")); err == nil {
		t.Error("a refused run has written a state")
	}
}

// TestBulkState refuses a state if a rule of the spec has changed, which its JSON Schema does not have, and goes on with a file that has grown.
func TestBulkState(t *testing.T) {
	dir := t.TempDir()
	const rules = "rules:\n  - {id: not-bob, for: [Hello], check: 'this.name != \"Bob\"', message: must not be Bob}\n"
	spec := put(t, filepath.Join(dir, "small.yaml"), bulkSpec+rules)
	lines := put(t, filepath.Join(dir, "archive.ndjson"), "{\"type\":\"hello\",\"name\":\"Bob\"}\n")
	issues := filepath.Join(dir, "issues")
	args := []string{"bulk", "--spec", spec, "--state", filepath.Join(dir, "state"), "--out", issues, lines}
	envgen(t, "", args...).want(t, 1, "1 file, 1 record", "1 × Hello: must not be Bob")
	put(t, lines, "{\"type\":\"hello\",\"name\":\"Bob\"}\n{\"type\":\"hello\",\"name\":\"Ada\"}\n{\"type\":\"hello\",\"name\":\"Bob\"}\n")
	envgen(t, "", args...).want(t, 1, "1 file, 3 records", "2 × Hello: must not be Bob", lines+":3 (byte 60)")
	if rows := strings.Count(read(t, issues), "\n"); rows != 2 {
		t.Errorf("%d issues are written, want 2", rows)
	}
	put(t, lines, "{}")
	envgen(t, "", args...).want(t, 2, "it is shorter than it was")
	put(t, spec, bulkSpec+strings.ReplaceAll(rules, "Bob", "Eve"))
	envgen(t, "", args...).want(t, 2, "another spec, or with other options")
}

// TestBulkStreamsState continues conversations in an archive that has grown. The issues at their ends are those of the last run.
func TestBulkStreamsState(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), bulkSpec)
	hello, bye := `{"id":"a","message":{"type":"hello","name":"Ada"}}`+"\n", `{"id":"a","message":{"type":"bye"}}`+"\n"
	lines := put(t, filepath.Join(dir, "archive.ndjson"), hello)
	issues := filepath.Join(dir, "issues")
	args := []string{"bulk", "--spec", spec, "--stream", "talk", "--key", "/id", "--at", "/message", "--state", filepath.Join(dir, "state"), "--out", issues, lines}
	for range 2 {
		envgen(t, "", args...).want(t, 1, "1 record", "1  conversations without a proper end")
		if rows := strings.Count(read(t, issues), "\n"); rows != 1 {
			t.Errorf("%d issues are written, want 1", rows)
		}
	}
	put(t, lines, hello+bye)
	envgen(t, "", args...).want(t, 0, "2 records", "2  valid")
	if text := read(t, issues); text != "" {
		t.Errorf("the issue of an earlier end is left: %s", text)
	}
	put(t, lines, hello+bye+bye)
	envgen(t, "", args...).want(t, 1, "3 records", "1  not valid")
	envgen(t, "", append(args[:len(args)-1:len(args)-1], put(t, filepath.Join(dir, "other.ndjson"), hello))...).want(t, 2, "archive.ndjson is not among the files")
}

func read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
