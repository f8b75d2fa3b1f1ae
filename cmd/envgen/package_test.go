package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPackage writes projects, keeps each file of the user in a second run, and updates the bindings alone.
func TestPackage(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "small.yaml", small)
	put(t, "terms.txt", "The terms.\n")
	args := []string{"package", "--ts", "--py", "--out", "out", "--spec", "small.yaml"}
	envgen(t, "", append(args, "--package-version", "1.2.0-rc.1", "--license", "MIT", "--license-file", "terms.txt")...).want(t, 0, "wrote   out/ts/package.json", "wrote   out/py/pyproject.toml", "wrote   out/py/LICENSE")
	first := contents(t, "out")
	for name, text := range map[string]string{
		"ts/package.json": `"license": "MIT"`, "ts/src/small.ts": "SPDX-License-Identifier: MIT\n", "ts/LICENSE": "The terms.", "ts/tsconfig.json": `"outDir": "dist"`, "ts/.gitignore": "dist/", "ts/README.md": `from "small-protocol/small"`,
		"py/pyproject.toml": `version = "1.2.0rc1"`, "py/src/small_protocol/small/__init__.py": "SPDX-License-Identifier: MIT\n", "py/src/small_protocol/py.typed": "", "py/LICENSE": "The terms.", "py/README.md": "from small_protocol.small import SMALL",
	} {
		if got, ok := first[name]; !ok || !strings.Contains(got, text) {
			t.Errorf("%s lacks %q:\n%s", name, text, got)
		}
	}

	envgen(t, "", args...).want(t, 0, "kept    out/ts/package.json", "kept    out/ts/README.md", "kept    out/py/pyproject.toml", "out/ts/src: ", "unchanged")
	same(t, "second run", first, contents(t, "out"))
	for name := range first {
		if !strings.Contains(name, "/src/") {
			put(t, "out/"+name, first[name]+" \n") // the user's own text
		}
	}
	put(t, "out/ts/src/mine.ts", "export {};\n")
	put(t, "small.yaml", strings.Replace(small, "a: {type: integer}", "a: {type: string}", 1))
	edited := contents(t, "out")
	envgen(t, "", args...).want(t, 0, "wrote")
	for name, text := range contents(t, "out") {
		generated := strings.Contains(name, "/src/") && name != "ts/src/mine.ts"
		if !generated && text != edited[name] {
			t.Errorf("%s is changed", name)
		}
	}
	if text := contents(t, "out")["ts/src/small.ts"]; !strings.Contains(text, "a: string;") {
		t.Error("the bindings are old")
	}
	envgen(t, "", append(args, "--package-version", "1.2.0-rc.1")...).want(t, 0)
}

// TestPackageOfProject takes specs, licence and options of TypeScript from the project, and reports the entry that a kept package.json lacks.
func TestPackageOfProject(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "small.yaml", strings.Replace(strings.Replace(small, `version: "1"`, `version: "2.0.0"`, 1), ", additionalProperties: false", "", 1))
	project := "envgen: 1\nspecs: [small.yaml]\nlicense: ISC\nts: {dir: web, open: index}\n"
	put(t, "envgen.yaml", project)
	envgen(t, "", "package", "--ts", "--out", "out").want(t, 0)
	files := contents(t, "out")
	if text := files["ts/src/small.ts"]; !strings.Contains(text, "SPDX-License-Identifier: ISC\n") || !strings.Contains(text, "[member: string]: unknown;") {
		t.Error("the bindings do not follow the project")
	}
	if text := files["ts/package.json"]; !strings.Contains(text, `"version": "2.0.0"`) || !strings.Contains(text, `"license": "ISC"`) {
		t.Error(text)
	}
	put(t, "envgen.yaml", strings.Replace(project, "[small.yaml]", "[small.yaml, helper]", 1))
	envgen(t, "", "package", "--ts", "--out", "out").want(t, 0, `lacks "./helper"; add it by hand`)
	put(t, "envgen.yaml", strings.Replace(project, "ISC", "MIT", 1))
	envgen(t, "", "package", "--ts", "--out", "out").want(t, 2, "the licence is MIT, and out/ts/package.json has ISC")
	put(t, "envgen.yaml", project)
	envgen(t, "", "package", "--ts", "--out", "out").want(t, 0, "deleted")
	if _, err := os.Stat("out/ts/src/helper.ts"); err == nil {
		t.Error("the bindings of a removed spec are left")
	}
}

// TestPackageFaults writes nothing where a part of the project cannot be made.
func TestPackageFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "small.yaml", small)
	put(t, "bad.yaml", strings.Replace(small, "root: Small", "root: Smal", 1))
	base := []string{"package", "--out", "out", "--spec", "small.yaml"}
	both := with(base, "--ts", "--py")
	for _, test := range []struct {
		args  []string
		code  int
		texts []string
	}{
		{base, 2, []string{"pass --ts, --py or both"}},
		{both[:4:4], 2, []string{"missing"}},
		{both, 2, []string{`the version of small: "1" is not a semantic version`, "--package-version"}},
		{with(both, "--package-version", "1.0"), 2, []string{"--package-version", "not a semantic version"}},
		{with(both, "--package-version", "1.0.0-x.1"), 2, []string{"--package-version", "PEP 440"}},
		{with(both, "--package-version", "1.0.0", "--name", "@a/b"), 2, []string{"which only npm accepts"}},
		{with(both, "--package-version", "1.0.0", "--name", "Small"), 2, []string{"write small"}},
		{with(base, "--py", "--name", "-x"), 2, []string{"PEP 508"}},
		{with(base, "--py", "--license", "Apache-2"), 2, []string{"--license: `Apache-2` is not a licence of SPDX; did you mean `Apache-2.0`?"}},
		{with(base, "--py", "--license-file", "none.txt"), 2, []string{"none.txt"}},
		{with(base, "--py", "helper"), 2, []string{"pass --name"}},
		{with(base, "--py", "helper", "--name", "x"), 2, []string{"small has version 1, and helper has version"}},
		{[]string{"package", "--py", "--out", "out", "none.yaml"}, 2, []string{"none.yaml"}},
		{[]string{"package", "--py", "--out", "out", "bad.yaml"}, 1, []string{"bad.yaml:", "Smal"}},
		{[]string{"package", "--py", "--out", "out"}, 2, []string{"envgen.yaml"}},
		{[]string{"package", "--py", "--out", "small.yaml", "--spec", "small.yaml"}, 2, []string{"small.yaml"}},
	} {
		envgen(t, "", test.args...).want(t, test.code, test.texts...)
		if _, err := os.Stat("out"); err == nil {
			t.Fatalf("%q wrote files", test.args)
		}
	}

	put(t, "out/ts/src/small.ts", "export const mine = 1;\n")
	envgen(t, "", with(both, "--package-version", "1.0.0")...).want(t, 2, "files that envgen did not write", "small.ts")
	if files := contents(t, "out"); len(files) != 1 {
		t.Errorf("%d files are written", len(files))
	}
	put(t, "named/py/pyproject.toml", "[project]\n")
	envgen(t, "", "package", "--py", "--out", "named", "small.yaml").want(t, 2, "does not name the package")
	envgen(t, "", "package", "--py", "--out", "named", "small.yaml", "--name", "x").want(t, 0, "named/py/src/x", "kept    named/py/pyproject.toml")
	put(t, "named/py/pyproject.toml", "[project]\nname = \"x\"\nversion = \"3\"\n")
	envgen(t, "", "package", "--py", "--out", "named", "small.yaml", "--name", "y").want(t, 2, "--name is y, and named/py/pyproject.toml has x")
	envgen(t, "", "package", "--py", "--out", "named", "small.yaml", "--package-version", "4").want(t, 2, "--package-version is 4, and named/py/pyproject.toml has 3")
	envgen(t, "", "package", "--ts", "--out", "free", "small.yaml", "--package-version", "1.0.0").want(t, 0, "note: free/ts/package.json has no licence")
}

// TestPackageOfImports exports the imported protocols whose bindings are in the package, and refuses the others.
func TestPackageOfImports(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "small.yaml", small)
	user := "envgen: 1\nprotocol: user\nversion: \"1.0.0\"\nimports: {small: small.yaml}\ntypes:\n  T: {type: object, properties: {b: small.Small}}\nroot: T\n"
	put(t, "user.yaml", user)
	envgen(t, "", "package", "--ts", "--py", "--out", "out", "user.yaml").want(t, 0)
	files := contents(t, "out")
	if text := files["ts/package.json"]; !strings.Contains(text, `"./small": {`) || !strings.Contains(text, `"./user": {`) || strings.Contains(text, `".": {`) || !strings.Contains(text, `"./envelope/*": {`) {
		t.Error(text)
	}
	if files["ts/src/small.ts"] == "" || files["py/src/user_protocol/small/__init__.py"] == "" {
		t.Error("the bindings of the import are absent")
	}
	put(t, "user.yaml", strings.Replace(user, "{small: small.yaml}", `{small: {file: small.yaml, ts: "@example/protocols/small", py: example.small}}`, 1))
	envgen(t, "", "package", "--ts", "--out", "other", "user.yaml").want(t, 2, "import those of small from another package", "write `ts: beside`")
	envgen(t, "", "package", "--py", "--out", "other", "user.yaml").want(t, 2, "import those of small from another package", "write `py: beside`")
	if _, err := os.Stat("other"); err == nil {
		t.Error("files are written")
	}
	envgen(t, "", "package", "--py", "--out", "other", "user.yaml", "small.yaml", "--name", "two", "--package-version", "1.0").want(t, 0)
}

// with returns the words of a command line with further ones, in an array of its own.
func with(words []string, more ...string) []string { return slices.Concat(words, more) }

// TestCreate keeps files, folders and links, and leaves no other file behind.
func TestCreate(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "file", "old")
	if err := errors.Join(os.Mkdir("folder", 0o777), os.Symlink("nowhere", "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "folder", "link"} {
		if err := createAtomically(name, []byte("new")); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := createAtomically("a/b/new", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := createAtomically("file/below", []byte("new")); err == nil {
		t.Error("a file below a file is written")
	}
	same(t, "folder", map[string]string{"new": "new"}, contents(t, "a/b"))
	if data, err := os.ReadFile("file"); string(data) != "old" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if entries, err := os.ReadDir("."); len(entries) != 4 || err != nil {
		t.Errorf("%v, %v", entries, err)
	}
}
