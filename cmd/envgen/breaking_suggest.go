package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/docs"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// step is how far a version moves.
type step int

const (
	noStep step = iota
	patchStep
	minorStep
	majorStep
)

func (s step) String() string { return []string{"no", "patch", "minor", "major"}[s] }

// asked is the step that changes require: major for a finding, minor for another change that users see, and patch for other text.
func asked(v specVersions, findings int) step {
	switch {
	case findings > 0:
		return majorStep
	case v.same:
		return noStep
	case len(docs.Changes(v.old, v.new, func(*ir.Type) string { return "" })) > 0:
		return minorStep
	}
	return patchStep
}

// semantic is a version of one to three numbers. One with fewer has no place for the smaller steps, so these need no other version.
type semantic struct {
	numbers []int
	early   bool // before a release: 2.0.0-rc.1
}

var semanticText = regexp.MustCompile(`^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)?$`)

func semanticOf(text string) (v semantic, is bool) {
	m := semanticText.FindStringSubmatch(text)
	if m == nil {
		return v, false
	}
	for _, digits := range m[1:4] {
		if digits != "" {
			n, _ := strconv.Atoi(digits) // at most 9 digits
			v.numbers = append(v.numbers, n)
		}
	}
	v.early = m[4] != ""
	return v, true
}

func (v semantic) at(i int) int {
	if i < len(v.numbers) {
		return v.numbers[i]
	}
	return 0
}

// effective is the step that a version can express. Before 1.0.0, a minor version may break and a patch may add.
func (v semantic) effective(s step) step {
	if v.at(0) == 0 && len(v.numbers) > 1 && s > patchStep {
		s--
	}
	if int(majorStep-s) >= len(v.numbers) {
		return noStep
	}
	return s
}

// next is the version after a step.
func (v semantic) next(s step) string {
	numbers := append([]int(nil), v.numbers...)
	if s != noStep && !v.early {
		numbers[majorStep-s]++
		for i := int(majorStep-s) + 1; i < len(numbers); i++ {
			numbers[i] = 0
		}
	}
	var parts []string
	for _, n := range numbers {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, ".")
}

// taken is the step from an older version. A version before a release promises nothing, so each later one is a large step.
func (v semantic) taken(old semantic) step {
	for i, s := range []step{majorStep, minorStep, patchStep} {
		if v.at(i) != old.at(i) {
			if v.at(i) < old.at(i) {
				return noStep
			}
			return s
		}
	}
	if old.early {
		return majorStep
	}
	return noStep
}

// suggest checks the version of a spec against its changes. The entry is nil if the step is large enough or the versions are not semantic; settled
// reports whether they are.
func (r *breakingRun) suggest(l *loader, v specVersions, findings int) (text string, settled bool, tooSmall *entry) {
	name, want := v.new.Name, asked(v, findings)
	old, oldIs := semanticOf(v.old.Version)
	new, newIs := semanticOf(v.new.Version)
	if !oldIs || !newIs {
		return fmt.Sprintf("%s: the changes ask for a %s version; %q is no semantic version", name, want, v.new.Version), false, nil
	}
	if want == noStep {
		return name + ": nothing has changed, so the version may stay " + v.new.Version, true, nil
	}
	effective := old.effective(want)
	next := old.next(effective)
	text = fmt.Sprintf("%s: the changes ask for a %s version, %s after %s", name, want, next, v.old.Version)
	if effective != want && effective != noStep {
		text += fmt.Sprintf(" (before 1.0.0, a %s version is enough)", effective)
	}
	if new.taken(old) >= effective {
		return text, true, nil
	}
	place := versionPlace(l, v.old, r.older.shown)
	message := fmt.Sprintf("%s: the version %s is too small a step from %s; write at least %s", name, v.new.Version, v.old.Version, next)
	if v.new.Version == v.old.Version {
		message = fmt.Sprintf("%s: the version is still %s; write at least %s", name, v.old.Version, next)
	}
	return text, true, &entry{code: "version-step", message: message,
		new: versionPlace(l, v.new, func(file string) string { return file }), old: place}
}

// versionPlace is where a spec states its version.
func versionPlace(l *loader, p *ir.Protocol, shown func(string) string) diag.Pos {
	if len(p.Types) == 0 {
		return diag.Pos{}
	}
	file := shown(p.Types[0].Pos.File)
	for i, line := range bytes.Split(l.Source(file), []byte("\n")) {
		if bytes.HasPrefix(line, []byte("version:")) {
			return diag.Pos{File: file, Line: i + 1, Column: 1}
		}
	}
	return diag.Pos{File: file, Line: 1, Column: 1}
}

// suggestions returns a line for each spec. fine reports whether the versions allow all changes. Excepted findings require no step.
func (r *breakingRun) suggestions(l *loader, entries []entry) (lines []string, fine bool) {
	findings := map[string]int{}
	fine = true
	for i, e := range entries {
		switch {
		case e.excepted != nil:
		case i >= r.ofSpecs || e.found.Rule == "spec":
			fine = false // about committed output or an exception, or a spec that is gone
		default:
			findings[e.found.Protocol]++
		}
	}
	for _, v := range r.pairs {
		of := findings[v.new.Name]
		for _, q := range v.new.Imports {
			of += findings[q.Name]
		}
		text, settled, tooSmall := r.suggest(l, v, of)
		lines = append(lines, text)
		if tooSmall != nil {
			r.steps = append(r.steps, *tooSmall)
		}
		fine = fine && tooSmall == nil && (settled || of == 0)
	}
	return lines, fine
}

// writeAdvice writes to standard output beside findings as text. Other formats have no place for it.
func writeAdvice(s command.Streams, format string, lines []string) error {
	to := s.Err
	if format == "text" {
		to = s.Out
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(to, line); err != nil {
			return err
		}
	}
	return nil
}
