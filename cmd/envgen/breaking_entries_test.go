package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// excepting is a project with exceptions.
func excepting(options string, exceptions ...string) string {
	text := demoProject + "breaking:\n" + options + "  exceptions:\n"
	for _, e := range exceptions {
		text += "    - {" + e + "}\n"
	}
	return text
}

const (
	ours     = `rule: read-length, place: demo.T, reason: no one sends three, until: "2027-01-31"`
	elsewise = `rule: write-length, place: demo.T, reason: of another time, until: "2027-01-31"`
	before   = "2027-01-31T23:59:59Z"
	after    = "2027-02-01T00:00:00Z"
)

// TestExceptions accepts findings up to the end of a day, and reports exceptions that are of no use.
func TestExceptions(t *testing.T) {
	committed(t, map[string]string{"envgen.yaml": demoProject, "demo.yaml": demoBefore})
	put(t, "demo.yaml", demoAfter)
	against := func(now string, more ...string) result {
		t.Helper()
		return envgen(t, "", append([]string{"breaking", "--against", "HEAD", "--now", now}, more...)...)
	}
	put(t, "envgen.yaml", excepting("", ours))
	against(before).want(t, 0, "no breaking changes\n", "1 finding is excepted by the project\n")
	against("2027-02-01T00:30:00+01:00").want(t, 0)
	against(after).want(t, 1, "demo.yaml:5:3: error[read-length]", "envgen.yaml:6:7: error[exception-expired]: the exception for read-length at demo.T ended on 2027-01-31\n 6 |     - {rule", "= help: remove the exception and answer the finding, or state a new reason and a later day")
	put(t, "envgen.yaml", excepting("", ours, elsewise))
	const unused = "envgen.yaml:7:7: error[exception-unused]: no finding is write-length at demo.T\n"
	against(before).want(t, 1, "= help: remove the exception\n")
	against(before).want(t, 1, unused)
	against(before, "demo.yaml").want(t, 1, unused)
	against(before, "--category", "READ").want(t, 0) // the other category was not looked for
	put(t, "other.yaml", strings.Replace(demoBefore, "demo", "other", 1))
	against(before, "other.yaml").want(t, 0) // the other spec was not compared
	if r := against(before); strings.Contains(r.out, "error[read-length]") {
		t.Errorf("an excepted finding is printed:\n%s", r.out)
	}
	// The place and the rule are exact.
	put(t, "envgen.yaml", excepting("", strings.Replace(ours, "demo.T", "demo.T/a", 1)))
	against(before).want(t, 1, "error[read-length]", "error[exception-unused]: no finding is read-length at demo.T/a", "= help: did you mean `demo.T`?")
	put(t, "envgen.yaml", excepting("", strings.Replace(ours, "demo.T", "demo", 1)))
	against(before).want(t, 1, "error[read-length]", "error[exception-unused]")
	put(t, "envgen.yaml", excepting("", strings.Replace(ours, `, until: "2027-01-31"`, "", 1)))
	against(before).want(t, 1, "the exception has no `until`", `= help: add the last day of the exception, such as `+"`until: \"2027-01-31\"`")
}

// TestBreakingSection reads the options of the project. Flags come first.
func TestBreakingSection(t *testing.T) {
	committed(t, map[string]string{"envgen.yaml": demoProject, "sub/x": "", "demo.yaml": demoBefore})
	put(t, "envgen.yaml", excepting("  against: HEAD\n  categories: [WRITE]\n", elsewise))
	put(t, "demo.yaml", demoAfter)
	envgen(t, "", "breaking", "--now", before).want(t, 1, "exception-unused")
	envgen(t, "", "breaking", "--now", before, "--category", "READ").want(t, 1, "read-length")
	// Against another version than the project's, an exception may have no finding.
	gitIn(t, "branch", "other")
	envgen(t, "", "breaking", "--now", before, "--against", "other").want(t, 0)
	envgen(t, "", "breaking", "--now", before, "--upgrade", "client").want(t, 0)
	envgen(t, "", "breaking", "--now", before, "--against", "HEAD").want(t, 1, "exception-unused")
	put(t, "old/demo.yaml", demoBefore)
	put(t, "envgen.yaml", demoProject+"breaking: {against: old, upgrade: client}\n")
	t.Chdir("sub")
	envgen(t, "", "breaking").want(t, 1, "../demo.yaml:5:3: error[read-length]", "../old/demo.yaml:5:3: note")
}

// TestExceptedFormats has excepted findings in the formats for machines, and exceptions in all formats.
func TestExceptedFormats(t *testing.T) {
	committed(t, map[string]string{"envgen.yaml": demoProject, "demo.yaml": demoBefore})
	put(t, "demo.yaml", demoAfter)
	put(t, "envgen.yaml", excepting("", ours, elsewise))
	in := func(format string) string {
		return envgen(t, "", "breaking", "--against", "HEAD", "--now", before, "--format", format).out
	}
	want := func(format string, texts ...string) {
		t.Helper()
		out := in(format)
		for _, text := range texts {
			if !strings.Contains(out, text) {
				t.Errorf("%s: %q is missing in\n%s", format, text, out)
			}
		}
	}
	want("json", `"severity":"excepted","code":"read-length"`, `"excepted":{"reason":"no one sends three","until":"2027-01-31"}}`+"\n",
		`{"file":"envgen.yaml","line":7,"column":7,"severity":"error","code":"exception-unused","message":"no finding is write-length at demo.T"}`+"\n")
	want("github", "::error file=envgen.yaml,line=7,col=7,title=exception-unused::no finding is write-length at demo.T\n")
	want("markdown", "- **exception-unused** at `envgen.yaml:7`: no finding is write-length at demo.T\n")
	for _, format := range []string{"github", "markdown"} {
		if out := in(format); strings.Contains(out, "read-length") {
			t.Errorf("%s has an excepted finding:\n%s", format, out)
		}
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID       string
				Suppressions []struct{ Kind, Justification string }
			}
		}
	}
	if err := json.Unmarshal([]byte(in("sarif")), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if len(results) != 2 || len(results[0].Suppressions) != 1 || results[0].Suppressions[0].Justification != "no one sends three" || len(results[1].Suppressions) != 0 {
		t.Errorf("the results are %+v", results)
	}
	known := map[string]bool{}
	for _, rule := range log.Runs[0].Tool.Driver.Rules {
		known[rule.ID] = true
	}
	for _, r := range results {
		if !known[r.RuleID] {
			t.Errorf("the log does not describe %s", r.RuleID)
		}
	}
}
