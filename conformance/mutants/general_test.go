package mutants

import (
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// general has every assertion that a schema can make.
const general = `envgen: 1
protocol: general
version: "1"
types:
  Shapes:
    type: object
    required: [kind]
    properties:
      kind: {enum: [a, b, c]}
      size: {type: [integer, string], minimum: 3, multipleOf: 1.5, maxLength: 4, pattern: "^[a-z]*$", format: hostname}
      list: {type: array, uniqueItems: true, contains: {type: string}, minContains: 1, maxContains: 2, maxItems: 5}
      pair: {type: array, prefixItems: [{type: string}, {type: number}], items: false}
      rest: {type: array, prefixItems: [{type: boolean}], unevaluatedItems: false}
      bag: {type: object, minProperties: 1, maxProperties: 3, propertyNames: {pattern: "^[a-z_]{1,8}$"}, patternProperties: {"^n_": {type: number}}, additionalProperties: {type: [string, number]}}
      either: {anyOf: [{type: string, minLength: 2}, {type: integer, minimum: 0}]}
      one: {oneOf: [{type: integer, minimum: 5}, {type: number, maximum: 7}]}
      never: false
      word: {not: {enum: [bad, worse]}, type: string}
      tree: Tree
      choice: {const: {deep: [1, {x: "y"}]}}
      wish: {anyOf: [{type: array, items: {type: integer}}, {type: "null"}]}
    dependentRequired: {size: [word]}
    dependentSchemas: {list: {required: [pair], properties: {pair: {minItems: 1}}}}
    if: {properties: {kind: {const: a}}}
    then: {required: [either]}
    else: {properties: {tag: {type: boolean}}}
    unevaluatedProperties: false
  Tree:
    type: object
    properties: {value: {type: integer}, next: {$ref: "#/types/Tree"}}
    required: [value]
    minProperties: 1
    unevaluatedProperties: {type: string}
  Left: {type: object, required: [side], properties: {side: {const: left}, l: {type: string}}, minProperties: 2}
  Right: {type: object, required: [side], properties: {side: {const: right}, r: {type: [string, integer]}}}
  Side: {oneOf: [Left, Right], discriminator: {propertyName: side}, unevaluatedProperties: false}
root: Shapes
`

func generalBench(t *testing.T) bench {
	t.Helper()
	const data = `[{"id":"general/a/1","about":"a","source":"s","op":"check","text":"{\"kind\":\"b\"}","expect":{"valid":true}}]`
	cases, err := conformance.LoadCases(fstest.MapFS{"general/a.json": {Data: []byte(data)}})
	if err != nil {
		t.Fatal(err)
	}
	return newBench(t, general, cases)
}

// Every check that a schema can raise is broken by aiming at it.
func TestAimHits(t *testing.T) {
	b := generalBench(t)
	g := b.generator(t, 1)
	for _, c := range checks.List(b.protocol) {
		if c.Schema == nil {
			continue
		}
		if len(g.spots(c)) == 0 {
			t.Errorf("%v is asked nowhere", c)
			continue
		}
		hits := 0
		for range 10 {
			m := g.firstStrike(&goal{checks: []checks.Check{c}})
			if g.observer.Breaks([]checks.Check{c}, m.of, written(g.dice, m.root, false)) {
				hits++
			}
		}
		if hits < 8 {
			t.Errorf("%v is hit %d times of 10", c, hits)
		}
	}
}

// A schema with unsatisfiable parts at each level costs a bounded number of guesses.
func TestGuessesAreBounded(t *testing.T) {
	const spec = `envgen: 1
protocol: deep
version: "1"
types:
  A: {type: object, required: [b, c], properties: {b: B, c: B}, not: {type: object}}
  B: {type: object, required: [b, c], properties: {b: C, c: C}, not: {type: object}}
  C: {type: object, required: [b, c], properties: {b: D, c: D}, not: {type: object}}
  D: {type: object, required: [b, c], properties: {b: E, c: E}, not: {type: object}}
  E: {type: object, required: [b, c], properties: {b: {type: string}, c: {type: string}}, not: {type: object}}
root: A
`
	b := newBench(t, spec, nil)
	pool, err := newPool(newDice(1, "deep"), b.protocol)
	if err != nil {
		t.Fatal(err)
	}
	pool.sample(&b.protocol.Root.Value)
	if made := guessesInAll - pool.guesses; made < guessesInAll || made > 2*guessesInAll {
		t.Errorf("%d guesses, want about %d", made, guessesInAll)
	}
}

func TestSchemasApplyOnce(t *testing.T) {
	leaf := &ir.Schema{Assertions: []ir.Assertion{ir.IsType{Types: ir.StringType}}}
	named := &ir.Schema{Assertions: []ir.Assertion{ir.Properties{Named: []ir.NamedSchema{{Name: "n", Schema: leaf}}}}}
	w := &wish{types: allTypes}
	w.add(named)
	w.add(&ir.Schema{Assertions: []ir.Assertion{ir.AllOf{Schemas: []*ir.Schema{named, named}}}})
	if all, _ := w.memberSchemas("n"); len(all) != 1 {
		t.Errorf("%d schemas speak of the member, want 1", len(all))
	}
}

// A type that requires itself twice has no finite value; samples of it end.
func TestSamplesAreBounded(t *testing.T) {
	const spec = `envgen: 1
protocol: twice
version: "1"
types:
  A: {type: object, required: [b, c], properties: {b: B, c: B}}
  B: {type: object, required: [d, e, f], properties: {d: A, e: A, f: {type: string}}}
root: A
`
	b := newBench(t, spec, nil)
	pool, err := newPool(newDice(1, "twice"), b.protocol)
	if err != nil {
		t.Fatal(err)
	}
	if text := compact(pool.sample(&b.protocol.Root.Value)); len(text) > 100*partsInAll {
		t.Errorf("a sample of %d bytes", len(text))
	}
}
