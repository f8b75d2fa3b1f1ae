package walks

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
)

// Streams makes so many streams of the messages of walks, half of them with a few changed bytes. Each is read in pieces of some size. A conversation
// without a framing for streams has none.
func (w *Walker) Streams(count int) iter.Seq[conformance.Probe] {
	return func(yield func(conformance.Probe) bool) {
		if !w.conversation.HasLines() && !w.conversation.HasFrames() {
			return
		}
		for range count {
			if !yield(w.stream()) {
				return
			}
		}
	}
}

func (w *Walker) stream() conformance.Probe {
	probe := w.walk()
	var events []map[string]any
	if err := json.Unmarshal(probe.Text, &events); err != nil {
		panic(err) // it was written here
	}
	var stream []byte
	for _, e := range events {
		if text := textOf(e); text != "" {
			stream = w.frame(stream, text)
		}
	}
	if w.random.IntN(2) == 0 {
		stream = w.Damaged(stream)
	}
	if w.random.IntN(6) == 0 {
		probe.Limits.MaxBytes = 20 + w.random.IntN(200)
	}
	probe.As, probe.Stream, probe.Text, probe.Pieces = "", true, stream, w.random.IntN(9)
	return probe
}

// textOf is the text of an event, or "" for the end.
func textOf(e map[string]any) string {
	for _, way := range []string{"send", "receive"} {
		if text, has := e[way].(string); has {
			return text
		}
	}
	return ""
}

// frame adds a text to a stream.
func (w *Walker) frame(stream []byte, text string) []byte {
	if w.conversation.Framing == ir.NDJSON {
		return append(stream, text+[]string{"\n", "\r\n", " \n"}[w.random.IntN(3)]...)
	}
	more := []string{"", "", "Content-Type: application/json; charset=utf-8\r\n", "X-One: 1\r\n"}[w.random.IntN(4)]
	return fmt.Appendf(stream, "%sContent-Length: %d\r\n\r\n%s", more, len(text), text)
}

// bytesOfFrames are bytes that mean something to a reader of frames, and some that are not UTF-8.
const bytesOfFrames = "\r\n:;=+-019 \t{}[],\"Ca\x80\xff\x00"

// Damaged is a stream in which a few bytes are missing, new, others or twice.
func (w *Walker) Damaged(stream []byte) []byte {
	for range 1 + w.random.IntN(3) {
		at := w.random.IntN(len(stream) + 1)
		end := min(len(stream), at+w.random.IntN(4))
		middle := []byte{bytesOfFrames[w.random.IntN(len(bytesOfFrames))]}
		switch w.random.IntN(4) {
		case 0:
			middle = nil
		case 1:
			middle = slices.Repeat(stream[at:end], 2)
		case 2:
			end = at
		}
		stream = slices.Concat(stream[:at], middle, stream[end:])
	}
	return stream
}

// batches joins some neighbours to arrays where a frame may have several messages: of one direction, sometimes one more than allowed, and rarely none.
func (w *Walker) batches(events []map[string]any) []map[string]any {
	if w.conversation.Batch == 0 {
		return events
	}
	var list []map[string]any
	for i := 0; i < len(events); {
		way := wayOf(events[i])
		if way == "" || w.random.IntN(2) == 0 {
			list, i = append(list, events[i]), i+1
			continue
		}
		var texts []string
		whole := map[string]any{}
		for most := w.random.IntN(min(w.conversation.Batch, 5) + 2); len(texts) < most && i < len(events) && wayOf(events[i]) == way; i++ {
			texts = append(texts, textOf(events[i]))
			if now, has := events[i]["now"]; has {
				whole["now"] = now
			}
		}
		whole[way] = "[" + strings.Join(texts, []string{",", " , "}[w.random.IntN(2)]) + "]"
		list = append(list, whole)
	}
	return list
}

func wayOf(e map[string]any) string {
	for _, way := range []string{"send", "receive"} {
		if _, has := e[way]; has {
			return way
		}
	}
	return ""
}
