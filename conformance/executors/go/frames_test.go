package main

import (
	"bytes"
	"testing"

	"github.com/envgen/envgen/gen/go/envelope"
)

// TestHeaded leaves the memory behind the caller's text alone.
func TestHeaded(t *testing.T) {
	text := append(make([]byte, 0, 100), "{}"...)
	if got := envelope.Headed(text); string(got) != "Content-Length: 2\r\n\r\n{}" || !bytes.Equal(text[:10], append([]byte("{}"), make([]byte, 8)...)) {
		t.Errorf("%q of %q", got, text[:10])
	}
	count := 0
	for text, err := range envelope.FrameTexts(bytes.NewReader(envelope.Headed(text))) {
		if count++; string(text) != "{}" || err != nil || count > 1 {
			t.Errorf("%q, %v", text, err)
		}
	}
}
