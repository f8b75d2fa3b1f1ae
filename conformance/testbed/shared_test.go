package testbed_test

import (
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// hangGuard bounds one request to an executor. It is for executors that never answer: the speed of the machine must not matter.
const hangGuard = 10 * time.Minute

// contribution is a set of specs for the testbed of this package.
type contribution struct {
	test    string // the test of these specs
	specs   func(t *testing.T) fs.FS
	linters []string // linters for the bindings
}

// contributions are all sets. Their file names and protocols differ.
var contributions = []contribution{
	{"TestOddSpecs", chosen, []string{"vet", "staticcheck", "gofmt", "mypy", "ruff"}},
	// The odd specs have everything that bindings can contain, so mypy, which takes a minute, checks the bindings of suites only with -all.
	{"TestKeywords", keywordSpecs, []string{"vet", "staticcheck", "gofmt", "ruff"}},
	{"TestCELSpec", celSpecs, []string{"vet", "staticcheck", "gofmt", "ruff"}},
	{"TestSuites", suiteSpecFiles, nil},
	{"TestRollingUpgrade", upgradeSpecs, nil},
	{"TestRuleFuzz", ruleFuzzSpecs, nil},
	{"TestSessions", sessionSpecs, []string{"vet", "staticcheck", "gofmt", "mypy", "ruff"}},
}

// shared is the testbed of all tests of this package that run: one folder, one run of each compiler and linter.
var shared struct {
	once      sync.Once
	dir       string // removed after the last test
	bed       *testbed.Testbed
	protocols map[string][]*ir.Protocol // by test
}

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	defer func() { os.RemoveAll(shared.dir) }()
	return m.Run()
}

// bedOf returns the part of the shared testbed with the specs of this test.
func bedOf(t *testing.T) *testbed.Testbed {
	t.Helper()
	return bedFor(t, t.Name())
}

// bedFor returns the part of the shared testbed with the specs of a test. The first call builds the testbed.
func bedFor(t *testing.T, test string) *testbed.Testbed {
	t.Helper()
	root := needs.Checkers(t)
	if selected(t, "TestKeywords") {
		needs.File(t, "build/suites/JSON-Schema-Test-Suite")
	}
	shared.once.Do(func() { buildShared(t, root) })
	if shared.bed == nil {
		t.Fatal("the testbed of this package could not be built: the test that ran first reports the reason")
	}
	if shared.protocols[test] == nil {
		t.Fatalf("the testbed has no specs of %s: run it without a -run pattern that contains more than names of tests", test)
	}
	return shared.bed.Part(shared.protocols[test])
}

func buildShared(t *testing.T, root string) {
	t.Helper()
	all, owners := fstest.MapFS{}, map[string]string{}
	for _, c := range contributions {
		if !selected(t, c.test) && !(c.test == "TestOddSpecs" && selected(t, "TestLayouts")) {
			continue
		}
		for name, data := range filesOf(t, c.specs(t)) {
			if other, taken := owners[name]; taken {
				t.Fatalf("%s and %s both have a spec %s", other, c.test, name)
			}
			all[name], owners[name] = &fstest.MapFile{Data: data}, c.test
		}
	}
	var err error
	if shared.dir, err = os.MkdirTemp("", "envgen-testbed-"); err != nil {
		t.Fatal(err)
	}
	bed, err := testbed.New(root, shared.dir, all)
	if err != nil {
		t.Fatal(err)
	}
	if err := bed.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	shared.bed, shared.protocols = bed, map[string][]*ir.Protocol{}
	for _, p := range bed.Protocols {
		shared.protocols[owners[p.File]] = append(shared.protocols[owners[p.File]], p)
	}
}

// filesOf reads the specs of a folder.
func filesOf(t *testing.T, folder fs.FS) map[string][]byte {
	t.Helper()
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = fs.ReadFile(folder, name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// selected reports whether the flags of this run select a test, so that one test alone builds only its own specs.
func selected(t *testing.T, test string) bool {
	t.Helper()
	run, _, _ := strings.Cut(flag.Lookup("test.run").Value.String(), "/")
	pattern, err := regexp.Compile(run)
	if err != nil {
		t.Fatal(err)
	}
	return pattern.MatchString(test)
}

// TestLinters runs each linter once, over the bindings of all tests that require it.
func TestLinters(t *testing.T) {
	t.Parallel()
	protocols := map[string][]*ir.Protocol{} // by linter
	for _, c := range contributions {
		if !selected(t, c.test) && !(c.test == "TestOddSpecs" && selected(t, "TestLayouts")) {
			continue
		}
		names, bed := c.linters, bedFor(t, c.test)
		if *all && names != nil {
			names = append(contributions[0].linters, "pyright")
		} else if c.test == "TestOddSpecs" { // pyright takes twice the time of all others
			protocols["pyright"] = featured(bed)
		}
		for _, name := range names {
			protocols[name] = append(protocols[name], bed.Protocols...)
		}
	}
	if len(protocols) == 0 {
		t.Fatal("this run has no specs to lint: select the test of some, as in -run 'TestOddSpecs|TestLinters'")
	}
	for _, name := range slices.Sorted(maps.Keys(protocols)) {
		bed := shared.bed.Part(protocols[name])
		list := bed.Linters()
		l := list[slices.IndexFunc(list, func(l testbed.Linter) bool { return l.Name == name })]
		quietCEL(t, bed, &l)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out, err := l.Run(t.Context()); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// featured are protocols of a testbed, one for each set of features.
func featured(w *testbed.Testbed) (list []*ir.Protocol) {
	seen := map[string]bool{}
	for _, p := range w.Protocols {
		if features := strings.Join(plan.Features(p), " "); *all || !seen[features] && len(p.Imports) == 0 {
			seen[features] = true
			list = append(list, p)
		}
	}
	return list
}

// runCases gives fixtures to all executors.
func runCases(t *testing.T, w *testbed.Testbed, cases fs.FS) *conformance.Report {
	t.Helper()
	report, err := conformance.Run(t.Context(), conformance.Options{Executors: w.Executors(), Cases: cases, Timeout: hangGuard, StartTimeout: hangGuard})
	if err != nil {
		t.Fatal(err)
	}
	if counts := report.Counts(); !report.OK() || counts.Skipped > 0 {
		var b strings.Builder
		if err := report.Print(&b); err != nil {
			t.Fatal(err)
		}
		t.Error(b.String())
	}
	return report
}

// keep copies the testbed to the folder of artifacts if the run has -artifacts.
func keep(t *testing.T) {
	t.Helper()
	if f := flag.Lookup("test.artifacts"); f == nil || f.Value.String() != "true" {
		return
	}
	if err := os.CopyFS(filepath.Join(t.ArtifactDir(), "testbed"), os.DirFS(shared.dir)); err != nil {
		t.Error(err)
	}
}
