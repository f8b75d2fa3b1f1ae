package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/version"
)

// result is the outcome of one command line.
type result struct {
	code     int
	out, err string
}

func envgen(t *testing.T, input string, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	code := run(args, command.Streams{In: strings.NewReader(input), Out: &out, Err: &err})
	return result{code, out.String(), err.String()}
}

// want checks the exit code, and that the two outputs together contain each of the texts.
func (r result) want(t *testing.T, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit %d, want %d\n%s%s", r.code, code, r.out, r.err)
	}
	for _, text := range texts {
		if !strings.Contains(r.out+r.err, text) {
			t.Errorf("%q is missing in\n%s%s", text, r.out, r.err)
		}
	}
}

func put(t *testing.T, path, data string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// contents returns every file below dir by relative path.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func same(t *testing.T, what string, a, b map[string]string) {
	t.Helper()
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d files and %d files", what, len(a), len(b))
	}
}

const small = `envgen: 1
protocol: small
version: "1"
types:
  Small: {type: object, required: [a], properties: {a: {type: integer}}, additionalProperties: false}
root: Small
`

func TestHelpAndMistakes(t *testing.T) {
	envgen(t, "").want(t, 0, "Exit codes", "gen", "validate", "conformance", "init", "version")
	envgen(t, "", "gen", "--help").want(t, 0, "--spec", "--go-import", "--check")
	envgen(t, "", "version").want(t, 0, "envgen ")
	envgen(t, "", "frobnicate").want(t, 2, "frobnicate", "help")
	envgen(t, "", "gen", "--frobnicate").want(t, 2, "--frobnicate")
	envgen(t, "", "gen", "--ts", "x").want(t, 2, "--spec")
}

func TestGenWritesChecksAndAgrees(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "go.mod"), "module example.com/user\n")
	spec := put(t, filepath.Join(dir, "small.yaml"), small)
	out := func(name string) string { return filepath.Join(dir, "out", name) }
	args := []string{"gen", "--spec", spec, "--go", out("go"), "--ts", out("ts"), "--py", out("py"), "--schema", out("schema")}

	envgen(t, "", append(args, "--check")...).want(t, 1, "stale: ")
	if _, err := os.Stat(filepath.Join(dir, "out")); !os.IsNotExist(err) {
		t.Fatalf("--check wrote something: %v", err)
	}
	envgen(t, "", args...).want(t, 0, "go ", "ts ", "py ", "schema ", "wrote")
	first := contents(t, filepath.Join(dir, "out"))
	for file, support := range map[string]string{"small/protocol.go": "envelope", "small/codec.go": "envelope/wire", "envelope/envelope.go": "envelope/wire"} {
		if !strings.Contains(first["go/"+file], `"example.com/user/out/go/`+support+`"`) {
			t.Errorf("%s does not import %s below the user's module", file, support)
		}
	}
	envgen(t, "", append(args, "--check")...).want(t, 0, "unchanged")
	envgen(t, "", args...).want(t, 0, "unchanged")
	same(t, "a second run", first, contents(t, filepath.Join(dir, "out")))

	t.Chdir(filepath.Join(dir, "out"))
	envgen(t, "", "gen", "--spec", "../small.yaml", "--go", "go", "--ts", "ts", "--py", "py", "--schema", "schema").want(t, 0)
	same(t, "another working directory", first, contents(t, filepath.Join(dir, "out")))

	for path := range first {
		if data := first[path]; strings.Contains(data, dir) || strings.Contains(data, "envgen "+version.Tool()) && !strings.HasSuffix(path, "manifest.json") {
			t.Errorf("%s holds a path of this machine or the tool's version", path)
		}
	}
}

func TestGenLeavesTheConsumersFilesAlone(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), small)
	other := put(t, filepath.Join(dir, "other.yaml"), strings.ReplaceAll(small, "small", "other"))
	theirs := map[string]string{"package.json": "{}", "pyproject.toml": "# mine", "go.mod": "module example.com/u\n", "agh.ts": "// by hand"}
	for name, text := range theirs {
		put(t, filepath.Join(dir, "b", name), text)
	}
	folder := filepath.Join(dir, "b")
	envgen(t, "", "gen", "--spec", spec, "--ts", folder, "--py", folder, "--go", folder).want(t, 0)
	before := contents(t, folder)
	envgen(t, "", "gen", "--spec", other, "--ts", folder, "--py", folder, "--go", folder).want(t, 0)
	after := contents(t, folder)
	for name, text := range theirs {
		if after[name] != text {
			t.Errorf("%s was touched", name)
		}
	}
	for name, text := range before {
		if after[name] != text && !strings.HasSuffix(name, "manifest.json") {
			t.Errorf("the second protocol changed %s of the first", name)
		}
	}
	envgen(t, "", "gen", "--spec", spec, other, "--ts", folder, "--py", folder, "--go", folder, "--check").want(t, 0)

	put(t, filepath.Join(dir, "c", "small.ts"), "// by hand")
	envgen(t, "", "gen", "--spec", spec, "--ts", filepath.Join(dir, "c")).want(t, 2, "small.ts", "did not write")
}

func TestGenRefuses(t *testing.T) {
	dir := t.TempDir()
	good := put(t, filepath.Join(dir, "small.yaml"), small)
	bad := put(t, filepath.Join(dir, "bad.yaml"), strings.Replace(small, "type: integer", "type: intger", 1))
	clash := put(t, filepath.Join(dir, "clash.yaml"), strings.Replace(small, "{a: {type: integer}}", "{a: {}, a€: {}}", 1))
	out := filepath.Join(dir, "out")
	envgen(t, "", "gen", "--spec", good, "--spec", bad, "--ts", out).want(t, 1, "bad.yaml:5:", "error[type-name]", "did you mean `integer`?")
	envgen(t, "", "gen", "--spec", clash, "--ts", out, "--py", out).want(t, 1, "error[name-collision]", "Python")
	envgen(t, "", "gen", "--spec", good, "--spec", good, "--ts", out).want(t, 2, "both the protocol")
	envgen(t, "", "gen", "--spec", filepath.Join(dir, "none.yaml"), "--ts", out).want(t, 2, "none.yaml")
	envgen(t, "", "gen", "--spec", good).want(t, 2, "nothing to generate")
	envgen(t, "", "gen", "--spec", good, "--go", out).want(t, 2, "go.mod", "--go-import")
	envgen(t, "", "gen", "--spec", good, "--ts", out, "--observe", "--layout", "single").want(t, 2, "requires the layout `folder`")
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("something was written: %v", err)
	}
	for _, path := range []string{`not a path!"`, "../evil", "a//b", "a/vendor/b", "a/con"} {
		envgen(t, "", "gen", "--spec", good, "--go", out, "--go-import", path).want(t, 2, "--go-import", "is not an import path")
	}
	module := put(t, filepath.Join(dir, "module", "go.mod"), "module example.com/m\n")
	envgen(t, "", "gen", "--spec", good, "--go", filepath.Join(filepath.Dir(module), "out dir")).want(t, 2, `"example.com/m/out dir"`, "invalid char ' '", "--go-import")
	put(t, module, "go 1.26\n")
	envgen(t, "", "gen", "--spec", good, "--go", filepath.Dir(module)).want(t, 2, "does not name a module", "--go-import")
	if _, err := os.Stat(filepath.Join(filepath.Dir(module), "out dir")); !os.IsNotExist(err) {
		t.Errorf("something was written: %v", err)
	}
	envgen(t, "", "gen", "--spec", clash, "--ts", out).want(t, 0) // TypeScript keeps both names
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	good := put(t, filepath.Join(dir, "small.yaml"), small)
	bad := put(t, filepath.Join(dir, "bad.yaml"), strings.NewReplacer("type: integer", "type: intger", "protocol: small", "protocol: bad").Replace(small))
	clash := put(t, filepath.Join(dir, "clash.yaml"), strings.NewReplacer("{a: {type: integer}}", "{a: {}, a€: {}}", "protocol: small", "protocol: clash").Replace(small))
	envgen(t, "", "check", good).want(t, 0, "no errors")
	spare := put(t, filepath.Join(dir, "spare.yaml"), strings.Replace(small, "root: ", "  One: {type: string}\n  Two: {$ref: Two2}\n  Two2: {type: string}\nroot: ", 1))
	envgen(t, "", "check", spare).want(t, 0, "small: nothing refers to the types One, Two\n")
	envgen(t, "", "check", good, bad, clash).want(t, 1, "bad.yaml:5:", "error[type-name]", "error[name-collision]", "x-name")
	envgen(t, "", "check", "--format", "github", good).want(t, 0)
	envgen(t, "", "check", "--format", "github", bad).want(t, 1, "::error file=", "bad.yaml,line=5,col=", ",title=type-name::")
	envgen(t, "", "check", filepath.Join(dir, "none.yaml")).want(t, 2, "none.yaml")
	t.Chdir(dir) // where there is no project
	envgen(t, "", "check").want(t, 2, "spec")
	r := envgen(t, "", "check", "--format", "json", bad)
	r.want(t, 1)
	var d struct {
		File, Severity, Code, Message, Suggestion string
		Line, Column                              int
	}
	if err := json.Unmarshal([]byte(r.out), &d); err != nil {
		t.Fatal(err)
	}
	if d.File != bad || d.Line != 5 || d.Column != 63 || d.Severity != "error" || d.Code != "type-name" || d.Suggestion == "" {
		t.Errorf("%+v", d)
	}
}

// TestCheckAgreesWithGen checks that gen writes each spec without an error of check, and no other. Both show the same warnings.
func TestCheckAgreesWithGen(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "one.yaml", strings.Replace(small, "protocol: small", "protocol: one", 1))
	put(t, "two.yaml", strings.Replace(small, "protocol: small", "protocol: two", 1))
	lib := "imports:\n  one: {file: one.yaml, go: example.com/a/one}\n  two: {file: two.yaml, go: %s/two}\ntypes:\n  M: {type: object, properties: {a: {$ref: one.Small}, b: {$ref: two.Small}}}\nroot: M\n"
	head := "envgen: 1\nprotocol: m\nversion: \"1\"\n"
	types := head + "types:\n  R: {type: object, properties: {f: {$ref: FormatDraft}, a: {$ref: Op}}}\n  FormatDraft: {type: object}\n  Op: {type: string, enum: [%s]}\nroot: R\n"
	for name, c := range map[string]struct {
		text, want string
		refused    bool
	}{
		"helper of a type":      {fmt.Sprintf(types, "values, count"), "OpValues", false},
		"draft of a builder":    {strings.NewReplacer("R:", "Format:", "root: R", "root: Format").Replace(fmt.Sprintf(types, "count")), "FormatDraft", false},
		"nothing":               {strings.ReplaceAll(fmt.Sprintf(types, "count"), "FormatDraft", "F"), "", false},
		"two copies of support": {head + fmt.Sprintf(lib, "example.com/b"), "share their support code", true},
		"the same copy of it":   {head + fmt.Sprintf(lib, "example.com/a"), "", false},
	} {
		t.Run(name, func(t *testing.T) {
			put(t, "m.yaml", c.text)
			code, texts := 0, []string{}
			if c.want != "" {
				texts = []string{c.want}
			}
			if c.refused {
				code = 1
			}
			envgen(t, "", "check", "m.yaml").want(t, code, texts...)
			envgen(t, "", "gen", "m.yaml", "--go", "go", "--ts", "ts", "--py", "py", "--go-import", "example.com/m/go").want(t, code, texts...)
		})
	}
}

func TestValidate(t *testing.T) {
	dir := t.TempDir()
	spec := put(t, filepath.Join(dir, "small.yaml"), small)
	valid := put(t, filepath.Join(dir, "valid.json"), `{"a": 1}`)
	wrong := put(t, filepath.Join(dir, "wrong.json"), `{"a": "1", "b": 2}`)
	envgen(t, "", "validate", "--spec", spec, valid).want(t, 0, "valid.json: valid")
	envgen(t, "", "validate", "--spec", spec, valid, wrong).want(t, 1, "valid.json: valid", "wrong.json: not valid", "/a: must be an integer [type, must]", "/b: ")
	envgen(t, `{"a": 1}`, "validate", "--spec", spec, "--strict", "--now", "2026-05-12T00:00:00Z").want(t, 0, "-: valid")
	envgen(t, `{"a": 1}`, "validate", "--spec", spec, "--now", "noon").want(t, 2, "--now")
	envgen(t, "", "validate", "--spec", spec, filepath.Join(dir, "none.json")).want(t, 2, "none.json")
	envgen(t, "", "validate", "--spec", spec, "--type", "Large", valid).want(t, 2, "Large")
	envgen(t, "", "validate", "--spec", spec, "--format", "xml", valid).want(t, 2, "xml")
	envgen(t, "{\"a\":1}\n{\"a\":1.5}\r\n\n{\"a\":2}", "validate", "--spec", spec, "--lines").want(t, 1, "-:1: valid", "-:2: not valid", "-:3: not valid", "-:4: valid")
}

// A text that is no JSON is refused with the place, and a duplicate member with its name.
func TestValidateNamesThePlace(t *testing.T) {
	spec := put(t, filepath.Join(t.TempDir(), "small.yaml"), small)
	for text, want := range map[string]string{
		"{\"a\":1,\n \"a\" :2}":      `a second member "a" at line 2, column 2 (byte 9)`,
		"{\n\"a\":1,}":               "at line 2, column 7 (byte 8)",
		"{\"a\":1, \"é\": \"\xff\"}": "invalid UTF-8 at line 1, column 15 (byte 15)",
	} {
		envgen(t, text, "validate", "--spec", spec, "-").want(t, 1, want)
	}
}

func TestValidateRules(t *testing.T) {
	spec := put(t, filepath.Join(t.TempDir(), "timed.yaml"), timed)
	run := func(args ...string) result {
		return envgen(t, `{"at":"2026-05-12T00:00:00Z","size":3}`, append([]string{"validate", "--spec", spec}, args...)...)
	}
	early := []string{"--now", "2026-05-12T00:04:00Z"}
	run(early...).want(t, 0, "-: valid")
	run("--now", "2026-05-12T00:06:00Z").want(t, 1, "-: not valid", "/at: at must not be long ago [fresh, must]")
	run("--now", "2026-05-12T00:06:00Z", "--param", "age=6m").want(t, 0, "-: valid")
	run(append(early, "--param", "most=2")...).want(t, 0, "-: valid", "/size: size should be small [small, should]")
	run(append(early, "--param", "most=2", "--strict")...).want(t, 1, "-: not valid", "[small, should]")
	run(append(early, "--param", "most=1KiB", "--param", "name=7", "--param", "max_depth=1")...).want(t, 0, "-: valid")
	run(append(early, "--param", "least=2")...).want(t, 2, `there is no parameter "least"`)
	run(append(early, "--param", "age=soon")...).want(t, 2, "age")
	for _, bad := range []string{"max_depth=0", "max_depth=257", "max_depth=1.5", "max_bytes=1kb", "max_bytes=0", "max_issues=0", "max_issues=true", "max_remembered=0", "max_remembered=2147483648", "most=1kb", "age=2562048h", "least=2"} {
		name, _, _ := strings.Cut(bad, "=")
		envgen(t, "", "validate", "--spec", spec, "--lines", "--param", bad).want(t, 2, name) // though there is no message
	}
	long := `{"at":"2026-05-12T00:00:00Z","size":3}` + strings.Repeat(" ", maxMessage)
	for _, lines := range [][]string{nil, {"--lines"}} {
		args := append([]string{"validate", "--spec", spec}, append(early, lines...)...)
		envgen(t, long, args...).want(t, 1, "[json, must]")
		envgen(t, long, append(args, "--param", "max_bytes=20000000")...).want(t, 0, "valid")
	}
	run().want(t, 1, "[fresh, must]") // the clock's time
}

const timed = `envgen: 1
protocol: timed
version: "1"
params: {age: {type: duration, default: 5m}, most: {type: size, default: 1KiB}, name: {type: string, default: a}}
types:
  Note: {type: object, required: [at, size], properties: {at: {type: string, format: date-time}, size: {type: integer}}}
root: Note
rules:
  - id: fresh
    for: [Note]
    check: |
      now - timestamp(this.at) <= params.age
    at: /at
    message: at must not be long ago
  - id: small
    for: [Note]
    check: |
      this.size <= params.most
    at: /size
    message: size should be small
    level: should
`

func TestValidateJSON(t *testing.T) {
	spec := put(t, filepath.Join(t.TempDir(), "small.yaml"), small)
	r := envgen(t, "{\"a\":1}\n{}\n", "validate", "--spec", spec, "--lines", "--format", "json")
	r.want(t, 1)
	var got []verdict
	for line := range strings.Lines(r.out) {
		var v verdict
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		got = append(got, v)
	}
	if len(got) != 2 || !got[0].Valid || got[0].Line != 1 || len(got[0].Issues) != 0 || got[1].Valid || got[1].Line != 2 || got[1].Issues[0].Rule != "required" {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(r.out, `"issues":[]`) {
		t.Errorf("no empty list in %s", r.out)
	}
}

func TestInitMakesASpecThatWorks(t *testing.T) {
	dir := t.TempDir()
	spec := filepath.Join(dir, "protocol.yaml")
	t.Chdir(dir)
	envgen(t, "", "init").want(t, 0, "protocol.yaml", "envgen gen")
	if first, _, _ := strings.Cut(contents(t, dir)["protocol.yaml"], "\n"); first != "# yaml-language-server: $schema=envgen.schema.json" {
		t.Errorf("the first line is %q", first)
	}
	if contents(t, dir)["envgen.schema.json"] == "" {
		t.Error("the schema for editors is missing")
	}
	envgen(t, "", "gen", "--spec", spec, "--ts", filepath.Join(dir, "ts"), "--py", filepath.Join(dir, "py")).want(t, 0)
	envgen(t, `{"type":"hello","name":"Ada"}`, "validate", "--spec", spec).want(t, 0)
	envgen(t, "", "init").want(t, 2, "protocol.yaml")
	envgen(t, "", "init", "second.yaml").want(t, 0, "second.yaml")
}
