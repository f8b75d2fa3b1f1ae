package mutants

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

// rich has every kind and every check.
const rich = `envgen: 1
protocol: rich
version: "1"
types:
  Shout:
    type: object
    required: [kind, text, tags]
    properties:
      kind: {const: shout}
      text: {type: string, minLength: 2, maxLength: 5}
      tags: {type: array, minItems: 1, maxItems: 3, items: {type: string, pattern: "^(ab)*c?d$"}}
      level: {type: integer, enum: [1, 2, 30]}
      flag: {const: true}
      seven: {const: 7}
      share: {type: number, exclusiveMinimum: 0, maximum: 1}
      steps: {type: integer, minimum: -3, exclusiveMaximum: 10}
      when: {type: [string, "null"], format: date-time}
      grid: {type: array, items: {type: array, items: {type: [boolean, "null"]}}}
      mood: {enum: [calm, loud]}
      free: {}
      nothing: {type: "null"}
    additionalProperties: false
  Whisper:
    type: object
    required: [kind]
    properties:
      kind: {enum: [whisper, hush]}
      to: Name
      detail: {type: object, required: [why], properties: {why: {type: string}}}
      next: Whisper
  Name: {type: string, pattern: "^[a-z][a-z0-9_]{0,7}$"}
  Either: {oneOf: [Shout, Whisper], discriminator: {propertyName: kind}}
root: Either
`

type bench struct {
	protocol *ir.Protocol
	oracle   *reference.Reference
	cases    []*conformance.Case
}

func newBench(t *testing.T, source string, cases []*conformance.Case) bench {
	t.Helper()
	p, diags := compile.Source("test.yaml", []byte(source))
	if p == nil {
		t.Fatal(diags)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: "test.yaml", Data: []byte(source)}})
	if err != nil {
		t.Fatal(err)
	}
	return bench{p, oracle, cases}
}

func richBench(t *testing.T) bench {
	t.Helper()
	const valid = `{"id":"rich/a/%d","about":"a","source":"s","op":"check","text":%q,"expect":{"valid":true}}`
	data := fmt.Sprintf("["+valid+","+valid+"]", 1, `{"kind":"shout","text":"hey","tags":["d"],"when":null}`, 2, `{"next":{"kind":"hush"},"kind":"whisper","0":{}}`)
	cases, err := conformance.LoadCases(fstest.MapFS{"rich/a.json": {Data: []byte(data)}})
	if err != nil {
		t.Fatal(err)
	}
	return newBench(t, rich, cases)
}

// benches are rich and the protocols that ship with envgen.
func benches(t *testing.T) []bench {
	t.Helper()
	all := []bench{richBench(t), generalBench(t)}
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(spec.FS, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(spec.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, newBench(t, string(data), cases))
	}
	return all
}

func (b bench) generator(t *testing.T, seed uint64) *Generator {
	t.Helper()
	g, err := New(b.protocol, b.cases, seed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (b bench) trace(t *testing.T, typeName string, text []byte) reference.Trace {
	t.Helper()
	trace, err := b.oracle.Trace(b.protocol.Name, typeName, text, reference.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return trace
}

func written(d dice, n *node, loose bool) []byte {
	w := writer{dice: d, loose: loose}
	w.value(n)
	return []byte(w.String())
}

// Another hash is another sequence for all seeds. Such a change must be intended.
func TestSequenceIsPinned(t *testing.T) {
	const want = "193565adc29592c4324a71dbb18700e68b690144fc11ff48f038a38bff35aac1"
	h := sha256.New()
	for p := range richBench(t).generator(t, 42).Mutants(3000) {
		limits, err := json.Marshal(p.Limits) // the limits that are set: a new kind of limit is no other sequence
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%s %v %s %q\n", p.Type, p.Bytes, limits, p.Text)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSeeds(t *testing.T) {
	b := richBench(t)
	of := func(seed uint64, n int) []conformance.Probe { return slices.Collect(b.generator(t, seed).Mutants(n)) }
	same := func(a, b conformance.Probe) bool { return a.Type == b.Type && bytes.Equal(a.Text, b.Text) }
	if !slices.EqualFunc(of(1, 100), of(1, 200)[:100], same) {
		t.Error("more mutants are other mutants")
	}
	if slices.EqualFunc(of(1, 100), of(2, 100), same) {
		t.Error("another seed makes the same mutants")
	}
}

// The requirements of the contract on 2,000 mutants of a protocol's declared types. The types of single sides get their share too.
func TestProportions(t *testing.T) {
	for _, b := range benches(t) {
		n := 2000
		for _, typ := range b.protocol.Types {
			if typ.Of != nil {
				n += 3 * 40 // it fails by type, required and discriminator, 20 times each and some more
			}
		}
		for seed := range uint64(2) {
			h := checks.NewHistogram(b.protocol)
			types, asBytes, limited, noText := map[string]int{}, 0, 0, 0
			for p := range b.generator(t, seed).Mutants(n) {
				options, err := reference.ReadOptions(p.Now, p.Params())
				if err != nil {
					t.Fatal(err)
				}
				trace, err := b.oracle.Trace(p.Protocol, p.Type, p.Text, options)
				if err != nil {
					t.Fatal(err)
				}
				h.Add(trace)
				types[p.Type]++
				if p.Bytes {
					asBytes++
				}
				if p.Limits != (conformance.Limits{}) {
					limited++
				}
				if !utf8.Valid(p.Text) {
					noText++
				}
			}
			pair, least := h.Least()
			if h.WellFormed() < 0.6 || h.WellFormed() > 0.9 || h.Valid < n/5 || h.Valid > n/2 || least < 15 {
				t.Errorf("%s, seed %d: %.2f well-formed, %d valid, least %v %d times", b.protocol.Name, seed, h.WellFormed(), h.Valid, pair, least)
			}
			if asBytes < n/8 || limited < n/40 || noText < n/100 {
				t.Errorf("%s, seed %d: %d as bytes, %d with limits, %d no UTF-8", b.protocol.Name, seed, asBytes, limited, noText)
			}
			each := n / max(100, 8*len(b.protocol.Types))
			for _, typ := range b.protocol.Types {
				if got := types[typ.Name]; !typ.Lifted && got < each || typ.Lifted && got > 0 {
					t.Errorf("%s, seed %d: %d mutants of %s", b.protocol.Name, seed, got, typ.Name)
				}
			}
			if types[""] < n/100 {
				t.Errorf("%s, seed %d: %d without a type", b.protocol.Name, seed, types[""])
			}
		}
	}
}

func TestSamplesAreValid(t *testing.T) {
	for _, b := range benches(t) {
		g := b.generator(t, 1)
		for _, typ := range b.protocol.Types {
			if typ.Lifted && len(g.subject(typ).spots) == 0 {
				continue // nothing can be checked about it
			}
			for range 80 {
				text := written(g.dice, g.sample(&typ.Value), false)
				if trace := b.trace(t, typ.Name, text); slices.ContainsFunc(trace.Broken, isStructure) {
					t.Fatalf("%s: %v\n%s", typ.Name, trace.Issues, text)
				}
			}
		}
	}
}

// isStructure distinguishes a broken check of structure from a rule, which samples need not keep.
func isStructure(a reference.Asked) bool { return a.Rule == nil && a.Failure.Rule != "version" }

// A value that a check is broken in fails that check, and nothing at another place.
func TestViolateHits(t *testing.T) {
	for _, b := range benches(t) {
		g := b.generator(t, 1)
		for _, c := range checks.List(b.protocol) {
			if c.Schema != nil || takesLuck(c) {
				continue
			}
			for range 8 {
				n := g.sound(c.Type)
				if spots := g.spots(c); g.ruled && len(spots) > 0 {
					n = g.taken(pick(g.dice, spots))
				}
				g.violate(n, c)
				text := written(g.dice, n, false)
				trace := b.trace(t, c.Type.Name, text)
				if len(trace.Issues) == 1 && strings.HasPrefix(trace.Issues[0].Message, "nested deeper") {
					continue // an example was as deep as a text can be, and the change has put it into a list
				}
				if g.ruled && len(trace.Broken) > 0 && !slices.ContainsFunc(trace.Broken, isStructure) {
					continue // an earlier step, or a result of the change in the rules
				}
				if !slices.ContainsFunc(trace.Broken, func(a reference.Asked) bool { return a.Place == c.Place && a.Failure == c.Failure }) {
					t.Fatalf("%v was to be broken, but %v were\n%s", c, trace.Issues, text)
				}
				for _, a := range trace.Broken {
					if a.Place != c.Place && isStructure(a) {
						t.Fatalf("%v was to be broken, but %v were\n%s", c, trace.Issues, text)
					}
				}
			}
		}
	}
}

// Loosely written, a message is spelt in another way and still the same.
func TestLooseWritingKeepsTheValue(t *testing.T) {
	for _, b := range benches(t) {
		g := b.generator(t, 1)
		for _, from := range g.parents {
			want := b.trace(t, from.of.Name, written(g.dice, from.root, false))
			for range 6 {
				text := written(g.dice, from.root, true)
				if got := b.trace(t, from.of.Name, text); !want.Valid || string(got.Output) != string(want.Output) {
					t.Fatalf("%v\ngot  %s\nwant %s\n%s", got.Issues, got.Output, want.Output, text)
				}
			}
		}
	}
}

func TestRespellKeepsTheNumber(t *testing.T) {
	d := newDice(1, "numbers")
	for _, s := range oddNumbers {
		want, ok := new(big.Rat).SetString(s)
		if !ok { // too large an exponent for exact arithmetic
			continue
		}
		spellings := map[string]bool{}
		for range 50 {
			again := respell(d, s)
			spellings[again] = true
			if got, ok := new(big.Rat).SetString(again); !ok || got.Cmp(want) != 0 {
				t.Errorf("%s became %s", s, again)
			}
			if _, err := parse(again); err != nil {
				t.Errorf("%s became %s: %v", s, again, err)
			}
		}
		if len(spellings) == 1 && len(s) < 400 {
			t.Errorf("%s is never spelt in another way", s)
		}
	}
}

// Each shake and each damage does something, and nothing makes it panic.
func TestEveryOperationActs(t *testing.T) {
	b := richBench(t)
	g := b.generator(t, 1)
	nodes := []string{"null", "1", `""`, "[]", "{}", `{"a":[1,{"b":"c","d":null}],"e":"f"}`, `[[],[0,"x"]]`}
	for i, shake := range shakes {
		acted := false
		for _, text := range nodes {
			for range 30 {
				n, err := parse(text)
				if err != nil {
					t.Fatal(err)
				}
				shake(&g.pool, n)
				acted = acted || string(written(g.dice, n, false)) != text
			}
		}
		if !acted {
			t.Errorf("shake %d does nothing", i)
		}
	}
	for i, damage := range damages {
		acted := false
		for _, text := range append(nodes, "") {
			for range 30 {
				acted = acted || string(damage(g.dice, []byte(text))) != text
			}
		}
		if !acted {
			t.Errorf("damage %d does nothing", i)
		}
	}
}

func TestDeepTexts(t *testing.T) {
	b := richBench(t)
	g := b.generator(t, 1)
	depths := map[int]int{}
	for range 300 {
		n := g.taken(pick(g.dice, g.subjects[1].spots))
		g.deepen(n)
		deepest := 0
		for _, s := range n.slots(0) {
			if s.kind == array || s.kind == object {
				deepest = max(deepest, s.depth+1)
			}
		}
		depths[deepest]++
	}
	for _, want := range []int{127, 128, 129} {
		if depths[want] == 0 {
			t.Errorf("no text is %d deep: %v", want, depths)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	b := richBench(t)
	if _, err := New(b.protocol, nil, 1); err == nil {
		t.Error("no fixtures: no error")
	}
	odd := *b.cases[0]
	odd.Type = "Scream"
	if _, err := New(b.protocol, []*conformance.Case{&odd}, 1); err == nil || !strings.Contains(err.Error(), "no such type") {
		t.Errorf("a type that there is not: %v", err)
	}
}
