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

// peer is the other side of the network.
type peer struct {
	world
	url  string
	http *http.Client
}

// send posts a message and returns the reply. What the peer refuses is an *agh.ValidationError.
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

// inbox is a peer that takes messages over HTTP and answers with receipts.
type inbox struct {
	world
	name agh.PeerID
}

func (i *inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "messages are posted", http.StatusMethodNotAllowed)
		return
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxLine))
	if err != nil {
		http.Error(w, "the message cannot be read", http.StatusBadRequest)
		return
	}
	text, err := i.reply(data)
	var invalid *agh.ValidationError
	status := http.StatusOK
	if errors.As(err, &invalid) {
		i.log.Warn("refused", "err", invalid)
		status = http.StatusUnprocessableEntity
		text, err = json.Marshal(refusal{invalid.Issues})
	}
	if err != nil {
		i.log.Error("not answered", "err", err)
		http.Error(w, "the message cannot be answered", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(text) // who is gone needs no answer
}

// reply handles a message and returns the text of the receipt.
func (i *inbox) reply(data []byte) ([]byte, error) {
	message, err := agh.ParseEnvelope(data, agh.Now(i.now()))
	if err != nil {
		return nil, err
	}
	head := message.EnvelopeHead()
	i.log.Info("received", "message", message, "id", head.ID, "from", head.From)
	receipt := &agh.Receipt{ID: i.newID(), Channel: head.Channel, From: i.name, To: agh.OptNonNull(head.From), ReplyTo: agh.Some(head.ID),
		InteractionID: head.ID, TS: i.now().Unix()}
	if direct, isDirect := message.(*agh.Direct); isDirect {
		receipt.InteractionID = direct.InteractionID
		if err := i.note(direct); err != nil {
			return nil, err
		}
	}
	receipt.Body.Set("status", agh.MustRaw("accepted"))
	return receipt.Encode(agh.Now(i.now()))
}

// note logs the report in a direct message, if there is one.
func (i *inbox) note(m *agh.Direct) error {
	raw, found := m.Body.Extra.Get("report")
	if !found {
		return nil
	}
	var r report
	if err := raw.Decode(&r); err != nil {
		return err
	}
	i.log.Info("noted", "command", r.Command, "at", r.At, "took", r.TookMs, "code", r.Code)
	return nil
}
