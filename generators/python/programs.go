package python

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// body prints a rule as the body of a function.
func (p *program) body() string {
	p.temps, p.named = map[int]string{}, map[string]int{}
	if p.rule.Each != nil {
		p.named["name"]++ // a parameter
	}
	p.statements(p.rule.Folded.Steps)
	p.returns(p.rule.Folded.Holds)
	return p.String()
}

// members prints the function that returns the names of the members for which the rule is evaluated.
func (p *program) members() string {
	each := p.rule.Each
	object := p.Expr(each.Object)
	if each.Record != nil {
		object = called(p.uses.support.use("names_of"), object)
	}
	if _, always := ir.Decided(each.There); !always {
		object = p.Choose(p.Expr(each.There), object, atom("()"))
	}
	p.Statement("return ", object.Code, "")
	return p.String()
}

func (p *program) statements(list []ir.Statement) {
	for i, s := range list {
		if branch, is := s.(ir.Branch); is && i > 0 {
			s = tested(list[i-1], branch)
		}
		p.statement(s)
	}
}

// tested returns a branch whose condition is a temporary that contains the presence of a member. The branch tests for the member again:
// type checkers do not infer it from the temporary.
func tested(before ir.Statement, b ir.Branch) ir.Branch {
	temp, cond := -1, ir.Expr(nil)
	switch s := before.(type) {
	case ir.Let:
		temp, cond = s.Temp, s.Value
	case ir.Set:
		temp, cond = s.Temp, s.Value
	}
	asks := false
	if cond != nil {
		ir.VisitExprs([]ir.Expr{cond}, func(e ir.Expr) {
			_, has := e.(ir.HasMember)
			_, is := e.(ir.IsVariant)
			asks = asks || has || is
		})
	}
	if !asks {
		return b
	}
	switch b.Cond {
	case ir.Temp{Number: temp}:
		b.Cond = cond
	case ir.Opposite(ir.Temp{Number: temp}):
		b.Cond = ir.Opposite(cond)
	}
	return b
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
		p.Line("break")
	case ir.Return:
		p.returns(s.Holds)
	default:
		panic(fmt.Sprintf("python: no spelling for %T", s))
	}
}

// temp names a temporary by its kind. From the second of a kind on, the name has a number.
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

// ofLoop prints the collection of a loop, and names its parts.
func (p *program) ofLoop(l ir.Loop) (item string, over term) {
	item, over = "_", p.Expr(l.Over)
	if l.Item >= 0 && p.TypeOf(l.Over).Kind == ir.MapExpr {
		item = p.temp(l.Item, "name")
	} else if l.Item >= 0 {
		item = p.temp(l.Item, "item")
	}
	switch {
	case l.Index >= 0 && l.Item >= 0:
		item, over = p.temp(l.Index, "i")+", "+item, called("enumerate", over)
	case l.Index >= 0:
		item, over = p.temp(l.Index, "i"), called("range", called("len", over))
	}
	return item, over
}

func (p *program) let(s ir.Let) {
	value, name := p.Code(s.Value), p.temp(s.Temp, p.kindOf(s.Temp))
	if l, ok := s.Value.(ir.ListOf); ok && len(l.Items) == 0 {
		name += ": list[" + p.hintOf(l.Elem) + "]"
	}
	p.Statement(name+" = ", value, "")
}

// hintOf returns the hint of the items of a new list.
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
	case ir.JSONExpr:
		if union := unionOf(t.Value); union != nil {
			return p.model(union, p.names.Type(union))
		}
	}
	return p.uses.support.use("JsonValue")
}

// unionOf returns the union or choice that a value is of, or nil.
func unionOf(v *ir.Value) *ir.Type {
	if v == nil {
		return nil
	}
	r := v.Resolve()
	switch r.Kind.(type) {
	case *ir.Union, *ir.Choice:
		return r.Types[len(r.Types)-1]
	}
	return nil
}

func (p *program) try(s ir.Try) {
	call := p.Code(s.Call)
	p.Statement(p.temp(s.Temp, "value")+", "+p.temp(s.OK, "ok")+" = ", call, "")
}

// set assigns to a temporary. A list grows in place, because nothing else refers to it.
func (p *program) set(s ir.Set) {
	name := p.temps[s.Temp]
	if item := ir.Appended(s); item != nil {
		p.Statement(name+".append(", p.Code(item), ")")
		return
	}
	p.Statement(name+" = ", p.Code(s.Value), "")
}

func (p *program) branch(s ir.Branch) {
	p.Statement("if ", p.Code(s.Cond), ":")
	p.Block(func() { p.statements(s.Then) })
	if len(s.Else) > 0 {
		p.Line("else:")
		p.Block(func() { p.statements(s.Else) })
	}
}

func (p *program) loop(s ir.Loop) {
	item, over := p.ofLoop(s)
	p.Statement("for "+item+" in ", over.Code, ":")
	p.Block(func() { p.statements(s.Body) })
}

func (p *program) returns(e ir.Expr) { p.Statement("return ", p.Code(e), "") }
