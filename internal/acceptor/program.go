package acceptor

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// value is a value of a rule. Its type in the program decides which field has it.
type value struct {
	int    int64 // an integer, the seconds of a timestamp since 1970, the nanoseconds of a duration, or a boolean as 0 or 1
	double float64
	str    string
	node   uint32   // a record, a map, a list or any value of the message
	nanos  int32    // of a timestamp
	list   *[]value // a list that the program has made
}

func ofBool(b bool) value {
	if b {
		return value{int: 1}
	}
	return value{}
}

// frame is the state of one program.
type frame struct {
	c     *course
	this  uint32
	name  string
	temps []value
}

type (
	expr      func(f *frame) value
	truth     func(f *frame) bool
	statement func(f *frame) signal
)

// signal is how a statement ends.
type signal uint8

const (
	goOn signal = iota
	leave
	holds
	fails
)

// scope is what a program is compiled in.
type scope struct {
	*Acceptor
	typing ir.Typing
}

// rule returns the check of a rule on a value of its type.
func (a *Acceptor) rule(t *ir.Type, r *ir.Rule) check {
	s := scope{a, ir.Typing{This: t, Temps: r.Program.Temps, Params: a.declaring(t).Params}}
	steps, result := s.block(r.Program.Steps), s.truth(r.Program.Holds)
	temps := len(r.Program.Temps)
	run := func(c *course, n uint32, name string) bool {
		f := &c.frame
		f.c, f.this, f.name = c, n, name
		if cap(f.temps) < temps {
			f.temps = make([]value, temps)
		}
		f.temps = f.temps[:temps]
		clear(f.temps)
		switch steps(f) {
		case holds:
			return true
		case fails:
			return false
		}
		return result(f)
	}
	if r.Each == nil {
		return func(c *course, n uint32) bool { return run(c, n, "") }
	}
	there, members := s.truth(r.Each.There), s.expr(r.Each.Object)
	return func(c *course, n uint32) bool {
		c.frame.c, c.frame.this = c, n
		if !there(&c.frame) {
			return true
		}
		of := members(&c.frame).node
		if of == 0 && n != 0 || c.nodes[of].kind != object {
			return unknown(c, n)
		}
		return c.eachMember(of, func(name, _ uint32) bool { return run(c, n, c.string(name)) })
	}
}

// declaring returns the protocol that declares a type.
func (a *Acceptor) declaring(t *ir.Type) *ir.Protocol {
	for _, p := range a.protocol.Imports {
		if p.Name == t.Protocol {
			return p
		}
	}
	return a.protocol
}

func (s scope) block(list []ir.Statement) statement {
	var steps []statement
	for _, one := range list {
		steps = append(steps, s.statement(one))
	}
	return func(f *frame) signal {
		for _, step := range steps {
			if end := step(f); end != goOn {
				return end
			}
		}
		return goOn
	}
}

func (s scope) statement(of ir.Statement) statement {
	switch k := of.(type) {
	case ir.Let:
		return s.set(k.Temp, k.Value)
	case ir.Set:
		return s.set(k.Temp, k.Value)
	case ir.Try:
		try := s.try(k.Call)
		return func(f *frame) signal {
			v, ok := try(f)
			if !ok {
				v = value{}
			}
			f.temps[k.Temp], f.temps[k.OK] = v, ofBool(ok)
			return goOn
		}
	case ir.Branch:
		condition, then, otherwise := s.truth(k.Cond), s.block(k.Then), s.block(k.Else)
		return func(f *frame) signal {
			if condition(f) {
				return then(f)
			}
			return otherwise(f)
		}
	case ir.Loop:
		return s.loop(k)
	case ir.Break:
		return func(*frame) signal { return leave }
	case ir.Return:
		result := s.truth(k.Holds)
		return func(f *frame) signal {
			if result(f) {
				return holds
			}
			return fails
		}
	}
	panic(fmt.Sprintf("acceptor: unhandled statement %T", of))
}

func (s scope) set(temp int, e ir.Expr) statement {
	made := s.expr(e)
	return func(f *frame) signal {
		f.temps[temp] = made(f)
		return goOn
	}
}

func (s scope) loop(k ir.Loop) statement {
	over, of, body := s.expr(k.Over), s.typing.TypeOf(k.Over), s.block(k.Body)
	return func(f *frame) signal {
		result, index := goOn, int64(0)
		turn := func(item value) bool {
			if k.Item >= 0 {
				f.temps[k.Item] = item
			}
			if k.Index >= 0 {
				f.temps[k.Index] = value{int: index}
			}
			index++
			if f.c.budget--; f.c.budget < 0 {
				unknown(f.c, 0)
				return false
			}
			switch end := body(f); end {
			case goOn:
				return true
			case leave:
			default:
				result = end
			}
			return false
		}
		from := over(f)
		if of.Kind == ir.MapExpr {
			f.c.eachMember(from.node, func(name, _ uint32) bool { return turn(value{str: f.c.string(name)}) })
		} else {
			f.eachItem(from, of, turn)
		}
		return result
	}
}

// eachItem calls found for the items of a list until it returns false.
func (f *frame) eachItem(list value, of ir.ExprType, found func(value) bool) {
	if list.list != nil {
		for _, item := range *list.list {
			if !found(item) {
				return
			}
		}
		return
	}
	at := list.node + 1
	for range f.c.nodes[list.node].count {
		if !found(f.c.valueOf(at, *of.Elem)) {
			return
		}
		at = f.c.next(at)
	}
}

// valueOf is a part of the message as a value of a type.
func (c *course) valueOf(n uint32, t ir.ExprType) value {
	switch t.Kind {
	case ir.BoolExpr:
		return ofBool(c.nodes[n].whole)
	case ir.IntExpr:
		return value{int: c.integer(n)}
	case ir.DoubleExpr:
		return value{double: c.double(n)}
	case ir.StringExpr:
		return value{str: c.string(n)}
	}
	return value{node: n}
}

// truth compiles an expression of type Bool.
func (s scope) truth(e ir.Expr) truth {
	switch k := e.(type) {
	case ir.Logic:
		left, right := s.truth(k.L), s.truth(k.R)
		if k.Or {
			return func(f *frame) bool { return left(f) || right(f) }
		}
		return func(f *frame) bool { return left(f) && right(f) }
	case ir.Negation:
		inner := s.truth(k.X)
		return func(f *frame) bool { return !inner(f) }
	case ir.Choose:
		condition, then, otherwise := s.truth(k.If), s.truth(k.Then), s.truth(k.Else)
		return func(f *frame) bool {
			if condition(f) {
				return then(f)
			}
			return otherwise(f)
		}
	case ir.Comparison:
		return s.comparison(k)
	case ir.HasMember:
		of := s.expr(k.Of)
		return func(f *frame) bool { return f.c.has(of(f).node, k.Field.Name) }
	case ir.IsNull:
		of := s.expr(k.Of)
		return func(f *frame) bool {
			at, present := f.c.member(of(f).node, k.Field.Name)
			return present && f.c.nodes[at].kind == null
		}
	case ir.IsVariant:
		return s.isVariant(k)
	case ir.Call:
		if test := s.test(k); test != nil {
			return test
		}
	}
	made := s.expr(e)
	return func(f *frame) bool { return made(f).int != 0 }
}

func (s scope) isVariant(k ir.IsVariant) truth {
	of := s.expr(k.Of)
	var tests []func(c *course, n uint32) bool
	for _, t := range k.Tests {
		is := s.variantOf(k.Union, t.Variant, 0)
		if t.Tags != nil && !t.Whole() {
			tags := newNames(t.Tags)
			is = both(is, func(c *course, n uint32) bool {
				at, present := c.member(n, k.Tag)
				return present && c.nodes[at].kind == text && tags.index(c.string(at)) >= 0
			})
			if k.Boolean {
				is = s.unsupported("a part of a union by booleans")
			}
		}
		tests = append(tests, is)
	}
	return func(f *frame) bool {
		n := of(f).node
		for _, is := range tests {
			if is(f.c, n) {
				return true
			}
		}
		return false
	}
}

// variantOf is the test whether a value of a union is of a variant of it, or of a union inside.
func (s scope) variantOf(union, variant *ir.Type, depth int) check {
	u := union.Value.Resolve().Kind.(*ir.Union)
	selected := s.selection(u)
	if selected == nil || depth > ir.MaxNesting {
		return s.unsupported("the variant of a union without a tag")
	}
	inner := make([]check, len(u.Variants))
	for i, v := range u.Variants {
		if v.Type == variant {
			inner[i] = anything
		} else if _, is := v.Type.Value.Resolve().Kind.(*ir.Union); is {
			inner[i] = s.variantOf(v.Type, variant, depth+1)
		}
	}
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return false
		}
		i := selected(c, n)
		return i >= 0 && inner[i] != nil && inner[i](c, n)
	}
}

func (s scope) expr(e ir.Expr) expr {
	switch k := e.(type) {
	case ir.This:
		return func(f *frame) value { return value{node: f.this} }
	case ir.Now:
		return func(f *frame) value { return f.c.now }
	case ir.Name:
		return func(f *frame) value { return value{str: f.name} }
	case ir.ParamValue:
		// An imported protocol numbers its own parameters; the caller's are those of the protocol that imports it.
		name := s.typing.Params[k.Index].Name
		index := slices.IndexFunc(s.protocol.Params, func(p *ir.Param) bool { return p.Name == name })
		return func(f *frame) value {
			v := f.c.params[index]
			if v.node != 0 {
				unknown(f.c, 0)
			}
			return v
		}
	case ir.Temp:
		return func(f *frame) value { return f.temps[k.Number] }
	case ir.Constant:
		v := constant(k)
		return func(*frame) value { return v }
	case ir.ListOf:
		return s.listOf(k)
	case ir.AsVariant:
		return s.expr(k.Of)
	case ir.TagOf:
		of := s.expr(k.Of)
		return func(f *frame) value {
			at, present := f.c.member(of(f).node, k.Tag)
			if !present || f.c.nodes[at].kind != text {
				unknown(f.c, 0)
				return value{}
			}
			return value{str: f.c.string(at)}
		}
	case ir.MemberOf:
		of, t := s.expr(k.Of), ir.TypeOfValue(&k.Field.Value)
		return func(f *frame) value {
			at, present := f.c.member(of(f).node, k.Field.Name)
			if !present {
				unknown(f.c, 0) // rules test the presence before
				return value{}
			}
			return f.c.valueOf(at, t)
		}
	case ir.Cell:
		return s.cell(k)
	case ir.Choose:
		condition, then, otherwise := s.truth(k.If), s.expr(k.Then), s.expr(k.Else)
		return func(f *frame) value {
			if condition(f) {
				return then(f)
			}
			return otherwise(f)
		}
	case ir.Logic, ir.Negation, ir.Comparison, ir.HasMember, ir.IsNull, ir.IsVariant:
		is := s.truth(e)
		return func(f *frame) value { return ofBool(is(f)) }
	case ir.Call:
		return s.call(k)
	}
	// Earlier and Open belong to conversations, Search and Collect to folded programs.
	return s.lacking(fmt.Sprintf("%T", e))
}

func (s scope) lacking(what string) expr {
	s.unsupported(what)
	return func(f *frame) value {
		unknown(f.c, 0)
		return value{}
	}
}

func constant(k ir.Constant) value {
	switch k.Type.Kind {
	case ir.BoolExpr:
		return ofBool(k.Bool)
	case ir.DoubleExpr:
		return value{double: k.Double}
	case ir.StringExpr:
		return value{str: k.String}
	case ir.DurationExpr:
		return value{int: k.Int*1e9 + int64(k.Nanos)}
	}
	return value{int: k.Int, nanos: k.Nanos}
}

func (s scope) listOf(k ir.ListOf) expr {
	var items []expr
	for _, item := range k.Items {
		items = append(items, s.expr(item))
	}
	return func(f *frame) value {
		list := make([]value, len(items))
		for i, item := range items {
			list[i] = item(f)
		}
		return value{list: &list}
	}
}

func (s scope) cell(k ir.Cell) expr {
	enum := k.Catalog.Value.Kind.(*ir.Enum)
	var words []string
	var cells []value
	for _, v := range enum.Values {
		words = append(words, v.Value)
		l := v.Cells[k.Column]
		cell := literalValue(l, ir.TypeOfValue(&enum.Catalog.Columns[k.Column].Value))
		if l.Kind == ir.NullLiteral {
			cell.node = 1
		}
		cells = append(cells, cell)
	}
	known, word := newNames(words), s.expr(k.Word)
	return func(f *frame) value {
		i := known.index(word(f).str)
		if i < 0 || cells[i].node != 0 {
			unknown(f.c, 0)
			return value{}
		}
		return cells[i]
	}
}

// literalValue is a literal as a value of a type.
func literalValue(l ir.Literal, t ir.ExprType) value {
	switch t.Kind {
	case ir.BoolExpr:
		return ofBool(l.Bool)
	case ir.StringExpr:
		return value{str: l.String}
	case ir.DoubleExpr:
		return value{double: l.Number}
	}
	return value{int: int64(l.Number)}
}

func defaultOf(p *ir.Param) value { return literalValue(p.Default, p.Type) }

// plainDuration is a duration that the standard library reads as the contract does.
var plainDuration = regexp.MustCompile(`^-?[0-9]{1,9}(?:ms|s|m|h)$`)

// plainSize is a size in binary units.
var plainSize = regexp.MustCompile(`^([0-9]{1,9})(KiB|MiB)$`)

// paramOf is a caller's value. One that is not plain gets a node, which no parameter has otherwise.
func paramOf(v any, p *ir.Param) value {
	switch v := v.(type) {
	case bool:
		if p.Type.Kind == ir.BoolExpr {
			return ofBool(v)
		}
	case string:
		switch {
		case p.Type.Kind == ir.StringExpr:
			return value{str: v}
		case p.Type.Kind == ir.DurationExpr && plainDuration.MatchString(v):
			if d, err := time.ParseDuration(v); err == nil {
				return value{int: int64(d)}
			}
		case p.Size:
			if m := plainSize.FindStringSubmatch(v); m != nil {
				n, _ := strconv.ParseInt(m[1], 10, 64) // a few digits
				return value{int: n << map[string]int{"KiB": 10, "MiB": 20}[m[2]]}
			}
		}
	case float64:
		if p.Type.Kind == ir.DoubleExpr {
			return value{double: v}
		}
		if n := int64(v); p.Type.Kind == ir.IntExpr && float64(n) == v {
			return value{int: n}
		}
	}
	return value{node: 1}
}
