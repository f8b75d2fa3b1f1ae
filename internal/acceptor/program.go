package acceptor

import (
	"fmt"

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

// scope is the acceptor and the types of a program that is compiled.
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
