package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"gopkg.in/yaml.v3"
)

// action is the part of action.yml that a runner executes.
type action struct {
	Name, Description string
	Inputs            map[string]struct{ Description, Default string }
	Runs              struct {
		Using string
		Steps []struct {
			Name, If, Shell, Run string
			Directory            string `yaml:"working-directory"`
			Env                  map[string]string
		}
	}
}

var (
	input     = regexp.MustCompile(`^\$\{\{ inputs\.(\w+) \}\}$`)
	condition = regexp.MustCompile(`^inputs\.(\w+) != ''$`)
)

// TestAction runs the steps of action.yml as a runner does, in a repository whose spec changes.
func TestAction(t *testing.T) {
	data, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	if a.Name == "" || a.Description == "" || a.Runs.Using != "composite" {
		t.Errorf("a composite action needs a name and a description: %+v", a)
	}
	dir, path := t.TempDir(), command(t)
	// npm is a program that notes its arguments: the package is not published.
	bin := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(filepath.Join(bin, "npm"), "#!/bin/sh\necho \"npm $*\"\n")
	run := func(base string, given map[string]string) (string, bool) {
		t.Helper()
		value := func(text string) string {
			m := input.FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("%q is not an input alone: a script must not contain an expression", text)
			}
			in, known := a.Inputs[m[1]]
			if !known || in.Description == "" {
				t.Fatalf("there is no documented input %s", m[1])
			}
			if v, ok := given[m[1]]; ok {
				return v
			}
			return in.Default
		}
		var all strings.Builder
		for _, step := range a.Runs.Steps {
			if step.If != "" {
				m := condition.FindStringSubmatch(step.If)
				if m == nil {
					t.Fatalf("the condition %q", step.If)
				}
				if value("${{ inputs."+m[1]+" }}") == "" {
					continue
				}
			}
			if step.Shell != "bash" || step.Name == "" || strings.Contains(step.Run, "${{") {
				t.Fatalf("a step needs a name, bash, and no expression in its script: %+v", step)
			}
			cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
			cmd.Dir = dir
			if step.Directory != "" {
				cmd.Dir = filepath.Join(dir, value(step.Directory))
			}
			cmd.Env = append(os.Environ(), "GITHUB_BASE_REF="+base, "GITHUB_WORKSPACE="+dir, "PATH="+strings.Join([]string{bin, path, os.Getenv("PATH")}, string(os.PathListSeparator)))
			for name, text := range step.Env {
				cmd.Env = append(cmd.Env, name+"="+value(text))
			}
			out, err := cmd.CombinedOutput()
			all.Write(out)
			if err != nil {
				return all.String(), false
			}
		}
		return all.String(), true
	}
	want := func(base string, given map[string]string, passes bool, text string) {
		t.Helper()
		if out, passed := run(base, given); passed != passes || !strings.Contains(out, text) {
			t.Errorf("with %q and %v: passed is %v, want %v with %q:\n%s", base, given, passed, passes, text, out)
		}
	}

	const spec = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: object, required: [a], properties: {a: {type: string}}}\nroot: T\n"
	folder := filepath.Join(dir, "protocols")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	put(filepath.Join(folder, "envgen.yaml"), "envgen: 1\nspecs: [demo.yaml]\npy: {dir: out}\n")
	put(filepath.Join(folder, "demo.yaml"), spec)
	shell(t, folder, needs.Root(t), path, "git init -q -b main ..; git config user.name A; git config user.email a@example.org; envgen gen; git add .; git commit -q -m one; git update-ref refs/remotes/origin/main main")
	here := map[string]string{"directory": "protocols"}
	want("", here, true, "npm install --global --no-audit --no-fund envgen@latest")
	want("", here, true, "nothing to compare")
	want("main", here, true, "unchanged")
	put(filepath.Join(folder, "demo.yaml"), strings.Replace(spec, "type: string", "type: strin", 1))
	want("main", here, false, "::error file=protocols/demo.yaml,line=5,")
	put(filepath.Join(folder, "demo.yaml"), strings.Replace(spec, "{type: string}", "{type: string, minLength: 1}", 1))
	want("main", here, false, "py")
	shell(t, folder, needs.Root(t), path, "envgen gen")
	want("main", here, false, "::error file=protocols/demo.yaml,line=5,")
	want("", map[string]string{"directory": "protocols", "against": "main", "version": ""}, false, "title=read-length::")
}
