// Command notes lists the notes in some folders for an agent. It writes one output of the helper protocol and exits with its code. A panic
// or an interrupt ends with an output too.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/envgen/envgen/gen/go/helper"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := helperScript{read: os.ReadDir}.run(ctx, os.Stdout, os.Args[1:])
	stop()
	os.Exit(code)
}

// helperScript is the builder of the output and the source of the folders.
type helperScript struct {
	helper.Builder
	read func(folder string) ([]os.DirEntry, error)
}

// run emits the output and returns the exit code. It is 1 if the output cannot be written.
func (s helperScript) run(ctx context.Context, out io.Writer, folders []string) int {
	m, err := s.gatherUntil(ctx, folders)
	if err != nil {
		m, err = s.Error(&helper.ErrorDraft{Error: &helper.Failure{Code: "internal", Message: err.Error()}})
	}
	if err == nil {
		var code int
		if code, err = helper.Emit(out, m); err == nil {
			return code
		}
	}
	fmt.Fprintln(os.Stderr, "notes:", err)
	return 1
}

// gatherUntil returns early if ctx ends, and returns a panic as an error.
func (s helperScript) gatherUntil(ctx context.Context, folders []string) (helper.Envelope, error) {
	type result struct {
		m   helper.Envelope
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("unforeseen: %v", p)
			}
			done <- r
		}()
		r.m, r.err = s.gather(folders)
	}()
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("interrupted: %w", ctx.Err())
	case r := <-done:
		return r.m, r.err
	}
}

func (s helperScript) gather(folders []string) (helper.Envelope, error) {
	if len(folders) == 0 {
		return s.ToolMissing(&helper.ToolMissingDraft{Error: &helper.Failure{Code: "no-folder", Message: "name the folders that hold notes"}})
	}
	names, skipped := []string{}, []string(nil)
	for _, folder := range folders {
		entries, err := s.read(folder)
		if err != nil {
			skipped = append(skipped, folder)
			continue
		}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
	}
	notes := helper.NewObject(helper.Member{Name: "notes", Value: helper.MustRaw(names)})
	if skipped == nil {
		return s.OK(&helper.OKDraft{Extra: notes})
	}
	failure := helper.Failure{Code: "unreadable", Message: fmt.Sprintf("%d of %d folders cannot be read", len(skipped), len(folders))}
	return s.Partial(&helper.PartialDraft{SkippedSources: skipped, Error: helper.OptNonNull(failure), Extra: notes})
}
