package wire

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestOutIsLocked has many goroutines build messages for one writer, by copies of one builder, and report to one place: with -race.
func TestOutIsLocked(t *testing.T) {
	var out bytes.Buffer
	var issues []Issue
	source := Source{Out: &out, Options: []Option{Report(&issues)}}
	var all sync.WaitGroup
	const count = 100
	for i := range count {
		all.Go(func() {
			own := source
			if _, err := Build(own, &Layout{End: "\n"}, &Protocol{}, &i, func(_ *Filler, n *int) *numbered { return &numbered{n: *n} }, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"); len(lines) != count || strings.ContainsFunc(out.String(), func(r rune) bool { return r == '"' }) {
		t.Errorf("%d lines", len(lines))
	}
	if len(outs.of) != 0 {
		t.Errorf("%d locks are left", len(outs.of))
	}
}

// TestOutsAreApart checks that one writer may build for another while it writes.
func TestOutsAreApart(t *testing.T) {
	var inner bytes.Buffer
	outer := writes(func() { unlock := lockOut(&inner); inner.WriteString("x"); unlock() })
	unlock := lockOut(&outer)
	_, err := outer.Write(nil)
	unlock()
	if inner.String() != "x" || err != nil {
		t.Error(inner.String(), err)
	}
	unlock = lockOut(plainWriter{})
	unlock()
}

type writes func()

func (w writes) Write(b []byte) (int, error) {
	w()
	return len(b), nil
}

type plainWriter struct{ _ []int }

func (plainWriter) Write(b []byte) (int, error) { return len(b), nil }

// numbered is a message that is a number.
type numbered struct {
	n int
}

func (v *numbered) DecodeFrom(r *Reader) { r.Raw() }
func (v *numbered) EncodeTo(w *Writer)   { w.Number(float64(v.n)) }
func (v *numbered) String() string       { return fmt.Sprint(v.n) }
