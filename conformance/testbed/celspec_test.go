package testbed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	_ "cel.dev/expr/conformance/proto2" // messages in the suite's files
	_ "cel.dev/expr/conformance/proto3"
	celtest "cel.dev/expr/conformance/test"
	"google.golang.org/protobuf/encoding/prototext"

	"github.com/envgen/envgen/conformance/testbed"
)

// TestCELSpec runs the conformance tests of CEL in every executor. Each test becomes rules of a generated spec, its
// variables become members of the message, and each rule must have the suite's result. cel.md counts the refused tests
// by diagnostic.
func TestCELSpec(t *testing.T) {
	t.Parallel()
	w := bedOf(t)
	runCEL(t, w, celSuite)
	compareTable(t, celTableFile, celTable(celSuite, len(w.Executors())))
}

// celSuite are the files of the suite, as celSpecs read them.
var celSuite []*celFile

func celSpecs(t *testing.T) fs.FS {
	celSuite = celFiles(t)
	specs := fstest.MapFS{}
	for _, f := range celSuite {
		f.translate()
		if spec := f.spec(); spec != nil {
			specs[f.protocol+".yaml"] = &fstest.MapFile{Data: spec}
		}
	}
	exceptTests(t, celSuite)
	return specs
}

const celTableFile = suiteSpecs + "/cel.md"

// quietCEL changes a linter for the bindings of this suite, which is full of rules that compare two constants or that are one constant.
func quietCEL(t *testing.T, bed *testbed.Testbed, l *testbed.Linter) {
	t.Helper()
	switch l.Name {
	case "staticcheck":
		for _, p := range bed.Protocols {
			if strings.HasPrefix(p.Name, celPrefix) {
				put(t, filepath.Join(bed.Dir, "gen", "go", p.Name, "staticcheck.conf"), `checks = ["inherit", "-SA4000"]`)
			}
		}
	case "ruff":
		ignored := `'lint.extend-per-file-ignores={"**/envgen_protocols/` + celPrefix + `*/**" = ["B002", "RUF060", "SIM300"]}'`
		l.Command[len(l.Command)-1] += " --config " + ignored
	}
}

// celPrefix begins the names of this suite's protocols, and of no others.
const celPrefix = "celspec"

// compareTable compares a document about a run with the committed one, or writes it.
func compareTable(t *testing.T, file string, table []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, table, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(committed, table) {
		t.Errorf("%s is not what the suite gives; `go test ./conformance/testbed -run %s -update` writes it (%v)", file, t.Name(), err)
	}
}

// celFile is one file of the suite.
type celFile struct {
	name     string
	protocol string
	tests    []*celTest
}

// celTest is a test and the rules that it becomes.
type celTest struct {
	*celtest.SimpleTest
	section string
	id      string // <section>/<name>, in words
	rules   []celRule
	refusal string // why it becomes none, or ""
	reason  string // why the contract decides it otherwise, or ""
}

// celRule is a rule for a type of its own, whose one message has the variables of the test.
type celRule struct {
	id      string
	check   string
	holds   bool
	members []celMember
}

func (r celRule) typ() string { return strings.ToUpper(r.id[:1]) + r.id[1:] }

// celFiles reads the suite from the module that go.mod names.
func celFiles(t *testing.T) []*celFile {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "cel.dev/expr").Output()
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "tests", "simple", "testdata", "*.textproto"))
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 30 {
		t.Fatalf("only %d files of the suite in %s", len(names), out)
	}
	var files []*celFile
	for _, name := range names {
		files = append(files, readCEL(t, name))
	}
	return files
}

func readCEL(t *testing.T, name string) *celFile {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var file celtest.SimpleTestFile
	if err := prototext.Unmarshal(data, &file); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	f := &celFile{name: strings.TrimSuffix(filepath.Base(name), ".textproto")}
	f.protocol = celPrefix + strings.ReplaceAll(f.name, "_", "")
	seen := map[string]int{}
	for _, s := range file.Section {
		for _, c := range s.Test {
			id := inWords(s.Name) + "/" + inWords(c.Name)
			if seen[id]++; seen[id] > 1 {
				id += fmt.Sprintf("-%d", seen[id])
			}
			f.tests = append(f.tests, &celTest{SimpleTest: c, section: s.Name, id: id})
		}
	}
	return f
}

const celExceptionsFile = suiteSpecs + "/cel.txt"

func exceptTests(t *testing.T, files []*celFile) {
	t.Helper()
	data, err := os.ReadFile(celExceptionsFile)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]*celTest{}
	for _, f := range files {
		for _, c := range f.tests {
			tests[f.name+"/"+c.id] = c
		}
	}
	for i, line := range strings.Split(string(data), "\n") {
		id, reason, _ := strings.Cut(line, " ")
		if id == "" || id == "#" {
			continue
		}
		c, reason := tests[id], strings.TrimSpace(reason)
		if c == nil || c.refusal != "" || reason == "" {
			t.Errorf("%s:%d: an exception is the id of a test that is run, and a reason: %s", celExceptionsFile, i+1, line)
			continue
		}
		c.reason = reason
		for i := range c.rules {
			c.rules[i].holds = !c.rules[i].holds
		}
	}
}

// translate turns the tests that the language covers into rules.
func (f *celFile) translate() {
	for i, c := range f.tests {
		c.translate(fmt.Sprintf("t%d", i+1))
	}
}

// spec is a spec with all rules of a file, or nil if there are none.
func (f *celFile) spec() []byte {
	var rules []celRule
	for _, c := range f.tests {
		rules = append(rules, c.rules...)
	}
	if len(rules) == 0 {
		return nil
	}
	return celSpec(f.protocol, rules)
}

// celSpec is a spec with a type for each rule.
func celSpec(protocol string, rules []celRule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "envgen: 1\nprotocol: %s\nversion: \"1\"\nroot: %s\ntypes:\n", protocol, rules[0].typ())
	for _, r := range rules {
		fmt.Fprintf(&b, "  %s:\n    type: object\n", r.typ())
		if len(r.members) == 0 {
			b.WriteString("    properties: {unused: {type: boolean}}\n") // a rule is about an object with members
			continue
		}
		b.WriteString("    properties:\n")
		var names []string
		for _, m := range r.members {
			fmt.Fprintf(&b, "      %s: %s\n", strconv.Quote(m.name), m.schema)
			names = append(names, strconv.Quote(m.name))
		}
		fmt.Fprintf(&b, "    required: [%s]\n", strings.Join(names, ", "))
	}
	b.WriteString("rules:\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "  - {id: %s, for: [%s], message: %s must hold, check: %s}\n", r.id, r.typ(), r.id, strconv.QuoteToGraphic(r.check))
	}
	return b.Bytes()
}

// runCEL gives the message of every rule to all executors. The suite defines the answers.
func runCEL(t *testing.T, w *testbed.Testbed, files []*celFile) {
	t.Helper()
	cases := fstest.MapFS{}
	for _, f := range files {
		var list []map[string]any
		for _, c := range f.tests {
			for i, r := range c.rules {
				list = append(list, c.fixture(f, r, i+1))
			}
		}
		if list == nil {
			continue
		}
		data, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		cases[f.protocol+"/rules.json"] = &fstest.MapFile{Data: data}
	}
	t.Log(runCases(t, w, cases).Counts())
}

func (c *celTest) fixture(f *celFile, r celRule, number int) map[string]any {
	issues := []map[string]string{}
	if !r.holds {
		issues = append(issues, map[string]string{"rule": r.id, "path": "", "level": "must"})
	}
	return map[string]any{"id": fmt.Sprintf("%s/%s/%d", f.protocol, c.id, number), "about": fmt.Sprintf("%s, as %s", c.Expr, r.check), "source": "cel-spec, " + f.name + ", " + c.section,
		"op": "check", "type": r.typ(), "text": r.message(), "expect": map[string]any{"valid": r.holds, "issues": issues}}
}

// message is the value with the members that the rule reads.
func (r celRule) message() string {
	var b strings.Builder
	for i, m := range r.members {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "%s:%s", strconv.Quote(m.name), m.value)
	}
	return "{" + b.String() + "}"
}
