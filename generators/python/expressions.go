package python

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// term is a printed expression.
type term = print.Term[print.Text]

func atom(format string, args ...any) term {
	return print.Word(fmt.Sprintf(format, args...), print.Atom)
}

// called returns the call of a function.
func called(function string, args ...term) term {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Code.Flat
	}
	return term{Code: print.Enclosed(function+"(", print.Arguments(texts), ")"), Binds: print.Atom}
}

// program prints the body of one rule.
type program struct {
	*ruleTable
	*printer
	ir.Typing
	print.Printer[print.Text]
	rule *ir.Rule
	// earlier contains the names of the earlier messages of a check between messages.
	earlier []string
	temps   map[int]string
	named   map[string]int // the number of temporaries by name
}

// flat prints an expression on one line, as an operand with at least this precedence.
func (p *program) flat(e ir.Expr, binds print.Level) string { return p.At(e, binds).Flat }

// Leaf prints an expression without an operator in Python.
func (p *program) Leaf(e ir.Expr) term {
	switch e := e.(type) {
	case ir.This:
		return atom("this")
	case ir.Earlier:
		return atom("%s", p.earlier[e.Number])
	case ir.Now:
		return atom("given.now")
	case ir.Open:
		return atom("open")
	case ir.Name:
		return atom("name")
	case ir.ParamValue:
		return atom("given.%s", p.attributeOf(e.Index))
	case ir.Temp:
		return atom("%s", p.temps[e.Number])
	case ir.Constant:
		return p.constantOf(e)
	case ir.ListOf:
		return p.list(e, "[", "]")
	case ir.IsVariant:
		return p.isVariant(e)
	case ir.AsVariant:
		return p.Expr(e.Of)
	case ir.TagOf:
		return atom("%s.%s", p.flat(e.Of, print.Atom), p.tagName(e))
	case ir.MemberOf:
		return p.member(e.Of, e.Field)
	case ir.HasMember:
		return p.has(e)
	case ir.IsNull:
		return p.Test(p.member(e.Of, e.Field), "is", "is not", atom("None"))
	case ir.Cell:
		return atom("%s[%s].%s", p.catalog(e.Catalog), p.Code(e.Word).Flat, p.names.Column(e.Catalog, e.Column))
	case ir.Call:
		return p.call(e)
	case ir.Search:
		return p.search(e)
	case ir.Collect:
		return p.collect(e)
	}
	panic(fmt.Sprintf("python: no spelling for %T", e))
}

// tagName returns the attribute of a tag.
func (p *program) tagName(e ir.TagOf) string { return p.names.Field(e.Variant.Field(e.Tag)) }

// isVariant prints the test of a value's class, with tests of the tag where a class has more of them.
func (p *program) isVariant(e ir.IsVariant) term {
	var classes []string
	for _, t := range e.Tests {
		if !t.Whole() {
			return p.Expr(e.Expanded())
		}
		classes = append(classes, p.model(t.Variant, p.names.Type(t.Variant)))
	}
	of := p.Code(e.Of).Flat
	if len(classes) == 1 {
		return atom("isinstance(%s, %s)", of, classes[0])
	}
	return atom("isinstance(%s, (%s))", of, strings.Join(classes, ", "))
}

func (p *program) constantOf(c ir.Constant) term {
	switch c.Type.Kind {
	case ir.BoolExpr:
		return atom("%s", literal(ir.Literal{Kind: ir.BoolLiteral, Bool: c.Bool}))
	case ir.IntExpr:
		return signed(strconv.FormatInt(c.Int, 10))
	case ir.DoubleExpr:
		return signed(double(c.Double))
	case ir.StringExpr:
		return atom("%s", quote(c.String))
	case ir.DurationExpr, ir.TimestampExpr:
		n := new(big.Int).Mul(big.NewInt(c.Int), big.NewInt(1e9))
		return p.nanoseconds(n.Add(n, big.NewInt(int64(c.Nanos))))
	}
	panic(fmt.Sprintf("python: no constant has the type %d", c.Type.Kind))
}

func signed(number string) term {
	if strings.HasPrefix(number, "-") {
		return print.Word(number, print.Sign)
	}
	return atom("%s", number)
}

// lastTime is the last valid moment of a timestamp.
var lastTime = new(big.Int).Sub(new(big.Int).Mul(big.NewInt(253_402_300_800), big.NewInt(1e9)), big.NewInt(1))

// nanoseconds prints a time, in seconds if they are whole.
func (t *ruleTable) nanoseconds(n *big.Int) term {
	seconds, rest := new(big.Int).QuoRem(n, big.NewInt(1e9), new(big.Int))
	switch {
	case n.Cmp(lastTime) == 0:
		return atom("%s", t.uses.support.use("LAST_TIME"))
	case rest.Sign() != 0 || n.Sign() == 0:
		return signed(n.String())
	}
	return print.Word(seconds.String()+" * "+t.uses.support.use("SECOND"), print.Product)
}

// double prints a float. In Python, the literal of an integer is not a float.
func double(n float64) string {
	switch {
	case math.IsNaN(n):
		return `float("nan")`
	case math.IsInf(n, 0):
		return `float("` + strconv.FormatFloat(n, 'g', -1, 64) + `")`
	}
	s := exponents.Replace(strconv.FormatFloat(n, 'g', -1, 64))
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func (p *program) list(l ir.ListOf, open, end string) term {
	items := make([]string, len(l.Items))
	for i, item := range l.Items {
		items[i] = p.Code(item).Flat
	}
	if open == "(" && len(items) == 1 {
		end = "," + end
	}
	return atom("%s%s%s", open, strings.Join(items, ", "), end)
}

func (p *program) member(of ir.Expr, f *ir.Field) term {
	return atom("%s.%s", p.flat(of, print.Atom), p.names.Field(f))
}

// has prints the condition that a member is present. The test depends on the value of the attribute for an absent member.
func (p *program) has(e ir.HasMember) term {
	absent := "None"
	if acceptsNull(&e.Field.Value) {
		absent = p.uses.support.use("UNSET")
	}
	return p.Test(p.member(e.Of, e.Field), "is not", "is", atom("%s", absent))
}

// search prints a search in a list.
func (p *program) search(s ir.Search) term {
	item, over := p.ofLoop(s.Loop)
	function := "any("
	if s.All {
		function = "all("
	}
	list := print.Listed("", p.Code(s.Cond), []string{"for " + item + " in " + over.Code.Flat}, "")
	return term{Code: print.Enclosed(function, list, ")"), Binds: print.Atom}
}

// collect prints a comprehension.
func (p *program) collect(c ir.Collect) term {
	item, over := p.ofLoop(c.Loop)
	others := []string{"for " + item + " in " + over.Code.Flat}
	if c.Cond != nil {
		others = append(others, "if "+p.flat(c.Cond, print.Or))
	}
	made := p.Code(c.Made)
	if made.Flat == item && c.Cond == nil {
		return called("list", over)
	}
	return term{Code: print.Listed("[", made, others, "]"), Binds: print.Atom}
}

// Comparison prints a comparison. In Python, a list is equal to itself even if it contains NaN.
func (p *program) Comparison(c ir.Comparison) term {
	if f, ok := c.Fits(); ok && f.Part && !p.ofEarlier(f.Measured) {
		t := called("given.fits", p.Expr(f.Measured), p.Expr(f.Limit))
		if f.Not {
			return p.Deny(t)
		}
		return t
	}
	l, r := p.Expr(c.L), p.Expr(c.R)
	if !holdsDoubles(c.Type) {
		return p.Compare(c.Op, l, r)
	}
	same := called(p.uses.support.use("equal"), l, r)
	if c.Op == ir.Unequal {
		return p.Deny(same)
	}
	return same
}

// ofEarlier reports whether an expression reads an earlier message. The caller's inputs do not contain its size.
func (p *program) ofEarlier(e ir.Expr) bool {
	found := false
	ir.VisitExprs([]ir.Expr{e}, func(e ir.Expr) {
		_, is := e.(ir.Earlier)
		found = found || is
	})
	return found
}

// holdsDoubles reports whether a list or map contains doubles at any depth.
func holdsDoubles(t ir.ExprType) bool {
	return t.Elem != nil && (t.Elem.Kind == ir.DoubleExpr || holdsDoubles(*t.Elem))
}
