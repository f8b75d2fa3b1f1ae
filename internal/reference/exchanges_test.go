package reference

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

const toolbox = `envgen: 1
protocol: toolbox
version: "1"
types:
  Open: {type: object, required: [kind], properties: {kind: {const: open}, calls: {type: [array, "null"], items: {type: object, properties: {id: {type: [string, "null"]}}}}}}
  Rest: {type: object, required: [kind, ids], properties: {kind: {const: rest}, ids: {type: array, items: {type: string}}}}
  Close: {type: object, required: [kind, ids], properties: {kind: {const: close}, ids: {type: array, items: {type: string}}}}
  Cut: {type: object, required: [kind, ids], properties: {kind: {const: cut}, ids: {type: array, items: {type: string}}}}
  Message: {oneOf: [Open, Rest, Close, Cut], discriminator: {propertyName: kind}}
root: Message
conversations:
  box:
    over: Message
    grammar: other*
    exchanges:
      calls:
        key: /calls/*/id
        most: 3
        letters:
          rests: {of: [rest], key: /ids/*}
          closes: {of: [close], key: /ids/*}
          cuts: {of: [cut], key: /ids/*}
        grammar: GRAMMAR
        ends: {one: [cuts]}
        sequence: [{id: few, of: [open], each: open < 3, level: should, at: /calls, message: must be few}]
`

// TestSeveralKeys has messages of several exchanges, as the tests of the trackers have them: all of these exchanges take a message, or none does.
func TestSeveralKeys(t *testing.T) {
	waiting, resting := toolboxOf(t, "open rests* closes"), toolboxOf(t, "open (rests+ open)* (closes | rests+ closes?)")
	full := "must wait until one of 3 open exchanges has ended"
	for name, c := range map[string]struct {
		events []string // kind and keys
		issues []string // of the last one: the messages
		open   string   // after it
	}{
		"equal keys are one":              {[]string{"open a,b,a"}, nil, "a b"},
		"no key":                          {[]string{"open a", "close "}, nil, "a"},
		"null, absent":                    {[]string{"open -,a,?"}, nil, "a"},
		"no array":                        {[]string{"open a", "open !"}, nil, "a"},
		"some of them end":                {[]string{"open a,b", "open c", "close b,c"}, nil, "a"},
		"one is in use":                   {[]string{"open a", "open b,a"}, []string{"must be of another /calls/*/id: this one is in use"}, "a"},
		"one is not open":                 {[]string{"open a", "close a,b"}, []string{"must have the /ids/* of an open exchange: none has this one"}, "a"},
		"cut off":                         {[]string{"open a,b,c", "cut c,x,a"}, nil, "b"},
		"too many":                        {[]string{"open a,b,c,d"}, []string{full}, ""},
		"too many beside others":          {[]string{"open a,b", "rest a", "open c,d,e"}, []string{full}, "a b"},
		"equal issues are one":            {[]string{"open a", "rest a", "open a,b,c"}, []string{"must be few"}, "a b c"},
		"one makes room":                  {[]string{"open a,b,c", "rest b", "rest a", "open d"}, []string{"must be few"}, "a c d"},
		"two make room":                   {[]string{"open a,b,c", "rest b,c", "rest a", "open d,e"}, []string{"must be few"}, "a d e"},
		"that of the message makes none":  {[]string{"open a,b,c", "rest a", "rest b", "open a,d"}, []string{"must be few"}, "a c d"},
		"those of the message make none":  {[]string{"open a,b,c", "rest a,b", "open d,a,b"}, []string{full}, "a b c"},
		"there is room for one more":      {[]string{"open a,b", "rest a,b", "open c,a"}, []string{"must be few"}, "a b c"},
		"the state before counts for all": {[]string{"open a", "rest a", "open a,b", "rest b,c"}, []string{"must have the /ids/* of an open exchange: none has this one"}, "a b"},
	} {
		of := resting
		if name == "one is in use" {
			of = waiting
		}
		box, err := of.Converse("toolbox", "box", "")
		if err != nil {
			t.Fatal(err)
		}
		var issues []Issue
		for _, event := range c.events {
			if issues, err = box.Next(Event{Text: messageOf(event)}); err != nil {
				t.Fatal(err)
			}
		}
		var found []string
		for _, issue := range issues {
			found = append(found, issue.Message)
		}
		var open []string
		for _, key := range []string{"a", "b", "c", "d", "e", "x"} {
			if box.open[0][key] != nil {
				open = append(open, key)
			}
		}
		if strings.Join(found, "; ") != strings.Join(c.issues, "; ") || strings.Join(open, " ") != c.open || len(open) != len(box.open[0]) {
			t.Errorf("%s: %q, and open are %v", name, found, open)
		}
	}
}

func toolboxOf(t *testing.T, grammar string) *Reference {
	t.Helper()
	p, diags := compile.Source("toolbox.yaml", []byte(strings.Replace(toolbox, "GRAMMAR", grammar, 1)))
	if p == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := New(Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// messageOf returns the text of a message: its kind, and its keys between commas. The key - is null, and ? is absent; ! is null for the array.
func messageOf(event string) []byte {
	kind, list, _ := strings.Cut(event, " ")
	m := map[string]any{"kind": kind}
	calls, ids := []any{}, []any{}
	for _, key := range strings.Split(list, ",") {
		switch key {
		case "":
		case "-":
			calls = append(calls, map[string]any{"id": nil})
		case "?":
			calls = append(calls, map[string]any{})
		default:
			calls, ids = append(calls, map[string]any{"id": key}), append(ids, key)
		}
	}
	switch {
	case kind != "open":
		m["ids"] = ids
	case list == "!":
		m["calls"] = nil
	default:
		m["calls"] = calls
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // of strings
	}
	return text
}

// TestKeysOfSeveralMembers has keys that differ in one member, in the border between two, or in the type of one.
func TestKeysOfSeveralMembers(t *testing.T) {
	p, diags := compile.Source("parts.yaml", []byte(`envgen: 1
protocol: parts
version: "1"
types:
  Open: {type: object, required: [kind], properties: {kind: {const: open}, a: {type: [string, "null"]}, b: {type: string}}}
  Number: {type: object, required: [kind], properties: {kind: {const: number}, a: {type: number}, b: {type: string}}}
  Close: {type: object, required: [kind], properties: {kind: {const: close}, at: {type: object, required: [x], properties: {x: {type: string}}}, y: {type: string}}}
  Message: {oneOf: [Open, Number, Close], discriminator: {propertyName: kind}}
root: Message
conversations:
  talk:
    over: Message
    grammar: other*
    exchanges: {parts: {key: [/a, /b], letters: {opens: {of: [open, number]}, closes: {of: [close], key: [/at/x, /y]}}, grammar: opens closes}}
`))
	if p == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	r, err := New(Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	const taken, none = "must be of another /a or /b: these are in use", "must have the /at/x and /y of an open exchange: none has these"
	ab := `{"kind":"open","a":"a","b":"b"}`
	for name, c := range map[string]struct {
		second, issue string
		open          int
	}{
		"equal":                  {`{"kind":"open","b":"b","a":"a"}`, taken, 1},
		"another second":         {`{"kind":"open","a":"a","b":"c"}`, "", 2},
		"another first":          {`{"kind":"open","a":"b","b":"b"}`, "", 2},
		"changed places":         {`{"kind":"open","a":"b","b":"a"}`, "", 2},
		"another border":         {`{"kind":"open","a":"ab","b":""}`, "", 2},
		"the mark in a text":     {`{"kind":"open","a":"","b":"a1\"b"}`, "", 2},
		"a number":               {`{"kind":"number","a":1,"b":"b"}`, "", 2},
		"first null":             {`{"kind":"open","a":null,"b":"b"}`, "", 1},
		"first absent":           {`{"kind":"open","b":"b"}`, "", 1},
		"second absent":          {`{"kind":"open","a":"a"}`, "", 1},
		"closed by others":       {`{"kind":"close","at":{"x":"a"},"y":"b"}`, "", 0},
		"closes no such first":   {`{"kind":"close","at":{"x":"b"},"y":"b"}`, none, 1},
		"closes no such second":  {`{"kind":"close","at":{"x":"a"},"y":"a"}`, none, 1},
		"closes without a first": {`{"kind":"close","y":"b"}`, "", 1},
	} {
		talk, err := r.Converse("parts", "talk", "")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, text := range []string{ab, c.second} {
			issues, err := talk.Next(Event{Text: []byte(text)})
			if err != nil {
				t.Fatal(err)
			}
			for _, issue := range issues {
				got += issue.Message
			}
		}
		if got != c.issue || len(talk.open[0]) != c.open {
			t.Errorf("%s: %q, %d open", name, got, len(talk.open[0]))
		}
	}
}
