package main

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
)

func TestCount(t *testing.T) {
	now := time.Date(2026, 5, 12, 8, 0, 0, 0, time.UTC)
	b := foxctl.Builder{Now: func() time.Time { return now }, Started: now.Add(-time.Second)}
	files := fstest.MapFS{"a": {Data: []byte("1\n2\n")}, "b": {Data: []byte("3\n")}}
	var out bytes.Buffer
	if err := run(&out, b, files, []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	var last foxctl.Envelope
	n := 0
	for m, err := range foxctl.ReadRun(&out, foxctl.Strict()) {
		if err != nil {
			t.Error(err)
		}
		last = m
		n++
	}
	ok, is := last.(*foxctl.OKEnvelope)
	if !is || n != 3 || ok.Meta.DurationMs.Or(0) != 1000 || ok.Data.(*foxctl.InlineData).Extra.String() != `{"files":[{"file":"a","lines":2},{"file":"b","lines":1}]}` {
		t.Errorf("%d envelopes, the last is %v", n, last)
	}
	if err := run(&out, b, files, []string{"c"}); err != nil {
		t.Fatal(err)
	}
	m, err := foxctl.ParseEnvelope(out.Bytes())
	if err != nil || !errors.Is(foxctl.ErrorOf(m), foxctl.ErrorCodeNotFound) {
		t.Errorf("%v, %v", m, err)
	}
	if f := failure(fmt.Errorf("wrapped: %w", foxctl.NewFailurePolicy("no"))); f.Code != foxctl.ErrorCodePolicy {
		t.Error(f)
	}
}

// TestArtifact counts so many files that the list goes to a store, where its digest finds it.
func TestArtifact(t *testing.T) {
	store := envelope.DirectoryStore{Dir: t.TempDir()}
	files, names := fstest.MapFS{}, []string{}
	for i := range 2000 {
		name := fmt.Sprintf("file-%d", i)
		files[name], names = &fstest.MapFile{Data: []byte("1\n")}, append(names, name)
	}
	var out bytes.Buffer
	if err := run(&out, foxctl.Builder{Store: store}, files, names); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	last, err := foxctl.ParseOKEnvelope(lines[len(lines)-1], foxctl.Strict())
	if err != nil {
		t.Fatal(err)
	}
	artifact, is := last.Data.(*foxctl.ArtifactData)
	if !is || artifact.Summary.RecordCount.Or(0) != 2000 || artifact.Artifact != last.Meta.CASDigest.Or("") {
		t.Fatalf("%s", lines[len(lines)-1])
	}
	if text, err := store.Get(string(artifact.Artifact)); err != nil || int64(len(text)) != artifact.Summary.SizeBytes {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}
