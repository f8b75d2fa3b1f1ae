package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// report is a type of this program that contains generated types. encoding/json reads and writes it.
type report struct {
	Command foxctl.Command               `json:"command"`
	At      foxctl.Timestamp             `json:"at"`
	TookMs  foxctl.Opt[int64]            `json:"took_ms,omitzero"`
	Code    foxctl.Opt[foxctl.ErrorCode] `json:"code,omitzero"`
}

// reporter is a foxctl.EnvelopeHandler, which has a method for each kind of message.
type reporter struct {
	*agent
	ctx context.Context
}

// HandleOKEnvelope reports a success.
func (r *reporter) HandleOKEnvelope(m *foxctl.OKEnvelope) error {
	return r.tell(r.ctx, "done", report{Command: m.Command, At: m.Meta.TS, TookMs: m.Meta.DurationMs})
}

// HandleErrorEnvelope reports a failure.
func (r *reporter) HandleErrorEnvelope(m *foxctl.ErrorEnvelope) error {
	if errors.Is(&m.Error, foxctl.ErrorCodeCanceled) {
		return nil // the user has canceled the command and needs no report
	}
	return r.tell(r.ctx, m.Error.Error(), report{m.Command, m.Meta.TS, m.Meta.DurationMs, foxctl.Some(m.Error.Code)})
}

// HandleProgressEnvelope logs the age of the progress.
func (r *reporter) HandleProgressEnvelope(m *foxctl.ProgressEnvelope) error {
	written, err := m.Meta.TS.Time()
	if err == nil {
		r.log.Info("at work", "for", r.now().Sub(written))
	}
	return err
}

// tell sends a report to the peer and waits for the receipt.
func (a *agent) tell(ctx context.Context, text string, r report) error {
	raw, err := agh.RawOf(r)
	if err != nil {
		return err
	}
	body := agh.DirectBody{Text: agh.Some(text), Intent: agh.Some("inform")}
	body.Extra.Set("report", raw)
	message, err := a.builder().Direct(&agh.DirectDraft{
		Channel: agh.Some("commands"), From: agh.Some[agh.PeerID]("agent.session-1"), To: agh.OptNonNull[agh.PeerID]("inbox"),
		InteractionID: agh.Some(string(r.Command)), Body: body,
	})
	if err != nil {
		return err
	}
	reply, err := a.peer.send(ctx, message)
	if err != nil {
		return err
	}
	if head := reply.EnvelopeHead(); head.ReplyTo.Or("") != message.ID {
		return fmt.Errorf("the peer answers another message: %q", head.ReplyTo.Or(""))
	}
	a.log.Info("told", "reply", reply, "id", reply.EnvelopeHead().ID)
	return nil
}
