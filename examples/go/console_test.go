package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestConsole runs the tests of the console, which is a module of its own: what it needs is no business of the bindings.
func TestConsole(t *testing.T) {
	for _, dir := range []string{"console", "../../gen/go/hotrepl", "../../gen/go/envelope"} { // so that the go command knows when to run this again
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-count=1", "./..."}} {
		c := exec.Command("go", args...)
		c.Dir = "console"
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("go %v: %v\n%s", args, err, out)
		}
	}
}
