package compile_test

import (
	"fmt"
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
