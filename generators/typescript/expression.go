package typescript

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// support names something of the support code of rules.
func (s *generator) support(name string) string {
	s.use("rules")
	return "rules." + name
}

// term is a spelled expression.
type term = print.Term[print.Text]

// whole is a term that needs no brackets anywhere.
func whole(text string) term { return print.Word(text, print.Atom) }

// defined tests whether something is not undefined.
func defined(text string) term {
	return print.Question(text+" !== undefined", text+" === undefined")
}

// call is a call of a support function.
func (w *ruleWriter) call(function string, args ...ir.Expr) term {
	return whole(w.support(function) + "(" + w.list(args) + ")")
}

func (w *ruleWriter) list(args []ir.Expr) string {
	var list []string
	for _, a := range args {
		list = append(list, w.flat(a))
	}
	return strings.Join(list, ", ")
}

// flat is the text of an expression where it needs no brackets.
func (w *ruleWriter) flat(e ir.Expr) string { return w.Code(e).Flat }

// alone is the text of an expression in front of a dot.
func (w *ruleWriter) alone(e ir.Expr) string { return w.At(e, print.Atom).Flat }

// Leaf spells an expression that is no operator in TypeScript.
func (w *ruleWriter) Leaf(e ir.Expr) term {
	switch e := e.(type) {
	case ir.This:
		return whole(w.self)
	case ir.Earlier:
		return whole(w.earlier[e.Number])
	case ir.Name:
		return whole(memberName)
	case ir.Open:
		return whole(openName)
	case ir.Now:
		return whole(w.support("nowOf") + "(run)")
	case ir.ParamValue:
		return whole(access("run.params", w.Params[e.Index].Name))
	case ir.Temp:
		return w.temp(e.Number)
	case ir.Constant:
		return w.literalTerm(e)
	case ir.ListOf:
		return w.listOf(e)
	case ir.IsVariant:
		return w.isVariant(e)
	case ir.AsVariant:
		return w.Expr(e.Of)
	case ir.TagOf:
		return whole(w.tag(w.alone(e.Of), e.Tag))
	case ir.MemberOf:
		return whole(w.present(e))
	case ir.HasMember:
		return defined(w.place(e.Of, e.Field))
	case ir.IsNull:
		place := w.place(e.Of, e.Field)
		return print.Question(place+" === null", place+" !== null")
	case ir.Cell:
		return whole(w.cell(e))
	case ir.Call:
		return w.function(e)
	default:
		panic(fmt.Sprintf("unknown expression %T", e))
	}
}

// access is the expression of a declared member.
func access(object, name string) string {
	if identifier.MatchString(name) {
		return object + "." + name
	}
	return object + "[" + quote(name) + "]"
}

// place is the expression of a member, which may be undefined or null.
func (w *ruleWriter) place(of ir.Expr, f *ir.Field) string {
	object := w.alone(of)
	if slices.Contains(inherited, f.Name) {
		return w.support("own") + "(" + object + ", " + quote(f.Name) + ")"
	}
	return access(object, f.Name)
}

// present is the expression of a member that is there. The compiler does not derive it for the result of a function, nor for members of the result.
func (w *ruleWriter) present(e ir.MemberOf) string {
	place := w.place(e.Of, e.Field)
	if w.typed && readsInherited(e) {
		return place + "!"
	}
	return place
}

// readsInherited reports whether a member, or one around it, has a name that every object has.
func readsInherited(e ir.Expr) bool {
	member, is := e.(ir.MemberOf)
	return is && (slices.Contains(inherited, member.Field.Name) || readsInherited(member.Of))
}

// tag is the expression of the member that selects in a union.
func (s *generator) tag(object, name string) string {
	if slices.Contains(inherited, name) {
		return s.use("own") + "(" + object + ", " + quote(name) + ")"
	}
	return access(object, name)
}

// isVariant is the test of the member that selects in a union.
func (w *ruleWriter) isVariant(e ir.IsVariant) term {
	tag, values := w.tag(w.alone(e.Of), e.Tag), e.TagValues()
	if len(values) == 0 {
		return defined(tag)
	}
	var tests []term
	for _, value := range values {
		text := quote(value)
		if e.By != ir.ByString {
			text = value
		}
		tests = append(tests, print.Question(tag+" === "+text, tag+" !== "+text))
	}
	return w.Logic(true, tests...)
}

// needsFunction reports whether equality is not ===: of values with parts, of NaN, and of two literals.
func needsFunction(e ir.Comparison) bool {
	switch e.Type.Kind {
	case ir.ListExpr, ir.MapExpr, ir.RecordExpr, ir.JSONExpr:
		return true
	}
	for _, side := range []ir.Expr{e.L, e.R} {
		if c, is := side.(ir.Constant); is && e.Type.Kind == ir.DoubleExpr && math.IsNaN(c.Double) {
			return true
		}
	}
	return isLiteral(e.L) && isLiteral(e.R)
}

// Comparison spells a comparison: strings are in the order of code points.
func (w *ruleWriter) Comparison(e ir.Comparison) term {
	equality := e.Op <= ir.Unequal
	if t, ok := w.fits(e); ok {
		return t
	}
	l, r := w.Expr(e.L), w.Expr(e.R)
	switch {
	case equality && needsFunction(e):
		same := whole(w.support("areSame") + "(" + l.Code.Flat + ", " + r.Code.Flat + ")")
		if e.Op == ir.Unequal {
			return w.Deny(same)
		}
		return same
	case !equality && e.Type.Kind == ir.StringExpr:
		order := w.support("compareCodePoints") + "(" + l.Code.Flat + ", " + r.Code.Flat + ")"
		return print.Word(order+" "+w.Comparisons[e.Op]+" 0", print.Comparison)
	case !equality && (e.Type.Kind == ir.TimestampExpr || e.Type.Kind == ir.DurationExpr):
		order := w.support("compareTimes") + "(" + l.Code.Flat + ", " + r.Code.Flat + ")"
		return print.Word(order+" "+w.Comparisons[e.Op]+" 0", print.Comparison)
	}
	return w.Compare(e.Op, l, r)
}

// big is a number beyond the safe integers.
func (s *generator) big(digits string) string { return s.support("big") + "(" + quote(digits) + ")" }

func isSafe(n int64) bool { return n > -(1<<53) && n < 1<<53 }

func (w *ruleWriter) literalTerm(c ir.Constant) term {
	text := ""
	switch c.Type.Kind {
	case ir.BoolExpr:
		text = strconv.FormatBool(c.Bool)
	case ir.IntExpr:
		text = strconv.FormatInt(c.Int, 10)
		if !isSafe(c.Int) {
			text = w.big(text)
		}
	case ir.DoubleExpr:
		text = double(c.Double)
	case ir.StringExpr:
		text = quote(c.String)
	case ir.TimestampExpr, ir.DurationExpr:
		text = w.timeLiteral(c)
	default:
		panic(fmt.Sprintf("a literal of kind %d", c.Type.Kind))
	}
	if strings.HasPrefix(text, "-") {
		return print.Word(text, print.Sign)
	}
	return whole(text)
}

func double(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0 && math.Signbit(f):
		return "-0"
	}
	return number(f)
}

func (w *ruleWriter) listOf(e ir.ListOf) term {
	if len(e.Items) == 0 {
		return whole("[]")
	}
	return whole("[" + w.list(e.Items) + "]")
}

// cell is a cell that is filled.
func (w *ruleWriter) cell(c ir.Cell) string {
	t, ok := c.Word.(ir.Temp)
	if !ok || !w.entries[t.Number] {
		return w.column(c.Catalog, c.Column) + ".get(" + w.flat(c.Word) + ")!"
	}
	return access(w.locals[t.Number], w.names.Column(c.Catalog, c.Column))
}

// find is the function that finds the entries of a catalog.
func (s *generator) find(t *ir.Type) string {
	return s.qualified(t, naming.Camel(s.names.Type(t))+"Entry", true)
}

// inCatalog tests whether a catalog has a word: by a column that is read anyway, or by the words themselves.
func (w *ruleWriter) inCatalog(t *ir.Type, word string) term {
	if at, ok := w.columnsOf[t]; ok {
		return whole(w.column(t, at) + ".has(" + word + ")")
	}
	return whole(w.use("has") + "(" + w.qualified(t, w.names.Type(t), true) + ", " + word + ")")
}
