// Command bench measures the generated bindings, rules and the generator beside others that do the same work, and writes
// RESULTS.md: one section a part. `make bench` runs all parts, `make bench-go` and its like one of them; a section that is not
// measured stays as it is. Nothing here is a test: no figure is the same twice.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run of the command, in the root of the checkout.
type bench struct {
	rounds int
	time   time.Duration
	only   string
}

// work is where everything goes that is made on the way.
const work = "build/bench"

// part is a section of the page.
type part struct {
	name, title string
	run         func(*bench, context.Context) (string, error)
}

var parts = []part{
	{"go", "Go", (*bench).inGo},
	{"ts", "TypeScript", (*bench).inTypeScript},
	{"py", "Python", (*bench).inPython},
	{"rules", "Rules", (*bench).rules},
	{"gen", "Generator", (*bench).generators},
}

func run(ctx context.Context) error {
	b := &bench{}
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.name
	}
	wanted := flag.String("parts", strings.Join(names, ","), "which parts are measured")
	flag.IntVar(&b.rounds, "rounds", 11, "how often each library is measured, in turn with the others")
	flag.DurationVar(&b.time, "time", 100*time.Millisecond, "how long each measurement takes")
	flag.StringVar(&b.only, "only", "", "only the messages whose name matches; the page is not written")
	flag.Parse()
	chosen := strings.Split(*wanted, ",")
	for _, name := range chosen {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is no part %s; the parts are %s", name, strings.Join(names, ", "))
		}
	}
	if err := b.prepare(); err != nil {
		return err
	}
	page, err := readPage("bench/RESULTS.md")
	if err != nil {
		return err
	}
	for _, p := range parts {
		if !slices.Contains(chosen, p.name) {
			continue
		}
		fmt.Fprintln(os.Stderr, "bench:", p.title)
		text, err := p.run(b, ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.title, err)
		}
		if b.only != "" {
			fmt.Println(text)
			continue
		}
		page.sections[p.title] = text
		if err := page.write(); err != nil {
			return err
		}
	}
	return nil
}

// publicSuite is the TypeScript of the specs of a public benchmark.
const publicSuite = work + "/public"

// rpc is the TypeScript of the spec of MCP, and rpcPython its Python: a package of this name.
const (
	rpc       = work + "/mcp"
	rpcPython = work + "/mcp_bindings"
)

// prepare writes the messages, and the bindings of the specs without their rules, of those of a public benchmark and of MCP.
func (b *bench) prepare() error {
	all, err := messages(".")
	if err != nil {
		return err
	}
	dir := filepath.Join(work, "messages")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, m := range all {
		extension := ".json"
		if strings.HasSuffix(m.text, "\n") {
			extension = ".ndjson"
		}
		if err := os.WriteFile(filepath.Join(dir, m.name+extension), []byte(m.text), 0o666); err != nil {
			return err
		}
	}
	if err := withoutRules(filepath.Join(work, "structure")); err != nil {
		return err
	}
	if err := quiet(context.Background(), compiler, "gen", "examples/mcp/mcp.yaml", "--ts", rpc, "--py", rpcPython); err != nil {
		return err
	}
	return quiet(context.Background(), compiler, "gen", "--ts", publicSuite, "--spec", "bench/ts/public/loose.yaml", "--spec", "bench/ts/public/strict.yaml")
}

// options are the arguments of each program in a language.
func (b *bench) options() []string {
	options := []string{"--messages", filepath.Join(work, "messages"), "--rounds", strconv.Itoa(b.rounds)}
	if b.only != "" {
		options = append(options, "--only", b.only)
	}
	return options
}

func (b *bench) milliseconds() string { return strconv.FormatInt(b.time.Milliseconds(), 10) }

func (b *bench) inGo(ctx context.Context) (string, error) {
	// The output of go-jsonschema belongs to that project, so it is not a file of this repository.
	if err := os.MkdirAll("bench/go/generated", 0o777); err != nil {
		return "", err
	}
	for _, command := range [][]string{
		{"go", "-C", "bench/go", "tool", "go-jsonschema", "-p", "generated", "okenvelope.schema.json", "-o", "generated/foxctl.go"},
		{"go", "run", "./cmd/envgen", "gen", "bench/go/tags.yaml", "examples/mcp/mcp.yaml", "--go", "bench/go/generated"},
		{"go", "-C", "bench/go", "build", "-o", "../../build/bench/go", "."},
	} {
		if err := quiet(ctx, command...); err != nil {
			return "", err
		}
	}
	command := slices.Concat([]string{"build/bench/go"}, b.options(), []string{"--time", b.time.String()})
	section, err := measured(ctx, "go version", command)
	if err != nil {
		return "", err
	}
	next, err := b.inNextGo(ctx, command)
	return section + "\n" + next, err
}

// nextGo is the release whose encoding/json is the second version, which reads and writes faster.
const nextGo = "go1.27.3"

// inNextGo measures the bindings beside the encoding/json of nextGo.
func (b *bench) inNextGo(ctx context.Context, command []string) (string, error) {
	toolchain := "GOTOOLCHAIN=" + nextGo
	if err := quiet(ctx, "env", toolchain, "go", "-C", "bench/go", "build", "-o", "../../build/bench/go-next", "."); err != nil {
		return "", err
	}
	command = append([]string{"build/bench/go-next", "--libraries", "^(envgen|encoding/json)$"}, command[1:]...)
	return measured(ctx, "env "+toolchain+" go version", command)
}

func (b *bench) inTypeScript(ctx context.Context) (string, error) {
	if err := installed(ctx, "bench/ts/package-lock.json", "ts", "npm", "ci", "--silent", "--prefix", "bench/ts"); err != nil {
		return "", err
	}
	command := slices.Concat([]string{"node", "bench/ts/bench.mjs", "--variant", filepath.Join(work, "structure/ts"), "--public", publicSuite, "--rpc", rpc, "--time", b.milliseconds()}, b.options())
	return measured(ctx, "node --version", command)
}

func (b *bench) inPython(ctx context.Context) (string, error) {
	python, err := venv(ctx)
	if err != nil {
		return "", err
	}
	if err := quiet(ctx, "tools/accel"); err != nil {
		return "", err
	}
	return measured(ctx, "python3 --version", slices.Concat([]string{python, "bench/py/bench.py", "--time", b.milliseconds()}, b.options()))
}

// venv returns the Python that has the peers.
func venv(ctx context.Context) (string, error) {
	dir := filepath.Join(work, "venv")
	python := filepath.Join(dir, "bin/python")
	if _, err := os.Stat(python); err != nil {
		if err := quiet(ctx, "python3", "-m", "venv", dir); err != nil {
			return "", err
		}
	}
	return python, installed(ctx, "bench/py/requirements.txt", "py", python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", "bench/py/requirements.txt")
}

// rules takes over the table of the benchmark that measures single rules, which needs the private functions of the bindings.
func (b *bench) rules(ctx context.Context) (string, error) {
	out, err := output(ctx, "go", "test", "-run", "^$", "-bench", "BenchmarkRules", "-benchtime", "1x", "./conformance/testbed")
	if err != nil {
		return "", err
	}
	begin, end := strings.Index(out, "| rule"), strings.LastIndex(out, "|\n")
	if begin < 0 || end < begin {
		return "", fmt.Errorf("no table in\n%s", out)
	}
	return machine(ctx, "go version") + "\nOne evaluation of a rule on a parsed value. cel-go's interpreter is asked through the API, with the rule parsed and the value converted before.\n\n" + out[begin:end+2], nil
}

// installed installs packages where the lock file has changed since they were.
func installed(ctx context.Context, lock, name string, command ...string) error {
	want, err := os.ReadFile(lock)
	if err != nil {
		return err
	}
	stamp := filepath.Join(work, name+".stamp")
	if have, err := os.ReadFile(stamp); err == nil && string(have) == string(want) {
		return nil
	}
	if err := quiet(ctx, command...); err != nil {
		return err
	}
	return os.WriteFile(stamp, want, 0o666)
}

// quiet runs a command whose output matters only if it fails.
func quiet(ctx context.Context, command ...string) error {
	if out, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, out)
	}
	return nil
}

// output runs a command and returns its standard output. Its standard error goes to the caller's.
func output(ctx context.Context, command ...string) (string, error) {
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return string(out), nil
}
