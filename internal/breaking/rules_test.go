package breaking_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/breaking/rules"
)

// TestRows compares the pair of each rule, which has to break the rule in its first category, and in the other one when the versions are exchanged.
func TestRows(t *testing.T) {
	for _, r := range rules.All {
		if r.Old == "" {
			continue // the command has the test
		}
		head := header
		if r.Categories[0] == string(breaking.Order) {
			head += rules.Messages + "\n"
		}
		old, new := protocol(t, "old", []byte(head+r.Old+"\n")), protocol(t, "new", []byte(head+r.New+"\n"))
		for _, category := range r.Categories {
			if category == string(breaking.Write) {
				old, new = new, old
			}
			found := compare(t, old, new)
			at := slices.IndexFunc(found, func(f breaking.Finding) bool { return f.Code() == rules.Code(category, r.Name) })
			if at < 0 {
				t.Errorf("%s-%s: the pair has the findings\n%s", category, r.Name, lines(found))
			} else if found[at].Unknown && r.Name != "conversation" {
				t.Errorf("%s-%s: no message shows it", category, r.Name)
			}
		}
	}
}

// TestRulesHaveRows reads the names of rules in the sources: the second argument of gap, the second result of differing, and the fields Rule and rule.
func TestRulesHaveRows(t *testing.T) {
	known := map[string]bool{}
	for _, r := range rules.All {
		if !strings.HasPrefix(r.Categories[0], "SOURCE.") { // those are in package source
			known[r.Name] = true
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	name := func(e ast.Expr, at token.Position) {
		if l, is := e.(*ast.BasicLit); is && l.Kind == token.STRING {
			text, _ := strconv.Unquote(l.Value)
			used[text] = true
			if text != "" && !known[text] {
				t.Errorf("%s: the rule %s has no row in internal/breaking/rules", at, text)
			}
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, is := n.Fun.(*ast.SelectorExpr); is && f.Sel.Name == "gap" && len(n.Args) > 1 {
					argument := n.Args[1] // of a proof of containment; proofs of order have the rule first
					if l, is := n.Args[0].(*ast.BasicLit); is && l.Kind == token.STRING {
						argument = n.Args[0]
					}
					name(argument, set.Position(n.Pos()))
				}
			case *ast.KeyValueExpr:
				if k, is := n.Key.(*ast.Ident); is && (k.Name == "Rule" || k.Name == "rule") {
					name(n.Value, set.Position(n.Pos()))
				}
			case *ast.ReturnStmt:
				if len(n.Results) == 3 {
					name(n.Results[1], set.Position(n.Pos()))
				}
			}
			return true
		})
	}
	for rule := range known {
		if !used[rule] {
			t.Errorf("no source names the rule %s", rule)
		}
	}
}

// TestRowsOfPairs requires a row for each finding of the pairs.
func TestRowsOfPairs(t *testing.T) {
	data, err := os.ReadFile("testdata/pairs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if words := strings.Fields(line); len(words) > 2 && slices.Contains(rules.Categories, words[0]) && !rules.Known(words[0], words[1]) {
			t.Errorf("no row for %s-%s", words[0], words[1])
		}
	}
}

// TestCategories compares the two lists of categories.
func TestCategories(t *testing.T) {
	if got := fmt.Sprint(breaking.Categories()); got != fmt.Sprint(rules.Categories) {
		t.Errorf("%s, and the rules have %s", got, rules.Categories)
	}
}

const rulesPage = "../../docs/reference/breaking.md"

// TestRulesPage compares the table of the reference with the rules. With -update it writes the part of the page behind the mark.
func TestRulesPage(t *testing.T) {
	const mark = "<!-- go test ./internal/breaking -run TestRulesPage -update writes the rest of this page. -->\n"
	page, err := os.ReadFile(rulesPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, marked := strings.Cut(string(page), mark)
	if !marked {
		t.Fatalf("%s has no %s", rulesPage, mark)
	}
	var b strings.Builder
	b.WriteString("\n| rule | categories | meaning |\n|---|---|---|\n")
	for _, r := range rules.All {
		name := fmt.Sprintf("[`%s`](#%s)", r.Name, r.Name)
		if r.Old == "" {
			name = "`" + r.Name + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, strings.Join(r.Categories, ", "), r.Meaning)
	}
	fmt.Fprintf(&b, "\nThe conversations in the pairs of `ORDER` have these types:\n\n```yaml\n%s\n```\n", rules.Messages)
	for _, r := range rules.All {
		if r.Old == "" {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n```yaml\n# before\n%s\n# after\n%s\n```\n", r.Name, r.Old, r.New)
	}
	if *update {
		if err := os.WriteFile(rulesPage, []byte(head+mark+b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if rest != b.String() {
		t.Errorf("%s is not current; go test ./internal/breaking -run TestRulesPage -update writes it", rulesPage)
	}
}
