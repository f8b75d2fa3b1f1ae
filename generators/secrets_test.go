package generators_test

import (
	"bytes"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

const secretFailure = `envgen: 1
protocol: demo
version: "1"
types:
  Ask: {x-from: client, type: object, required: [kind, id], properties: {kind: {const: ask}, id: {type: string}}}
  Answer: {x-from: server, type: object, required: [kind, id, result], properties: {kind: {const: answer}, id: {type: string}, result: {}}}
  Failure:
    x-from: server
    x-error: code
    type: object
    required: [kind, id, code, message]
    properties: {kind: {const: failure}, id: {type: string}, code: {type: string}, message: {type: string, x-secret: true}}
  Message: {oneOf: [Ask, Answer, Failure], discriminator: {propertyName: kind}}
  Result: {type: string}
root: Message
conversations:
  run:
    over: Message
    sides: [client, server]
    grammar: other*
    exchanges: {asks: {key: /id, grammar: ask (answer | failure), replies: {at: /result, of: [answer], types: {ask: Result}}}}
`

// TestSecretsOfFailures has a failure whose message is a secret: no text of an error contains it.
func TestSecretsOfFailures(t *testing.T) {
	t.Parallel()
	p, diags := compile.Source("demo.yaml", []byte(secretFailure))
	if p == nil {
		t.Fatal(diags)
	}
	for language, texts := range map[string][]string{
		"go": {`wire.ErrorText("demo.Failure", v.Code, "***")`},
		"ts": {"super(failure.code);", `failures: { 2: [["code"]] }`},
		"py": {`MESSAGE = ""`, `_failures = ((Failure, "code", ""),)`},
	} {
		var all []byte
		for _, data := range outputs(t, []*ir.Protocol{p}, generators.Destination{Target: generators.Named(language), Dir: "out", GoImport: "example.com/out"}) {
			all = append(all, data...)
		}
		for _, text := range texts {
			if !bytes.Contains(all, []byte(text)) {
				t.Errorf("%s: no %q", language, text)
			}
		}
	}
}
