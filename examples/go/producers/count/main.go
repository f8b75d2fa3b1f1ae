// Command count counts the lines of files, as a skill of foxctl: a line of progress a file, then what has come out. A list
// that is too long for an envelope goes to the folder artifacts.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

const command foxctl.Command = "lines/count"

func main() {
	if err := run(os.Stdout, foxctl.Builder{Started: time.Now(), Store: envelope.DirectoryStore{Dir: "artifacts"}}, os.DirFS("."), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(1)
	}
}

// run writes the envelopes. The writer numbers the progress and refuses what may not come in its place.
func run(out io.Writer, b foxctl.Builder, files fs.FS, names []string) error {
	w := foxctl.NewNumberedRunWriter(out, b.Options...)
	last, err := count(w, b, files, names)
	if err != nil {
		return err
	}
	if err := w.Write(last); err != nil {
		return err
	}
	return w.Close()
}

// count writes progress and returns the terminal envelope.
func count(w *foxctl.RunWriter, b foxctl.Builder, files fs.FS, names []string) (foxctl.Envelope, error) {
	lines := []counted{}
	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return b.Error(command, &foxctl.FailureInlineData{}, failure(err))
		}
		lines = append(lines, counted{name, bytes.Count(text, []byte("\n"))})
		m, err := b.Progress(command, data("file", name), int64(i), func(m *foxctl.ProgressEnvelope) { m.Meta.Final.Set(i == len(names)-1) })
		if err != nil {
			return nil, err
		}
		if err := w.Write(m); err != nil {
			return nil, err
		}
	}
	return b.OK(command, data("files", lines))
}

// counted is a record of what comes out.
type counted struct {
	File  string `json:"file"`
	Lines int    `json:"lines"`
}

func data(name string, value any) *foxctl.InlineData {
	return &foxctl.InlineData{Extra: foxctl.NewObject(foxctl.Member{Name: name, Value: foxctl.MustRaw(value)})}
}

// failure is the catalog's name for an error.
func failure(err error) *foxctl.Failure {
	if known := (*foxctl.Failure)(nil); errors.As(err, &known) {
		return known
	}
	if errors.Is(err, fs.ErrNotExist) {
		return foxctl.NewFailureNotFound(err.Error())
	}
	return foxctl.NewFailureIO(err.Error())
}
