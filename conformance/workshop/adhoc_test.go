package workshop_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/mutants"
	"github.com/envgen/envgen/conformance/workshop"
)

func TestAdhoc(t *testing.T) {
	rules := []string{
		`this.a / this.b == 2`, `this.a % this.b >= 0`, `this.a * this.b < 9007199254740991`, `this.a + this.b > this.a`, `-this.a <= 0`, `this.a * this.a * this.a * this.a > 0`,
		`this.x / this.y > 1`, `this.x * 2 >= this.y`, `this.x + this.y == this.y + this.x`, `int(this.x) == this.a`, `double(this.a) >= this.x`, `this.x - this.x == 0`,
		`size(this.s) <= 3`, `this.s < this.t`, `this.s.startsWith(this.t)`, `this.s.endsWith("a")`, `this.s.contains(this.t)`, `this.s.matches("^a.*[0-9]$|\\s")`, `this.s + this.t != "ab"`, `int(this.s) > 0`,
		`string(this.a) == this.s`, `this.l.all(i, i > 0)`, `this.l.exists(i, i == this.a)`, `this.l.exists_one(i, i > 5)`, `size(this.l.filter(i, i % 2 == 0)) < 2`, `this.l.map(i, i * 2) == [2, 4]`, `this.l[0] == 1`,
		`this.a in this.l`, `this.s in this.m`, `this.m["a"] == 1`, `this.m.all(k, size(k) > 1)`, `!has(this.m.a)`, `jsonSize(this.any) < 20`, `jsonSize(this.l) < 6`, `jsonSize(this.x) < 5`,
		`timestamp(this.when) < now`, `timestamp(this.when) + duration("1h") > now`, `now - timestamp(this.when) > duration("-8760h")`, `timestamp(this.when) - timestamp(this.then) <= duration("1.5s")`, `timestamp(this.a) < now`,
		`int(timestamp(this.when)) > this.a`, `this.o == null || this.o > 3`, `!has(this.e) || Flag[this.e].crew > this.a`, `this.s in Flag`, `this.s in ["a", "b", this.t]`, `this.a > 0 ? this.b > 0 : this.b < 0`,
		`this.x == this.y`, `this.l == this.l2`, `this.m == this.m2`, `this.a / this.b == 1 || this.b == 0`, `this.s == "a" && this.l[3] == 1 || true`, `this.x < 0.1 + 0.2`, `timestamp("2026-01-01T00:00:00Z") > timestamp(this.then)`,
		`timestamp(this.s) < now || true`, `jsonSize(this) < 300`, `this.x > 1 && this.y > 1`, `this.l.map(i, i > 1, i + 1).exists(j, j == 3)`, `this.xs.all(d, d > 0.5)`, `2.5 in this.xs`, `this.ss.exists(s, s < "b")`, `this.s != "\U0001F600" && this.s < "\uFF5E"`,
		`this.l.filter(i, i > 1) + [5] == [2, 5]`, `now > timestamp(params.p)`, `this.a <= params.n`, `timestamp(this.when) >= now - params.d`,
	}
	var b strings.Builder
	b.WriteString(`envgen: 1
protocol: adhoc
version: "1"
params: {p: {type: integer, default: 5}, n: {type: size, default: 10}, d: {type: duration, default: 5m}}
catalogs:
  Flag: {columns: {crew: {type: integer}}, entries: {a: {crew: 3}, b: {crew: 5}}}
types:
  T:
    type: object
    required: [a, b, x, y, s, t, l, l2, m, m2, any, when, then, o, xs, ss]
    properties:
      a: {type: integer}
      b: {type: integer}
      x: {type: number}
      y: {type: number}
      s: {type: string}
      t: {type: string}
      l: {type: array, items: {type: integer}}
      l2: {type: array, items: {type: integer}}
      m: {type: object, additionalProperties: {type: integer}}
      m2: {type: object, additionalProperties: {type: integer}}
      any: {}
      when: {type: string, format: date-time}
      then: {type: string, format: date-time}
      o: {type: [integer, "null"]}
      e: Flag
      xs: {type: array, items: {type: number}}
      ss: {type: array, items: {type: string}}
root: T
rules:
`)
	for i, r := range rules {
		fmt.Fprintf(&b, "  - id: r%d\n    for: [T]\n    level: should\n    message: m\n    check: |\n      %s\n", i, r)
	}
	w, err := workshop.New("../..", t.TempDir(), fstest.MapFS{"adhoc.yaml": {Data: []byte(b.String())}})
	if err != nil {
		t.Fatal(err)
	}
	w.Dir, _ = filepath.Abs(w.Dir)
	lang := strings.Split(os.Getenv("LANGS"), ",")
	var es []conformance.Executor
	for _, e := range w.Executors() {
		for _, l := range lang {
			if e.Name == l {
				es = append(es, e)
			}
		}
	}
	for _, l := range lang {
		var c *exec.Cmd
		switch l {
		case "go":
			c = exec.Command("go", "build", "-o", "build/executors/go", "./conformance/executors/go")
		case "ts":
			c = exec.Command("tools/node_modules/.bin/tsc", "-b", "conformance/executors/ts")
		default:
			continue
		}
		c.Dir = w.Dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s %s", err, out)
		}
	}
	valid := true
	text := `{"a":4,"b":2,"x":4.5,"y":2.5,"s":"a1","t":"a","l":[1,2],"l2":[1,2],"m":{"a":1},"m2":{"a":1},"any":[1,"é"],"when":"2000-01-01T00:00:00Z","then":"1999-12-31T23:59:60.5Z","o":5,"e":"a","xs":[1.5,2.5],"ss":["a"]}`
	text2 := strings.Replace(strings.Replace(text, `"a1"`, `"12"`, 1), `"a":4`, `"a":12`, 1)
	cs := []*conformance.Case{{ID: "adhoc/1", Protocol: "adhoc", Op: "check", Text: &text, Expect: conformance.Expect{Valid: &valid}, Now: "2000-01-01T00:00:00.5Z"}, {ID: "adhoc/2", Protocol: "adhoc", Op: "check", Text: &text2, Expect: conformance.Expect{Valid: &valid}}}
	g, err := mutants.New(w.Protocols[0], cs, 7)
	if err != nil {
		t.Fatal(err)
	}
	d, err := conformance.Compare(t.Context(), conformance.Comparison{Executors: es, Probes: g.Mutants(4000), Baseline: w.Answer})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	_ = d.Print(&out)
	for _, line := range strings.Split(out.String(), "\n") {
		if len(line) > 1500 {
			line = line[:1500]
		}
		fmt.Println(line)
	}
}
