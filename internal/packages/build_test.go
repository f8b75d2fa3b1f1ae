package packages

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// Limits of the binary for linux/amd64, in bytes: 22 MiB, and 8 MiB in the tarball for npm. `gzip -9` makes it 1.5 % smaller than the compressor of the
// tarball. A binary with 2.7 MB more contains a call of a method whose name the compiler
// cannot determine: `go build -ldflags=-dumpdep ./cmd/envgen` marks its function with <ReflectMethod>.
const (
	mostBytes      = 22 << 20
	mostCompressed = 8 << 20
)

// TestReproducible builds the binary in a copy of the checkout, without any result of an earlier build. Binary, tarball and wheel are the same bytes.
func TestReproducible(t *testing.T) {
	needs.Time(t, "compiles everything once more, for a minute")
	dir, host := folder(t)
	root, again := filepath.Join(t.TempDir(), "somebody_elses_checkout"), t.TempDir()
	copyCheckout(t, root)
	t.Setenv("GOCACHE", t.TempDir())
	if err := (Release{Root: root, Version: version.Tool(), Out: again}).Make([]Platform{host}); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(again, "envgen*"))
	if err != nil || len(names) != 4 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		first, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			t.Fatal(err)
		}
		second, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%s: %d bytes, and %d other bytes", filepath.Base(name), len(first), len(second))
		}
		if bytes.Contains(second, []byte("somebody_elses_checkout")) {
			t.Errorf("%s contains the folder of its build", filepath.Base(name))
		}
	}
}

// copyCheckout copies the files that git tracks or would add.
func copyCheckout(t *testing.T, to string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "cmd", "conformance", "generators", "internal", "spec", "templates", "go.mod", "go.sum", "LICENSE", "NOTICE")
	list.Dir = needs.Root(t)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "init", "-q", to).CombinedOutput(); err != nil { // for the list of its files
		t.Fatalf("%v\n%s", err, out)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(list.Dir, name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSize compares the sizes of the binary and of its tarball with their limits.
func TestSize(t *testing.T) {
	linux := Platforms[slices.IndexFunc(Platforms, func(p Platform) bool { return p.String() == "linux/amd64" })]
	binary := filepath.Join(t.TempDir(), "envgen")
	if err := Build(needs.Root(t), linux, binary); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	compressed, err := tarball([]file{{"bin/envgen", data, 0o755}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d compressed", len(data), len(compressed))
	if len(data) > mostBytes || len(compressed) > mostCompressed {
		t.Errorf("%d bytes, at most %d; %d compressed, at most %d", len(data), mostBytes, len(compressed), mostCompressed)
	}
}

// TestContents requires that the command contains no network stack, no fixtures and none of the programs that run them.
func TestContents(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./cmd/envgen")
	list.Dir = needs.Root(t)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	for _, name := range []string{"net/http", "crypto/tls", "go/types", version.Module + "/conformance/fixtures", version.Module + "/conformance/testbed"} {
		if slices.Contains(packages, name) {
			t.Errorf("the command contains %s", name)
		}
	}
	dir, host := folder(t)
	data, err := os.ReadFile(filepath.Join(dir, host.BinaryName(version.Tool())))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte("foxctl/run/shortest")) {
		t.Error("the command contains fixtures")
	}
}
