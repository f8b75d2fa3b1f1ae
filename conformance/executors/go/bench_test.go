package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// example is an envelope of the usual size, with every part that costs something to read.
const example = `{"protocol":"agh-network/v0","id":"msg_01k9zr4c6m2t8w0q5v7x3y1b9d","kind":"direct","channel":"release-train","from":"planner.session-7","to":"builder.session-31",` +
	`"interaction_id":"int_nightly_build_20260512","reply_to":"msg_01k9zr4a1f3h5j7k9m2n4p6q8r","trace_id":"trace_nightly_20260512","causation_id":"msg_01k9zr49zx8w6v4t2s0r9q7p5n",` +
	`"ts":1778574030,"expires_at":1778574330,"body":{"text":"Build the nightly images from the tagged commit and say which of them fail their checks.","intent":"request",` +
	`"artifacts":[{"type":"git-ref","repo":"git.example.org/platform/images","ref":"refs/tags/nightly-20260512"}]},"proof":null,"ext":{"example.queue":"low","example.retries":2}}`

// inTime is a moment before the example expires.
var inTime = agh.Now(time.Unix(1778574031, 0))

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
			if _, err := agh.ParseEnvelope(text, inTime); err != nil {
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
	message, err := agh.ParseEnvelope([]byte(example), inTime)
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

// conditional has a part that a schema decides about.
const conditional = `{"version":1,"status":"ok","command":"http/openapi","data":{"summary":{"size_bytes":1234,"kind":"application/json","preview":{"first_keys":["a","b"],` +
	`"sample_record":{"id":1}},"record_count":12},"artifact":"` + digest + `","hint":"page 2"},"meta":{"ts":"2026-05-01T12:00:00Z","duration_ms":12,"runner":"wasi",` +
	`"workspace":"/w","trace_id":"abc","profiles":["core/v1"],"source":"run"},"error":{"code":null,"message":null,"details":{}}}`

type plainConditional struct {
	Version int    `json:"version"`
	Status  string `json:"status"`
	Command string `json:"command"`
	Data    struct {
		Summary  json.RawMessage `json:"summary"`
		Artifact string          `json:"artifact"`
		Hint     string          `json:"hint"`
	} `json:"data"`
	Meta struct {
		TS         string   `json:"ts"`
		DurationMs int64    `json:"duration_ms"`
		Runner     string   `json:"runner"`
		Workspace  string   `json:"workspace"`
		TraceID    string   `json:"trace_id"`
		Profiles   []string `json:"profiles"`
		Source     string   `json:"source"`
	} `json:"meta"`
	Error struct {
		Code    *string         `json:"code"`
		Message *string         `json:"message"`
		Details json.RawMessage `json:"details"`
	} `json:"error"`
}

func BenchmarkParseConditional(b *testing.B) {
	text := []byte(conditional)
	b.Run("envgen", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := foxctl.ParseEnvelope(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var p plainConditional
			if err := json.Unmarshal(text, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
