package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/agh"
	"github.com/envgen/envgen/gen/go/foxctl"
	"github.com/envgen/envgen/gen/go/helper"
)

func TestTimestamps(t *testing.T) {
	stamp := foxctl.TimestampOf(time.Date(2026, 5, 1, 12, 0, 0, 123456789, time.FixedZone("", 60*60)))
	if when, err := stamp.Time(); stamp != "2026-05-01T11:00:00.123Z" || stamp.Validate() != nil || err != nil || when.Nanosecond() != 123e6 {
		t.Errorf("%s, %v, %v", stamp, when, err)
	}
	if _, err := foxctl.Timestamp("2026-02-30T00:00:00Z").Time(); err == nil {
		t.Error("a day that does not exist has a time")
	}
}

func TestFailures(t *testing.T) {
	message, err := foxctl.ParseEnvelope([]byte(`{"version":1,"status":"error","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T00:00:00Z","profile":["core/v1"],"duration_ms":1},` +
		`"error":{"code":"EPARSE","message":"no JSON","details":{"hint":"secret"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	failed, isError := message.(*foxctl.ErrorEnvelope)
	if !isError {
		t.Fatalf("a %T", message)
	}
	wrapped := fmt.Errorf("ls: %w", &failed.Error)
	var code foxctl.ErrorCode
	if !errors.Is(wrapped, foxctl.ErrorCodeParse) || errors.Is(wrapped, foxctl.ErrorCodeTimeout) || !errors.As(wrapped, &code) || wrapped.Error() != "ls: EPARSE: no JSON" || failed.Error.String() != "foxctl.Failure code=EPARSE" {
		t.Errorf("%v, %s", wrapped, code)
	}
}

func TestEqual(t *testing.T) {
	read := func(text string) agh.Envelope {
		t.Helper()
		message, err := agh.ParseEnvelope([]byte(text), sent)
		if err != nil {
			t.Fatal(err)
		}
		return message
	}
	plain := read(direct)
	respelled := strings.NewReplacer(`"priority": 1.0,`, `"priority": 1e0,`, `"Say \"hi\""`, `"Say \u0022hi\u0022"`,
		`"acme.priority": "high", "7": [1e2]`, `"7": [100], "acme.priority": "hi\u0067h"`).Replace(direct)
	if respelled == direct || !agh.Equal(plain, read(respelled)) || !agh.Equal(plain.(*agh.Direct), read(respelled).(*agh.Direct)) {
		t.Error("a spelling makes a difference")
	}
	for _, other := range []string{
		strings.Replace(direct, `"to": null,`, "", 1),
		strings.Replace(direct, `[1e2]`, "[1e3]", 1),
		strings.Replace(direct, `"i-1"`, `"i-2"`, 1),
		strings.Replace(direct, `"ext": {`, `"ext": {"acme.more": null, `, 1),
	} {
		if other == direct || agh.Equal(plain, read(other)) {
			t.Errorf("equal to %s", other)
		}
	}
	var none *agh.Direct
	if agh.Equal(plain, nil) || agh.Equal(none, plain.(*agh.Direct)) || !agh.Equal(none, nil) || !agh.Equal[agh.Envelope](nil, none) {
		t.Error("nil is equal to something else, or not to itself")
	}
	broken := *plain.(*agh.Direct)
	if broken.Channel = "\xff"; agh.Equal(&broken, &broken) {
		t.Error("what JSON cannot represent is equal to something")
	}
	a, b := helper.Failure{Code: "E", Message: "half"}, helper.Failure{Code: "E", Message: "half"}
	a.Extra, b.Extra = helper.NewObject(helper.Member{Name: "x", Value: rawOf(t, "1.0")}), helper.NewObject(helper.Member{Name: "x", Value: rawOf(t, "1")})
	if !helper.Some(a).Equal(helper.Some(b)) || !helper.NonNull(&a).Equal(helper.NonNull(&b)) || helper.OptNonNull[any](&a).Equal(helper.OptNonNull[any](nil)) {
		t.Error("optional records are not compared as JSON")
	}
}

func rawOf(t *testing.T, text string) helper.Raw {
	t.Helper()
	raw, err := helper.ParseRaw([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
