//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/version"
)

// asProcess is the variable that makes TestAsProcess run a command line: its arguments, a line each.
const asProcess = "ENVGEN_TEST_ARGS"

func TestAsProcess(t *testing.T) {
	if args := os.Getenv(asProcess); args != "" {
		os.Exit(run(strings.Split(args, "\n"), command.Streams{In: os.Stdin, Out: io.Discard, Err: os.Stderr}))
	}
}

// hold locks an output folder, as another run would.
func hold(t *testing.T, dir string) (release func()) {
	t.Helper()
	f, err := os.OpenFile(put(t, filepath.Join(dir, ".envgen-run", "lock"), "4711\n"), os.O_RDWR, 0)
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { f.Close() }
}

// waiting starts a run into a locked folder, and returns when the run reports that it waits.
func waiting(t *testing.T, dir string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	spec := put(t, filepath.Join(t.TempDir(), "small.yaml"), small)
	cmd := exec.Command(os.Args[0], "-test.run=^TestAsProcess$")
	cmd.Env = append(os.Environ(), asProcess+"="+strings.Join([]string{"gen", "--spec", spec, "--ts", dir}, "\n"))
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	var said bytes.Buffer
	if err := r.SetReadDeadline(time.Now().Add(watchdog)); err != nil {
		t.Fatal(err)
	}
	for want := fmt.Sprintf("waiting for another run of envgen in %s (pid 4711)\n", dir); !strings.Contains(said.String(), want); {
		part := make([]byte, 512)
		n, err := r.Read(part)
		said.Write(part[:n])
		if err != nil {
			t.Fatalf("%q is not said, but %q: %v", want, said.String(), err)
		}
	}
	t.Cleanup(func() { r.Close() })
	return cmd, &said
}

func TestGenWaitsForAnotherRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	release := hold(t, dir)
	cmd, said := waiting(t, dir)
	release()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if files := contents(t, dir); files["small.ts"] == "" || files[".envgen-run/lock"] != "" {
		t.Errorf("the folder holds %d files", len(files))
	}
}

func TestSignalsStopARun(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := filepath.Join(t.TempDir(), "out")
		release := hold(t, dir)
		cmd, _ := waiting(t, dir)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 2 {
			t.Errorf("%v: %v", signal, err)
		}
		if files := contents(t, dir); len(files) != 1 || files[".envgen-run/lock"] == "" {
			t.Errorf("%v: it left %d files, or took away the other run's lock", signal, len(files))
		}
		release()
	}
}

// TestGenFinishesWhatAKilledRunLeft has a journal of a run that finished all its work except removing the journal.
func TestGenFinishesWhatAKilledRunLeft(t *testing.T) {
	dir := t.TempDir()
	spec, out := put(t, filepath.Join(dir, "small.yaml"), small), filepath.Join(dir, "out")
	envgen(t, "", "gen", "--spec", spec, "--ts", out).want(t, 0)
	before := contents(t, out)
	put(t, filepath.Join(out, ".envgen-run", "journal.json"), `{"generator":"envgen `+version.Tool()+`"}`)
	envgen(t, "", "gen", "--spec", spec, "--ts", out, "--check").want(t, 1, "stale: "+out+" is incomplete")
	envgen(t, "", "gen", "--spec", spec, "--ts", out).want(t, 0, "repaired: a run of envgen was killed")
	envgen(t, "", "gen", "--spec", spec, "--ts", out, "--check").want(t, 0)
	same(t, "the next run", before, contents(t, out))

	put(t, filepath.Join(out, ".envgen-run", "journal.json"), "{")
	for _, more := range [][]string{nil, {"--check"}} {
		envgen(t, "", append([]string{"gen", "--spec", spec, "--ts", out}, more...)...).want(t, 2, "journal.json is damaged", "delete it")
	}
}
