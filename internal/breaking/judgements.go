package breaking

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
)

// Bounds of the mutants that are judged to find other issues, and of the bytes of any messages that are.
const (
	mostJudged      = 2_000
	mostJudgedBytes = 4 << 20
)

// judgements compares the issues of both versions for messages that they agree on. Signatures show whether there can be a difference, and a search looks for
// it. A type with another finding is left out, because other verdicts come with other issues.
func (c *comparison) judgements(old, new *ir.Type) {
	if !c.chosen(Issues) && !c.chosen(Bytes) || unstable(old, nil) || slices.ContainsFunc(c.findings, func(f Finding) bool { return f.Type == old.Name }) {
		return
	}
	sideBySide(func() { c.old.messages(old) }, func() { c.new.messages(new) })
	texts := slices.Concat(c.old.messages(old), c.new.messages(new))
	texts = append(texts, constantsOf(otherRules(old, new), c.old.messages(old), nil)...)
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	found := map[Category]bool{}
	may := c.mayDiffer(old, new)
	most := mostJudgedBytes
	if len(may) == 0 {
		most /= 16 // nothing suggests a difference
	}
	c.judge(old, new, slices.Values(slices.Compact(texts)), len(texts), most, found)
	if len(may) > 0 && c.otherVerdicts(old, new) {
		may = nil // the signatures differ for messages with two verdicts, which this run does not look for
	}
	if missing := slices.ContainsFunc(may, func(g Finding) bool { return !found[g.Category] }); missing {
		c.judge(old, new, reversedToo(newSearch(c.old, c.new, old, new, gap{}).mutants()), mostJudged, mostJudgedBytes, found)
	}
	for _, g := range may {
		if !found[g.Category] && c.chosen(g.Category) {
			c.findings = append(c.findings, g)
		}
	}
}

// otherVerdicts reports whether the versions may have two verdicts on a message, of any sender.
func (c *comparison) otherVerdicts(old, new *ir.Type) bool {
	params := changedParams(c.old.Protocol, c.new.Protocol)
	differ := func(sender *side, sends, takes *ir.Type) bool {
		proof := &containment{assumed: map[[2]any]bool{}, params: params, schemas: c.schemas[sender]}
		proof.declared(sends, takes)
		return len(proof.gaps) > 0
	}
	return differ(c.old, old, new) || differ(c.new, new, old)
}

// reversedToo adds each object with its members in the opposite order: members that nothing declares are written as they came.
func reversedToo(texts iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text := range texts {
			if !yield(text) {
				return
			}
			tree, err := read(text)
			members, is := tree.(map[string]any)
			if err != nil || !is || len(members) < 2 {
				continue
			}
			names := sorted(members)
			slices.Reverse(names)
			var parts []string
			for _, name := range names {
				parts = append(parts, jsontext.Of(name)+":"+jsontext.Of(members[name]))
			}
			if !yield("{" + strings.Join(parts, ",") + "}") {
				return
			}
		}
	}
}

// mayDiffer are the findings that signatures suspect, for the case that no message shows them.
func (c *comparison) mayDiffer(old, new *ir.Type) (list []Finding) {
	before := func(t *ir.Type) bool { return typeLike(c.new.Protocol, t) != nil }
	after := func(t *ir.Type) bool { return typeLike(c.old.Protocol, t) != nil }
	add := func(category Category, rule, about string) {
		list = append(list, Finding{Category: category, Rule: rule, Protocol: old.Protocol, Type: old.Name, About: about, Old: old.Pos, New: new.Pos, Unknown: true})
	}
	skip := func(path []string) bool { return unstable(old, path) }
	if issuesOf(old, before, skip, c.schemas[c.old].sends) != issuesOf(new, after, skip, c.schemas[c.old].takes) || rulesReadOthers(old, new) {
		add(Issues, "issues", "the issues may be others: failures of the type have another rule, level or place")
	}
	if layoutOf(old, before, skip) != layoutOf(new, after, skip) {
		add(Bytes, "output", "the message may be written in another way: its members are in another order")
	}
	return list
}

// rulesReadOthers reports whether rules of one text are not the same, because members or catalogs that they read are not.
func rulesReadOthers(old, new *ir.Type) bool {
	return slices.ContainsFunc(old.Rules, func(a *ir.Rule) bool {
		return slices.ContainsFunc(new.Rules, func(b *ir.Rule) bool { return a.ID == b.ID && a.Text == b.Text && !sameRule(a, b) })
	})
}

// judge reports the first message of each category in which the versions differ. It stops after a number of messages, or of their bytes.
func (c *comparison) judge(old, new *ir.Type, texts iter.Seq[string], most, mostBytes int, found map[Category]bool) {
	for text := range texts {
		if most, mostBytes = most-1, mostBytes-len(text); most < 0 || mostBytes < 0 {
			return
		}
		before, after, both := c.judged(old, new, text)
		if !both || before.Valid != after.Valid {
			continue
		}
		before.Issues, after.Issues = stableIssues(old, before.Issues), stableIssues(old, after.Issues)
		category, rule, about := differing(before, after)
		if category == "" || found[category] || !c.chosen(category) {
			continue
		}
		found[category] = true
		c.findings = append(c.findings, Finding{Category: category, Rule: rule, Protocol: old.Protocol, Type: old.Name, About: about, Old: old.Pos, New: new.Pos, Witness: text})
	}
}

// judged are the results of both versions, which judge side by side.
func (c *comparison) judged(old, new *ir.Type, text string) (before, after reference.Result, both bool) {
	var err1, err2 error
	sideBySide(
		func() { before, err1 = c.old.judge.Judge(old, []byte(text), reference.Options{}) },
		func() { after, err2 = c.new.judge.Judge(new, []byte(text), reference.Options{}) },
	)
	return before, after, err1 == nil && err2 == nil
}

// differing compares two judgements with one verdict.
func differing(before, after reference.Result) (category Category, rule, about string) {
	a, b := issues(before), issues(after)
	if !slices.Equal(a, b) {
		return Issues, "issues", fmt.Sprintf("the issues are %s, and were %s", listed(b), listed(a))
	}
	if before.Valid && !bytes.Equal(before.Output, after.Output) {
		return Bytes, "output", "the message is written in another way"
	}
	return "", "", ""
}

func issues(t reference.Result) []string {
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
