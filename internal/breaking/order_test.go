package breaking_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/ir"
)

// talkHeader are the messages of the conversations in testdata/orders.txt.
const talkHeader = `envgen: 1
protocol: talk
version: "1"
root: M
params: {age: {type: duration, default: 1h}}
types:
  Hello: {type: object, required: [t], properties: {t: {const: hello}, limit: {type: integer, minimum: 0}}}
  Ask: {type: object, required: [t, id], properties: {t: {const: ask}, id: {type: integer}, of: {type: integer}, n: {type: integer, minimum: 0}}, x-from: client}
  Done: {type: object, required: [t, id], properties: {t: {const: done}, id: {type: integer}, result: {}}, x-from: server}
  Fail: {type: object, required: [t, id], properties: {t: {const: fail}, id: {type: integer}}, x-from: server}
  Say: {type: object, required: [t], properties: {t: {const: say}, n: {type: integer, minimum: 0}}}
  Bye: {type: object, required: [t], properties: {t: {const: bye}}}
  A: {type: object, required: [x], properties: {x: {type: integer}}}
  M: {oneOf: [Hello, Ask, Done, Fail, Say, Bye], discriminator: {propertyName: t}}
conversations:
`

func traces(found []breaking.Finding) string {
	text := ""
	for _, f := range found {
		witness := f.Witness
		if f.Unknown {
			witness = "unknown"
		}
		if len(witness) > 300 {
			witness = fmt.Sprintf("%s... (%d steps)", witness[:100], len(f.Trace))
		}
		text += fmt.Sprintf("%s %s %s\n", f.Category, f.Rule, witness)
	}
	if text == "" {
		return "nothing\n"
	}
	return text
}

// itemsHeader are the messages of the conversations in testdata/orders_items.txt.
const itemsHeader = `envgen: 1
protocol: talk
version: "1"
root: M
types:
  Use: {type: object, required: [type, id], properties: {type: {const: use}, id: {type: string}}}
  Text: {type: object, required: [type], properties: {type: {const: text}}}
  Note: {type: object, required: [type, id], properties: {type: {const: note}, id: {type: string}}}
  Block: {oneOf: [Use, Text, Note], discriminator: {propertyName: type}}
  Call: {type: object, required: [t, calls], properties: {t: {const: call}, calls: {type: array, items: {type: object, required: [id], properties: {id: {type: string}}}}}, x-from: server, examples: [{t: call, calls: [{id: a}, {id: b}]}]}
  Answer: {type: object, required: [t, calls], properties: {t: {const: answer}, calls: {type: array, items: {type: object, required: [id], properties: {id: {type: string}}}}}, x-from: client, examples: [{t: answer, calls: [{id: a}, {id: b}]}]}
  Cancel: {type: object, required: [t, ids], properties: {t: {const: cancel}, ids: {type: array, items: {type: string}}, of: {type: string}}, x-from: server, examples: [{t: cancel, ids: [a, b]}]}
  Say: {type: object, required: [t, content], properties: {t: {const: say}, content: {type: array, items: Block}}}
  M: {oneOf: [Call, Answer, Cancel, Say], discriminator: {propertyName: t}}
conversations:
`

// TestOrders compares pairs of conversations, each with its findings. Each trace is replayed by trackers of its own.
func TestOrders(t *testing.T) { orders(t, "testdata/orders.txt", talkHeader) }

// TestOrdersOfItems compares conversations with keys in the items of arrays.
func TestOrdersOfItems(t *testing.T) { orders(t, "testdata/orders_items.txt", itemsHeader) }

// TestKeysInMoreItems compares specs in which other branches of a union have the key.
func TestKeysInMoreItems(t *testing.T) {
	talk := talkNamed(`{grammar: other*, exchanges: {says: {key: /content/*/id, letters: {done: {of: [answer], key: /calls/*/id}}, grammar: say done}}}`)
	keyed := strings.Replace(itemsHeader, "Text: {type: object, required: [type], properties: {", "Text: {type: object, required: [type, id], properties: {id: {type: string}, ", 1)
	got := traces(compare(t, protocol(t, "old", []byte(itemsHeader+talk)), protocol(t, "new", []byte(keyed+talk))))
	if !strings.Contains(got, "ORDER sequence unknown") {
		t.Error(got)
	}
}

func orders(t *testing.T, file, header string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		parts := strings.SplitN(block, "\n", 4)
		old, isOld := strings.CutPrefix(parts[1], "old: ")
		new, isNew := strings.CutPrefix(parts[2], "new: ")
		if !isOld || !isNew {
			t.Fatalf("not a pair:\n%s", block)
		}
		name := strings.TrimPrefix(parts[0], "# ")
		got := ""
		t.Run(name, func(t *testing.T) {
			got = traces(compare(t, protocol(t, "old", []byte(header+talkNamed(old))), protocol(t, "new", []byte(header+talkNamed(new)))))
			if want := strings.Join(append(parts[3:], ""), "\n"); got != want && !*update {
				t.Errorf("%s\ngot:\n%s", block, got)
			}
		})
		all = append(all, strings.Join(parts[:3], "\n")+"\n"+got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(all, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// talkNamed is the section of one conversation: `name {...}`, or `{...}` for one called c.
func talkNamed(text string) string {
	name, body, _ := strings.Cut(text, "{")
	if name = strings.TrimSpace(name); name == "" {
		name = "c"
	}
	return fmt.Sprintf("  %s: {over: M, %s\n", name, body)
}

// replayOrder proves the trace of a finding: all but the last step are judged alike, and the last one is not.
func replayOrder(t *testing.T, old, new *ir.Protocol, f breaking.Finding) {
	t.Helper()
	if f.Rule == "conversation" || f.Rule == "framing" { // no tracker of one version follows them
		return
	}
	before, err := breaking.Replay(old, f.Type, f.Trace)
	if err != nil {
		t.Fatal(err)
	}
	after, err := breaking.Replay(new, f.Type, f.Trace)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Trace {
		last := i == len(f.Trace)-1
		a, b := refuses(before[i]), refuses(after[i])
		if f.Category == breaking.Order && last == (a == b) {
			t.Errorf("%s %s: step %d of %s: the old version says %v, the new one %v", f.Category, f.Rule, i, f.Witness, before[i], after[i])
		}
		if f.Category == breaking.Issues && (a != b || last == slices.Equal(before[i], after[i])) {
			t.Errorf("%s: step %d of %s: the old version says %v, the new one %v", f.Category, i, f.Witness, before[i], after[i])
		}
	}
}
