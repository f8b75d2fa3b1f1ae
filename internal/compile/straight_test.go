package compile_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestStraight shows which schemas become straight-line code, with the guards of records, and which stay with the evaluator.
func TestStraight(t *testing.T) {
	const part = "  Part: {type: object, properties: {id: {type: integer}}}\n  Whole: {allOf: [Part], required: [id]}\n"
	for _, test := range []struct{ schema, want string }{
		{`{type: object, properties: {a: {}, b: {}, c: {}}, dependentRequired: {a: [b, c], b: [c]}}`, "a requires b c; b requires c"},
		{`{type: object, properties: {a: {}, b: {}, n: {type: integer}, p: Part}, dependentSchemas: {a: {required: [p], properties: {p: Whole}}, b: {properties: {n: {minimum: 3}}}}}`, "a requires p, narrows p; b narrows n"},
		{`{allOf: [{type: object, properties: {a: {}, b: {}}, dependentRequired: {a: [b]}}, {type: object, properties: {c: {}}, dependentRequired: {b: [c]}}]}`, "a requires b; b requires c"},
		{`{allOf: [{type: object, properties: {a: {}, n: {type: integer}}, dependentSchemas: {a: {properties: {n: {minimum: 3}}}}}, {properties: {m: {type: integer}}, dependentSchemas: {a: {required: [m], properties: {m: {minimum: 3}}}}}]}`, "a requires m, narrows n m"},
		{`{type: object, properties: {k: {type: string}, v: {}, w: {}}, if: {required: [k], properties: {k: {const: a}}}, then: {required: [v]}, else: {required: [w]}}`, "k is a requires v; not k is a requires w"},
		{`{type: object, properties: {k: {type: string}, v: {}}, if: {properties: {k: {enum: [a, b]}}}, then: {required: [v]}}`, "k may be a b requires v"},
		{`{type: object, properties: {k: {type: boolean}, n: {type: integer}}, if: {required: [k], properties: {k: {const: false}}}, else: {properties: {n: {minimum: 3}}}}`, "not k is false narrows n"},
		{`{type: object, properties: {k: {}, v: {}}, if: {required: [k]}, then: {required: [v]}}`, "k requires v"},
		{`{type: object, properties: {k: {}, v: {}}, if: {required: [k, v]}, then: {required: [w]}, else: {required: [x]}}`, "k & v requires w; not (k & v) requires x; notes w x"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: 1}}}, then: {required: [v]}}`, "k may be 1 requires v"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {enum: [1, 2.5]}}, not: {required: [v]}}, then: {required: [v]}}`, "k may be 1 2.5 & not v requires v"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: 9007199254740992}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {enum: [a, true]}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: null}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: [1]}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {type: string}}}, then: {required: [v]}}`, "k may be of 1 requires v"},
		{`{type: object, properties: {k: {}, v: {}}, if: {required: [k], properties: {k: {type: ["null", number]}, v: true}}, then: {required: [v]}}`, "k is of 3 requires v"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {type: integer}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {type: string, const: a}}}, then: {required: [v]}}`, "k may be a requires v"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {type: [string], const: 1}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {z: {const: a}}}, then: {required: [v]}}`, "z may be a requires v; notes z"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: a}}}, then: {minProperties: 1}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {required: [k]}, then: {not: {required: [v]}}}`, "k has 0 to 0 of (v)"},
		{`{type: object, properties: {a: {}, b: {}}, anyOf: [{required: [a]}, {required: [b, c]}]}`, "1 to 2 of (a), (b & c); notes c"},
		{`{type: object, properties: {a: {}, b: {}}, oneOf: [{required: [a]}, {not: {required: [b]}}], not: {required: [a, b]}}`, "1 to 1 of (a), (not b) and 0 to 0 of (a & b)"},
		{`{type: object, properties: {a: {}}, anyOf: [{properties: {a: {const: x}}, required: [a]}, {type: object, required: [b], properties: {b: {}}}]}`, "1 to 2 of (a is x), (b); notes b"},
		{`{type: object, properties: {a: {}}, anyOf: [{required: [a]}, {}]}`, "evaluated"},
		{`{type: object, properties: {a: {}}, anyOf: [{required: [a]}, {properties: {a: {minimum: 1}}}]}`, "evaluated"},
		{`{type: object, properties: {a: {}, b: false}, anyOf: [{required: [a]}, {required: [b]}]}`, "evaluated"},
		{`{type: object, properties: {a: {}}, anyOf: [{properties: {a: {const: x}}}, {not: {properties: {a: {const: y}}}}]}`, "evaluated"},
		{`{type: object, properties: {a: {}}, if: {properties: {a: {const: x}}}, then: {not: {properties: {a: {const: y}}}}}`, "evaluated"},
		{`{type: object, properties: {a: {}}, required: [z], dependentRequired: {a: [y]}}`, "requires z; a requires y; notes z y"},
		{`{type: [string, integer]}`, "straight"},
		{`{type: [string, integer, "null"], maxLength: 3}`, "straight"},
		{`{type: object, properties: {a: {}, b: {}, n: {type: integer}}, dependentSchemas: {a: {properties: {n: {minimum: 3}}}, b: {properties: {n: {maximum: 9}}}}}`, "evaluated"},
		{`{type: object, properties: {a: {}, n: {type: integer, minimum: 0}}, dependentSchemas: {a: {properties: {n: {minimum: 3}}}}}`, "evaluated"},
		{`{type: object, properties: {a: {}}, dependentRequired: {a: [z]}}`, "a requires z; notes z"},
		{`{type: object, properties: {a: {}, t: T}, dependentRequired: {a: [t]}}`, "evaluated"},
		{`{type: object, properties: {a: {}, b: {}}, dependentRequired: {a: [b]}, minProperties: 1}`, "evaluated"},
		{`{type: [string, array]}`, "straight"},
		{`{type: [object, array, string], properties: {a: {type: integer}}, required: [a], items: {type: string}, maxItems: 2}`, "straight"},
		{`{type: [object, string], properties: {a: {}}, required: [b]}`, "evaluated"},
		{`{type: [object, string], additionalProperties: {type: string}}`, "evaluated"},
		{`{type: [object, string], properties: {a: {}}, additionalProperties: {type: string}}`, "evaluated"},
		{`{type: [object, string], properties: {a: {}}, minProperties: 1}`, "evaluated"},
		{`{type: [array, string], items: false}`, "evaluated"},
	} {
		p := compiled(t, "  T: "+test.schema+"\n"+part)
		if got := spellStraight(find(t, p, "T").Value); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.schema, got, test.want)
		}
	}
}

// TestStraightOfRecursiveParts ends the search if recursive types narrow each other and require no JSON type.
func TestStraightOfRecursiveParts(t *testing.T) {
	p := compiled(t, `  T: {type: object, properties: {a: {}, n: Node}, dependentSchemas: {a: {properties: {n: Narrow}}}}
  Node: {type: object, properties: {l: {properties: {x: {$ref: "#/types/Loop"}}}}}
  Loop: {properties: {x: Loop, y: Loop}}
  Other: {allOf: [Loop], properties: {x: Other, y: Other}}
  Narrow: {allOf: [Node], properties: {l: {properties: {x: {$ref: "#/types/Other"}}}}}
`)
	if got := spellStraight(find(t, p, "T").Value); got != "evaluated" {
		t.Errorf("got %s", got)
	}
}

func spellStraight(v ir.Value) string {
	if v.Evaluated() != nil {
		return "evaluated"
	}
	record, isRecord := v.Kind.(*ir.Record)
	if !isRecord {
		return "straight"
	}
	var list []string
	for _, g := range record.Guards {
		var parts []string
		if len(g.Required) > 0 {
			requires := "requires"
			for _, r := range g.Required {
				requires += " " + r.Name
			}
			parts = append(parts, requires)
		}
		if len(g.Narrowed) > 0 {
			narrows := "narrows"
			for _, n := range g.Narrowed {
				narrows += " " + n.Member
			}
			parts = append(parts, narrows)
		}
		if len(g.Counts) > 0 {
			var counts []string
			for _, count := range g.Counts {
				var of []string
				for _, atoms := range count.Of {
					of = append(of, "("+spellAtoms(atoms)+")")
				}
				counts = append(counts, fmt.Sprintf("%d to %d of %s", count.Least, count.Most, strings.Join(of, ", ")))
			}
			has := ""
			if len(g.If) > 0 {
				has = "has "
			}
			parts = append(parts, has+strings.Join(counts, " and "))
		}
		condition := spellAtoms(g.If)
		switch {
		case g.Not && len(g.If) > 1:
			condition = "not (" + condition + ")"
		case g.Not:
			condition = "not " + condition
		}
		list = append(list, strings.TrimSpace(condition+" "+strings.Join(parts, ", ")))
	}
	if len(record.Noted) > 0 {
		list = append(list, "notes "+strings.Join(record.Noted, " "))
	}
	return strings.Join(list, "; ")
}

func spellAtoms(atoms []ir.Atom) string {
	var list []string
	for _, a := range atoms {
		text := a.Member
		switch {
		case a.Vacuous:
			text += " may be"
		case a.Is != nil || a.Types != 0:
			text += " is"
		}
		for _, l := range a.Is {
			switch l.Kind {
			case ir.BoolLiteral:
				text += fmt.Sprint(" ", l.Bool)
			case ir.NumberLiteral:
				text += fmt.Sprint(" ", l.Number)
			default:
				text += " " + l.String
			}
		}
		if a.Types != 0 {
			text += fmt.Sprint(" of ", bits.OnesCount(uint(a.Types)))
		}
		if a.Not {
			text = "not " + text
		}
		list = append(list, text)
	}
	return strings.Join(list, " & ")
}
