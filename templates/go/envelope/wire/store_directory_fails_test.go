package wire

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// failingFiles is the system, but that one call fails. Writes take a few bytes at a time, and the one that fails has taken some.
type failingFiles struct {
	osFiles
	calls, fails int
	unsynced     bool // whether something was written that is not on the disk
}

var errDisk = errors.New("disk")

func (f *failingFiles) fail() bool {
	f.calls++
	return f.calls == f.fails
}

func (f *failingFiles) Lstat(path string) (fs.FileInfo, error) {
	if f.fail() {
		return nil, errDisk
	}
	return f.osFiles.Lstat(path)
}

func (f *failingFiles) ReadFile(path string) ([]byte, error) {
	if f.fail() {
		return nil, errDisk
	}
	return f.osFiles.ReadFile(path)
}

func (f *failingFiles) Mkdir(path string, mode fs.FileMode) error {
	if f.fail() {
		return errDisk
	}
	return f.osFiles.Mkdir(path, mode)
}

func (f *failingFiles) Chmod(path string, mode fs.FileMode) error {
	if f.fail() {
		return errDisk
	}
	return f.osFiles.Chmod(path, mode)
}

func (f *failingFiles) Rename(from, to string) error {
	if f.fail() {
		return errDisk
	}
	if f.unsynced {
		return errors.New("renamed before it is on the disk")
	}
	return f.osFiles.Rename(from, to)
}

func (f *failingFiles) Remove(path string) error {
	if f.fail() {
		return errDisk
	}
	return f.osFiles.Remove(path)
}

func (f *failingFiles) CreateTemp(folder, pattern string) (storeFile, error) {
	if f.fail() {
		return nil, errDisk
	}
	file, err := f.osFiles.CreateTemp(folder, pattern)
	return &failingFile{file, f}, err
}

type failingFile struct {
	storeFile
	system *failingFiles
}

func (f *failingFile) Write(content []byte) (int, error) {
	fails := f.system.fail()
	f.system.unsynced = true
	n, err := f.storeFile.Write(content[:min(2, len(content))])
	if fails {
		return n, errDisk
	}
	return n, err
}

func (f *failingFile) Sync() error {
	if f.system.fail() {
		return errDisk
	}
	f.system.unsynced = false
	return f.storeFile.Sync()
}

func (f *failingFile) Close() error {
	err := f.storeFile.Close()
	if f.system.fail() {
		return errDisk
	}
	return err
}

// TestStoreAnomalies fails each call of the system in turn, until a run passes. A file with the name of a content has that content, no other file is
// left, and a later Put succeeds. It begins with an empty folder, a damaged file, and an intact file.
func TestStoreAnomalies(t *testing.T) {
	const content = "content"
	for name, before := range map[string]string{"nothing": "", "damaged": "c0ntent", "shorter": "con", "whole": content} {
		for fails := 1; ; fails++ {
			dir := t.TempDir()
			plain := DirectoryStore{Dir: filepath.Join(dir, "a", "b")}
			path := plain.path(digestOf([]byte(content)))
			if before != "" {
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			system := &failingFiles{fails: fails}
			digest, err := DirectoryStore{Dir: plain.Dir, FileMode: 0o640, DirMode: 0o750, system: system}.Put([]byte(content))
			if failed := system.calls >= fails; err != nil && !errors.Is(err, errDisk) || err == nil && digest != digestOf([]byte(content)) || !failed && err != nil {
				t.Fatalf("%s, call %d: %s, %v", name, fails, digest, err)
			}
			got, _ := os.ReadFile(path)
			if text := string(got); text != content && (err == nil || text != before) {
				t.Errorf("%s, call %d: %q", name, fails, text)
			}
			if files := filesIn(t, dir); len(files) > len(before[:min(1, len(before))]) && err != nil {
				t.Errorf("%s, call %d leaves %v", name, fails, files)
			}
			if _, err := plain.Put([]byte(content)); err != nil {
				t.Errorf("%s, behind call %d: %v", name, fails, err)
			}
			if text, err := plain.Get(digestOf([]byte(content))); string(text) != content {
				t.Errorf("%s, behind call %d: %s, %v", name, fails, text, err)
			}
			if system.calls < fails {
				break
			}
		}
	}
}

// TestStoreCannotRemove checks that a file remains if its removal fails, and that the error reports it.
func TestStoreCannotRemove(t *testing.T) {
	system := &twice{}
	_, err := DirectoryStore{Dir: t.TempDir(), system: system}.Put([]byte("x"))
	if err == nil || strings.Count(err.Error(), "disk") != 2 {
		t.Error(err)
	}
}

// twice fails to rename and to remove.
type twice struct{ osFiles }

func (*twice) Rename(string, string) error { return errDisk }
func (*twice) Remove(string) error         { return errDisk }

// TestStoreLinks checks that no file is read or written through a link in the store, for any target. The store itself may be a link.
func TestStoreLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // where links need a privilege
	}
	content := []byte("abc")
	for depth := range 3 {
		dir, outside := t.TempDir(), t.TempDir()
		s := DirectoryStore{Dir: dir}
		path := s.path(digestOf(content))
		at := []string{filepath.Join(dir, "sha256"), filepath.Dir(path), path}[depth]
		target := outside
		if depth == 2 {
			target = filepath.Join(outside, "file")
			if err := os.WriteFile(target, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, at); err != nil {
			t.Fatal(err)
		}
		before := len(filesIn(t, outside))
		if _, err := s.Put(content); err == nil || !strings.Contains(err.Error(), "is a symbolic link") || len(filesIn(t, outside)) != before {
			t.Errorf("put, link %d: %v", depth, err)
		}
		if _, err := s.Get(digestOf(content)); err == nil || !strings.Contains(err.Error(), "is a symbolic link") {
			t.Errorf("get, link %d: %v", depth, err)
		}
	}
	dir := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "store")); err != nil {
		t.Fatal(err)
	}
	if _, err := (DirectoryStore{Dir: filepath.Join(dir, "store")}).Put(content); err != nil {
		t.Error(err)
	}
}

func TestStoreModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // which has no such modes
	}
	s := DirectoryStore{Dir: filepath.Join(t.TempDir(), "store"), FileMode: 0o664, DirMode: 0o775}
	digest, err := s.Put([]byte("abc"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{s.path(digest): 0o664, filepath.Dir(s.path(digest)): 0o775, s.Dir: 0o775} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if _, err := (DirectoryStore{}).Put(nil); err == nil || !strings.Contains(err.Error(), "has no Dir") {
		t.Error(err)
	}
}
