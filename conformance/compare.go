package conformance

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// compare returns the difference between an answer and the expectation, or "".
func (e Expect) compare(a answer) string {
	switch {
	case e.Error != "":
		return e.compareError(a)
	case a.Error != nil:
		return "error: " + *a.Error
	case e.Verdicts != nil:
		return e.compareVerdicts(a)
	case e.op == "digest":
		return e.compareDigest(a)
	}
	if a.Issues == nil {
		return "the answer has neither issues nor skipped nor error"
	}
	issues := *a.Issues
	if !slices.EqualFunc(e.Issues, issues, ExpectedIssue.matches) {
		return "expected issues:" + listed(e.Issues) + "\nanswered issues:" + listed(issues)
	}
	if e.op == "dispatch" || e.op == "refuse" {
		return e.compareAction(a)
	}
	switch {
	case *e.Valid && a.Output == nil:
		return "the value is valid, but the answer has no output"
	case !*e.Valid && a.Output != nil:
		return "the value is not valid, but the answer has an output: " + cut(*a.Output)
	case e.Output != nil && *e.Output != *a.Output:
		return "expected output: " + cut(*e.Output) + "\nanswered output: " + cut(*a.Output)
	case exitCode(e.Exit) != exitCode(a.Exit):
		return "expected " + exitCode(e.Exit) + ", answered: " + exitCode(a.Exit)
	}
	return ""
}

// compareAction is compare for dispatch and refuse, behind the issues.
func (e Expect) compareAction(a answer) string {
	switch {
	case foldedName(e.Case) != foldedName(text(a.Case)):
		return "expected the case " + e.Case + ", answered: " + text(a.Case)
	case !equalJSON(text(e.Output), text(a.Output)):
		return "expected output: " + cut(text(e.Output)) + "\nanswered output: " + cut(text(a.Output))
	}
	return ""
}

// equalJSON reports whether two texts are equal JSON values, or both empty: a refusal is a part of a message, which a program writes with
// the rest.
func equalJSON(a, b string) bool {
	var x, y any
	return a == b || json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// compareDigest is compare for digest.
func (e Expect) compareDigest(a answer) string {
	switch {
	case a.Verified == nil:
		return "the answer has neither verified nor skipped nor error"
	case *a.Verified != *e.Verified:
		return fmt.Sprintf("expected verified: %t", *e.Verified)
	}
	return ""
}

// text is a string that an answer may lack.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// foldedName is a name without the case and the separators in which languages differ.
func foldedName(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s))
}

func exitCode(code *int) string {
	if code == nil {
		return "no exit code"
	}
	return fmt.Sprintf("exit code %d", *code)
}

// compareVerdicts is compare for conversations.
func (e Expect) compareVerdicts(a answer) string {
	if a.Verdicts == nil {
		return "the answer has neither verdicts nor skipped nor error"
	}
	verdicts := *a.Verdicts
	if len(verdicts) != len(e.Verdicts) {
		return fmt.Sprintf("expected %d verdicts, answered: %d", len(e.Verdicts), len(verdicts))
	}
	for i, expected := range e.Verdicts {
		if !slices.EqualFunc(expected, verdicts[i], ExpectedIssue.matches) {
			return fmt.Sprintf("verdict %d: expected issues:%s\nanswered issues:%s", i, listed(expected), listed(verdicts[i]))
		}
	}
	return ""
}

// compareError distinguishes a refused call from a breakdown: the error of a refused call names the mistake, in the
// spelling of its language.
func (e Expect) compareError(a answer) string {
	switch {
	case a.Error == nil:
		return "expected an error about " + e.Error + ", but there is none"
	case !strings.Contains(foldedName(*a.Error), foldedName(e.Error)):
		return "expected an error about " + e.Error + ", answered: " + cut(*a.Error)
	}
	return ""
}

func (e ExpectedIssue) matches(i Issue) bool {
	return e.Rule == i.Rule && e.Path == i.Path && e.Level == i.Level && (e.Message == nil || *e.Message == i.Message)
}

// String shows the issue in reports.
func (e ExpectedIssue) String() string {
	s := fmt.Sprintf("%s %s at %q", e.Level, e.Rule, e.Path)
	if e.Message != nil {
		s += ": " + *e.Message
	}
	return s
}

// String shows the issue in reports.
func (i Issue) String() string {
	return fmt.Sprintf("%s %s at %q: %s", i.Level, i.Rule, i.Path, i.Message)
}

// listed writes one item a line, on lines of their own.
func listed[T fmt.Stringer](items []T) string {
	if len(items) == 0 {
		return " none"
	}
	var b strings.Builder
	for _, i := range items {
		b.WriteString("\n  " + cut(i.String()))
	}
	return b.String()
}

// disagreement returns the difference between two answers that both meet the expectation, or "".
func disagreement(a, b answer) string {
	if a.Error != nil || b.Error != nil {
		return "" // in the words of the languages
	}
	if a.Verdicts != nil && b.Verdicts != nil {
		for i, issues := range *a.Verdicts {
			if !equalIssues(issues, (*b.Verdicts)[i]) {
				return fmt.Sprintf("verdict %d: its issues:%s\nthe other's issues:%s", i, listed(issues), listed((*b.Verdicts)[i]))
			}
		}
		return ""
	}
	if a.Verified != nil {
		return "" // both are as expected
	}
	switch {
	case !equalIssues(*a.Issues, *b.Issues):
		return "its issues:" + listed(*a.Issues) + "\nthe other's issues:" + listed(*b.Issues)
	case text(a.Output) != text(b.Output):
		return "its output:         " + cut(*a.Output) + "\nthe other's output: " + cut(*b.Output)
	case exitCode(a.Exit) != exitCode(b.Exit):
		return "it has " + exitCode(a.Exit) + ", the other one " + exitCode(b.Exit)
	}
	return ""
}

func equalIssues(a, b []Issue) bool {
	return slices.EqualFunc(a, b, func(i, j Issue) bool {
		return i == j || i.Rule == "json" && j.Rule == "json" // the messages depend on the parser of the language
	})
}

// referenceName is the executor that the others are compared with, where it takes part.
const referenceName = "reference"

// compareAnswers fails every result that meets its expectation but differs from the reference's answer in messages or outputs.
// The expectation leaves these open. Without a reference, the first executor's answer replaces it.
func (r *Report) compareAnswers() {
	runs := slices.Clone(r.runs)
	slices.SortStableFunc(runs, func(a, b *run) int {
		return boolOrder(b.executor.Name == referenceName) - boolOrder(a.executor.Name == referenceName)
	})
	for i := range runs[0].results {
		var first *run
		for _, other := range runs {
			result := other.results[i]
			if result.outcome != passed {
				continue
			}
			if first == nil {
				first = other
				continue
			}
			if d := disagreement(result.answer, first.results[i].answer); d != "" {
				result.outcome, result.detail = failed, "differs from "+first.executor.Name+"\n"+d
			}
		}
	}
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareIdentities finds executors that are one and the same under two names.
func (r *Report) compareIdentities() {
	seen := map[string]string{}
	for _, run := range r.runs {
		self := run.identity.Executor
		if other, taken := seen[self]; taken && self != "" {
			r.problems = append(r.problems, fmt.Sprintf("%s and %s both run %s", other, run.executor.Name, self))
		}
		seen[self] = run.executor.Name
	}
}

// cut shortens text of a report. Comparisons use the whole text.
func cut(s string) string {
	const most = 2000
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return fmt.Sprintf("%s… (%d characters)", string(runes[:most]), len(runes))
}
