package gotemplates

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An unlisted file would be missing from every generated package.
func TestSupportIsWhole(t *testing.T) {
	var found []string
	for _, folder := range []string{Face, Wire} {
		here, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, here...)
	}
	want := slices.DeleteFunc(found, func(path string) bool { return strings.HasSuffix(path, "_test.go") })
	for i, path := range want {
		want[i] = filepath.ToSlash(path)
	}
	files, err := Support()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, f.Path)
		onDisk, err := os.ReadFile(filepath.FromSlash(f.Path))
		if err != nil || string(onDisk) != string(f.Data) {
			t.Errorf("%s differs from the file (%v)", f.Path, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("embedded %v, want %v", got, want)
	}
}
