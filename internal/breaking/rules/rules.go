// Package rules lists the kinds of findings of package breaking. It compares nothing.
//
// The project file names kinds in its exceptions, and the reference has a table of them.
package rules

import (
	"slices"
	"strings"
)

// Categories are the groups of kinds, in the order of the reference.
var Categories = []string{"READ", "WRITE", "ORDER", "ISSUES", "BYTES", "SOURCE.go", "SOURCE.ts", "SOURCE.py"}

// Upgrades are the answers to the question of who takes the new version first.
var Upgrades = []string{"client", "server", "all"}

// Rule is a reason for findings, in one or more categories.
type Rule struct {
	Name       string
	Categories []string
	Meaning    string // about the receiver, which is the new version for READ and the old one for WRITE
	Old, New   string // a smallest pair: sections of two specs that break this rule, in the first category; "" if no pair can, and for bindings
}

var (
	both   = []string{"READ", "WRITE"}
	read   = []string{"READ"}
	order  = []string{"ORDER"}
	issues = []string{"ISSUES"}
	bytes  = []string{"BYTES"}

	bindings = []string{"SOURCE.go", "SOURCE.ts", "SOURCE.py"}
	unions   = []string{"SOURCE.ts", "SOURCE.py"}
	goOnly   = []string{"SOURCE.go"}
	tsOnly   = []string{"SOURCE.ts"}
)

// All are the rules, by category and name.
var All = []Rule{
	{"bound", both, "The receiver accepts fewer numbers.",
		`types: {T: {type: integer}}`, `types: {T: {type: integer, minimum: 1}}`},
	{"closed", both, "The receiver refuses members that no one declares.",
		`types: {T: {type: object, properties: {a: true}}}`, `types: {T: {type: object, properties: {a: true}, additionalProperties: false}}`},
	{"condition", both, "The receiver requires a condition between members.",
		`types: {T: {type: object, properties: {a: true, b: true}}}`, `types: {T: {type: object, properties: {a: true, b: true}, dependentRequired: {a: [b]}}}`},
	{"declared", both, "The receiver declares a member. Its value could be any before, because the sender's type is open.",
		`types: {T: {type: object}}`, `types: {T: {type: object, properties: {a: {type: string}}}}`},
	{"forbidden", both, "The receiver forbids a member.",
		`types: {T: {type: object, properties: {a: true}}}`, `types: {T: {type: object, properties: {a: false}}}`},
	{"format", both, "The receiver requires a format.",
		`types: {T: {type: string}}`, `types: {T: {type: string, format: date}}`},
	{"items", both, "The receiver accepts fewer lengths of a list.",
		`types: {T: {type: array, items: {type: string}}}`, `types: {T: {type: array, items: {type: string}, minItems: 1}}`},
	{"length", both, "The receiver accepts fewer lengths of a string.",
		`types: {T: {type: string}}`, `types: {T: {type: string, maxLength: 5}}`},
	{"null", both, "The receiver does not accept null.",
		`types: {T: {type: [string, "null"]}}`, `types: {T: {type: string}}`},
	{"pattern", both, "The receiver requires a pattern, and the sender's patterns do not imply it.",
		`types: {T: {type: string, pattern: "^[a-c]$"}}`, `types: {T: {type: string, pattern: "^[a-b]$"}}`},
	{"removed", read, "The new version does not have the type.",
		`types: {T: true, U: {type: string}}`, `types: {T: true}`},
	{"required", both, "The receiver requires a member.",
		`types: {T: {type: object, properties: {a: true}}}`, `types: {T: {type: object, required: [a], properties: {a: true}}}`},
	{"rule", both, "The receiver has another rule of the spec.",
		`types: {T: {type: object, required: [a], properties: {a: {type: integer}}}}`,
		"types: {T: {type: object, required: [a], properties: {a: {type: integer}}}}\nrules: [{id: even, for: [T], check: this.a % 2 == 0, message: must be even}]"},
	{"schema", both, "A schema that is evaluated as a whole differs.",
		`types: {T: {not: {const: 1}}}`, `types: {T: {not: {const: 2}}}`},
	{"spec", read, "The project does not name a spec that the older version has.", "", ""},
	{"surplus", both, "The receiver's type is closed, and does not declare a member.",
		`types: {T: {type: object, properties: {a: true}, additionalProperties: false}}`, `types: {T: {type: object, properties: {}, additionalProperties: false}}`},
	{"tag", both, "The receiver has no variant for a tag.",
		"types:\n  T: {oneOf: [A, B], discriminator: {propertyName: t}}\n  A: {type: object, required: [t], properties: {t: {const: a}}}\n  B: {type: object, required: [t], properties: {t: {const: b}}}",
		"types:\n  T: {oneOf: [A], discriminator: {propertyName: t}}\n  A: {type: object, required: [t], properties: {t: {const: a}}}"},
	{"type", both, "The receiver requires another kind of value.",
		`types: {T: {type: number}}`, `types: {T: {type: integer}}`},
	{"union", both, "The receiver selects variants in another way.",
		"types:\n  T: {oneOf: [A, B], discriminator: {propertyName: t}}\n  A: {type: object, required: [t, u], properties: {t: {const: a}, u: {const: a}}}\n  B: {type: object, required: [t, u], properties: {t: {const: b}, u: {const: b}}}",
		"types:\n  T: {oneOf: [A, B], discriminator: {propertyName: u}}\n  A: {type: object, required: [t, u], properties: {t: {const: a}, u: {const: b}}}\n  B: {type: object, required: [t, u], properties: {t: {const: b}, u: {const: a}}}"},
	{"value", both, "The receiver does not accept a value of a vocabulary.",
		`types: {T: {enum: [a, b]}}`, `types: {T: {enum: [a]}}`},
	{"version", both, "The receiver accepts other versions of the protocol.",
		"types: {T: {type: object, required: [v], properties: {v: {type: string, pattern: '^[1-9][.]0[.]0$'}}}}\nparams: {v: {type: string, default: 1.0.0}}\naccepts: {at: /v, policy: semver-major, version: params.v}",
		"types: {T: {type: object, required: [v], properties: {v: {type: string, pattern: '^[1-9][.]0[.]0$'}}}}\nparams: {v: {type: string, default: 2.0.0}}\naccepts: {at: /v, policy: semver-major, version: params.v}"},
	{"batch", order, "One version accepts only shorter batches.",
		talk("grammar: '(ask | done)*', framing: websocket, batch: {most: 2}"), talk("grammar: '(ask | done)*', framing: websocket, batch: {most: 1}")},
	{"check", order, "One version requires a check of a message and those before it.",
		talk("grammar: 'ask*'"), talk(`grammar: 'ask*', sequence: [{id: more, of: [ask], next: this.id > prev.id, at: /id, message: must be more}]`)},
	{"conversation", order, "Only one version has the conversation.",
		talk("grammar: 'ask done'"), "conversations:\n  chat: {over: T, grammar: 'ask done'}"},
	{"end", order, "One version accepts the end of the conversation, or of an exchange, after fewer messages.",
		talk("grammar: 'ask done?'"), talk("grammar: 'ask done'")},
	{"framing", order, "The messages of the conversation are framed in another way.",
		talk("grammar: 'ask done', framing: ndjson"), talk("grammar: 'ask done', framing: headers")},
	{"most", order, "One version accepts fewer open exchanges, and no trace shows it. With a trace, the rule is sequence.", "", ""},
	{"replies", order, "One version requires a type of the replies to a message.",
		talk("grammar: 'other*', exchanges: {x: {key: /id, grammar: 'ask done'}}"), talk("grammar: 'other*', exchanges: {x: {key: /id, grammar: 'ask done', replies: {at: /n, of: [done], types: {ask: N}}}}")},
	{"sequence", order, "One version accepts a message after others, and the other version does not.",
		talk("grammar: 'ask+'"), talk("grammar: 'ask'")},
	{"side", order, "One version accepts a message from one side only, and no trace shows it. With a trace, the rule is sequence.", "", ""},
	{"unique", order, "One version requires that messages differ in some members.",
		talk("grammar: 'ask*'"), talk(`grammar: 'ask*', unique: [{by: [/id], until: 'now + duration("1h")', at: /id, message: must be new}]`)},
	{"issues", issues, "Both versions have one verdict on a message, but report other issues.",
		`types: {T: {type: integer, exclusiveMinimum: 1}}`, `types: {T: {type: integer, minimum: 2}}`},
	{"dispatch", issues, "A dispatch has another case for a message.", "", ""},
	{"exit", issues, "A process that writes a message exits with another code.", "", ""},
	{"table", issues, "A cell of a catalog differs for a word, such as its retry class.", "", ""},
	{"builder", bytes, "A builder writes other members for the same input.",
		`types: {T: {type: object, properties: {a: {type: string, x-auto: {value: x}}}}}`, `types: {T: {type: object, properties: {a: {type: string, x-auto: {value: y}}}}}`},
	{"output", bytes, "Both versions accept a message, but write it in another way.",
		`types: {T: {type: object, properties: {a: true, b: true}}}`, `types: {T: {type: object, properties: {b: true, a: true}}}`},
	{"changed", bindings, "A symbol has another type.", "", ""},
	{"comparable", goOnly, "Values of a type can no longer be compared by `==`.", "", ""},
	{"narrowed", unions, "A union has lost a value or branch that programs give.", "", ""},
	{"optional", tsOnly, "A member may be absent.", "", ""},
	{"parameters", bindings, "A function has other parameters.", "", ""},
	{"readonly", tsOnly, "A member can no longer be assigned.", "", ""},
	{"removed", bindings, "A symbol is removed.", "", ""},
	{"required", bindings, "A member or method is new or required, and programs give or implement it.", "", ""},
	{"variant", goOnly, "A type no longer belongs to a union.", "", ""},
	{"widened", unions, "A union has gained a value or branch. A program that lists all of them no longer compiles.", "", ""},
}

// Messages are the types of the conversations in the pairs of ORDER.
const Messages = `types:
  T: {oneOf: [Ask, Done], discriminator: {propertyName: t}}
  Ask: {x-from: client, type: object, required: [t, id], properties: {t: {const: ask}, id: {type: integer}}}
  Done: {x-from: server, type: object, required: [t, id], properties: {t: {const: done}, id: {type: integer}, n: {}}}
  N: {type: integer}`

// talk is a conversation of Messages.
func talk(rest string) string { return "conversations:\n  talk: {over: T, " + rest + "}" }

// Code names a rule in a category, as findings and exceptions do.
func Code(category, name string) string { return strings.ToLower(category) + "-" + name }

// Codes are the codes of all rules.
func Codes() []string {
	var list []string
	for _, r := range All {
		for _, category := range r.Categories {
			list = append(list, Code(category, r.Name))
		}
	}
	return list
}

// CategoryOf is the category of a code, or "" if there is no such code.
func CategoryOf(code string) string {
	for _, r := range All {
		for _, category := range r.Categories {
			if Code(category, r.Name) == code {
				return category
			}
		}
	}
	return ""
}

// Known reports whether a rule has a row in a category.
func Known(category, name string) bool { return slices.Contains(Codes(), Code(category, name)) }
