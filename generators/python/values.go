package python

import (
	"fmt"
	"math"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// where says where a value to test stands.
type where struct {
	value string   // the variable that holds it
	path  []string // steps from the path of the value that is being read
	local string   // start of the names of variables that hold what is made
	depth int      // of lists around it
}

// branches writes the tests of one chain: if, elif, else.
type branches struct {
	*printer
	started bool
	absent  func() // writes the branch for a member that is not there; nil once that is done
	sure    bool   // a schema has accepted the value: tests only distinguish types
}

func (b *branches) when(condition string, body func()) { b.whenAny(" and ", []string{condition}, body) }

// whenAny is when for conditions that an operator joins. If they are long, each has a line of its own.
func (b *branches) whenAny(operator string, conditions []string, body func()) {
	keyword := "if "
	if b.started {
		keyword = "elif "
	}
	b.started = true
	condition := strings.Join(conditions, operator)
	inner, assigned := strings.CutSuffix(strings.TrimPrefix(condition, "("), ") is not None")
	switch line := keyword + condition + ":"; {
	case b.Fits(line) || len(conditions) == 1 && !assigned:
		b.Line("%s", line)
	case len(conditions) == 1:
		b.Line("%s(", keyword)
		b.Block(func() { b.Line("%s", inner) })
		b.Line(") is not None:")
	default:
		b.Line("%s(", keyword)
		b.Block(func() {
			b.Line("%s", conditions[0])
			for _, c := range conditions[1:] {
				b.Line("%s", strings.TrimPrefix(operator, " ")+c)
			}
		})
		b.Line("):")
	}
	b.Block(body)
}

// whenText is when for what the printer of expressions has put together.
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

// missing writes the branch for a member that is not there. Where one test shows that a value is good, it goes before.
func (b *branches) missing() {
	if absent := b.absent; absent != nil {
		b.absent = nil
		b.when("x is UNSET", absent)
	}
}

// value writes the tests of one value. sink writes what is to be done with what was made; it is nil for a member
// that the class holds.
func (r *reading) value(p place, w where, b *branches, sink func(made string)) {
	switch {
	case b.sure:
		r.sure(p, w, b, sink)
		return
	case p.general != nil:
		r.general(p, w, b, sink)
		return
	}
	switch p.kind.(type) {
	case ir.Boolean, ir.String, ir.Object:
		r.typed(p, w, b, sink)
		return
	}
	b.missing()
	if p.nullable && !isNull(p.kind) && !p.ownNull() {
		b.when(w.value+" is None", func() { sink("None") })
	}
	switch k := p.kind.(type) {
	case ir.Any:
		b.otherwise(func() { sink(w.value) })
	case ir.Null:
		r.null(p, w, b, sink)
	case ir.Integer:
		r.integer(p, k, w, b, sink)
	case ir.Number:
		r.real(p, w, b)
		b.otherwise(func() { r.checked(p.checks, w, "r", sink) })
	case ir.Const:
		r.constant(p, k, w, b, sink)
	case *ir.Enum:
		r.vocabulary(p, k, w, b, sink)
	case ir.Array, ir.Map, *ir.Record, *ir.Union, *ir.Choice:
		r.composite(p, w, b, sink)
	default:
		panic(fmt.Sprintf("python: no reader for kind %T", p.kind))
	}
}

// isNull reports whether a kind tests for null itself.
func isNull(k ir.Kind) bool {
	switch k.(type) {
	case ir.Null, ir.Any:
		return true
	}
	return false
}

// classOf is what a value that stays as it is has as its class.
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

// typed writes the tests of a value that stays as it is. The type of a good one is tested first.
func (r *reading) typed(p place, w where, b *branches, sink func(string)) {
	b.when("type("+w.value+") is "+classOf(p.kind), func() { r.checked(p.checks, w, w.value, sink) })
	b.missing()
	if p.nullable {
		b.when(w.value+" is None", func() { sink("None") })
	}
	b.otherwise(func() { r.fatal(w.path, p.mismatch) })
}

func (r *reading) null(p place, w where, b *branches, sink func(string)) {
	if sink == nil {
		b.when(w.value+" is not None", func() { r.fatal(w.path, p.mismatch) })
		return
	}
	b.when(w.value+" is None", func() { sink("None") })
	b.otherwise(func() { r.fatal(w.path, p.mismatch) })
}

func (r *reading) real(p place, w where, b *branches) {
	b.when("(r := "+r.support.use("real")+"("+w.value+")) is None", func() { r.fatal(w.path, p.mismatch) })
}

func (r *reading) integer(p place, k ir.Integer, w where, b *branches, sink func(string)) {
	notWhole := fmt.Sprintf("(n := %s if type(%[1]s) is int else %s(%[1]s)) is None", w.value, r.support.use("whole"))
	r.either(w, b, notWhole, p.mismatch, "not -(2**53) < n < 2**53", k.Range)
	b.otherwise(func() { r.checked(p.checks, w, "n", sink) })
}

// constant writes the tests for one scalar. What is made is the literal: type checkers know its type.
func (r *reading) constant(p place, k ir.Const, w where, b *branches, sink func(string)) {
	wanted := literal(k.Literal)
	switch k.Literal.Kind {
	case ir.StringLiteral:
		r.either(w, b, "type("+w.value+") is not str", p.mismatch, w.value+" != "+wanted, k.Failure)
	case ir.BoolLiteral:
		r.either(w, b, "type("+w.value+") is not bool", p.mismatch, w.value+" is not "+wanted, k.Failure)
	case ir.NumberLiteral:
		if math.Abs(k.Literal.Number) > 1<<53-1 {
			// An integer is to be rounded first: Python compares it with a double exactly.
			r.either(w, b, "(r := "+r.support.use("real")+"("+w.value+")) is None", p.mismatch, "r != "+wanted, k.Failure)
			break
		}
		notNumber := fmt.Sprintf("type(%s) is not int and type(%[1]s) is not float", w.value)
		if p.mismatch == k.Failure {
			notNumber = "(" + notNumber + ")"
		}
		r.either(w, b, notNumber, p.mismatch, w.value+" != "+wanted, k.Failure)
	default:
		panic(fmt.Sprintf("python: constant of kind %d", k.Literal.Kind))
	}
	if sink != nil {
		b.otherwise(func() { sink(wanted) })
	}
}

// either writes two tests, the second for values that pass the first; in one branch if they raise the same.
func (r *reading) either(w where, b *branches, first string, one ir.Failure, second string, other ir.Failure) {
	if one == other {
		b.whenAny(" or ", []string{first, second}, func() { r.fatal(w.path, one) })
		return
	}
	b.when(first, func() { r.fatal(w.path, one) })
	b.when(second, func() { r.fatal(w.path, other) })
}

func (r *reading) vocabulary(p place, k *ir.Enum, w where, b *branches, sink func(string)) {
	if k.Open {
		b.when("type("+w.value+") is str", func() { r.checked(p.checks, w, w.value, sink) })
		b.otherwise(func() { r.fatal(w.path, p.mismatch) })
		return
	}
	table := r.lookup(p.typ)
	r.either(w, b, "type("+w.value+") is not str", p.mismatch, w.value+" not in "+table, k.NotOneOf)
	b.otherwise(func() {
		r.checked(p.checks, w, w.value, func(s string) { sink(table + "[" + s + "]") })
	})
}

// checked writes the checks of a value and then the sink. A OneOf that fails hides all that follows.
func (r *reading) checked(list []ir.Check, w where, made string, sink func(string)) {
	if len(list) > 0 {
		if one, ok := list[0].(ir.OneOf); ok {
			r.Line("if %s:", r.fails(one, made))
			r.Block(func() { r.fatal(w.path, one.Failure) })
			r.Line("else:")
			r.Block(func() { r.checked(list[1:], w, made, sink) })
			return
		}
	}
	r.checks(list, w, made)
	sink(made)
}

// checks writes checks that all run, whatever the others find.
func (r *reading) checks(list []ir.Check, w where, made string) {
	for _, c := range list {
		r.Line("if %s:", r.fails(c, made))
		r.Block(func() { r.add(w.path, c.Fails()) })
	}
}

// fails spells the condition under which a check fails.
func (r *reading) fails(c ir.Check, made string) string {
	switch c := c.(type) {
	case ir.OneOf:
		list := make([]string, len(c.Literals))
		for i, l := range c.Literals {
			list[i] = literal(l)
		}
		if len(list) == 1 && c.Literals[0].Kind == ir.BoolLiteral {
			return made + " is not " + list[0]
		}
		if len(list) == 1 {
			return made + " != " + list[0]
		}
		return made + " not in (" + strings.Join(list, ", ") + ")"
	case ir.Bound:
		return made + " " + print.Failing(c.Op) + " " + number(c.Limit)
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

// formatTest is the support function that tests a format: is_json_pointer.
func formatTest(f ir.FormatName) string {
	return "is_" + strings.ReplaceAll(string(f), "-", "_")
}
