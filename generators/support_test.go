package generators_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/golang"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// evaluators contains the files of the support code that only schemas need.
var evaluators = map[string]string{"go": "envelope/wire/schema_evaluate.go", "ts": "envelope/evaluate.ts", "py": "_evaluate.py"}

// TestSupportIsWhatIsNeeded generates into separate folders: the shipped protocols, which need no evaluator, and a protocol that needs one.
func TestSupportIsWhatIsNeeded(t *testing.T) {
	for _, test := range []struct {
		name, pattern string
		evaluates     bool
	}{{"shipped", "../spec/*.yaml", false}, {"general", "../conformance/odd/general.yaml", true}} {
		protocols := protocolsOf(t, test.pattern)
		for _, target := range generators.Targets {
			if target.Language == nil {
				continue
			}
			if got := slices.Contains(written(t, target, protocols), evaluators[target.Name]); got != test.evaluates {
				t.Errorf("%s: %s is written: %t, want %t", test.name, evaluators[target.Name], got, test.evaluates)
			}
		}
	}
}

// TestFaceIsWhatIsNeeded generates a protocol without maps and date-times: the public Go API has no types for either.
func TestFaceIsWhatIsNeeded(t *testing.T) {
	files := written(t, golang.Target, protocolsOf(t, "../conformance/odd/main.yaml"))
	face := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return path.Dir(file) != "envelope" })
	if want := []string{"envelope/envelope.go", "envelope/values.go"}; !slices.Equal(face, want) { // and two types of envelope/builders.go
		t.Errorf("%v are written, want %v", face, want)
	}
	for _, file := range []string{"envelope/wire/value_map.go", "envelope/wire/format_datetime.go"} {
		if slices.Contains(files, file) {
			t.Errorf("%s is written, and nothing needs it", file)
		}
	}
}

// written generates into a separate folder and returns the support files of which most declarations are there.
func written(t *testing.T, target target.Target, protocols []*ir.Protocol) []string {
	t.Helper()
	owned, diags, err := generators.Run(protocols, generators.Destination{Target: target, Dir: "out", GoImport: "example.com/x"})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	var texts strings.Builder
	for _, text := range output.Files(owned) {
		texts.Write(text)
	}
	declared := map[string]bool{}
	for _, m := range declaring.FindAllStringSubmatch(texts.String(), -1) {
		declared[m[1]] = true
	}
	var list []string
	for _, file := range supportFiles(t, target.Name) {
		data, err := os.ReadFile("../templates/" + target.Name + "/" + file)
		if err != nil {
			t.Fatal(err)
		}
		own, there := declaring.FindAllStringSubmatch(string(data), -1), 0
		for _, m := range own {
			if declared[m[1]] {
				there++
			}
		}
		if 2*there > len(own) { // generated code may have some of the names
			list = append(list, file)
		}
	}
	return list
}

// declaring matches the declarations of the three languages.
var declaring = regexp.MustCompile(`(?m)^(?:export )?(?:abstract )?(?:class|def|function|interface|type|func) (\w+)`)

// supportFiles lists the files of templates for a language.
func supportFiles(t *testing.T, language string) []string {
	t.Helper()
	root := "../templates/" + language
	var list []string
	for _, pattern := range map[string][]string{"go": {"envelope/*.go", "envelope/wire/*.go"}, "ts": {"envelope/*.ts"}, "py": {"_*.py"}}[language] {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			if rel := strings.TrimPrefix(name, root+"/"); !strings.HasSuffix(rel, "_test.go") {
				list = append(list, rel)
			}
		}
	}
	return list
}

func protocolsOf(t *testing.T, pattern string) []*ir.Protocol {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	var protocols []*ir.Protocol
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, diags := compile.Source(strings.TrimPrefix(name, "../"), data)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		protocols = append(protocols, p)
	}
	return protocols
}
