package link

import (
	"regexp"
	"slices"
	"strings"
)

// Marks in comments of support code limit lines to features:
//
//	code // only: secrets          the line is written if secrets are used
//	// only: secrets|stores {      so are the lines up to the closing mark
//	// }
//	// without secrets: code       the code is written if secrets are not used
//
// A mark in Python begins with #. A whole copy of support code has all features, and no marks.
var (
	onlyLine  = regexp.MustCompile(`^(.*\S)\s*(?://|#) only: ([\w|]+)$`)
	onlyBlock = regexp.MustCompile(`^\s*(?://|#) only: ([\w|]+) \{$`)
	endBlock  = regexp.MustCompile(`^\s*(?://|#) \}$`)
	without   = regexp.MustCompile(`^(\s*)(?://|#) without ([\w|]+): (.*)$`)
)

// Features are the features of support code that protocols use; nil contains all.
type Features []string

// All is in the list of all features.
const All = "all"

// Has reports whether one of the features, separated by |, is used.
func (f Features) Has(names string) bool {
	return f == nil || slices.Contains(f, All) || slices.ContainsFunc(strings.Split(names, "|"), func(name string) bool { return slices.Contains(f, name) })
}

// Select returns the lines of a support file for features.
func (f Features) Select(s string) string {
	if !strings.Contains(s, " only: ") && !strings.Contains(s, " without ") {
		return s
	}
	var b strings.Builder
	var blocks []bool
	for line := range strings.Lines(s) {
		bare := strings.TrimSuffix(line, "\n")
		skipped := slices.Contains(blocks, false)
		if !strings.ContainsAny(bare, "/#") { // no mark
			if !skipped {
				b.WriteString(line)
			}
			continue
		}
		if m := onlyBlock.FindStringSubmatch(bare); m != nil {
			blocks = append(blocks, f.Has(m[1]))
			continue
		}
		if endBlock.MatchString(bare) && len(blocks) > 0 {
			blocks = blocks[:len(blocks)-1]
			continue
		}
		if m := without.FindStringSubmatch(bare); m != nil {
			if !f.Has(m[2]) && !skipped {
				b.WriteString(m[1] + m[3] + "\n")
			}
			continue
		}
		if m := onlyLine.FindStringSubmatch(bare); m != nil {
			if skipped || !f.Has(m[2]) {
				continue
			}
			line = m[1] + "\n"
		}
		if !skipped {
			b.WriteString(line)
		}
	}
	return b.String()
}

// FeaturesOf returns the features in a list of needs, where each begins with a plus sign.
func FeaturesOf(needs []string) Features {
	f := Features{}
	for _, need := range needs {
		if name, ok := strings.CutPrefix(need, "+"); ok {
			f = append(f, name)
		}
	}
	return f
}

// Needs returns the needs for the features.
func (f Features) Needs() []string {
	list := make([]string, len(f))
	for i, name := range f {
		list[i] = "+" + name
	}
	return list
}

// Derived returns the needs for the features that follow from needs.
func Derived(needs []string) []string {
	if slices.ContainsFunc(needs, func(need string) bool { return strings.HasPrefix(need, "_patterns.py#") }) {
		return []string{"+patterns"}
	}
	return nil
}
