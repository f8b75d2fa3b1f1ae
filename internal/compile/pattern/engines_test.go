package pattern

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// matchTable runs the table of a pattern.
func matchTable(table *ir.Table, s string) bool {
	row := table.Rows[0]
	for _, r := range s {
		if row.Final {
			return true
		}
		start, found := slices.BinarySearch(table.Starts, r)
		if !found {
			start--
		}
		next := row.Next[table.Classes[start]]
		if next == ir.NoState {
			return false
		}
		row = table.Rows[next]
	}
	return row.Final || row.Accept
}

var tablesOf = map[*ir.Regexp][]*ir.Table{}

// tables returns the table of a pattern in each way in which it can be made.
func tables(re *ir.Regexp) []*ir.Table {
	list, made := tablesOf[re]
	if made {
		return list
	}
	if table := re.Table(); table != nil {
		list = append(list, table)
		if re.Walk != nil {
			list = append(list, (&ir.Regexp{Walk: re.Walk}).Table())
		}
	}
	tablesOf[re] = list
	return list
}

// local matches a pattern by everything that runs within Go.
func local(t *testing.T, re *ir.Regexp, s string) bool {
	t.Helper()
	if re.RE2 == "" { // TestLookAheads compares the automaton with Node.js
		return re.Match(s)
	}
	want, err := regexp.MatchString(re.RE2, s)
	if err != nil {
		t.Fatalf("%q: RE2 %q: %v", re.Source, re.RE2, err)
	}
	if len(re.DFA.States) == 0 && re.Walk == nil {
		t.Fatalf("%q has neither automaton nor walk", re.Source)
	}
	if len(re.DFA.States) > 0 && (&ir.Regexp{DFA: re.DFA}).Match(s) != want {
		t.Fatalf("%q on %q: RE2 says %v, the automaton does not", re.Source, s, want)
	}
	if re.Walk != nil && (&ir.Regexp{Walk: re.Walk}).Match(s) != want {
		t.Fatalf("%q on %q: RE2 says %v, the walk does not", re.Source, s, want)
	}
	for _, table := range tables(re) {
		if matchTable(table, s) != want {
			t.Fatalf("%q on %q: RE2 says %v, the table does not", re.Source, s, want)
		}
	}
	return want
}

// question is a pattern with inputs, for another engine.
type question struct {
	Pattern string   `json:"pattern"`
	Inputs  []string `json:"inputs"`
}

// answer contains one verdict for each input, or is null if the engine rejects the pattern.
type answer []bool

const nodeProgram = `
const questions = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(questions.map(({ pattern, inputs }) => {
  let re;
  try {
    re = new RegExp(pattern, "u");
    // Between slashes it must be the same pattern, if it is one of ours.
    if (!/[^ -~]|(^|[^\\])\//.test(pattern) && pattern !== "") re = eval("/" + pattern + "/u");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  return inputs.map((input) => re.test(input));
})));`

// Warnings are errors: a module that warns when it is imported is no good.
const pythonProgram = `
import json, re, sys, warnings
warnings.simplefilter("error")
def ask(question):
    compiled = re.compile(question["pattern"], re.ASCII)
    return [compiled.search(text) is not None for text in question["inputs"]]
print(json.dumps([ask(question) for question in json.loads(sys.stdin.buffer.read())]))`

// javaScriptEngine gives Node.js all questions at once.
func javaScriptEngine(t *testing.T, questions []question) []answer {
	t.Helper()
	return run(t, questions, "node", "-e", nodeProgram)
}

// pythonEngine gives Python all questions at once.
func pythonEngine(t *testing.T, questions []question) []answer {
	t.Helper()
	return run(t, questions, "python3", "-c", pythonProgram)
}

func run(t *testing.T, questions []question, name string, args ...string) []answer {
	t.Helper()
	input, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(needs.Program(t, name), args...)
	command.Stdin = bytes.NewReader(input)
	output, err := command.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			t.Fatalf("%s: %v\n%s", name, err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var answers []answer
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(questions) {
		t.Fatalf("%s answered %d of %d questions", name, len(answers), len(questions))
	}
	return answers
}

// translate translates a pattern that must be accepted.
func translate(t *testing.T, source string) *ir.Regexp {
	t.Helper()
	re, refused := Translate(source)
	if refused != nil {
		t.Fatalf("%q is refused at %d: %s", source, refused.Offset, refused.Message)
	}
	return re
}
