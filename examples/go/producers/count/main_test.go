package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// TestMain runs the program itself if a test has started the test binary as the program.
func TestMain(m *testing.M) {
	if os.Getenv("COUNT_RUNS") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// follow reads the whole run and returns its envelopes. A violation of a rule fails the test.
func follow(t *testing.T, out []byte) []foxctl.Envelope {
	t.Helper()
	var all []foxctl.Envelope
	for m, err := range foxctl.ReadRun(bytes.NewReader(out), foxctl.Strict()) {
		if err != nil {
			t.Errorf("%v in %s", err, out)
			continue
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		t.Fatalf("no envelope in %s", out)
	}
	return all
}

func TestCount(t *testing.T) {
	now := time.Date(2026, 5, 12, 8, 0, 0, 0, time.UTC)
	files := fstest.MapFS{"a": {Data: []byte("1\n2\n")}, "b": {Data: []byte("3\n")}}
	s := skill{foxctl.Builder{Now: func() time.Time { return now }, Started: now.Add(-time.Second)}, files.ReadFile}
	var out bytes.Buffer
	if err := s.run(t.Context(), &out, []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	all := follow(t, out.Bytes())
	ok, is := all[len(all)-1].(*foxctl.OKEnvelope)
	if !is || len(all) != 3 || ok.Meta.DurationMs.Or(0) != 1000 || ok.Data.(*foxctl.InlineData).Extra.String() != `{"files":[{"file":"a","lines":2},{"file":"b","lines":1}]}` {
		t.Errorf("%d envelopes, the last is %v", len(all), all[len(all)-1])
	}
}

// TestFailures has sources that fail after a good file: the run ends with an error envelope that has a hint.
func TestFailures(t *testing.T) {
	for code, read := range map[foxctl.ErrorCode]func(string) ([]byte, error){
		foxctl.ErrorCodeNotFound: fstest.MapFS{}.ReadFile,
		foxctl.ErrorCodeIO: func(name string) ([]byte, error) {
			return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrPermission}
		},
		foxctl.ErrorCodePolicy:  func(string) ([]byte, error) { return nil, fmt.Errorf("wrapped: %w", foxctl.NewFailurePolicy("no")) },
		foxctl.ErrorCodeRuntime: func(string) ([]byte, error) { panic("a defect") },
	} {
		s := skill{read: func(name string) ([]byte, error) {
			if name == "good" {
				return nil, nil
			}
			return read(name)
		}}
		var out bytes.Buffer
		err := s.run(t.Context(), &out, []string{"good", "bad"})
		all := follow(t, out.Bytes())
		last := all[len(all)-1]
		if err == nil || len(all) != 2 || !errors.Is(foxctl.ErrorOf(last), code) {
			t.Errorf("%s: %v, %s", code, err, &out)
			continue
		}
		if hint := last.(*foxctl.ErrorEnvelope).Data.(*foxctl.FailureInlineData).Hint.Or(""); hint == "" {
			t.Errorf("%s: no hint in %s", code, &out)
		}
	}
}

// program returns the command that runs the program.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], args...)
	c.Env, c.Dir = append(os.Environ(), "COUNT_RUNS=1"), t.TempDir()
	return c
}

func TestProgram(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(file, []byte("1\n2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := program(t, file).Output()
	if all := follow(t, out); err != nil || foxctl.ErrorOf(all[len(all)-1]) != nil {
		t.Errorf("an absolute path: %v, %s", err, out)
	}
	out, err = program(t, file+"-gone").Output()
	var exit *exec.ExitError
	if all := follow(t, out); !errors.As(err, &exit) || exit.ExitCode() != 1 || !errors.Is(foxctl.ErrorOf(all[0]), foxctl.ErrorCodeNotFound) {
		t.Errorf("no such file: %v, %s", err, out)
	}
}

// TestInterrupt interrupts the program while it waits for standard input.
func TestInterrupt(t *testing.T) {
	c := program(t, os.DevNull, "/dev/stdin")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if text.Len() == 0 { // the progress of the first file
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
		text.WriteString(lines.Text() + "\n")
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the program ends with %v", err)
	}
	all := follow(t, []byte(text.String()))
	if len(all) != 2 || !errors.Is(foxctl.ErrorOf(all[1]), foxctl.ErrorCodeCanceled) {
		t.Errorf("%s", text.String())
	}
}

// TestArtifact counts so many files that the list goes to a store. The consumer verifies the digest of the stored text.
func TestArtifact(t *testing.T) {
	store := envelope.DirectoryStore{Dir: t.TempDir()}
	files, names := fstest.MapFS{}, []string{}
	for i := range 2000 {
		name := fmt.Sprintf("file-%d", i)
		files[name], names = &fstest.MapFile{Data: []byte("1\n")}, append(names, name)
	}
	var out bytes.Buffer
	if err := (skill{foxctl.Builder{Store: store}, files.ReadFile}).run(t.Context(), &out, names); err != nil {
		t.Fatal(err)
	}
	all := follow(t, out.Bytes())
	last := all[len(all)-1].(*foxctl.OKEnvelope)
	artifact, is := last.Data.(*foxctl.ArtifactData)
	if !is || artifact.Summary.RecordCount.Or(0) != 2000 || artifact.Artifact != last.Meta.CASDigest.Or("") {
		t.Fatalf("%v", last)
	}
	text, err := store.Get(string(artifact.Artifact))
	if err != nil || int64(len(text)) != artifact.Summary.SizeBytes {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if err := envelope.VerifyDigest(string(artifact.Artifact), text); err != nil {
		t.Error(err)
	}
}
