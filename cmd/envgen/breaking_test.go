package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBreaking compares a spec with a file, a folder and a revision of git, in each format.
func TestBreaking(t *testing.T) {
	const (
		before = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: string, maxLength: 3}\nroot: T\n"
		after  = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: string, maxLength: 2}\nroot: T\n"
	)
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "demo.yaml", before)
	put(t, filepath.Join("old", "demo.yaml"), before)
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	git("init", "-q")
	git("add", "demo.yaml")
	git("commit", "-q", "-m", "one")
	envgen(t, "", "breaking", "--against", "HEAD", "demo.yaml").want(t, 0, "no breaking changes\n")
	if err := os.WriteFile("demo.yaml", []byte(after), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{"HEAD", "main", "old", "old/demo.yaml"} {
		envgen(t, "", "breaking", "--against", ref, "demo.yaml").want(t, 1, "demo.yaml:5:3: error[read-length]: T: new receivers refuse what old senders send", "maxLength: 2}", "maxLength: 3}", `a message that shows it: "aaa"`)
	}
	envgen(t, "", "breaking", "--against", "HEAD", "--category", "WRITE", "demo.yaml").want(t, 0)
	for format, want := range map[string]string{"json": `"code":"read-length"`, "sarif": `"ruleId": "read-length"`, "github": "::error file=demo.yaml,line=5,col=3,title=read-length::", "markdown": "- **read-length** `demo.yaml:5`"} {
		envgen(t, "", "breaking", "--against", "HEAD", "--format", format, "demo.yaml").want(t, 1, want)
	}
	put(t, "fresh.yaml", after)
	envgen(t, "", "breaking", "--against", "HEAD", "fresh.yaml").want(t, 0, "fresh.yaml: new, HEAD does not have it")
	envgen(t, "", "breaking", "--against", "nowhere", "demo.yaml").want(t, exitCouldNot, "nowhere is neither a file, a folder nor a revision of git")
	envgen(t, "", "breaking", "demo.yaml").want(t, exitCouldNot, "--against")
}
