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

// path is how facts speak of a member: as its expression would be if nothing in it had to be asserted.
func (w *ruleWriter) path(e ir.Expr) string {
	if m, ok := e.(ir.MemberOf); ok {
		return w.reference(m.Of, m.Field)
	}
	return w.expr(e, nil).flat
}

func (w *ruleWriter) reference(of ir.Expr, f *ir.Field) string { return access(w.path(of), f.Name) }

// place is the expression of a member, which may be undefined or null.
func (w *ruleWriter) place(of ir.Expr, f *ir.Field) string {
	object := w.expr(of, w.known).in(alone).flat
	if slices.Contains(inherited, f.Name) {
		return w.support("own") + "(" + object + ", " + quote(f.Name) + ")"
	}
	return access(object, f.Name)
}

// member is the expression of a member that is neither undefined nor null, which the compiler may have to be told.
func (w *ruleWriter) member(e ir.MemberOf) string {
	about := w.reference(e.Of, e.Field)
	place := w.place(e.Of, e.Field)
	sure := !slices.Contains(inherited, e.Field.Name)
	sure = sure && (e.Field.Required || w.known[fact{about, present}])
	sure = sure && (!e.Field.Value.Nullable || w.known[fact{about, filled}])
	if sure {
		return place
	}
	return place + "!"
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
	l, r := w.expr(e.L, w.known), w.expr(e.R, w.known)
	switch {
	case equality && w.needsFunction(e):
		same := whole(w.support("areEqual") + "(" + l.flat + ", " + r.flat + ")")
		if e.Op == ir.Unequal {
			return negative(same)
		}
		return same
	case equality && e.Type.Kind == ir.BoolExpr:
		if c, ok := e.R.(ir.Constant); ok {
			return w.truth(e.L, c.Bool == (e.Op == ir.Equal))
		}
		if c, ok := e.L.(ir.Constant); ok {
			return w.truth(e.R, c.Bool == (e.Op == ir.Equal))
		}
		return binary(l.in(bySign), op, r.in(bySign), byEquality)
	case equality:
		return binary(l, op, r, byEquality)
	case e.Type.Kind == ir.StringExpr:
		return term{flat: w.support("compareCodePoints") + "(" + l.flat + ", " + r.flat + ") " + op + " 0", level: byRelation}
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

// needsFunction reports whether equality is not ===: of values with parts, of integers that are spelt otherwise than most, and where the
// compiler would object because it knows the outcome.
func (w *ruleWriter) needsFunction(e ir.Comparison) bool {
	lc, lConstant := e.L.(ir.Constant)
	rc, rConstant := e.R.(ir.Constant)
	switch e.Type.Kind {
	case ir.ListExpr, ir.MapExpr, ir.RecordExpr, ir.JSONExpr:
		return true
	case ir.IntExpr:
		if lConstant && !isSafe(lc.Int) || rConstant && !isSafe(rc.Int) {
			return true
		}
	case ir.DoubleExpr:
		if math.IsNaN(lc.Double) || math.IsNaN(rc.Double) {
			return true
		}
	case ir.StringExpr:
		if w.isEntry(e.L) || w.isEntry(e.R) {
			return true
		}
	}
	return lConstant && (rConstant || w.known[fact{w.path(e.R), decided}]) || rConstant && w.known[fact{w.path(e.L), decided}]
}

// isEntry reports whether an expression is the word of an entry, whose type is of literals.
func (w *ruleWriter) isEntry(e ir.Expr) bool {
	t, ok := e.(ir.Temp)
	return ok && w.entries[t.Number]
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
		text = nanoseconds(c.Int, c.Nanos)
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

// nanoseconds writes seconds and nanoseconds as one bigint, in groups of three digits.
func nanoseconds(seconds int64, nanos int32) string {
	sign := ""
	switch {
	case seconds < 0 && nanos > 0: // of a timestamp
		sign, seconds, nanos = "-", -(seconds + 1), 1_000_000_000-nanos
	case seconds < 0 || nanos < 0:
		sign, seconds, nanos = "-", -seconds, -nanos
	}
	digits := strings.TrimLeft(fmt.Sprintf("%d%09d", seconds, nanos), "0")
	if digits == "" {
		return "0n"
	}
	var groups []string
	for len(digits) > 3 {
		groups = append([]string{digits[len(digits)-3:]}, groups...)
		digits = digits[:len(digits)-3]
	}
	return sign + strings.Join(append([]string{digits}, groups...), "_") + "n"
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
