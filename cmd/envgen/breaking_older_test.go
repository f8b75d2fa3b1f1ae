package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
)

const demoProject = "envgen: 1\nspecs: [demo.yaml]\nts: {dir: out}\n"

// TestBreakingImportsOfRevisions changes only an imported spec. Its old text is that of the revision, also where the revision has a slash.
func TestBreakingImportsOfRevisions(t *testing.T) {
	const base = "envgen: 1\nprotocol: base\nversion: \"1\"\ntypes:\n  B: {type: integer}\nroot: B\n"
	const user = "envgen: 1\nprotocol: user\nversion: \"1\"\nimports: {base: base.yaml}\ntypes:\n  T: {type: object, required: [b], properties: {b: base.B}}\nroot: T\n"
	for _, dir := range []string{"", "specs/"} {
		committed(t, map[string]string{dir + "base.yaml": base, dir + "user.yaml": user})
		gitIn(t, "branch", "topic/old")
		put(t, dir+"base.yaml", strings.Replace(base, "{type: integer}", "{type: integer, minimum: 5}", 1))
		for _, ref := range []string{"HEAD", "topic/old"} {
			envgen(t, "", "breaking", "--against", ref, dir+"user.yaml").want(t, 1, dir+"base.yaml:5:3: error[read-bound]: base.B:", "B: {type: integer, minimum: 5}", ref+":"+dir+"base.yaml:5:3: note: the older version\n 5 |   B: {type: integer}\n")
		}
	}
}

// TestBreakingMovedSpecs finds older specs by their protocol.
func TestBreakingMovedSpecs(t *testing.T) {
	committed(t, map[string]string{"a/first.yaml": demoBefore, "old/deep/er/one.yaml": demoBefore, "old/.hidden/two.yaml": demoBefore, "old/notes.yaml": "protocol: demo\n"})
	put(t, "second.yaml", demoAfter)
	gitIn(t, "rm", "-q", "--cached", "-r", "old")
	gitIn(t, "commit", "-q", "-m", "two")
	envgen(t, "", "breaking", "--against", "HEAD", "second.yaml").want(t, 1, "second.yaml:5:3: error[read-length]", "HEAD:a/first.yaml:5:3: note")
	envgen(t, "", "breaking", "--against", "old", "second.yaml").want(t, 1, filepath.Join("old", "deep", "er", "one.yaml")+":5:3: note")
	put(t, "old/again.yml", demoBefore)
	envgen(t, "", "breaking", "--against", "old", "second.yaml").want(t, command.ExitCouldNot, "are both the protocol demo; pass one of them to --against")
	// Another protocol at the same path is no older version.
	put(t, "a/first.yaml", strings.Replace(demoAfter, "demo", "other", 1))
	envgen(t, "", "breaking", "--against", "HEAD", "a/first.yaml").want(t, 0, "new, HEAD does not have the protocol other")
}

// TestBreakingRemovedSpecs has projects that named another spec before.
func TestBreakingRemovedSpecs(t *testing.T) {
	gone := strings.Replace(demoBefore, "demo", "gone", 1)
	committed(t, map[string]string{"envgen.yaml": strings.Replace(demoProject, "demo.yaml", "demo.yaml, gone.yaml", 1), "demo.yaml": demoBefore, "gone.yaml": gone, "stray.yaml": strings.Replace(gone, "gone", "stray", 1)})
	put(t, "old/demo.yaml", demoBefore)
	put(t, "old/gone.yaml", gone)
	put(t, "envgen.yaml", demoProject)
	envgen(t, "", "breaking", "--against", "HEAD").want(t, 1, "envgen.yaml:2:1: error[read-spec]: gone: new receivers refuse what old senders send: the spec is removed\n 2 | specs: [demo.yaml]", "HEAD:gone.yaml:1:1: note", `a message that shows it: ""`)
	envgen(t, "", "breaking", "--against", "old").want(t, 1, "error[read-spec]: gone")
	envgen(t, "", "breaking", "--against", "HEAD", "demo.yaml").want(t, 0)
	envgen(t, "", "breaking", "--against", "HEAD", "--category", "WRITE").want(t, 0)
	if r := envgen(t, "", "breaking", "--against", "HEAD"); strings.Contains(r.out, "stray") {
		t.Errorf("a spec that no project named is removed:\n%s", r.out)
	}
}

// TestBreakingReferences has references that lead to nothing.
func TestBreakingReferences(t *testing.T) {
	committed(t, map[string]string{"demo.yaml": demoBefore, "bad.yaml": "envgen: 1\nprotocol: bad\n\x00"})
	source, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	put(t, "demo.yaml", demoAfter)
	gitIn(t, "commit", "-q", "-a", "-m", "two")
	put(t, "bad.yaml", strings.Replace(demoAfter, "demo", "bad", 1))
	envgen(t, "", "breaking", "--against", "nowhere", "demo.yaml").want(t, command.ExitCouldNot, "nowhere is neither a file, a folder nor a revision of git; `git branch --all` and `git tag` list")
	envgen(t, "", "breaking", "--against", "--help", "demo.yaml").want(t, command.ExitCouldNot)
	envgen(t, "", "breaking", "--against", "HEAD", "bad.yaml").want(t, command.ExitCouldNot, "HEAD:bad.yaml is a binary file, not a spec")
	gitIn(t, "remote", "add", "origin", source)
	envgen(t, "", "breaking", "--against", "origin/topic/a", "demo.yaml").want(t, command.ExitCouldNot, "run `git fetch origin topic/a`")

	t.Chdir(t.TempDir())
	gitIn(t, "clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(source), ".")
	envgen(t, "", "breaking", "--against", "HEAD~1", "demo.yaml").want(t, command.ExitCouldNot, "this clone is shallow: run `git fetch --unshallow --tags`, or set `fetch-depth: 0`")

	t.Chdir(t.TempDir())
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(source))
	put(t, "demo.yaml", demoAfter)
	envgen(t, "", "breaking", "--against", "HEAD", "demo.yaml").want(t, command.ExitCouldNot, "this folder is in no repository of git; pass a spec or a folder of older specs to --against")
	t.Setenv("PATH", t.TempDir())
	envgen(t, "", "breaking", "--against", "HEAD", "demo.yaml").want(t, command.ExitCouldNot, "git is not installed; install git, or pass a folder of older specs to --against")
}

// TestBreakingBundle compares with published schemas: with those of one spec, and with a folder of several.
func TestBreakingBundle(t *testing.T) {
	const spec = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: object, required: [a], properties: {a: {type: string, format: date, maxLength: 30}}}\nroot: T\n"
	t.Chdir(t.TempDir())
	put(t, "demo.yaml", spec+"rules:\n  - {id: short, for: [T], check: this.a.size() < 13, message: must be short}\n")
	put(t, "envgen.yaml", demoProject)
	envgen(t, "", "gen", "--spec", "demo.yaml", "--schema", "schemas").want(t, 0)
	envgen(t, "", "breaking", "--against", "schemas").want(t, 0, "demo.schema.json: a bundle has no rules, senders, conversations and builders; only READ and WRITE are compared", "no breaking changes")
	put(t, "demo.yaml", strings.Replace(spec, "maxLength: 30", "maxLength: 9", 1))
	for _, ref := range []string{"schemas", filepath.Join("schemas", "demo.schema.json")} {
		envgen(t, "", "breaking", "--against", ref, "demo.yaml").want(t, 1, "demo.yaml:5:3: error[read-length]: demo.T/a:", filepath.Join("schemas", "demo.schema.json")+":", `     "T": {`, `{"a":"20`)
	}
	envgen(t, "", "breaking", "--against", "schemas", "--category", "ISSUES").want(t, 0)
	put(t, "other.json", `{"$id": "https://example.org/x", "type": "string"}`)
	envgen(t, "", "breaking", "--against", "other.json", "demo.yaml").want(t, command.ExitCouldNot, "other.json is an older version of none of the specs")
}

// TestBreakingShippedBundles compares each shipped spec with its published schemas, which have not changed.
func TestBreakingShippedBundles(t *testing.T) {
	t.Chdir("../..")
	if r := envgen(t, "", "breaking", "--against", "gen/schema"); r.code != 0 || r.out != "no breaking changes\n" || strings.Count(r.err, "only READ and WRITE are compared") != 5 {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
}
