package conformance

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// files makes <protocol>/<topic>.json out of the members of cases: an id and a text each. A text that contains
// "bad" is expected to have one issue.
func files(t *testing.T, pairs ...string) fs.FS {
	t.Helper()
	byFile := map[string][]string{}
	for i := 0; i < len(pairs); i += 2 {
		id, text := pairs[i], pairs[i+1]
		expect := `{"valid":true,"issues":[]}`
		if strings.Contains(text, "bad") {
			expect = `{"valid":false,"issues":[{"rule":"type","path":"/a","level":"must"}]}`
		}
		name := id[:strings.LastIndex(id, "/")] + ".json"
		byFile[name] = append(byFile[name], `{"id":"`+id+`","about":"a","source":"s","op":"check","text":`+quoted(text)+`,"expect":`+expect+`}`)
	}
	system := fstest.MapFS{}
	for name, cases := range byFile {
		system[name] = &fstest.MapFile{Data: []byte("[" + strings.Join(cases, ",") + "]")}
	}
	return system
}

// hangGuard ends tests that would never end. No test waits for it.
const hangGuard = 10 * time.Minute

func options(t *testing.T, executors ...Executor) Options {
	t.Helper()
	return Options{
		Executors: executors,
		Cases:     files(t, "p/t/one", "{}", "p/t/two", "odd", "p/t/three", "bad", "q/t/one", "odd bad"),
		Timeout:   hangGuard,
	}
}

func report(t *testing.T, o Options) (*Report, string) {
	t.Helper()
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Print(&b); err != nil {
		t.Fatal(err)
	}
	return r, b.String()
}

// want compares the counts, and searches the printed report for sentences.
func want(t *testing.T, r *Report, printed string, c Counts, sentences ...string) {
	t.Helper()
	if got := r.Counts(); got != c || r.OK() != (c.Failed == 0 && c.Passed > 0) {
		t.Errorf("got %v, want %v\n%s", got, c, printed)
	}
	if !strings.HasSuffix(printed, "\n"+c.String()+"\n") {
		t.Errorf("the last line is not %q:\n%s", c, printed)
	}
	for _, s := range sentences {
		if !strings.Contains(printed, s) {
			t.Errorf("no %q in\n%s", s, printed)
		}
	}
}

func TestRunPasses(t *testing.T) {
	r, printed := report(t, options(t, behaving(t, "go", "well"), behaving(t, "py", "as well")))
	want(t, r, printed, Counts{Passed: 8}, "p         go        fake well     go        3       0       0\n", "q         py        fake as well  go        1       0       0\n")
	if strings.Contains(printed, "FAIL") || strings.Contains(printed, "SKIP") {
		t.Error(printed)
	}
}

// Every behaviour meets the odd case of p and the odd case of q, and none of the others.
func TestRunFindsWrongAnswers(t *testing.T) {
	for _, c := range []struct {
		how      string
		counts   Counts
		sentence string
	}{
		{"wrong rule", Counts{Passed: 2, Failed: 2}, "must const at \"/a\""},
		{"wrong output", Counts{Passed: 3, Failed: 1}, "expected issues:\n      must type at \"/a\""},
		{"no output", Counts{Passed: 2, Failed: 2}, "the value is valid, but the answer has no output"},
		{"output beside issues", Counts{Passed: 2, Failed: 2}, "the value is not valid, but the answer has an output"},
		{"nothing", Counts{Passed: 2, Failed: 2}, "neither issues nor skipped nor error"},
		{"wrong seq", Counts{Passed: 2, Failed: 2}, "does not repeat seq"},
		{"no seq", Counts{Passed: 2, Failed: 2}, "does not repeat seq"},
		{"garbage", Counts{Passed: 2, Failed: 2}, "panic: oh"},
		{"unknown member", Counts{Passed: 2, Failed: 2}, `unknown field "valid"`},
		{"error", Counts{Passed: 2, Failed: 2}, "error: it crashed"},
		{"half a line", Counts{Passed: 2, Failed: 2}, "the executor has ended"},
		{"dies", Counts{Passed: 2, Failed: 2}, "end of the standard error of go:\n    last words"},
		{"skips", Counts{Passed: 2, Skipped: 2}, "SKIP go: p/t/two\n    not yet\n    the same in 1 more: q/t/one"},
		{"one protocol", Counts{Passed: 3, Skipped: 1}, "does not offer the protocol q"},
		{"long", Counts{Passed: 3, Failed: 1}, "expected issues"},
		{"exits badly", Counts{Passed: 4, Failed: 1}, "go did not stop well: exit status 3"},
	} {
		t.Run(c.how, func(t *testing.T) {
			r, printed := report(t, options(t, behaving(t, "go", c.how)))
			want(t, r, printed, c.counts, c.sentence)
		})
	}
}

func TestRunOfNothingShowsNothing(t *testing.T) {
	o := options(t, behaving(t, "go", "one protocol"))
	o.Protocol = "q"
	r, printed := report(t, o)
	want(t, r, printed, Counts{Skipped: 1}, "this shows nothing")
}

func TestRunOutlivesHangingExecutors(t *testing.T) {
	for _, c := range []struct {
		how      string
		counts   Counts
		sentence string
	}{
		{"hangs", Counts{Passed: 2, Failed: 2}, "no answer within 4s"},
		{"deaf", Counts{Passed: 2, Failed: 2}, "no answer within 4s"},
		{"stays", Counts{Passed: 4, Failed: 1}, "still running 4s after stop"},
	} {
		t.Run(c.how, func(t *testing.T) {
			t.Parallel()
			e, after := hanging(t, "go", c.how)
			o := options(t, e)
			o.Timeout, o.after = 4*time.Second, after
			r, printed := report(t, o)
			want(t, r, printed, c.counts, c.sentence)
		})
	}
}

func TestRunGivesUp(t *testing.T) {
	r, printed := report(t, options(t, behaving(t, "go", "dies at once")))
	want(t, r, printed, Counts{Failed: 4}, "given up after 3 breakdowns, the last one: the executor has ended")
}

func TestRunChecksWhoAnswers(t *testing.T) {
	named := behaving(t, "go", "well")
	named.Announces = "envgen-go"
	for _, c := range []struct {
		e        Executor
		sentence string
	}{
		{behaving(t, "go", "another contract"), "it speaks contract 2, not 1"},
		{behaving(t, "go", "no language"), "it does not name itself and its language"},
		{named, "it calls itself fake well, not envgen-go"},
		{Executor{Name: "go", Command: []string{"/no/such/program"}}, "did not start"},
		{Executor{Name: "go"}, "no command"},
	} {
		r, printed := report(t, options(t, c.e))
		want(t, r, printed, Counts{Failed: 4}, c.sentence)
	}
	r, printed := report(t, options(t, behaving(t, "go", "well"), behaving(t, "py", "well")))
	want(t, r, printed, Counts{Passed: 8, Failed: 1}, "go and py both run fake well")
}

func TestRunComparesExecutors(t *testing.T) {
	o := options(t, behaving(t, "go", "wrong output"), behaving(t, "py", "well"), behaving(t, referenceName, "as well"))
	r, printed := report(t, o)
	want(t, r, printed, Counts{Passed: 10, Failed: 2}, "FAIL go: p/t/two", "differs from reference\n    its output:         { }\n    the other's output: odd")

	o = options(t, behaving(t, "go", "well"), behaving(t, "py", "wrong message"))
	o.Protocol = "q"
	r, printed = report(t, o)
	want(t, r, printed, Counts{Passed: 1, Failed: 1}, "FAIL py: q/t/one", "differs from go", "must type at \"/a\": not right")
}

func TestMessagesOfTextFaultsAreFree(t *testing.T) {
	no := []Issue{{Rule: "json", Level: "must", Message: "a"}}
	other := []Issue{{Rule: "json", Level: "must", Message: "b"}}
	if d := disagreement(answer{Issues: &no}, answer{Issues: &other}); d != "" {
		t.Error(d)
	}
}

func TestKnownFailures(t *testing.T) {
	o := options(t, behaving(t, "go", "error"))
	o.KnownFailing = "# comment\n\ngo p/t/two it is hard\npy p/t/one not part of this run\n"
	r, printed := report(t, o)
	want(t, r, printed, Counts{Passed: 2, Failed: 1, Skipped: 1}, "known failure: it is hard")

	o.KnownFailing = "go p/t/one it was hard\ngo p/t/nine it is gone\n"
	r, printed = report(t, o)
	want(t, r, printed, Counts{Passed: 2, Failed: 4}, "known-failing.txt:1: go p/t/one: it passes; remove the line", "known-failing.txt:2: go p/t/nine: there is no such case")

	o.KnownFailing = "go p/t/one\n"
	if _, err := Run(t.Context(), o); err == nil {
		t.Error("a line without reason: no error")
	}
}

func TestRunSelects(t *testing.T) {
	for _, c := range []struct {
		protocol, glob string
		passed         int
	}{
		{"", "", 4}, {"p", "", 3}, {"", "*/one", 2}, {"", "p/t/t*", 2}, {"q", "*one", 1}, {"", "p/*", 3}, {"", "p/t/one", 1},
	} {
		o := options(t, behaving(t, "go", "well"))
		o.Protocol, o.Case = c.protocol, c.glob
		r, printed := report(t, o)
		want(t, r, printed, Counts{Passed: c.passed})
	}
}

func TestRunRefuses(t *testing.T) {
	good := behaving(t, "go", "well")
	for name, o := range map[string]Options{
		"no executor":     options(t),
		"one name twice":  options(t, good, good),
		"no such case":    {Executors: []Executor{good}, Cases: files(t, "p/t/one", "{}"), Case: "p/t/two"},
		"a bad pattern":   {Executors: []Executor{good}, Cases: files(t, "p/t/one", "{}"), Case: "["},
		"no folder":       {Executors: []Executor{good}},
		"an empty folder": {Executors: []Executor{good}, Cases: fstest.MapFS{}},
	} {
		if _, err := Run(t.Context(), o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, options(t, behaving(t, "go", "hangs"))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestParseExecutor(t *testing.T) {
	e, err := ParseExecutor("rust=cargo run  --quiet")
	if err != nil || e.Name != "rust" || strings.Join(e.Command, "|") != "cargo|run|--quiet" {
		t.Errorf("got %+v, %v", e, err)
	}
	for _, s := range []string{"", "rust", "=cargo", "rust=", "rust= ", "a b=c"} {
		if e, err := ParseExecutor(s); err == nil {
			t.Errorf("%q: got %+v", s, e)
		}
	}
}

func TestDiscover(t *testing.T) {
	found, err := Discover("cases/agh")
	if err != nil || len(found) == 0 {
		t.Fatalf("got %v, %v", found, err)
	}
	for _, e := range found {
		if e.Announces != "envgen-"+e.Name {
			t.Errorf("%s announces %s", e.Name, e.Announces)
		}
	}
	if found, err := Discover(t.TempDir()); err != nil || found != nil {
		t.Errorf("outside of a checkout: %v, %v", found, err)
	}
}
