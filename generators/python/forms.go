package python

import (
	"fmt"
	"math"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// form is the reading of a value in one expression: what is made of it where it is plainly valid, and the call that looks at
// all others.
type form struct {
	tests []string // all hold of a plainly valid value; none where every value goes through the call
	good  string
	rest  expr
}

func (f form) test() string { return strings.Join(f.tests, " and ") }

// either spells the choice of the two.
func (f form) either(test string) expr {
	if len(f.tests) == 0 {
		return f.rest
	}
	return text(f.good + " if " + test + " else " + f.rest.flat())
}

// binding spells the tests with an assignment in the first.
func (f form) binding(variable, value string) []string {
	first := f.tests[0]
	assigned := variable + " := " + value
	if rest, is := strings.CutPrefix(first, variable+" "); is {
		first = "(" + assigned + ") " + rest
	} else {
		first = strings.Replace(first, "type("+variable+")", "type("+assigned+")", 1)
	}
	return append([]string{first}, f.tests[1:]...)
}

// form makes the form of a place that is tabular.
func (r *reading) form(p place, w where) form {
	f := form{good: w.value, rest: r.rest(p, w)}
	if p.isCalled() || p.general != nil {
		return f
	}
	switch k := p.kind.(type) {
	case ir.Any:
		f.tests = []string{w.value + " is not UNSET"}
	case ir.Boolean, ir.String, ir.Object:
		f.tests = r.plainly("type("+w.value+") is "+classOf(k), p.checks, w.value)
	case ir.Integer:
		f.tests = r.safely("type("+w.value+") is int", p.checks, w.value)
	case ir.Number:
		// The sum makes a double of an integer, and 0 of -0. What has no checks is read as fast by the call.
		if len(p.checks) > 0 {
			f.tests, f.good = r.safely("(type("+w.value+") is int or type("+w.value+") is float)", p.checks, w.value), w.value+" + 0.0"
		}
	case ir.Const:
		f.tests, f.good = r.exactly(k.Literal, w.value), literal(k.Literal)
	case *ir.Enum:
		if k.Open {
			f.tests = r.plainly("type("+w.value+") is str", p.checks, w.value)
			break
		}
		f.good = w.word()
		f.tests = append(r.word(r.kind(p), w), r.allHold(p.checks, w.value)...)
	}
	if p.nullable && r.takesNull(p) && len(f.tests) > 0 {
		test := f.test()
		if len(f.tests) > 1 {
			test = "(" + test + ")"
		}
		f.tests = []string{w.value + " is None or " + test}
	}
	return f
}

// rest spells the call that reads any value of a tabular place.
func (r *reading) rest(p place, w where) expr {
	return call(r.readerFor(p), text(w.value), text(passPath(w.path)), text("out"))
}

// takesNull reports whether the form of a nullable place tests for null itself.
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

func (r *reading) plainly(test string, checks []ir.Check, value string) []string {
	return append([]string{test}, r.allHold(checks, value)...)
}

// word spells the tests of a word, which they assign to a variable.
func (r *reading) word(table string, w where) []string {
	return []string{"type(" + w.value + ") is str", fmt.Sprintf("(%s := %s.get(%s)) is not None", w.word(), table, w.value)}
}

// word is the variable that holds the word of a vocabulary.
func (w where) word() string { return w.local + "_word" }

// safely spells the tests of a number that every language represents.
func (r *reading) safely(class string, checks []ir.Check, value string) []string {
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
	return append([]string{class, low + " " + value + " " + high}, r.allHold(others, value)...)
}

// exactly spells the test of a constant, or nothing where that takes more than a comparison.
func (r *reading) exactly(l ir.Literal, value string) []string {
	switch {
	case l.Kind == ir.BoolLiteral:
		return []string{value + " is " + literal(l)}
	case l.Kind == ir.StringLiteral:
		return []string{value + " == " + literal(l)}
	case math.Abs(l.Number) > 1<<53-1:
		return nil
	case l.Number == 0 || l.Number == 1: // a boolean equals it
		return []string{value + " == " + literal(l), "type(" + value + ") is not bool"}
	}
	return []string{value + " == " + literal(l)}
}

// differs spells the test of a value that is not the constant of a member.
func (r *reading) differs(p place, w where) string {
	k, is := p.kind.(ir.Const)
	if !is {
		return w.value + " is not None"
	}
	switch l := k.Literal; {
	case l.Kind == ir.BoolLiteral:
		return w.value + " is not " + literal(l)
	case l.Kind == ir.NumberLiteral && math.Abs(l.Number) > 1<<53-1:
		return "type(" + w.value + ") is not float or " + w.value + " != " + literal(l)
	case l.Kind == ir.NumberLiteral && (l.Number == 0 || l.Number == 1):
		return w.value + " != " + literal(l) + " or type(" + w.value + ") is bool"
	default:
		return w.value + " != " + literal(l)
	}
}

// allHold spells the conditions under which checks hold.
func (r *reading) allHold(list []ir.Check, value string) []string {
	var tests []string
	for _, c := range list {
		tests = append(tests, r.holds(c, value))
	}
	return tests
}

// holding are the operators by which what is asserted is written down.
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
		return value + " " + holding[c.Op] + " " + number(c.Limit)
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

// settle writes a form at the end of a chain: in one line, else in branches.
func (r *reading) settle(f form, b *branches, sink func(expr)) {
	if len(f.tests) == 0 || r.fitsInLine(b.started, f.either(f.test()), sink) {
		b.otherwise(func() { sink(f.either(f.test())) })
		return
	}
	b.whenAny(" and ", f.tests, func() { sink(text(f.good)) })
	b.otherwise(func() { sink(f.rest) })
}

// fitsInLine reports whether a sink writes an expression in one line.
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
