package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// DirectoryStore stores texts in files whose names are their digests: <Dir>/sha256/<first two digits>/<the others>. A file with its name is complete,
// even if the process crashes. Several processes may use a directory at once. Symbolic links below Dir are rejected: they could lead out of it.
type DirectoryStore struct {
	Dir string
	// FileMode is the mode of files, independent of the umask. The zero FileMode is 0600: only the user who stores a text may read it.
	FileMode fs.FileMode
	// DirMode is the mode of folders that Put makes, independent of the umask. The zero DirMode is 0777 less the umask.
	DirMode fs.FileMode

	system storeSystem // nil for the system itself
}

// temporary is the prefix of the names of incomplete files. Files of a killed process may be deleted.
const temporary = ".tmp-"

// storeSystem contains the system calls of a store. Tests let each call fail.
type storeSystem interface {
	Lstat(path string) (fs.FileInfo, error)
	ReadFile(path string) ([]byte, error)
	Mkdir(path string, mode fs.FileMode) error
	Chmod(path string, mode fs.FileMode) error
	CreateTemp(folder, pattern string) (storeFile, error)
	Rename(from, to string) error
	Remove(path string) error
	SyncFolder(path string)
}

// storeFile is a file that is written.
type storeFile interface {
	Name() string
	Write(content []byte) (int, error)
	Sync() error
	Close() error
}

// Put stores a content and returns its digest. A file that is there already is not written again, unless it is damaged.
func (s DirectoryStore) Put(content []byte) (digest string, err error) {
	digest = digestOf(content)
	if err := s.put(digest, content); err != nil {
		return "", fmt.Errorf("cannot store %s: %w", digest, err)
	}
	return digest, nil
}

func (s DirectoryStore) put(digest string, content []byte) error {
	if s.Dir == "" {
		return errors.New("the store has no Dir")
	}
	path := s.path(digest)
	info, err := s.look(path)
	if err != nil {
		return err
	}
	if info != nil && info.Mode().IsRegular() && info.Size() == int64(len(content)) {
		if known, err := s.files().ReadFile(path); err == nil && bytes.Equal(known, content) {
			return nil
		}
	}
	return s.write(path, content)
}

// Get returns the content with a digest. Where there is none, the error is fs.ErrNotExist by errors.Is.
func (s DirectoryStore) Get(digest string) ([]byte, error) {
	digits, is := strings.CutPrefix(digest, digestPrefix)
	if !is || !isHex(digits) {
		return nil, fmt.Errorf("%q is no digest: want %q and 64 hexadecimal digits in lower case", digest, digestPrefix)
	}
	_, err := s.look(s.path(digest))
	var content []byte
	if err == nil {
		content, err = s.files().ReadFile(s.path(digest))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is not in the store: %w", digest, err)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", digest, err)
	}
	if err := VerifyDigest(digest, content); err != nil {
		return nil, fmt.Errorf("the store is damaged: %w", err)
	}
	return content, nil
}

func (s DirectoryStore) path(digest string) string {
	digits := digest[len(digestPrefix):]
	return filepath.Join(s.Dir, "sha256", digits[:2], digits[2:])
}

func (s DirectoryStore) files() storeSystem {
	if s.system != nil {
		return s.system
	}
	return osFiles{}
}

// look returns the file at a path of the store, or nil if it is absent. A link there, or in place of a folder above, is an error.
func (s DirectoryStore) look(path string) (info fs.FileInfo, err error) {
	folder := filepath.Dir(path)
	for _, at := range []string{filepath.Dir(folder), folder, path} {
		if info, err = s.files().Lstat(at); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil, nil
			}
			return nil, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s is a symbolic link", at)
		}
	}
	return info, nil
}

// write writes a file that has its name only when it is complete.
func (s DirectoryStore) write(path string, content []byte) (err error) {
	folder := filepath.Dir(path)
	changed, err := s.make(folder)
	if err != nil {
		return err
	}
	files := s.files()
	file, err := files.CreateTemp(folder, temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, files.Remove(file.Name()))
		}
	}()
	_, err = writeAll(file, content)
	if err == nil && s.FileMode != 0 {
		err = files.Chmod(file.Name(), s.FileMode)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = files.Rename(file.Name(), path)
	}
	if err != nil {
		return err
	}
	for _, path := range changed {
		files.SyncFolder(path)
	}
	return nil
}

// make makes a folder and those above that are missing, and returns the folders whose content changes.
func (s DirectoryStore) make(folder string) (changed []string, err error) {
	changed = []string{folder}
	if info, err := s.files().Lstat(folder); err == nil && info.IsDir() {
		return changed, nil
	}
	if above := filepath.Dir(folder); above != folder {
		if changed, err = s.make(above); err != nil {
			return nil, err
		}
		changed = append(changed, folder)
	}
	mode := s.DirMode
	if mode == 0 {
		mode = 0o777
	}
	err = s.files().Mkdir(folder, mode)
	switch info, other := os.Stat(folder); {
	case errors.Is(err, fs.ErrExist) && other == nil && info.IsDir():
		return changed, nil // another process has made it, or it is the link that Dir is
	case err != nil:
		return nil, err
	case s.DirMode != 0:
		err = s.files().Chmod(folder, s.DirMode)
	}
	return changed, err
}

// osFiles is the system.
type osFiles struct{}

func (osFiles) Lstat(path string) (fs.FileInfo, error)    { return os.Lstat(path) }
func (osFiles) ReadFile(path string) ([]byte, error)      { return os.ReadFile(path) }
func (osFiles) Mkdir(path string, mode fs.FileMode) error { return os.Mkdir(path, mode) }
func (osFiles) Chmod(path string, mode fs.FileMode) error { return os.Chmod(path, mode) }
func (osFiles) Rename(from, to string) error              { return os.Rename(from, to) }
func (osFiles) Remove(path string) error                  { return os.Remove(path) }

func (osFiles) CreateTemp(folder, pattern string) (storeFile, error) {
	return os.CreateTemp(folder, pattern)
}

// SyncFolder makes the names in a folder last, where the system can do that.
func (osFiles) SyncFolder(path string) {
	if folder, err := os.Open(path); err == nil {
		_ = folder.Sync() // not every file system can
		_ = folder.Close()
	}
}
