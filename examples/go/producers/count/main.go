// Command count counts the lines of files, as a skill of foxctl. It writes a line of progress for each file, then one result.
// A list that is too long for an envelope goes to the folder artifacts. A failed run, an interrupted one included, ends with an
// error envelope and exit code 1.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

const command foxctl.Command = "lines/count"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	s := skill{Builder: foxctl.Builder{Started: time.Now(), Store: envelope.DirectoryStore{Dir: "artifacts"}}, read: os.ReadFile}
	if err := s.run(ctx, os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(1)
	}
}

// skill is the builder of the envelopes and the source of the files.
type skill struct {
	foxctl.Builder
	read func(name string) ([]byte, error)
}

// run writes the envelopes and returns the error in the last one. The writer numbers the progress and refuses a misplaced envelope.
func (s skill) run(ctx context.Context, out io.Writer, names []string) error {
	w := foxctl.NewNumberedRunWriter(out, s.Options...)
	last, failed := protect(func() (foxctl.Envelope, error) { return s.count(ctx, w, names) })
	if failed != nil {
		known := failure(failed)
		var err error
		if last, err = s.Error(&foxctl.ErrorDraft{Command: foxctl.Some(command), Data: &foxctl.FailureInlineData{}, Error: known}); err != nil { // the builder writes the catalog's remediation as the hint
			return errors.Join(failed, err)
		}
	}
	return errors.Join(failed, w.Write(last), w.Close())
}

// count writes the progress and returns the result.
func (s skill) count(ctx context.Context, w *foxctl.RunWriter, names []string) (foxctl.Envelope, error) {
	lines := []counted{}
	for i, name := range names {
		text, err := s.readUntil(ctx, name)
		if err != nil {
			return nil, err
		}
		lines = append(lines, counted{name, bytes.Count(text, []byte("\n"))})
		meta := foxctl.ProgressMetaDraft{Seq: foxctl.Some(int64(i)), Final: foxctl.Some(i == len(names)-1)}
		m, err := s.Progress(&foxctl.ProgressDraft{Command: foxctl.Some(command), Data: data("file", name), Meta: foxctl.Some(meta)})
		if err != nil {
			return nil, err
		}
		if err := w.Write(m); err != nil {
			return nil, err
		}
	}
	return s.OK(&foxctl.OKDraft{Command: foxctl.Some(command), Data: data("files", lines)})
}

// readUntil reads a file. It returns early if ctx ends, because a read from a pipe or a terminal may never return.
func (s skill) readUntil(ctx context.Context, name string) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := protect(func() ([]byte, error) { return s.read(name) })
		done <- result{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		return r.text, r.err
	}
}

// protect runs do and returns a panic as an error.
func protect[T any](do func() (T, error)) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("unforeseen: %v", p)
		}
	}()
	return do()
}

// counted is a record of the result.
type counted struct {
	File  string `json:"file"`
	Lines int    `json:"lines"`
}

func data(name string, value any) *foxctl.InlineData {
	return &foxctl.InlineData{Extra: foxctl.NewObject(foxctl.Member{Name: name, Value: foxctl.MustRaw(value)})}
}

// failure returns the failure for an error, with a code of the catalog.
func failure(err error) *foxctl.Failure {
	var known *foxctl.Failure
	var path *fs.PathError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled):
		return foxctl.NewFailureCanceled("the run is interrupted")
	case errors.Is(err, fs.ErrNotExist):
		return foxctl.NewFailureNotFound(err.Error())
	case errors.As(err, &path):
		return foxctl.NewFailureIO(err.Error())
	}
	return foxctl.NewFailureRuntime(err.Error())
}
