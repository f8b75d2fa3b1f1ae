package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
)

// builder numbers the ids of a peer. Its clock is constant.
func builder(prefix string) agh.Builder {
	at, ids := time.Unix(1778574030, 0), 0
	return agh.Builder{
		Now:     func() time.Time { return at },
		NewID:   func(string) string { ids++; return fmt.Sprint(prefix, "-", ids) },
		Options: []agh.Option{agh.Now(at)},
	}
}

func line(t *testing.T, m agh.Envelope, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	text, err := agh.Layout(m, agh.Now(time.Unix(1778574030, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// The members of all messages in this file.
var (
	channel = agh.Some("builders")
	name    = agh.Some[agh.PeerID]("a")
	body    = agh.Some(agh.Object{})
)

func TestPeer(t *testing.T) {
	asker := builder("q")
	whois, err := asker.Whois(&agh.WhoisDraft{Channel: channel, From: name, Body: body})
	in := line(t, whois, err)
	greet, err := asker.Greet(&agh.GreetDraft{Channel: channel, From: name, Body: body})
	in += line(t, greet, err)
	direct, err := asker.Direct(&agh.DirectDraft{Channel: channel, From: name, To: agh.OptNonNull[agh.PeerID]("b"), InteractionID: agh.Some("i-1"), TraceID: agh.Some("t-1")})
	in += line(t, direct, err)
	elsewhere, err := asker.Direct(&agh.DirectDraft{Channel: channel, From: name, To: agh.OptNonNull[agh.PeerID]("c"), InteractionID: agh.Some("i-1")})
	in += line(t, elsewhere, err)
	in += "{}\n" + strings.Repeat(" ", 2*maxLine) + "\n" + line(t, direct, nil) // invalid, too long, a repeat
	last, err := asker.Direct(&agh.DirectDraft{Channel: channel, From: name, To: agh.OptNonNull[agh.PeerID]("b"), InteractionID: agh.Some("i-2")})
	in += line(t, last, err)
	var out, log bytes.Buffer
	p := newPeer("b", builder("a"), slog.New(slog.NewTextHandler(&log, nil)))
	if err := p.answerAll(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	const want = `{"protocol":"agh-network/v0","id":"a-1","kind":"whois","channel":"builders","from":"b","to":"a","reply_to":"q-1","causation_id":"q-1","ts":1778574030,"body":{"peer":"b"},"proof":null}
{"protocol":"agh-network/v0","id":"a-2","kind":"receipt","channel":"builders","from":"b","to":"a","interaction_id":"i-1","reply_to":"q-3","trace_id":"t-1","causation_id":"q-3","ts":1778574030,"body":{},"proof":null}
{"protocol":"agh-network/v0","id":"a-3","kind":"receipt","channel":"builders","from":"b","to":"a","interaction_id":"i-2","reply_to":"q-5","causation_id":"q-5","ts":1778574030,"body":{},"proof":null}
`
	if out.String() != want {
		t.Errorf("answers\n%s\nwant\n%s", &out, want)
	}
	skipped := strings.Split(strings.TrimSpace(log.String()), "\n")
	for i, reason := range []string{"the message is for c", "is required", "the line is too long", "unique"} {
		if len(skipped) != 4 || !strings.Contains(skipped[i], reason) {
			t.Fatalf("skipped\n%s", &log)
		}
	}
}

// TestAnswers connects two peers, each of which reads the other's output: an answer has no answer.
func TestAnswers(t *testing.T) {
	asker := builder("q")
	whois, err := asker.Whois(&agh.WhoisDraft{Channel: channel, From: name, Body: body})
	in := line(t, whois, err)
	peers := []*peer{newPeer("b", builder("b"), slog.New(slog.DiscardHandler)), newPeer("a", builder("a"), slog.New(slog.DiscardHandler))}
	turns := 0
	for ; in != "" && turns < 10; turns++ {
		var out bytes.Buffer
		if err := peers[turns%2].answerAll(strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		in = out.String()
	}
	if turns != 2 {
		t.Errorf("%d turns, and then %s", turns, in)
	}
	answer, err := asker.DirectResponse(whois, &agh.DirectDraft{From: name, To: agh.OptNonNull[agh.PeerID]("b"), InteractionID: agh.Some("i-1")})
	var out bytes.Buffer
	if err := peers[0].answerAll(strings.NewReader(line(t, answer, err)), &out); err != nil || out.Len() > 0 {
		t.Errorf("%v, %s", err, &out)
	}
}
