package wire

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// readNested reads a union whose tag comes after the member with the next level.
func readNested(r *Reader) {
	if _, state := r.Tag("kind"); state == TagNotObject {
		r.Skip()
		return
	}
	r.BeginObject()
	for r.NextMember() {
		if r.Name() == "next" {
			readNested(r)
		} else {
			r.Skip()
		}
	}
}

// A tag after its member costs about the same at every depth: each byte is scanned once.
func TestLateTags(t *testing.T) {
	for _, depth := range []int{1, 2, 3, 10, 100} {
		text := strings.Repeat(`{"next":`, depth) + "[" + strings.Repeat(`{"a":["b"]},`, 20_000) + "0]" + strings.Repeat(`,"kind":"x"}`, depth)
		var r Reader
		r.Start([]byte(text), nil, nil)
		readNested(&r)
		if err := r.Finish(); err != nil {
			t.Fatal(err)
		}
		if r.ahead.examined > len(text) {
			t.Errorf("depth %d: %d of %d bytes examined", depth, r.ahead.examined, len(text))
		}
	}
}

// A malformed text is scanned once as well, and the reader reports the error.
func TestLateTagsOfMalformedText(t *testing.T) {
	text := strings.Repeat(`{"next":`, 100) + "[" + strings.Repeat(`{"a":["b"]},`, 20_000) + "}" + strings.Repeat(`,"kind":"x"}`, 100)
	var r Reader
	r.Start([]byte(text), nil, nil)
	readNested(&r)
	if err := r.Finish(); err == nil || !strings.Contains(err.Error(), strconv.Itoa(strings.Index(text, ",}")+1)) {
		t.Errorf("the error is %v", err)
	}
	if r.ahead.examined > len(text) {
		t.Errorf("%d of %d bytes examined", r.ahead.examined, len(text))
	}
}

// Results of short levels are not stored: few levels fit into a short value.
func TestLateTagsOfShortLevels(t *testing.T) {
	level := strings.Repeat(`{"next":`, 20) + "0" + strings.Repeat(`,"kind":""}`, 20)
	text := `{"next":[` + strings.Repeat(level+",", 2000) + `0],"kind":"x"}`
	var r Reader
	r.Start([]byte(text), nil, nil)
	r.Tag("kind")
	r.BeginObject()
	r.NextMember()
	r.BeginArray()
	for r.NextItem() {
		readNested(&r)
	}
	if r.ahead.examined > 2*len(text) {
		t.Errorf("%d of %d bytes examined", r.ahead.examined, len(text))
	}
}

// Stored results give the same ends and forms as a new scan.
func TestLookaheadAgainstScanner(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var b strings.Builder
		randomNode(random, &b, 9)
		text := b.String()
		var l lookahead
		for pass := range 3 {
			var k scanner
			for i := range text {
				if i > 0 && strings.IndexByte("[,:", text[i-1]) < 0 || text[i] == ']' {
					continue // no value begins here
				}
				end := k.scan(text, i, 0, 128)
				if got, want := l.leap(text, i, 0, 128), skipSpace(text, end); got != want {
					t.Fatalf("pass %d: from %d to %d, want %d, in\n%s", pass, i, got, want, text)
				}
				if pass == 0 {
					continue
				}
				if m := l.measured(i); m != nil && (m.form != k.form || m.beyond != k.beyond) {
					t.Fatalf("at %d form %d, beyond %t, want %d, %t, in\n%s", i, m.form, m.beyond, k.form, k.beyond, text)
				}
			}
			l.next = 0
		}
	}
}
