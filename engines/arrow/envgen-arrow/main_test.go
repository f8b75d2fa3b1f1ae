package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/envgen/envgen/internal/command"
)

// TestRefusals has command lines that cannot run: exit code 2, and an error.
func TestRefusals(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte("envgen: 1\nprotocol: x\nversion: '1'\ntypes: {A: {type: none}}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"no spec":      {[]string{"check"}, "--spec"},
		"unknown spec": {[]string{"check", "--spec", "none"}, "ships no protocol of that name"},
		"a folder":     {[]string{"check", "--spec", t.TempDir()}, "it is a folder"},
		"wrong spec":   {[]string{"check", "--spec", bad}, "bad.yaml:4:"},
		"a time":       {[]string{"check", "--spec", "agh", "--now", "yesterday"}, "yesterday"},
		"jobs":         {[]string{"check", "--spec", "agh", "--jobs", "-1"}, "--jobs"},
		"a parameter":  {[]string{"check", "--spec", "agh", "--param", "max_depth=0"}, "max_depth"},
		"no stream":    {[]string{"check", "--spec", "agh"}, "no stream of Arrow IPC"},
		"no output":    {[]string{"parquet"}, "--out"},
		"no input":     {[]string{"parquet", "--out", filepath.Join(t.TempDir(), "x"), "none.ndjson"}, "none.ndjson"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := run(test.args, command.Streams{In: strings.NewReader("{}"), Out: &out, Err: &errs})
			if code != 2 || !strings.Contains(errs.String(), test.want) || out.Len() > 0 {
				t.Errorf("exit code %d, want %q in %q", code, test.want, &errs)
			}
		})
	}
}

// programs builds both programs.
func programs(t *testing.T) (envgen, arrow string) {
	t.Helper()
	dir := t.TempDir()
	envgen, arrow = filepath.Join(dir, "envgen"), filepath.Join(dir, "envgen-arrow")
	for _, build := range []*exec.Cmd{exec.Command("go", "build", "-o", arrow, "."), exec.Command("go", "-C", "../../..", "build", "-o", envgen, "./cmd/envgen")} {
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return envgen, arrow
}

// TestBulk lets envgen bulk write parquet, and compares it with the lines of JSON.
func TestBulk(t *testing.T) {
	envgen, arrow := programs(t)
	dir := t.TempDir()
	archive := filepath.Join(dir, "archive.ndjson")
	if err := os.WriteFile(archive, []byte(strings.Repeat("{\"version\":1,\"status\":\"okay\"}\n{}\n[\n", 500)), 0o666); err != nil {
		t.Fatal(err)
	}
	bulk := func(program, out string, more ...string) (int, string) {
		run := exec.Command(envgen, append([]string{"bulk", "--spec", "foxctl", "--out", out, archive}, more...)...)
		run.Env = append(os.Environ(), "ENVGEN_ARROW="+program)
		text, _ := run.CombinedOutput()
		return run.ProcessState.ExitCode(), string(text)
	}
	plain, table := filepath.Join(dir, "issues.ndjson"), filepath.Join(dir, "issues.parquet")
	for _, out := range []string{plain, table} {
		if code, text := bulk(arrow, out); code != 1 {
			t.Fatalf("exit code %d: %s", code, text)
		}
	}
	text, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if have := rows(t, table); have != string(text) {
		t.Errorf("the rows are\n%.1000s\nwant\n%.1000s", have, text)
	}
	// A table of the next runs would differ.
	if err := os.WriteFile(archive, []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		program, out string
		more         []string
		want         string
	}{
		"a missing file":  {arrow, table, []string{filepath.Join(dir, "none.ndjson")}, "none.ndjson"},
		"a broken file":   {arrow, table, []string{broken(t, dir)}, "broken.gz"},
		"no program":      {filepath.Join(dir, "none"), table, nil, "none"},
		"another program": {"/bin/false", table, nil, "/bin/false: exit status 1"},
		"no folder":       {arrow, filepath.Join(dir, "none", "x.parquet"), nil, "envgen-arrow: open"},
		"a state":         {arrow, table, []string{"--state", filepath.Join(dir, "state")}, "which parquet cannot"},
		"a quarantine":    {arrow, plain, []string{"--quarantine", table}, "lines of JSON only"},
	} {
		code, text := bulk(test.program, test.out, test.more...)
		after, err := os.ReadFile(table)
		if code != 2 || !strings.Contains(text, test.want) || err != nil || !bytes.Equal(after, whole) {
			t.Errorf("%s: exit code %d: %s", name, code, text)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".envgen-*")); left != nil {
		t.Errorf("there are still %q", left)
	}
}

// broken writes a file of gzip that ends early.
func broken(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "broken.gz")
	if err := os.WriteFile(name, []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03xxxx"), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// rows returns a file of parquet as lines of JSON.
func rows(t *testing.T, name string) string {
	t.Helper()
	f, err := file.OpenParquetFile(name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	batches, err := r.GetRecordReader(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer batches.Release()
	var b strings.Builder
	encode := json.NewEncoder(&b)
	encode.SetEscapeHTML(false)
	for batches.Next() {
		data, err := batches.RecordBatch().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var part []struct {
			File    string `json:"file"`
			Line    int64  `json:"line"`
			Offset  int64  `json:"offset"`
			Type    string `json:"type"`
			Key     string `json:"key,omitempty"`
			Rule    string `json:"rule"`
			Path    string `json:"path"`
			Level   string `json:"level"`
			Message string `json:"message"`
		}
		if err := json.Unmarshal(data, &part); err != nil {
			t.Fatal(err)
		}
		for _, row := range part {
			if err := encode.Encode(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.String()
}
