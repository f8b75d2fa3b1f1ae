package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/internal/jsontext"
)

// honest answers as fake does when it behaves well.
func honest(p Probe) (Answer, error) {
	text := string(p.Text)
	if strings.Contains(text, "no idea") {
		return Answer{}, errors.New("the oracle is at odds with itself")
	}
	if strings.Contains(text, "bad") {
		return Answer{Issues: []Issue{{"type", "/a", "must", "wrong"}}}, nil
	}
	return Answer{Output: &text}, nil
}

func comparison(texts []string, executors ...Executor) Comparison {
	var probes []Probe
	for _, text := range texts {
		probes = append(probes, Probe{Protocol: "p", Text: []byte(text)})
	}
	return Comparison{Executors: executors, Probes: slices.Values(probes), Baseline: honest, Timeout: hangGuard}
}

func differences(t *testing.T, c Comparison) (*Differences, string) {
	t.Helper()
	d, err := Compare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := d.Print(&b); err != nil {
		t.Fatal(err)
	}
	return d, b.String()
}

func wantDifferences(t *testing.T, d *Differences, printed string, c Counts, sentences ...string) {
	t.Helper()
	if got := d.Counts(); got != c || d.OK() != (c.Failed == 0) {
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

var oddTexts = []string{"{}", "an odd one", "odd", "odd bad", "bad"}

func TestCompareFinds(t *testing.T) {
	for _, c := range []struct {
		how      string
		counts   Counts
		sentence string
	}{
		{"well", Counts{Passed: 5}, "p         go        fake well  go        5       0       0\n"},
		{"wrong rule", Counts{Passed: 2, Failed: 3}, "FAIL go lacks type and adds const: 1\n"},
		{"wrong rule", Counts{Passed: 2, Failed: 3}, "FAIL go adds const: 2\n"},
		{"wrong message", Counts{Passed: 2, Failed: 3}, "FAIL go reports the same rules with another path, level or message, or in another order: 1\n"},
		{"wrong output", Counts{Passed: 2, Failed: 3}, "FAIL go writes another output: 2\n" +
			`    fixture:  {"expect":{"issues":[],"output":"odd","valid":true},"op":"check","protocol":"p","text":"odd"}` + "\n" +
			`    answered: {"issues":[],"output":"{ }"}` + "\n"},
		{"no output", Counts{Passed: 2, Failed: 3}, "FAIL go does not write a valid value: 2\n"},
		{"output beside issues", Counts{Passed: 2, Failed: 3}, "FAIL go writes a value that is not valid: 1\n"},
		{"nothing", Counts{Passed: 2, Failed: 3}, "FAIL go has no answer: 3\n    request:  {\"op\":\"check\",\"protocol\":\"p\",\"text\":\"odd\"}\n    there are neither"},
		{"error", Counts{Passed: 2, Failed: 3}, "FAIL go answers an error: 3\n    request:  {\"op\":\"check\",\"protocol\":\"p\",\"text\":\"odd\"}\n    it crashed\n"},
		{"skips", Counts{Passed: 2, Skipped: 3}, "SKIP go skips: 3\n"},
		{"wrong seq", Counts{Passed: 1, Failed: 4}, "FAIL go cannot be asked: 1\n    request:  {\"op\":\"check\",\"protocol\":\"p\",\"text\":\"bad\"}\n    given up after 3 breakdowns"},
		{"dies", Counts{Passed: 1, Failed: 4}, "end of the standard error of go:\n    last words"},
		{"dies at once", Counts{Failed: 5}, "FAIL go breaks down: 3\n"},
		{"no language", Counts{Failed: 5}, "did not start: it does not name itself"},
		{"exits badly", Counts{Passed: 5, Failed: 1}, "FAIL go did not stop well: exit status 3"},
		{"long", Counts{Passed: 2, Failed: 3}, "writes another output"},
	} {
		t.Run(c.how, func(t *testing.T) {
			d, printed := differences(t, comparison(oddTexts, behaving(t, "go", c.how)))
			wantDifferences(t, d, printed, c.counts, c.sentence)
		})
	}
}

// A breakdown costs one probe, wherever in a batch it comes and however many are under way.
func TestCompareGoesOnAfterABreakdown(t *testing.T) {
	texts := slices.Repeat([]string{"{}"}, 3*usualBatch+7)
	texts[usualBatch/2], texts[2*usualBatch-1] = "odd", "odd"
	d, printed := differences(t, comparison(texts, behaving(t, "go", "half a line"), behaving(t, "py", "well")))
	wantDifferences(t, d, printed, Counts{Passed: 2*len(texts) - 2, Failed: 2}, "FAIL go breaks down: 2\n")
}

func TestCompareOutlivesHangingExecutors(t *testing.T) {
	for _, how := range []string{"hangs", "deaf"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			e, after := hanging(t, "go", how)
			c := comparison([]string{"{}", strings.Repeat("x", 1<<20), "odd", "{}", strings.Repeat("y", 1<<20)}, e)
			c.Timeout, c.after = 4*time.Second, after
			d, printed := differences(t, c)
			wantDifferences(t, d, printed, Counts{Passed: 4, Failed: 1}, "no answer within 4s")
		})
	}
}

func TestCompareSkipsWhatIsNotOffered(t *testing.T) {
	c := comparison(nil, behaving(t, "go", "one protocol"), behaving(t, "py", "well"))
	c.Probes = slices.Values([]Probe{{Protocol: "p", Text: []byte("1")}, {Protocol: "q", Text: []byte("2")}, {Protocol: "p", Text: []byte("3")}})
	d, printed := differences(t, c)
	wantDifferences(t, d, printed, Counts{Passed: 5, Skipped: 1}, "SKIP go does not offer the protocol: 1\n",
		"q         go        fake one protocol  go        0       0       1\n", "q         py        fake well          go        1       0       0\n")
}

func TestCompareReportsTheBaseline(t *testing.T) {
	d, printed := differences(t, comparison([]string{"{}", "no idea", "bad"}, behaving(t, "go", "well")))
	wantDifferences(t, d, printed, Counts{Passed: 2, Failed: 1}, "FAIL the baseline has no answer: 1\n", "the oracle is at odds with itself")
}

func TestCompareShowsTheShortestAndCounts(t *testing.T) {
	var f findings
	for i := range 13 {
		what := "does this " + string(rune('a'+i))
		f.add(what, finding{probe: Probe{Text: []byte("longer " + what)}, detail: "d"})
		f.add(what, finding{probe: Probe{Text: []byte(what)}, detail: "d"})
		f.add(what, finding{probe: Probe{Text: []byte("too long " + what)}, detail: "d"})
	}
	var b strings.Builder
	f.print(&b, "FAIL go")
	if got := strings.Count(b.String(), "request:"); got != 10 {
		t.Errorf("%d are shown whole", got)
	}
	if got := strings.Count(b.String(), ": 3\n"); got != 13 {
		t.Errorf("%d are counted", got)
	}
	if strings.Contains(b.String(), "long") {
		t.Errorf("not the shortest:\n%s", b.String())
	}
}

func TestProbeRequest(t *testing.T) {
	for _, c := range []struct {
		p    Probe
		want string
	}{
		{Probe{Protocol: "p", Type: "T", Text: []byte("é")}, `{"seq":0,"op":"check","protocol":"p","type":"T","text":"é"}`},
		{Probe{Protocol: "p", Text: []byte("a"), Bytes: true}, `{"seq":0,"op":"check","protocol":"p","base64":"YQ=="}`},
		{Probe{Protocol: "p", Text: []byte("\xff")}, `{"seq":0,"op":"check","protocol":"p","base64":"/w=="}`},
		{Probe{Protocol: "p", Limits: Limits{MaxDepth: 1, MaxIssues: 2}}, `{"seq":0,"op":"check","protocol":"p","text":"","params":{"max_depth":1,"max_issues":2}}`},
		{Probe{Protocol: "p", Limits: Limits{MaxBytes: 3}, Now: "2026-04-16T12:00:00Z", Own: map[string]any{"age": "5m"}},
			`{"seq":0,"op":"check","protocol":"p","text":"","now":"2026-04-16T12:00:00Z","params":{"age":"5m","max_bytes":3}}`},
		{Probe{Protocol: "p", Limits: Limits{MaxBytes: 3}}, `{"seq":0,"op":"check","protocol":"p","text":"","params":{"max_bytes":3}}`},
	} {
		if got := jsontext.Of(c.p.request()); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestFindingIsAFixture(t *testing.T) {
	output := "{}"
	for _, c := range []struct {
		f    finding
		want string
	}{
		{finding{probe: Probe{Protocol: "p", Type: "T", Text: []byte("<{}>"), Bytes: true, Limits: Limits{MaxBytes: 1}}, want: Answer{Output: &output}, got: answer{Issues: &[]Issue{}}},
			"    sent as base64\n    fixture:  " + `{"expect":{"issues":[],"output":"{}","valid":true},"op":"check","params":{"max_bytes":1},"protocol":"p","text":"<{}>","type":"T"}` + "\n    answered: " + `{"issues":[]}` + "\n"},
		{finding{probe: Probe{Protocol: "p", Text: []byte("\xff")}, want: Answer{Issues: []Issue{{"json", "", "must", "m"}}}, got: answer{Issues: &[]Issue{}, Output: &output}},
			"    fixture:  " + `{"base64":"/w==","expect":{"issues":[{"rule":"json","path":"","level":"must","message":"m"}],"valid":false},"op":"check","protocol":"p"}` + "\n    answered: " + `{"issues":[],"output":"{}"}` + "\n"},
	} {
		var b strings.Builder
		c.f.print(&b)
		if b.String() != c.want {
			t.Errorf("got\n%swant\n%s", b.String(), c.want)
		}
	}
}

func TestCompareRefusesAndEnds(t *testing.T) {
	if _, err := Compare(t.Context(), comparison(oddTexts)); err == nil {
		t.Error("no executor: no error")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Compare(ctx, comparison(oddTexts, behaving(t, "go", "hangs"))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
