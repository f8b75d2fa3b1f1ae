package testbed_test

import (
	"flag"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/drafts"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/conformance/walks"
	"github.com/envgen/envgen/internal/ir"
)

const (
	// perSpec is how many mutants of its examples each odd spec gets, and how many walks and streams each of its conversations.
	perSpec = 40
	// perBuilder is how many drafts each builder gets.
	perBuilder = 8
)

const oddSpecs = "../odd"

var (
	all   = flag.Bool("all", false, "let all linters check all bindings")
	scale = flag.Int("scale", 1, "how many times as many mutants, drafts and walks the odd specs get")
)

var only = flag.String("specs", "", "take only the specs of conformance/odd whose names this regular expression matches")

// TestOddSpecs generates bindings of specs that are odd but legal. All executors answer alike to the examples of the specs and
// their mutants. TestLinters checks the bindings with the strictest settings of each language's tools.
func TestOddSpecs(t *testing.T) {
	t.Parallel()
	w := bedOf(t)
	if *only == "" && len(w.Protocols) < 30 {
		t.Errorf("only %d specs", len(w.Protocols))
	}
	t.Run("agree", func(t *testing.T) {
		t.Parallel()
		testAgreement(t, w)
	})
	if *only == "" {
		t.Run("depth", func(t *testing.T) {
			t.Parallel()
			testDepth(t, w)
		})
	}
}

// chosen are the odd specs, or those that the flag names.
func chosen(t *testing.T) fs.FS {
	all := os.DirFS(oddSpecs)
	if *only == "" {
		return all
	}
	pattern, err := regexp.Compile(*only)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(all, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	some := fstest.MapFS{}
	for _, name := range names {
		if !pattern.MatchString(strings.TrimSuffix(name, ".yaml")) {
			continue
		}
		data, err := fs.ReadFile(all, name)
		if err != nil {
			t.Fatal(err)
		}
		some[name] = &fstest.MapFile{Data: data}
	}
	return some
}

func testAgreement(t *testing.T, w *testbed.Testbed) {
	var probes []iter.Seq[conformance.Probe]
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range w.Protocols {
		cases, others := examples(t, p)
		probes = append(probes, slices.Values(others))
		for _, c := range cases {
			probe := conformance.Probe{Protocol: p.Name, Text: []byte(*c.Text)}
			if a, err := w.Answer(probe); err != nil || a.Output == nil {
				t.Errorf("%s: the example %s is not valid: %v, %v", p.File, *c.Text, a.Issues, err)
			}
			probes = append(probes, slices.Values([]conformance.Probe{probe}), slices.Values(spoiled(c, random)))
		}
		g, err := mutants.New(p, cases, 1)
		if err != nil {
			t.Errorf("%s: %v", p.File, err)
			continue
		}
		probes = append(probes, g.Mutants(perSpec**scale))
		var texts []string
		for _, one := range cases {
			texts = append(texts, *one.Text)
		}
		for _, one := range others {
			texts = append(texts, string(one.Text))
		}
		drafter, err := drafts.New(w.Oracle, p, texts, 1)
		if err != nil {
			t.Errorf("%s: %v", p.File, err)
			continue
		}
		probes = append(probes, drafter.Calls(perBuilder**scale))
		for _, c := range p.Conversations {
			walker, err := walks.New(w.Oracle, p, c, texts, 1)
			if err != nil {
				t.Errorf("%s: %v", p.File, err)
				continue
			}
			probes = append(probes, walker.Walks(perSpec**scale), walker.Streams(perSpec**scale))
		}
		probes = append(probes, slices.Values(streams(t, p)), slices.Values(writtenSessions(t, p)))
	}
	var seen failed
	compareWith(t, w, func(yield func(conformance.Probe) bool) {
		for _, part := range probes {
			for probe := range part {
				if !yield(probe) {
					return
				}
			}
		}
	}, seen.note(w.Answer))
	for _, p := range w.Protocols {
		seen.all(t, p)
	}
}

// failed contains the failures that probes have, by protocol.
type failed struct{ seen sync.Map }

func (f *failed) note(answer func(conformance.Probe) (conformance.Answer, error)) func(conformance.Probe) (conformance.Answer, error) {
	return func(p conformance.Probe) (conformance.Answer, error) {
		a, err := answer(p)
		for _, i := range a.Issues {
			f.seen.Store([3]string{p.Protocol, i.Rule, i.Message}, true)
		}
		return a, err
	}
}

// all fails the test for checks of conversations that no probe fails: they would not show how executors differ.
func (f *failed) all(t *testing.T, p *ir.Protocol) {
	t.Helper()
	for _, c := range p.Conversations {
		for _, o := range c.Orders() {
			for _, check := range o.Checks {
				if _, has := f.seen.Load([3]string{p.Name, check.Failure.Rule, check.Failure.Message}); !has {
					t.Errorf("%s: no message of %s fails the check %s; give a `# session` that does", p.File, c.Name, check.ID)
				}
			}
		}
	}
}

// compare fails the test where an executor differs from the reference.
func compare(t *testing.T, w *testbed.Testbed, probes iter.Seq[conformance.Probe]) {
	t.Helper()
	compareWith(t, w, probes, w.Answer)
}

func compareWith(t *testing.T, w *testbed.Testbed, probes iter.Seq[conformance.Probe], baseline func(conformance.Probe) (conformance.Answer, error)) {
	t.Helper()
	differences, err := conformance.Compare(t.Context(), conformance.Comparison{Executors: w.Executors(), Probes: probes, Baseline: baseline, Timeout: hangGuard, StartTimeout: hangGuard})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := differences.Print(&b); err != nil {
		t.Fatal(err)
	}
	if c := differences.Counts(); !differences.OK() || c.Skipped > 0 {
		t.Error(b.String())
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	t.Log(lines[len(lines)-1])
}

var (
	exampleLine = regexp.MustCompile(`(?m)^# (example|probe|repeat) ?(\w*): (.*)$`)
	repeated    = regexp.MustCompile(`«(.*?)»`)
)

func specText(t *testing.T, p *ir.Protocol) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(oddSpecs, p.File))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// examples are the messages that the comment on top of a spec gives: valid ones, and others, which may name the type that they are read as.
func examples(t *testing.T, p *ir.Protocol) (cases []*conformance.Case, others []conformance.Probe) {
	t.Helper()
	valid := true
	for _, m := range exampleLine.FindAllStringSubmatch(specText(t, p), -1) {
		switch text := m[3]; m[1] {
		case "example":
			cases = append(cases, &conformance.Case{ID: p.Name + "/example", Protocol: p.Name, Op: "check", Text: &text, Expect: conformance.Expect{Valid: &valid}})
		case "probe":
			if m[2] != "" && !slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return t.Name == m[2] }) {
				t.Errorf("%s: there is no type %s", p.File, m[2])
			}
			others = append(others, conformance.Probe{Protocol: p.Name, Type: m[2], Text: []byte(text)})
		case "repeat":
			times, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			long := repeated.ReplaceAllStringFunc(text, func(s string) string {
				return strings.Repeat(repeated.FindStringSubmatch(s)[1], times)
			})
			others = append(others, conformance.Probe{Protocol: p.Name, Text: []byte(long)})
		}
	}
	return cases, others
}
