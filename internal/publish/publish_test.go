package publish

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

func TestNames(t *testing.T) {
	for name, faults := range map[string][2]string{
		"greeter":                {"", ""},
		"greeter-protocol":       {"", ""},
		"a":                      {"", ""},
		"@company/greeter":       {"", "has a scope"},
		"a.b_c-d":                {"", ""},
		"Greeter":                {"write greeter", ""},
		"_greeter":               {"npm refuses the name", "PEP 508"},
		"greeter-":               {"", "PEP 508"},
		".x":                     {"npm refuses the name", "PEP 508"},
		"a b":                    {"npm refuses the name", "PEP 508"},
		"a/b":                    {"npm refuses the name", "PEP 508"},
		"@/b":                    {"npm refuses the name", "has a scope"},
		"http":                   {"Node uses it", ""},
		"HTTP":                   {"Node uses it", ""},
		"node_modules":           {"Node uses it", ""},
		"class":                  {"", `"class" is a keyword`},
		"3d":                     {"", `"3d" is not an identifier`},
		"é":                      {"npm refuses the name", "PEP 508"},
		strings.Repeat("a", 215): {"at most 214", ""},
	} {
		for i, err := range []error{CheckNpm(name), CheckPython(name)} {
			if want := faults[i]; (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
	}
	if got := Module("A.b-_C"); got != "a_b_c" {
		t.Error(got)
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string][2]string{
		"1.2.3": {"1.2.3", "1.2.3"}, "0.1.0-rc.1": {"0.1.0-rc.1", "0.1.0rc1"}, "1.0.0-dev": {"1.0.0-dev", "1.0.0.dev0"}, "1.0.0-alpha.2": {"1.0.0-alpha.2", "1.0.0a2"}, "1.0.0-x.1": {"1.0.0-x.1", ""},
		"1": {"", "1"}, "3.6": {"", "3.6"}, "1.0.0rc1": {"", "1.0.0rc1"}, "1.2.3.post1": {"", "1.2.3.post1"}, "1!2.0": {"", "1!2.0"}, "1.0+local": {"", ""}, "01.0.0": {"", ""}, "v1.0.0": {"", ""}, "": {"", ""}, "1.0.0\n": {"", ""},
		"1.0.0-01": {"", ""}, "1.0.0+build": {"", ""}, "1.0.0-rc.01": {"", ""},
	} {
		npm, err1 := NpmVersion(version)
		python, err2 := PythonVersion(version)
		if npm != want[0] || python != want[1] || (err1 == nil) != (npm != "") || (err2 == nil) != (python != "") {
			t.Errorf("%q: %q %v, %q %v, want %q", version, npm, err1, python, err2, want)
		}
	}
}

// hostile is a package whose title breaks out of strings that are not escaped.
var hostile = Package{Name: "p", Version: "1.0.0", License: "MIT", Text: []byte("text"), Protocols: []Protocol{{Name: "a", Title: "\"x\" \\ 'y' </script>\nz = \"\x7f\x01é\u2028", Root: "Root"}}}

// TestManifests reads the manifests with the parsers of their languages.
func TestManifests(t *testing.T) {
	description := strings.Join(strings.Fields(summary+" for "+hostile.Protocols[0].Title), " ")
	for _, f := range hostile.TypeScript() {
		if f.Path != "package.json" {
			continue
		}
		var m map[string]any
		if err := json.Unmarshal(f.Data, &m); err != nil {
			t.Fatal(err)
		}
		if m["description"] != description || m["license"] != "MIT" || m["dependencies"] != nil {
			t.Errorf("%v", m)
		}
		if !strings.Contains(string(f.Data), "\"types\": \"./dist/a.d.ts\",\n      \"default\"") {
			t.Errorf("the types are not the first condition:\n%s", f.Data)
		}
	}
	dir := t.TempDir()
	for _, f := range hostile.Python() {
		if err := os.WriteFile(filepath.Join(dir, f.Path), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(needs.Program(t, "python3"), "-c", "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))['project']))", filepath.Join(dir, "pyproject.toml")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var project map[string]any
	if err := json.Unmarshal(out, &project); err != nil {
		t.Fatal(err)
	}
	if project["description"] != description || project["license"] != "MIT" || !reflect.DeepEqual(project["license-files"], []any{"LICENSE"}) {
		t.Errorf("%v", project)
	}
}

// TestDeclared reads members of manifests that a user has changed.
func TestDeclared(t *testing.T) {
	const toml = "[build-system]\nname = 'no'\n[project] \n# name = \"no\"\nname='n' # comment\nversion = \"1.0\"\nlicense = {text = \"no\"}\n[tool.x]\nlicense = \"no\"\n"
	for _, test := range []struct{ manifest, text, member, want string }{
		{"package.json", `{"name": "n", "version": 1, "license": "UNLICENSED"}`, "name", "n"},
		{"package.json", `{"name": "n", "version": 1, "license": "UNLICENSED"}`, "version", ""},
		{"package.json", `{"name": "n", "version": 1, "license": "UNLICENSED"}`, "license", "UNLICENSED"},
		{"package.json", `{`, "name", ""},
		{"package.json", ``, "name", ""},
		{"pyproject.toml", toml, "name", "n"},
		{"pyproject.toml", toml, "version", "1.0"},
		{"pyproject.toml", toml, "license", ""},
		{"pyproject.toml", "name = 'n'", "name", ""},
		{"pyproject.toml", "[project]\nname = \"n\"", "name", "n"},
	} {
		if got := Declared(test.manifest, []byte(test.text), test.member); got != test.want {
			t.Errorf("%s of %s: %q, want %q", test.member, test.text, got, test.want)
		}
	}
	for _, p := range []Package{hostile} {
		for _, f := range append(p.TypeScript(), p.Python()...) {
			if f.Path != "package.json" && f.Path != "pyproject.toml" {
				continue
			}
			for member, want := range map[string]string{"name": "p", "version": "1.0.0", "license": "MIT"} {
				if got := Declared(f.Path, f.Data, member); got != want {
					t.Errorf("%s of %s: %q", member, f.Path, got)
				}
			}
		}
	}
}

func TestMissing(t *testing.T) {
	p := Package{Protocols: []Protocol{{Name: "a"}, {Name: "b"}}}
	for text, want := range map[string][]string{
		`{"exports": {"./a": "./a.js"}}`: {"./b"}, `{"exports": {"./*": "./*.js"}}`: nil, `{"exports": {}}`: {"./a", "./b"}, `{}`: nil, `{"exports": "./a.js"}`: nil, `{`: nil,
	} {
		if got := p.Missing([]byte(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}
