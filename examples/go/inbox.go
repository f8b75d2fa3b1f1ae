package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"

	"github.com/envgen/envgen/gen/go/agh"
)

// inbox is a peer that receives messages over HTTP and answers with receipts. It stores the ids of each sender for as long as a repeated
// message would be valid. It is safe for concurrent use.
type inbox struct {
	world
	name    agh.PeerID
	mutex   sync.Mutex
	tracker *agh.InboxTracker
}

func newInbox(w world, name agh.PeerID) *inbox {
	return &inbox{world: w, name: name, tracker: agh.NewInboxTracker()}
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
	status := http.StatusOK
	text, err := i.reply(data)
	var invalid *agh.ValidationError
	switch {
	case errors.As(err, &invalid):
		i.log.Warn("refused", "err", invalid)
		status = http.StatusUnprocessableEntity
		text, err = json.Marshal(refusal{invalid.Issues})
	case errors.Is(err, errElsewhere):
		http.Error(w, err.Error(), http.StatusMisdirectedRequest)
		return
	case err == nil && text == nil:
		status = http.StatusNoContent
	}
	if err != nil {
		i.log.Error("not answered", "err", err)
		http.Error(w, "the message cannot be answered", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = w.Write(text) // after an error the sender is disconnected
}

// errElsewhere is the error of a message to another peer.
var errElsewhere = errors.New("the message is for another peer")

// reply handles a message and returns the text of the receipt. Only a direct message has a receipt. Answers have none, so that two peers do
// not answer each other endlessly.
func (i *inbox) reply(data []byte) ([]byte, error) {
	message, err := i.receive(data)
	if err != nil {
		return nil, err
	}
	head := message.EnvelopeHead()
	i.log.Info("received", "message", message, "id", head.ID, "from", head.From)
	direct, is := message.(*agh.Direct)
	if !is || direct.ReplyTo.Has() {
		return nil, nil
	}
	if err := i.note(direct); err != nil {
		return nil, err
	}
	body := agh.NewObject(agh.Member{Name: "status", Value: agh.MustRaw("accepted")})
	receipt, err := i.builder().Receipt(direct, &agh.ReceiptDraft{From: agh.Some(i.name), Body: agh.Some(body)})
	if err != nil {
		return nil, err
	}
	return agh.Layout(receipt, agh.Now(i.now()))
}

// receive returns a message that is valid, new and for this peer.
func (i *inbox) receive(data []byte) (agh.Envelope, error) {
	now := agh.Now(i.now())
	message, err := agh.ParseEnvelope(data, now)
	if err != nil {
		return nil, err
	}
	if message.EnvelopeHead().To.Or(i.name) != i.name { // without a target, the message is for all peers
		return nil, errElsewhere
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if issues := i.tracker.Receive(message, now); slices.ContainsFunc(issues, func(i agh.Issue) bool { return i.Level == agh.Must }) {
		return nil, &agh.ValidationError{Issues: issues}
	}
	return message, nil
}

// note logs the report in a direct message, if the message has one.
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
