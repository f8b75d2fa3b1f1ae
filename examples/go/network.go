package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/envgen/envgen/gen/go/agh"
)

const contentType = "application/json"

// builder returns a builder with the clock and the ids of the world.
func (w world) builder() agh.Builder {
	return agh.Builder{Now: w.now, NewID: func(string) string { return w.newID() }, Options: []agh.Option{agh.Now(w.now())}}
}

// peer is the other side of the network.
type peer struct {
	world
	url  string
	http *http.Client
}

// send posts a message and returns the reply. If the peer refuses the message, the error is an *agh.ValidationError.
func (p *peer) send(ctx context.Context, message agh.Envelope) (agh.Envelope, error) {
	text, err := message.Encode(agh.Now(p.now()))
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	response, err := p.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxLine+1))
	switch {
	case err != nil:
		return nil, err
	case response.StatusCode == http.StatusUnprocessableEntity:
		var refused refusal
		err := json.Unmarshal(data, &refused)
		return nil, errors.Join(err, &agh.ValidationError{Issues: refused.Issues})
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the peer answers %s", response.Status)
	}
	return agh.ParseEnvelope(data, agh.Now(p.now()))
}

// refusal is the body of an answer with status 422.
type refusal struct {
	Issues []agh.Issue `json:"issues"`
}
