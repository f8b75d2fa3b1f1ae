package wire

import (
	"bytes"
	"fmt"
	"iter"
)

// Batches returns the function that takes the texts of at most so many messages out of an array. It is for generated code.
func Batches(most int) func(text []byte, o *options) ([][]byte, *Issue) {
	return func(text []byte, o *options) ([][]byte, *Issue) {
		if len(text) > o.maxBytes || !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("[")) {
			return nil, nil
		}
		var k scanner
		s := string(text)
		start := skipSpace(s, 0)
		if end := k.scan(s, start, 0, o.maxDepth); end < 0 || skipSpace(s, end) < len(s) {
			return nil, nil // Its issue is that of a single message.
		}
		return batch(s, text, start+1, most)
	}
}

// batch cuts a well-formed array into its items, behind its bracket.
func batch(s string, text []byte, start, most int) (items [][]byte, fault *Issue) {
	if s[skipSpace(s, start)] == ']' {
		return nil, batchFault(0)
	}
	depth := 0
	for i := start; ; {
		switch c := s[i]; {
		case c == '"':
			i, _, _ = scanString(s, i)
			continue
		case c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ']' || c == '}'):
			depth--
		case depth == 0 && (c == ']' || c == ','):
			if len(items) == most {
				return nil, batchFault(most)
			}
			items, start = append(items, text[start:i]), i+1
			if c == ']' {
				return items, nil
			}
		}
		i++
	}
}

// batchFault is the issue of an empty batch, or of one with too many messages.
func batchFault(most int) *Issue {
	if most == 0 {
		return &Issue{Rule: "batch", Level: Must, Message: "must have at least 1 message"}
	}
	return &Issue{Rule: "batch", Level: Must, Message: fmt.Sprintf("must have at most %d messages", most)}
}

// ReceiveFrame takes the text of a frame of the other side, a message or a batch, as its sequence is read. A message that is invalid, by itself or
// in its place, gives a *ValidationError. Its message is nil if it is invalid by itself. It is for generated code.
func ReceiveFrame[M Message](t *Tracker[M], text []byte, parse func([]byte, ...Option) (M, error)) iter.Seq2[M, error] {
	return func(yield func(M, error) bool) {
		o := t.options
		t.each(line{text: text, framed: true}, parse, func(m M, issues []Issue, err error) bool {
			o.report(issues)
			if err == nil {
				err = o.refusal(issues)
			}
			return yield(m, err)
		})
	}
}
