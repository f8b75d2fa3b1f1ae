package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

const lettersSpec = `
envgen: 1
protocol: demo
version: "1"
types:
  A: {type: object, required: [t, id], properties: {t: {enum: [ask, tell, say]}, id: {type: string}}}
  B: {type: object, x-from: server, required: [t], properties: {t: {const: done}, id: {type: string}}}
  M: {oneOf: [A, B], discriminator: {propertyName: t}}
root: M
conversations:
  run:
    over: M
    sides: [client, server]
    grammar: (short | talk | ask | done)*
    letters:
      short: {of: [ask], when: 'this.id == "x"'}
      talk: {of: [tell, say], from: client}
`

// TestLetters lists the letters of records with the conditions that select them. All executors take the conditions from here.
func TestLetters(t *testing.T) {
	p, diags := compile.Source("demo.yaml", []byte(lettersSpec))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	o := p.Conversations[0].Main
	var got []string
	for i, kinds := range o.Kinds {
		for _, k := range kinds {
			when := ""
			if k.When != nil {
				when = k.When.Text
			}
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", p.Conversations[0].Records[i].Name, o.Letters[k.Letter], k.From, when)))
		}
	}
	want := []string{
		`A: short  this.t == "ask" && (this.id == "x")`,
		`A: talk client this.t in ["tell", "say"]`,
		`A: ask  this.t == "ask"`,
		"B: done",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const quietSpec = `
envgen: 1
protocol: demo
version: "1"
types:
  Ask: {type: object, x-from: client, required: [t, id], properties: {t: {const: feed/ask}, id: {type: string}}}
  Item: {type: object, x-from: server, required: [t, id], properties: {t: {const: feed.item}, id: {type: string}}}
  Last: {type: object, x-from: server, required: [t, id], properties: {t: {const: "feed:last"}, id: {type: string}}}
  Stop: {type: object, x-from: client, required: [t, id], properties: {t: {const: $stop}, id: {type: string}}}
  M: {oneOf: [Ask, Item, Last, Stop], discriminator: {propertyName: t}}
root: M
conversations:
  run:
    over: M
    sides: [client, server]
    grammar: other*
    exchanges:
      feeds:
        key: /id
        grammar: (feed/ask feed.item* (feed:last $stop? | $stop feed.item* feed:last))+
`

// TestQuiet checks the states behind the last reply to a request, whose key may begin anew. Its letters need no quotes.
func TestQuiet(t *testing.T) {
	p, diags := compile.Source("demo.yaml", []byte(quietSpec))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	x := p.Conversations[0].Exchanges[0]
	after := func(names ...string) bool {
		state := 0
		for _, name := range names {
			state = x.States[state].Next[slices.Index(x.Letters, name)]
		}
		return x.States[state].Quiet
	}
	if after("feed/ask") || after("feed/ask", "feed.item") || !after("feed/ask", "feed:last") || !after("feed/ask", "feed:last", "$stop") || after("feed/ask", "$stop") || after("feed/ask", "feed:last", "feed/ask") {
		t.Errorf("%+v", x.States)
	}
}

const insideSpec = `
envgen: 1
protocol: demo
version: "1"
types:
  Hello: {type: object, x-from: server, required: [hello], properties: {hello: {type: string}}}
  Call: {type: object, x-from: client, required: [call], properties: {call: {type: string}}}
  Good: {type: object, x-from: server, required: [good], properties: {good: {type: string}}}
  Bad: {type: object, x-from: server, required: [bad], properties: {bad: {type: string}}}
  Reply: {oneOf: [Good, Bad], discriminator: {presence: good}}
  Rest: {oneOf: [Call, Reply], discriminator: {presence: call}}
  M: {oneOf: [Hello, Rest], discriminator: {presence: hello}}
root: M
conversations:
  run: {over: M, sides: [client, server], grammar: Hello Call Good}
`

// TestBranchesInside names branches of unions that the presence of a member selects, inside another one. Issues list these names, and not those of the
// unions in between. A union that the grammar names is listed by its name.
func TestBranchesInside(t *testing.T) {
	for grammar, want := range map[string]string{
		"Hello Call Good":             `must be "Good" here`,
		"Hello Call (Good | Bad)":     `must be one of "Good" or "Bad" here`,
		"Hello Call Reply":            `must be "Reply" here`,
		"Hello Call Reply Call* Good": `must be "Reply" here`,
	} {
		p, diags := compile.Source("demo.yaml", []byte(strings.Replace(insideSpec, "Hello Call Good", grammar, 1)))
		if diags.HasErrors() {
			t.Errorf("%s: %v", grammar, diags)
			continue
		}
		o := p.Conversations[0].Main
		called := o.States[o.States[0].Next[slices.Index(o.Letters, "Hello")]].Next[slices.Index(o.Letters, "Call")]
		if got := o.States[called].Refused.Message; got != want {
			t.Errorf("%s: %s", grammar, got)
		}
	}
}

// TestSenderIsShown lists the description of a letter that only the sender distinguishes.
func TestSenderIsShown(t *testing.T) {
	spec := strings.NewReplacer("(short | talk | ask | done)*", "talk done", "      short: {of: [ask], when: 'this.id == \"x\"'}\n", "",
		"from: client}", "from: client, description: sent by the client}").Replace(lettersSpec)
	p, diags := compile.Source("demo.yaml", []byte(spec))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	want := `must be one of "tell" (sent by the client) or "say" (sent by the client) here`
	if got := p.Conversations[0].Main.States[0].Refused.Message; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
