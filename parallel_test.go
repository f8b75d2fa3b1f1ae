package envgen_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestParallel lets tools/parallel run parts that go wrong in every way that could look like success. `make test` runs it
// before tools/test, because a runner that hides failures would hide this one, too.
func TestParallel(t *testing.T) {
	const good = "first() { part a true; part b echo fine; }\nsecond() { part c true; }\n"
	for _, c := range []struct {
		name, script string
		passes       bool
		prints       []string
	}{
		{"all is well", good, true, []string{"ok      b", "\nparts: 3 of 3 passed\n"}},
		{"a part fails", "first() { part a true; part b false; }\nsecond() { part c true; }\n", false, []string{"FAILED  b", "--- b ---", "parts: 2 of 3"}},
		{"the first command of a part fails", "first() { part a true; part b both; }\nboth() {\n\techo before\n\tfalse\n\ttrue\n}\nsecond() { part c true; }\n", false, []string{"--- b ---\nbefore\n"}},
		{"a command before a pipe fails", "first() { part a true; part b pipe; }\npipe() { false | cat; }\nsecond() { part c true; }\n", false, []string{"FAILED  b"}},
		{"a group is killed", "first() { part a true; kill -9 $BASHPID; part b true; }\nsecond() { part c true; }\n", false, []string{"the group first ended with status 137", "--- b: MISSING: it left no log", "parts: 2 of 3"}},
		{"a group is killed within a part", "first() { GROUP=$BASHPID; part a true; part b dies; }\ndies() { echo begun; kill -9 $GROUP; sleep 0.3; }\nsecond() { part c true; }\n", false,
			[]string{"the group first ended with status 137", "--- b: MISSING: it began and did not report ---\nbegun\n"}},
		{"a group exits", "first() { part a true; exit 0; part b true; }\nsecond() { part c true; }\n", false, []string{"--- b: MISSING"}},
		{"a part exits", "first() { part a true; part b true; }\nsecond() { part c exit 3; }\n", false, []string{"ok      b", "FAILED  c"}},
		{"a part is forgotten", "first() { part a true; }\nsecond() { part c true; }\n", false, []string{"--- b: MISSING"}},
		{"a part is not expected", "first() { part a true; part b true; part d true; }\nsecond() { part c true; }\n", false, []string{"--- d is no part that is expected", "parts: 3 of 3"}},
		{"a log is gone", good + "third() { sleep 1; rm $logs/a.log; }\n", false, []string{"--- a: MISSING: it left no log"}},
		{"no group", "", false, []string{"parts: 0 of 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, passed := parallel(t, c.script+"parts=(a b c)\nrun_parallel $(declare -F | grep -oE 'first|second|third')")
			if passed != c.passes {
				t.Errorf("it passes: %v\n%s", passed, out)
			}
			for _, text := range c.prints {
				if !strings.Contains(out, text) {
					t.Errorf("no %q in\n%s", text, out)
				}
			}
		})
	}
	if out, passed := parallel(t, "parts=()\nrun_parallel"); passed {
		t.Errorf("nothing passes\n%s", out)
	}
}

// TestRan counts the tests in the output of each runner.
func TestRan(t *testing.T) {
	for _, c := range []struct {
		kind, output string
		passes       bool
		prints       string
	}{
		{"go", "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \tp\t0.1s\n", true, "PASS\nok  \tp\t0.1s\n1 tests, 0 skipped\n"},
		{"go", "testing: warning: no tests to run\nPASS\nok  \tp\t0.1s [no tests to run]\n", false, "no test ran"},
		{"go", "?   \tp\t[no test files]\n", false, "no test ran"},
		{"go", "", false, "no test ran"},
		{"go", "=== RUN   TestA\n    a_test.go:5: no tsc here\n--- SKIP: TestA (0.00s)\nPASS\n", false, "1 of 1 tests skipped, and 0 may be"},
		{"go", "=== RUN   TestA\n=== RUN   TestA/b\n    a_test.go:5: not published: x\n    --- SKIP: TestA/b (0.00s)\nPASS\n", true, "2 tests, 1 skipped"},
		{"go", "=== RUN   TestA\n    a_test.go:5: not published: x\n--- SKIP: TestA (0.00s)\n=== RUN   TestB\n--- SKIP: TestB (0.00s)\nPASS\n", false, "2 of 2 tests skipped, and 1 may be"},
		{"node", "✔ a (1ms)\nℹ tests 1\nℹ pass 1\nℹ skipped 0\nℹ todo 0\n", true, "1 tests, 0 skipped\n"},
		{"node", "ℹ tests 0\nℹ pass 0\nℹ skipped 0\nℹ todo 0\n", false, "no test ran"},
		{"node", "Could not find 'build/ts'\n", false, "no test ran"},
		{"node", "﹣ a (1ms) # SKIP\nℹ tests 1\nℹ skipped 1\nℹ todo 0\n", false, "1 of 1 tests skipped"},
		{"node", "﹣ a (1ms) # not published: x\nℹ tests 2\nℹ skipped 1\nℹ todo 0\n", true, "2 tests, 1 skipped"},
		{"node", "ℹ tests 2\nℹ skipped 0\nℹ todo 1\n", false, "1 of 2 tests skipped"},
		{"python", "test_a (x.A.test_a)\nSays why. ... ok\n\nRan 1 test in 0.1s\n\nOK\n", true, "1 tests, 0 skipped\n"},
		{"python", "\nRan 0 tests in 0.000s\n\nOK\n", false, "no test ran"},
		{"python", "test_a (x.A.test_a) ... skipped 'no mypy'\n\nRan 1 test in 0.1s\n\nOK (skipped=1)\n", false, "1 of 1 tests skipped"},
		{"python", "test_a (x.A.test_a) ... skipped 'not published: x'\n\nRan 2 tests in 0.1s\n\nOK (skipped=1)\n", true, "2 tests, 1 skipped"},
		{"conformance", "agh x\n\n12 passed, 0 failed, 0 skipped\n", true, "12 tests, 0 skipped"},
		{"conformance", "0 passed, 0 failed, 0 skipped\n", false, "no test ran"},
		{"conformance", "12 passed, 0 failed, 3 skipped\n", false, "3 of 12 tests skipped"},
		{"ruby", "fine\n", false, "nobody counts"},
	} {
		out, passed := parallel(t, "printf %s "+quoted(c.output)+" | ran "+c.kind)
		if passed != c.passes || !strings.Contains(out, c.prints) {
			t.Errorf("%s: %q: passes: %v\n%s", c.kind, c.output, passed, out)
		}
	}
	if out, passed := parallel(t, "(echo '=== RUN   TestA'; exit 1) | ran go"); passed {
		t.Errorf("a runner that fails passes\n%s", out)
	}
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// parallel runs a script that has tools/parallel at hand.
func parallel(t *testing.T, script string) (out string, passed bool) {
	t.Helper()
	file, err := filepath.Abs("tools/parallel")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", ". "+quoted(file)+"\nlogs=logs\n"+script)
	cmd.Dir = t.TempDir()
	data, err := cmd.CombinedOutput()
	return string(data), err == nil
}
