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
	name, err := temporary(file, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(name)) }()
	// A link fails if the name is taken, unlike a renaming. Where the file system has no links, the name is taken first.
	err = os.Link(name, file)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return writeNew(file, data)
}

// writeAtomically writes a file by renaming a complete one.
func writeAtomically(file string, data []byte) error {
	name, err := temporary(file, data)
	if err != nil {
		return err
	}
	if err := os.Rename(name, file); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// temporary writes a complete file beside another one, and returns its name.
func temporary(file string, data []byte) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(file), ".envgen-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}
