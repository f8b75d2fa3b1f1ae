package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestStraight shows what becomes straight line, with the guards of records, and what stays with the evaluator.
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
		{`{type: object, properties: {k: {}, v: {}}, if: {required: [k, v]}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: 1}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {enum: [a, true]}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {type: string}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {z: {const: a}}}, then: {required: [v]}}`, "evaluated"},
		{`{type: object, properties: {k: {}, v: {}}, if: {properties: {k: {const: a}}}, then: {minProperties: 1}}`, "evaluated"},
		{`{type: [string, integer]}`, "straight"},
		{`{type: object, properties: {a: {}, b: {}, n: {type: integer}}, dependentSchemas: {a: {properties: {n: {minimum: 3}}}, b: {properties: {n: {maximum: 9}}}}}`, "evaluated"},
		{`{type: object, properties: {a: {}, n: {type: integer, minimum: 0}}, dependentSchemas: {a: {properties: {n: {minimum: 3}}}}}`, "evaluated"},
		{`{type: object, properties: {a: {}}, dependentRequired: {a: [z]}}`, "evaluated"},
		{`{type: object, properties: {a: {}, t: T}, dependentRequired: {a: [t]}}`, "evaluated"},
		{`{type: object, properties: {a: {}, b: {}}, dependentRequired: {a: [b]}, minProperties: 1}`, "evaluated"},
		{`{type: [string, array]}`, "evaluated"},
	} {
		p := compiled(t, "  T: "+test.schema+"\n"+part)
		if got := spellStraight(find(t, p, "T").Value); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.schema, got, test.want)
		}
	}
}

// TestStraightOfRecursiveParts ends the search where types that hold themselves narrow each other and ask for no JSON type.
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
		condition := g.Member
		if g.Is != nil {
			condition += " is"
		}
		if g.Vacuous {
			condition = g.Member + " may be"
		}
		if g.Not {
			condition = "not " + condition
		}
		for _, l := range g.Is {
			if condition += " "; l.Kind == ir.BoolLiteral {
				condition += fmt.Sprint(l.Bool)
			}
			condition += l.String
		}
		list = append(list, condition+" "+strings.Join(parts, ", "))
	}
	return strings.Join(list, "; ")
}
