package wire

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// DirectoryStore keeps texts in files whose names are their digests: <Dir>/sha256/<first two digits>/<the others>. A file is complete when
// it has its name, whatever happens to the process. Several processes may use a directory at once.
type DirectoryStore struct{ Dir string }

// temporary begins the names of files that are not complete. What a killed process has left may be deleted.
const temporary = ".tmp-"

// Put stores a content, unless it is there already, and returns its digest.
func (s DirectoryStore) Put(content []byte) (digest string, err error) {
	digest = digestOf(content)
	path := s.path(digest)
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		return digest, nil
	}
	if err := s.write(path, content); err != nil {
		return "", fmt.Errorf("cannot store %s: %w", digest, err)
	}
	return digest, nil
}

// Get returns the content with a digest. Where there is none, the error is fs.ErrNotExist by errors.Is.
func (s DirectoryStore) Get(digest string) ([]byte, error) {
	digits, is := strings.CutPrefix(digest, digestPrefix)
	if !is || !isHex(digits) {
		return nil, fmt.Errorf("%q is no digest: want %q and 64 hexadecimal digits in lower case", digest, digestPrefix)
	}
	content, err := os.ReadFile(s.path(digest))
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

// write writes a file that has its name only when it is complete.
func (s DirectoryStore) write(path string, content []byte) (err error) {
	folder := filepath.Dir(path)
	changed := []string{folder}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		changed = append(changed, filepath.Dir(folder), s.Dir)
	}
	file, err := os.CreateTemp(folder, temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return err
	}
	for _, path := range changed {
		syncFolder(path)
	}
	return nil
}

// syncFolder makes the names in a folder last, where the system can do that.
func syncFolder(path string) {
	if folder, err := os.Open(path); err == nil {
		_ = folder.Sync() // not every file system can
		_ = folder.Close()
	}
}
