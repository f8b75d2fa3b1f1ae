package testbed_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
)

// perStream is how many mutants each stream of an odd spec gets, and at most how many places where it is cut.
const perStream = 120

var (
	streamLine = regexp.MustCompile(`(?m)^# (stream|text) (\w+)(?: (\d+))?(?: ([a-z]\w*))?: (.*)$`)
	times      = regexp.MustCompile(`«([^«»]*)×(\d+)»`)
	frame      = regexp.MustCompile(`⟦([^⟦⟧]*)⟧`)
)

// streams are those that the comment on top of a spec gives: `# stream CONVERSATION MAX_BYTES: TEXT`. The text has the escapes of Go, «O×3» for
// OOO, and ⟦O⟧ for O behind a header. Each is read in pieces of several sizes, cut at its places, and with random changes. A `text` is a frame that
// the tracker of a side receives: `# text CONVERSATION MAX_BYTES SIDE: TEXT`.
func streams(t *testing.T, p *ir.Protocol) []conformance.Probe {
	t.Helper()
	spec := specText(t, p)
	random := rand.New(rand.NewPCG(7, uint64(len(spec))))
	var list []conformance.Probe
	for _, m := range streamLine.FindAllStringSubmatch(spec, -1) {
		probe := conformance.Probe{Protocol: p.Name, Conversation: m[2], As: m[4], Stream: m[1] == "stream"}
		if m[3] != "" {
			probe.Limits.MaxBytes = number(t, m[3])
		}
		text := streamText(t, m[5])
		add := func(text []byte, pieces int) {
			if probe.Text, probe.Pieces = text, pieces; !probe.Stream {
				if !utf8.Valid(text) {
					return
				}
				probe.Text, probe.Pieces = events(t, map[string]any{"receive": string(text)}), 0
			}
			list = append(list, probe)
		}
		for _, pieces := range []int{0, 1, 2, 3, 5, 7, 64, 4096} {
			add(text, pieces)
		}
		step := 1 + len(text)/perStream
		for at := random.IntN(step); at < len(text); at += step {
			add(text[:at], random.IntN(4))
		}
		for range perStream {
			add(changed(text, random), random.IntN(9))
		}
	}
	return list
}

var (
	sessionLine = regexp.MustCompile(`(?m)^# session (\w+)(?: ([a-z]\w*))?: (.*)$`)
	passed      = regexp.MustCompile(`([<>]) (.*?)(?: |$)`)
)

// writtenSessions are those that the comment on top of a spec gives, for checks that random walks hardly fail: `# session CONVERSATION SIDE: < JSON > JSON`. The
// side has received the text behind a < and has sent the text behind a >. JSON has no spaces.
func writtenSessions(t *testing.T, p *ir.Protocol) []conformance.Probe {
	t.Helper()
	var list []conformance.Probe
	for _, m := range sessionLine.FindAllStringSubmatch(specText(t, p), -1) {
		var said []map[string]any
		for _, one := range passed.FindAllStringSubmatch(m[3], -1) {
			said = append(said, map[string]any{map[string]string{"<": "receive", ">": "send"}[one[1]]: one[2]})
		}
		if len(said) == 0 {
			t.Errorf("%s: this session has no message: %s", p.File, m[0])
		}
		list = append(list, conformance.Probe{Protocol: p.Name, Conversation: m[1], As: m[2], Text: events(t, said...)})
	}
	return list
}

// events are those of a conversation that ends after them.
func events(t *testing.T, said ...map[string]any) []byte {
	t.Helper()
	data, err := json.Marshal(append(said, map[string]any{"close": true}))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func streamText(t *testing.T, written string) []byte {
	t.Helper()
	var text strings.Builder
	for written != "" {
		c, isMultibyte, rest, err := strconv.UnquoteChar(written, 0)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if written = rest; c < 0x100 && !isMultibyte {
			text.WriteByte(byte(c))
		} else {
			text.WriteRune(c)
		}
	}
	whole := times.ReplaceAllStringFunc(text.String(), func(s string) string {
		m := times.FindStringSubmatch(s)
		return strings.Repeat(m[1], number(t, m[2]))
	})
	return []byte(frame.ReplaceAllStringFunc(whole, func(s string) string {
		body := frame.FindStringSubmatch(s)[1]
		return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
	}))
}

func number(t *testing.T, digits string) int {
	t.Helper()
	n, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// changed is a stream in which a few bytes are missing, new, others or twice.
func changed(text []byte, random *rand.Rand) []byte {
	const bytes = "\r\n:;=+-019 \t{}[],\"Ca\x80\xff\x00"
	for range 1 + random.IntN(3) {
		at := random.IntN(len(text) + 1)
		end := min(len(text), at+random.IntN(4))
		middle := []byte{bytes[random.IntN(len(bytes))]}
		switch random.IntN(4) {
		case 0:
			middle = nil
		case 1:
			middle = append(text[at:end:end], text[at:end]...)
		case 2:
			end = at
		}
		text = append(append(text[:at:at], middle...), text[end:]...)
	}
	return text
}
