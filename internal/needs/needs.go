// Package needs finds the inputs of tests that a checkout does not contain: installed tools, suites of other projects, and the pages
// beside the checkout. It is the only place in Go that skips a test. If ENVGEN_REQUIRE is set, as in `make test`, a missing
// input fails the test. Otherwise the test is skipped, with the command that installs the input.
package needs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The folders of suites. Pinned suites come from registries and are the same for every run. Suites beside the checkout may be newer,
// and include cases that no registry has.
const (
	pinned = "build/suites"
	beside = "../shared/suites"
)

// NotPublished begins the reason of the only skips that `make test` lets pass, and shows.
const NotPublished = "not published: "

// Folder is a place of a suite, or of a part of it.
type Folder struct {
	Path   string
	Pinned bool
}

// Name distinguishes the two places.
func (f Folder) Name() string {
	if f.Pinned {
		return "pinned"
	}
	return "beside"
}

// Suites returns a file or folder of the suites: the pinned one first, then the one beside the checkout or in the
// folder that ENVGEN_SUITES names.
func Suites(t testing.TB, path ...string) []Folder {
	t.Helper()
	name := filepath.Join(path...)
	var found []Folder
	for _, f := range []Folder{{filepath.Join(Root(t), pinned), true}, {besideFolder(t), false}} {
		if f.Path = filepath.Join(f.Path, name); exists(f.Path) {
			found = append(found, f)
		}
	}
	published := !slices.Contains([]string{"json-texts.ndjson", filepath.Join("JSONTestSuite", "test_transform")}, name)
	switch {
	case published && (len(found) == 0 || !found[0].Pinned && required()):
		missing(t, filepath.Join(pinned, name), "make tools")
	case len(found) == 0:
		t.Skip(NotPublished + name + " is in no registry, and there is no " + beside)
	}
	return found
}

// Suite returns the first place of Suites.
func Suite(t testing.TB, path ...string) string {
	t.Helper()
	return Suites(t, path...)[0].Path
}

func besideFolder(t testing.TB) string {
	t.Helper()
	_ = os.Getenv("ENVGEN_BESIDE") // so that the go command runs the test again when tools/test reports changed files beside the checkout
	folder := os.Getenv("ENVGEN_SUITES")
	if folder == "" {
		return filepath.Join(Root(t), filepath.FromSlash(beside))
	}
	if !exists(folder) {
		t.Fatalf("ENVGEN_SUITES names %s, which is not there", folder)
	}
	return folder
}

// Beside returns a page or folder that the project works from and does not publish. Where none of them is here the
// test is left out; where others are, its absence is a fault.
func Beside(t testing.TB, name string) string {
	t.Helper()
	_ = os.Getenv("ENVGEN_BESIDE")
	shared := filepath.Join(Root(t), "..", "shared")
	if !exists(shared) {
		t.Skip(NotPublished + name + " stands in ../shared, which is not here")
	}
	found := filepath.Join(shared, name)
	if !exists(found) {
		t.Fatalf("../shared is here, and %s is not in it", name)
	}
	return found
}

// File returns a file of the checkout that `make tools` or `make executors` puts there.
func File(t testing.TB, path string) string {
	t.Helper()
	file := filepath.Join(Root(t), filepath.FromSlash(path))
	if !exists(file) {
		missing(t, path, installs(path))
	}
	return file
}

// Compiler is TypeScript's.
const Compiler = "tools/node_modules/.bin/tsc"

// Parsers is a file of the parsers of the formats of schemas.
const Parsers = "tools/schemas/node_modules/@asyncapi/parser/package.json"

var checkers = []string{Compiler, "tools/node_modules/.bin/pyright", "tools/compilers/node_modules/typescript-6/bin/tsc", "tools/compilers/node_modules/typescript-7/bin/tsc", ".venv/bin/mypy", ".venv/bin/ruff", "build/bin/staticcheck"}

// Checkers returns the folder of the checkout if the tools that check generated code are installed there.
func Checkers(t testing.TB) string {
	t.Helper()
	for _, tool := range checkers {
		File(t, tool)
	}
	return Root(t)
}

// Everything fails the test once for each thing that any test needs and that is not installed.
func Everything(t testing.TB) {
	t.Helper()
	for _, name := range []string{"node", "python3"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Error(reason(name, ""))
		}
	}
	for _, path := range append(checkers[:len(checkers):len(checkers)], Parsers, pinned, "build/ts") {
		if !exists(filepath.Join(Root(t), path)) {
			t.Error(reason(path, installs(path)))
		}
	}
}

// installs is the command that puts a file into the checkout.
func installs(path string) string {
	switch {
	case path == "build/ts":
		return "make executors"
	case strings.Contains(path, "packaging/"):
		return "make build/packaging.stamp"
	}
	return "make tools"
}

// Packages returns the folder of `make packages` that `make test-packages` names. A folder that a test finds by itself could be an old one.
func Packages(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("ENVGEN_PACKAGES")
	const how = "`make test-packages` makes the packages and runs this test"
	switch {
	case folder == "" && required():
		t.Fatal(how)
	case folder == "":
		t.Skip(how)
	case !exists(filepath.Join(folder, "SHA256SUMS")):
		t.Fatal("ENVGEN_PACKAGES names " + folder + ", which contains no packages")
	}
	return folder
}

// Program returns the path of a program that the user installs.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name, "")
	}
	return path
}

// Time leaves a slow test out of `go test -short`.
func Time(t testing.TB, what string) {
	t.Helper()
	switch {
	case testing.Short() && required():
		t.Fatal(what + ", and ENVGEN_REQUIRE allows no -short")
	case testing.Short():
		t.Skip(what + ", which -short leaves out")
	}
}

// missing ends the test.
func missing(t testing.TB, what, command string) {
	t.Helper()
	if required() {
		t.Fatal(reason(what, command))
	}
	t.Skip(reason(what, command))
}

func reason(what, command string) string {
	text := what + " is not here"
	if command != "" {
		text += fmt.Sprintf(": `%s` installs it, and `make test` does so before it runs this test", command)
	}
	return text
}

func required() bool { return os.Getenv("ENVGEN_REQUIRE") != "" }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Root is the folder of the checkout. Tests run in the folder of their package.
func Root(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !exists(filepath.Join(folder, "go.mod")) {
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("the test runs in no checkout")
		}
		folder = parent
	}
	return folder
}
