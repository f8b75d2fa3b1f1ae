package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// body spells a rule as the body of a function.
func (p *program) body() string {
	p.temps, p.named = map[int]string{}, map[string]int{}
	if p.each != nil {
		p.named["name"]++ // a parameter
	}
	p.statements(p.Steps)
	p.returns(p.term(p.Holds))
	return p.b.String()
}

// members spells what returns the names of the members that the rule is asked for.
func (p *program) members() string {
	object := p.term(p.each.Object)
	if p.each.Record != nil {
		object = atom("%s(%s)", p.uses.support.use("names_of"), object.text)
	}
	there := p.term(p.each.There)
	if !isTrue(there) {
		object = joined(bindChoice, []term{object, there, atom("()")}, "if", "else")
	}
	p.returns(object)
	return p.b.String()
}

func (p *program) statements(list []ir.Statement) {
	for i := 0; i < len(list); i++ {
		if i+1 < len(list) && p.pair(list[i], list[i+1]) {
			i++
			continue
		}
		p.statement(list[i])
	}
}

// pair writes a temporary whose first value is the condition of the branch behind it. Type checkers learn from a condition
// only where it stands.
func (p *program) pair(first, second ir.Statement) bool {
	let, isLet := first.(ir.Let)
	branch, isBranch := second.(ir.Branch)
	if !isLet || !isBranch || len(branch.Else) > 0 {
		return false
	}
	temp := ir.Temp{Number: let.Temp}
	var otherwise bool
	switch branch.Cond {
	case ir.Expr(temp):
		branch.Cond = let.Value
	case ir.Expr(ir.Negation{X: temp}):
		branch.Cond, otherwise = ir.Negation{X: let.Value}, true
	default:
		return false
	}
	p.line("%s = %s", p.temp(let.Temp, "holds"), literal(ir.Literal{Kind: ir.BoolLiteral, Bool: otherwise}))
	p.branch(branch)
	return true
}

func (p *program) statement(s ir.Statement) {
	switch s := s.(type) {
	case ir.Let:
		p.let(s)
	case ir.Try:
		p.try(s)
	case ir.Set:
		p.set(s)
	case ir.Branch:
		p.branch(s)
	case ir.Loop:
		p.loop(s)
	case ir.Break:
		p.line("break")
	case ir.Return:
		p.returns(p.term(s.Holds))
	default:
		panic(fmt.Sprintf("python: no spelling for %T", s))
	}
}

// temp names a temporary by what it is; a number tells the second of a kind and all further ones apart.
func (p *program) temp(number int, kind string) string {
	p.named[kind]++
	if n := p.named[kind]; n > 1 {
		kind = fmt.Sprintf("%s%d", kind, n)
	}
	p.temps[number] = kind
	return kind
}

func (p *program) kindOf(temp int) string {
	switch p.Temps[temp].Kind {
	case ir.BoolExpr:
		return "holds"
	case ir.ListExpr:
		return "items"
	}
	return "value"
}

// ofLoop spells what a loop goes through, and names its parts.
func (p *program) ofLoop(l ir.Loop) (item string, over term) {
	item, over = "_", p.term(l.Over)
	if l.Item >= 0 && p.typeOf(l.Over).Kind == ir.MapExpr {
		item = p.temp(l.Item, "name")
	} else if l.Item >= 0 {
		item = p.temp(l.Item, "item")
	}
	switch {
	case l.Index >= 0 && l.Item >= 0:
		item, over = p.temp(l.Index, "i")+", "+item, atom("enumerate(%s)", over.text)
	case l.Index >= 0:
		item, over = p.temp(l.Index, "i"), atom("range(len(%s))", over.text)
	}
	return item, over
}

func (p *program) let(s ir.Let) {
	value, name := p.term(s.Value), p.temp(s.Temp, p.kindOf(s.Temp))
	if l, ok := s.Value.(ir.ListOf); ok && len(l.Items) == 0 {
		name += ": list[" + p.hintOf(l.Elem) + "]"
	}
	p.assign(name+" = ", value, "")
}

// hintOf is the hint of what a list of its own holds.
func (p *program) hintOf(t ir.ExprType) string {
	switch t.Kind {
	case ir.BoolExpr:
		return "bool"
	case ir.IntExpr, ir.TimestampExpr, ir.DurationExpr:
		return "int"
	case ir.DoubleExpr:
		return "float"
	case ir.StringExpr:
		return "str"
	case ir.ListExpr:
		return "list[" + p.hintOf(*t.Elem) + "]"
	case ir.MapExpr:
		return "dict[str, " + p.hintOf(*t.Elem) + "]"
	case ir.RecordExpr:
		return p.model(t.Record, p.names.Type(t.Record))
	}
	return p.uses.support.use("JsonValue")
}

func (p *program) try(s ir.Try) {
	call := p.call(s.Call)
	p.assign(p.temp(s.Temp, "value")+", "+p.temp(s.OK, "ok")+" = ", call, "")
}

// set changes a temporary. A list that grows does so in place: nothing else holds it.
func (p *program) set(s ir.Set) {
	name := p.temps[s.Temp]
	if item := ir.Appended(s); item != nil {
		p.assign(name+".append(", p.term(item), ")")
		return
	}
	p.assign(name+" = ", p.term(s.Value), "")
}

func (p *program) branch(s ir.Branch) {
	condition, then, other := p.term(s.Cond), s.Then, s.Else
	if len(then) == 0 {
		condition, then, other = negated(condition), other, nil
	}
	if len(then) == 0 {
		return
	}
	p.assign("if ", condition, ":")
	p.block(func() { p.statements(then) })
	if len(other) > 0 {
		p.line("else:")
		p.block(func() { p.statements(other) })
	}
}

func (p *program) loop(s ir.Loop) {
	item, over := p.ofLoop(s)
	p.assign("for "+item+" in ", over, ":")
	p.block(func() { p.statements(s.Body) })
}

func (p *program) returns(t term) { p.assign("return ", t, "") }

// assign writes a statement with an expression in it. One that is too long stands in brackets, broken before its
// operators.
func (p *program) assign(open string, t term, end string) {
	if !p.fits(open+t.text+end) && t.loop != nil {
		p.comprehend(open, *t.loop, end)
		return
	}
	if p.fits(open+t.text+end) || len(t.parts) == 0 && t.inner == nil {
		p.line("%s", open+t.text+end)
		return
	}
	if not := t.inner; not != nil && not.loop != nil {
		p.comprehend(open+"not ", *not.loop, end)
		return
	}
	if p.hangs(open, t, end) {
		return
	}
	bracket := "("
	if strings.HasSuffix(open, "(") {
		bracket = ""
	}
	p.line("%s", open+bracket)
	p.block(func() { p.broken(t) })
	p.line("%s", strings.Repeat(")", len(bracket))+end)
}

// comprehend writes a long comprehension: in one line between its brackets, or one for each part.
func (p *program) comprehend(open string, l loop, end string) {
	p.line("%s", open+l.open)
	p.block(func() {
		if whole := strings.Join(l.parts, " "); l.open != "[" && p.fits(whole) {
			p.line("%s", whole)
			return
		}
		for _, part := range l.parts {
			p.line("%s", part)
		}
	})
	p.line("%s", l.close+end)
}

// hangs writes what stands in brackets at the end of an expression with one operator in lines of its own.
func (p *program) hangs(open string, t term, end string) bool {
	head, inner, ok := t.hanging()
	if !ok || !p.fits(open+head+"(") {
		return false
	}
	p.line("%s", open+head+"(")
	p.block(func() { p.broken(inner) })
	p.line("%s", ")"+end)
	return true
}

// hanging splits an expression with one operator that ends with something in brackets.
func (t term) hanging() (head string, inner term, ok bool) {
	if len(t.parts) != 2 || t.bind == bindChoice {
		return "", term{}, false
	}
	head, second := t.parts[0].in(t.bind+1)+" "+t.words[0]+" ", t.parts[1]
	switch {
	case second.bind <= t.bind:
		return head, second, true
	case second.bind == bindAtom && strings.HasSuffix(second.text, ")") && strings.Count(second.text, "(") == strings.Count(second.text, ")"):
		at := strings.Index(second.text, "(")
		return head + second.text[:at], atom("%s", second.text[at+1:len(second.text)-1]), true
	}
	more, inner, ok := second.hanging()
	return head + more, inner, ok
}

// broken writes the operands of a long expression, each in a line of its own or more.
func (p *program) broken(t term) {
	if p.fits(t.text) || len(t.parts) == 0 {
		p.line("%s", t.text)
		return
	}
	for i, part := range t.parts {
		word := ""
		if i > 0 {
			word = t.words[i-1] + " "
		}
		text := part.in(t.bind + 1)
		if p.fits(word+text) || len(part.parts) == 0 {
			p.line("%s", word+text)
			continue
		}
		p.line("%s(", word)
		p.block(func() { p.broken(part) })
		p.line(")")
	}
}
