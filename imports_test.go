// Package envgen_test checks rules that apply to the module as a whole.
package envgen_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/envgen/envgen"

// layers lists the packages of this module that each package may import. An unlisted package fails the test. Every package may import internal/sorting and
// internal/jsontext, which are like packages of the standard library.
var layers = map[string][]string{
	"internal/sorting":               {},
	"internal/jsontext":              {},
	"internal/diag":                  {},
	"internal/ir":                    {"internal/diag"},
	"internal/syntax":                {"internal/diag"},
	"internal/automata":              {},
	"internal/compile/pattern":       {"internal/automata", "internal/ir"},
	"internal/compile/rules":         {"internal/compile/pattern", "internal/compile/wording", "internal/diag", "internal/ir"},
	"internal/compile/wording":       {"internal/ir", "internal/syntax"},
	"internal/compile/annotate":      {"internal/compile/wording", "internal/diag", "internal/formats", "internal/ir", "internal/syntax"},
	"internal/compile/numbers":       {"internal/ir"},
	"internal/compile/host":          {"internal/compile/rules", "internal/diag", "internal/ir", "internal/syntax"},
	"internal/compile/conversations": {"internal/automata", "internal/compile/host", "internal/compile/rules", "internal/compile/wording", "internal/diag", "internal/ir", "internal/syntax"},
	"internal/compile/builders":      {"internal/compile/host", "internal/compile/rules", "internal/compile/wording", "internal/diag", "internal/ir", "internal/syntax"},
	"internal/compile/dispatches":    {"internal/compile/host", "internal/compile/wording", "internal/diag", "internal/ir", "internal/syntax"},
	"internal/compile": {"internal/automata", "internal/diag", "internal/syntax", "internal/ir", "internal/formats", "internal/compile/annotate", "internal/compile/builders",
		"internal/compile/conversations", "internal/compile/dispatches", "internal/compile/host", "internal/compile/numbers", "internal/compile/pattern", "internal/compile/rules", "internal/compile/wording", "internal/metaschemas"},
	"internal/metaschemas":     {},
	"internal/formats":         {"internal/ir"},
	"internal/importer":        {"internal/compile", "internal/compile/pattern", "internal/diag", "internal/formats", "internal/ir", "internal/syntax"},
	"internal/naming":          {"internal/diag", "internal/ir"},
	"internal/needs":           {},
	"internal/version":         {},
	"internal/spdx":            {"internal/diag"},
	"internal/publish":         {"internal/naming"},
	"internal/output":          {},
	"internal/project":         {"internal/breaking/rules", "internal/diag", "internal/spdx", "internal/syntax"},
	"internal/examples":        {"internal/diag"},
	"internal/oracle":          {"internal/compile/pattern", "internal/formats", "internal/metaschemas", "internal/syntax"}, // nothing that compile makes
	"internal/reference":       {"internal/diag", "internal/ir", "internal/formats", "internal/oracle"},
	"internal/breaking":        {"internal/diag", "internal/formats", "internal/ir", "internal/reference"},
	"internal/breaking/rules":  {},
	"internal/breaking/source": {},
	"internal/normative":       {"internal/ir"},
	"internal/normative/count": {"internal/normative"},
	"spec":                     {},

	"generators/link":       {"internal/naming", "internal/version"},
	"generators/target":     {"generators/link", "internal/diag", "internal/ir", "internal/naming", "internal/output"},
	"generators/plan":       {"internal/ir"},
	"generators/print":      {"internal/ir"},
	"generators/template":   {},
	"generators/golang":     {"generators/link", "generators/plan", "generators/print", "generators/target", "generators/template", "internal/ir", "internal/naming", "internal/output", "internal/version", "templates/go"},
	"generators/typescript": {"generators/link", "generators/plan", "generators/print", "generators/target", "generators/template", "internal/ir", "internal/naming", "internal/output", "internal/version", "templates/ts"},
	"generators/python":     {"generators/link", "generators/plan", "generators/print", "generators/target", "generators/template", "internal/ir", "internal/naming", "internal/output", "internal/version", "templates/py"},
	"generators/jsonschema": {"generators/target", "internal/diag", "internal/ir", "internal/output", "internal/spdx"},
	"generators/docs":       {"internal/diag", "internal/ir", "internal/normative", "internal/output"},
	"generators": {"generators/link", "generators/plan", "generators/target", "generators/golang", "generators/typescript", "generators/python", "generators/jsonschema",
		"internal/diag", "internal/ir", "internal/naming", "internal/output", "internal/spdx", "internal/version"},
	"templates/go":               {},
	"templates/go/envelope":      {"templates/go/envelope/wire"},
	"templates/go/envelope/wire": {},
	"templates/ts":               {},
	"templates/py":               {},

	"bench":            {"conformance"},
	"engines/messages": {"conformance", "conformance/fixtures", "conformance/mutants", "internal/ir"},
	"bench/bulk":       {"conformance/fixtures", "internal/ir", "internal/reference"},

	"conformance":         {"internal/version"},
	"conformance/breaks":  {},
	"conformance/floods":  {"conformance/testbed"},
	"conformance/checks":  {"conformance", "internal/ir", "internal/reference"},
	"conformance/derive":  {"conformance", "conformance/checks", "internal/ir", "internal/reference"},
	"conformance/written": {"conformance", "conformance/derive", "conformance/edges"},
	"conformance/fixtures": {"conformance", "conformance/derive", "conformance/edges", "conformance/walks", "conformance/written", "generators/jsonschema", "internal/compile", "internal/ir", "internal/oracle",
		"internal/reference", "spec"},
	"conformance/formats": {},
	"conformance/mutants": {"conformance", "conformance/checks", "conformance/formats", "internal/ir"},
	"conformance/randomspecs": {"conformance", "conformance/checks", "conformance/drafts", "conformance/formats", "conformance/mutants", "conformance/testbed", "conformance/walks", "conformance/walks", "generators", "internal/compile",
		"internal/compile/host", "internal/diag", "internal/ir", "internal/naming"},
	"conformance/edges":  {"conformance", "internal/ir", "internal/reference"},
	"conformance/walks":  {"conformance", "internal/ir", "internal/reference"},
	"conformance/drafts": {"conformance", "internal/ir", "internal/reference"},
	"conformance/testbed": {"conformance", "conformance/drafts", "conformance/walks", "generators", "generators/jsonschema", "internal/acceptor", "internal/compile", "internal/diag", "internal/ir", "internal/naming", "internal/oracle",
		"internal/output", "internal/reference"},
	"conformance/witnesses/others":    {"conformance/fixtures", "conformance/witnesses"},
	"conformance/executors":           {},
	"conformance/consumer":            {"conformance", "conformance/executors", "conformance/testbed", "generators", "generators/target", "internal/compile", "internal/diag", "internal/ir", "spec"},
	"conformance/witnesses":           {"conformance", "conformance/fixtures", "conformance/mutants", "gen/go/agh", "gen/go/delegator", "gen/go/envelope", "gen/go/foxctl", "gen/go/helper", "gen/go/hotrepl"},
	"conformance/executors/go":        {"gen/go/agh", "gen/go/delegator", "gen/go/envelope", "gen/go/foxctl", "gen/go/helper", "gen/go/hotrepl"},
	"conformance/executors/reference": {"generators/jsonschema", "internal/compile", "internal/diag", "internal/ir", "internal/oracle", "internal/reference", "spec"},
	"internal/acceptor":               {"internal/formats", "internal/ir"},
	"internal/bulk":                   {"internal/acceptor", "internal/ir", "internal/reference"},
	"internal/regular":                {"internal/compile"},
	"internal/command":                {"internal/diag", "internal/output", "internal/version"},
	"internal/specs":                  {"internal/command", "internal/compile", "internal/diag", "internal/ir", "internal/regular", "spec"},
	"cmd/envgen": {"conformance", "conformance/derive", "conformance/written", "generators", "generators/docs", "generators/jsonschema", "generators/target",
		"internal/breaking", "internal/breaking/rules", "internal/breaking/source", "internal/bulk", "internal/command", "internal/compile", "internal/diag", "internal/examples", "internal/importer", "internal/ir",
		"internal/naming", "internal/normative", "internal/oracle", "internal/output", "internal/project", "internal/publish", "internal/reference", "internal/regular", "internal/spdx", "internal/specs", "internal/syntax", "internal/version", "spec"},
	"internal/packages":   {"internal/version"},
	"cmd/envgen-packages": {"internal/command", "internal/packages", "internal/version"},
	"cmd/envgen-conformance": {"conformance", "conformance/checks", "conformance/consumer", "conformance/drafts", "conformance/fixtures", "conformance/mutants", "conformance/randomspecs", "conformance/testbed",
		"conformance/walks", "internal/command", "internal/ir", "internal/output", "internal/reference", "internal/version", "spec"},

	"examples/go":                 {"gen/go/agh", "gen/go/foxctl"},
	"examples/go/producers/count": {"gen/go/envelope", "gen/go/foxctl"},
	"examples/go/producers/host":  {"gen/go/envelope", "gen/go/hotrepl"},
	"examples/go/producers/notes": {"gen/go/helper"},
	"examples/go/producers/peer":  {"gen/go/agh"},
	"examples/go/producers/tasks": {"gen/go/delegator"},
	"examples/internal/programs":  {},

	"gen/go/envelope":          {"gen/go/envelope/wire"},
	"gen/go/envelope/wire":     {},
	"gen/go/agh":               {"gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/agh/observe":       {"gen/go/agh", "gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/delegator":         {"gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/delegator/observe": {"gen/go/delegator", "gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/foxctl":            {"gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/foxctl/observe":    {"gen/go/foxctl", "gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/helper":            {"gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/helper/observe":    {"gen/go/helper", "gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/hotrepl":           {"gen/go/envelope", "gen/go/envelope/wire"},
	"gen/go/hotrepl/observe":   {"gen/go/hotrepl", "gen/go/envelope", "gen/go/envelope/wire"},
}

// thirdParty names the one package, in two cases two, that may import each module of others. The reference and its oracle may import any.
var thirdParty = map[string]string{
	"gopkg.in/yaml.v3":                              "internal/syntax",
	"github.com/dave/jennifer/jen":                  "generators/golang",
	"github.com/spf13/pflag":                        "internal/command",
	"github.com/fsnotify/fsnotify":                  "cmd/envgen",
	"golang.org/x/term":                             "cmd/envgen",
	"github.com/klauspost/compress/flate":           "internal/packages",
	"github.com/klauspost/compress/gzip":            "internal/bulk internal/packages",
	"github.com/klauspost/compress/zstd":            "internal/bulk",
	"golang.org/x/mod/modfile":                      "internal/command",
	"github.com/yuin/goldmark/ast":                  "internal/examples",
	"github.com/yuin/goldmark/parser":               "internal/examples",
	"github.com/yuin/goldmark/text":                 "internal/examples",
	"golang.org/x/text/unicode/norm":                "internal/naming",
	"golang.org/x/text/width":                       "generators/print",
	"golang.org/x/mod/module":                       "internal/naming internal/packages",
	"golang.org/x/mod/zip":                          "internal/packages",
	"cel.dev/cel-go/cel":                            "internal/compile/rules",
	"cel.dev/cel-go/checker":                        "internal/compile/rules",
	"cel.dev/cel-go/common":                         "internal/compile/rules",
	"cel.dev/cel-go/common/ast":                     "internal/compile/rules",
	"cel.dev/cel-go/common/containers":              "internal/compile/rules",
	"cel.dev/cel-go/common/decls":                   "internal/compile/rules",
	"cel.dev/cel-go/common/stdlib":                  "internal/compile/rules",
	"cel.dev/cel-go/common/types":                   "internal/compile/rules",
	"cel.dev/cel-go/ext":                            "internal/compile/rules",
	"cel.dev/cel-go/parser":                         "internal/compile/rules",
	"github.com/santhosh-tekuri/jsonschema/v6":      "internal/reference",
	"github.com/santhosh-tekuri/jsonschema/v6/kind": "internal/reference",
}

// validator contains the metaschemas of JSON Schema, too.
const validator = "github.com/santhosh-tekuri/jsonschema/v6"

// TestImports reads the imports of every package in process, because the result of a test that ran the go command would be cached wrongly. It
// compares them with the layers: cmd -> generators -> language -> naming -> ir -> diag, and cmd -> compile -> {syntax, ir} -> diag.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name != "." && strings.HasPrefix(name, ".") || slices.Contains([]string{"node_modules", "build", "testdata", "tools"}, name) {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != "." {
				return fs.SkipDir // a module of its own
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		pkg := path.Dir(filepath.ToSlash(file))
		allowed, known := layers[pkg]
		if !known {
			if !seen[pkg] {
				t.Errorf("%s is in no layer: add it to the table with what it may import", pkg)
			}
		}
		seen[pkg] = true
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			if known {
				checkImport(t, file, pkg, name, allowed)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range layers {
		if !seen[pkg] {
			t.Errorf("the table speaks of %s, which does not exist", pkg)
		}
	}
}

func checkImport(t *testing.T, file, pkg, name string, allowed []string) {
	ours, isOurs := strings.CutPrefix(name, module+"/")
	first, _, _ := strings.Cut(name, "/")
	switch {
	case isOurs:
		if ours != "internal/sorting" && ours != "internal/jsontext" && !slices.Contains(allowed, ours) {
			t.Errorf("%s imports %s, which its layer may not", file, ours)
		}
	case !strings.Contains(first, "."): // the standard library
	case strings.HasPrefix(pkg, "gen/"):
		t.Errorf("%s imports %s: generated code depends on the standard library only", file, name)
	case pkg != "internal/reference" && pkg != "internal/oracle" && (pkg != "internal/metaschemas" || name != validator) && !slices.Contains(strings.Fields(thirdParty[name]), pkg):
		t.Errorf("%s imports %s, which belongs to %q alone", file, name, thirdParty[name])
	}
}
