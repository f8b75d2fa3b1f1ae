package syntax

import "slices"

// framings are how a stream of messages is cut into texts.
var framings = []string{"ndjson", "websocket", "headers"}

// Batch is whether a frame may have several messages, in an array.
type Batch struct {
	Is   bool
	Most *Node // a number, or nil
}

var batchKeys = []string{"most"}

func (r *reader) framing(m Member) Text {
	framing := r.text(m)
	if m.Value.Kind == TextNode && !slices.Contains(framings, framing.Value) {
		r.fail(framing.Pos, "framing", "write `ndjson`, `websocket` or `headers`", "%s is not a framing", quote(framing.Value))
	}
	return framing
}

func (r *reader) batch(m Member) Batch {
	if m.Value.Kind != MapNode {
		return Batch{Is: r.flag(m).Value}
	}
	b := Batch{Is: true}
	for _, k := range m.Value.Members {
		if k.Key.Value == "most" {
			b.Most = k.Value
		} else {
			r.unknown(k.Key, batchKeys, nil, nil)
		}
	}
	r.complete(m.Key, m.Value, "`batch`", "most")
	return b
}
