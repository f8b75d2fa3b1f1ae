package packages

import (
	"os"
	"sync"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

var made struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	defer func() { _ = os.RemoveAll(made.dir) }()
	return m.Run()
}

// folder returns a folder with the packages of this machine's platform, and the platform.
func folder(t *testing.T) (string, Platform) {
	t.Helper()
	host, err := Host()
	if err != nil {
		t.Fatal(err)
	}
	made.once.Do(func() {
		if made.dir, made.err = os.MkdirTemp("", "envgen-packages-"); made.err == nil {
			made.err = Release{Root: needs.Root(t), Version: version.Tool(), Out: made.dir}.Make([]Platform{host})
		}
	})
	if made.err != nil {
		t.Fatal(made.err)
	}
	return made.dir, host
}
