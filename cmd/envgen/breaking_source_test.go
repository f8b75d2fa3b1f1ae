package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	greeterBefore = `envgen: 1
protocol: greeter
version: "1.0.0"
types:
  Hello:
    type: object
    required: [type, name]
    properties:
      type: {const: hello}
      name: {type: string, description: Who greets.}
    additionalProperties: false
root: Hello
`
	greeterProject = "envgen: 1\nspecs: [greeter.yaml]\n"
)

// repository is a folder with the greeter in a commit.
func repository(t *testing.T, project string) (git func(args ...string)) {
	t.Helper()
	t.Chdir(t.TempDir())
	put(t, "greeter.yaml", greeterBefore)
	put(t, "go.mod", "module example.com/greeter\n\ngo 1.26\n")
	put(t, "envgen.yaml", project)
	git = func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	git("init", "-q")
	envgen(t, "", "gen").want(t, 0)
	git("add", ".")
	git("commit", "-q", "-m", "one")
	return git
}

func rewrite(t *testing.T, file string, pairs ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(pairs...).Replace(string(data))
	if text == string(data) {
		t.Fatalf("%s has none of %q", file, pairs)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestBreakingSource looks for the languages that a project writes, or those that the command line names.
func TestBreakingSource(t *testing.T) {
	repository(t, greeterProject+"go: {dir: out/go}\npy: {dir: out/py}\n")
	envgen(t, "", "breaking", "--against", "HEAD").want(t, 0, "no breaking changes\n")
	rewrite(t, "greeter.yaml", "name: {", "title: {", "type, name", "type, title")
	both := envgen(t, "", "breaking", "--against", "HEAD")
	both.want(t, 1, "greeter.yaml:5:3: error[source.go-removed]: greeter.Hello.Name: Go programs no longer compile: the field greeter.Hello.Name is removed (also greeter.HelloDraft.Name)",
		"HEAD:greeter.yaml:10:7: note: the older version", "  = `Name string` is gone", "name: {type: string", "error[source.py-required]: greeter.Hello.title:", "error[read-surplus]")
	if strings.Contains(both.out, "source.ts") {
		t.Error("TypeScript is no language of the project")
	}
	one := envgen(t, "", "breaking", "--against", "HEAD", "--category", "SOURCE.ts")
	one.want(t, 1, "error[source.ts-removed]: greeter.Hello.name:", "`name: string` is gone")
	if strings.Contains(one.out, "source.go") || strings.Contains(one.out, "error[read") {
		t.Error("a category that was not asked for is reported")
	}
	envgen(t, "", "breaking", "--against", "HEAD", "--category", "SOURCE.go", "--format", "json").want(t, 1, `"code":"source.go-removed"`)
	t.Chdir(filepath.Join("out")) // the project is above
	envgen(t, "", "breaking", "--against", "HEAD", "--category", "SOURCE.go").want(t, 1, "source.go-removed")
}

// TestBreakingWithoutProject compares the bindings in all languages. One that has none is left out.
func TestBreakingWithoutProject(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "old.yaml", greeterBefore)
	put(t, "greeter.yaml", strings.Replace(greeterBefore, "name: {type: string,", "name: {type: number,", 1))
	envgen(t, "", "breaking", "--against", "old.yaml", "greeter.yaml").want(t, 1, "source.go-changed", "source.ts-changed", "source.py-changed", "`Name string` became `Name float64`", "`name: str` became `name: float`")
}

// TestBreakingSourceAccepted exempts a type by its older version, and a finding by an exception.
func TestBreakingSourceAccepted(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "old.yaml", strings.Replace(greeterBefore, "type: object", "type: object\n    x-stability: unstable", 1))
	put(t, "stable.yaml", greeterBefore)
	put(t, "greeter.yaml", strings.Replace(greeterBefore, "name: {type: string,", "name: {type: number,", 1))
	envgen(t, "", "breaking", "--against", "old.yaml", "greeter.yaml").want(t, 0, "no breaking changes")
	put(t, "envgen.yaml", greeterProject+"go: {dir: go, import: example.com/go}\nbreaking:\n  categories: [SOURCE.go]\n  exceptions:\n    - {rule: source.go-changed, place: greeter.Hello.Name, reason: no one has it, until: \"2999-01-01\"}\n")
	envgen(t, "", "breaking", "--against", "stable.yaml").want(t, 0, "1 finding is excepted by the project")
	envgen(t, "", "breaking", "--against", "stable.yaml", "--suggest").want(t, 1, "the changes ask for a minor version, 1.1.0 after 1.0.0")
}

// TestBreakingCommitted has committed output of another generator: a declaration that this one does not write is removed.
func TestBreakingCommitted(t *testing.T) {
	git := repository(t, greeterProject+"go: {dir: out/go}\nts: {dir: out/ts}\npy: {dir: out/py}\n")
	for file, line := range map[string]string{
		"out/go/greeter/types.go":     "\n// Salute greets.\nfunc (v *Hello) Salute(loud bool) string { return v.Name }\n",
		"out/ts/greeter.ts":           "\nexport function salute(loud: boolean): string {\n  return String(loud);\n}\n",
		"out/py/greeter/_models.py":   "\n\ndef salute(loud: bool) -> str:\n    return str(loud)\n",
		"out/py/greeter/__init__.py":  "\n__all__ += [\"salute\"]\nfrom ._models import salute\n",
		"out/ts/envgen.manifest.json": "\n", "out/go/envgen.manifest.json": "\n", "out/py/envgen.manifest.json": "\n",
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(data, line...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rewrite(t, "out/py/greeter/__init__.py", "__all__ += [\"salute\"]\n", "", "    \"show\",", "    \"salute\",\n    \"show\",")
	put(t, "out/go/greeter/own.go", "package greeter\n\n// Own is the user's.\nfunc Own() {}\n")
	git("add", ".")
	git("commit", "-q", "-m", "two")
	git("checkout", "-q", "HEAD~1", "--", "out")
	found := envgen(t, "", "breaking", "--against", "HEAD")
	found.want(t, 1, "source.go-removed]: greeter.Hello.Salute:", "`func (v *Hello) Salute(loud bool) string` is gone", "source.ts-removed]: greeter.salute:", "source.py-removed]: greeter.salute:")
	if strings.Contains(found.out, "Own") {
		t.Error("a file that envgen did not write is compared")
	}
	envgen(t, "", "breaking", "--against", "HEAD", "greeter.yaml").want(t, 0, "no breaking changes") // the output is that of all specs
	t.Chdir("out")
	envgen(t, "", "breaking", "--against", "HEAD").want(t, 1, "source.go-removed]: greeter.Hello.Salute:")
	envgen(t, "", "breaking", "--against", "HEAD~1").want(t, 0, "no breaking changes")
}

// TestBreakingSuggest checks the version of a spec against its changes.
func TestBreakingSuggest(t *testing.T) {
	for _, c := range []struct {
		about, old, new string
		change          []string
		exit            int
		want            string
	}{
		{"nothing", "1.0.0", "1.0.0", nil, 0, "greeter: nothing has changed, so the version may stay 1.0.0"},
		{"a description, as a patch", "1.0.0", "1.0.1", []string{"Who greets.", "The one who greets."}, 0, "greeter: the changes ask for a patch version, 1.0.1 after 1.0.0"},
		{"a description, without a step", "1.0.0", "1.0.0", []string{"Who greets.", "The one who greets."}, 1, "greeter.yaml:3:1: error[version-step]: greeter: the version is still 1.0.0; write at least 1.0.1"},
		{"a type, as a minor version", "1.0.0", "1.1.0", []string{"root: Hello", "root: Hello", "types:", "types:\n  Extra: {type: string}"}, 0, "greeter: the changes ask for a minor version, 1.1.0 after 1.0.0"},
		{"a type, as a patch", "1.0.0", "1.0.9", []string{"types:", "types:\n  Extra: {type: string}"}, 1, "error[version-step]: greeter: the version 1.0.9 is too small a step from 1.0.0; write at least 1.1.0"},
		{"a limit, as a major version", "1.2.3", "2.0.0", []string{"type: string", "maxLength: 3, type: string"}, 0, "greeter: the changes ask for a major version, 2.0.0 after 1.2.3"},
		{"a limit, as a minor version", "1.2.3", "1.3.0", []string{"type: string", "maxLength: 3, type: string"}, 1, "write at least 2.0.0"},
		{"a limit, before 1.0.0", "0.2.3", "0.3.0", []string{"type: string", "maxLength: 3, type: string"}, 0, "a major version, 0.3.0 after 0.2.3 (before 1.0.0, a minor version is enough)"},
		{"a limit, as a patch before 1.0.0", "0.2.3", "0.2.4", []string{"type: string", "maxLength: 3, type: string"}, 1, "write at least 0.3.0"},
		{"a smaller version", "2.0.0", "1.9.9", []string{"type: string", "maxLength: 3, type: string"}, 1, "write at least 3.0.0"},
		{"after a candidate", "2.0.0-rc.1", "2.0.0", []string{"type: string", "maxLength: 3, type: string"}, 0, "a major version, 2.0.0 after 2.0.0-rc.1"},
		{"one number has no minor version", "1", "1", []string{"types:", "types:\n  Extra: {type: string}"}, 0, "a minor version, 1 after 1"},
		{"one number has major versions", "1", "1", []string{"type: string", "maxLength: 3, type: string"}, 1, "write at least 2"},
		{"no semantic version", "spring", "summer", []string{"type: string", "maxLength: 3, type: string"}, 1, `greeter: the changes ask for a major version; "summer" is no semantic version`},
		{"no semantic version, and no finding", "spring", "summer", []string{"Who greets.", "The one who greets."}, 0, `a patch version; "summer" is no semantic version`},
	} {
		t.Run(c.about, func(t *testing.T) {
			t.Chdir(t.TempDir())
			put(t, "old.yaml", strings.Replace(greeterBefore, "1.0.0", c.old, 1))
			text := strings.NewReplacer(c.change...).Replace(greeterBefore)
			put(t, "greeter.yaml", strings.Replace(text, "1.0.0", c.new, 1))
			envgen(t, "", "breaking", "--suggest", "--against", "old.yaml", "greeter.yaml").want(t, c.exit, c.want)
		})
	}
}
