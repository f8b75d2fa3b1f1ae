package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// payload returns data with a text of some bytes.
func payload(t *testing.T, bytes int) *foxctl.InlineData {
	t.Helper()
	extra, err := envelope.ObjectOf(map[string]any{"text": strings.Repeat("x", bytes), "password": "p"})
	if err != nil {
		t.Fatal(err)
	}
	return &foxctl.InlineData{Extra: extra}
}

// stored is a draft of an answer with data that may be stored.
func stored(data foxctl.Data) *foxctl.OKDraft {
	return &foxctl.OKDraft{Command: foxctl.Some[foxctl.Command]("fs/read"), Data: data}
}

// TestStored stores large values in a folder, and finds them there.
func TestStored(t *testing.T) {
	store := envelope.DirectoryStore{Dir: t.TempDir()}
	b := foxctl.Builder{Now: at, Store: store, Secrets: &envelope.Secrets{Names: []string{"Password"}, Values: []string{"/home/ann"}}}
	data := payload(t, 40_000)
	before := data.Extra.String()
	draft := stored(data)
	draft.Meta.Workspace.Set("/home/ann/project")
	m, err := b.OK(draft)
	if err != nil {
		t.Fatal(err)
	}
	if data.Extra.String() != before || draft.Meta.Workspace.Or("") != "/home/ann/project" {
		t.Error("what the caller gave has changed")
	}
	artifact, is := m.Data.(*foxctl.ArtifactData)
	if !is || m.Meta.Workspace.Or("") != "***/project" || m.Meta.CASDigest.Or("") != artifact.Artifact {
		t.Fatalf("%T, %v", m.Data, m.Meta.Workspace)
	}
	content, err := store.Get(string(artifact.Artifact))
	if err != nil || string(content) != strings.Replace(before, `"password":"p"`, `"password":"***"`, 1) {
		t.Errorf("%.60s, %v", content, err)
	}
	if err := envelope.VerifyDigest(string(artifact.Artifact), content); err != nil {
		t.Error(err)
	}
	if small, err := b.OK(stored(payload(t, 10))); err != nil || !isInline(small.Data) {
		t.Errorf("%v, %v", small, err)
	}
}

// full is a store that takes nothing.
type full struct{ calls int }

var errFull = errors.New("no space left")

func (f *full) Put([]byte) (string, error) {
	f.calls++
	return "", errFull
}

func TestStoreErrors(t *testing.T) {
	var issues []envelope.Issue
	store := &full{}
	b := foxctl.Builder{Now: at, Store: store, Options: []foxctl.Option{foxctl.Report(&issues)}}
	m, err := b.OK(stored(payload(t, 40_000)))
	if m != nil || !errors.Is(err, errFull) || err.Error() != "cannot store /data: no space left" || issues != nil {
		t.Errorf("%v, %v, %v", m, err, issues)
	}
	b.Options = []foxctl.Option{foxctl.MaxDepth(0)}
	var wrong *envelope.OptionError
	if _, err := b.OK(stored(payload(t, 40_000))); !errors.As(err, &wrong) || store.calls != 1 {
		t.Errorf("%v after %d calls", err, store.calls)
	}
	b = foxctl.Builder{Now: at, Store: store, Secrets: &envelope.Secrets{}}
	var invalid *envelope.ValidationError
	draft := stored(payload(t, 40_000))
	draft.Meta.Workspace.Set("\xff")
	if _, err := b.OK(draft); !errors.As(err, &invalid) || invalid.Issues[0].Path != "/meta/workspace" || store.calls != 1 {
		t.Errorf("%v after %d calls", err, store.calls)
	}
	if _, err := b.OK(stored(nil)); !errors.As(err, &invalid) || invalid.Issues[0].Path != "/data" {
		t.Error(err)
	}
}

// TestRedacted copies messages without secrets.
func TestRedacted(t *testing.T) {
	m, err := foxctl.Builder{Now: at}.OK(stored(payload(t, 10)))
	if err != nil {
		t.Fatal(err)
	}
	before, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	redacted, err := envelope.Redacted(m, &envelope.Secrets{Names: []string{"PASSWORD", "text"}})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`"p"`, `"***"`, strings.Repeat("x", 10), "***").Replace(string(before))
	if got, err := redacted.Encode(); string(got) != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if after, err := m.Encode(); string(after) != string(before) || err != nil {
		t.Errorf("%s, %v", after, err)
	}
	var union foxctl.Envelope = m
	if same, err := envelope.Redacted(union, nil); err != nil || !envelope.Equal(same, union) || same == union {
		t.Errorf("%v, %v", same, err)
	}
	for _, none := range []foxctl.Envelope{nil, (*foxctl.OKEnvelope)(nil)} {
		if copied, err := envelope.Redacted(none, nil); copied != nil || err == nil {
			t.Errorf("%v, %v", copied, err)
		}
	}
	var invalid *envelope.ValidationError
	m.Meta.DurationMs.Set(1 << 60)
	if copied, err := envelope.Redacted(m, nil); copied != nil || !errors.As(err, &invalid) || invalid.Issues[0].Rule != "integer-range" {
		t.Errorf("%v, %v", copied, err)
	}
}

func TestRefusalOfSize(t *testing.T) {
	for _, size := range []int{0, 1 << 20} {
		if failure := foxctl.RefusalOfSize(size); failure != nil {
			t.Errorf("%d: %v", size, failure)
		}
	}
	failure, is := errors.AsType[*foxctl.Failure](foxctl.RefusalOfSize(1<<20 + 1))
	if !is || failure.Code != foxctl.ErrorCodeOutputTooLarge || failure.Message != "must be at most 1048576 bytes" {
		t.Error(failure)
	}
	if failure, is := errors.AsType[*foxctl.Failure](foxctl.RefusalOfSize(9, foxctl.WithCaptureMax(8))); !is || failure.Message != "must be at most 8 bytes" {
		t.Error(failure)
	}
	var wrong *envelope.OptionError
	if err := foxctl.RefusalOfSize(9, foxctl.WithCaptureMax(-1)); !errors.As(err, &wrong) {
		t.Error(err)
	}
}

func isInline(data foxctl.Data) bool {
	_, is := data.(*foxctl.InlineData)
	return is
}
