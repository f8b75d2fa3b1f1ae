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
