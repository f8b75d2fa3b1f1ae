package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestConsole runs the tests of the console. The console is a separate module, so that the bindings do not require its dependencies.
func TestConsole(t *testing.T) {
	for _, dir := range []string{"console", "../../gen/go/hotrepl", "../../gen/go/envelope"} { // the go command caches the result until one of these files changes
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
