package reference

import (
	"os"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

// TestPlacesOfReplyKeys names the place of a key inside a typed reply from the message on: where no exchange has the key, and where one has it.
func TestPlacesOfReplyKeys(t *testing.T) {
	data, err := os.ReadFile("../../conformance/odd/reply_keys.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, diags := compile.Source("reply_keys.yaml", data)
	if p == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := New(Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Converse("reply_keys", "talk", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range [][2]string{
		{`{"kind":"open","seq":1}`, ""},
		{`{"kind":"open","seq":2}`, ""},
		{`{"kind":"opened","seq":9,"re":1,"last":true,"body":{"session":1}}`, "must have the /body/session of an open exchange: none has this one"},
		{`{"kind":"opened","seq":9,"re":1,"body":{"session":1}}`, ""},
		{`{"kind":"opened","seq":9,"re":2,"body":{"session":1}}`, "must be of another /body/session: this one is in use"},
	} {
		issues, err := c.Next(Event{Text: []byte(step[0])})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(issues) > 0 {
			got = issues[0].Message
		}
		if got != step[1] {
			t.Errorf("%s: %q", step[0], got)
		}
	}
}
