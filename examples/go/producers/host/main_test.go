package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/gen/go/hotrepl"
)

func TestHost(t *testing.T) {
	const in = `{"type":"eval","id":"1","code":"1 + 2"}
{"type":"eval","id":"2","code":"one"}
{"type":"reset","id":"3"}
{"type":"cancel","id":"4","targetId":"1"}
{"type":"eval"}
{
`
	const kind = `"kind":"invalid_request","code":`
	const want = `{"type":"eval_result","id":"1","hasValue":true,"value":3,"durationMs":1500}
{"type":"eval_error","id":"2","error":{` + kind + `"notASum","message":"no number: \"one\"","retryable":false}}
{"type":"reset_result","id":"3","success":true}
{"type":"error","id":"4","error":{"kind":"unsupported_operation","code":"unsupported","message":"this host adds","retryable":false}}
{"type":"error","error":{` + kind + `"invalidMessage","message":"/code is required","retryable":false}}
{"type":"error","error":{` + kind + `"malformedJson","message":"the text ends too early at byte 1","retryable":false}}
`
	var out bytes.Buffer
	now := time.Unix(0, 0)
	clock := func() time.Time {
		now = now.Add(1500 * time.Millisecond)
		return now
	}
	if err := serve(strings.NewReader(in), &out, hotrepl.Builder{Now: clock}); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("answers\n%s\nwant\n%s", &out, want)
	}
}
