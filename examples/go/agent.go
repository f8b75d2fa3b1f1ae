package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/envgen/envgen/gen/go/foxctl"
)

// agent follows one run of foxctl and reports its end to a peer.
type agent struct {
	world
	peer peer
}

// maxLine is the size of the longest text that the generated code reads by default, in bytes.
const maxLine = 16 << 20

// follow reads the run, reports its end, and writes the answer: a run with one envelope. It returns the error in the answer.
func (a *agent) follow(ctx context.Context, in io.Reader, out io.Writer) error {
	failed := a.workUntil(ctx, in)
	b := foxctl.Builder{Now: a.now}
	var answer foxctl.Envelope
	var err error
	if failed == nil {
		answer, err = b.OK(&foxctl.OKDraft{Command: foxctl.Some(foxctl.CommandAgentSend), Data: &foxctl.InlineData{}})
	} else {
		failure := failureOf(failed)
		entry, _ := failure.Code.Entry()
		data := &foxctl.FailureInlineData{Hint: foxctl.Some(entry.Remediation)}
		answer, err = b.Error(&foxctl.ErrorDraft{Command: foxctl.Some(foxctl.CommandAgentSend), Data: data, Error: failure})
	}
	if err != nil {
		return errors.Join(failed, err)
	}
	w := foxctl.NewRunWriter(out)
	return errors.Join(failed, w.Write(answer), w.Close())
}

// workUntil reads the run and reports its end. It returns early if ctx ends, because a read from a terminal may never return. It returns a
// panic as an error.
func (a *agent) workUntil(ctx context.Context, in io.Reader) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("unforeseen: %v", p)
			}
			done <- err
		}()
		var last foxctl.Envelope
		if last, err = a.read(ctx, in); err == nil {
			err = foxctl.HandleEnvelope(last, &reporter{a, ctx})
		}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		return err
	}
}

// read returns the envelope that ends the run. It logs each invalid or misplaced line, and returns an error if there was one. An envelope
// after the terminal one is misplaced. A run without a terminal envelope ends with an error.
func (a *agent) read(ctx context.Context, in io.Reader) (foxctl.Envelope, error) {
	var last foxctl.Envelope
	var broken []error
	for m, err := range foxctl.ReadRun(in) {
		if err != nil {
			a.log.Warn("the run breaks its rules", "err", err)
			broken = append(broken, err)
			continue
		}
		a.log.Info("read", "message", m, "command", m.EnvelopeHead().Command)
		if _, is := m.(*foxctl.ProgressEnvelope); is {
			if err := foxctl.HandleEnvelope(m, &reporter{a, ctx}); err != nil {
				return nil, err
			}
		}
		last = m
	}
	if len(broken) > 0 {
		return nil, refused(broken)
	}
	return last, nil
}

// refused returns the error that answers a run. It has the code of the first error.
func refused(broken []error) error {
	invalid, is := errors.AsType[*foxctl.ValidationError](broken[0])
	if !is {
		return foxctl.NewFailureIO("the run cannot be read: " + broken[0].Error())
	}
	failure, is := errors.AsType[*foxctl.Failure](foxctl.RefusalOf(invalid.Issues))
	if !is {
		return invalid
	}
	if more := len(broken) - 1; more > 0 {
		failure.Message += fmt.Sprintf("; %d more", more)
	}
	return failure
}

// failureOf returns the failure for an error, with a code of the catalog.
func failureOf(err error) *foxctl.Failure {
	known, is := errors.AsType[*foxctl.Failure](err)
	switch {
	case is:
		return known
	case errors.Is(err, context.Canceled):
		return foxctl.NewFailureCanceled("the agent is interrupted")
	}
	return foxctl.NewFailureRuntime(err.Error())
}
