package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
)

func TestPeer(t *testing.T) {
	now := func() time.Time { return time.Unix(1778574030, 0) }
	asker := agh.Builder{Now: now, NewID: func(string) string { return "q-1" }, Options: []agh.Option{agh.Now(now())}}
	p := peer{agh.Builder{Now: now, NewID: func(string) string { return "a-1" }, Options: asker.Options}, "b"}
	ask := func(m agh.Envelope, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text, err := agh.Layout(m, asker.Options...)
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	to := func(m *agh.Direct) { m.To.Set("b") }
	whois, err := asker.Whois("builders", "a", agh.Object{})
	in := ask(whois, err)
	greet, err := asker.Greet("builders", "a", agh.Object{})
	in += ask(greet, err)
	direct, err := asker.Direct("builders", "a", "i-1", to)
	in += ask(direct, err)
	var out bytes.Buffer
	if err := p.answerAll(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	const head = `{"protocol":"agh-network/v0","id":"a-1","kind":`
	want := head + `"whois","channel":"builders","from":"b","to":"a","reply_to":"q-1","causation_id":"q-1","ts":1778574030,"body":{"peer":"b"},"proof":null}` + "\n" +
		head + `"receipt","channel":"builders","from":"b","to":"a","interaction_id":"i-1","reply_to":"q-1","causation_id":"q-1","ts":1778574030,"body":{},"proof":null}` + "\n"
	if out.String() != want {
		t.Errorf("answers\n%s\nwant\n%s", &out, want)
	}
	for _, in := range []string{"{}\n", strings.Replace(ask(direct, nil), `"b"`, `"c"`, 1)} {
		if err := p.answerAll(strings.NewReader(in), &out); err == nil {
			t.Errorf("answered %s", in)
		}
	}
}
