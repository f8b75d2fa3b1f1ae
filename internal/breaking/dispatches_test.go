package breaking_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/breaking"
)

const tables = `envgen: 1
protocol: demo
version: "1"
catalogs:
  Action: {columns: {note: {type: string}}, entries: {stop: {note: s}, go-on: {note: g}}}
  Status: {columns: {action: {$ref: Action}, exit: {type: integer}}, entries: {ok: {action: go-on, exit: 0}, bad: {action: stop, exit: 1}}}
types:
  Ok: {type: object, required: [status], properties: {status: {$ref: Status, const: ok}}}
  Bad: {type: object, required: [status], properties: {status: {$ref: Status, const: bad}}}
  Message: {oneOf: [Ok, Bad], discriminator: {propertyName: status}}
dispatch:
  next: {over: Message, by: Status.action, unaccepted: stop}
output: {end: "\n", exit: Status.exit}
root: Message
`

// TestTables changes the decisions of catalogs about messages that both versions accept: a case, an exit code and a cell.
func TestTables(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"ok: {action: go-on, exit: 0}, bad: {action: stop", "ok: {action: stop, exit: 0}, bad: {action: go-on", `ISSUES dispatch Message {"status":"ok"}|ISSUES table Status "bad"`},
		{"exit: 1}", "exit: 2}", `ISSUES exit Bad {"status":"bad"}|ISSUES table Status "bad"`},
		{"note: s}", "note: t}", `ISSUES table Action "stop"`},
		{"unaccepted: stop", "unaccepted: go-on", `ISSUES dispatch Message `},
		{"output: {end", "output: {indent: 2, end", `BYTES builder Ok {"builder":"ok","args":{}}`},
	} {
		old, new := protocol(t, "old", []byte(tables)), protocol(t, "new", []byte(strings.Replace(tables, c.from, c.to, 1)))
		found, err := breaking.Compare(version(t, old), version(t, new), breaking.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %s %s %s", f.Category, f.Rule, f.Type, f.Witness))
		}
		for _, want := range strings.Split(c.want, "|") {
			if want != "" && !strings.Contains(strings.Join(got, "|"), want) || want == "" && len(got) > 0 {
				t.Errorf("%s: got %q, not %q", c.to, got, want)
			}
		}
	}
}
