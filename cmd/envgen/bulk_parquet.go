package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// arrowProgram writes parquet. It is a program of its own, because the libraries of Arrow are larger than this command.
const arrowProgram = "envgen-arrow"

// parquetWriter is the program with its input: lines of JSON, and the number of them at the end. Without the number, it writes no file, so that a run that is
// killed does not replace an older file by a part.
type parquetWriter struct {
	run    *exec.Cmd
	input  io.WriteCloser
	report bytes.Buffer
	lines  int64
	failed bool // the program has ended early
}

func isParquet(file string) bool { return strings.EqualFold(filepath.Ext(file), ".parquet") }

func newParquetWriter(file string) (*parquetWriter, error) {
	program, err := findArrow()
	if err != nil {
		return nil, err
	}
	p := &parquetWriter{run: exec.Command(program, "parquet", "--counted", "--out", file)}
	p.run.Stderr = &p.report
	if p.input, err = p.run.StdinPipe(); err != nil {
		return nil, err
	}
	return p, p.run.Start()
}

// findArrow returns the program that ENVGEN_ARROW names, or the one of this program's folder or of PATH.
func findArrow() (string, error) {
	if named := os.Getenv("ENVGEN_ARROW"); named != "" {
		return named, nil
	}
	name := arrowProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	if found, err := exec.LookPath(name); err == nil {
		return found, nil
	}
	return "", fmt.Errorf("%s, which writes parquet, is not installed. In a checkout of envgen, run `go -C engines/arrow install ./%s`. "+
		"Or write --out issues.ndjson, which most engines read", arrowProgram, arrowProgram)
}

func (p *parquetWriter) Write(data []byte) (int, error) {
	n, err := p.input.Write(data)
	p.lines += int64(bytes.Count(data[:n], []byte("\n")))
	p.failed = p.failed || err != nil
	return n, err
}

// close lets the program write the file, or lets it end without one.
func (p *parquetWriter) close(whole bool) error {
	var err error
	if whole && !p.failed {
		_, err = fmt.Fprintf(p.input, "{\"lines\":%d}\n", p.lines)
	}
	err = errors.Join(err, p.input.Close())
	ended := p.run.Wait()
	switch {
	case !whole && !p.failed:
		return nil // the run reports its own error
	case ended != nil:
		return fmt.Errorf("%s: %w\n%s", p.run.Path, ended, bytes.TrimSpace(p.report.Bytes()))
	}
	return err
}
