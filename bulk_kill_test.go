package envgen_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestBulkKilled kills runs of envgen bulk at random times. The run that ends has the report and the files of one run.
func TestBulkKilled(t *testing.T) {
	program := filepath.Join(command(t), "envgen")
	t.Run("messages", func(t *testing.T) { killed(t, program, 250_000) })
	t.Run("conversations", func(t *testing.T) {
		killed(t, program, 60_000, "--stream", "inbox", "--key", "/channel", "--open", "500")
	})
}

// killed makes an archive, and compares runs that are killed with one that is not.
func killed(t *testing.T, program string, records int, options ...string) {
	dir := t.TempDir()
	var lines bytes.Buffer
	for i := range records {
		kind := "say"
		if i%100 == 17 {
			kind = "sey"
		}
		fmt.Fprintf(&lines, `{"protocol":"agh-network/v0","id":"msg_%d","kind":%q,"channel":"c%d","from":"ops","to":null,"ts":%d,"body":{},"proof":null}`+"\n", i-i%7, kind, i%1000, 1776366000+i)
	}
	archive := filepath.Join(dir, "archive.ndjson")
	if err := os.WriteFile(archive, lines.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(name string, after time.Duration) (report string, ended bool) {
		t.Helper()
		cmd := exec.Command(program, "bulk", "--spec", "agh", "--now", "/ts", "--format", "json", "--out", name+".issues", "--quarantine", name+".bad", "--state", name+".state", "archive.ndjson")
		cmd.Args = append(cmd.Args, options...)
		cmd.Dir = dir
		var out, errors bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errors
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if after > 0 {
			timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
			defer timer.Stop()
		}
		cmd.Wait() // the exit code decides
		switch code := cmd.ProcessState.ExitCode(); code {
		case 1:
			return out.String(), true
		case -1:
			return "", false
		default:
			t.Fatalf("exit code %d: %s", code, errors.String())
			return "", false
		}
	}
	begin := time.Now()
	want, ended := run("whole", 0)
	if !ended {
		t.Fatal("a run that nobody killed has not ended")
	}
	once := time.Since(begin)
	// A run that is killed before its first state begins anew, so later runs get more time.
	kills, report := 0, ""
	for ended = false; !ended; kills++ {
		share := 0.3
		if kills > 0 {
			share += rand.Float64()/2 + float64(kills)/20
		}
		report, ended = run("killed", time.Duration(float64(once)*share))
	}
	t.Logf("%d kills, one run takes %v", kills-1, once)
	if kills == 1 {
		t.Error("no run was killed")
	}
	if report != want {
		t.Errorf("the reports differ:\n%s\n%s", report, want)
	}
	for _, suffix := range []string{".issues", ".bad"} {
		a, errA := os.ReadFile(filepath.Join(dir, "whole"+suffix))
		b, errB := os.ReadFile(filepath.Join(dir, "killed"+suffix))
		if errA != nil || errB != nil || len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s: %d and %d bytes, %v, %v", suffix, len(a), len(b), errA, errB)
		}
	}
}
