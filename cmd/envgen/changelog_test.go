package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/command"
)

var update = flag.Bool("update", false, "write the expected changelogs")

// TestChangelog takes a greeter through its versions. Each text is for its users.
func TestChangelog(t *testing.T) {
	dir, err := filepath.Abs("testdata/changelog")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, c := range [][2]string{{"v1", "v2"}, {"v2", "v3"}, {"v3", "v2"}} {
		file := c[0] + "-" + c[1] + ".md"
		if *update {
			envgen(t, "", "changelog", "--against", c[0]+".yaml", c[1]+".yaml", "--out", file).want(t, 0)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the text does not depend on the order of maps
			if got := envgen(t, "", "changelog", "--against", c[0]+".yaml", c[1]+".yaml"); got.out != string(want) {
				t.Errorf("%s differs, see -update:\n%s", file, got.out)
			}
		}
	}
}

// TestChangelogPlaces writes to a file, of a revision, for all specs of a project.
func TestChangelogPlaces(t *testing.T) {
	repository(t, greeterProject+"go: {dir: out/go}\n")
	out := filepath.Join(t.TempDir(), "changes.md")
	text := func() string {
		t.Helper()
		envgen(t, "", "changelog", "--against", "main", "--out", out).want(t, 0)
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if got, want := text(), "# Changes since main\n\n## greeter 1.0.0\n\nThe version is unchanged.\nNothing has changed for users.\n"; got != want {
		t.Errorf("%q", got)
	}
	rewrite(t, "greeter.yaml", "types:", "types:\n  Extra: {type: string, description: More.}")
	if got := text(); !strings.HasSuffix(got, "No change breaks the exchange of messages.\n\n### Added\n\n- Type `Extra`.\n  More.\n") {
		t.Errorf("%q", got)
	}
	put(t, "other.yaml", strings.Replace(greeterBefore, "protocol: greeter", "protocol: other", 1))
	rewrite(t, "envgen.yaml", "[greeter.yaml]", "[greeter.yaml, other.yaml]")
	if got := text(); !strings.HasSuffix(got, "\n## other 1.0.0\n\nThis protocol is new.\n") {
		t.Errorf("%q", got)
	}
	envgen(t, "", "changelog", "--against", "main", "--out", ".").want(t, command.ExitCouldNot, ". is a folder; name a file with --out")
	envgen(t, "", "changelog", "--against", "nowhere").want(t, command.ExitCouldNot, "nowhere is neither a file, a folder nor a revision of git")
	envgen(t, "", "changelog").want(t, command.ExitCouldNot, "--against")
}
