package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// protocolOf compiles a spec.
func protocolOf(t *testing.T, spec string) *ir.Protocol {
	t.Helper()
	p, diags := compile.Source("small.yaml", []byte(spec))
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

// written returns the files of one format by path, and the warnings.
func written(t *testing.T, p *ir.Protocol, format string) (map[string][]byte, diag.List) {
	t.Helper()
	var warnings diag.List
	files, err := jsonschema.With([]string{format}).Generate(target.Job{Protocol: p, Warn: warnings.Add})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		all[f.Path] = f.Data
	}
	return all, warnings
}

// at returns the compact text of a part of a document.
func at(t *testing.T, document []byte, names ...string) string {
	t.Helper()
	part := json.RawMessage(document)
	for _, name := range names {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(part, &members); err != nil || members[name] == nil {
			t.Fatalf("there is no %s in %s", name, part)
		}
		part = members[name]
	}
	var b bytes.Buffer
	if err := json.Compact(&b, part); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// translations contains schemas with their form in draft 7 and the keywords that it lacks. T has the type object or array so that no warning of the
// compiler interferes.
var translations = []struct{ schema, want, lacks string }{
	{`{type: array, prefixItems: [{type: string}, true], items: false}`,
		`{"type":"array","items":[{"type":"string"},{}],"additionalItems":false}`, ""},
	{`{type: [object, string], dependentRequired: {a: [b]}}`, `{"type":["object","string"],"dependencies":{"a":["b"]}}`, ""},
	{`{type: object, dependentRequired: {a: [b]}, dependentSchemas: {a: {minProperties: 3}, c: {maxProperties: 4}}}`,
		`{"type":"object","dependencies":{"a":{"allOf":[{"required":["b"]},{"minProperties":3}]},"c":{"maxProperties":4}}}`, ""},
	{`{type: array, contains: {type: string}, minContains: 0}`, `{"type":"array"}`, ""},
	{`{type: array, contains: {type: string}, minContains: 0, maxContains: 0}`, `{"type":"array","allOf":[{"items":{"not":{"type":"string"}}}]}`, ""},
	{`{type: array, contains: {type: string}, maxContains: 2}`, `{"type":"array","contains":{"type":"string"}}`, "maxContains"},
	{`{type: array, contains: {type: string}, minContains: 2, maxContains: 2}`, `{"type":"array","contains":{"type":"string"}}`, "maxContains, minContains"},
	{`{type: [object, "null"], anyOf: [{properties: {a: {type: string}}}, {type: "null"}], unevaluatedProperties: false}`,
		`{"type":["null","object"],"properties":{"a":{}},"additionalProperties":false,"anyOf":[{"properties":{"a":{"type":"string"}}},{"type":"null"}]}`, ""},
	{`{type: object, anyOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}], unevaluatedProperties: false}`,
		`{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"string"}}}]}`, "unevaluatedProperties"},
	{`{type: array, allOf: [{prefixItems: [{type: string}]}], unevaluatedItems: {type: boolean}}`,
		`{"type":"array","items":[{}],"allOf":[{"items":[{"type":"string"}]}],"additionalItems":{"type":"boolean"}}`, ""},
	{`{type: array, contains: {type: string}, unevaluatedItems: {type: boolean}}`, `{"type":"array","contains":{"type":"string"}}`, "unevaluatedItems"},
	{`{type: [array, string], not: {contains: {type: string}, maxContains: 2}}`, `{"type":["array","string"]}`, "not"},
	{`{type: [array, string], if: {contains: {type: string}, maxContains: 2}, then: {maxItems: 3}}`, `{"type":["array","string"]}`, "if"},
	{`{type: [array, string], oneOf: [{contains: {type: string}, maxContains: 2}, {maxItems: 3}]}`,
		`{"type":["array","string"],"anyOf":[{"contains":{"type":"string"}},{"maxItems":3}]}`, "oneOf"},
}

// TestDraft7 compares translations of schemas.
func TestDraft7(t *testing.T) {
	for _, tt := range translations {
		p := protocolOf(t, "envgen: 1\nprotocol: small\nversion: \"1\"\ntypes:\n  T: "+tt.schema+"\nroot: T\n")
		files, warnings := written(t, p, "draft7")
		got := at(t, files["small.draft7.schema.json"], "definitions", "T")
		var note string
		if tt.lacks != "" {
			note = `"$comment":"Draft 7 cannot express ` + tt.lacks + ` here: more values are valid."`
		}
		if !strings.Contains(got, note) {
			t.Errorf("%s: no comment in %s", tt.schema, got)
		}
		if got := withoutNotes(got); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.schema, got, tt.want)
		}
		shown := "draft 7 cannot express `" + strings.ReplaceAll(tt.lacks, ", ", "`, `") + "` at #/definitions/T, so small.draft7.schema.json accepts more values than the spec"
		if tt.lacks != "" && !slices.ContainsFunc(warnings, func(d diag.Diagnostic) bool { return d.Message == shown && d.Pos.Line == 5 && d.Code == "weaker" }) {
			t.Errorf("%s: %q is not in %v", tt.schema, shown, warnings)
		}
		if tt.lacks == "" && len(warnings) > 0 {
			t.Errorf("%s: %v", tt.schema, warnings)
		}
	}
}

// withoutNotes removes the comments that translations add.
func withoutNotes(text string) string {
	for {
		_, rest, found := strings.Cut(text, `"$comment":"Draft 7`)
		if !found {
			return text
		}
		note, _, _ := strings.Cut(rest, `"`)
		note = `"$comment":"Draft 7` + note + `"`
		text = strings.ReplaceAll(strings.Replace(text, note+",", "", 1), note, "")
	}
}

// TestDraft7References shows that no keyword is beside a reference, and that a loose definition affects the schemas that refer to it.
func TestDraft7References(t *testing.T) {
	files, warnings := written(t, compiled(t), "draft7")
	document := files["general.draft7.schema.json"]
	if got := at(t, document, "allOf"); got != `[{"$ref":"#/definitions/Whole"}]` {
		t.Error(got)
	}
	want := `{"readOnly":true,"allOf":[{"$ref":"#/definitions/base.Tree"}]}`
	if got := at(t, document, "definitions", "Whole", "properties", "tree"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := at(t, document, "definitions", "Whole", "properties", "odd"); got != `{"$ref":"#/definitions/Odd"}` {
		t.Error(got)
	}
	var shown []string
	for _, w := range warnings {
		shown = append(shown, fmt.Sprint(w.Pos.Line, " ", w.Message))
	}
	if len(shown) != 1 || !strings.Contains(shown[0], "`unevaluatedItems`") && !strings.Contains(shown[0], "`maxContains`") {
		t.Error(shown)
	}
}

const talk = `envgen: 1
protocol: talk
version: "2"
title: Talk
source: The book of talks
description: Two sides talk.
types:
  Message: {oneOf: [Ask, Answer, Failure, Note], discriminator: {propertyName: kind}}
  Ask: {type: object, x-from: client, description: A question., required: [kind, id], properties: {kind: {const: ask}, id: {type: string}, about: Topic, never: false}}
  Answer: {type: object, x-from: server, required: [kind, id], properties: {kind: {const: answer}, id: {type: string}}}
  Failure: {type: object, x-from: server, required: [kind, id], properties: {kind: {const: failure}, id: {type: string}}}
  Note: {type: object, required: [kind], properties: {kind: {const: note}}}
  Topic: {type: object, properties: {above: Topic, name: {type: string, minLength: 1}}}
root: Message
conversations:
  line:
    description: One line.
    over: Message
    grammar: other*
    exchanges:
      questions: {key: /id, grammar: ask (answer | failure)}
`

// TestOpenAPI shows the parts that differ from the bundle.
func TestOpenAPI(t *testing.T) {
	files, _ := written(t, protocolOf(t, talk), "openapi")
	document := files["talk.openapi.json"]
	for want, got := range map[string]string{
		`"3.1.0"`: at(t, document, "openapi"),
		`{"title":"Talk","version":"2","description":"Two sides talk.","x-source":"The book of talks"}`: at(t, document, "info"),
		`{"type":"object","discriminator":{"propertyName":"kind","mapping":{"ask":"#/components/schemas/Ask","answer":"#/components/schemas/Answer",` +
			`"failure":"#/components/schemas/Failure","note":"#/components/schemas/Note"}},"oneOf":[{"$ref":"#/components/schemas/Ask"},` +
			`{"$ref":"#/components/schemas/Answer"},{"$ref":"#/components/schemas/Failure"},{"$ref":"#/components/schemas/Note"}]}`: at(t, document, "components", "schemas", "Message"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	files, _ = written(t, menagerie(), "openapi")
	if got := at(t, files["zoo.openapi.json"], "components", "schemas", "Animal.tags.items___"); got != `{"type":"object"}` {
		t.Error(got)
	}
}

// TestAsyncAPI shows the operations of both sides.
func TestAsyncAPI(t *testing.T) {
	files, _ := written(t, protocolOf(t, talk), "asyncapi")
	if len(files) != 2 {
		t.Fatal(len(files))
	}
	client, server := files["talk.client.asyncapi.json"], files["talk.server.asyncapi.json"]
	ask := `"channel":{"$ref":"#/channels/line"},"messages":[{"$ref":"#/channels/line/messages/Ask"}],"reply":{"channel":{"$ref":"#/channels/line"},` +
		`"messages":[{"$ref":"#/channels/line/messages/Answer"},{"$ref":"#/channels/line/messages/Failure"}]}}`
	note := `"channel":{"$ref":"#/channels/line"},"messages":[{"$ref":"#/channels/line/messages/Note"}]}`
	for want, got := range map[string]string{
		`"urn:envgen:talk:2:client"`:  at(t, client, "id"),
		`{"action":"send",` + ask:     at(t, client, "operations", "line.send.Ask"),
		`{"action":"receive",` + ask:  at(t, server, "operations", "line.receive.Ask"),
		`{"action":"send",` + note:    at(t, server, "operations", "line.send.Note"),
		`{"action":"receive",` + note: at(t, server, "operations", "line.receive.Note"),
		`{"name":"Ask","description":"A question.","correlationId":{"location":"$message.payload#/id"},"payload":{"$ref":"#/components/schemas/Ask"}}`: at(t, client, "components", "messages", "Ask"),
		`{"type":"object","oneOf":[{"$ref":"#/components/schemas/Ask"},{"$ref":"#/components/schemas/Answer"},` +
			`{"$ref":"#/components/schemas/Failure"},{"$ref":"#/components/schemas/Note"}]}`: at(t, client, "components", "schemas", "Message"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if strings.Contains(string(client), "line.receive.Ask") {
		t.Error("the client receives its own message")
	}
	silent, _, _ := strings.Cut(strings.NewReplacer("x-from: client, ", "", "x-from: server, ", "").Replace(talk), "conversations:")
	files, _ = written(t, protocolOf(t, silent), "asyncapi")
	if got := at(t, files["talk.asyncapi.json"], "operations", "messages.receive.Ask", "action"); got != `"receive"` {
		t.Error(got)
	}
}

// TestMessagesWithoutDefinition shows that a union is the message for records that only its schema describes.
func TestMessagesWithoutDefinition(t *testing.T) {
	files, _ := written(t, protocolOf(t, `envgen: 1
protocol: alt
version: "1"
types:
  Root: {anyOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}, Named]}
  Named: {type: object, required: [c], properties: {c: {type: string}}}
root: Root
`), "asyncapi")
	want := `{"Root":{"name":"Root","payload":{"$ref":"#/components/schemas/Root"}},"Named":{"name":"Named","payload":{"$ref":"#/components/schemas/Named"}}}`
	if got := at(t, files["alt.asyncapi.json"], "components", "messages"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTools shows that a side offers the requests of the other side, with the definitions that they need.
func TestTools(t *testing.T) {
	files, _ := written(t, protocolOf(t, talk), "mcp-tools")
	if len(files) != 1 {
		t.Fatal(files)
	}
	want := `[{"name":"Ask","description":"A question.","inputSchema":{"type":"object","required":["kind","id"],"properties":{"kind":{"type":"string","const":"ask"},` +
		`"id":{"type":"string"},"about":{"$ref":"#/$defs/Topic"},"never":{"not":{}}},` +
		`"$defs":{"Topic":{"type":"object","properties":{"above":{"$ref":"#/$defs/Topic"},"name":{"type":"string","minLength":1}}}}},` +
		`"outputSchema":{"type":"object","anyOf":[{"$ref":"#/$defs/Answer"},{"$ref":"#/$defs/Failure"}],"$defs":{` +
		`"Answer":{"type":"object","required":["kind","id"],"properties":{"kind":{"type":"string","const":"answer"},"id":{"type":"string"}}},` +
		`"Failure":{"type":"object","required":["kind","id"],"properties":{"kind":{"type":"string","const":"failure"},"id":{"type":"string"}}}}}}]`
	if got := at(t, files["talk.server.mcp-tools.json"], "tools"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	files, _ = written(t, protocolOf(t, "envgen: 1\nprotocol: word\nversion: \"1\"\ntypes: {T: {type: string}}\nroot: T\n"), "mcp-tools")
	if got := at(t, files["word.mcp-tools.json"], "tools"); got != `[]` {
		t.Error("a text is no object: ", got)
	}
}
