package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// counting is a talk whose steps are counted as a whole, and by id.
var counting = Conversation{
	Name: "counting",
	Tag:  []string{"kind"},
	Whole: Order{
		Letter:  kindOf("step", "note", "end"),
		States:  []State{{Next: []int16{1, 1, 2}, Cut: "must not end"}, {}},
		Numbers: []Numbering{{Letters: []int{0, 1}, At: []string{"n"}, Set: func(m Message, n int64) { m.(*counted).n = n }}},
		Checks:  []SequenceCheck{{Letters: []int{0, 1, 2}, Kind: CheckEach, Failure: Failure{Rule: "bad"}, Holds: func(_ *Reader, m []Message) bool { return !m[0].(*counted).bad }}},
	},
	Exchanges: []Exchange{{
		Ways: []Way{{Key: func(m Message) (Key, bool) { return TextKey(m.(*counted).id), m.(*counted).id != "" }, Letter: kindOf("step")}},
		Most: 10,
		Order: Order{
			States:  []State{{Next: []int16{1}}},
			Numbers: []Numbering{{Letters: []int{0}, At: []string{"own"}, Set: func(m Message, n int64) { m.(*counted).own = n }}},
		},
	}},
}

// counted is a message with numbers.
type counted struct {
	said
	n, own int64
	issues []Issue
	lacks  bool // a number, as long as that is 7
}

func (c *counted) Check(...Option) []Issue {
	if c.lacks && c.n == 7 {
		return []Issue{{Rule: "own", Path: "/n", Level: Must}}
	}
	return c.issues
}

func (c *counted) AppendJSON(b []byte, opts ...Option) ([]byte, error) {
	o := newOptions(opts)
	o.report(c.Check())
	return fmt.Appendf(b, "%s %d %d", c.kind, c.n, c.own), o.refusal(c.Check())
}

func TestLineWriter(t *testing.T) {
	for _, numbers := range []bool{true, false} {
		var out strings.Builder
		var reported []Issue
		w := NewLineWriter[*counted](&out, &counting, "", numbers, []Option{Report(&reported)})
		step := func(kind, id string) *counted { return &counted{said: said{kind: kind, id: id}, n: 7, own: 7} }
		write := func(m *counted, rule string) {
			t.Helper()
			err := w.Write(m)
			var invalid *ValidationError
			if errors.As(err, &invalid) != (rule != "") || rule != "" && (invalid.Issues[0].Rule != rule || !slices.Equal(reported, invalid.Issues)) {
				t.Errorf("%s: %v, reported %v, want %q", m.kind, err, reported, rule)
			}
		}
		write(step("step", "a"), "")
		write(step("step", "b"), "")
		bad := step("step", "a")
		bad.bad = true
		write(bad, "bad")
		invalid := step("note", "")
		invalid.issues = []Issue{{Rule: "own", Path: "/other", Level: Must}}
		reported = invalid.issues
		write(invalid, "own")
		write(step("song", ""), "unexpected-message")
		unnumbered, rule := step("step", "a"), ""
		if unnumbered.lacks = true; !numbers {
			rule = "own"
		}
		write(unnumbered, rule)
		doubtful := step("note", "a")
		doubtful.issues = []Issue{{Rule: "doubt", Level: Should}}
		if write(doubtful, ""); len(reported) != 1 || reported[0].Rule != "doubt" {
			t.Errorf("reported %v", reported)
		}
		write(step("step", "a"), "")
		if err := w.Close(); err == nil || !strings.Contains(err.Error(), "must not end") {
			t.Errorf("an end before the end: %v", err)
		}
		write(step("end", ""), "after-end")
		want := "step 0 0\nstep 1 0\nstep 2 1\nnote 3 7\nstep 4 2\n"
		if !numbers {
			want = strings.Repeat("step 7 7\n", 2) + "note 7 7\nstep 7 7\n"
		}
		if out.String() != want {
			t.Errorf("numbers %t: %s", numbers, &out)
		}
	}
}

// torn is a writer that fails.
type torn struct{ writes int }

func (t *torn) Write([]byte) (int, error) {
	t.writes++
	return 1, errUnsendable
}

func TestLineWriterTorn(t *testing.T) {
	out := &torn{}
	w := NewLineWriter[*said](out, &talk, "", false, nil)
	for range 2 {
		if err := w.Write(&said{kind: "evict"}); !errors.Is(err, errUnsendable) {
			t.Error(err)
		}
	}
	if out.writes != 1 {
		t.Errorf("%d writes", out.writes)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// failing accepts its input in parts, and fails one of its calls.
type failing struct {
	strings.Builder
	part  int // bytes that a call takes at most
	calls int
	fails int // the number of the call that fails
	tears int // bytes that the failing call takes
}

func (f *failing) Write(text []byte) (int, error) {
	if f.calls++; f.calls == f.fails {
		n, _ := f.Builder.Write(text[:min(f.tears, len(text)-1)])
		return n, errUnsendable
	}
	return f.Builder.Write(text[:min(f.part, len(text))])
}

// TestLineWriterAnomalies fails each call of a writer in turn, until a run passes: unwritten lines may be written again, a partial line ends the
// stream, and no line follows a part of another one.
func TestLineWriterAnomalies(t *testing.T) {
	const want = "step 0 0\nstep 1 0\nstep 2 1\nend 7 7\n"
	for _, tears := range []int{0, 2} {
		for fails := 1; ; fails++ {
			out := &failing{part: 3, fails: fails, tears: tears}
			w := NewLineWriter[*counted](out, &counting, "", true, nil)
			retried := false
			for _, m := range []*counted{{said: said{kind: "step", id: "a"}}, {said: said{kind: "step", id: "b"}}, {said: said{kind: "step", id: "a"}}, {said: said{kind: "end"}, n: 7, own: 7}} {
				err := w.Write(m)
				torn := !strings.HasSuffix(out.String(), "\n") && out.Len() > 0
				if err != nil && torn != (w.failed != nil) {
					t.Errorf("call %d: torn %t, %v", fails, torn, w.failed)
				}
				if err == nil {
					continue
				}
				again := w.Write(m)
				if retried = again == nil; retried == torn {
					t.Errorf("call %d: torn %t, and again: %v", fails, torn, again)
				}
			}
			if got := out.String(); !strings.HasPrefix(want, got) || (retried || out.calls < fails) != (got == want) {
				t.Errorf("call %d, %d taken: %q", fails, tears, got)
			}
			if out.calls < fails {
				break
			}
		}
	}
	out := &failing{part: 0}
	if err := NewLineWriter[*said](out, &talk, "", false, nil).Write(&said{kind: "evict"}); err == nil {
		t.Error("what takes nothing ends the loop")
	}
}
