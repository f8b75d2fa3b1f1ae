package testbed_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/testbed"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

var (
	documentsFlag = flag.Int("documents", 300, "how many documents TestRuleFuzz makes")
	seedFlag      = flag.Uint64("seed", usualSeed, "what TestRuleFuzz makes rules and documents from")
)

const (
	fuzzTypes = "testdata/rules.yaml"
	usualSeed = 1
	fuzzRules = 125
	// A rule is tried on `trial` documents before it is taken. At least `few` of them must satisfy it, and as many must break it.
	trial, few = 300, 3
)

// TestRuleFuzz has random rules about random documents evaluated by every executor, and by cel-go's interpreter in the reference.
// A seed always gives the same rules and documents; with -artifacts the generated files stay.
func TestRuleFuzz(t *testing.T) {
	t.Parallel()
	w := bedOf(t)
	defer keep(t)
	run := fuzzRun{rules: fuzzed, failed: map[string]int{}}
	run.compare(t, w)
}

// fuzzed are the rules of ruleFuzzSpecs.
var fuzzed []drawn

func ruleFuzzSpecs(t *testing.T) fs.FS {
	types, err := os.ReadFile(fuzzTypes)
	if err != nil {
		t.Fatal(err)
	}
	fuzzed = drawRules(t, types)
	return fstest.MapFS{"fuzz.yaml": &fstest.MapFile{Data: fuzzSpec(types, fuzzed)}}
}

// drawing is the choice of the rules.
type drawing struct {
	*author
	types     []byte
	functions []string // of ir, by number
	features  []string // that some rule is to have: every form, every function
	taken     []drawn
	written   int
	refused   map[string]int // by reason
}

// drawRules writes rules until enough of them compile, can both succeed and fail, and together have every feature
// of rules.
func drawRules(t *testing.T, types []byte) []drawn {
	t.Helper()
	d := &drawing{author: newAuthor(*seedFlag, compiled(t, fuzzSpec(types, nil))), types: types, functions: functionNames(t), refused: map[string]int{}}
	d.features = slices.Clone(d.functions)
	for _, f := range d.all {
		d.features = append(d.features, f.text)
	}
	for (len(d.taken) < fuzzRules || len(d.lacking()) > 0) && d.written < 8*fuzzRules {
		d.choose(t, d.batch(t))
	}
	t.Logf("seed %d: %d rules written, %d of them refused, %d one-sided or of no further use; %d taken, which have %d forms and %d functions", *seedFlag, d.written,
		total(d.refused), d.written-total(d.refused)-len(d.taken), len(d.taken), len(d.all), len(d.functions))
	for _, why := range slices.Sorted(maps.Keys(d.refused)) {
		t.Logf("  %4d  %s", d.refused[why], why)
	}
	if len(d.taken) < fuzzRules {
		t.Errorf("of %d rules only %d are of use", d.written, len(d.taken))
	}
	if lacking := d.lacking(); len(lacking) > 0 {
		t.Logf("none has %q", lacking)
		if *seedFlag == usualSeed { // this seed must find everything; other seeds depend on luck
			t.Fail()
		}
	}
	return d.taken
}

func (d *drawing) lacking() []string {
	return slices.DeleteFunc(slices.Clone(d.features), func(f string) bool { return d.count[f] > 0 })
}

// batch writes some rules that the compiler takes.
func (d *drawing) batch(t *testing.T) []drawn {
	t.Helper()
	var list []drawn
	for len(list) < 20 {
		text, forms := d.rule()
		d.written++
		r := drawn{fmt.Sprintf("r%d", d.written), text, forms}
		spec := fuzzSpec(d.types, []drawn{r})
		if why := refusal(spec); why != "" {
			d.refused[inGeneral(why)]++
			continue
		}
		r.features = append(r.features, calledFunctions(compiled(t, spec).Root.Rules[0].Program, d.functions)...)
		list = append(list, r)
		d.add(r, 1)
	}
	return list
}

func (d *drawing) add(r drawn, n int) {
	for _, f := range r.features {
		d.count[f] += n
	}
}

// choose takes those of the rules that are of use. The last ones are to fill gaps; where there are enough, in place of others.
func (d *drawing) choose(t *testing.T, rules []drawn) {
	t.Helper()
	decisive := decisive(t, d.types, rules)
	for _, r := range rules {
		d.add(r, -1)
	}
	for _, r := range rules {
		lacking := d.lacking()
		brings := len(lacking) == 0 || slices.ContainsFunc(r.features, func(f string) bool { return slices.Contains(lacking, f) })
		if !decisive(r) || !brings && len(d.taken) >= fuzzRules/4 {
			continue
		}
		if len(d.taken) == fuzzRules && !d.drop() {
			continue
		}
		d.taken = append(d.taken, r)
		d.add(r, 1)
	}
}

// drop gives up a rule all of whose features others have, if there is one.
func (d *drawing) drop() bool {
	i := slices.IndexFunc(d.taken, func(r drawn) bool {
		return !slices.ContainsFunc(r.features, func(f string) bool {
			own := 0
			for _, g := range r.features {
				if g == f {
					own++
				}
			}
			return d.count[f] <= own
		})
	})
	if i < 0 {
		return false
	}
	d.add(d.taken[i], -1)
	d.taken = slices.Delete(d.taken, i, i+1)
	return true
}

func compiled(t *testing.T, spec []byte) *ir.Protocol {
	t.Helper()
	p, diags := compile.Source("fuzz.yaml", spec)
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

func total(counts map[string]int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

var particular = regexp.MustCompile("`[^`]*`|\"[^\"]*\"")

// inGeneral is a message without the names in it.
func inGeneral(message string) string { return particular.ReplaceAllString(message, "…") }

// decisive reports which of the rules some documents keep and some break.
func decisive(t *testing.T, types []byte, rules []drawn) func(drawn) bool {
	t.Helper()
	p := compiled(t, fuzzSpec(types, rules))
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	w, err := testbed.Judges(reference.Source{Protocol: p, Bundle: bundle})
	if err != nil {
		t.Fatal(err)
	}
	failed := map[string]int{}
	documents := newDocuments(*seedFlag, p)
	for range trial {
		for _, i := range answered(t, w, documents.next()).Issues {
			failed[i.Rule]++
		}
	}
	return func(r drawn) bool { return failed[r.id] >= few && failed[r.id] <= trial-few }
}

// answered is the reference's answer to a document that is valid.
func answered(t *testing.T, w *testbed.Testbed, probe conformance.Probe) conformance.Answer {
	t.Helper()
	a, err := w.Answer(probe)
	if err != nil || a.Output == nil {
		t.Fatalf("a document is not valid: %v, %v\n%s", err, a.Issues, probe.Text)
	}
	return a
}

// fuzzRun counts the results.
type fuzzRun struct {
	rules  []drawn
	failed map[string]int // by rule
}

func (r *fuzzRun) compare(t *testing.T, w *testbed.Testbed) {
	t.Helper()
	documents := newDocuments(*seedFlag+1<<32, w.Protocols[0]) // others than those of the trial
	probes := func(yield func(conformance.Probe) bool) {
		for range *documentsFlag {
			if !yield(documents.next()) {
				return
			}
		}
	}
	differences, err := conformance.Compare(t.Context(), conformance.Comparison{Executors: w.Executors(), Probes: probes, Timeout: hangGuard, StartTimeout: hangGuard,
		Baseline: func(p conformance.Probe) (conformance.Answer, error) { return r.count(answered(t, w, p)), nil }})
	if err != nil {
		t.Fatal(err)
	}
	counts := differences.Counts()
	t.Logf("seed %d: %d rules, %d documents, %d evaluations in each of %d executors; %d documents with differences", *seedFlag, len(r.rules), *documentsFlag,
		len(r.rules)**documentsFlag, len(w.Executors()), counts.Failed)
	r.report(t)
	if !differences.OK() || counts.Skipped > 0 {
		var b strings.Builder
		if err := differences.Print(&b); err != nil {
			t.Fatal(err)
		}
		t.Errorf("-documents %d -seed %d\n%s\n%s", *documentsFlag, *seedFlag, b.String(), r.texts(b.String()))
	}
}

func (r *fuzzRun) count(a conformance.Answer) conformance.Answer {
	for _, i := range a.Issues {
		r.failed[i.Rule]++
	}
	return a
}

// report counts the successes and failures of each rule, and fails unless nearly all have both.
func (r *fuzzRun) report(t *testing.T) {
	t.Helper()
	var each, onesided []string
	for _, rule := range r.rules {
		n := r.failed[rule.id]
		each = append(each, fmt.Sprintf("%s %d/%d", rule.id, *documentsFlag-n, n))
		if n == 0 || n == *documentsFlag {
			onesided = append(onesided, rule.id+": "+rule.text)
		}
	}
	t.Log("held/failed: ", strings.Join(each, ", "))
	failed, all := total(r.failed), len(r.rules)**documentsFlag
	t.Logf("rules held %d times and failed %d times (%d %%); %d did only one of the two", all-failed, failed, 100*failed/all, len(onesided))
	if len(onesided) > len(r.rules)/20 && *documentsFlag >= trial {
		t.Errorf("these rules show too little:\n%s", strings.Join(onesided, "\n"))
	}
}

var ruleID = regexp.MustCompile(`\br[0-9]+\b`)

// texts are the rules that a report of differences names.
func (r *fuzzRun) texts(report string) string {
	var b strings.Builder
	for _, line := range strings.Split(report, "\n") {
		for _, id := range ruleID.FindAllString(line, -1) {
			i := slices.IndexFunc(r.rules, func(r drawn) bool { return r.id == id })
			if strings.HasPrefix(line, "FAIL") && i >= 0 && !strings.Contains(b.String(), "\n"+id+": ") {
				fmt.Fprintf(&b, "\n%s: %s\n", id, r.rules[i].text)
			}
		}
	}
	return b.String()
}
