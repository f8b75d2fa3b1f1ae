package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/specs"
)

// quiet is how long nothing must happen before the specs are read again: editors write a file in several steps.
const quiet = 50 * time.Millisecond

// watch generates, and again after each change of a file that a run has read, until ctx ends. Errors of a spec are reported and
// do not end it.
func (g *genCmd) watch(ctx context.Context, s command.Streams) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer w.Close()
	for {
		l := newLoader(s)
		// A folder is watched before a file in it is read, so that a change during the run is seen.
		l.Opening = func(file string) {
			if dir, err := filepath.Abs(filepath.Dir(file)); err == nil {
				_ = w.Add(dir) // if the folder is absent, the run reports it
			}
		}
		err := g.once(l)
		if err != nil && !errors.Is(err, command.ErrInvalid) {
			command.Fail(s, "envgen", err, "")
		}
		if l.Sources[specs.StandardInput] != nil {
			return errors.New("standard input cannot be watched")
		}
		files, watchErr := l.watched(w)
		if watchErr != nil {
			return watchErr
		}
		if len(files) == 0 {
			return err // no file was read whose change could mend that
		}
		noun := "files"
		if len(files) == 1 {
			noun = "file"
		}
		fmt.Fprintf(s.Out, "watching %d %s\n", len(files), noun)
		if !changed(ctx, w, files) {
			return nil
		}
	}
}

// watched are the files that a run has read, by absolute path. Their folders are watched, since editors put a new file into the place of the
// old one.
func (l *loader) watched(w *fsnotify.Watcher) (map[string]bool, error) {
	files := map[string]bool{}
	for name := range l.Sources {
		if strings.HasPrefix(name, specs.BuiltIn) {
			continue
		}
		file, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		if files[file] = true; w.Add(filepath.Dir(file)) != nil {
			delete(files, file) // the folder is absent; the run has reported it
		}
	}
	return files, nil
}

// changed waits until one of the files has changed and nothing more happens. It returns false when ctx ends.
func changed(ctx context.Context, w *fsnotify.Watcher, files map[string]bool) bool {
	var after <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-after:
			return true
		case <-w.Errors: // events were lost: look again
			after = time.After(quiet)
		case e := <-w.Events:
			if files[e.Name] && !e.Has(fsnotify.Chmod) {
				after = time.After(quiet)
			}
		}
	}
}
