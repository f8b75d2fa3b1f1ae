package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/helper"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// The tests of this file use the generated packages as a program would: one import a protocol, nothing else.

// example is an envelope of the usual size, with every part that costs something to read.
const example = `{"protocol":"agh-network/v0","id":"msg_01k9zr4c6m2t8w0q5v7x3y1b9d","kind":"direct","channel":"release-train","from":"planner.session-7","to":"builder.session-31",` +
	`"interaction_id":"int_nightly_build_20260512","reply_to":"msg_01k9zr4a1f3h5j7k9m2n4p6q8r","trace_id":"trace_nightly_20260512","causation_id":"msg_01k9zr49zx8w6v4t2s0r9q7p5n",` +
	`"ts":1778574030,"expires_at":1778574330,"body":{"text":"Build the nightly images from the tagged commit and say which of them fail their checks.","intent":"request",` +
	`"artifacts":[{"type":"git-ref","repo":"git.example.org/platform/images","ref":"refs/tags/nightly-20260512"}]},"proof":null,"ext":{"example.queue":"low","example.retries":2}}`

// inTime is a moment before the example expires.
var inTime = agh.Now(time.Unix(1778574031, 0))

const direct = `{
  "protocol": "agh-network/v0",
  "id": "m-1",
  "kind": "direct",
  "channel": "builders",
  "from": "a.session-42",
  "to": null,
  "interaction_id": "i-1",
  "ts": 1776366000,
  "body": {
    "text": "Say \"hi\"",
    "priority": 1.0,
    "artifacts": [{"type": "git-ref", "ref": "refs/heads/main"}]
  },
  "ext": {"acme.priority": "high", "7": [1e2]}
}`

const directCanonical = `{"protocol":"agh-network/v0","id":"m-1","kind":"direct","channel":"builders","from":"a.session-42","to":null,"interaction_id":"i-1","ts":1776366000,` +
	`"body":{"text":"Say \"hi\"","artifacts":[{"type":"git-ref","ref":"refs/heads/main"}],"priority":1},"ext":{"7":[100],"acme.priority":"high"}}`

// sent is the time of the messages here, for rules about their age.
var sent = agh.Now(time.Unix(1776366001, 0))

func TestRead(t *testing.T) {
	message, err := agh.ParseEnvelope([]byte(direct), sent)
	if err != nil {
		t.Fatal(err)
	}
	d, ok := message.(*agh.Direct)
	if !ok || message.Kind() != agh.KindDirect {
		t.Fatalf("a %T of kind %s", message, message.Kind())
	}
	if d.From != "a.session-42" || d.TS != 1776366000 || d.Protocol() != "agh-network/v0" {
		t.Errorf("read %+v", d)
	}
	if _, given := d.To.Get(); given || !d.To.IsNull() {
		t.Error("to is not null")
	}
	if _, given := d.Proof.Get(); given || d.Proof.IsNull() {
		t.Error("proof is not absent")
	}
	if text := d.Body.Text.Or(""); text != `Say "hi"` {
		t.Errorf("text %q", text)
	}
	artifacts, _ := d.Body.Artifacts.Get()
	if len(artifacts) != 1 || artifacts[0].Ref.Or("") != "refs/heads/main" {
		t.Errorf("artifacts %+v", artifacts)
	}
	priority, ok := d.Body.Extra.Get("priority")
	var n float64
	if err := priority.Decode(&n); !ok || err != nil || n != 1 {
		t.Errorf("priority %v, %v", n, err)
	}
	if text, err := message.Encode(sent); err != nil || string(text) != directCanonical {
		t.Errorf("written: %s, %v", text, err)
	}
}

// TestEncodeValidates shows that writing a value is as strict as reading it, unless the function's name excludes it.
func TestEncodeValidates(t *testing.T) {
	message := &agh.Say{ID: "m-2", Channel: "general", From: "b", TS: 1776366001, Body: agh.NewObject(agh.Member{Name: "text"})}
	var late *agh.ValidationError
	if err := message.Validate(); !errors.As(err, &late) || late.Issues[len(late.Issues)-1].Rule != "within-replay-age" {
		t.Errorf("validated by the clock: %v", err)
	}
	if err := message.Validate(sent); err != nil {
		t.Errorf("%v", err)
	}
	if text, err := message.AppendJSON([]byte("x"), sent); err != nil || string(text[:2]) != "x{" {
		t.Errorf("%s, %v", text, err)
	}
	message.TS = -1
	for name, encode := range map[string]func(...agh.Option) ([]byte, error){"Encode": message.Encode,
		"Indent":      func(opts ...agh.Option) ([]byte, error) { return agh.Indent(message.Encode(opts...)) },
		"AppendJSON":  func(opts ...agh.Option) ([]byte, error) { return message.AppendJSON(nil, opts...) },
		"MarshalJSON": func(...agh.Option) ([]byte, error) { return message.MarshalJSON() }} {
		var wrong *agh.ValidationError
		if text, err := encode(sent); text != nil || !errors.As(err, &wrong) {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
	if text, err := agh.EncodeUnchecked(message); err != nil || !strings.Contains(string(text), `"ts":-1`) {
		t.Errorf("unchecked: %s, %v", text, err)
	}
}

func TestBuild(t *testing.T) {
	message := &agh.Say{
		ID:      "m-2",
		Channel: "general",
		From:    "b",
		To:      agh.OptNull[agh.PeerID](),
		ReplyTo: agh.Some("m-1"),
		TS:      1776366001,
		Proof:   agh.OptNull[agh.Object](),
		Body:    agh.NewObject(agh.Member{Name: "text"}),
	}
	const want = `{"protocol":"agh-network/v0","id":"m-2","kind":"say","channel":"general","from":"b","to":null,"reply_to":"m-1","ts":1776366001,"body":{"text":null},"proof":null}`
	if text, err := message.Encode(sent); err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	if issues := message.Check(sent); issues != nil {
		t.Errorf("issues %v", issues)
	}
	message.Channel, message.ReplyTo, message.TS = "No Spaces", agh.Some(""), 1<<53
	var found []string
	for _, issue := range message.Check() {
		found = append(found, issue.Path+" "+issue.Rule)
	}
	if !slices.Equal(found, []string{"/ts integer-range"}) {
		t.Errorf("a value that cannot be written: %v", found)
	}
	message.TS, found = -1, nil
	for _, issue := range message.Check() {
		found = append(found, issue.Path+" "+issue.Rule)
	}
	if !slices.Equal(found, []string{"/channel pattern", "/reply_to minLength", "/ts minimum"}) {
		t.Errorf("a value that breaks rules: %v", found)
	}
}

func TestErrors(t *testing.T) {
	_, err := agh.ParseEnvelope([]byte(`{"kind":"say","body":{"ok":true},"channel":5,"secret name":"secret value"}`), agh.MaxIssues(4))
	var invalid *agh.ValidationError
	if !errors.As(fmt.Errorf("reading: %w", err), &invalid) {
		t.Fatal(err)
	}
	want := []agh.Issue{
		{Rule: "type", Path: "/channel", Level: agh.Must, Message: "must be a string"},
		{Rule: "required", Path: "/from", Level: agh.Must, Message: "is required"},
		{Rule: "required", Path: "/id", Level: agh.Must, Message: "is required"},
		{Rule: "required", Path: "/protocol", Level: agh.Must, Message: "is required"},
	}
	if !slices.Equal(invalid.Issues, want) {
		t.Errorf("issues %v", invalid.Issues)
	}
	if got := err.Error(); got != `"/channel" must be a string (type) and 3 more` {
		t.Errorf("text %s", got)
	}
	message, err := agh.ParseEnvelope([]byte(`[]`))
	if message != nil || err == nil {
		t.Errorf("%v, %v", message, err)
	}
}

// The generated types work inside of programs that use encoding/json.
func TestStandardLibrary(t *testing.T) {
	type record struct {
		Failure helper.Failure `json:"failure"`
		Status  helper.Status  `json:"status"`
		Note    helper.Raw     `json:"note"`
	}
	const text = `{"failure":{"code":"E1","message":"no","hint":[1,2]},"status":"tool-missing","note":{"a":1}}`
	var r record
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Status != helper.StatusToolMissing || r.Failure.Code != "E1" || r.Failure.Extra.Len() != 1 {
		t.Errorf("read %+v", r)
	}
	if back, err := json.Marshal(r); err != nil || string(back) != text { // by value: the methods must be found
		t.Errorf("written %s, %v", back, err)
	}
	for _, bad := range []string{`{"failure":{"code":1,"message":"no"}}`, `{"status":"fine"}`} {
		var invalid *helper.ValidationError
		if err := json.Unmarshal([]byte(bad), &r); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	r.Status = "fine"
	if r.Status.IsValid() || len(r.Status.Check()) != 1 || !slices.Contains(helper.StatusValues(), helper.StatusOK) {
		t.Error("a status that is not in the vocabulary is valid")
	}
}

func TestHelper(t *testing.T) {
	message, err := helper.ParseEnvelope([]byte(`{"rows":[],"schema_version":"1.2.0","status":"partial","error":null,"agent":"claude","ts":"2026-05-01T12:00:00.5+02:00","skipped_sources":["a"]}`))
	if err != nil {
		t.Fatal(err)
	}
	switch m := message.(type) {
	case *helper.PartialOutput:
		when, err := helper.AsTime(m.TS)
		if _, offset := when.Zone(); err != nil || offset != 2*60*60 || helper.DateTimeText(when) != "2026-05-01T10:00:00.500Z" {
			t.Errorf("time %v, %v", when, err)
		}
		if _, failed := m.Error.Get(); failed || !slices.Equal(m.SkippedSources, []string{"a"}) {
			t.Errorf("read %+v", m)
		}
		m.Error = helper.NonNull(helper.Failure{Code: "E", Message: "half"})
		m.Extra.Set("rows", helper.Raw{})
	default:
		t.Fatalf("a %T", message)
	}
	const want = `{
  "schema_version": "1.2.0",
  "status": "partial",
  "error": {
    "code": "E",
    "message": "half"
  },
  "agent": "claude",
  "ts": "2026-05-01T12:00:00.5+02:00",
  "skipped_sources": [
    "a"
  ],
  "rows": null
}`
	if text, err := helper.Indent(message.Encode()); err != nil || string(text) != want {
		t.Errorf("written %s, %v", text, err)
	}
}

func TestByName(t *testing.T) {
	for _, p := range protocols {
		if _, ok := p.lookup(p.root); !ok {
			t.Errorf("%s has no codec for its root", p.name)
		}
		if _, ok := p.lookup("nothing"); ok {
			t.Errorf("%s has a codec for nothing", p.name)
		}
	}
	for _, name := range agh.TypeNames() {
		codec, ok := agh.Lookup(name)
		if !ok || codec.Name() != name {
			t.Errorf("no codec for %s", name)
		}
		if issues := codec.Check([]byte(`{`)); len(issues) != 1 || issues[0].Rule != "json" {
			t.Errorf("%s: %v", name, issues)
		}
	}
}

// The common members of all variants of a union are available without a switch.
func TestHead(t *testing.T) {
	message, err := agh.ParseEnvelope([]byte(direct), sent)
	if err != nil {
		t.Fatal(err)
	}
	head := message.EnvelopeHead()
	if head.ID != "m-1" || head.From != "a.session-42" || !head.To.IsNull() || head.TS != 1776366000 {
		t.Errorf("head %+v", head)
	}
}

// A message that is printed or logged shows its type, tag and id, and nothing that may be secret or long. For developers there is %+v.
func TestPrinting(t *testing.T) {
	message, err := agh.ParseEnvelope([]byte(direct), sent)
	if err != nil {
		t.Fatal(err)
	}
	const want = "agh.Direct kind=direct id=m-1"
	d := message.(*agh.Direct)
	for _, got := range []string{fmt.Sprint(message), fmt.Sprintf("%s", *d), d.String()} {
		if got != want {
			t.Errorf("printed %s", got)
		}
	}
	if got := fmt.Sprintf("%+v", message); !strings.HasPrefix(got, `{"protocol":"agh-network/v0","id":"m-1"`) {
		t.Errorf("printed %s", got)
	}
	var b strings.Builder
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "message", message, "value", *d)
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "message", message, "value", *d)
	if got := b.String(); strings.Count(got, want) != 4 || strings.Contains(got, "Say") {
		t.Errorf("logged %s", got)
	}
}

// By convention, null leaves a value of encoding/json as it is.
func TestUnmarshalNull(t *testing.T) {
	failure, status, id := helper.Failure{Code: "E"}, helper.StatusOK, agh.PeerID("a")
	for _, v := range []any{&failure, &status, &id} {
		if err := json.Unmarshal([]byte("null"), v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
	if failure.Code != "E" || status != helper.StatusOK || id != "a" {
		t.Errorf("%q, %q, %q", failure.Code, status, id)
	}
	if err := json.Unmarshal([]byte(`"not a peer"`), &id); err == nil || id != "a" {
		t.Errorf("read %q, %v", id, err)
	}
}

// AppendJSON writes behind the caller's bytes, into the same memory where it suffices, and with an error returns them as they were.
func TestAppendJSON(t *testing.T) {
	buffer := append(make([]byte, 0, 1024), "x"...)
	failure := &helper.Failure{Code: "E", Message: "no"}
	text, err := failure.AppendJSON(buffer)
	if err != nil || string(text) != `x{"code":"E","message":"no"}` || &text[0] != &buffer[0] {
		t.Errorf("%s, %v", text, err)
	}
	output := &helper.OKOutput{SchemaVersion: "one"}
	if text, err := output.AppendJSON(buffer); err == nil || string(text) != "x" || &text[0] != &buffer[0] {
		t.Errorf("%s, %v", text, err)
	}
}

// A nil variant is an issue, independent of its type.
func TestNilVariant(t *testing.T) {
	var none *agh.Direct
	if issues := none.Check(sent); len(issues) != 1 || issues[0].Rule != "type" {
		t.Errorf("issues %v", issues)
	}
	if _, err := none.Encode(sent); err == nil {
		t.Error("a nil variant is written")
	}
}

// Reading a whole envelope takes its text, its struct and its one array, and one more where there are options.
func TestAllocations(t *testing.T) {
	text := []byte(strings.NewReplacer(`"ext"`, `"proof": null, "ext"`, `"to": null`, `"to": "b"`, `"7"`, `"acme.7"`).Replace(direct)) // as it should be
	opts := []agh.Option{sent}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := agh.ParseEnvelope(text, opts...); err != nil {
			t.Fatal(err)
		}
	}); n > 6 { // and here a string with escapes, and a member that the spec does not name
		t.Errorf("%v allocations", n)
	}
	text = []byte(example)
	opts = []agh.Option{inTime}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := agh.ParseEnvelope(text, opts...); err != nil {
			t.Fatal(err)
		}
	}); n > 4 {
		t.Errorf("%v allocations for the example", n)
	}
}

// A fault of JSON names the member that is there twice, and its place: a declared one, one of an open record, of a map and of a closed record.
func TestSecondMembers(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":"a",` + "\n" + `"id" : "b"}`:                                     `a second member "id" at line 2, column 1 (byte 11)`,
		`{"id":"a","x":1,"x":2}`:                                                `a second member "x" at line 1, column 17 (byte 16)`,
		`{"protocol":"agh-network/v0","kind":"say","ext":{"a.b":1,"a.b": 2}}`:   `a second member "a.b" at line 1, column 58 (byte 57)`,
		`{"protocol":"agh-network/v0","kind":"say","body":{"a":{"b":1,"b":2}}}`: `a second member "b" at line 1, column 62 (byte 61)`,
	} {
		_, err := agh.ParseEnvelope([]byte(text))
		var invalid *agh.ValidationError
		if !errors.As(err, &invalid) || len(invalid.Issues) != 1 || invalid.Issues[0].Message != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := hotrepl.ParseMessage([]byte(`{"type":"cancel","id":"1","y":1,"y":2}`)); err == nil || !strings.Contains(err.Error(), `a second member "y" at line 1, column 33 (byte 32)`) {
		t.Errorf("closed record: %v", err)
	}
}
