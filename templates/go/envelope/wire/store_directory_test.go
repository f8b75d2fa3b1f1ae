package wire

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestDirectoryStore(t *testing.T) {
	s := DirectoryStore{Dir: filepath.Join(t.TempDir(), "a", "b")}
	const digest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for range 2 {
		if got, err := s.Put([]byte("abc")); got != digest || err != nil {
			t.Fatal(got, err)
		}
	}
	path := filepath.Join(s.Dir, "sha256", "ba", digest[9:])
	if text, err := os.ReadFile(path); string(text) != "abc" || err != nil {
		t.Errorf("%s, %v", text, err)
	}
	if content, err := s.Get(digest); string(content) != "abc" || err != nil {
		t.Errorf("%s, %v", content, err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := before.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		t.Errorf("others may read what may be secret: %v", mode)
	}
	if _, err := s.Put([]byte("abc")); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Error("what is there is written again:", err)
	}
	if err := os.WriteFile(path, []byte("abd"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(digest); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
	if _, err := s.Get(strings.Replace(digest, "ba", "bb", 1)); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, wrong := range []string{"", digest[7:], digest[:70], digest + "0", strings.ToUpper(digest), "sha256:../" + digest[10:], "sha256:" + strings.Repeat("/", 64)} {
		if _, err := s.Get(wrong); err == nil || !strings.Contains(err.Error(), "is no digest") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestStoreFails checks that a store that cannot write reports an error, and leaves no file.
func TestStoreFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if digest, err := (DirectoryStore{Dir: file}).Put([]byte("abc")); digest != "" || err == nil || !strings.HasPrefix(err.Error(), "cannot store sha256:ba78") {
		t.Error(digest, err)
	}
	dir := t.TempDir() // a folder in the place of the file: the rename fails
	if err := os.MkdirAll(filepath.Join(dir, "sha256", "ba", "7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := (DirectoryStore{Dir: dir}).Put([]byte("abc")); err == nil {
		t.Error("no error")
	}
	if files := filesIn(t, dir); len(files) > 0 {
		t.Error(files)
	}
}

func filesIn(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// storing is the variable by which the test below begins a process that stores texts until it is killed.
const storing = "ENVELOPE_TEST_STORE"

func TestKilledStores(t *testing.T) {
	if dir := os.Getenv(storing); dir != "" {
		storeForever(dir)
	}
	dir := t.TempDir()
	for range 50 {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledStores$")
		child.Env = append(os.Environ(), storing+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = out.Read(make([]byte, 1)) // it has begun
		time.Sleep(time.Duration(rand.IntN(8_000)) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
	}
	complete := 0
	for _, path := range filesIn(t, dir) {
		if strings.HasPrefix(filepath.Base(path), temporary) {
			continue
		}
		complete++
		if _, err := (DirectoryStore{Dir: dir}).Get(digestPrefix + filepath.Base(filepath.Dir(path)) + filepath.Base(path)); err != nil {
			t.Error(err)
		}
	}
	if complete == 0 {
		t.Error("nothing is stored")
	}
}

func storeForever(dir string) {
	for i := 0; ; i++ {
		text := append([]byte(strconv.Itoa(os.Getpid())+" "+strconv.Itoa(i)), bytes.Repeat([]byte("x"), 1<<16)...)
		if _, err := (DirectoryStore{Dir: dir}).Put(text); err != nil {
			os.Exit(1)
		}
		if i == 0 {
			_, _ = os.Stdout.WriteString("x")
		}
	}
}

func TestVerifyDigest(t *testing.T) {
	const digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for digest, want := range map[string]string{
		digits: "", "sha256:" + digits: "", strings.ToUpper(digits): "",
		"":                         "is no digest",
		digits[1:]:                 "is no digest",
		"sha512:" + digits:         "is no digest",
		"sha256:sha256:" + digits:  "is no digest",
		strings.Repeat("g", 64):    "is no digest",
		strings.Repeat("0", 64):    "the content has the digest sha256:" + digits,
		"sha256:00" + digits[2:64]: "the content has the digest sha256:" + digits,
	} {
		if err := VerifyDigest(digest, []byte("abc")); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", digest, err)
		}
	}
}
