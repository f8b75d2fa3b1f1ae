package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/version"
)

// TestProject is a repository with an envgen.yaml, from which specs come and go.
func TestProject(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "specs/small.yaml", small)
	list := "envgen: 1\nspecs:\n  - specs/small.yaml\n  - helper\nts: {dir: web}\npy: {dir: py}\n"
	put(t, "envgen.yaml", list)
	envgen(t, "", "gen", "--check").want(t, 1, "stale: web/helper.ts")
	envgen(t, "", "gen").want(t, 0, "ts      web", "py      py")
	envgen(t, "", "gen", "--check").want(t, 0)
	envgen(t, "", "check").want(t, 0, "2 specs, no errors")

	put(t, "envgen.yaml", strings.Replace(list, "  - helper\n", "", 1))
	envgen(t, "", "gen", "--check").want(t, 1, "to delete", "stale: web/helper.ts")
	t.Chdir("specs") // from a folder below
	envgen(t, "", "gen").want(t, 0, "../web", "deleted")
	t.Chdir(dir)
	if _, err := os.Stat("web/helper.ts"); err == nil {
		t.Error("web/helper.ts is still there")
	}
	envgen(t, "", "gen", "--project", "envgen.yaml").want(t, 0)
	envgen(t, "", "gen", "--project", "nothing.yaml").want(t, 2, "nothing.yaml")
	envgen(t, "", "gen", "--project", "envgen.yaml", "--ts", "x").want(t, 2, "remove these flags")
	envgen(t, "", "gen", "--observe").want(t, 2, "these flags require")
	envgen(t, "", "gen", "--support", "all").want(t, 2, "a project has `import`, `layout`, `support`")
	envgen(t, "", "gen", "--ts", "x").want(t, 2, "name a spec")

	put(t, "envgen.yaml", strings.Replace(list, "dir: web", "dir: web, imports: ts, open: index", 1))
	envgen(t, "", "gen").want(t, 0)
	if text := contents(t, "web")["helper.ts"]; !strings.Contains(text, `from "./envelope.ts";`) || !strings.Contains(text, "[member: string]: unknown;") {
		t.Error("what the project says of TypeScript is not done")
	}

	put(t, "envgen.yaml", strings.Replace(list, "dir: web", "dir: web, observe: true", 1))
	envgen(t, "", "gen").want(t, 0)
	if !strings.Contains(contents(t, "web")["helper.observe.ts"], "observeTracker(names,") || contents(t, "py")["helper/observe.py"] != "" {
		t.Error("the modules for observers are not those of the project")
	}
	put(t, "envgen.yaml", strings.Replace(list, "dir: web", "dir: web, observe: true, layout: single", 1))
	envgen(t, "", "gen").want(t, 2, "envgen.yaml:5:11", "requires the layout `folder`")

	put(t, "envgen.yaml", strings.Replace(list, "helper", "helpr", 1))
	envgen(t, "", "gen").want(t, 2, "did you mean `helper`?")
	put(t, "envgen.yaml", strings.Replace(list, "small.yaml", "tall.yaml", 1))
	envgen(t, "", "gen").want(t, 2, "envgen.yaml:3:5", "tall.yaml")
	put(t, "envgen.yaml", strings.Replace(list, "py:", "go:", 1))
	envgen(t, "", "gen").want(t, 2, "envgen.yaml:6:11", "go.mod")
	put(t, "envgen.yaml", strings.Replace(list, "dir: web", "dir: envgen.yaml", 1))
	envgen(t, "", "gen").want(t, 2, "is a file")
	put(t, "envgen.yaml", strings.Replace(list, "specs:", "spec:", 1))
	envgen(t, "", "gen").want(t, 1, "envgen.yaml:2:1", "did you mean `specs`?")
	if err := os.Remove("envgen.yaml"); err != nil {
		t.Fatal(err)
	}
	envgen(t, "", "gen").want(t, 2, "this folder and those above have no envgen.yaml", "envgen init")
}

func TestSpecsByName(t *testing.T) {
	t.Chdir(t.TempDir())
	envgen(t, "", "gen", "--spec", "agh", "--schema", "out").want(t, 0)
	envgen(t, small, "gen", "--spec", "-", "--ts", "out").want(t, 0)
	if text := contents(t, "out"); !strings.Contains(text["small.ts"], "from standard input. DO NOT EDIT") || text["agh.schema.json"] == "" {
		t.Errorf("%v", text)
	}
	envgen(t, small, "gen", "--spec", "-", "--ts", "sources", "--ts-imports", "ts", "--ts-open", "index").want(t, 0)
	for name, text := range contents(t, "sources") {
		if strings.Contains(text, `.js";`) {
			t.Errorf("%s imports a .js", name)
		}
	}
	envgen(t, "envgen: 1\nprotocl: p\n", "check", "-").want(t, 1, "standard input:2:1", "protocol")
	envgen(t, small, "gen", "--spec", "-", "--spec", "-", "--ts", "out").want(t, 2, "one spec")
	envgen(t, "", "gen", "--spec", "foxctl2", "--ts", "out").want(t, 2, "did you mean `foxctl`?")
	envgen(t, "", "gen", "--spec", "nothing", "--ts", "out").want(t, 2, "envgen ships agh, delegator, foxctl, helper, hotrepl")
	put(t, "agh", "envgen: 1\n") // a file comes first
	envgen(t, "", "check", "agh").want(t, 1, "agh:1:1")
	envgen(t, "", "--version").want(t, 0, "envgen "+version.Tool())
	envgen(t, "", "gen", "--golang", "x").want(t, 2, `did you mean "--go"?`)
	envgen(t, "", "gen", "--scehma=x").want(t, 2, `did you mean "--schema"?`)
}

// lockedBuffer is the output of a command that the test reads at the same time.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// wait returns when the text has occurred the given number of times, or fails.
func (b *lockedBuffer) wait(t *testing.T, text string, times int) {
	t.Helper()
	for start := time.Now(); time.Since(start) < watchdog; {
		b.mu.Lock()
		n := strings.Count(b.buf.String(), text)
		b.mu.Unlock()
		if n >= times {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%q did not come %d times in\n%s", text, times, b.buf.String())
}

// TestWatch changes a spec, breaks it, takes it away and puts it back, as editors do.
func TestWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "small.yaml", small)
	var out lockedBuffer
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	g := &genCmd{Spec: []string{"small.yaml"}, Ts: "web", Support: "needed"}
	go func() { done <- g.watch(ctx, command.Streams{In: strings.NewReader(""), Out: &out, Err: &out}) }()
	out.wait(t, "watching 1 file", 1)
	put(t, "small.yaml", strings.Replace(small, "envgen: 1", "envgen: 2", 1))
	out.wait(t, "language-version", 1)
	if err := os.Rename("small.yaml", "away.yaml"); err != nil {
		t.Fatal(err)
	}
	out.wait(t, "no such file", 1)
	put(t, "new.yaml", strings.Replace(small, "version: ", "title: New\nversion: ", 1))
	if err := os.Rename("new.yaml", "small.yaml"); err != nil { // as editors save
		t.Fatal(err)
	}
	out.wait(t, "ts      web", 2)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if text := contents(t, "web")["small.ts"]; !strings.Contains(text, "New") {
		t.Error("the last change is missing")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	g.Spec = []string{"-"}
	if err := g.watch(ended, command.Streams{In: strings.NewReader(small), Out: &out, Err: &out}); err == nil {
		t.Error("standard input is watched")
	}
	g.Spec = nil
	g.Ts = ""
	if err := g.watch(t.Context(), command.Streams{In: strings.NewReader(""), Out: &out, Err: &out}); err == nil {
		t.Error("nothing is watched, without an error")
	}
}

// TestWatchDuringARun changes the spec while the run that has read it is at work.
func TestWatchDuringARun(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "small.yaml", small)
	var out lockedBuffer
	changes := 0
	written := writerFunc(func(p []byte) (int, error) {
		if changes++; changes == 1 { // the first run reports its output, after it has read the spec
			put(t, "small.yaml", strings.Replace(small, "version: ", "title: New\nversion: ", 1))
		}
		return out.Write(p)
	})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	g := &genCmd{Spec: []string{"small.yaml"}, Ts: "web", Support: "needed"}
	go func() { done <- g.watch(ctx, command.Streams{In: strings.NewReader(""), Out: written, Err: &out}) }()
	out.wait(t, "watching 1 file", 2)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if text := contents(t, "web")["small.ts"]; !strings.Contains(text, "New") {
		t.Error("the change is missing")
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestWatchLostEvents loses events, after which the specs are read again.
func TestWatchLostEvents(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := &fsnotify.Watcher{Events: make(chan fsnotify.Event), Errors: make(chan error)}
	answer := make(chan bool)
	go func() { answer <- changed(ctx, w, map[string]bool{"/a": true}) }()
	w.Events <- fsnotify.Event{Name: "/b", Op: fsnotify.Write}
	w.Events <- fsnotify.Event{Name: "/a", Op: fsnotify.Chmod}
	w.Errors <- fsnotify.ErrEventOverflow
	select {
	case again := <-answer:
		if !again {
			t.Error("the watch has ended")
		}
	case <-time.After(watchdog):
		t.Error("lost events are ignored")
	}
}

func TestInitWritesAProject(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "go.mod", "module example.com/x\n\ngo 1.26\n")
	envgen(t, "", "init", filepath.FromSlash("specs/a b.yaml")).want(t, 2) // no folder
	put(t, "specs/keep", "")
	envgen(t, "", "init", filepath.FromSlash("specs/a b.yaml")).want(t, 0, "next: envgen gen")
	envgen(t, "", "gen").want(t, 0, "go      bindings/go")
	envgen(t, "", "init", "second.yaml").want(t, 0, "list it under `specs`")
}
