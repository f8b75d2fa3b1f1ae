package witnesses_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	. "github.com/envgen/envgen/conformance/witnesses"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

const (
	limitsPage = "docs/reference/schema-limits.md"
	limitsMark = "<!-- go test ./conformance/witnesses -run TestLimitsPage -update writes the rest of this page. -->\n"
)

// TestLimitsPage compares the tables of the page with the specs and the fixtures.
func TestLimitsPage(t *testing.T) {
	file := filepath.Join(needs.Root(t), filepath.FromSlash(limitsPage))
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, marked := strings.Cut(string(page), limitsMark)
	if !marked {
		t.Fatalf("%s has no %s", limitsPage, limitsMark)
	}
	tables := "\n## In the specs\n\n" + specTable(needs.Root(t)) + "\n## In the fixtures\n\n" + fixtureTable(t)
	switch {
	case rest == tables:
	case !*update:
		t.Errorf("%s is not current; go test ./conformance/witnesses -run TestLimitsPage -update writes it", limitsPage)
	default:
		if err := os.WriteFile(file, []byte(head+limitsMark+tables), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// table has a row for each subject, and a column for each protocol.
func table(subject string, rows []string, cell func(row string, p *ir.Protocol) string) string {
	var b strings.Builder
	b.WriteString("| " + subject)
	for _, p := range protocols() {
		b.WriteString(" | " + p.Name)
	}
	b.WriteString(" |\n|---" + strings.Repeat("|---", len(protocols())) + "|\n")
	for _, row := range rows {
		b.WriteString("| " + row)
		for _, p := range protocols() {
			b.WriteString(" | " + cell(row, p))
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// specTable counts the parts of the specs that the bundles do not contain, or that validators read differently.
func specTable(root string) string {
	count := func(n int) string { return fmt.Sprint(n) }
	rows := []struct {
		name string
		cell func(*ir.Protocol) string
	}{
		{"rules, level must", func(p *ir.Protocol) string { return count(rulesOf(p, "must")) }},
		{"rules, level should", func(p *ir.Protocol) string { return count(rulesOf(p, "should")) }},
		{"parameters", func(p *ir.Protocol) string { return count(len(p.Params)) }},
		{"policies of accepted versions", func(p *ir.Protocol) string {
			if p.Accepts != nil {
				return "1"
			}
			return "0"
		}},
		{"conversations: order of messages", func(p *ir.Protocol) string { return count(len(p.Conversations)) }},
		{"unique ids in conversations", func(p *ir.Protocol) string {
			n := 0
			for _, c := range p.Conversations {
				n += len(c.Unique)
			}
			return count(n)
		}},
		{"builders", func(p *ir.Protocol) string { return count(len(p.Builders)) }},
		{"dispatches", func(p *ir.Protocol) string { return count(len(p.Dispatches)) }},
		{"patterns", func(p *ir.Protocol) string { return count(len(keywordIn(root, "pattern", p))) }},
		{"patterns with another meaning in Python", func(p *ir.Protocol) string { return differing(keywordIn(root, "pattern", p)) }},
		{"formats, which a validator may ignore", func(p *ir.Protocol) string { return strings.Join(keywordIn(root, "format", p), ", ") }},
	}
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	return table("subject", names, func(row string, p *ir.Protocol) string {
		return rows[slices.Index(names, row)].cell(p)
	})
}

// protocols compiles the shipped specs once.
var protocols = sync.OnceValue(fixtures.Protocols)

// specRules are the ids of the rules of a protocol.
func specRules(protocol string) (ids []string) {
	for _, p := range protocols() {
		for _, t := range p.Types {
			for _, r := range t.Rules {
				if p.Name == protocol {
					ids = append(ids, r.ID)
				}
			}
		}
	}
	return ids
}

func rulesOf(p *ir.Protocol, level string) int {
	ids := map[string]bool{}
	for _, t := range p.Types {
		for _, r := range t.Rules {
			if r.Failure.Level.String() == level {
				ids[r.ID] = true
			}
		}
	}
	return len(ids)
}

// inPython matches the parts of patterns that mean more in Python: `$` also matches before a final line feed, and classes contain Unicode.
var inPython = regexp.MustCompile(`\$|\\[dDwWsSbB]`)

func differing(patterns []string) string {
	n := 0
	for _, p := range patterns {
		if inPython.MatchString(p) {
			n++
		}
	}
	return fmt.Sprint(n)
}

// keywordIn returns the different strings of a keyword in the bundle of a protocol.
func keywordIn(root, keyword string, p *ir.Protocol) []string {
	data, err := os.ReadFile(filepath.Join(root, "gen", "schema", p.Name+".schema.json"))
	if err != nil {
		panic(err) // Bundles has read it
	}
	found := map[string]bool{}
	for _, match := range regexp.MustCompile(`"`+keyword+`": "((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(string(data), -1) {
		found[match[1]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// fixtureTable counts the fixtures by the means that judge them.
func fixtureTable(t *testing.T) string {
	all, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	bundles, err := Bundles(needs.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]map[string]int{}
	for _, b := range bundles {
		counts[b.Protocol] = countFixtures(t, b, all)
	}
	rows := []string{validRow, keywordRow, textRow, versionRow, ruleRow, passedRow, foreignRow, orderRow, buildRow, otherRow, allRow}
	for _, count := range counts {
		for row := range maps.Keys(count) {
			if !slices.Contains(rows, row) {
				t.Errorf("the table has no row %q", row)
			}
		}
	}
	return table("fixtures", rows, func(row string, p *ir.Protocol) string { return fmt.Sprint(counts[p.Name][row]) })
}

const (
	validRow   = "valid: a schema accepts the message"
	keywordRow = "a keyword is violated: a schema refuses the message"
	textRow    = "the text is refused: duplicate names, encoding, depth, size, numbers"
	versionRow = "the version is refused"
	ruleRow    = "only rules are violated"
	passedRow  = "of the two rows above, accepted by the schema"
	foreignRow = "of a type that only the bindings have, or with a mistake in the call"
	orderRow   = "conversations and streams"
	buildRow   = "builders"
	otherRow   = "dispatches, refusals and digests"
	allRow     = "all"
)

func countFixtures(t *testing.T, b *Bundle, all []*conformance.Case) map[string]int {
	counts := map[string]int{}
	messages, _ := b.Fixtures(all)
	var beyond []Message
	for _, m := range messages {
		switch {
		case m.Valid():
			counts[validRow]++
		case m.Judged():
			counts[keywordRow]++
		case slices.Contains(m.Rules, "json"):
			counts[textRow]++
		case slices.Contains(m.Rules, "version"):
			counts[versionRow]++
			beyond = append(beyond, m)
		default:
			for _, rule := range m.Rules {
				if !slices.Contains(specRules(b.Protocol), rule) {
					t.Errorf("%s: %s is no rule of the spec, and no keyword", m.ID, rule)
				}
			}
			counts[ruleRow]++
			beyond = append(beyond, m)
		}
	}
	verdicts, err := inGo(t.Context(), needs.Root(t), beyond)
	if err != nil {
		t.Fatal(err)
	}
	for _, accepted := range verdicts {
		if accepted {
			counts[passedRow]++
		}
	}
	checked := 0
	for _, c := range all {
		if c.Protocol != b.Protocol {
			continue
		}
		counts[allRow]++
		switch c.Op {
		case "check":
			checked++
		case "converse", "stream":
			counts[orderRow]++
		case "build":
			counts[buildRow]++
		default:
			counts[otherRow]++
		}
	}
	counts[foreignRow] = checked - len(messages)
	return counts
}
