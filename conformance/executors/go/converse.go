package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/envgen/envgen/gen/go/envelope"
)

// stream judges lines or frames.
func stream(known []protocol, r request) answer {
	codec, err := conversation(known, r)
	if err != nil {
		return answer{Error: err.Error()}
	}
	if !codec.Lines() && !codec.Headers() {
		return answer{Error: fmt.Sprintf("the conversation %s is no stream of lines", r.Conversation)}
	}
	text, err := r.text()
	if err != nil {
		return answer{Error: err.Error()}
	}
	opts, err := r.options()
	if err != nil {
		return answer{Error: err.Error()}
	}
	var verdicts [][]envelope.Issue
	for issues, err := range codec.Verdicts(&pieces{bytes.NewReader(text), r.Pieces}, opts...) {
		if err != nil {
			return answer{Error: err.Error()}
		}
		verdicts = append(verdicts, listed(issues))
	}
	return answer{Verdicts: &verdicts}
}

// pieces reads so many bytes at once, or all of them.
type pieces struct {
	io.Reader
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.size > 0 {
		b = b[:min(p.size, len(b))]
	}
	return p.Reader.Read(b)
}

// converse judges events.
func converse(known []protocol, r request) answer {
	codec, err := conversation(known, r)
	if err != nil {
		return answer{Error: err.Error()}
	}
	if r.As != "" && !slices.Contains(codec.Sides(), r.As) {
		return answer{Error: fmt.Sprintf("the conversation %s has no side %q", r.Conversation, r.As)}
	}
	tracker := codec.Track(r.As)
	verdicts := [][]envelope.Issue{}
	for _, e := range r.Events {
		at := request{Now: cmp.Or(e.Now, r.Now), Params: r.Params}
		opts, err := at.options()
		if err != nil {
			return answer{Error: err.Error()}
		}
		var issues []envelope.Issue
		switch {
		case e.Close:
			issues = tracker.Close(opts...)
		case e.Send != nil:
			issues, err = tracker.Send([]byte(*e.Send), opts...)
		case e.Receive != nil:
			issues, err = tracker.Receive([]byte(*e.Receive), opts...)
		}
		if err != nil {
			return answer{Error: err.Error()}
		}
		verdicts = append(verdicts, listed(issues))
	}
	return answer{Verdicts: &verdicts}
}

// listed is a list even where there is none.
func listed(issues []envelope.Issue) []envelope.Issue { return append([]envelope.Issue{}, issues...) }

// conversation returns the codec that a request names.
func conversation(known []protocol, r request) (envelope.ConversationCodec, error) {
	for _, p := range known {
		if p.name != r.Protocol || p.conversations == nil {
			continue
		}
		for _, c := range p.conversations() {
			if c.Name() == r.Conversation {
				return c, nil
			}
		}
	}
	return envelope.ConversationCodec{}, fmt.Errorf("protocol %s has no conversation %q", r.Protocol, r.Conversation)
}
