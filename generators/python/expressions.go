package python

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// How tight operators bind, loosest first.
const (
	bindChoice = iota
	bindOr
	bindAnd
	bindNot
	bindComparison
	bindSum
	bindProduct
	bindSign
	bindAtom
)

// term is a spelled expression. A long one is broken before its operators.
type term struct {
	text  string
	bind  int
	parts []term // between operators, or nil where the text stays as it is
	words []string
	not   string // the contrary, which binds as comparisons do, or ""
	inner *term  // what a "not" denies
	loop  *loop  // of a comprehension
}

func atom(format string, args ...any) term {
	return term{text: fmt.Sprintf(format, args...), bind: bindAtom}
}

func isTrue(t term) bool  { return t.text == "True" }
func isFalse(t term) bool { return t.text == "False" }

// in spells a term as an operand of what binds at least that tight.
func (t term) in(bind int) string {
	if t.bind < bind {
		return "(" + t.text + ")"
	}
	return t.text
}

// joined is parts with operators between them.
func joined(bind int, parts []term, words ...string) term {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(" " + words[i-1] + " ")
		}
		b.WriteString(p.in(bind + 1))
	}
	return term{text: b.String(), bind: bind, parts: parts, words: words}
}

// binary is joined for two operands, of which the left may bind as loosely as the whole.
func binary(bind int, l term, word string, r term) term {
	left := l.in(bind)
	if bind == bindComparison {
		left = l.in(bind + 1) // Python chains comparisons
	}
	t := term{text: left + " " + word + " " + r.in(bind+1), bind: bind}
	if bind == bindComparison {
		t.parts, t.words = []term{l, r}, []string{word}
	}
	return t
}

// program spells the body of one rule.
type program struct {
	*ruleTable
	*printer
	ir.Program
	each  *ir.Each
	temps map[int]string
	named map[string]int // how many temporaries of a kind there are
}

func (p *program) term(e ir.Expr) term {
	switch e := e.(type) {
	case ir.This:
		return atom("this")
	case ir.Now:
		return atom("given.now")
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
	case ir.MemberOf:
		return p.member(e.Of, e.Field)
	case ir.HasMember:
		return p.has(e)
	case ir.IsNull:
		return p.isNull(e)
	case ir.Cell:
		return atom("%s[%s].%s", p.catalog(e.Catalog), p.term(e.Word).text, p.names.Column(e.Catalog, e.Column))
	case ir.Logic:
		return logic(e.Or, p.term(e.L), p.term(e.R))
	case ir.Negation:
		return negated(p.term(e.X))
	case ir.Choose:
		return p.choose(e)
	case ir.Comparison:
		return p.comparison(e)
	case ir.Call:
		return p.call(e)
	case ir.Search:
		return p.search(e)
	case ir.Collect:
		return p.collect(e)
	}
	panic(fmt.Sprintf("python: no spelling for %T", e))
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
		return term{text: number, bind: bindSign}
	}
	return atom("%s", number)
}

// nanoseconds spells a time, in seconds if it is some.
func (t *ruleTable) nanoseconds(n *big.Int) term {
	seconds, rest := new(big.Int).QuoRem(n, big.NewInt(1e9), new(big.Int))
	if rest.Sign() != 0 || n.Sign() == 0 {
		return signed(n.String())
	}
	return term{text: seconds.String() + " * " + t.uses.support.use("SECOND"), bind: bindProduct}
}

// double spells a float, which integers are not.
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
		items[i] = p.term(item).text
	}
	if open == "(" && len(items) == 1 {
		end = "," + end
	}
	return atom("%s%s%s", open, strings.Join(items, ", "), end)
}

func (p *program) member(of ir.Expr, f *ir.Field) term {
	return atom("%s.%s", p.term(of).in(bindAtom), p.names.Field(f))
}

// has asks whether a member is there, as its class holds those that are not.
func (p *program) has(e ir.HasMember) term {
	if e.Field.Required {
		return atom("True")
	}
	absent := "None"
	if acceptsNull(&e.Field.Value) {
		absent = p.uses.support.use("UNSET")
	}
	member := p.member(e.Of, e.Field).text
	return term{text: member + " is not " + absent, bind: bindComparison, not: member + " is " + absent}
}

func (p *program) isNull(e ir.IsNull) term {
	if !acceptsNull(&e.Field.Value) {
		return atom("False")
	}
	if l, ok := constant(e.Field); ok && l.Kind == ir.NullLiteral {
		return atom("True")
	}
	member := p.member(e.Of, e.Field).text
	return term{text: member + " is None", bind: bindComparison, not: member + " is not None"}
}

// logic joins conditions. What is known need not be asked.
func logic(or bool, sides ...term) term {
	bind, word := bindAnd, "and"
	if or {
		bind, word = bindOr, "or"
	}
	var parts []term
	for _, side := range sides {
		switch {
		case isTrue(side) && or || isFalse(side) && !or:
			if len(parts) == 0 {
				return side
			}
			parts = append(parts, side)
		case isTrue(side) || isFalse(side):
		case side.bind == bind:
			parts = append(parts, side.parts...)
		default:
			parts = append(parts, side)
		}
	}
	parts = pruned(or, parts)
	switch len(parts) {
	case 0:
		return atom("%s", map[bool]string{true: "False", false: "True"}[or])
	case 1:
		return parts[0]
	}
	for i, part := range parts {
		if part.bind == bindAnd && bind == bindOr {
			parts[i].bind = bindChoice // brackets tell readers what binds how
		}
	}
	words := make([]string, len(parts)-1)
	for i := range words {
		words[i] = word
	}
	return joined(bind, parts, words...)
}

// pruned leaves out the question whether a member is there where the next one is whether it is null.
func pruned(or bool, parts []term) []term {
	there, null := " is not UNSET", " is None"
	if or {
		there, null = " is UNSET", " is not None"
	}
	var list []term
	for i, part := range parts {
		if member, ok := strings.CutSuffix(part.text, there); ok && i+1 < len(parts) && parts[i+1].text == member+null {
			continue
		}
		list = append(list, part)
	}
	return list
}

// loop is a comprehension.
type loop struct {
	open, close string
	parts       []string
}

func (l loop) term() term {
	t := atom("%s%s%s", l.open, strings.Join(l.parts, " "), l.close)
	t.loop = &l
	return t
}

// negated spells that something is not so, by the contrary operator where there is one.
func negated(t term) term {
	switch {
	case isTrue(t):
		return atom("False")
	case isFalse(t):
		return atom("True")
	case t.not != "":
		return term{text: t.not, bind: bindComparison, not: t.text}
	case t.bind == bindNot:
		return *t.inner
	case t.bind == bindAnd || t.bind == bindOr:
		if opposite, ok := t.opposite(); ok {
			return opposite
		}
	case t.bind == bindComparison:
		return term{text: "not (" + t.text + ")", bind: bindNot, inner: &t}
	}
	return term{text: "not " + t.in(bindNot), bind: bindNot, inner: &t}
}

// search spells a search in a list.
func (p *program) search(s ir.Search) term {
	item, over := p.ofLoop(s.Loop)
	function := "any"
	if s.All {
		function = "all"
	}
	return loop{open: function + "(", close: ")", parts: []string{p.term(s.Cond).text, "for " + item + " in " + over.text}}.term()
}

// collect spells a comprehension.
func (p *program) collect(c ir.Collect) term {
	item, over := p.ofLoop(c.Loop)
	l := loop{open: "[", close: "]", parts: []string{"", "for " + item + " in " + over.text}}
	if c.Cond != nil {
		l.parts = append(l.parts, "if "+p.term(c.Cond).in(bindOr))
	}
	if l.parts[0] = p.term(c.Made).text; l.parts[0] == item && c.Cond == nil {
		return atom("list(%s)", over.text)
	}
	return l.term()
}

// opposite denies each part of a condition, where operators of Python do that.
func (t term) opposite() (term, bool) {
	parts := make([]term, len(t.parts))
	for i, part := range t.parts {
		if part.not == "" && part.inner == nil {
			return term{}, false
		}
		parts[i] = negated(part)
	}
	return logic(t.bind == bindAnd, parts...), true
}

func (p *program) choose(e ir.Choose) term {
	condition := p.term(e.If)
	if isTrue(condition) {
		return p.term(e.Then)
	}
	if isFalse(condition) {
		return p.term(e.Else)
	}
	return joined(bindChoice, []term{p.term(e.Then), condition, p.term(e.Else)}, "if", "else")
}

var comparisons = map[ir.CompareOp][2]string{ir.Equal: {"==", "!="}, ir.Unequal: {"!=", "=="}, ir.Less: {"<", ">="}, ir.LessOrEqual: {"<=", ">"},
	ir.Greater: {">", "<="}, ir.GreaterOrEqual: {">=", "<"}}
