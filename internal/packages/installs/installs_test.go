// Package installs contains the tests that install the packages of all platforms as users do. `make test-packages` runs them.
package installs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/packages"
	"github.com/envgen/envgen/internal/version"
)

// folder returns the folder of the packages, and this machine's platform.
func folder(t *testing.T) (string, packages.Platform) {
	t.Helper()
	host, err := packages.Host()
	if err != nil {
		t.Fatal(err)
	}
	return needs.Packages(t), host
}

// one returns the only file of the packages that matches.
func one(t *testing.T, pattern string) string {
	t.Helper()
	dir, _ := folder(t)
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %q, %v", pattern, found, err)
	}
	return found[0]
}

// user is somebody with an empty folder and a few programs.
type user struct {
	t         *testing.T
	dir, path string
	variables []string
}

// newUser returns a user whose PATH has only the named programs.
func newUser(t *testing.T, programs ...string) *user {
	t.Helper()
	u := &user{t: t, dir: t.TempDir(), path: t.TempDir()}
	for _, name := range programs {
		if err := os.Symlink(needs.Program(t, name), filepath.Join(u.path, name)); err != nil {
			t.Fatal(err)
		}
	}
	return u
}

// run runs a program of the user's PATH, and checks the exit code and texts of its output.
func (u *user) run(code int, want string, line ...string) string {
	u.t.Helper()
	program := line[0]
	if !filepath.IsAbs(program) {
		program = filepath.Join(u.path, program)
	}
	cmd := exec.Command(program, line[1:]...)
	cmd.Dir = u.dir
	cmd.Env = append([]string{"PATH=" + u.path, "HOME=" + u.path}, u.variables...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		u.t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code || !strings.Contains(out.String(), want) {
		u.t.Errorf("%q: exit %d, want %d and %q\n%s", line, got, code, want, &out)
	}
	return out.String()
}

// readmeSpec is the spec of the README.
var readmeSpec = regexp.MustCompile("(?ms)^```yaml greeter\\.yaml\n(.*?)^```$")

// firstMinute follows the first lines of the README: it generates from its spec, and checks a message. The words start the command.
func (u *user) firstMinute(words ...string) {
	u.t.Helper()
	u.spec()
	u.write("message.json", `{"type":"hello","name":""}`)
	generate := append(slices.Clone(words), "gen", "--spec", "greeter.yaml", "--go", "out/go", "--go-import", "example.com/greeter/out/go", "--ts", "out/ts", "--py", "out/py")
	u.run(0, "out/py: ", generate...)
	for _, name := range []string{"out/go/greeter/types.go", "out/ts/greeter.ts", "out/py/greeter/_models.py"} {
		u.exists(name)
	}
	u.run(1, "/name: must have at least 1 character [minLength, must]", append(slices.Clone(words), "validate", "--spec", "greeter.yaml", "message.json")...)
}

// spec writes the spec of the README.
func (u *user) spec() {
	u.t.Helper()
	readme, err := os.ReadFile(filepath.Join(needs.Root(u.t), "README.md"))
	if err != nil {
		u.t.Fatal(err)
	}
	spec := readmeSpec.FindSubmatch(readme)
	if spec == nil {
		u.t.Fatal("the README has no spec")
	}
	u.write("greeter.yaml", string(spec[1]))
}

func (u *user) read(name string) string {
	u.t.Helper()
	data, err := os.ReadFile(filepath.Join(u.dir, name))
	if err != nil {
		u.t.Fatal(err)
	}
	return string(data)
}

func (u *user) write(name, text string) {
	u.t.Helper()
	if err := os.WriteFile(filepath.Join(u.dir, name), []byte(text), 0o666); err != nil {
		u.t.Fatal(err)
	}
}

// exists checks for a file in the user's folder.
func (u *user) exists(name string) {
	u.t.Helper()
	if _, err := os.Stat(filepath.Join(u.dir, name)); err != nil {
		u.t.Error(err)
	}
}

// TestFiles compares the files of a release with the platforms, and each with its checksum.
func TestFiles(t *testing.T) {
	dir, _ := folder(t)
	platforms := packages.Platforms
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if want := 4*len(platforms) + 2; strings.Count(string(sums), "\n") != want {
		t.Errorf("not %d files:\n%s", want, sums)
	}
	check := exec.Command("sha256sum", "--check", "--strict", "SHA256SUMS")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, p := range platforms {
		one(t, p.BinaryName(version.Tool()))
		one(t, fmt.Sprintf("envgen-%s-*.tgz", p.Node))
		one(t, fmt.Sprintf("*-py3-none-*%s.whl", p.Tags[len(p.Tags)-1]))
	}
}
