package bulk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Stdin is the path of the standard input.
const Stdin = "-"

// suffixes are the names of files that a folder is searched for, each also with .gz or .zst.
var suffixes = []string{".ndjson", ".jsonl", ".json"}

// Expand returns the files of paths: of a folder those with a name for JSON, at any depth, and of a pattern those that match. The files of each path are
// sorted, so that the order of results does not depend on the file system. A file that two paths name is returned once.
func Expand(paths []string) ([]string, error) {
	var files []string
	add := func(file string) {
		if !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == Stdin || err == nil && !info.IsDir():
			add(path)
		case err == nil:
			found, err := inFolder(path)
			if err != nil {
				return nil, err
			}
			if found == nil {
				return nil, fmt.Errorf("%s has no file with a name such as *.ndjson, *.jsonl.gz or *.json.zst", path)
			}
			for _, file := range found {
				add(file)
			}
		default:
			matches, bad := filepath.Glob(path)
			if bad != nil || matches == nil {
				return nil, err
			}
			for _, file := range matches {
				add(file)
			}
		}
	}
	return files, nil
}

func inFolder(folder string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(entry.Name()), ".gz"), ".zst")
		if entry.Type().IsRegular() && slices.Contains(suffixes, filepath.Ext(name)) {
			found = append(found, path)
		}
		return nil
	})
	return found, err
}

// source is an open file, decompressed.
type source struct {
	*bufio.Reader
	plain  *counter // of a file that is not compressed
	closes []func() error
}

// counter counts the bytes of the file itself, for progress.
type counter struct {
	in    io.Reader
	count func(n int)
}

func (c *counter) Read(data []byte) (int, error) {
	n, err := c.in.Read(data)
	if c.count != nil {
		c.count(n)
	}
	return n, err
}

// skip goes on behind some bytes of the decompressed file.
func (s *source) skip(n int64) error {
	file, isFile := (*os.File)(nil), false
	if s.plain != nil {
		file, isFile = s.plain.in.(*os.File)
	}
	if !isFile {
		_, err := io.CopyN(io.Discard, s, n)
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() < n {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		_, err = file.Seek(n, io.SeekStart)
	}
	s.Reset(s.plain)
	return err
}

// mostWindow bounds the memory that a zstd file may claim.
const mostWindow = 128 << 20

// open opens a file. Its first bytes decide about compression, and not its name.
func open(file string, stdin io.Reader, count func(n int)) (*source, error) {
	s := &source{}
	in := stdin
	if file != Stdin {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		s.closes = append(s.closes, f.Close)
		in = f
	}
	s.plain = &counter{in, count}
	const buffer = 256 << 10
	s.Reader = bufio.NewReaderSize(s.plain, buffer)
	start, err := s.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		s.close()
		return nil, err
	}
	switch {
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		r, err := gzip.NewReader(s.Reader)
		if err != nil {
			s.close()
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		s.Reader, s.plain = bufio.NewReaderSize(r, buffer), nil
	case bytes.Equal(start, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		r, err := zstd.NewReader(s.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			s.close()
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		s.closes = append(s.closes, func() error { r.Close(); return nil })
		s.Reader, s.plain = bufio.NewReaderSize(r, buffer), nil
	}
	return s, nil
}

func (s *source) close() {
	for _, one := range slices.Backward(s.closes) {
		one() // a file that was only read
	}
}
