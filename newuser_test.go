package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestReadmeAsANewUser does what the README says, word for word, in an empty folder: it writes the files that the
// code blocks name and runs the shell blocks, in the order of the text, compares what each of the three programs
// prints, and looks for the pieces of generated files that the README shows.
func TestReadmeAsANewUser(t *testing.T) {
	root := needs.Root(t)
	bin := filepath.Dir(needs.File(t, needs.Compiler))
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var printed, want string
	scripts := 0
	for _, block := range codeBlock.FindAllStringSubmatch(string(readme), -1) {
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
	if out, err := strictly(dir, needs.File(t, ".venv/bin/mypy")); err != nil {
		t.Errorf("mypy --strict: %v\n%s", err, out)
	}
	if scripts != 2 || want == "" || printed != strings.Repeat(want, 3) {
		t.Errorf("%d shell blocks; the programs print\n%swant, three times,\n%s", scripts, printed, want)
	}
}

// strictly checks the types of all Python files of the new user.
func strictly(dir, mypy string) ([]byte, error) {
	cmd := exec.Command(mypy, "--strict", ".")
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

// TestReadmeFigures compares what the README says of CEL's conformance tests with what came of them.
func TestReadmeFigures(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("conformance/suite/cel.md")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`Of the ([\d,]+) conformance tests of CEL, ([\d,]+) run in all`).FindSubmatch(readme)
	found := regexp.MustCompile(`(?m)^\| \*\*all\*\* \| (\d+) \| (\d+) \| 0 \|`).FindSubmatch(table)
	if said == nil || found == nil {
		t.Fatalf("the README says %q, and the table %q", said, found)
	}
	for i := range said[1:] {
		if figure := strings.ReplaceAll(string(said[i+1]), ",", ""); figure != string(found[i+1]) {
			t.Errorf("the README says %s of CEL's tests, and the table %s", figure, found[i+1])
		}
	}
}

// codeBlock is a block of a page: its language, the file that it shows or "", and the text.
var codeBlock = regexp.MustCompile("(?ms)^```(\\w+)(?: ([\\w./]+))?\n(.*?)^```$")

// TestExecutorsPage does what docs/executors.md says, in an empty folder, and compares what is printed.
func TestExecutorsPage(t *testing.T) {
	root := needs.Root(t)
	page, err := os.ReadFile("docs/executors.md")
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	shell(t, root, root, bin, "go build -o "+bin+" ./cmd/envgen")
	printed, want := "", "nothing"
	for _, block := range codeBlock.FindAllStringSubmatch(string(page), -1) {
		switch language, name, text := block[1], block[2], block[3]; {
		case language == "sh":
			printed += shell(t, dir, root, bin, text)
		case name == "output":
			want = text
		case name != "":
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if printed != want {
		t.Errorf("the page's commands print\n%swant\n%s", printed, want)
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
