package installs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/version"
)

// bindings is a project that becomes a package, and messages for each of its protocols.
type bindings struct {
	name     string
	messages map[string]string // a valid one by protocol
	files    []string          // of the licence
}

// ours are the five protocols.
var ours = bindings{"envgen-protocols", map[string]string{
	"agh":       `{"protocol":"agh-network/v0","id":"msg_1","kind":"say","channel":"builders","from":"ops","to":null,"ts":0,"expires_at":9007199254740991,"body":{},"proof":null}`,
	"delegator": `{"version":"3.6","schema_id":"codex/v3.6/registry_info/v1","tool":"_codex_local_cancel","tool_category":"registry_info","request_id":"6b1d2c9e-4f6a-4c0e-9a57-2d8f3b1e7c45","ts":"2025-11-18T10:05:22Z","status":"ok","meta":{},"data":{}}`,
	"foxctl":    `{"version":1,"status":"ok","command":"fs/ls","data":{},"meta":{"ts":"2026-05-12T00:00:00Z"},"error":{}}`,
	"helper":    `{"schema_version":"1.0.0","status":"ok","error":null,"agent":"claude","ts":"2026-05-01T10:00:00Z"}`,
	"hotrepl":   `{"type":"reset","id":"r-1"}`,
}, []string{"LICENSE", "NOTICE"}}

// theirs is the greeter of the README.
var theirs = bindings{"greeter-protocol", map[string]string{"greeter": `{"type":"hello","name":"Ada"}`}, []string{"LICENSE"}}

// greeter writes the projects of a consumer, with the command of the release.
func greeter(t *testing.T, language string) string {
	t.Helper()
	dir, host := folder(t)
	u := newUser(t)
	u.spec()
	u.write("MIT.txt", "Permission is hereby granted, free of charge, to any person.\n")
	u.run(0, "wrote   bindings/"+language+"/README.md", filepath.Join(dir, host.BinaryName(version.Tool())), "package", "--"+language, "--out", "bindings", "--spec", "greeter.yaml",
		"--package-version", "1.2.0", "--license", "MIT", "--license-file", "MIT.txt")
	return filepath.Join(u.dir, "bindings", language)
}

// outside copies a folder of the checkout to a place without anything around it.
func outside(t *testing.T, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "project")
	if err := os.CopyFS(to, os.DirFS(filepath.Join(needs.Root(t), from))); err != nil {
		t.Fatal(err)
	}
	for _, made := range []string{"dist", "build", "node_modules"} {
		if err := os.RemoveAll(filepath.Join(to, made)); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// message is a program in JavaScript. Its first argument is the package, the others are a protocol and a valid message each.
const message = `
const [name, ...rest] = process.argv.slice(2);
for (let i = 0; i < rest.length; i += 2) {
  const protocol = load(name + "/" + rest[i]);
  check(rest[i], await protocol, rest[i + 1]);
}
function check(name, protocol, text) {
  const codec = protocol.lookup(protocol.rootName);
  codec.decode(text);
  if (codec.safeDecode("{}").ok !== false) throw new Error(name + " accepts {}");
  console.log(name + " decodes");
}
`

// TestBindingsOnNpm packs the projects outside of the checkout, lints the tarballs, and decodes messages where only a tarball is installed.
func TestBindingsOnNpm(t *testing.T) {
	for from, b := range map[string]bindings{"gen/ts": ours, "": theirs} {
		t.Run(b.name, func(t *testing.T) {
			project := ""
			if from == "" {
				project = greeter(t, "ts")
			} else {
				project = outside(t, from)
			}
			tarball := pack(t, project)
			root := needs.Root(t)
			for _, line := range [][]string{{"publint", "run", "--strict", tarball}, {"attw", tarball, "--profile", "esm-only", "--format", "json"}} {
				linter := exec.Command(needs.File(t, "tools/packaging/node_modules/.bin/"+line[0]), line[1:]...)
				linter.Dir = root
				out, err := linter.CombinedOutput()
				if err != nil || line[0] == "publint" && !strings.Contains(string(out), "All good!") {
					t.Errorf("%s: %v\n%s", line[0], err, out)
				}
			}

			u := newUser(t, "node", "npm", "sh")
			u.run(0, "added 1 package", "npm", "install", "--offline", "--no-audit", "--no-fund", tarball)
			installed := filepath.Join("node_modules", b.name)
			for _, name := range append(b.files, "README.md") {
				u.exists(filepath.Join(installed, name))
			}
			u.license(filepath.Join(installed, "package.json"), b)
			u.write("use.mjs", "const load = (name) => import(name);\n"+message)
			u.write("use.cjs", "(async () => {\nconst load = (name) => require(name);\n"+message+"\n})();\n")
			for _, program := range []string{"use.mjs", "use.cjs"} {
				line := []string{"node", program, b.name}
				for name, text := range b.messages {
					line = append(line, name, text)
				}
				out := u.run(0, "", line...)
				if strings.Count(out, " decodes\n") != len(b.messages) {
					t.Errorf("%s: %s", program, out)
				}
			}
		})
	}
}

// pack runs `npm pack` with a compiler on PATH, and returns the tarball.
func pack(t *testing.T, project string) string {
	t.Helper()
	u := newUser(t, "node", "npm", "sh", "env")
	u.dir = project
	if err := os.Symlink(needs.File(t, needs.Compiler), filepath.Join(u.path, "tsc")); err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	u.run(0, "", "npm", "pack", "--silent", "--pack-destination", to)
	found, err := filepath.Glob(filepath.Join(to, "*.tgz"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v", found, err)
	}
	return found[0]
}

// license compares the licence that an installed package.json names with the one in its sources.
func (u *user) license(name string, b bindings) {
	u.t.Helper()
	var m struct{ License string }
	if err := json.Unmarshal([]byte(u.read(name)), &m); err != nil || m.License == "" {
		u.t.Fatalf("%s: %v", name, err)
	}
	for protocol := range b.messages {
		source := filepath.Join(filepath.Dir(name), "src", protocol+".ts")
		if b.name == ours.name {
			source = filepath.Join(filepath.Dir(name), protocol+".ts")
		}
		if !strings.Contains(u.read(source), "// SPDX-License-Identifier: "+m.License+"\n") {
			u.t.Errorf("%s does not name the licence %s", source, m.License)
		}
	}
}

const decoding = `
import importlib
import sys

name, *rest = sys.argv[1:]
for protocol, text in zip(rest[::2], rest[1::2]):
    module = importlib.import_module(f"{name}.{protocol}")
    codec = module.lookup(module.ROOT_TYPE)
    codec.decode(text)
    try:
        codec.decode("{}")
    except module.ValidationError:
        print(protocol, "decodes")
`

// TestBindingsOnPyPI builds the projects outside of the checkout, checks their metadata, and decodes messages where only the wheel or the source
// distribution is installed.
func TestBindingsOnPyPI(t *testing.T) {
	for from, b := range map[string]bindings{"gen/py": ours, "": theirs} {
		t.Run(b.name, func(t *testing.T) {
			project := ""
			if from == "" {
				project = greeter(t, "py")
			} else {
				project = outside(t, from)
			}
			tools, to := needs.File(t, "build/packaging/bin/python"), t.TempDir()
			for _, line := range [][]string{{"-m", "build", "--no-isolation", "--outdir", to, project}, {"-m", "twine", "check", "--strict", filepath.Join(to, "*")}} {
				if out, err := exec.Command(tools, line...).CombinedOutput(); err != nil || strings.Contains(string(out), "Deprecat") {
					t.Errorf("%q: %v\n%s", line, err, out)
				}
			}
			for _, pattern := range []string{"*.whl", "*.tar.gz"} {
				found, err := filepath.Glob(filepath.Join(to, pattern))
				if err != nil || len(found) != 1 {
					t.Fatalf("%s: %q, %v", pattern, found, err)
				}
				installedPython(t, b, found[0])
			}
		})
	}
}

// installedPython installs a file of a package into an empty environment, and uses it. The build backend of a source distribution is the one of
// tools/packaging.
func installedPython(t *testing.T, b bindings, file string) {
	t.Helper()
	u := newUser(t)
	u.run(0, "", interpreter(t), "-m", "venv", filepath.Join(u.dir, "env"))
	u.path = filepath.Join(u.dir, "env", "bin")
	backend, err := filepath.Glob(filepath.Join(needs.Root(t), "build/packaging/lib/python3*/site-packages"))
	if err != nil || len(backend) != 1 {
		t.Fatalf("%q, %v", backend, err)
	}
	u.variables = []string{"PYTHONPATH=" + backend[0]}
	u.run(0, "Successfully installed "+b.name, "pip", "install", "--disable-pip-version-check", "--no-index", "--no-build-isolation", file)
	u.variables = nil

	module := strings.ReplaceAll(b.name, "-", "_")
	site, err := filepath.Glob(filepath.Join(u.dir, "env/lib/python3*/site-packages"))
	if err != nil || len(site) != 1 {
		t.Fatalf("%q, %v", site, err)
	}
	for _, name := range b.files {
		if found, err := filepath.Glob(filepath.Join(site[0], module+"-*.dist-info/licenses", name)); err != nil || len(found) != 1 {
			t.Errorf("%s: %s is absent: %q, %v", file, name, found, err)
		}
	}
	u.exists(filepath.Join("env/lib", filepath.Base(filepath.Dir(site[0])), "site-packages", module, "py.typed"))
	u.write("use.py", decoding)
	line := []string{"python", "use.py", module}
	for name, text := range b.messages {
		line = append(line, name, text)
	}
	if out := u.run(0, "", line...); strings.Count(out, " decodes\n") != len(b.messages) {
		t.Errorf("%s: %s", file, out)
	}

	// Without py.typed, mypy takes the codec for Any, and finds nothing.
	names := []string{}
	for name := range b.messages {
		names = append(names, name)
	}
	slices.Sort(names)
	u.write("typed.py", "from "+module+"."+names[0]+" import lookup\n\nnumber: int = lookup(\"\")\n")
	u.run(1, `typed.py:3: error: Incompatible types in assignment (expression has type "Codec[Encodable] | None", variable has type "int")`,
		needs.File(t, ".venv/bin/mypy"), "--strict", "--no-error-summary", "--cache-dir", filepath.Join(u.dir, "cache"), "--python-executable", filepath.Join(u.path, "python"), "typed.py")
}

const goUse = `package main

import (
	"fmt"

	"github.com/envgen/envgen/gen/go/foxctl"
)

func main() {
	_, err := foxctl.ParseEnvelope([]byte("{}"))
	fmt.Println(err != nil)
}
`

// TestBindingsInGo imports the bindings of a protocol from the zip of the module. The user's go.mod gets one line.
func TestBindingsInGo(t *testing.T) {
	u := goUser(t)
	u.run(0, "creating new go.mod", "go", "mod", "init", "example.com/user")
	u.write("main.go", goUse)
	u.run(0, "go: added "+version.Module+" v"+version.Tool(), "go", "get", version.Module+"/gen/go/foxctl@v"+version.Tool())
	u.run(0, "true\n", "go", "run", ".")
	if text := u.read("go.mod"); strings.Count(text, "\n\tgithub.com/")+strings.Count(text, "\nrequire github.com/") != 1 {
		t.Errorf("go.mod has other lines:\n%s", text)
	}
}

// TestReleasedBindings makes the packages of the bindings twice, from two folders, and compares the checksums.
func TestReleasedBindings(t *testing.T) {
	root := needs.Root(t)
	needs.File(t, "build/packaging/bin/python")
	t.Setenv("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z") // the time of all files
	var sums []string
	for range 2 {
		r := newRepository(t)
		r.commit()
		for _, dir := range []string{"build/packaging", "tools/node_modules"} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(r.dir, dir)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(root, dir), filepath.Join(r.dir, dir)); err != nil {
				t.Fatal(err)
			}
		}
		to := t.TempDir()
		r.script("tools/bindings", 0, "4 packages of bindings", to)
		data, err := os.ReadFile(filepath.Join(to, "BINDINGS_SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, string(data))
		if len(sums) == 2 {
			r.script("tools/bindings", 2, "is not empty", to)
			r.replace("gen/ts/package.json", `"version": "`, `"version": "9`)
			r.commit()
			r.script("tools/bindings", 2, "gen/ts/package.json has another version", t.TempDir())
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds differ:\n%s\n%s", sums[0], sums[1])
	}
	for _, name := range []string{".tgz", ".whl", "envgen_accel-", "envgen_protocols-"} {
		if !strings.Contains(sums[0], name) {
			t.Errorf("no package is called %s:\n%s", name, sums[0])
		}
	}
}
