package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// programPrinter prints one rule.
type programPrinter struct {
	g    *generator
	rule *ir.Rule
	name string
	ir.Typing
	print.Printer[*jen.Statement]
	ir.Usage                   // Go refuses unused variables
	names    map[int]string    // the names of the declared temporaries
	counts   map[int]bool      // temporaries of Go's type int
	items    map[int]*ir.Value // temporaries with the stored type of an item or value
	taken    map[string]bool
	shared   map[int]bool           // conditions that are read immediately, so that all of them can have the name ok
	earlier  []string               // the earlier messages of a check in a conversation
	outcome  *ir.ExprType           // the type of a computed value; nil for conditions
	reader   bool                   // whether the rule needs the Reader, for the length of the message
	appended func(ir.Expr) jen.Code // prints the items of a list that is of keys; nil for others
	inline   bool                   // whether the expression is inline in a builder, without parameters
}

func newProgramPrinter(g *generator, t *ir.Type, rule *ir.Rule, name string) *programPrinter {
	p := &programPrinter{g: g, rule: rule, name: name, Typing: ir.Typing{This: t, Temps: rule.Program.Temps, Params: g.protocol.Params}, Usage: ir.UsageOf(rule.Program), names: map[int]string{},
		counts: map[int]bool{}, items: map[int]*ir.Value{}, shared: map[int]bool{}, taken: map[string]bool{"v": true, "now": true, "ok": true, "r": true, eachName: rule.Each != nil}}
	p.Printer = print.Printer[*jen.Statement]{Operators: print.Go, Emitter: emitter{}, Leaves: p, Tag: func(e ir.TagOf) string { return e.Tag }}
	for _, i := range g.imports {
		p.taken[g.importName(i)] = true
	}
	for _, i := range p.ReadsParams {
		p.taken[g.paramFuncs[p.Params[i]]] = true
	}
	return p
}

// method returns the rule as a method.
func (p *programPrinter) method() jen.Code {
	body, params := p.parts()
	method := jen.Func().Params(jen.Id("v").Op("*").Id(p.g.names.Type(p.This))).Id(p.name).Params(params...).Bool().Block(body...)
	return p.documented(method, "is the rule "+p.rule.ID+": "+stop(p.rule.Failure.Message))
}

// follow sets the earlier messages of the program, which have names.
func (p *programPrinter) follow(earlier []*ir.Type, names []string) {
	p.Earlier, p.earlier = earlier, names
	for _, name := range names {
		p.taken[name] = true
	}
}

// function returns a condition on messages as a function.
func (p *programPrinter) function(about string) jen.Code {
	body, more := p.parts()
	params := []jen.Code{jen.Id("v").Add(p.g.variantType(p.This))}
	for i, t := range p.Earlier {
		params = append(params, jen.Id(p.earlier[i]).Add(p.g.variantType(t)))
	}
	return p.documented(jen.Func().Id(p.name).Params(append(params, more...)...).Bool().Block(body...), about)
}

// parts returns the body of the rule, and the parameters after its subject.
func (p *programPrinter) parts() (body, params []jen.Code) {
	body = append(p.statements(p.rule.Program.Steps), p.result(p.rule.Program.Holds)...)
	if p.reader {
		params = append(params, p.g.readerParam())
	}
	if p.ReadsName {
		params = append(params, jen.Id(eachName).String())
	}
	if p.ReadsNow {
		params = append(params, jen.Id("now").Qual("time", "Time"))
	}
	for _, i := range p.ReadsParams {
		params = append(params, jen.Id(p.g.paramFuncs[p.Params[i]]).Add(p.g.computedType(p.Params[i].Type)))
	}
	return body, params
}

func (p *programPrinter) documented(code *jen.Statement, about string) jen.Code {
	var text []string
	for line := range strings.Lines(strings.TrimSpace(p.rule.Text)) {
		text = append(text, "    "+strings.TrimRight(line, "\n"))
	}
	source := ""
	if p.rule.Source != "" {
		source = "Source: " + stop(p.rule.Source)
	}
	return commented(code, p.name+" "+about, strings.Join(text, "\n"), source)
}

// condition returns the call of the rule for the value v that the Reader r has read.
func (p *programPrinter) condition() *jen.Statement {
	return jen.Id("v").Dot(p.name).Call(p.more()...)
}

// more returns the arguments after the subject of the rule.
func (p *programPrinter) more() []jen.Code {
	var args []jen.Code
	if p.reader {
		args = append(args, jen.Id("r"))
	}
	if p.ReadsName {
		args = append(args, jen.Id(eachName))
	}
	if p.ReadsNow {
		args = append(args, jen.Id("r").Dot("Now").Call())
	}
	for _, i := range p.ReadsParams {
		args = append(args, p.g.param(p.Params[i]))
	}
	return args
}

func (p *programPrinter) isRead(temp int) bool { return p.Reads[temp] > 0 }

// result returns the statements that return whether the rule passes.
func (p *programPrinter) result(e ir.Expr) []jen.Code {
	if p.outcome != nil {
		return p.returned(e, *p.outcome)
	}
	if choose, ok := e.(ir.Choose); ok {
		return append([]jen.Code{jen.If(p.Code(choose.If)).Block(p.result(choose.Then)...)}, p.result(choose.Else)...)
	}
	return []jen.Code{jen.Return(p.wide(e))}
}

// wideRule is the maximum length of a condition on one line.
const wideRule = 100

// wide breaks a long condition at its outermost operators.
func (p *programPrinter) wide(e ir.Expr) *jen.Statement {
	t := p.Expr(e)
	if t.Binds > print.And || len(jen.Id("_").Op("=").Add(t.Code).GoString()) < wideRule {
		return t.Code
	}
	code := jen.Add(t.Operands[0])
	for i, word := range t.Words {
		code.Op(word).Line().Add(t.Operands[i+1])
	}
	return code
}

func (p *programPrinter) statements(list []ir.Statement) []jen.Code {
	var code []jen.Code
	for i, s := range list {
		if try, ok := s.(ir.Try); ok {
			next := []ir.Expr{p.rule.Program.Holds}
			if i+1 < len(list) {
				next = ir.Asked(list[i+1])
			}
			p.shared[try.OK] = p.asksAtOnce(next, try.OK)
		}
		code = append(code, p.statement(s)...)
	}
	return code
}

// asksAtOnce reports whether a condition is read only by the next expressions.
func (p *programPrinter) asksAtOnce(next []ir.Expr, temp int) bool {
	reads := 0
	ir.VisitExprs(next, func(e ir.Expr) {
		if e == ir.Expr(ir.Temp{Number: temp}) {
			reads++
		}
	})
	return reads > 0 && reads == p.Reads[temp]
}

func (p *programPrinter) statement(s ir.Statement) []jen.Code {
	switch s := s.(type) {
	case ir.Return:
		return p.result(s.Holds)
	case ir.Let:
		return p.let(s)
	case ir.Try:
		return p.try(s)
	case ir.Set:
		return p.set(s)
	case ir.Branch:
		return p.branch(s)
	case ir.Loop:
		return p.loop(s)
	case ir.Break:
		return []jen.Code{jen.Break()}
	}
	panic(unhandledRule(s))
}

func (p *programPrinter) let(s ir.Let) []jen.Code {
	typ := p.Temps[s.Temp]
	name := p.declare(s.Temp, tempNames[typ.Kind])
	if choose, ok := s.Value.(ir.Choose); ok {
		return append([]jen.Code{jen.Var().Id(name).Add(p.g.computedType(typ))}, p.chosen(name, typ, choose)...)
	}
	value := p.typed(s.Value, typ)
	if literal, ok := s.Value.(ir.Constant); ok && (literal.Type.Kind == ir.IntExpr || literal.Type.Kind == ir.DoubleExpr) {
		value = p.g.computedType(literal.Type).Call(value)
	}
	return []jen.Code{jen.Id(name).Op(":=").Add(value)}
}

func (p *programPrinter) set(s ir.Set) []jen.Code {
	typ, name := p.Temps[s.Temp], p.names[s.Temp]
	if choose, ok := s.Value.(ir.Choose); ok {
		return p.chosen(name, typ, choose)
	}
	if item := ir.Appended(s); item != nil {
		if p.appended == nil {
			return []jen.Code{jen.Id(name).Op("=").Append(jen.Id(name), p.itemsOf([]ir.Expr{item}, *typ.Elem)[0])}
		}
		return []jen.Code{jen.Id(name).Op("=").Append(jen.Id(name), p.appended(item))}
	}
	return []jen.Code{jen.Id(name).Op("=").Add(p.typed(s.Value, typ))}
}

func (p *programPrinter) chosen(name string, typ ir.ExprType, c ir.Choose) []jen.Code {
	side := func(e ir.Expr) []jen.Code {
		if inner, ok := e.(ir.Choose); ok {
			return p.chosen(name, typ, inner)
		}
		return []jen.Code{jen.Id(name).Op("=").Add(p.typed(e, typ))}
	}
	code := jen.If(p.Code(c.If)).Block(side(c.Then)...).Else()
	if _, ok := c.Else.(ir.Choose); ok {
		return []jen.Code{code.Add(side(c.Else)...)}
	}
	return []jen.Code{code.Block(side(c.Else)...)}
}

func (p *programPrinter) branch(s ir.Branch) []jen.Code {
	then, otherwise := p.statements(s.Then), p.statements(s.Else)
	code := jen.If(p.Code(s.Cond)).Block(then...)
	if len(s.Else) == 0 {
		return []jen.Code{code}
	}
	if _, chained := s.Else[0].(ir.Branch); chained && len(otherwise) == 1 {
		return []jen.Code{code.Else().Add(otherwise...)}
	}
	return []jen.Code{code.Else().Block(otherwise...)}
}

// loop iterates over the items of a list, records in place, or over the names of a map.
func (p *programPrinter) loop(s ir.Loop) []jen.Code {
	over := p.TypeOf(s.Over)
	list := p.native(s.Over).Code
	hasIndex, hasItem := p.isRead(s.Index), p.isRead(s.Item)
	switch {
	case over.Kind == ir.MapExpr:
		return p.loopNames(s, list, hasIndex, hasItem)
	case hasItem && over.Elem.Kind == ir.RecordExpr:
		return p.loopRecords(s, over, list)
	}
	index := "_"
	if hasIndex {
		index = p.declareIndex(s)
	}
	var head *jen.Statement
	switch {
	case hasItem:
		p.items[s.Item] = p.itemOf(over)
		head = jen.List(jen.Id(index), jen.Id(p.declare(s.Item, "item"))).Op(":=").Range().Add(list)
	case hasIndex:
		head = jen.Id(index).Op(":=").Range().Add(list)
	default:
		head = jen.Range().Add(list)
	}
	return []jen.Code{jen.For(head).Block(p.statements(s.Body)...)}
}

func (p *programPrinter) declareIndex(s ir.Loop) string {
	p.counts[s.Index] = true
	return p.declare(s.Index, "i")
}

// loopRecords iterates over records without copying them.
func (p *programPrinter) loopRecords(s ir.Loop, over ir.ExprType, list *jen.Statement) []jen.Code {
	var before []jen.Code
	if member, ok := s.Over.(ir.MemberOf); ok && (!member.Field.Required || isOfSeveral(member.Of)) {
		items := p.unused("items")
		before = []jen.Code{jen.Id(items).Op(":=").Add(list)}
		list = jen.Id(items)
	}
	index := p.declareIndex(s)
	record := list.Clone().Index(jen.Id(index))
	if elem := p.itemOf(over); elem != nil && isNullable(*elem) {
		record.Dot("Ptr").Call()
	} else {
		record = jen.Op("&").Add(record)
	}
	item := jen.Id(p.declare(s.Item, "item")).Op(":=").Add(record)
	return append(before, jen.For(jen.Id(index).Op(":=").Range().Add(list)).Block(append([]jen.Code{item}, p.statements(s.Body)...)...))
}

func (p *programPrinter) loopNames(s ir.Loop, object *jen.Statement, hasIndex, hasItem bool) []jen.Code {
	var before, first []jen.Code
	if hasIndex {
		i := p.declareIndex(s)
		before = []jen.Code{jen.Id(i).Op(":=").Lit(-1)}
		first = []jen.Code{jen.Id(i).Op("++")}
	}
	head := jen.Range().Add(object).Dot("All").Call()
	if hasItem {
		head = jen.Id(p.declare(s.Item, "name")).Op(":=").Add(head)
	}
	return append(before, jen.For(head).Block(append(first, p.statements(s.Body)...)...))
}

// tempNames contains the names of temporaries by their kind.
var tempNames = map[ir.ExprKind]string{ir.BoolExpr: "holds", ir.IntExpr: "n", ir.DoubleExpr: "x", ir.StringExpr: "s", ir.TimestampExpr: "t",
	ir.DurationExpr: "duration", ir.ListExpr: "list", ir.MapExpr: "object", ir.RecordExpr: "part", ir.JSONExpr: "value"}

// declare assigns a name to a temporary.
func (p *programPrinter) declare(temp int, name string) string {
	p.names[temp] = p.unused(name)
	return p.names[temp]
}

// unused returns an unused name and reserves it.
func (p *programPrinter) unused(name string) string {
	name = p.free(name)
	p.taken[name] = true
	return name
}

// free returns an unused name in the rule, with a number if necessary. It does not reserve the name, so that parameters of closures can
// share it.
func (p *programPrinter) free(name string) string {
	free := name
	for i := 2; p.taken[free]; i++ {
		free = name + strconv.Itoa(i)
	}
	return free
}

func unhandledRule(part any) string { return fmt.Sprintf("golang: unhandled part of a rule %T", part) }
