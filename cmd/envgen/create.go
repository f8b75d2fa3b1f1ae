package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// createAtomically writes a file that must not exist, and makes its folder. A reader never finds a part of it. The error for an existing file is
// fs.ErrExist, also for a broken symbolic link.
func createAtomically(file string, data []byte) (err error) {
	if _, err := os.Lstat(file); err == nil {
		return &fs.PathError{Op: "create", Path: file, Err: fs.ErrExist}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".envgen-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	// A link fails if the name is taken, unlike a renaming. Where the file system has no links, the name is taken first.
	err = os.Link(f.Name(), file)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return writeNew(file, data)
}
