// Package annotate checks the values that a spec gives as examples and defaults, and in cells of catalogs, against their schemas.
package annotate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// Refusal is the first reason why a schema does not accept a value that the spec gives as its `default` or among its
// `examples`.
type Refusal struct {
	node    *syntax.Node // the refused value, or a part of it
	steps   []string     // that lead to the part in the value, the last one first
	message string
}

// in takes a step back from where the value is refused; there may be no refusal.
func (r *Refusal) in(step string) *Refusal {
	if r != nil {
		r.steps = append(r.steps, step)
	}
	return r
}

// String words the refusal for a diagnostic.
func (r *Refusal) String() string {
	if len(r.steps) == 0 {
		return "it " + r.message
	}
	var path strings.Builder
	for _, step := range slices.Backward(r.steps) {
		path.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return fmt.Sprintf("`%s` %s", wording.Cut(path.String()), r.message)
}

// maxEvaluations bounds the work of checking all annotations of a spec: a value that is checked by a schema counts one, and so does
// every byte that is compared.
const maxEvaluations = 5_000_000

// Validator decides whether schemas accept values of the spec.
type Validator struct {
	steps   int
	known   map[evaluation]bool // of schemas that apply others, which may lead to one on many ways
	applies map[*ir.Schema]bool
}

type evaluation struct {
	schema *ir.Schema
	node   *syntax.Node
}

// NewValidator returns a validator for all values of one spec: they share a budget.
func NewValidator() *Validator {
	return &Validator{known: map[evaluation]bool{}, applies: map[*ir.Schema]bool{}}
}

// Annotation returns a diagnostic for an example or a default that is not valid by s, or nil. `what` names the value: "the default".
func (a *Validator) Annotation(what string, s *ir.Schema, n *syntax.Node) *diag.Diagnostic {
	if a.overBudget() {
		return nil // already reported
	}
	r := a.Schema(s, n)
	switch {
	case a.overBudget():
		return &diag.Diagnostic{Pos: n.Pos, Severity: diag.Warning, Code: "too-large",
			Message: fmt.Sprintf("validating the defaults and examples of the spec takes more than %d steps; the rest of them is not validated", maxEvaluations)}
	case r != nil:
		return &diag.Diagnostic{Pos: r.node.Pos, Severity: diag.Warning, Code: "annotation", Message: fmt.Sprintf("%s is not valid by its own schema: %s", what, r)}
	}
	return nil
}

// overBudget reports that the allowance is used up. Verdicts mean nothing then.
func (a *Validator) overBudget() bool { return a.steps > maxEvaluations }

// Cell returns the reason why a column does not accept a scalar, or nil.
func (a *Validator) Cell(v *ir.Value, n *syntax.Node) *Refusal {
	if v.Nullable && n.Kind == syntax.NullNode {
		return nil
	}
	if r := a.kind(v, n); r != nil {
		return r
	}
	for _, c := range v.Checks {
		if !a.holds(c, n) {
			return &Refusal{node: n, message: c.Fails().Message}
		}
	}
	return nil
}

// kind checks the Kind of a column.
func (a *Validator) kind(v *ir.Value, n *syntax.Node) *Refusal {
	fits, failure := false, v.Mismatch
	switch k := v.Kind.(type) {
	case ir.Ref:
		return a.Cell(&k.Type.Value, n)
	case ir.Boolean:
		fits = n.Kind == syntax.BoolNode
	case ir.Integer:
		if fits = isInteger(n, k.Width); isWhole(n) {
			failure = k.Range
		}
	case ir.Number:
		fits = n.Kind == syntax.NumberNode
	case ir.String:
		fits = n.Kind == syntax.TextNode
	case *ir.Enum:
		if n.Kind == syntax.TextNode {
			fits, failure = k.Open || slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == n.Text }), k.NotOneOf
		}
	default:
		panic(fmt.Sprintf("compile: unhandled kind %T of a column", v.Kind))
	}
	return a.refusedUnless(fits, n, failure)
}

// holds reports whether a check accepts n; it speaks of one JSON type and accepts values of every other.
func (a *Validator) holds(c ir.Check, n *syntax.Node) bool {
	switch c := c.(type) {
	case ir.OneOf:
		return slices.Contains(c.Literals, wording.Literal(n))
	case ir.Bound:
		return n.Kind != syntax.NumberNode || within(c, n)
	case ir.Items:
		return n.Kind != syntax.ListNode || c.Op.Holds(float64(len(n.Items)), float64(c.Limit))
	case ir.Length:
		return n.Kind != syntax.TextNode || c.Op.Holds(float64(utf8.RuneCountInString(n.Text)), float64(c.Limit))
	case ir.Pattern:
		a.steps += len(n.Text)
		return n.Kind != syntax.TextNode || c.Regexp.Match(n.Text)
	case ir.Format:
		a.steps += len(n.Text)
		return n.Kind != syntax.TextNode || formats.Matches(c.Name, n.Text)
	}
	panic(fmt.Sprintf("compile: unhandled check %T", c))
}
