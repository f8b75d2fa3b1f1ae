package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// where describes the location of a value to test.
type where struct {
	value string   // the variable with the value
	path  []string // the steps from the path of the current value
	local string   // the prefix of names of variables with results
}

// branches writes the tests of one chain: if, elif, else.
type branches struct {
	*printer
	started bool
	absent  func() // writes the branch for an absent member; nil after that
}

func (b *branches) when(condition string, body func()) { b.whenAny(" and ", []string{condition}, body) }

// whenAny is when for conditions that an operator joins. Long conditions have a line each.
func (b *branches) whenAny(operator string, conditions []string, body func()) {
	keyword := "if "
	if b.started {
		keyword = "elif "
	}
	b.started = true
	condition := strings.Join(conditions, operator)
	switch line := keyword + condition + ":"; {
	case b.Fits(line) || len(conditions) == 1:
		b.Line("%s", line)
	default:
		b.Line("%s(", keyword)
		b.Block(func() {
			if b.Fits(condition) {
				b.Line("%s", condition)
				return
			}
			b.Line("%s", conditions[0])
			for _, c := range conditions[1:] {
				b.Line("%s", strings.TrimPrefix(operator, " ")+c)
			}
		})
		b.Line("):")
	}
	b.Block(body)
}

// whenText is when for a condition from the printer of expressions.
func (b *branches) whenText(condition print.Text, body func()) {
	keyword := "if "
	if b.started {
		keyword = "elif "
	}
	b.started = true
	b.Statement(keyword, condition, ":")
	b.Block(body)
}

func (b *branches) otherwise(body func()) {
	if !b.started {
		body()
		return
	}
	b.Line("else:")
	b.Block(body)
}

// missing writes the branch for an absent member. If one test proves that a value is valid, that test comes first.
func (b *branches) missing() {
	if absent := b.absent; absent != nil {
		b.absent = nil
		b.when("x is UNSET", absent)
	}
}

// value writes the reading of one value. sink writes the use of the result; it is nil for a constant of the class.
func (r *reading) value(p place, w where, b *branches, sink func(expr)) {
	b.missing()
	switch {
	case p.isFree():
		b.otherwise(func() { sink(text(w.value)) })
		return
	case sink == nil && p.general != nil:
		b.otherwise(func() { r.expr(r.rest(p, w), "") })
		return
	case sink == nil:
		b.when(r.differs(p, w).of(w.value), func() { r.expr(r.rest(p, w), "") })
		return
	case p.nullable && !r.takesNull(p):
		b.when(w.value+" is None", func() { sink(text("None")) })
		p.nullable = false
	}
	r.settle(r.fastPath(p, w), w.value, b, sink)
}

// isNull reports whether a kind tests for null itself.
func isNull(k ir.Kind) bool {
	switch k.(type) {
	case ir.Null, ir.Any:
		return true
	}
	return false
}

// classOf returns the class of a value that is its own representation.
func classOf(k ir.Kind) string {
	switch k.(type) {
	case ir.Boolean:
		return "bool"
	case ir.String:
		return "str"
	case ir.Object:
		return "dict"
	}
	panic(fmt.Sprintf("python: no class for kind %T", k))
}

// fails prints the condition under which a check fails.
func (r *reading) fails(c ir.Check, made string) string {
	switch c := c.(type) {
	case ir.OneOf:
		if len(c.Literals) == 1 && c.Literals[0].Kind == ir.BoolLiteral {
			return made + " is not " + literal(c.Literals[0])
		}
		if len(c.Literals) == 1 {
			return made + " != " + literal(c.Literals[0])
		}
		return made + " not in " + literals(c.Literals)
	case ir.Bound:
		return made + " " + print.Failing(c.Op) + " " + limitOf(c)
	case ir.Length:
		if c.Op == ir.AtLeast && c.Limit == 1 {
			return "not " + made
		}
		return fmt.Sprintf("len(%s) %s %d", made, print.Failing(c.Op), c.Limit)
	case ir.Items:
		return fmt.Sprintf("len(%s) %s %d", made, print.Failing(c.Op), c.Limit)
	case ir.Pattern:
		return fmt.Sprintf("%s.search(%s) is None", r.patterns.name(c.Regexp), made)
	case ir.Format:
		return fmt.Sprintf("not %s(%s)", r.support.use(formatTest(c.Name)), made)
	}
	panic(fmt.Sprintf("python: no test for %#v", c))
}

// formatTest returns the support function for a format: is_json_pointer.
func formatTest(f ir.FormatName) string {
	return "is_" + strings.ReplaceAll(string(f), "-", "_")
}
