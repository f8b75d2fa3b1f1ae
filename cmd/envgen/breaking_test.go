package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
)

const (
	demoBefore = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: string, maxLength: 3}\nroot: T\n"
	demoAfter  = "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T: {type: string, maxLength: 2}\nroot: T\n"
)

// gitIn runs git in the working directory, apart from the configuration of the machine.
func gitIn(t *testing.T, args ...string) {
	t.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"}, args...)...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// committed makes a repository of files in an empty working directory.
func committed(t *testing.T, all map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range all {
		put(t, name, text)
	}
	gitIn(t, "init", "-q")
	gitIn(t, "add", ".")
	gitIn(t, "commit", "-q", "-m", "one")
}

// TestBreaking compares a spec with a file, a folder and a revision of git, in each format.
func TestBreaking(t *testing.T) {
	committed(t, map[string]string{"demo.yaml": demoBefore})
	put(t, filepath.Join("old", "demo.yaml"), demoBefore)
	envgen(t, "", "breaking", "--against", "HEAD", "demo.yaml").want(t, 0, "no breaking changes\n")
	put(t, "demo.yaml", demoAfter)
	for _, ref := range []string{"HEAD", "main", "old", "old/demo.yaml"} {
		envgen(t, "", "breaking", "--against", ref, "demo.yaml").want(t, 1, "demo.yaml:5:3: error[read-length]: demo.T: new receivers refuse what old senders send", "maxLength: 2}", "maxLength: 3}", `a message that shows it: "aaa"`)
	}
	envgen(t, "", "breaking", "--against", "HEAD", "--category", "WRITE", "demo.yaml").want(t, 0)
	for format, want := range map[string]string{
		"json":     `{"file":"demo.yaml","line":5,"column":3,"severity":"error","code":"read-length","message":"demo.T: new receivers refuse what old senders send: a length of 3 is no longer accepted","category":"READ","place":"demo.T","old":{"file":"HEAD:demo.yaml","line":5,"column":3},"witness":"\"aaa\""}` + "\n",
		"sarif":    `"ruleId": "read-length"`,
		"github":   "::error file=demo.yaml,line=5,col=3,title=read-length::demo.T: new receivers",
		"markdown": "## Breaking changes: 1\n\n- **read-length** at `demo.yaml:5`: demo.T: new receivers refuse what old senders send: a length of 3 is no longer accepted\n\n  ```json\n  \"aaa\"\n  ```\n",
	} {
		envgen(t, "", "breaking", "--against", "HEAD", "--format", format, "demo.yaml").want(t, 1, want)
	}
	put(t, "fresh.yaml", strings.Replace(demoAfter, "demo", "fresh", 1))
	envgen(t, "", "breaking", "--against", "HEAD", "fresh.yaml").want(t, 0, "fresh.yaml: new, HEAD does not have the protocol fresh")
	envgen(t, "", "breaking", "--against", "old/demo.yaml", "fresh.yaml").want(t, command.ExitCouldNot, "old/demo.yaml is an older version of none of the specs")
	envgen(t, "", "breaking", "demo.yaml").want(t, command.ExitCouldNot, "nothing to compare with: pass --against REF")
}

// TestBreakingText has findings with one pair of places, and places with one text.
func TestBreakingText(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "old.yaml", "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T:\n    type: integer\nroot: T\n")
	put(t, "new.yaml", "envgen: 1\nprotocol: demo\nversion: \"1\"\ntypes:\n  T:\n    type: string\nroot: T\n")
	const want = `new.yaml:5:3: error[read-type]: demo.T: new receivers refuse what old senders send: the value is an integer, and a string is required
 5 |   T:
   |   ^
old.yaml:5:3: note: the older version
  = a message that shows it: 0
new.yaml:5:3: error[write-type]: demo.T: old receivers refuse what new senders send: the value is a string, and an integer is required
  = a message that shows it: ""
`
	if r := envgen(t, "", "breaking", "--category", "READ,WRITE", "--against", "old.yaml", "new.yaml"); r.out != want {
		t.Errorf("%s%s, want\n%s", r.out, r.err, want)
	}
}

// TestBreakingLongWitness cuts long messages, except in JSON.
func TestBreakingLongWitness(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "old.yaml", strings.Replace(demoBefore, "maxLength: 3", "maxLength: 500", 1))
	put(t, "new.yaml", strings.Replace(demoBefore, "maxLength: 3", "maxLength: 400", 1))
	args := []string{"breaking", "--against", "old.yaml", "new.yaml"}
	envgen(t, "", args...).want(t, 1, `: "`+strings.Repeat("a", 199)+"... (403 bytes; --format json has all of them)")
	envgen(t, "", append(args, "--format", "json")...).want(t, 1, `"witness":"\"`+strings.Repeat("a", 401)+`\""`)
}

// TestBreakingHostileWitness has a message that would turn the direction of a terminal's text.
func TestBreakingHostileWitness(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "old.yaml", strings.Replace(demoBefore, "type: string, maxLength: 3", `enum: ["a\u202e\U000e0001", b]`, 1))
	put(t, "new.yaml", strings.Replace(demoBefore, "type: string, maxLength: 3", `enum: [b]`, 1))
	args := []string{"breaking", "--against", "old.yaml", "new.yaml", "--format"}
	for _, format := range []string{"text", "github", "markdown"} {
		r := envgen(t, "", append(args, format)...)
		r.want(t, 1, `"a\u202e\udb40\udc01"`)
		if strings.ContainsAny(r.out, "\u202e\U000e0001") && format != "text" { // the line of the spec has its own escapes
			t.Errorf("%s has the characters themselves:\n%s", format, r.out)
		}
	}
	envgen(t, "", append(args, "json")...).want(t, 1, "a\u202e\U000e0001")
}
