package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/envgen/envgen/internal/output"
)

// folder is the place of output, or the place to compare output with.
type folder struct {
	name  string // of the output, in reports
	dir   string
	check bool   // compare, and write nothing
	only  string // as of output.Writer
}

// writeOwned brings a folder up to date, or compares it; then the error is errInvalid if it is stale.
func writeOwned(s streams, f folder, owned []output.Owned) error {
	var result output.Result
	var err error
	if f.check {
		result, err = output.Writer{Generator: generator(), Only: f.only}.Check(f.dir, owned)
	} else {
		result, err = f.write(s, owned)
	}
	if err != nil {
		return err
	}
	f.summary(s, result)
	return invalidUnless(!f.check || !result.Stale())
}

// write lets a signal stop only a run that has not begun to replace files.
func (f folder) write(s streams, owned []output.Owned) (output.Result, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := output.Writer{Generator: generator(), Only: f.only, Waiting: func(dir string, pid int) {
		who := ""
		if pid > 0 {
			who = fmt.Sprintf(" (pid %d)", pid)
		}
		fmt.Fprintf(s.err, "waiting for another run of envgen in %s%s\n", dir, who)
	}}
	result, err := w.Write(ctx, f.dir, owned)
	if err == nil && result.Unfinished {
		fmt.Fprintf(s.err, "repaired: a run of envgen was killed while it wrote to %s\n", f.dir)
	}
	return result, err
}

// generator is the name of this program in manifests.
func generator() string { return "envgen " + version() }

// summary prints one line for the folder, and each file that is not as it should be.
func (f folder) summary(s streams, r output.Result) {
	verb := "wrote"
	if f.check {
		verb = "stale"
	}
	var parts []string
	count := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	count(len(r.Written), verb)
	count(r.Unchanged, "unchanged")
	count(len(r.Deleted), "to delete")
	if !f.check && len(r.Deleted) > 0 {
		parts[len(parts)-1] = fmt.Sprintf("%d deleted", len(r.Deleted))
	}
	fmt.Fprintf(s.out, "%-7s %s: %s\n", f.name, f.dir, strings.Join(parts, ", "))
	if f.check {
		if r.Unfinished {
			fmt.Fprintf(s.err, "stale: %s is incomplete; a run of envgen was killed or is still writing\n", f.dir)
		}
		for _, path := range append(r.Written, r.Deleted...) {
			fmt.Fprintf(s.err, "stale: %s\n", filepath.Join(f.dir, filepath.FromSlash(path)))
		}
	}
	for _, path := range r.Kept {
		fmt.Fprintf(s.err, "kept: %s is no longer generated, but was edited after generation; delete it by hand\n", filepath.Join(f.dir, filepath.FromSlash(path)))
	}
}
