package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/bulk"
	"github.com/envgen/envgen/internal/reference"
)

// issueRow is a line of --out.
type issueRow struct {
	bulk.Place
	Type    string `json:"type"`
	Key     string `json:"key,omitempty"` // of a stream
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Level   string `json:"level"`
	Message string `json:"message"`
}

// quarantineRow is a line of --quarantine.
type quarantineRow struct {
	bulk.Place
	Type   string            `json:"type"`
	Key    string            `json:"key,omitempty"`
	Issues []reference.Issue `json:"issues"`
	Text   *string           `json:"text,omitempty"`
	Base64 string            `json:"base64,omitempty"` // of a record that is no UTF-8
}

// bulkOutputs are the files that a run writes line by line.
type bulkOutputs struct{ issues, quarantine *lineFile }

type lineFile struct {
	name    string
	file    *os.File
	parquet *parquetWriter // instead of the file
	buffer  *bufio.Writer
	encode  *json.Encoder
	length  int64
}

// outputs opens the files. A run that goes on cuts them to the length that they had at its state, because the lines behind it are written again.
func (c *bulkCmd) outputs(state *bulk.State) (*bulkOutputs, error) {
	if c.Out != "" && c.Out == c.Quarantine {
		return nil, errors.New("--out and --quarantine name the same file")
	}
	if isParquet(c.Quarantine) {
		return nil, errors.New("--quarantine writes lines of JSON only: --out writes parquet")
	}
	var o bulkOutputs
	var err error
	if o.issues, err = openLines(c.Out, state); err != nil {
		return nil, err
	}
	o.quarantine, err = openLines(c.Quarantine, state)
	return &o, err
}

func openLines(name string, state *bulk.State) (*lineFile, error) {
	if name == "" {
		return nil, nil
	}
	if isParquet(name) {
		p, err := newParquetWriter(name)
		if err != nil {
			return nil, err
		}
		return newLines(&lineFile{name: name, parquet: p}, p), nil
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	l := &lineFile{name: name, file: file}
	if state != nil {
		l.length = state.Outputs[name]
	}
	info, err := file.Stat()
	if err == nil && info.Mode().IsRegular() {
		if info.Size() < l.length {
			return nil, fmt.Errorf("%s is shorter than at the end of the last run: remove the file of --state to begin again", name)
		}
		if err = file.Truncate(l.length); err == nil {
			_, err = file.Seek(l.length, 0)
		}
	}
	if err != nil {
		return nil, err
	}
	return newLines(l, counting{l}), nil
}

func newLines(l *lineFile, to io.Writer) *lineFile {
	l.buffer = bufio.NewWriterSize(to, 64<<10)
	l.encode = json.NewEncoder(l.buffer)
	l.encode.SetEscapeHTML(false)
	return l
}

// counting counts the bytes that reach the file.
type counting struct{ *lineFile }

func (c counting) Write(data []byte) (int, error) {
	n, err := c.file.Write(data)
	c.length += int64(n)
	return n, err
}

func (o *bulkOutputs) write(r *bulk.Record) error {
	if o.issues != nil {
		for _, i := range r.Issues {
			if err := o.issues.encode.Encode(issueRow{r.Place, r.Type, r.Key, i.Rule, i.Path, i.Level, i.Message}); err != nil {
				return err
			}
		}
	}
	if o.quarantine == nil || r.Valid {
		return nil
	}
	row := quarantineRow{Place: r.Place, Type: r.Type, Key: r.Key, Issues: r.Issues}
	switch {
	case r.End:
	case utf8.Valid(r.Text):
		text := string(r.Text)
		row.Text = &text
	default:
		row.Base64 = base64.StdEncoding.EncodeToString(r.Text)
	}
	return o.quarantine.encode.Encode(row)
}

// flush writes the lines in memory, and notes the lengths of the files.
func (o *bulkOutputs) flush(state *bulk.State) error {
	for _, l := range []*lineFile{o.issues, o.quarantine} {
		if l == nil {
			continue
		}
		if err := l.buffer.Flush(); err != nil {
			return err
		}
		if err := l.file.Sync(); err != nil {
			return err
		}
		state.Outputs[l.name] = l.length
	}
	return nil
}

// close completes the files. After a failed run, a file of parquet is not written, because it would look like that of a whole run.
func (o *bulkOutputs) close(whole bool) error {
	var all []error
	for _, l := range []*lineFile{o.issues, o.quarantine} {
		if l == nil {
			continue
		}
		flushed := l.buffer.Flush()
		if l.parquet != nil {
			all = append(all, l.parquet.close(whole))
			continue
		}
		all = append(all, flushed, l.file.Close())
	}
	return errors.Join(all...)
}
