package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestBatches(t *testing.T) {
	o := newOptions([]Option{MaxDepth(3), MaxBytes(40)})
	for text, want := range map[string]string{
		"{}": "", "": "", " ": "", "1]": "", "[1": "", "[1]]": "", "[1]x": "", "[1,]": "", "[[[[]]]]": "", "\ufeff[1]": "", "[\"\xff\"]": "",
		"[" + strings.Repeat(" ", 40) + "1]": "",
		"[]":                                 "must have at least 1 message", " [\n] ": "must have at least 1 message",
		"[1,2,3,4]":                "must have at most 3 messages",
		"[1]":                      "1",
		" [ 1,\t[2,[]] , {}\r]\n":  " 1|\t[2,[]] | {}\r",
		`["],[\"","\\",{"a":"}"}]`: `"],[\""|"\\"|{"a":"}"}`,
	} {
		items, fault := Batches(3)([]byte(text), &o)
		var got []string
		for _, item := range items {
			got = append(got, string(item))
		}
		if fault != nil {
			got = append(got, fault.Message)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// batching is a talk in batches.
func batching() *Conversation {
	return &Conversation{Name: counting.Name, Tag: counting.Tag, Batch: Batches(3), Exchanges: counting.Exchanges,
		Whole: Order{Letter: counting.Whole.Letter, States: counting.Whole.States, Numbers: counting.Whole.Numbers, Checks: counting.Whole.Checks}}
}

// ruleOf is the rule of the first issue of an error, or the text of another one.
func ruleOf(err error) string {
	var invalid *ValidationError
	switch {
	case errors.As(err, &invalid):
		return invalid.Issues[0].Rule
	case err != nil:
		return err.Error()
	}
	return ""
}

func TestBatchWriter(t *testing.T) {
	for _, framed := range []func([]byte) []byte{nil, Headed} {
		var out strings.Builder
		w := NewBatchWriter[*counted](&out, batching(), "", true, 3, framed, []Option{MaxBytes(40)})
		add := func(kind string) string { return ruleOf(w.Add(&counted{said: said{kind: kind, bad: kind == "note"}})) }
		var got []string
		for _, kind := range []string{"step", "note", "unknown", "step", "step", "step"} {
			got = append(got, add(kind))
		}
		if want := []string{"", "bad", "unexpected-message", "", "", "batch"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := w.Write(&counted{said: said{kind: "step"}}); err != nil {
			t.Error(err)
		}
		if err := errors.Join(w.Flush(), w.Flush()); err != nil {
			t.Error(err)
		}
		if err := errors.Join(w.Add(&counted{said: said{kind: "end"}}), w.Flush(), w.Close()); err != nil {
			t.Error(err)
		}
		var want strings.Builder
		for _, text := range []string{"[step 0 0,step 1 0,step 2 0]", "step 3 0", "[end 0 0]"} {
			if framed == nil {
				want.WriteString(text + "\n")
			} else {
				want.WriteString(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text))
			}
		}
		if out.String() != want.String() {
			t.Errorf("got %q, want %q", out.String(), want.String())
		}
	}
}

// TestBatchWriterAnomalies fails each call in turn: an unwritten frame may be flushed again, and nothing follows a part of one.
func TestBatchWriterAnomalies(t *testing.T) {
	message := func() *counted { return &counted{said: said{kind: "step"}} }
	for tears := range 2 {
		out := &failing{part: 100, fails: 1, tears: tears}
		w := NewBatchWriter[*counted](out, batching(), "", false, 3, nil, nil)
		if err := errors.Join(w.Add(message()), w.Add(message())); err != nil {
			t.Error(err)
		}
		first, again, later := w.Flush(), w.Flush(), w.Add(message())
		if !errors.Is(first, errUnsendable) || (again == nil) != (tears == 0) || (later == nil) != (tears == 0) {
			t.Errorf("%d bytes are taken: %v, %v, %v", tears, first, again, later)
		}
		if want := []string{"[step 0 0,step 0 0]\n", "["}[tears]; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	}
}

// TestBatchLimits adds messages up to the limits of the whole frame.
func TestBatchLimits(t *testing.T) {
	var out strings.Builder
	var limits []options
	c := batching()
	c.Whole.Checks, c.Exchanges = nil, nil
	w := NewBatchWriter[*limited](&out, c, "", false, 3, nil, []Option{MaxBytes(20), MaxDepth(2)})
	for range 2 {
		if err := w.Add(&limited{counted{said: said{kind: "step"}}, &limits}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil || out.String() != "[{},{}]\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	if got := []int{limits[0].maxBytes, limits[1].maxBytes, limits[0].maxDepth}; !slices.Equal(got, []int{18, 15, 1}) {
		t.Errorf("got %v", got)
	}
	w = NewBatchWriter[*limited](&out, c, "", false, 3, nil, []Option{MaxDepth(1)})
	if err := w.Add(&limited{counted{said: said{kind: "step"}}, &limits}); err != nil || limits[len(limits)-1].maxBytes != 1 {
		t.Errorf("%v, %d", err, limits[len(limits)-1].maxBytes)
	}
}

// limited is an empty message that notes its limits.
type limited struct {
	counted
	found *[]options
}

func (l *limited) AppendJSON(b []byte, opts ...Option) ([]byte, error) {
	*l.found = append(*l.found, newOptions(opts))
	return append(b, "{}"...), nil
}
