package importer

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// counts are the keywords whose value is a whole number.
var counts = []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}

// limit translates numbers, and drops keywords that JSON Schema does not have.
func (e *emitter) limit(m syntax.Member) {
	key := m.Key.Value
	switch {
	case slices.Contains(counts, key):
		e.count(m)
	case key == "multipleOf":
		if e.is(m, syntax.NumberNode) && m.Value.Number <= 0 {
			e.im.fail(m.Value.Pos, "count", "", "`multipleOf` must be greater than 0")
			return
		}
		e.put(key, m.Value)
	case key == "minimum" || key == "maximum":
		e.bound(m)
	case key == "exclusiveMinimum" || key == "exclusiveMaximum":
		e.exclusive(m)
	case strings.HasPrefix(key, "x-") && slices.Contains(ourKeywords, key):
		e.drop(m, Same, "it is an extension of the source, and envgen has a keyword of this name with another meaning")
	case strings.HasPrefix(key, "x-"):
		e.drop(m, Same, "it is an extension of the source")
	default:
		e.drop(m, Same, "it is no keyword of "+e.draft.String())
	}
}

// ourKeywords are the keywords of envgen that begin with x-.
var ourKeywords = []string{"x-name", "x-value-names", "x-from", "x-error", "x-part", "x-stage", "x-auto", "x-secret", "x-stability", "x-truncate"}

func (e *emitter) count(m syntax.Member) {
	if !e.is(m, syntax.NumberNode) {
		return
	}
	v := m.Value.Number
	switch {
	case v < 0 || v != math.Trunc(v):
		e.im.fail(m.Value.Pos, "count", "", "`%s` must be a whole number that is not negative", m.Key.Value)
	case v > 1<<31-1 && strings.HasPrefix(m.Key.Value, "max"):
		e.drop(m, Weaker, "no message is that long")
	case v > 1<<31-1:
		e.im.fail(m.Value.Pos, "count", "", "`%s` must be at most %d", m.Key.Value, 1<<31-1)
	default:
		e.put(m.Key.Value, m.Value)
	}
}

const maxSafe = 1<<53 - 1

// bound translates minimum and maximum. Draft 4 and OpenAPI 3.0 make them exclusive by a boolean.
func (e *emitter) bound(m syntax.Member) {
	if !e.is(m, syntax.NumberNode) {
		return
	}
	key := m.Key.Value
	if flag := e.p.node.Member("exclusive" + strings.ToUpper(key[:1]) + key[1:]); e.draft <= openAPI30 && flag != nil && flag.Kind == syntax.BoolNode && flag.Bool {
		exclusive := "exclusive" + strings.ToUpper(key[:1]) + key[1:]
		e.say(exclusive, Same, "written as a number")
		e.number(syntax.Member{Key: syntax.Text{Pos: m.Key.Pos, Value: exclusive}, Value: m.Value})
		return
	}
	e.number(m)
}

func (e *emitter) exclusive(m syntax.Member) {
	if e.draft > openAPI30 {
		if e.is(m, syntax.NumberNode) {
			e.number(m)
		}
		return
	}
	bound := strings.ToLower(m.Key.Value[len("exclusive"):])
	switch {
	case m.Value.Kind == syntax.NumberNode:
		e.say(m.Key.Value, Stricter, "read as a number, as from draft 6 on; %s has only booleans", e.draft)
		e.number(m)
	case !e.is(m, syntax.BoolNode):
	case !m.Value.Bool || e.p.node.Member(bound) == nil:
		e.drop(m, Same, "it excludes nothing")
	}
}

// number writes a limit. All numbers are compared as doubles. That matters for a large integer that is no double: its successor is the same double.
func (e *emitter) number(m syntax.Member) {
	e.put(m.Key.Value, m.Value)
	if e.width() != ir.Safe {
		return
	}
	if math.Abs(m.Value.Number) > maxSafe && !isDouble(m.Value) {
		e.say(m.Key.Value, Weaker, "compared as the double %.0f: integers that round to it are accepted", m.Value.Number)
	}
	if e.wide() && slices.Contains(e.allowedTypes(), "integer") {
		e.say("type", Same, "limits of the integer are beyond ±(2^53-1), so it is written as a number that is a multiple of 1")
	}
}

// isDouble reports whether a number is a double exactly.
func isDouble(n *syntax.Node) bool {
	exact, ok := new(big.Rat).SetString(n.Literal)
	return ok && exact.Cmp(new(big.Rat).SetFloat64(n.Number)) == 0
}

// wide reports whether a limit of the schema is beyond the integers of a spec.
func (e *emitter) wide() bool {
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		if n := e.p.node.Member(key); n != nil && n.Kind == syntax.NumberNode && math.Abs(n.Number) > maxSafe {
			return true
		}
	}
	return false
}

// widened returns the type of a schema. An integer whose limits are beyond those of a spec becomes a number, and a multiple of 1.
func (e *emitter) widened(list []*syntax.Node) []*syntax.Node {
	if !e.wide() || !slices.ContainsFunc(list, func(n *syntax.Node) bool { return n.Text == "integer" }) ||
		slices.ContainsFunc(list, func(n *syntax.Node) bool { return n.Text == "number" }) {
		return list
	}
	if e.p.node.Member("multipleOf") == nil {
		e.put("multipleOf", number(e.p.node.Pos, 1))
	}
	list = slices.Clone(list)
	for i, n := range list {
		if n.Text == "integer" {
			list[i] = text(n.Pos, "number")
		}
	}
	return list
}
