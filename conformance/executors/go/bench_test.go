package main

import (
	"encoding/json"
	"testing"

	"github.com/envgen/envgen/gen/go/agh"
)

// example is an envelope of the usual size, with every part that costs something to read.
const example = `{"protocol":"agh-network/v0","id":"msg_01k9zr4c6m2t8w0q5v7x3y1b9d","kind":"direct","channel":"release-train","from":"planner.session-7","to":"builder.session-31",` +
	`"interaction_id":"int_nightly_build_20260512","reply_to":"msg_01k9zr4a1f3h5j7k9m2n4p6q8r","trace_id":"trace_nightly_20260512","causation_id":"msg_01k9zr49zx8w6v4t2s0r9q7p5n",` +
	`"ts":1778574030,"expires_at":1778574330,"body":{"text":"Build the nightly images from the tagged commit and say which of them fail their checks.","intent":"request",` +
	`"artifacts":[{"type":"git-ref","repo":"git.example.org/platform/images","ref":"refs/tags/nightly-20260512"}]},"proof":null,"ext":{"example.queue":"low","example.retries":2}}`

// plain is what a program would write by hand: the same members, and no checks at all.
type plain struct {
	Protocol      string  `json:"protocol"`
	ID            string  `json:"id"`
	Kind          string  `json:"kind"`
	Channel       string  `json:"channel"`
	From          string  `json:"from"`
	To            *string `json:"to"`
	InteractionID string  `json:"interaction_id"`
	ReplyTo       string  `json:"reply_to"`
	TraceID       string  `json:"trace_id"`
	CausationID   string  `json:"causation_id"`
	TS            int64   `json:"ts"`
	ExpiresAt     int64   `json:"expires_at"`
	Body          struct {
		Text      string `json:"text"`
		Intent    string `json:"intent"`
		Artifacts []struct {
			Type string `json:"type"`
			Repo string `json:"repo"`
			Ref  string `json:"ref"`
		} `json:"artifacts"`
	} `json:"body"`
	Proof json.RawMessage `json:"proof"`
	Ext   json.RawMessage `json:"ext"`
}

func BenchmarkParse(b *testing.B) {
	text := []byte(example)
	b.Run("envgen", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := agh.ParseEnvelope(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			var p plain
			if err := json.Unmarshal(text, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	message, err := agh.ParseEnvelope([]byte(example))
	if err != nil {
		b.Fatal(err)
	}
	var p plain
	if err := json.Unmarshal([]byte(example), &p); err != nil {
		b.Fatal(err)
	}
	b.Run("envgen", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := message.Encode(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := json.Marshal(p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
