package needs

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// asked is the outcome of a test that requires something: it fails, or is skipped, and the reason.
type asked struct {
	testing.TB
	outcome string
}

func (a *asked) end(how string, reason ...any) {
	a.outcome = how
	for _, r := range reason {
		a.outcome += " " + r.(string)
	}
	runtime.Goexit()
}

// Error collects faults and does not end the test.
func (a *asked) Error(reason ...any) {
	if a.outcome == "" {
		a.outcome = "is told: " + reason[0].(string)
	} else {
		a.outcome += "; " + reason[0].(string)
	}
}

func (*asked) Helper()                     {}
func (a *asked) Fatal(reason ...any)       { a.end("fails:", reason...) }
func (a *asked) Skip(reason ...any)        { a.end("skipped:", reason...) }
func (a *asked) Fatalf(s string, _ ...any) { a.end("fails: " + s) }

// outcome runs a question to its end.
func outcome(question func(t testing.TB)) string {
	a := &asked{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		question(a)
	}()
	<-done
	return a.outcome
}

// checkout makes an empty checkout, with the given files beside it, and changes to it.
func checkout(t *testing.T, files ...string) {
	t.Helper()
	folder := t.TempDir()
	for _, f := range append(files, "go.mod", "deep/er/x") {
		file := filepath.Join(folder, "checkout", f)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(folder, "checkout", "deep", "er"))
	t.Setenv("ENVGEN_SUITES", "")
	t.Setenv("ENVGEN_PACKAGES", "")
}

func TestMissing(t *testing.T) {
	const parsing = "build/suites/JSONTestSuite/test_parsing/y"
	suite := func(t testing.TB) { Suites(t, "JSONTestSuite", "test_parsing") }
	texts := func(t testing.TB) { Suites(t, "json-texts.ndjson") }
	for _, c := range []struct {
		name              string
		files             []string
		ask               func(t testing.TB)
		optional, require string // the outcome without and with ENVGEN_REQUIRE
	}{
		{"no suite", nil, suite, "skipped: build/suites/JSONTestSuite/test_parsing is not here: `make tools` installs it", "fails: build/suites/JSONTestSuite/test_parsing is not here: `make tools`"},
		{"a pinned suite", []string{parsing}, suite, "", ""},
		{"a suite beside", []string{"../shared/suites/JSONTestSuite/test_parsing/y"}, suite, "", "fails: build/suites/JSONTestSuite/test_parsing is not here"},
		{"no texts", []string{parsing}, texts, "skipped: not published: json-texts.ndjson", "skipped: not published: json-texts.ndjson"},
		{"texts", []string{"../shared/suites/json-texts.ndjson"}, texts, "", ""},
		{"no tool", nil, func(t testing.TB) { Checkers(t) }, "skipped: tools/node_modules/.bin/tsc is not here: `make tools`", "fails: tools/node_modules/.bin/tsc is not here"},
		{"one tool of all", checkers[1:], func(t testing.TB) { Checkers(t) }, "skipped: tools/node_modules/.bin/tsc", "fails: tools/node_modules/.bin/tsc"},
		{"tools", checkers, func(t testing.TB) { Checkers(t) }, "", ""},
		{"tools alone", append([]string{Parsers}, checkers...), func(t testing.TB) { Everything(t) }, "is told: build/suites is not here: `make tools` installs it, and `make test` does so before it runs this test; " +
			"build/ts is not here: `make executors` installs", "is told: build/suites is not here"},
		{"everything", append([]string{"build/suites/x", "build/ts/x", Parsers}, checkers...), func(t testing.TB) { Everything(t) }, "", ""},
		{"no program", nil, func(t testing.TB) { Program(t, "no-such-program") }, "skipped: no-such-program is not here", "fails: no-such-program is not here"},
		{"no packages", nil, func(t testing.TB) { Packages(t) }, "skipped: `make test-packages`", "fails: `make test-packages`"},
		{"no pages", nil, func(t testing.TB) { Beside(t, "page.md") }, "skipped: not published: page.md", "skipped: not published: page.md"},
		{"another page", []string{"../shared/other.md"}, func(t testing.TB) { Beside(t, "page.md") }, "fails: ../shared is here, and %s is not", "fails: ../shared is here, and %s is not"},
		{"the page", []string{"../shared/page.md"}, func(t testing.TB) { Beside(t, "page.md") }, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkout(t, c.files...)
			for require, want := range map[string]string{"": c.optional, "1": c.require} {
				t.Setenv("ENVGEN_REQUIRE", require)
				if got := outcome(c.ask); !strings.HasPrefix(got, want) || want == "" && got != "" {
					t.Errorf("ENVGEN_REQUIRE=%s: %q, want %q", require, got, want)
				}
			}
		})
	}
}

// TestSuites finds both states of a suite, the pinned one first.
func TestSuites(t *testing.T) {
	checkout(t, "build/suites/s/a", "../shared/suites/s/a", "../own/s/a")
	for own, want := range map[string]string{"": "shared/suites", "../../../own": "own"} {
		t.Setenv("ENVGEN_SUITES", own)
		found := Suites(t, "s")
		if len(found) != 2 || !found[0].Pinned || found[0].Name() != "pinned" || found[1].Name() != "beside" || !strings.Contains(filepath.ToSlash(found[1].Path), want+"/s") {
			t.Errorf("%v", found)
		}
		if first := Suite(t, "s", "a"); first != filepath.Join(found[0].Path, "a") {
			t.Error(first)
		}
	}
	t.Setenv("ENVGEN_SUITES", "nowhere")
	if got := outcome(func(t testing.TB) { Suites(t, "s") }); !strings.HasPrefix(got, "fails: ENVGEN_SUITES names") {
		t.Error(got)
	}
}

func TestPackages(t *testing.T) {
	checkout(t, "packages/SHA256SUMS")
	t.Setenv("ENVGEN_PACKAGES", "../../packages")
	if got := outcome(func(t testing.TB) { Packages(t) }); got != "" {
		t.Error(got)
	}
	t.Setenv("ENVGEN_PACKAGES", "../../none")
	if got := outcome(func(t testing.TB) { Packages(t) }); !strings.HasPrefix(got, "fails: ENVGEN_PACKAGES names ../../none") {
		t.Error(got)
	}
}
