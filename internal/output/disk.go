package output

import (
	"errors"
	"io/fs"
	"os"
)

// disk contains the operations of this package on files: its tests stop a run before and within each of them.
type disk interface {
	ReadFile(name string) ([]byte, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)

	MkdirAll(name string) error
	WriteFile(name string, data []byte) error // of a file that is not there
	Rename(from, to string) error
	Remove(name string) error // of a file, or of a folder that is empty
	Lock(name string) (*os.File, error)
}

type realDisk struct{}

func (realDisk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (realDisk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (realDisk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (realDisk) MkdirAll(name string) error                 { return os.MkdirAll(name, 0o777) }
func (realDisk) Rename(from, to string) error               { return os.Rename(from, to) }
func (realDisk) Remove(name string) error                   { return os.Remove(name) }
func (realDisk) Lock(name string) (*os.File, error)         { return tryLock(name) }

// ReadFile returns an error for a pipe or a device in place of a file, and does not wait for it.
func (realDisk) ReadFile(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("it is not a regular file")}
	}
	return os.ReadFile(name)
}

// WriteFile follows no symbolic link that somebody has put in the place of the file.
func (realDisk) WriteFile(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
