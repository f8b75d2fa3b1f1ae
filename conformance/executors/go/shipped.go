package main

import (
	"errors"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/helper"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

func init() {
	actionsOf["agh"] = actions{
		dispatches: map[string]func(any) string{"kind": func(m any) string { return agh.DispatchKind(m.(agh.Envelope), kind{}) }},
	}
	actionsOf["delegator"] = actions{
		dispatches: map[string]func(any) string{
			"status":       func(m any) string { return delegator.DispatchStatus(m.(delegator.JSONEnvelope), status{}) },
			"error":        func(m any) string { return delegator.DispatchError(m.(*delegator.ErrorResponse), delegatorError{}) },
			"state":        func(m any) string { return delegator.DispatchState(m.(*delegator.WaitResult), state{}) },
			"result_state": func(m any) string { return delegator.DispatchResultState(m.(*delegator.ResultSet), resultState{}) },
		},
		refuse: func(issues []envelope.Issue, blank bool) ([]byte, error) {
			var made *delegator.JSONError
			if !errors.As(delegator.RefusalOf(issues), &made) {
				return nil, errors.New("the text is refused without a failure")
			}
			if blank {
				made.Message = ""
			}
			return envelope.EncodeUnchecked(made)
		},
	}
	actionsOf["foxctl"] = actions{
		dispatches: map[string]func(any) string{"outcome": func(m any) string { return foxctl.DispatchOutcome(m.(foxctl.Envelope), outcome{}) }},
		refuse: func(issues []envelope.Issue, blank bool) ([]byte, error) {
			var made *foxctl.Failure
			if !errors.As(foxctl.RefusalOf(issues), &made) {
				return nil, errors.New("the text is refused without a failure")
			}
			if blank {
				made.Message = ""
			}
			return envelope.EncodeUnchecked(made)
		},
		refuseSize: func(size int, opts []envelope.Option) ([]byte, error) {
			err := foxctl.RefusalOfSize(size, opts...)
			var made *foxctl.Failure
			if !errors.As(err, &made) {
				return nil, err
			}
			return envelope.EncodeUnchecked(made)
		},
		verify: envelope.VerifyDigest,
	}
	actionsOf["helper"] = actions{
		dispatches: map[string]func(any) string{"action": func(m any) string { return helper.DispatchAction(m.(helper.Envelope), action{}) }},
		unaccepted: map[string]func([]byte, []envelope.Option) (string, error){
			"action": func(text []byte, opts []envelope.Option) (string, error) {
				return helper.DispatchActionText(text, action{}, opts...)
			},
		},
	}
	actionsOf["hotrepl"] = actions{
		dispatches: map[string]func(any) string{"error": func(m any) string { return hotrepl.DispatchError(m.(*hotrepl.ErrorEnvelope), hotreplError{}) }},
		refuse: func(issues []envelope.Issue, blank bool) ([]byte, error) {
			var made *hotrepl.ErrorEnvelope
			if !errors.As(hotrepl.RefusalOf(issues), &made) {
				return nil, errors.New("the text is refused without a failure")
			}
			if blank {
				made.Message = ""
			}
			return envelope.EncodeUnchecked(made)
		},
		verify: envelope.VerifyDigest,
	}
}

// The handlers return the names of their cases.
type (
	kind           struct{}
	status         struct{}
	delegatorError struct{}
	state          struct{}
	resultState    struct{}
	outcome        struct{}
	action         struct{}
	hotreplError   struct{}
)

func (kind) Greet(*agh.Greet) string           { return "greet" }
func (kind) Whois(*agh.Whois) string           { return "whois" }
func (kind) Say(*agh.Say) string               { return "say" }
func (kind) Direct(*agh.Direct) string         { return "direct" }
func (kind) Capability(*agh.Capability) string { return "capability" }
func (kind) Receipt(*agh.Receipt) string       { return "receipt" }
func (kind) Trace(*agh.Trace) string           { return "trace" }

func (status) OK(delegator.JSONEnvelope) string      { return "ok" }
func (status) Error(*delegator.ErrorResponse) string { return "error" }

func (delegatorError) Timeout(*delegator.ErrorResponse) string     { return "TIMEOUT" }
func (delegatorError) Validation(*delegator.ErrorResponse) string  { return "VALIDATION" }
func (delegatorError) ToolError(*delegator.ErrorResponse) string   { return "TOOL_ERROR" }
func (delegatorError) NotFound(*delegator.ErrorResponse) string    { return "NOT_FOUND" }
func (delegatorError) Unsupported(*delegator.ErrorResponse) string { return "UNSUPPORTED" }
func (delegatorError) Internal(*delegator.ErrorResponse) string    { return "INTERNAL" }

func (state) Completed(*delegator.WaitResult) string { return "completed" }
func (state) Failed(*delegator.WaitResult) string    { return "failed" }
func (state) Cancelled(*delegator.WaitResult) string { return "cancelled" }
func (state) Timeout(*delegator.WaitResult) string   { return "timeout" }

func (resultState) Completed(*delegator.ResultSet) string { return "completed" }
func (resultState) Failed(*delegator.ResultSet) string    { return "failed" }
func (resultState) Cancelled(*delegator.ResultSet) string { return "cancelled" }
func (resultState) Timeout(*delegator.ResultSet) string   { return "timeout" }

func (outcome) OK(*foxctl.OKEnvelope) string             { return "ok" }
func (outcome) Error(*foxctl.ErrorEnvelope) string       { return "error" }
func (outcome) Progress(*foxctl.ProgressEnvelope) string { return "progress" }

func (action) Consume(*helper.OKOutput) string                   { return "consume" }
func (action) ConsumeAndFlag(*helper.PartialOutput) string       { return "consume-and-flag" }
func (action) FallBack(helper.Envelope, []envelope.Issue) string { return "fall-back" }
func (action) ShowInstallHint(*helper.ToolMissingOutput) string  { return "show-install-hint" }

func (hotreplError) ValidationFailed(*hotrepl.ErrorEnvelope) string   { return "validation_failed" }
func (hotreplError) PreconditionFailed(*hotrepl.ErrorEnvelope) string { return "precondition_failed" }
func (hotreplError) Conflict(*hotrepl.ErrorEnvelope) string           { return "conflict" }
func (hotreplError) Timeout(*hotrepl.ErrorEnvelope) string            { return "timeout" }
func (hotreplError) Cancelled(*hotrepl.ErrorEnvelope) string          { return "cancelled" }
func (hotreplError) Busy(*hotrepl.ErrorEnvelope) string               { return "busy" }
func (hotreplError) UnknownCommand(*hotrepl.ErrorEnvelope) string     { return "unknown_command" }
func (hotreplError) UnsupportedOperation(*hotrepl.ErrorEnvelope) string {
	return "unsupported_operation"
}
func (hotreplError) ArtifactMissing(*hotrepl.ErrorEnvelope) string { return "artifact_missing" }
func (hotreplError) InvalidRequest(*hotrepl.ErrorEnvelope) string  { return "invalid_request" }
func (hotreplError) Internal(*hotrepl.ErrorEnvelope) string        { return "internal" }
