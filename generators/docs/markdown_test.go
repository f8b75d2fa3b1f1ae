package docs

import (
	"strings"
	"testing"
)

// A code span stays on its line and within its fence, for any content.
func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"a":                      "`a`",
		"":                       `""`,
		"a\nb\r\tc":              "`a\ufffdb\ufffd\ufffdc`",
		"a\u0085b\u2028c\u2029d": "`a\ufffdb\ufffdc\ufffdd`",
		"\x1b[31m\u009b\x00":     "`\ufffd[31m\ufffd\ufffd`",
		"a`b":                    "`` a`b ``",
		" a":                     "`  a `",
		`a\|b`:                   `<code>a&#92;&#124;b</code>`,
	} {
		if got := code(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestTablesWithLongRowsAreLists(t *testing.T) {
	long := strings.Repeat("x", maxRow)
	rows := table{header: []string{"A", "B", "C"}}
	rows.add("1", "", "2\n3")
	if got, want := rows.String(), "| A | B | C |\n|---|---|---|\n| 1 |  | 2 3 |"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	rows.add(long, "4", "")
	if got, want := rows.String(), "- 1\n  - C: 2 3\n- "+long+"\n  - B: 4"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestFolded(t *testing.T) {
	half := strings.Repeat("x", maxRow/2)
	for text, want := range map[string]string{
		half + ", " + half:                     half + ",\n" + half,
		"  - " + half + "; `" + half + "`":     "  - " + half + ";\n    `" + half + "`",
		half + ", - " + half:                   half + ", - " + half,
		"`" + half + ", x" + half + "`":        "`" + half + ", x" + half + "`",
		"| " + half + ", " + half + " |":       "| " + half + ", " + half + " |",
		"a\n" + half + ", " + half:             "a\n" + half + ",\n" + half,
		"```\n" + half + ", " + half + "\n```": "```\n" + half + ", " + half + "\n```",
	} {
		if got := folded(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two? Three":      "One.\n  Two?\n  Three",
		"One of 1.5 or e.g. a": "One of 1.5 or e.g. a",
		"A `x. Y` and. `One`":  "A `x. Y` and.\n  `One`",
	} {
		if got := sentences(text, "  "); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
