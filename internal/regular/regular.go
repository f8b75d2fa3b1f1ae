// Package regular reads the files that a command line names: regular ones only, so that no command waits for a pipe or reads a device without end.
package regular

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/envgen/envgen/internal/compile"
)

// Read reads a file up to the limit for specs and a little further, so that compile can refuse larger ones. Pipes
// and devices, which may have no end or no beginning, are refused.
func Read(file string) ([]byte, error) {
	f, err := Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, compile.MaxBytes+1))
}

// Open opens a file that is no pipe or device.
func Open(file string) (*os.File, error) {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil, Irregular(file, info)
	}
	f, err := os.OpenFile(file, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() { // it may be another file by now
		return nil, errors.Join(Irregular(file, info), f.Close())
	}
	return f, nil
}

// Irregular is the error for a file that is not regular.
func Irregular(file string, info fs.FileInfo) error {
	what := "a device"
	switch mode := info.Mode(); {
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	}
	return &fs.PathError{Op: "read", Path: file, Err: errors.New("it is " + what + ", not a regular file")}
}

// Import reads a spec that another one imports. Diagnostics quote lines of it, so symbolic links must not lead to foreign files: their
// targets are in the folder of the first spec, or in the folder of the first spec's own target.
func Import(from, file string) ([]byte, error) {
	if err := Contained(from, file); err != nil {
		return nil, err
	}
	target, err := Resolved(file)
	if err != nil {
		return nil, err
	}
	return Read(target)
}

// Contained reports an error if a file is outside of the folder of another one.
func Contained(from, file string) error {
	target, err := Resolved(file)
	if err != nil {
		return err
	}
	for _, folder := range []func(string) (string, error){folderOf, folderOfTarget} {
		dir, err := folder(from)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(dir, target); err == nil && filepath.IsLocal(rel) {
			return nil
		}
	}
	return &fs.PathError{Op: "read", Path: file, Err: errors.New("a symbolic link leads outside the folder of the spec")}
}

func folderOf(file string) (string, error) { return Resolved(filepath.Dir(file)) }

func folderOfTarget(file string) (string, error) {
	target, err := Resolved(file)
	return filepath.Dir(target), err
}

// Resolved is the absolute path of a file without symbolic links.
func Resolved(file string) (string, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}
