package main

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"testing/fstest"
	"time"

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
	if !is || n != 3 || ok.Meta.DurationMs.Or(0) != 1000 || ok.Data.(*foxctl.InlineData).Extra.String() != `{"lines":3}` {
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
