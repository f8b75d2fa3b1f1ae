// Package rules compiles the expressions of rules: the part of CEL that has the same meaning in every language. It checks them against the types of
// the spec, and lowers them to ir.Program. docs/reference/spec/expressions.md defines that part.
package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Scope contains the names that an expression may read beside `this` and `now`.
type Scope struct {
	Params    []*ir.Param
	Catalogs  map[string]*ir.Type // by the name that the spec has for them
	Stages    []string            // of the protocol, for messages
	Used      map[*ir.Param]bool  // filled with the parameters that rules speak of, unless it is nil
	Each      bool                // the rule is evaluated for the members of an object, and sees the name of each
	Open      bool                // a check that sees how many exchanges are open
	Unchecked bool                // the value has not been checked, so a closed vocabulary may have other words
	Earlier   []Earlier           // the messages that the check of a conversation sees beside this one
}

// Earlier is an earlier message of a conversation.
type Earlier struct {
	Name    string // as expressions have it: prev, reply, or bound.name
	Type    *ir.Type
	Missing bool // it has not come, so has(bound.name) is false
}

// Problem is something wrong with an expression.
type Problem struct {
	Offset              int // in code points, from the start of the expression
	Code                diag.Code
	Message, Suggestion string
}

// Compiled is a rule's expression for one type.
type Compiled struct {
	// Text is the expression with whole numbers written as CEL needs them beside doubles.
	Text string
	// Program is the expression lowered, Folded the same with searches and comprehensions.
	Program, Folded ir.Program
	// Always means that the rule is true for every value.
	Always bool
	// Constant means that the rule has one result for every value.
	Constant bool
	// Work is how many nodes have been lowered for it.
	Work int
}

// maxDepth and maxLoops bound how deep statements nest: Python takes a hundred levels, and twenty loops.
const (
	maxDepth = 64
	maxLoops = 8
)

// maxWork bounds the nodes of an expression, counted as often as they are lowered.
const maxWork = 20_000

// Compile lowers an expression for values of a record, in a stage. It is nil if there are problems. A condition without effect is a problem if the
// rule names the type. In a type that contains the named one, the condition may be decided by narrower members.
func (e *Expression) Compile(s *Scope, this *ir.Type, stage int, named bool) (*Compiled, []Problem) {
	l := newLowering(s, this, stage)
	l.named = named
	if s.Each {
		l.vars[memberName] = operand{expr: ir.Name{}, typ: stringType, path: memberName}
	}
	l.program.Holds = l.truth(e.root, true)
	if s.Each && named && !l.asksName && len(l.problems) == 0 {
		l.fail(e.root, "each", "use `at`, or use `name` in the expression", "this expression does not use `name`, so its result is the same for every member")
	}
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	program := ir.Prune(settle(l.program))
	c, isConstant := program.Holds.(ir.Constant)
	return &Compiled{Text: e.rewritten(s, l.promoted), Program: shaped(program, false), Folded: shaped(program, true), Always: isConstant && c.Bool,
		Constant: isConstant && len(program.Steps) == 0, Work: l.work}, nil
}

// lastTime is the last moment that a timestamp can be.
var lastTime = ir.Constant{Type: timeType, Int: 253402300799, Nanos: 999999999}

// CompileTime lowers an expression of a timestamp, for messages of a record. Where it cannot be evaluated the time is the last one that there is.
func (e *Expression) CompileTime(s *Scope, this *ir.Type) (*Compiled, []Problem) {
	l := newLowering(s, this, len(s.Stages)-1)
	l.value(e.root, func(v operand) {
		if v = l.need(v); v.bad() {
			return
		}
		if v.typ.Kind != ir.TimestampExpr {
			l.fail(e.root, "rule-type", "", "this must be a timestamp, not %s", word(v.typ))
			return
		}
		l.emit(ir.Return{Holds: v.expr})
	})
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	l.program.Holds = boolean(true) // settling takes it for a condition
	program := settle(l.program)
	program.Holds = lastTime
	program = ir.Prune(program)
	return &Compiled{Text: e.promote(l.promoted), Program: program, Folded: program, Work: l.work}, nil
}

// CompileValue lowers an expression with a scalar or a list of strings as its result, for messages of a record, and returns its type. The result is
// 0, an empty string or list, or false if the expression cannot be evaluated, or if when is not nil and not true.
func (e *Expression) CompileValue(s *Scope, this *ir.Type, when *Expression) (*Compiled, ir.ExprType, []Problem) {
	l := newLowering(s, this, len(s.Stages)-1)
	var typ ir.ExprType
	value := func() {
		l.value(e.root, func(v operand) {
			if v = l.need(v); v.bad() {
				return
			}
			switch typ = plain(v.typ); {
			case typ.Kind <= ir.StringExpr, typ.Kind == ir.ListExpr && typ.Elem.Kind == ir.StringExpr:
				l.emit(ir.Return{Holds: v.expr})
			default:
				l.fail(e.root, "rule-type", "", "this must be a scalar or a list of strings, not %s", word(v.typ))
			}
		})
	}
	if when == nil {
		value()
	} else {
		yes, no := l.condition(when.root)
		l.either(yes, no, l.within(func() { l.knowing(l.learned(when.root, true), yes, true, value) }), nil)
	}
	if len(l.problems) > 0 {
		return nil, typ, l.problems
	}
	if typ.Kind == ir.BoolExpr {
		return e.compileFlag(s, this, when, l.promoted), typ, nil
	}
	l.program.Holds = boolean(true) // settling takes it for a condition
	program := settle(l.program)
	program.Holds = zero(typ)
	program = ir.Prune(program)
	return &Compiled{Text: e.promote(l.promoted), Program: program, Folded: program, Work: l.work}, typ, nil
}

// compileFlag is CompileValue for a boolean without problems: a condition, which is false without a value.
func (e *Expression) compileFlag(s *Scope, this *ir.Type, when *Expression, promoted map[int]*node) *Compiled {
	l := newLowering(s, this, len(s.Stages)-1)
	root := e.root
	if when != nil && when.text != e.text {
		root = &node{kind: callNode, name: "_&&_", args: []*node{when.root, e.root}}
	}
	l.program.Holds = l.truth(root, true)
	program := ir.Prune(settle(l.program))
	return &Compiled{Text: e.promote(promoted), Program: shaped(program, false), Folded: shaped(program, true), Work: l.work}
}

// zero is the value of a type for a missing result.
func zero(t ir.ExprType) ir.Expr {
	if t.Kind == ir.ListExpr {
		return ir.ListOf{Elem: *t.Elem}
	}
	return ir.Constant{Type: ir.ExprType{Kind: t.Kind}}
}

// lowering is the compilation of one expression for one type.
type lowering struct {
	scope    *Scope
	this     *ir.Type
	stage    int
	named    bool
	program  ir.Program
	block    *[]ir.Statement // where statements go
	facts    map[string]bool // the facts at this place of the lowering: "has path", "some path", "word catalog path"
	printed  *settling       // the facts about members that type checkers derive there
	leaves   map[unionTag][]ir.Leaf
	vars     map[string]operand
	flags    map[int]bool    // temporaries that represent one condition; later facts may replace them
	read     map[string]bool // the variables of macros that something reads, by path
	promoted map[int]*node   // whole numbers that are doubles, by offset
	tries    int             // how many calls that can fail there are so far
	binders  int
	work     int
	asksName bool
	depth    int // of lists of statements
	loops    int // the enclosing loops
	problems []Problem
}

func newLowering(s *Scope, this *ir.Type, stage int) *lowering {
	l := &lowering{scope: s, this: this, stage: stage, facts: map[string]bool{}, printed: newSettling(), leaves: map[unionTag][]ir.Leaf{}, vars: map[string]operand{}, flags: map[int]bool{}, read: map[string]bool{}, promoted: map[int]*node{}}
	l.block = &l.program.Steps
	return l
}

func (l *lowering) fail(n *node, code diag.Code, help, format string, args ...any) {
	p := Problem{Offset: n.offset, Code: code, Message: fmt.Sprintf(format, args...), Suggestion: help}
	if !slices.Contains(l.problems, p) {
		l.problems = append(l.problems, p)
	}
}

// spend counts a node that is lowered; it returns false once there were too many.
func (l *lowering) spend(n *node) bool {
	switch l.work++; {
	case l.work >= maxWork:
		if l.work == maxWork {
			l.problems = nil
			l.fail(n, "too-large", "split the rule", "this expression expands to more than %d parts", maxWork)
		}
		return false
	case l.depth > maxDepth || l.loops > maxLoops:
		l.work = maxWork
		l.problems = nil
		l.fail(n, "too-large", "split the rule", "the expression is nested too deep here: it has more than %d nested statements, or %d loops", maxDepth, maxLoops)
		return false
	}
	return true
}

func (l *lowering) emit(s ir.Statement) { *l.block = append(*l.block, s) }

// within collects the statements that f emits.
func (l *lowering) within(f func()) []ir.Statement {
	var steps []ir.Statement
	outer := l.block
	l.block = &steps
	l.depth++
	f()
	l.depth--
	l.block = outer
	return steps
}

func (l *lowering) temp(t ir.ExprType) int {
	l.program.Temps = append(l.program.Temps, t)
	return len(l.program.Temps) - 1
}

// let declares a temporary.
func (l *lowering) let(t ir.ExprType, value ir.Expr) int {
	n := l.temp(t)
	l.emit(ir.Let{Temp: n, Value: value})
	return n
}

// knowing runs f with more facts, where a condition is printed that is sense.
func (l *lowering) knowing(facts []string, cond ir.Expr, sense bool, f func()) {
	outer := l.facts
	l.facts = make(map[string]bool, len(outer)+len(facts))
	for fact := range outer {
		l.facts[fact] = true
	}
	for _, fact := range facts {
		l.facts[fact] = true
	}
	l.conclude()
	l.printed.within(func() {
		l.printed.narrow(cond, sense)
		f()
	})
	l.facts = outer
}

// guarded runs f where a presence that the facts imply is printed, so that type checkers see it, too.
func (l *lowering) guarded(x ir.Expr, sense bool, f func()) {
	if value, known := l.printed.value(x); known && value == sense {
		f()
		return
	}
	steps := l.within(f)
	l.emit(ir.Branch{Cond: l.sense(x, sense), Then: steps})
}

// implies separates two facts of which the first implies the second; no fact contains it.
const implies = "\x00"

// conclude adds the implied facts.
func (l *lowering) conclude() {
	for grown := true; grown; {
		grown = false
		for fact := range l.facts {
			first, then, is := strings.Cut(fact, implies)
			if is && l.facts[first] && !l.facts[then] {
				l.facts[then], grown = true, true
			}
		}
	}
}

// binding runs f with an iteration variable.
func (l *lowering) binding(name string, v operand, f func()) {
	outer, shadowed := l.vars[name]
	l.vars[name] = v
	f()
	if delete(l.vars, name); shadowed {
		l.vars[name] = outer
	}
}

// fresh is a path that no other variable has.
func (l *lowering) fresh(name string) string {
	l.binders++
	return name + "#" + strconv.Itoa(l.binders)
}
