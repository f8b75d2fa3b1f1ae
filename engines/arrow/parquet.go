package arrow

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// Issues is the schema of a file of issues: the members of the lines of envgen bulk --out. A message without a conversation has no key.
var Issues = arrow.NewSchema([]arrow.Field{
	{Name: "file", Type: arrow.BinaryTypes.String},
	{Name: "line", Type: arrow.PrimitiveTypes.Int64},
	{Name: "offset", Type: arrow.PrimitiveTypes.Int64},
	{Name: "type", Type: arrow.BinaryTypes.String},
	text("key"),
	{Name: "rule", Type: arrow.BinaryTypes.String},
	{Name: "path", Type: arrow.BinaryTypes.String},
	{Name: "level", Type: arrow.BinaryTypes.String},
	{Name: "message", Type: arrow.BinaryTypes.String},
}, nil)

// line is a line of envgen bulk --out. The pointers separate absent members from empty ones.
type line struct {
	File    *string
	Line    *int64
	Offset  *int64
	Type    *string
	Key     *string
	Rule    *string
	Path    *string
	Level   *string
	Message *string

	// Lines is the member of the last line of a counted input: the number of lines before it.
	Lines *int64
}

// groupRows is the number of rows of a row group, which is in memory until it is complete. Tests make it smaller.
var groupRows = 128 << 10

// mostLine bounds the bytes of a line. A line has a name, a path and a message.
const mostLine = 64 << 20

// Parquet writes the issues of lines of JSON to a file, which replaces an older one only if all lines have been written. If counted is set, the last line
// contains the number of the others; an input without it was cut, and no file is written. After the
// end of the context no file is left, but a read of in that blocks goes on.
func Parquet(ctx context.Context, in io.Reader, file string, counted bool) (err error) {
	f, err := os.CreateTemp(filepath.Dir(file), ".envgen-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	written := make(chan error, 1)
	go func() { written <- writeParquet(in, f, counted) }()
	select {
	case err = <-written:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

func writeParquet(in io.Reader, out io.Writer, counted bool) error {
	properties := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCreatedBy("envgen-arrow"))
	w, err := pqarrow.NewFileWriter(Issues, writerOnly{out}, properties, pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	if err != nil {
		return err
	}
	build := array.NewRecordBuilder(memory.DefaultAllocator, Issues)
	defer build.Release()
	rows := 0
	flush := func() error {
		if rows == 0 {
			return nil
		}
		rows = 0
		group := build.NewRecordBatch()
		defer group.Release()
		return w.Write(group)
	}
	err = eachLine(in, counted, func(l *line) error {
		appendLine(build, l)
		if rows++; rows < groupRows {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	return errors.Join(err, w.Close())
}

// writerOnly hides the other methods of a file: the writer of parquet would close it.
type writerOnly struct{ io.Writer }

// eachLine reads lines of JSON.
func eachLine(in io.Reader, counted bool, found func(*line) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), mostLine)
	n, ended := int64(0), false
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		l, err := readLine(lines.Bytes())
		switch {
		case ended:
			return errors.New("a line follows the last one")
		case err != nil:
			return fmt.Errorf("line %d is no line of envgen bulk --out: %w", n+1, err)
		case l.Lines != nil:
			if ended = counted && *l.Lines == n; !ended {
				return fmt.Errorf("line %d counts %d lines", n+1, *l.Lines)
			}
			continue
		}
		n++
		if err := found(l); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	if counted && !ended {
		return fmt.Errorf("the input was cut behind %d lines", n)
	}
	return nil
}

// readLine reads a line, and refuses one that lacks a member or has another one.
func readLine(text []byte) (*line, error) {
	var l line
	decode := json.NewDecoder(bytes.NewReader(text))
	decode.DisallowUnknownFields()
	if err := decode.Decode(&l); err != nil {
		return nil, err
	}
	if decode.More() {
		return nil, errors.New("it has more than one value")
	}
	if l.Lines != nil {
		return &l, nil
	}
	for _, member := range []struct {
		name   string
		absent bool
	}{{"file", l.File == nil}, {"line", l.Line == nil}, {"offset", l.Offset == nil}, {"type", l.Type == nil}, {"rule", l.Rule == nil},
		{"path", l.Path == nil}, {"level", l.Level == nil}, {"message", l.Message == nil}} {
		if member.absent {
			return nil, fmt.Errorf("it has no member %q", member.name)
		}
	}
	return &l, nil
}

func appendLine(build *array.RecordBuilder, l *line) {
	for i, value := range []any{l.File, l.Line, l.Offset, l.Type, l.Key, l.Rule, l.Path, l.Level, l.Message} {
		switch column := build.Field(i).(type) {
		case *array.Int64Builder:
			column.Append(*value.(*int64))
		case *array.StringBuilder:
			if content := value.(*string); content != nil {
				column.Append(*content)
			} else {
				column.AppendNull()
			}
		}
	}
}
