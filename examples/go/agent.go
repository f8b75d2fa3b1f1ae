package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/foxctl"
)

// agent handles envelopes of foxctl, one at a time.
type agent struct {
	world
	ctx  context.Context
	out  io.Writer
	peer peer
}

// maxLine is the size of the longest text that the generated code reads by default.
const maxLine = 16 << 20

// readAll answers each line, and returns how many have failed.
func (a *agent) readAll(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine+1)
	failed := 0
	for lines.Scan() {
		err := a.read(lines.Bytes())
		if err != nil {
			failed++
			a.log.Warn("not told", "err", err)
		}
		if err := a.answer(err); err != nil {
			return err
		}
	}
	if failed > 0 {
		return errors.Join(lines.Err(), fmt.Errorf("%d lines have failed", failed))
	}
	return lines.Err()
}

func (a *agent) read(line []byte) error {
	message, err := foxctl.ParseEnvelope(line)
	if err != nil {
		return err
	}
	a.log.Info("read", "message", message, "command", message.EnvelopeHead().Command)
	return foxctl.HandleEnvelope(message, a)
}

// report is a type of this program with generated types inside, which encoding/json reads and writes.
type report struct {
	Command foxctl.Command               `json:"command"`
	At      foxctl.Timestamp             `json:"at"`
	TookMs  foxctl.Opt[int64]            `json:"took_ms,omitzero"`
	Code    foxctl.Opt[foxctl.ErrorCode] `json:"code,omitzero"`
}

// HandleOKEnvelope is part of foxctl.EnvelopeHandler, which has a method for each kind of message.
func (a *agent) HandleOKEnvelope(m *foxctl.OKEnvelope) error {
	return a.tell("done", report{Command: m.Command, At: m.Meta.TS, TookMs: m.Meta.DurationMs})
}

// HandleErrorEnvelope is part of foxctl.EnvelopeHandler.
func (a *agent) HandleErrorEnvelope(m *foxctl.ErrorEnvelope) error {
	if errors.Is(&m.Error, foxctl.ErrorCodeCanceled) {
		return nil // whoever has canceled the command knows
	}
	return a.tell(m.Error.Error(), report{m.Command, m.Meta.TS, m.Meta.DurationMs, foxctl.Some(m.Error.Code)})
}

// HandleProgressEnvelope is part of foxctl.EnvelopeHandler.
func (a *agent) HandleProgressEnvelope(m *foxctl.ProgressEnvelope) error {
	written, err := m.Meta.TS.Time()
	if err == nil {
		a.log.Info("at work", "for", a.now().Sub(written))
	}
	return err
}

// tell sends a report to the peer and waits for the receipt.
func (a *agent) tell(text string, r report) error {
	body := agh.DirectBody{Text: agh.Some(text), Intent: agh.Some("inform")}
	raw, err := agh.RawOf(r)
	if err != nil {
		return err
	}
	body.Extra.Set("report", raw)
	reply, err := a.peer.send(a.ctx, &agh.Direct{
		ID: a.newID(), Channel: "commands", From: "agent.session-1", To: agh.OptNonNull[agh.PeerID]("inbox"),
		InteractionID: string(r.Command), TS: a.now().Unix(), Body: body})
	if err != nil {
		return err
	}
	a.log.Info("told", "reply", reply, "id", reply.EnvelopeHead().ID)
	return nil
}

// answer writes an envelope that says whether a line could be handled.
func (a *agent) answer(err error) error {
	meta := foxctl.Meta{TS: foxctl.TimestampOf(a.now())}
	var answer foxctl.Envelope = &foxctl.OKEnvelope{Command: foxctl.CommandAgentSend, Data: &foxctl.InlineData{}, Meta: meta,
		Error: foxctl.OKError{Code: foxctl.OptNull[foxctl.ErrorCode](), Message: foxctl.OptNull[string]()}}
	if err != nil {
		answer = &foxctl.ErrorEnvelope{Command: foxctl.CommandAgentSend, Data: &foxctl.FailureInlineData{}, Meta: meta,
			Error: foxctl.Failure{Code: codeOf(err), Message: err.Error()}}
	}
	text, err := answer.Encode()
	if err == nil {
		_, err = a.out.Write(append(text, '\n'))
	}
	return err
}

func codeOf(err error) foxctl.ErrorCode {
	var invalid *foxctl.ValidationError
	switch {
	case !errors.As(err, &invalid):
		return foxctl.ErrorCodeRuntime
	case invalid.Issues[0].Rule == "json":
		return foxctl.ErrorCodeParse
	}
	return foxctl.ErrorCodeEnvelope
}
