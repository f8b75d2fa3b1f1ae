// Command breaks plants defects, one at a time, in a copy of the checkout, and prints the test that notices each.
//
// The defects are data (breaks.txt). Each is applied, the bindings are generated anew, as `make` would do, and the tests run
// from the cheapest to the dearest until one fails. A defect that no test notices fails the run, and so does a text that its file no
// longer contains. `tools/break` runs it, after `make tools`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	only := flag.String("only", "", "run the defects whose name holds this text")
	from := flag.String("from", "", "begin with the first defect whose name holds this text, as after a run that was broken off")
	sample := flag.Bool("sample", false, "run the few defects that are marked as the sample, which `make test` does")
	list := flag.Bool("list", false, "list the defects and run none")
	flag.Parse()
	defects, err := read("conformance/breaks/data/breaks.txt")
	if err == nil {
		defects = choose(defects[first(defects, *from):], *only, *sample)
		if *list {
			for _, d := range defects {
				fmt.Printf("%s: %s\n", d.file, d.name)
			}
			return
		}
		err = run(defects)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "breaks:", err)
		os.Exit(1)
	}
}

// first returns the number of the first defect whose name contains a text, or the number of defects.
func first(all []defect, text string) int {
	for i, d := range all {
		if strings.Contains(d.name, text) {
			return i
		}
	}
	return len(all)
}

func choose(all []defect, only string, sample bool) []defect {
	var chosen []defect
	for _, d := range all {
		if strings.Contains(d.name, only) && (!sample || d.sample) {
			chosen = append(chosen, d)
		}
	}
	return chosen
}

func run(defects []defect) error {
	dir, err := os.MkdirTemp("", "breaks")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		os.RemoveAll(dir)
		os.Exit(130)
	}()
	c, err := newCopy(filepath.Join(dir, "main"))
	if err != nil {
		return err
	}
	fmt.Println("| defect | file | noticed by | seconds |")
	fmt.Println("|---|---|---|---|")
	missed, failed := 0, 0
	for _, d := range defects {
		start := time.Now()
		by, err := c.attempt(d)
		switch {
		case errors.Is(err, errSpoiled):
			return fmt.Errorf("%s: %w", d.name, err)
		case err != nil: // the others can be tried all the same
			fmt.Fprintf(os.Stderr, "%s: %v\n", d.name, err)
			by = "**FAILED**"
			failed++
		case by == "" && d.equivalent != "":
			by = "nothing; it is equivalent: " + d.equivalent
		case d.equivalent != "":
			by = fmt.Sprintf("**%s**, so it is not equivalent", by)
			failed++
		case by == "":
			by = "**NOTHING**"
			missed++
		}
		fmt.Printf("| %s | %s | %s | %.0f |\n", d.name, d.file, by, time.Since(start).Seconds())
	}
	if missed+failed > 0 {
		return fmt.Errorf("of %d defects, %d are not noticed, and %d could not be tried or are not equivalent", len(defects), missed, failed)
	}
	return nil
}

// checkout is a copy of the sources with a build of its own.
type checkout struct {
	dir   string
	sound map[string]bool // tests that pass without a defect
}

// newCopy copies the files that git tracks or would add, and links the tools that `make tools` installed.
func newCopy(dir string) (*checkout, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, "build"), 0o777); err != nil {
		return nil, err
	}
	copyFiles := fmt.Sprintf("git ls-files --cached --others --exclude-standard -z | tar --null -T - -cf - | tar -C %q -xf -", dir)
	if out, err := exec.Command("bash", "-c", copyFiles).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("copy: %w: %s", err, out)
	}
	for _, tool := range []string{"tools/node_modules", ".venv", "build/bin", "build/suites", "tools/compilers/node_modules", "tools/schemas/node_modules"} {
		if !exists(tool) {
			return nil, errors.New("run `make tools` first: " + tool + " is missing")
		}
		if err := os.Symlink(filepath.Join(root, tool), filepath.Join(dir, tool)); err != nil {
			return nil, err
		}
	}
	// A defect may build the accelerator anew.
	if out, err := exec.Command("cp", "-r", filepath.Join(root, "build/accel"), filepath.Join(dir, "build/accel")).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("run `make executors` first: %s", out)
	}
	if shared := filepath.Join(filepath.Dir(root), "shared"); exists(shared) {
		if err := os.Symlink(shared, filepath.Join(filepath.Dir(dir), "shared")); err != nil {
			return nil, err
		}
	}
	return &checkout{dir, map[string]bool{}}, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// command runs a command in the copy and reports whether it succeeded.
func (c *checkout) command(line string) (output string, ok bool) {
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = c.dir
	// Packages that did not change need not be compiled again, wherever the copy lies. A test without its inputs fails instead of being skipped.
	// A defect may change derived fixtures, so no test takes those that another process has derived.
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath", "ENVGEN_REQUIRE=1", "ENVGEN_DERIVED=")
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// errSpoiled ends the run: the next defect would not be alone.
var errSpoiled = errors.New("the defect is still in the copy")

// attempt plants a defect and returns the name of the first test that fails, "" if none does.
func (c *checkout) attempt(d defect) (noticedBy string, err error) {
	file := filepath.Join(c.dir, filepath.FromSlash(d.file))
	before, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(before), d.from); n != 1 {
		return "", fmt.Errorf("%s holds the text to replace %d times", d.file, n)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(before), d.from, d.to, 1)), 0o666); err != nil {
		return "", err
	}
	failed, err := c.firstFailure(d)
	if restored := os.WriteFile(file, before, 0o666); restored != nil {
		return "", errors.Join(errSpoiled, restored)
	}
	if err != nil || failed.name == "" {
		return "", err
	}
	return failed.name, c.passes(failed)
}

// firstFailure runs the tests for a defect that is planted.
func (c *checkout) firstFailure(d defect) (test, error) {
	if strings.HasSuffix(d.file, ".go") {
		if out, ok := c.command("go build ./..."); !ok {
			return test{}, fmt.Errorf("does not compile:\n%s", tail(out))
		}
	}
	for _, t := range steps(d) {
		if _, ok := c.command(t.line); !ok {
			return t, nil
		}
	}
	return test{}, nil
}

// passes returns an error if a test fails without a defect: then it notices nothing.
func (c *checkout) passes(t test) error {
	if c.sound[t.line] {
		return nil
	}
	if out, ok := c.command(t.line); !ok {
		return fmt.Errorf("%s fails without the defect as well:\n%s", t.name, tail(out))
	}
	c.sound[t.line] = true
	return nil
}

func tail(s string) string { return s[max(0, len(s)-2000):] }
