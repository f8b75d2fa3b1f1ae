package typescript

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// support names something of the support code of rules.
func (s *speller) support(name string) string {
	s.use("rules")
	return "rules." + name
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

// flat is the text of an expression where it needs no parentheses.
func (w *ruleWriter) flat(e ir.Expr) string { return w.expr(e, w.known).flat }

// expr spells an expression where something is known.
func (w *ruleWriter) expr(e ir.Expr, known facts) term {
	before := w.known
	w.known = known
	defer func() { w.known = before }()
	switch e := e.(type) {
	case ir.This:
		w.this = true
		return whole(w.self)
	case ir.Name:
		w.named = true
		return whole(memberName)
	case ir.Now:
		w.run = true
		return whole("run.now")
	case ir.ParamValue:
		w.run = true
		return whole(access("run.params", w.params[e.Index].Name))
	case ir.Temp:
		return w.temp(e.Number)
	case ir.Constant:
		return literalTerm(e)
	case ir.ListOf:
		return w.listOf(e)
	case ir.MemberOf:
		return whole(w.member(e))
	case ir.HasMember:
		return w.presence(e, " !== ")
	case ir.IsNull:
		return w.nullness(e, " === ")
	case ir.Cell:
		return whole(w.cell(e))
	case ir.Logic:
		op := "&&"
		if e.Or {
			op = "||"
		}
		return chain(op, w.expr(e.L, known), w.expr(e.R, known.with(w.learn(e.L, !e.Or))))
	case ir.Negation:
		return w.negation(e.X)
	case ir.Choose:
		then, otherwise := known.with(w.learn(e.If, true)), known.with(w.learn(e.If, false))
		return conditional(w.expr(e.If, known), w.expr(e.Then, then), w.expr(e.Else, otherwise))
	case ir.Comparison:
		return w.comparison(e)
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
	object := w.expr(of, w.known).in(alone).flat
	if slices.Contains(inherited, f.Name) {
		return w.support("own") + "(" + object + ", " + quote(f.Name) + ")"
	}
	return access(object, f.Name)
}

// member is the expression of a member that is neither undefined nor null, which the compiler may have to be told. Where it has
// found that nothing but these is left, it has to be told the type as well.
func (w *ruleWriter) member(e ir.MemberOf) string {
	about := w.reference(e.Of, e.Field)
	place := w.place(e.Of, e.Field)
	known := func(what string) bool { return w.known[fact{about, what}] && !w.isGone(e.Of) }
	sure := !slices.Contains(inherited, e.Field.Name)
	sure = sure && (e.Field.Required || known(present))
	sure = sure && (!e.Field.Value.Nullable || known(filled))
	switch {
	case w.known[fact{about, gone}]:
		return "(" + place + "! as " + w.valueType(e.Field.Value) + ")"
	case sure:
		return place
	}
	return place + "!"
}

// isGone reports whether nothing is left of an object, or of what it is in: of what the compiler is told instead it learns nothing.
func (w *ruleWriter) isGone(e ir.Expr) bool {
	switch e := e.(type) {
	case ir.MemberOf:
		return w.known[fact{w.reference(e.Of, e.Field), gone}] || w.isGone(e.Of)
	case ir.Temp:
		return w.known[fact{w.locals[e.Number], gone}]
	}
	return false
}

func (w *ruleWriter) presence(e ir.HasMember, op string) term {
	return term{flat: w.place(e.Of, e.Field) + op + "undefined", level: byEquality}
}

func (w *ruleWriter) nullness(e ir.IsNull, op string) term {
	return term{flat: w.place(e.Of, e.Field) + op + "null", level: byEquality}
}

func (w *ruleWriter) negation(x ir.Expr) term {
	switch x := x.(type) {
	case ir.Negation:
		return w.expr(x.X, w.known)
	case ir.HasMember:
		return w.presence(x, " === ")
	case ir.IsNull:
		return w.nullness(x, " !== ")
	case ir.Temp:
		if name, ok := w.okOf[x.Number]; ok {
			return term{flat: name + " === undefined", level: byEquality}
		}
	case ir.Logic:
		return w.expr(ir.Logic{Or: !x.Or, L: ir.Negation{X: x.L}, R: ir.Negation{X: x.R}}, w.known)
	case ir.Comparison:
		// NaN is neither less nor greater or equal.
		if x.Type.Kind != ir.DoubleExpr || x.Op <= ir.Unequal {
			x.Op = opposites[x.Op]
			return w.comparison(x)
		}
	}
	return negative(w.expr(x, w.known))
}

var comparisons = map[ir.CompareOp]string{ir.Equal: "===", ir.Unequal: "!==", ir.Less: "<", ir.LessOrEqual: "<=", ir.Greater: ">", ir.GreaterOrEqual: ">="}

var opposites = map[ir.CompareOp]ir.CompareOp{ir.Equal: ir.Unequal, ir.Unequal: ir.Equal, ir.Less: ir.GreaterOrEqual, ir.LessOrEqual: ir.Greater,
	ir.Greater: ir.LessOrEqual, ir.GreaterOrEqual: ir.Less}

func (w *ruleWriter) comparison(e ir.Comparison) term {
	op := comparisons[e.Op]
	equality := e.Op == ir.Equal || e.Op == ir.Unequal
	if equality && e.Type.Kind == ir.BoolExpr {
		if _, ok := e.L.(ir.Constant); ok {
			e.L, e.R = e.R, e.L
		}
		if c, ok := e.R.(ir.Constant); ok {
			return w.truth(e.L, c.Bool == (e.Op == ir.Equal))
		}
	}
	if t, ok := w.fits(e); ok {
		return t
	}
	l, r := w.expr(e.L, w.known), w.expr(e.R, w.known)
	switch {
	case equality && w.needsFunction(e):
		same := whole(w.support("areEqual") + "(" + l.flat + ", " + r.flat + ")")
		if e.Op == ir.Unequal {
			return negative(same)
		}
		return same
	case equality && e.Type.Kind == ir.BoolExpr:
		return binary(l.in(bySign), op, r.in(bySign), byEquality)
	case equality:
		return binary(l, op, r, byEquality)
	case e.Type.Kind == ir.StringExpr:
		return term{flat: w.support("compareCodePoints") + "(" + l.flat + ", " + r.flat + ") " + op + " 0", level: byRelation}
	case e.Type.Kind == ir.TimestampExpr || e.Type.Kind == ir.DurationExpr:
		return term{flat: w.support("compareTimes") + "(" + l.flat + ", " + r.flat + ") " + op + " 0", level: byRelation}
	default:
		return binary(l, op, r, byRelation)
	}
}

// truth is a condition, or its negation.
func (w *ruleWriter) truth(e ir.Expr, holds bool) term {
	if holds {
		return w.expr(e, w.known)
	}
	return w.negation(e)
}

func isSafe(n int64) bool { return n > -(1<<53) && n < 1<<53 }

func literalTerm(c ir.Constant) term {
	text := ""
	switch c.Type.Kind {
	case ir.BoolExpr:
		text = strconv.FormatBool(c.Bool)
	case ir.IntExpr:
		text = strconv.FormatInt(c.Int, 10)
		if !isSafe(c.Int) {
			text += "n"
		}
	case ir.DoubleExpr:
		text = double(c.Double)
	case ir.StringExpr:
		text = quote(c.String)
	case ir.TimestampExpr, ir.DurationExpr:
		text = timeLiteral(c)
	default:
		panic(fmt.Sprintf("a literal of kind %d", c.Type.Kind))
	}
	if strings.HasPrefix(text, "-") {
		return term{flat: text, level: bySign}
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
		return whole("([] as " + w.exprType(ir.ExprType{Kind: ir.ListExpr, Elem: &e.Elem}) + ")")
	}
	return whole("[" + w.list(e.Items) + "]")
}

// cell is a cell that is filled, which the compiler has to be told of a column that may be empty.
func (w *ruleWriter) cell(c ir.Cell) string {
	cell := access(w.entry(c), w.names.Column(c.Catalog, c.Column))
	if c.Catalog.Value.Kind.(*ir.Enum).Catalog.Columns[c.Column].Value.Nullable {
		cell += "!"
	}
	return cell
}

// entry is the entry of a word that a catalog has.
func (w *ruleWriter) entry(c ir.Cell) string {
	if t, ok := c.Word.(ir.Temp); ok && w.entries[t.Number] {
		return w.locals[t.Number]
	}
	return w.find(c.Catalog) + "(" + w.flat(c.Word) + ")!"
}

// find is the function that finds the entries of a catalog.
func (s *speller) find(t *ir.Type) string {
	return s.qualified(t, naming.Camel(s.names.Type(t))+"Entry", true)
}

// wordsOf is the object that holds the words of a vocabulary.
func (s *speller) wordsOf(t *ir.Type) string { return s.qualified(t, s.names.Type(t), true) }
