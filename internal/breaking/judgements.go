package breaking

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// judgements compares what both versions say of messages that they agree on. It searches only: no proof shows that there is none.
// A type with another finding is left out, because other verdicts come with other issues.
func (c *comparison) judgements(old, new *ir.Type) {
	if unstable(old, nil) || slices.ContainsFunc(c.findings, func(f Finding) bool { return f.Type == old.Name }) {
		return
	}
	texts := slices.Concat(c.old.messages(old), c.new.messages(new))
	texts = append(texts, constantsOf(otherRules(old, new), c.old.messages(old), nil)...)
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	found := map[Category]bool{}
	for _, text := range slices.Compact(texts) {
		before, err1 := c.old.judge.Trace(old, []byte(text), reference.Options{})
		after, err2 := c.new.judge.Trace(new, []byte(text), reference.Options{})
		if err1 != nil || err2 != nil || before.Valid != after.Valid {
			continue
		}
		before.Issues, after.Issues = stableIssues(old, before.Issues), stableIssues(old, after.Issues)
		category, rule, about := differing(before, after)
		if category == "" || found[category] || c.options.Categories != nil && !slices.Contains(c.options.Categories, category) {
			continue
		}
		found[category] = true
		c.findings = append(c.findings, Finding{Category: category, Rule: rule, Protocol: old.Protocol, Type: old.Name, About: about, Old: old.Pos, New: new.Pos, Witness: text})
	}
}

// differing compares two judgements with one verdict.
func differing(before, after reference.Trace) (category Category, rule, about string) {
	a, b := issues(before), issues(after)
	if !slices.Equal(a, b) {
		return Issues, "issues", fmt.Sprintf("the issues are %s, and were %s", listed(b), listed(a))
	}
	if before.Valid && !bytes.Equal(before.Output, after.Output) {
		return Bytes, "output", "the message is written in another way"
	}
	return "", "", ""
}

func issues(t reference.Trace) []string {
	var list []string
	for _, i := range t.Issues {
		list = append(list, fmt.Sprintf("%s %s at %q", i.Level, i.Rule, i.Path))
	}
	return list
}

func listed(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	if len(all) > 3 {
		return fmt.Sprintf("%s and %d more", all[0], len(all)-1)
	}
	text := all[0]
	for _, one := range all[1:] {
		text += ", " + one
	}
	return text
}
