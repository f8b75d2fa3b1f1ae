package envgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// TestReadmeAsANewUser follows the README, word for word, in an empty folder.
func TestReadmeAsANewUser(t *testing.T) {
	runPage(t, "README.md", t.TempDir(), 2, 1)
}

// TestTutorialAsANewUser does the same for the tutorial, and has mypy check the types of the user's Python files.
func TestTutorialAsANewUser(t *testing.T) {
	dir := t.TempDir()
	runPage(t, "docs/tutorial/README.md", dir, 6, 4)
	if out, err := strictly(dir, needs.File(t, ".venv/bin/mypy")); err != nil {
		t.Errorf("mypy --strict: %v\n%s", err, out)
	}
}

// TestHandlersAsANewUser does the same for the guide from a published schema to a handler.
func TestHandlersAsANewUser(t *testing.T) {
	dir := t.TempDir()
	runPage(t, "docs/guides/handlers.md", dir, 5, 4)
	if out, err := strictly(dir, needs.File(t, ".venv/bin/mypy")); err != nil {
		t.Errorf("mypy --strict: %v\n%s", err, out)
	}
}

// TestServersAsANewUser does the same for the guide to servers.
func TestServersAsANewUser(t *testing.T) {
	dir := t.TempDir()
	runPage(t, "docs/guides/servers.md", dir, 4, 3)
	if out, err := strictly(dir, needs.File(t, ".venv/bin/mypy")); err != nil {
		t.Errorf("mypy --strict: %v\n%s", err, out)
	}
}

// TestJSONRPCAsANewUser does the same for the guide to a protocol over JSON-RPC.
func TestJSONRPCAsANewUser(t *testing.T) {
	dir := t.TempDir()
	runPage(t, "docs/guides/json-rpc.md", dir, 12, 11)
	if out, err := strictly(dir, needs.File(t, ".venv/bin/mypy")); err != nil {
		t.Errorf("mypy --strict: %v\n%s", err, out)
	}
}

// TestGuidesAsANewUser does the same for the guides with commands.
func TestGuidesAsANewUser(t *testing.T) {
	for page, blocks := range map[string]int{"streams": 2, "single-file": 3, "ci": 5, "conformance": 1, "publish": 2} {
		t.Run(page, func(t *testing.T) { runPage(t, "docs/guides/"+page+".md", t.TempDir(), blocks, blocks) })
	}
}

// TestArchivesAsANewUser does the same for the guide to archives.
func TestArchivesAsANewUser(t *testing.T) {
	runPage(t, "docs/guides/archives.md", t.TempDir(), 5, 4)
}

// TestChangingAsANewUser does the same for the guide to changes of a protocol.
func TestChangingAsANewUser(t *testing.T) {
	runPage(t, "docs/guides/changing.md", t.TempDir(), 17, 15)
}

// TestTutorialHasTheSpecOfTheReadme keeps the texts of one spec equal.
func TestTutorialHasTheSpecOfTheReadme(t *testing.T) {
	spec := func(page string) string {
		for _, block := range codeBlock.FindAllStringSubmatch(readPage(t, page), -1) {
			if block[2] == "greeter.yaml" {
				return block[3]
			}
		}
		return page + " has no greeter.yaml"
	}
	for _, page := range []string{"docs/tutorial/README.md", "docs/guides/changing.md"} {
		if a, b := spec("README.md"), spec(page); a != b {
			t.Errorf("the spec of %s differs:\n%s\n%s", page, a, b)
		}
	}
}

// runPage follows a page in dir, in the order of its text. It writes the files that code blocks name, and runs the shell blocks. A block of a file
// that exists by then shows a piece of it. An output block is the output of the shell block before it.
func runPage(t *testing.T, page, dir string, scripts, outputs int) {
	t.Helper()
	root := needs.Root(t)
	path := command(t) + string(os.PathListSeparator) + filepath.Dir(needs.File(t, needs.Compiler))
	printed := ""
	for _, block := range codeBlock.FindAllStringSubmatch(readPage(t, page), -1) {
		language, name, text := block[1], block[2], block[3]
		if strings.Contains(name, "/") && isOurs(name) {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		switch existing, err := os.ReadFile(file); {
		case language == "sh":
			printed = shell(t, dir, root, path, text)
			scripts--
		case name == "output":
			if printed != text {
				t.Errorf("%s: the commands print\n%swant\n%s", page, printed, text)
			}
			outputs--
		case name == "":
		case err == nil:
			if !shows(string(existing), text) {
				t.Errorf("%s does not contain the piece that %s shows:\n%s", name, page, text)
			}
		default:
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if scripts != 0 || outputs != 0 {
		t.Errorf("%s has another number of shell blocks (%d) or of outputs (%d) than the test expects", page, scripts, outputs)
	}
}

// gap is a line of an excerpt that replaces omitted lines.
var gap = regexp.MustCompile(`(?m)^\s*(//|#) \.\.\.\n`)

// shows reports whether a file contains the parts of an excerpt, in their order.
func shows(file, excerpt string) bool {
	for _, part := range gap.Split(excerpt, -1) {
		at := strings.Index(file, part)
		if at < 0 {
			return false
		}
		file = file[at+len(part):]
	}
	return true
}

// TestExcerpts compares the pieces of the repository's own files that pages show with these files.
func TestExcerpts(t *testing.T) {
	found := 0
	for _, page := range pages(t) {
		for _, block := range codeBlock.FindAllStringSubmatch(readPage(t, page), -1) {
			name, text := block[2], block[3]
			if !strings.Contains(name, "/") || !isOurs(name) {
				continue // a file of the page's reader
			}
			found++
			if file, err := os.ReadFile(name); err != nil || !shows(string(file), text) {
				t.Errorf("%s: %s does not contain (%v)\n%s", page, name, err, text)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d excerpts only", found)
	}
}

// isOurs reports whether a file that a page shows is one of the repository, and not of the page's reader.
func isOurs(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return slices.Contains([]string{"conformance", "examples", "gen", "spec", "testdata"}, first)
}

// strictly checks the types of all Python files of the new user.
func strictly(dir, mypy string) ([]byte, error) {
	cmd := exec.Command(mypy, "--strict", ".")
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

// TestDocsFigures compares the figures about CEL's conformance tests in docs/explanation/proof.md with the table of their results.
func TestDocsFigures(t *testing.T) {
	page, table := readPage(t, "docs/explanation/proof.md"), readPage(t, "conformance/suite/cel.md")
	said := regexp.MustCompile(`Of the ([\d,]+) conformance tests of CEL, ([\d,]+) run in all`).FindStringSubmatch(page)
	found := regexp.MustCompile(`(?m)^\| \*\*all\*\* \| (\d+) \| (\d+) \| 0 \|`).FindStringSubmatch(table)
	if said == nil || found == nil {
		t.Fatalf("the page says %q, and the table %q", said, found)
	}
	for i := range said[1:] {
		if figure := strings.ReplaceAll(said[i+1], ",", ""); figure != found[i+1] {
			t.Errorf("the page says %s of CEL's tests, and the table %s", figure, found[i+1])
		}
	}
}

// codeBlock is a block of a page: its language, the file that it shows or "", and the text.
var codeBlock = regexp.MustCompile("(?ms)^```(\\w+)(?: ([\\w./]+))?\n(.*?)^```$")

// TestExecutorsPage follows docs/executors.md in an empty folder, and compares the output.
func TestExecutorsPage(t *testing.T) {
	runPage(t, "docs/executors.md", t.TempDir(), 1, 1)
}

// TestCommandLinePage compares the options that the page of the command line names with those of each command.
func TestCommandLinePage(t *testing.T) {
	root, dir, bin := needs.Root(t), t.TempDir(), command(t)
	page := readPage(t, "docs/reference/command-line.md")
	option := regexp.MustCompile(`--[a-z][a-z-]*`)
	exists := map[string]bool{}
	for _, name := range []string{"", "gen", "check", "breaking", "changelog", "validate", "bulk", "import", "package", "docs write", "docs check", "init", "version", "conformance run", "conformance derive", "conformance export", "conformance specs"} {
		for _, option := range option.FindAllString(shell(t, dir, root, bin, "envgen "+name+" --help"), -1) {
			exists[option] = true
			if !strings.Contains(page, option) {
				t.Errorf("the page does not name %s of envgen %s", option, name)
			}
		}
	}
	for _, name := range option.FindAllString(page, -1) {
		if !exists[name] {
			t.Errorf("the page names %s, which no command has", name)
		}
	}
}

// built is the folder of the command envgen, which the first test builds.
var built struct {
	once sync.Once
	dir  string
}

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	defer func() { os.RemoveAll(built.dir) }()
	return m.Run()
}

// command returns the folder of the command envgen.
func command(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		dir, err := os.MkdirTemp("", "envgen-command-")
		if err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-o", dir, "./cmd/envgen", "./cmd/envgen-conformance").CombinedOutput(); err != nil {
			os.RemoveAll(dir)
			t.Fatalf("%v\n%s", err, out)
		}
		built.dir = dir
	})
	if built.dir == "" {
		t.Fatal("cmd/envgen does not build: the test that ran first reports the reason")
	}
	return built.dir
}

// shell runs a script in dir like a user with the tools on the PATH, and returns its output.
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
