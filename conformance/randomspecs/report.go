package randomspecs

import (
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Report is the result of a run.
type Report struct {
	Specs       int
	Refused     map[string][]*Spec // by the code of the first error
	Messages    int
	Walks       int            // of these, through conversations and streams
	Events      map[string]int // of walks, by the rule of an issue, or "" for all
	Builders    int            // in all
	Lacking     int            // of these, without a message that a draft can be made of
	Drafts      int            // calls of builders
	Built       int            // of these, with a message
	Answers     int            // of the executors
	Differences int
	Witnessed   int // messages that the witness has judged
	Valid       int // of these
	Findings    []Finding
	Known       map[*Open]int // how often each occurred
	Kept        []string      // folders
}

func (s *Spec) String() string { return fmt.Sprintf("seed %d, spec %d", s.Seed, s.Number) }

// legal are the specs that the compiler takes. A refusal is counted; a panic, or no answer within a minute, is a finding.
func (r *Report) legal(specs []*Spec) []*Spec {
	return slices.DeleteFunc(slices.Clone(specs), func(s *Spec) bool {
		done := make(chan string, 1)
		var code string
		go func() {
			defer func() {
				if p := recover(); p != nil {
					done <- fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
				}
			}()
			code = refusal(s)
			done <- ""
		}()
		var trouble string
		select {
		case trouble = <-done:
		case <-time.After(time.Minute):
			trouble = "no answer within a minute"
		}
		switch {
		case trouble != "":
			r.find(Finding{s, "envgen", trouble}, nil)
		case code != "":
			r.Refused[code] = append(r.Refused[code], s)
		default:
			return false
		}
		return true
	})
}

// refusal is the code of the first error about a spec, or "". It generates all bindings, for the sake of panics.
func refusal(s *Spec) string {
	p, diags := compile.Library{Read: s.read}.Source(s.Name+".yaml", s.YAML)
	if p != nil {
		diags = append(diags, generators.Check([]*ir.Protocol{p})...)
	}
	for _, d := range diags {
		if d.Severity == diag.Error {
			return string(d.Code)
		}
	}
	return ""
}

func (r *Report) find(f Finding, open []Open) {
	if !r.expects(f, open) {
		r.Findings = append(r.Findings, f)
	}
}

// expects reports whether a finding is known, and counts it.
func (r *Report) expects(f Finding, open []Open) bool {
	for i := range open {
		if o := &open[i]; o.matches(f) {
			if r.Known == nil {
				r.Known = map[*Open]int{}
			}
			r.Known[o]++
			return true
		}
	}
	return false
}

// refused is how many specs the compiler refused.
func (r *Report) refused() int {
	n := 0
	for _, list := range r.Refused {
		n += len(list)
	}
	return n
}

// maxRefused is the largest number of rejected specs in a hundred: most specs of a correct author compile.
const maxRefused = 10

// OK reports whether all is as it should be.
func (r *Report) OK() bool {
	return len(r.Findings) == 0 && r.refused()*100 <= maxRefused*r.Specs
}

// Print writes the findings and the counts.
func (r *Report) Print(w io.Writer) error {
	if err := r.PrintFindings(w, 0); err != nil {
		return err
	}
	return r.PrintCounts(w)
}

// PrintFindings writes the findings from a number on: a run takes hours, and its findings need not wait for its end.
func (r *Report) PrintFindings(w io.Writer, from int) error {
	var b strings.Builder
	for _, f := range r.Findings[from:] {
		who := "several specs"
		if f.Spec != nil {
			who = fmt.Sprintf("%s (--seed %d --only %d)", f.Spec, f.Spec.Seed, f.Spec.Number)
		}
		fmt.Fprintf(&b, "FAIL %s: %s\n%s\n\n", f.Tool, who, strings.TrimRight(f.Detail, "\n"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// PrintCounts writes the counts.
func (r *Report) PrintCounts(w io.Writer) error {
	var b strings.Builder
	for o, n := range sortedOpen(r.Known) {
		fmt.Fprintf(&b, "known, %d times: %s\n", n, o)
	}
	fmt.Fprintf(&b, "%d specs, of which %d are refused", r.Specs, r.refused())
	for _, code := range slices.Sorted(maps.Keys(r.Refused)) {
		fmt.Fprintf(&b, "; %s: %d, as %s", code, len(r.Refused[code]), r.Refused[code][0])
	}
	fmt.Fprintf(&b, "\n%d walks through conversations: %d events", r.Walks, r.Events[""])
	for _, rule := range slices.Sorted(maps.Keys(r.Events)) {
		if rule != "" {
			fmt.Fprintf(&b, "; %s: %d", rule, r.Events[rule])
		}
	}
	fmt.Fprintf(&b, "\n%d builders, %d of them without a message to begin with: %d drafts, of which %d are built", r.Builders, r.Lacking, r.Drafts, r.Built)
	fmt.Fprintf(&b, "\n%d messages, %d answers of executors, %d differences\n%d messages put to the witness, %d of them valid\n%d findings\n",
		r.Messages, r.Answers, r.Differences, r.Witnessed, r.Valid, len(r.Findings))
	for _, dir := range r.Kept {
		fmt.Fprintf(&b, "kept: %s\n", dir)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
