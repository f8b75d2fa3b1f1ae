package typescript

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

var zzRules = strings.Split(strings.TrimSpace(`
this.i + this.k > 5
this.i * this.k * 1000000 * 1000000 > 0 || this.i < 3
this.i / this.k >= -2
this.i % this.k == 1
this.i % this.k == -1 || this.i / this.k == -3
-this.i < this.k
this.d + 0.1 == 0.30000000000000004
this.d / this.d == 1.0
this.d * 3 < double(this.i)
int(this.d) == this.i
int(this.s) == this.i
string(this.i) == this.s
has(this.o) && this.o < this.s
!has(this.o) || this.o.startsWith(this.s)
!(has(this.o) && this.o.endsWith("a")) || this.i > 0
has(this.ox) && this.ox != null ? this.ox.contains("b") : this.b
!has(this.ox) || this.ox == null || size(this.ox) > 1
this.l.all(x, x < this.s)
this.l.exists(x, x == this.s)
this.l.exists_one(x, x == this.s)
this.l.filter(x, x >= "b").size() == 1
this.l.map(x, x + "!") == ["a!", "b!"]
this.il.map(x, x * 2).exists(y, y == this.i)
this.il.map(x, x > 1, x - 1) == [1]
this.il.filter(x, this.k / x > 0).size() > 0
this.il.all(x, this.k / x >= 0)
this.il.exists(x, this.k / x == 1)
this.il.exists_one(x, this.i / x == 1)
this.il[0] == this.i
this.il[this.i] > 0 || this.b
this.l[size(this.l) - 1] == "b"
this.m.all(k, k != "x")
this.m.exists(k, this.m[k] > 2)
this.m["a"] == 1
"a" in this.m && this.m["a"] > 0
has(this.m.a) ? this.m.a > 1 : this.b
this.s in this.l
this.i in this.il
this.i in [1, 2, 9223372036854775807]
this.s in ["a", "b"]
this.d in [0.1, 0.2]
this.c in Code && Code[this.c].level > 1
Code[this.c].level == this.i
Code[this.w].name == "two"
this.w in Code
Level[Code[this.c].kind].rank > 1
timestamp(this.t) < now
timestamp(this.t) + duration("1h") > now
now - timestamp(this.t) <= duration("300s")
now - timestamp(this.t) <= params.age
timestamp(this.i) < now
int(timestamp(this.t)) > this.k
timestamp(this.t) - duration("1.5s") == timestamp("2026-05-12T00:00:00Z")
duration(this.s) > duration("1s")
jsonSize(this.r) <= params.size
jsonSize(this.j) > 4
this.r.y > 1 && (has(this.r.x) ? this.r.x.size() == 2 : true)
this.rl.all(r, has(r.x) && r.x > "a")
this.rl.exists(r, r.y > 1 && r.y < 3)
this.rl.map(r, r.y) == this.il
this.rl.all(r, this.il.exists(i, i == r.y))
this.rl.exists_one(r, has(r.x) && r.x == this.s)
this.b == (this.i > 2)
this.b != has(this.o)
(this.i > 2) == (this.k > 2)
this.b ? this.i / this.k > 0 : this.k > 0
this.i > 0 && this.i / this.k > 0 || this.b
this.k / this.i > 0 || this.b
this.k / this.i > 0 && this.b
!(this.k / this.i > 0)
!(this.k / this.i > 0 && this.b)
!(this.k / this.i > 0 || this.b)
this.b ? (this.k / this.i > 0) : !this.b
(this.i > 0 ? this.k / this.i : this.i) > 0
this.c == "a" || this.c == "b" || this.c == "c"
this.c != "a" && this.c != "b"
(this.c == "a" || this.c == "b") && this.c != "c"
this.s.matches("^[a-c]+$")
size(this.s) == 2
size(this.l) + size(this.m) + size(this.s) > 4
this.l == ["a", "b"]
this.il + [this.i] == [1, 2]
this.s + string(this.k) > "a1"
"é😀" < this.s
this.l.all(a, this.l.all(b, a == b || a < b || a > b))
this.il.all(x, x % 2 == 0 || x > this.i) && this.il.exists(x, x == 0)
params.flag || params.text == this.s || params.ratio < this.d || params.count == this.i
this.i < 9007199254740993 && this.i + 9007199254740992 != 9223372036854775807
this.big + this.big > this.big
this.big * this.big > 0
this.big * 1000 + this.i > 9007199254740991000
-9223372036854775807 - this.i < 0
has(this.n) && has(this.n.n) && has(this.n.n.v) && this.n.n.v > 1
!has(this.n) || !has(this.n.n) || !has(this.n.v) || this.n.v > 0
has(this.n) ? (has(this.n.v) ? this.n.v > 1 : false) : true
`), "\n")

func zzSpec() string {
	var b strings.Builder
	b.WriteString(`envgen: 1
protocol: nasty
version: "1"
title: x
params:
  age: {type: duration, default: 300s}
  size: {type: size, default: 8}
  flag: {type: boolean, default: false}
  text: {type: string, default: "a"}
  ratio: {type: number, default: 0.5}
  count: {type: integer, default: 1}
catalogs:
  Level:
    columns: {rank: {type: integer}}
    entries:
      lo: {rank: 1}
      hi: {rank: 2}
  Code:
    columns: {level: {type: integer}, name: {type: string}, kind: {$ref: Level}}
    entries:
      a: {level: 1, name: one, kind: lo}
      b: {level: 2, name: two, kind: hi}
      c: {level: 3, name: two, kind: lo}
types:
  R:
    type: object
    required: [y]
    properties: {x: {type: string}, y: {type: integer}}
  N:
    type: object
    properties: {n: {$ref: N}, v: {type: integer}}
  P:
    type: object
    required: [i, k, d, s, b, l, il, m, c, w, t, r, rl, j, big]
    properties:
      i: {type: integer}
      k: {type: integer}
      big: {type: integer}
      d: {type: number}
      s: {type: string}
      o: {type: string}
      ox: {type: [string, "null"]}
      b: {type: boolean}
      l: {type: array, items: {type: string}}
      il: {type: array, items: {type: integer}}
      m: {type: object, additionalProperties: {type: integer}}
      c: {$ref: Code}
      w: {type: string}
      t: {type: string}
      r: {$ref: R}
      rl: {type: array, items: {$ref: R}}
      j: {}
      n: {$ref: N}
root: P
rules:
`)
	for i, r := range zzRules {
		fmt.Fprintf(&b, "  - id: r%03d\n    for: [P]\n    message: m\n    check: |\n      %s\n", i, r)
	}
	return b.String()
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.Intn(len(list))] }

func zzDoc(r *rand.Rand) map[string]any {
	str := func() string { return pick(r, "a", "b", "ab", "c", "", "é😀", "～", "1", "7", "-3", "2s", "1h") }
	num := func() int { return pick(r, -7, -3, -1, 0, 1, 2, 3, 7) }
	list := func() []string { l := []string{}; for range r.Intn(4) { l = append(l, str()) }; return l }
	ints := func() []int { l := []int{}; for range r.Intn(4) { l = append(l, num()) }; return l }
	rec := func() map[string]any { m := map[string]any{"y": num()}; if r.Intn(2) == 0 { m["x"] = str() }; return m }
	recs := func() []any { l := []any{}; for range r.Intn(3) { l = append(l, rec()) }; return l }
	m := map[string]any{"i": num(), "k": num(), "d": pick(r, 0.1, 0.2, 0, -0.5, 3, 1e20, 2.5), "s": str(), "b": r.Intn(2) == 0, "l": list(), "il": ints(),
		"c": pick(r, "a", "b", "c"), "w": pick(r, "a", "b", "zz", "constructor", "toString"), "r": rec(), "rl": recs(), "j": pick[any](r, nil, 1, "é", []any{1, 2}),
		"t": pick(r, "2026-05-12T00:00:00Z", "2026-05-12T00:00:01.5Z", "2026-05-11T23:58:00+00:01", "2026-05-11T22:00:00.123456789Z", "x", "0000-01-01T00:00:00Z", "2016-12-31T23:59:60Z", "2026-05-12t00:00:00z", "1900-01-01T00:00:00Z"),
		"big": pick(r, 9007199254740991, -9007199254740991, 1, 3037000500, 4503599627370496)}
	mm := map[string]any{}
	for range r.Intn(3) { mm[pick(r, "a", "x", "constructor", "__proto__")] = num() }
	m["m"] = mm
	if r.Intn(2) == 0 { m["o"] = str() }
	if r.Intn(2) == 0 { m["ox"] = pick[any](r, nil, str()) }
	if r.Intn(2) == 0 { m["n"] = pick[any](r, map[string]any{}, map[string]any{"v": num()}, map[string]any{"n": map[string]any{"v": num()}, "v": num()}) }
	return m
}

func TestZZFuzz(t *testing.T) {
	p, diags := compile.Source("nasty.yaml", []byte(zzSpec()))
	for _, d := range diags { fmt.Println(d.Pos, d.Code, d.Message) }
	if p == nil { t.Fatal("refused") }
	var _ *ir.Protocol = p
	bundle, err := jsonschema.Bundle(p)
	if err != nil { t.Fatal(err) }
	oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle})
	if err != nil { t.Fatal(err) }
	tsc := compiler(t)
	dir := t.TempDir()
	mod := generated(t, p)
	os.WriteFile("/tmp/zz.ts", mod.Data, 0o644)
	writePackage(t, dir, mod)
	if out := tsc(dir, "-p", ".", "--outDir", "out"); out != "" { t.Fatal(out) }
	r := rand.New(rand.NewSource(42))
	var cases [][]string
	for range 2000 {
		doc, _ := json.Marshal(zzDoc(r))
		cases = append(cases, []string{"P", string(doc)})
	}
	data, _ := json.Marshal(cases)
	os.WriteFile(filepath.Join(dir, "cases.json"), data, 0o644)
	os.WriteFile(filepath.Join(dir, "out/driver.js"), []byte(strings.Replace(driver, "options && JSON.parse(options)", `{now: "2026-05-12T00:00:02Z", maxIssues: 1000}`, 1)), 0o644)
	cmd := exec.Command("node", "out/driver.js", "cases.json")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil { t.Fatalf("%v %s", err, out) }
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	fails := map[string]int{}
	shown := 0
	for i, c := range cases {
		res, err := oracle.Check("nasty", "P", []byte(c[1]), reference.Options{MaxIssues: 1000, Now: zzNow})
		if err != nil { t.Fatal(err) }
		var want []string
		for _, is := range res.Issues { want = append(want, is.Rule+" "+is.Path); fails[is.Rule]++ }
		w := strings.Join(want, "|")
		if res.Valid { w = string(res.Output) }
		if lines[i] != w && shown < 10 {
			shown++
			g := map[string]int{}
			for _, x := range strings.Split(lines[i], "|") { g[x]++ }
			for _, x := range want { g[x] += 2 }
			for k, v := range g { if v != 3 { n := 0; fmt.Sscanf(k, "r%d", &n); t.Errorf("%s %d (1 ts only, 2 ref only): %s\n  %s", k, v, zzRules[n], c[1]) } }
		}
	}
	for i, rule := range zzRules {
		id := fmt.Sprintf("r%03d", i)
		if fails[id] == 0 || fails[id] == len(cases) { fmt.Println("undiscriminating", id, fails[id], rule) }
	}
}

var zzt = time.Date(2026, 5, 12, 0, 0, 2, 0, time.UTC)
var zzNow = &zzt
