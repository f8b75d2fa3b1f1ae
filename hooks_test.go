package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
	"gopkg.in/yaml.v3"
)

// hook is an entry of .pre-commit-hooks.yaml.
type hook struct {
	ID            string
	Name          string
	Entry         string
	Args          []string
	Language      string
	PassFilenames bool `yaml:"pass_filenames"`
}

// TestHooks runs the commands of .pre-commit-hooks.yaml as the hook of a repository: they accept a commit that changes nothing, and stop stale code and
// a breaking change.
func TestHooks(t *testing.T) {
	data, err := os.ReadFile(".pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []hook
	if err := yaml.Unmarshal(data, &hooks); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nset -e\n"
	for _, h := range hooks {
		if h.Language != "golang" || h.PassFilenames || h.Name == "" || !strings.HasPrefix(h.ID, "envgen-") {
			t.Errorf("the hook %+v", h)
		}
		script += h.Entry + " " + strings.Join(h.Args, " ") + "\n"
	}
	dir := t.TempDir()
	path := command(t)
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	const spec = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: object, required: [a], properties: {a: {type: string}}}\nroot: T\n"
	put("envgen.yaml", "envgen: 1\nspecs: [demo.yaml]\npy: {dir: out}\n")
	put("demo.yaml", spec)
	shell(t, dir, needs.Root(t), path, "git init -q -b main; git config user.name A; git config user.email a@example.org; envgen gen; git add .; git commit -q -m one; git update-ref refs/remotes/origin/main main")
	put(".git/hooks/pre-commit", script)
	commit := func(message string) (string, bool) {
		t.Helper()
		cmd := exec.Command("git", "commit", "-q", "-a", "-m", message)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err == nil
	}
	put("demo.yaml", "# a comment\n"+spec)
	if out, done := commit("two"); !done {
		t.Errorf("the hooks stop a comment:\n%s", out)
	}
	put("demo.yaml", strings.Replace(spec, "{type: string}", "{type: string, minLength: 1}", 1))
	if out, done := commit("three"); done || strings.Contains(out, "read-length") {
		t.Errorf("the hooks accept stale code, or compare it:\n%s", out)
	}
	shell(t, dir, needs.Root(t), path, "envgen gen")
	if out, done := commit("four"); done || !strings.Contains(out, "error[read-length]: demo.T/a") {
		t.Errorf("the hooks accept a breaking change:\n%s", out)
	}
}
