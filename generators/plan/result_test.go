package plan_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/compile"
)

// TestAround compiles conversations whose replies carry results, and compares the texts of which replies are made.
func TestAround(t *testing.T) {
	const answer = `
  Answer: {type: object, required: [version, id, result], properties: {version: {const: 2}, id: {type: string}, "a\"b": {type: string}, result: {}}}`
	for _, c := range []struct {
		name, types, key, replies string
		want                      []string
	}{
		{"constants come first", answer, "", `{at: /result, of: [answer], types: {Ask: Sum}}`, []string{`{"version":2,"id":`, `,"result":`, `}`}},
		{"the key comes first", `
  Answer: {type: object, required: [result, id, ok], properties: {result: {}, id: {type: string}, ok: {const: true}, least: {const: 1}, nothing: {type: "null"}}}`,
			"", `{at: /result, of: [answer], types: {Ask: Sum}}`, []string{`{"ok":true,"id":`, `,"result":`, `}`}},
		{"in one object", `
  Answer: {type: object, required: [in], properties: {in: {type: object, required: [kind, id], properties: {kind: {const: "é\""}, value: {}, id: {type: string}}}}}`,
			"/in/id", `{at: /in/value, of: [answer], types: {Ask: Sum}}`, []string{`{"in":{"kind":"é\"","id":`, `,"value":`, `}}`}},
		{"in two objects", `
  Answer: {type: object, required: [b, a, n], properties: {b: {type: object, properties: {value: {type: object}}}, a: {type: object, required: [id], properties: {id: {type: string}}}, n: {type: "null"}}}`,
			"/a/id", `{at: /b/value, of: [answer], types: {Ask: Sum}}`, []string{`{"n":null,"a":{"id":`, `},"b":{"value":`, `}}`}},
		{"the result alone", answer, "", `{at: "", of: [answer], types: {Ask: Answer}}`, []string{"", ""}},
		{"no key", `
  Answer: {type: object, required: [ok], properties: {result: {}, ok: {const: true}}}`, "none", `{at: /result, of: [answer], types: {Ask: Sum}}`, []string{`{"ok":true,"result":`, `}`}},
		{"another required member", `
  Answer: {type: object, required: [id, result, at], properties: {id: {type: string}, result: {}, at: {type: integer}}}`, "", `{at: /result, of: [answer], types: {Ask: Sum}}`, nil},
		{"another required member inside", `
  Answer: {type: object, required: [id, in], properties: {id: {type: string}, in: {type: object, required: [at], properties: {at: {type: integer}, value: {}}}}}`,
			"", `{at: /in/value, of: [answer], types: {Ask: Sum}}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := fmt.Sprintf(`envgen: 1
protocol: asks
version: "1"
types:
  Ask: {x-from: client, type: object, required: [ask, id], properties: {ask: {const: true}, id: {type: string}}}
  Sum: {type: object, required: [sum], properties: {sum: {type: integer}}}%s
  Message: {oneOf: [Ask, Answer], discriminator: {presence: ask}}
root: Message
conversations:
  run:
    over: Message
    sides: [client, server]
    grammar: other*
    exchanges:
      calls:
        key: /id
        grammar: ask answer
        letters: {ask: {of: [Ask], from: client}, answer: {of: [Answer], from: server, key: %s}}
        replies: %s
`, c.types, cmp.Or(c.key, "/id"), c.replies)
			if c.key == "none" {
				spec = strings.NewReplacer("        key: /id\n", "", ", key: none", "").Replace(spec)
			}
			p, problems := compile.Source("asks.yaml", []byte(spec))
			if p == nil {
				t.Fatal(problems)
			}
			x := p.Conversations[0].Exchanges[0]
			if got := plan.Around(p.Conversations[0], x); !slices.Equal(got, c.want) {
				t.Errorf("the texts are %q, not %q", got, c.want)
			}
			if got := plan.MakesReplies(p.Conversations[0], x); got != (c.want != nil) {
				t.Errorf("replies are made: %v", got)
			}
		})
	}
}
