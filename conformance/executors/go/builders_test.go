package main

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/delegator"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/helper"
	"github.com/envgen/envgen/gen/go/hotrepl"
)

// at is the clock of the builders here.
func at() time.Time { return time.Date(2026, 5, 12, 10, 0, 0, 123_999_999, time.FixedZone("", 7200)) }

func TestBuilderOfFoxctl(t *testing.T) {
	b := foxctl.Builder{Now: at, Started: at().Add(-1500 * time.Millisecond)}
	m, err := b.OK(&foxctl.OKDraft{Command: foxctl.Some(foxctl.CommandFsLs), Data: &foxctl.InlineData{}, Meta: foxctl.MetaDraft{TraceID: foxctl.Some("t")}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"version":1,"status":"ok","command":"fs/ls","data":{},"meta":{"ts":"2026-05-12T08:00:00.123Z","duration_ms":1500,"trace_id":"t","profiles":["core/v1"]},"error":{"code":null,"message":null}}` + "\n"
	if text, err := foxctl.Layout(m); string(text) != want || err != nil {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := foxctl.LayoutUnchecked(m); string(text) != want || err != nil {
		t.Errorf("unchecked %s, %v", text, err)
	}
	var out bytes.Buffer
	b.Out = &out
	other, err := b.OK(inline(foxctl.CommandFsLs))
	if !strings.HasPrefix(out.String(), `{"version":1,`) || !strings.HasSuffix(out.String(), "}}\n") {
		t.Errorf("the builder writes %q", out.String())
	}
	if err != nil {
		t.Fatal(err)
	}
	other.Meta.Profiles.Or(nil)[0] = "changed"
	if m.Meta.Profiles.Or(nil)[0] != foxctl.ProfileCoreV1 {
		t.Error("two messages share what the builder has filled in")
	}
	meta := foxctl.ProgressMetaDraft{Seq: foxctl.Some[int64](4), TS: foxctl.Some[foxctl.Timestamp]("2026-05-12T07:00:00Z"), Profiles: foxctl.Some[[]foxctl.Profile](nil)}
	draft := &foxctl.ProgressDraft{Command: foxctl.Some[foxctl.Command]("acme/run"), Data: &foxctl.InlineData{}, Meta: foxctl.Some(meta)}
	own, err := b.Progress(draft)
	if err != nil || own.Meta.TS != "2026-05-12T07:00:00Z" || own.Meta.Seq != 4 || !own.Meta.Profiles.Has() || own.Meta.DurationMs.Or(0) != 1500 {
		t.Errorf("%+v, %v", own, err)
	}
	if given, _ := draft.Meta.Get(); given.DurationMs.Has() {
		t.Error("the builder has changed its draft")
	}
}

// inline is a draft of an answer to a command, with an object without members.
func inline(command foxctl.Command) *foxctl.OKDraft {
	return &foxctl.OKDraft{Command: foxctl.Some(command), Data: &foxctl.InlineData{}}
}

func failed(tool delegator.Tool, failure *delegator.JSONError) *delegator.ErrorResponseDraft {
	return &delegator.ErrorResponseDraft{Tool: delegator.Some(tool), Meta: delegator.Some(delegator.Object{}), Error: delegator.Some(failure.Draft())}
}

// TestZeroIsNoAbsence gives zero values and leaves the same members out: only those are filled in, or missing.
func TestZeroIsNoAbsence(t *testing.T) {
	issuesOf := func(_ any, err error) (list []foxctl.Issue) {
		if invalid, is := errors.AsType[*foxctl.ValidationError](err); is {
			list = invalid.Issues
		}
		return list
	}
	b := foxctl.Builder{Now: at}
	zero := inline(foxctl.CommandFsLs)
	zero.Meta.TS = foxctl.Some[foxctl.Timestamp]("")
	for path, draft := range map[string]*foxctl.OKDraft{"/command required": {Data: &foxctl.InlineData{}}, "/data required": {Command: foxctl.Some(foxctl.CommandFsLs)}, "/meta/ts format": zero} {
		if issues := issuesOf(b.OK(draft)); len(issues) == 0 || issues[0].Path+" "+issues[0].Rule != path {
			t.Errorf("want %s, got %v", path, issues)
		}
	}
	if issues := issuesOf(b.OK(nil)); len(issues) != 2 {
		t.Errorf("nothing given: %v", issues)
	}
	progress := &foxctl.ProgressDraft{Command: foxctl.Some(foxctl.CommandFsLs), Data: &foxctl.InlineData{}}
	if issues := issuesOf(b.Progress(progress)); len(issues) != 1 || issues[0].Path != "/meta" {
		t.Errorf("no metadata: %v", issues)
	}
	progress.Meta = foxctl.Some(foxctl.ProgressMetaDraft{})
	if issues := issuesOf(b.Progress(progress)); len(issues) != 1 || issues[0].Path != "/meta/seq" {
		t.Errorf("no number: %v", issues)
	}
	draft := failed("_codex_local_run", delegator.NewJSONErrorInternal("broken"))
	draft.Error.Ptr().Retryable = delegator.Some(false)
	if issues := issuesOf(delegator.Builder{Now: at}.ErrorResponse(draft)); len(issues) != 1 || issues[0].Rule != "retryable-by-code" {
		t.Errorf("false is filled in: %v", issues)
	}
}

// broken takes no text.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// A write error is an error of the builder, which then returns no message.
func TestBuilderWithBrokenOut(t *testing.T) {
	full := errors.New("disk full")
	m, err := foxctl.Builder{Out: broken{full}}.OK(inline("fs/ls"))
	if m != nil || !errors.Is(err, full) {
		t.Errorf("%v, %v", m, err)
	}
}

// A draft without a valid message has issues, even if values in it are nil or unknown, and no part of it is written.
func TestBuilderRefuses(t *testing.T) {
	var out bytes.Buffer
	defer func() {
		if out.Len() > 0 {
			t.Errorf("a builder that fails writes %q", out.String())
		}
	}()
	b := foxctl.Builder{Now: at, Out: &out}
	for name, build := range map[string]func() (any, error){
		"no data": func() (any, error) { return b.OK(&foxctl.OKDraft{Command: foxctl.Some(foxctl.CommandFsLs)}) },
		"a nil variant": func() (any, error) {
			return b.OK(&foxctl.OKDraft{Command: foxctl.Some(foxctl.CommandFsLs), Data: (*foxctl.ArtifactData)(nil)})
		},
		"no command": func() (any, error) { return b.OK(inline("")) },
		"no failure": func() (any, error) {
			return b.Error(&foxctl.ErrorDraft{Command: foxctl.Some(foxctl.CommandFsLs), Data: &foxctl.FailureInlineData{}})
		},
		"a far clock": func() (any, error) {
			return foxctl.Builder{Now: func() time.Time { return at().AddDate(9000, 0, 0) }}.OK(inline("a/b"))
		},
		"no tool": func() (any, error) {
			return delegator.Builder{}.ErrorResponse(failed("", delegator.NewJSONErrorInternal("m")))
		},
		"an unknown code": func() (any, error) {
			return delegator.Builder{}.ErrorResponse(failed("_codex_local_run", &delegator.JSONError{Code: "?"}))
		},
		"nothing to answer": func() (any, error) {
			return agh.Builder{}.Receipt(nil, &agh.ReceiptDraft{From: agh.Some[agh.PeerID]("a"), Body: agh.Some(agh.Object{})})
		},
		"nil to answer": func() (any, error) { return agh.Builder{}.Receipt((*agh.Say)(nil), &agh.ReceiptDraft{}) },
		"no question": func() (any, error) {
			return agh.Builder{}.WhoisResponse(nil, &agh.WhoisDraft{From: agh.Some[agh.PeerID]("a"), Body: agh.Some(agh.Object{})})
		},
	} {
		var invalid *foxctl.ValidationError
		if _, err := build(); !errors.As(err, &invalid) || len(invalid.Issues) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	var wrong *foxctl.OptionError
	if m, err := (foxctl.Builder{Options: []foxctl.Option{foxctl.MaxDepth(0)}}).OK(inline("fs/ls")); m != nil || !errors.As(err, &wrong) {
		t.Errorf("%v, %v", m, err)
	}
}

func TestBuilderOfAGH(t *testing.T) {
	ids := []string{"i-1", "i-2"}
	b := agh.Builder{Now: at, Options: []agh.Option{agh.WithLifetime(time.Minute)}, NewID: func(kind string) string {
		if kind != "uuid" {
			t.Errorf("an id of the kind %s", kind)
		}
		id := ids[0]
		ids = ids[1:]
		return id
	}}
	body := agh.Some(agh.Object{})
	question, err := b.Whois(&agh.WhoisDraft{Channel: agh.Some("builders"), From: agh.Some[agh.PeerID]("a"), TraceID: agh.Some("trace"), Body: body})
	if err != nil || question.ID != "i-1" || question.TS != at().Unix() || question.ExpiresAt.Or(0) != at().Unix()+60 || !question.To.IsNull() || !question.Proof.IsNull() {
		t.Fatalf("%+v, %v", question, err)
	}
	answer, err := b.Receipt(question, &agh.ReceiptDraft{From: agh.Some[agh.PeerID]("b"), InteractionID: agh.Some("x"), Body: body})
	if err != nil || answer.ID != "i-2" || answer.ReplyTo.Or("") != "i-1" || answer.To.Or("") != "a" || answer.Channel != "builders" || answer.TraceID.Or("") != "trace" {
		t.Fatalf("%+v, %v", answer, err)
	}
	var invalid *agh.ValidationError
	if _, err := (agh.Builder{Now: at}).Receipt(question, &agh.ReceiptDraft{From: agh.Some[agh.PeerID]("b"), Body: body}); !errors.As(err, &invalid) || invalid.Issues[0].Rule != "required" || invalid.Issues[0].Path != "/interaction_id" {
		t.Errorf("without an interaction: %v", err)
	}
	greet := &agh.GreetDraft{Channel: agh.Some("builders"), From: agh.Some[agh.PeerID]("a"), Body: body}
	random, err := agh.Builder{}.Greet(greet)
	if err != nil || !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(random.ID) || time.Since(time.Unix(random.TS, 0)) > time.Minute || random.ExpiresAt.Has() {
		t.Errorf("%+v, %v", random, err)
	}
	told, err := agh.Builder{Options: []agh.Option{agh.Now(at())}}.Greet(greet)
	if err != nil || told.TS != at().Unix() {
		t.Errorf("the time of the options: %+v, %v", told, err)
	}
}

func TestBuilderOfDelegator(t *testing.T) {
	b := delegator.Builder{Now: at}
	m, err := b.StatusSnapshot(&delegator.StatusSnapshotDraft{
		Tool: delegator.Some(delegator.StatusSnapshotToolCodexLocalStatus),
		Data: delegator.StatusSnapshotDataDraft{Tasks: delegator.Some([]delegator.RunningTask{}), Queue: delegator.Some([]delegator.QueuedTask{{TaskID: "a", Position: 1}})},
	})
	if err != nil || m.Data.Tasks.Has() || m.Data.Summary.Queued != 1 || m.Meta.Total != 1 || m.Meta.SnapshotTS != m.TS {
		t.Errorf("%+v, %v", m, err)
	}
	refused, err := b.ErrorResponse(failed("_codex_local_run", delegator.NewJSONErrorInternal("broken")))
	if err != nil || !refused.Error.Retryable || refused.ToolCategory != "execution_ack" || !strings.HasSuffix(refused.SchemaID, "/v1") {
		t.Errorf("%+v, %v", refused, err)
	}
}

func TestBuilderOfHotREPL(t *testing.T) {
	m, err := hotrepl.Builder{}.EvalResult(&hotrepl.Eval{ID: "7"}, &hotrepl.EvalResultDraft{HasValue: hotrepl.Some(true), Value: hotrepl.Some(hotrepl.MustRaw(2)), DurationMs: hotrepl.Some(1.5)})
	if err != nil || m.ID != "7" {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := (hotrepl.Builder{}).EvalError(&hotrepl.Eval{ID: "7"}, nil); err == nil {
		t.Error("an error without a kind is built")
	}
}

// failing is a writer that always fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestEmit(t *testing.T) {
	env := map[string]string{"CODEX_PROFILE": "", "GEMINI_PROFILE": "x"}
	b := helper.Builder{Now: at, Getenv: func(name string) string { return env[name] }, Options: []helper.Option{helper.WithSchemaVersion("1.2.0")}}
	m, err := b.ToolMissing(&helper.ToolMissingDraft{Error: &helper.Failure{Code: "tool-missing", Message: "no git"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "{\n  \"schema_version\": \"1.2.0\",\n  \"status\": \"tool-missing\",\n  \"error\": {\n    \"code\": \"tool-missing\",\n    \"message\": \"no git\"\n  },\n  \"agent\": \"gemini\",\n" +
		"  \"ts\": \"2026-05-12T08:00:00.123Z\"\n}\n"
	var out bytes.Buffer
	if code, err := helper.Emit(&out, m); code != 0 || err != nil || out.String() != want {
		t.Errorf("%d, %v, %s", code, err, &out)
	}
	refused, err := b.Error(&helper.ErrorDraft{Error: &helper.Failure{Code: "internal", Message: "m"}})
	if err != nil {
		t.Fatal(err)
	}
	if code, err := helper.Emit(io.Discard, refused); code != 1 || err != nil {
		t.Errorf("%d, %v", code, err)
	}
	if code, err := helper.Emit(failing{}, m); code != 1 || !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%d, %v", code, err)
	}
	m.Agent = "nobody"
	out.Reset()
	if code, err := helper.Emit(&out, m); code != 1 || err == nil || out.Len() > 0 {
		t.Errorf("what is not valid: %d, %v, %s", code, err, &out)
	}
	if code, err := helper.Emit(&out, nil); code != 1 || err == nil {
		t.Errorf("nil: %d, %v", code, err)
	}
	if _, err := helper.LayoutUnchecked(nil); err == nil {
		t.Error("nil has a text")
	}
	t.Setenv("CODEX_PROFILE", "1")
	if m, err := (helper.Builder{}).OK(nil); err != nil || m.Agent != helper.AgentCodex {
		t.Errorf("the environment of the process: %+v, %v", m, err)
	}
}

// consumer repeats its messages.
type consumer struct{ told *[]string }

func (c consumer) say(text string, m helper.Envelope) bool {
	*c.told = append(*c.told, text)
	return m != nil
}

func (c consumer) Consume(m *helper.OKOutput) bool                  { return c.say("consume", m) }
func (c consumer) ConsumeAndFlag(m *helper.PartialOutput) bool      { return c.say("flag", m) }
func (c consumer) ShowInstallHint(m *helper.ToolMissingOutput) bool { return c.say("hint", m) }
func (c consumer) FallBack(m helper.Envelope, issues []helper.Issue) bool {
	text := "fall back"
	if len(issues) > 0 {
		text += " " + issues[0].Rule
	}
	return c.say(text, m)
}

func TestDispatches(t *testing.T) {
	var told []string
	h := consumer{&told}
	good, err := helper.Builder{}.OK(&helper.OKDraft{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := helper.Layout(good)
	if err != nil {
		t.Fatal(err)
	}
	var held []bool
	held = append(held, helper.DispatchAction(good, h), helper.DispatchAction[bool](nil, h), helper.DispatchAction(&helper.ErrorOutput{}, h))
	for _, text := range []string{string(text), "{", strings.Replace(string(text), "1.0.0", "2.0.0", 1)} {
		is, err := helper.DispatchActionText([]byte(text), h)
		if held = append(held, is); err != nil {
			t.Error(err)
		}
	}
	if want := []string{"consume", "fall back", "fall back", "consume", "fall back json", "fall back version"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if want := []bool{true, false, true, true, false, false}; !slices.Equal(held, want) {
		t.Errorf("held %v", held)
	}
	var wrong *helper.OptionError
	if _, err := helper.DispatchActionText(text, h, helper.MaxDepth(0)); !errors.As(err, &wrong) {
		t.Error(err)
	}
}

// retry returns the delay before a call is repeated, in milliseconds; 0 for never.
type retry struct{}

func (retry) Timeout(*delegator.ErrorResponse) int     { return 1000 }
func (retry) Validation(*delegator.ErrorResponse) int  { return 0 }
func (retry) ToolError(*delegator.ErrorResponse) int   { return 0 }
func (retry) NotFound(*delegator.ErrorResponse) int    { return 0 }
func (retry) Unsupported(*delegator.ErrorResponse) int { return 0 }
func (retry) Internal(*delegator.ErrorResponse) int    { return 5000 }

func TestFailuresOfMessages(t *testing.T) {
	err := error(delegator.NewJSONErrorInternal("broken"))
	var failure *delegator.JSONError
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	m, err := delegator.Builder{}.ErrorResponse(failed("_codex_local_run", failure))
	if err != nil {
		t.Fatal(err)
	}
	if back := delegator.ErrorOf(m); !errors.Is(back, delegator.ErrorCodeInternal) || errors.Is(back, delegator.ErrorCodeTimeout) {
		t.Errorf("back %v", back)
	}
	if wait := delegator.DispatchError(m, retry{}); wait != 5000 {
		t.Errorf("wait %d", wait)
	}
	if wait := delegator.DispatchError(&delegator.ErrorResponse{}, retry{}) + delegator.DispatchError(nil, retry{}); wait != 0 {
		t.Errorf("wait %d for no valid message", wait)
	}
	for _, none := range []delegator.JSONEnvelope{nil, (*delegator.ErrorResponse)(nil), &delegator.ResultSet{}} {
		if err := delegator.ErrorOf(none); err != nil {
			t.Errorf("%T has the failure %v", none, err)
		}
	}
	ended := &hotrepl.CommandResult{}
	if err := hotrepl.ErrorOf(ended); err != nil {
		t.Error(err)
	}
	ended.Error.Set(*hotrepl.NewErrorEnvelopeBusy("queueFull", "m", true))
	if err := hotrepl.ErrorOf(ended); !errors.Is(err, hotrepl.ErrorKindBusy) {
		t.Error(err)
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]foxctl.Failure{
		`{`:                              {Code: foxctl.ErrorCodeParse, Message: "the text ends too early at line 1, column 2 (byte 1)"},
		`{"version":1,"status":"other"}`: {Code: foxctl.ErrorCodeEnvelope, Message: `/status must be one of "ok", "error" or "progress"`},
	} {
		_, err := foxctl.ParseEnvelope([]byte(text))
		var invalid *foxctl.ValidationError
		if !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		refusal, is := errors.AsType[*foxctl.Failure](foxctl.RefusalOf(invalid.Issues))
		if !is || refusal.Code != want.Code || refusal.Message != want.Message {
			t.Errorf("%s: %+v", text, refusal)
		}
		if m, err := (foxctl.Builder{}).Error(&foxctl.ErrorDraft{Command: foxctl.Some(foxctl.CommandAgentSend), Data: &foxctl.FailureInlineData{}, Error: refusal}); err != nil || m.Error.Code != want.Code {
			t.Error(err)
		}
	}
	if refusal := foxctl.RefusalOf([]foxctl.Issue{{Rule: "r", Level: foxctl.Should}}); refusal != nil {
		t.Errorf("advice is refused: %+v", refusal)
	}
}
