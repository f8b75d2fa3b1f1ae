package envgen_test

import (
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plainFolders are the folders whose comments and docstrings TestProseOfComments checks, without their subfolders. Add a folder once it
// is rewritten.
var plainFolders = []string{
	".", "accel/py", "accel/py/src", "accel/py/tests", "bench", "bench/go", "bench/py", "bench/ts", "cmd/envgen", "cmd/envgen-conformance", "conformance", "conformance/breaks", "conformance/checks", "conformance/derive",
	"conformance/drafts", "conformance/edges", "conformance/executors/go", "conformance/executors/py", "conformance/executors/reference",
	"conformance/executors/ts", "conformance/fixtures", "conformance/floods", "conformance/formats", "conformance/fuzz/py", "conformance/fuzz/ts",
	"conformance/mutants", "conformance/randomspecs", "conformance/testbed", "conformance/walks", "conformance/written", "examples/go", "examples/go/console",
	"examples/go/producers/count", "examples/go/producers/host", "examples/go/producers/notes", "examples/go/producers/peer",
	"examples/go/producers/tasks", "examples/python", "examples/typescript", "generators", "generators/docs",
	"generators/golang", "generators/golang/testdata", "generators/jsonschema", "generators/plan", "generators/print", "generators/python",
	"generators/python/testdata", "generators/python/usage", "generators/target", "generators/typescript", "internal/automata", "internal/breaking/source",
	"internal/metaschemas", "internal/acceptor", "internal/bulk", "internal/command", "internal/packages", "internal/packages/installs", "internal/version", "internal/breaking", "internal/breaking/rules",
	"generators/template", "conformance/consumer", "conformance/witnesses", "conformance/witnesses/others", "engines/arrow", "engines/arrow/envgen-arrow", "engines/beam", "engines/messages", "engines/py/src/envgen_bulk", "engines/py/tests", "bench/bulk", "cmd/envgen-packages",
	"internal/compile", "internal/compile/annotate", "internal/compile/builders", "internal/compile/conversations", "internal/compile/dispatches",
	"internal/compile/host", "internal/compile/numbers", "internal/compile/pattern", "internal/compile/rules", "internal/compile/wording",
	"internal/diag", "internal/examples", "internal/formats", "internal/importer", "internal/ir", "internal/naming", "internal/needs", "internal/normative", "internal/normative/count",
	"internal/oracle", "internal/output", "internal/project", "internal/publish", "internal/spdx", "internal/reference", "internal/regular", "internal/sorting", "generators/link", "internal/syntax", "spec", "templates/go", "templates/go/envelope",
	"templates/go/envelope/wire", "templates/py", "templates/py/tests", "templates/ts", "templates/ts/envelope", "templates/ts/tests",
}

// notPlain are files of these folders that are not rewritten yet. It is empty today.
var notPlain []string

// commentWords are the habits of forbidden that are wrong in every comment.
var commentWords = forbidden[:6]

// TestProseOfComments looks for forbidden words in the comments of Go, TypeScript, Python and C, and in the docstrings of Python.
func TestProseOfComments(t *testing.T) {
	checked := 0
	for _, folder := range plainFolders {
		for _, pattern := range []string{"*.go", "*.go.txt", "*.ts", "*.mjs", "*.py", "*.[ch]"} {
			files, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				file = filepath.ToSlash(file)
				if slices.Contains(notPlain, file) {
					continue
				}
				checked++
				for _, finding := range commentFindings(file, readPage(t, file)) {
					t.Error(finding)
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("only %d files are checked", checked)
	}
	for _, file := range notPlain {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the list of files names one that does not exist: %v", err)
		}
	}
}

// remark is a comment, or the part of one in a line.
type remark struct {
	line int
	text string
}

// commentFindings returns the forbidden words in the comments and docstrings of a file. Quoted text and the name of the declaration at
// the beginning of its comment are exempt.
func commentFindings(file, source string) []string {
	var findings []string
	lines := strings.Split(source, "\n")
	remarks := wholeLineComments(lines)
	switch path.Ext(file) {
	case ".go":
		remarks = goComments(source)
	case ".py":
		remarks = append(remarks, docstrings(lines)...)
		slices.SortStableFunc(remarks, func(a, b remark) int { return a.line - b.line })
	}
	for _, r := range remarks {
		text := quotedText.ReplaceAllString(strings.TrimSpace(r.text), "CODE")
		if name, rest, _ := strings.Cut(text, " "); declares(lines, r.line, name) {
			text = rest
		}
		for _, f := range commentWords {
			found := f.pattern.FindStringSubmatchIndex(text)
			if found == nil || isField(text, found[4]) {
				continue
			}
			findings = append(findings, fmt.Sprintf("%s:%d: %q: %s", file, r.line, text[found[4]:found[5]], f.advice))
		}
	}
	return findings
}

var (
	quotedText = regexp.MustCompile("``[^`]+``|`[^`]*`|\"[^\"]*\"|'[^'\\s]*'|“[^”]*”|«[^»]*»")
	marks      = regexp.MustCompile(`^\s*(?:/\*\*?|\*/|\*|//+|#+)(?:$|\s)(.*?)(?:\*/)?\s*$`)
)

// goComments returns the comments of a Go file, line by line.
func goComments(source string) []remark {
	var list []remark
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), nil, scanner.ScanComments)
	for {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			return list
		}
		if kind != token.COMMENT {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if m := marks.FindStringSubmatch(line); m != nil {
				list = append(list, remark{file.Line(pos) + i, m[1]})
			}
		}
	}
}

// wholeLineComments returns the lines of TypeScript and Python that contain nothing but a comment: a mark within a line may be part of a string.
func wholeLineComments(lines []string) []remark {
	var list []remark
	for i, line := range lines {
		if m := marks.FindStringSubmatch(line); m != nil {
			list = append(list, remark{i + 1, m[1]})
		}
	}
	return list
}

// docstrings returns the lines of Python's docstrings: triple-quoted strings that begin a statement. Other triple-quoted strings, such as
// those assigned to names, are skipped.
func docstrings(lines []string) []remark {
	const quotes = `"""`
	var list []remark
	inside, doc, before := false, false, ""
	for i, line := range lines {
		text := strings.TrimSpace(line)
		if !inside {
			if strings.HasPrefix(text, "#") {
				continue
			}
			rest, begins := strings.CutPrefix(strings.TrimPrefix(text, "r"), quotes)
			doc = begins && !continues.MatchString(before)
			if doc {
				text, inside = rest, true
			}
			before = cmp.Or(text, before)
		}
		if !doc {
			inside = inside != (strings.Count(line, quotes)%2 == 1)
			continue
		}
		text, _, closed := strings.Cut(text, quotes)
		list = append(list, remark{i + 1, text})
		if closed {
			inside, doc, before = false, false, quotes
		}
	}
	return list
}

// continues matches a line of Python whose statement goes on in the next line.
var continues = regexp.MustCompile(`[(\[{,=+\\]$`)

// isField reports whether the word at a position has a capital within its sentence, as names of Go's fields have.
func isField(text string, at int) bool {
	before := strings.TrimSpace(text[:at])
	return before != "" && !strings.ContainsAny(before[len(before)-1:], ".!?:") && text[at] >= 'A' && text[at] <= 'Z'
}

// declares reports whether the code below a comment declares a name.
func declares(lines []string, line int, name string) bool {
	for _, code := range lines[line:] {
		if marks.MatchString(code) {
			continue
		}
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).MatchString(code)
	}
	return false
}

// TestCommentFindings shows that each kind of comment is read, and the exemptions.
func TestCommentFindings(t *testing.T) {
	for name, test := range map[string]struct {
		file, source string
		want         []string
	}{
		"a comment":           {"a.go", "package a\n\n// It says so.\nvar x = 1\n", []string{`a.go:3: "says"`}},
		"behind code":         {"a.go", "package a\n\nvar x = 1 // what is left\n", []string{`a.go:3: "what"`}},
		"a block":             {"a.go", "package a\n\n/*\nIt knows.\n*/\nvar x = 1\n", nil},
		"a string":            {"a.go", "package a\n\nvar x = \"// what\"\n", nil},
		"the declared name":   {"a.go", "package a\n\n// want checks it.\nfunc want() {}\n", nil},
		"the name again":      {"a.go", "package a\n\n// want checks what it can.\nfunc want() {}\n", []string{`a.go:3: "what"`}},
		"a field":             {"a.go", "package a\n\n// Steps run before Holds. Whatever comes.\nvar x = 1\n", []string{`a.go:3: "Whatever"`}},
		"quoted":              {"a.go", "package a\n\n// It prints \"what\".\nvar x = 1\n", nil},
		"TypeScript":          {"a.ts", "/**\n * It holds a value.\n */\nlet x = 1; // what\n", []string{`a.ts:2: "holds"`}},
		"one line":            {"a.ts", "/** It stands here. */\n", []string{`a.ts:1: "stands"`}},
		"Python":              {"a.py", "# It asks.\nx = 1\n", []string{`a.py:1: "asks"`}},
		"a docstring":         {"a.py", "def f():\n    \"\"\"Return it.\n\n    It ``holds`` `what` it knows.\n    \"\"\"\n    says = 1\n", []string{`a.py:4: "knows"`}},
		"of one line":         {"a.py", "\"\"\"It holds.\"\"\"\nx = 'said'\n\"\"\"It stands.\"\"\"\n", []string{`a.py:1: "holds"`, `a.py:3: "stands"`}},
		"an assigned string":  {"a.py", "x = \"\"\"\nIt says so.\n\"\"\"\ny = 1\nwhat = 2\n", nil},
		"an argument":         {"a.py", "f(\n    \"\"\"\n    It says so.\n    \"\"\"\n)\n", nil},
		"a word in a word":    {"a.py", "# The threshold of unknown, withheld things.\n", nil},
		"a private attribute": {"a.ts", "  #known = 1;\n", nil},
	} {
		have := commentFindings(test.file, test.source)
		ok := len(have) == len(test.want)
		for i := 0; ok && i < len(have); i++ {
			ok = strings.HasPrefix(have[i], test.want[i])
		}
		if !ok {
			t.Errorf("%s: %q, want %q", name, have, test.want)
		}
	}
}
