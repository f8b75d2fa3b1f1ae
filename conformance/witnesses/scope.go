// Package witnesses compares the exported schemas, as validators of others read them, with the verdicts of the bindings.
//
// The rules of a message's issues decide whether a schema alone can judge it, before any validator runs. So a validator cannot move a message
// that it misjudges out of the comparison.
package witnesses

import "slices"

// A Message is a text with the verdict of the bindings.
type Message struct {
	ID       string   `json:"-"` // of a fixture, or the number of a mutant
	Protocol string   `json:"protocol"`
	Type     string   `json:"type"` // the name of a definition in the bundle
	Text     string   `json:"text"`
	Rules    []string `json:"-"` // of the issues with level must
}

// Valid reports whether the bindings accept the message.
func (m Message) Valid() bool { return len(m.Rules) == 0 }

// keywords are the rules of issues that a JSON Schema raises as well: the keywords of section 3.1 of the contract.
var keywords = []string{
	"type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "not", "anyOf", "oneOf", "integer-range", "required", "dependentRequired",
	"additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "propertyNames", "contains", "minContains", "maxContains",
	"false-schema", "discriminator",
}

// Judged reports whether a schema alone can judge a message: a schema accepts every valid message, and refuses one that violates a keyword. One
// whose issues all have other rules may violate a keyword of a later stage, which the bindings do not check after a violated rule.
func (m Message) Judged() bool { return m.Valid() || slices.ContainsFunc(m.Rules, isKeyword) }

func isKeyword(rule string) bool { return slices.Contains(keywords, rule) }
