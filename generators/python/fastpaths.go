package python

import (
	"fmt"
	"math"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// fastPath reads a value in one expression: the result for a value that is evidently valid, and the call for all other values.
type fastPath struct {
	begins test
	more   []string // further conditions of an evidently valid value, after the first test
	good   string
	rest   expr
}

// test is a test of a value. The value is printed between its parts. It is empty if every value needs the call.
type test struct{ before, after string }

func (t test) of(value string) string { return t.before + value + t.after }

// binding prints the test with an assignment.
func (t test) binding(variable, value string) string {
	assigned := variable + " := " + value
	if t.before == "" {
		assigned = "(" + assigned + ")"
	}
	return t.of(assigned)
}

func (f fastPath) isEmpty() bool { return f.begins == test{} }

// tests returns the tests of a value in a variable.
func (f fastPath) tests(variable string) []string {
	return append([]string{f.begins.of(variable)}, f.more...)
}

// binding returns the tests, with an assignment in the first.
func (f fastPath) binding(variable, value string) []string {
	return append([]string{f.begins.binding(variable, value)}, f.more...)
}

// either prints the conditional between both.
func (f fastPath) either(tests []string) expr {
	if f.isEmpty() {
		return f.rest
	}
	return text(f.good + " if " + strings.Join(tests, " and ") + " else " + f.rest.flat())
}

// fastPath returns the fast path of a place.
func (r *reading) fastPath(p place, w where) fastPath {
	f := fastPath{good: w.value, rest: r.rest(p, w)}
	if p.isCalled() || p.general != nil {
		return f
	}
	switch k := p.kind.(type) {
	case ir.Any:
		f.begins = test{after: " is not UNSET"}
	case ir.Boolean, ir.String, ir.Object:
		f.begins, f.more = ofClass(classOf(k)), r.allHold(p.checks, w.value)
	case ir.Integer:
		if f.begins, f.more = ofClass("int"), r.safely(p.checks, w.value); k.Width != ir.Safe {
			f.more = r.widely(k.Width, p.checks, w.value)
		}
	case ir.Number:
		// The sum converts an integer to a double, and -0 to 0. Without checks, the call is as fast.
		if len(p.checks) > 0 {
			f.begins, f.more, f.good = test{"(type(", ") is int or type(" + w.value + ") is float)"}, r.safely(p.checks, w.value), w.value+" + 0.0"
		}
	case ir.Const:
		f.begins, f.more = r.exactly(k.Literal, w.value)
		f.good = literal(k.Literal)
	case *ir.Enum:
		if f.begins, f.more = ofClass("str"), r.allHold(p.checks, w.value); !k.Open {
			f.good = w.word()
			f.more = append([]string{fmt.Sprintf("(%s := %s.get(%s)) is not None", f.good, r.kind(p), w.value)}, f.more...)
		}
	}
	if p.nullable && r.takesNull(p) && !f.isEmpty() {
		all := strings.Join(f.tests(w.value), " and ")
		if len(f.more) > 0 {
			all = "(" + all + ")"
		}
		f.begins, f.more = test{after: " is None or " + all}, nil
	}
	return f
}

func ofClass(class string) test { return test{"type(", ") is " + class} }

// rest prints the call that reads any value of a tabular place.
func (r *reading) rest(p place, w where) expr {
	return call(r.readerFor(p), text(w.value), text(passPath(w.path)), text("out"))
}

// takesNull reports whether the fast path of a nullable place tests for null itself.
func (r *reading) takesNull(p place) bool {
	switch {
	case p.general != nil:
		return !p.orNull
	case p.isCalled():
		return resolve(&p.typ.Value).nullable
	}
	switch k := p.kind.(type) {
	case ir.Boolean, ir.String, ir.Object, ir.Null, ir.Any:
		return true
	case *ir.Enum:
		return k.Open
	}
	return false
}

// word returns the variable for the word of a vocabulary.
func (w where) word() string { return w.local + "_word" }

// safely prints the tests of a number that every language represents.
func (r *reading) safely(checks []ir.Check, value string) []string {
	low, high := "-(2**53) <", "< 2**53"
	var others []ir.Check
	bounded := map[bool]bool{}
	for _, c := range checks {
		bound, is := c.(ir.Bound)
		lower := is && (bound.Op == ir.AtLeast || bound.Op == ir.Above)
		switch {
		case !is || bounded[lower] || math.Abs(bound.Limit) > 1<<53-1:
			others = append(others, c)
			continue
		case bound.Op == ir.AtLeast:
			low = number(bound.Limit) + " <="
		case bound.Op == ir.Above:
			low = number(bound.Limit) + " <"
		case bound.Op == ir.AtMost:
			high = "<= " + number(bound.Limit)
		default:
			high = "< " + number(bound.Limit)
		}
		bounded[lower] = true
	}
	return append([]string{low + " " + value + " " + high}, r.allHold(others, value)...)
}

// widely prints the tests of an integer of 64 bits.
func (r *reading) widely(width ir.Width, checks []ir.Check, value string) []string {
	limits := map[ir.Width]string{ir.Int64: "-(2**63) <= %s < 2**63", ir.UInt64: "0 <= %s < 2**64"}
	return append([]string{fmt.Sprintf(limits[width], value)}, r.allHold(checks, value)...)
}

// exactly prints the tests of a constant, or nothing if comparisons are not sufficient.
func (r *reading) exactly(l ir.Literal, value string) (begins test, more []string) {
	switch {
	case l.Kind == ir.BoolLiteral:
		return test{after: " is " + literal(l)}, nil
	case l.Kind == ir.NumberLiteral && math.Abs(l.Number) > 1<<53-1:
		return test{}, nil
	case l.Kind == ir.NumberLiteral && (l.Number == 0 || l.Number == 1): // a boolean equals it
		more = []string{"type(" + value + ") is not bool"}
	}
	return test{after: " == " + literal(l)}, more
}

// differs prints the test that a value is not the constant of a member.
func (r *reading) differs(p place, w where) test {
	k, is := p.kind.(ir.Const)
	if !is {
		return test{after: " is not None"}
	}
	switch l := k.Literal; {
	case l.Kind == ir.BoolLiteral:
		return test{after: " is not " + literal(l)}
	case l.Kind == ir.NumberLiteral && math.Abs(l.Number) > 1<<53-1:
		return test{"type(", ") is not float or " + w.value + " != " + literal(l)}
	case l.Kind == ir.NumberLiteral && (l.Number == 0 || l.Number == 1):
		return test{after: " != " + literal(l) + " or type(" + w.value + ") is bool"}
	default:
		return test{after: " != " + literal(l)}
	}
}

// allHold returns the conditions under which checks pass.
func (r *reading) allHold(list []ir.Check, value string) []string {
	var tests []string
	for _, c := range list {
		tests = append(tests, r.holds(c, value))
	}
	return tests
}

// holding contains the operators of assertions.
var holding = [...]string{ir.AtLeast: ">=", ir.AtMost: "<=", ir.Above: ">", ir.Below: "<"}

func (r *reading) holds(c ir.Check, value string) string {
	switch c := c.(type) {
	case ir.OneOf:
		if len(c.Literals) == 1 && c.Literals[0].Kind == ir.BoolLiteral {
			return value + " is " + literal(c.Literals[0])
		}
		if len(c.Literals) == 1 {
			return value + " == " + literal(c.Literals[0])
		}
		return value + " in " + literals(c.Literals)
	case ir.Bound:
		return value + " " + holding[c.Op] + " " + limitOf(c)
	case ir.Length:
		if c.Op == ir.AtLeast && c.Limit == 1 {
			return value
		}
		return fmt.Sprintf("len(%s) %s %d", value, holding[c.Op], c.Limit)
	case ir.Pattern:
		return fmt.Sprintf("%s.search(%s) is not None", r.patterns.name(c.Regexp), value)
	case ir.Format:
		return fmt.Sprintf("%s(%s)", r.support.use(formatTest(c.Name)), value)
	}
	panic(fmt.Sprintf("python: no test for %#v", c))
}

func literals(list []ir.Literal) string {
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = literal(l)
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// settle writes a fast path at the end of a chain: on one line, else in branches.
func (r *reading) settle(f fastPath, variable string, b *branches, sink func(expr)) {
	made := f.either(f.tests(variable))
	if f.isEmpty() || r.fitsInLine(b.started, made, sink) {
		b.otherwise(func() { sink(made) })
		return
	}
	b.whenAny(" and ", f.tests(variable), func() { sink(text(f.good)) })
	b.otherwise(func() { sink(f.rest) })
}

// fitsInLine reports whether a sink writes an expression on one line.
func (r *reading) fitsInLine(nested bool, made expr, sink func(expr)) bool {
	outer := r.printer
	defer func() { r.printer = outer }()
	r.printer = newPrinter(outer.Depth)
	if nested {
		r.printer.Depth++
	}
	sink(made)
	line := strings.TrimSuffix(r.String(), "\n")
	return !strings.Contains(line, "\n") && newPrinter(0).Fits(line)
}
