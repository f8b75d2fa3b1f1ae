package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// The presence of a member selects a type, and so does the JSON type of a value.
func TestSelections(t *testing.T) {
	envelope := func(data string) string {
		return `{"version":1,"status":"ok","command":"http/openapi","data":` + data + `,"meta":{"ts":"2026-05-01T12:00:00Z"},"error":{}}`
	}
	message, err := foxctl.ParseEnvelope([]byte(envelope(`{"artifact":"` + digest + `","summary":{"size_bytes":5,"kind":"a/b","preview":{}},"rows":[1e0]}`)))
	if err != nil {
		t.Fatal(err)
	}
	ok := message.(*foxctl.OKEnvelope)
	data, isArtifact := ok.Data.(*foxctl.ArtifactData)
	if !isArtifact || data.Artifact != digest || data.Summary.Kind != "a/b" || data.Extra.String() != `{"rows":[1]}` {
		t.Fatalf("read %+v", ok.Data)
	}
	if preview, isObject := data.Summary.Preview.(*foxctl.PreviewObject); !isObject || preview.FirstKeys.Has() {
		t.Errorf("read %+v", data.Summary.Preview)
	}
	data.Summary.Preview = nil
	var found []string
	for _, issue := range ok.Check() {
		found = append(found, issue.Path+" "+issue.Rule)
	}
	if !slices.Equal(found, []string{"/data/summary/preview type"}) {
		t.Errorf("without a preview: %q", found)
	}
	if message, err := foxctl.ParseEnvelope([]byte(envelope(`{"artifact":"x"}`))); message != nil || err == nil {
		t.Errorf("read %v, %v", message, err)
	}
}

func TestCatalogs(t *testing.T) {
	entry, ok := foxctl.ErrorCodeTimeout.Entry()
	if !ok || entry.Value != "ETIMEOUT" || entry.Meaning != "Operation timed out" {
		t.Errorf("entry %+v", entry)
	}
	if entries := foxctl.ErrorCodeEntries(); len(entries) != len(foxctl.ErrorCodeValues()) {
		t.Errorf("%d entries", len(entries))
	}
	if command := foxctl.Command("acme/deploy"); command.IsKnown() || command.Check() != nil {
		t.Error("a command that nobody knows is no command")
	}
}

func TestChoice(t *testing.T) {
	for text, want := range map[string]foxctl.RetryAfter{`5.0`: foxctl.RetryAfterInteger(5), `"5"`: foxctl.RetryAfterString("5")} {
		details, err := foxctl.ParseErrorDetails([]byte(`{"retry_after":` + text + `}`))
		if err != nil || details.RetryAfter.Or(nil) != want {
			t.Errorf("%s: %+v, %v", text, details, err)
		}
	}
}

func TestSides(t *testing.T) {
	for text, want := range map[string]string{`{"type":"cancel","id":"a","targetId":"b"}`: "client", `{"type":"reset_result","id":"a","success":true}`: "server"} {
		message, err := hotrepl.ParseMessage([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		_, fromClient := message.(hotrepl.MessageFromClient)
		if side := hotrepl.MessageSide(message); side != want || fromClient != (want == "client") {
			t.Errorf("%s: from %s, %v", text, side, fromClient)
		}
	}
}

// responses handles the union and the union in it.
type responses struct {
	delegator.SuccessResponseHandler // supplies only the needed methods
	waited                           bool
}

func (r *responses) HandleSuccessResponse(m delegator.SuccessResponse) error {
	return delegator.HandleSuccessResponse(m, r)
}

func (r *responses) HandleErrorResponse(m *delegator.ErrorResponse) error {
	return fmt.Errorf("an error: %s", m.Status())
}

func (r *responses) HandleWaitResult(*delegator.WaitResult) error {
	r.waited = true
	return nil
}

func TestNestedUnions(t *testing.T) {
	var r responses
	if err := delegator.HandleJSONEnvelope(new(delegator.WaitResult), &r); err != nil || !r.waited {
		t.Errorf("%v, waited: %v", err, r.waited)
	}
	if err := delegator.HandleJSONEnvelope(new(delegator.ErrorResponse), &r); err == nil {
		t.Error("an error response was handled as another one")
	}
	if err := delegator.HandleJSONEnvelope(nil, &r); err == nil {
		t.Error("nil was handled")
	}
}

// A rule reports issues if the structure is valid, with the severity of its level.
func TestRules(t *testing.T) {
	message := []byte(`{"protocol":"agh-network/v0","id":"m_1","kind":"say","channel":"a","from":"a.b","ts":1000,"body":{"text":"x"}}`)
	at := func(seconds int64) agh.Option { return agh.Now(time.Unix(seconds, 0)) }
	var issues []agh.Issue
	if _, err := agh.ParseEnvelope(message, at(1300), agh.Report(&issues)); err != nil || len(issues) != 2 || issues[0].Level != agh.Should {
		t.Errorf("in time: %v, %v", err, issues)
	}
	if _, err := agh.ParseEnvelope(message, at(1300), agh.Strict()); err == nil {
		t.Error("strict, and nothing is refused")
	}
	if _, err := agh.ParseEnvelope(message, at(1301)); err == nil {
		t.Error("a message that is too old was accepted")
	}
	if _, err := agh.ParseEnvelope(message, at(1301), agh.WithReplayAge(301*time.Second)); err != nil {
		t.Error(err)
	}
}
