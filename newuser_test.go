package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeAsANewUser does what the README says, word for word, in an empty folder: it writes the files that the
// code blocks name and runs the shell blocks, in the order of the text, compares what each of the three programs
// prints, and looks for the pieces of generated files that the README shows.
func TestReadmeAsANewUser(t *testing.T) {
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(root, "tools", "node_modules", ".bin")
	if _, err := os.Stat(filepath.Join(bin, "tsc")); err != nil {
		t.Skip("the TypeScript compiler is not installed: `make tools` does that, and `make test` runs this test with it")
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var printed, want string
	scripts := 0
	for _, block := range regexp.MustCompile("(?ms)^```(\\w+)(?: ([\\w./]+))?\n(.*?)^```$").FindAllStringSubmatch(string(readme), -1) {
		switch language, name, text := block[1], block[2], block[3]; {
		case language == "sh":
			printed = shell(t, dir, root, bin, text)
			scripts++
		case name == "output":
			want = text
		case strings.Contains(name, "/"):
			generated, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil || !strings.Contains(string(generated), text) {
				t.Errorf("%s does not hold what the README shows of it (%v):\n%s", name, err, text)
			}
		case name != "":
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if scripts != 2 || want == "" || printed != strings.Repeat(want, 3) {
		t.Errorf("%d shell blocks; the programs print\n%swant, three times,\n%s", scripts, printed, want)
	}
}

// shell runs a script in dir as a user would who has the tools on the PATH, and returns what it prints.
func shell(t *testing.T, dir, root, bin, script string) string {
	t.Helper()
	cmd := exec.Command("bash", "-euc", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ENVGEN="+root, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out, errors strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s%s%s", err, script, out.String(), errors.String())
	}
	return out.String()
}
