package typescript

import (
	"fmt"
	"strconv"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// ruleFunction is a rule as a function. A rule that is the same for several types is one function.
type ruleFunction struct {
	name  string
	about string // its comment
	body  string
	uses  ir.Usage
}

// ruleWriter spells the program of one rule.
type ruleWriter struct {
	*generator
	*printer
	ir.Usage
	ir.Typing
	print.Printer[print.Text]
	locals  map[int]string // of temporaries
	okOf    map[int]string // by the number of a Try's OK, the name of its result
	entries map[int]bool   // temporaries that contain the entry of a word
	// columnsOf are columns of catalogs that the program reads.
	columnsOf map[*ir.Type]int
	lists     map[int]bool // temporaries that contain a list of their own
	self      string       // the name of the value
	typed     bool         // self has the type of the model, and is not any
	earlier   []string     // the names of the messages that the check of a conversation uses
}

// ruleFunction spells a rule for values of a type.
func (s *generator) ruleFunction(name string, t *ir.Type, rule *ir.Rule) *ruleFunction {
	w := s.ruleWriter("self", t, &rule.Program)
	if rule.Each != nil {
		w.locals[-1] = memberName // of the parameter, which is no temporary
	}
	w.body(rule.Program)
	return &ruleFunction{name: name, about: comment("", "", "The rule "+rule.ID+":\n"+rule.Text, source(rule.Source)), body: w.String(), uses: w.Usage}
}

func (s *generator) ruleWriter(self string, this *ir.Type, program *ir.Program) *ruleWriter {
	w := &ruleWriter{generator: s, printer: newPrinter(1), Usage: ir.UsageOf(*program), Typing: ir.Typing{This: this, Temps: program.Temps, Params: s.protocol.Params},
		self: self, locals: map[int]string{}, okOf: map[int]string{}, entries: map[int]bool{}, columnsOf: columnsRead(*program), lists: map[int]bool{}}
	w.Printer = print.Printer[print.Text]{Operators: print.TypeScript, Emitter: print.Texts{}, Leaves: w, Tag: func(e ir.TagOf) string { return e.Tag }}
	return w
}

// body spells a whole program.
func (w *ruleWriter) body(p ir.Program) {
	for _, s := range p.Steps {
		w.statement(s)
	}
	w.Statement("return ", w.Code(p.Holds), ";")
}

// steps spells the statements inside of one.
func (w *ruleWriter) steps(steps []ir.Statement) {
	for _, s := range steps {
		w.statement(s)
	}
}

func (w *ruleWriter) statement(s ir.Statement) {
	switch s := s.(type) {
	case ir.Let:
		w.let(s)
	case ir.Try:
		w.try(s)
	case ir.Set:
		w.set(s)
	case ir.Branch:
		w.ifElse("", s)
	case ir.Loop:
		w.loop(s)
	case ir.Break:
		w.Line("break;")
	case ir.Return:
		w.Statement("return ", w.Code(s.Holds), ";")
	default:
		panic(fmt.Sprintf("unknown statement %T", s))
	}
}

func (w *ruleWriter) let(s ir.Let) {
	t := w.Temps[s.Temp]
	_, w.lists[s.Temp] = s.Value.(ir.ListOf)
	value := w.Code(s.Value)
	declaration, changes := "const ", w.Sets[s.Temp] > 0
	if changes {
		declaration = "let "
	}
	declaration += w.declare(s.Temp, nameOfKind[t.Kind]) + ": any = "
	if w.lists[s.Temp] {
		w.Line("%s[%s];", declaration, w.list(s.Value.(ir.ListOf).Items))
		return
	}
	w.Statement(declaration, value, ";")
}

// try spells a call that can fail: its result is then undefined, and never used.
func (w *ruleWriter) try(s ir.Try) {
	value := w.Code(s.Call)
	role, known := nameOfFunction[s.Call.Function]
	if !known {
		panic(fmt.Sprintf("function %d cannot fail", s.Call.Function))
	}
	name := w.declare(s.Temp, role)
	w.okOf[s.OK] = name
	w.entries[s.Temp] = s.Call.Function == ir.EntryOf
	w.Statement("const "+name+": any = ", value, ";")
}

func (w *ruleWriter) set(s ir.Set) {
	name := w.locals[s.Temp]
	if item := ir.Appended(s); item != nil && w.lists[s.Temp] {
		w.Line("%s.push(%s);", name, w.list([]ir.Expr{item}))
		return
	}
	w.Statement(name+" = ", w.Code(s.Value), ";")
}

// ifElse spells a branch that does something, behind the end of the one whose else it is, if any.
func (w *ruleWriter) ifElse(before string, s ir.Branch) {
	w.Statement(before+"if (", w.Code(s.Cond), ") {")
	w.deeper(s.Then)
	if len(s.Else) == 1 {
		if inner, isBranch := s.Else[0].(ir.Branch); isBranch {
			w.ifElse("} else ", inner)
			return
		}
	}
	if len(s.Else) > 0 {
		w.Line("} else {")
		w.deeper(s.Else)
	}
	w.Line("}")
}

func (w *ruleWriter) deeper(steps []ir.Statement) {
	w.Block(func() { w.steps(steps) })
}

func (w *ruleWriter) loop(s ir.Loop) {
	over := w.alone(s.Over)
	item, index := "_item", "" // the compiler minds none with an underscore that is not read
	isMap := w.TypeOf(s.Over).Kind == ir.MapExpr
	if isMap {
		over = w.support("membersOf") + "(" + over + ")"
	}
	if s.Item >= 0 && w.Reads[s.Item] > 0 {
		role := "item"
		if isMap {
			role = "name"
		}
		item = w.declare(s.Item, role)
	}
	if s.Index >= 0 && w.Reads[s.Index] > 0 {
		index = w.declare(s.Index, "i")
		if item == "_item" {
			item, over = index, over+".keys()"
		} else {
			item, over = "["+index+", "+item+"]", over+".entries()"
		}
	}
	w.Line("for (const %s of %s) {", item, over)
	w.deeper(s.Body)
	w.Line("}")
}

// declare names a temporary; where one of the name exists, they are counted.
func (w *ruleWriter) declare(temp int, role string) string {
	name := role
	for n := 2; w.isTaken(name); n++ {
		name = role + strconv.Itoa(n)
	}
	w.locals[temp] = name
	return name
}

func (w *ruleWriter) isTaken(name string) bool {
	for _, other := range w.locals {
		if other == name {
			return true
		}
	}
	return false
}

// temp reads a temporary.
func (w *ruleWriter) temp(n int) term {
	if name, ok := w.okOf[n]; ok {
		return defined(name)
	}
	name := w.locals[n]
	if name == "" {
		panic(fmt.Sprintf("temporary %d is not declared", n))
	}
	if w.entries[n] {
		name += ".value"
	}
	return whole(name)
}

// The names of temporaries, by their content.
var (
	nameOfKind = map[ir.ExprKind]string{ir.BoolExpr: "holds", ir.IntExpr: "count", ir.DoubleExpr: "amount", ir.StringExpr: "text", ir.TimestampExpr: "time",
		ir.DurationExpr: "duration", ir.ListExpr: "list", ir.MapExpr: "map", ir.RecordExpr: "record", ir.JSONExpr: "value"}
	nameOfFunction = map[ir.Function]string{ir.AddInt: "sum", ir.SubInt: "difference", ir.MulInt: "product", ir.DivInt: "quotient", ir.ModInt: "remainder",
		ir.NegInt: "negative", ir.DoubleToInt: "integer", ir.TextToInt: "integer", ir.TextToDouble: "amount", ir.TextToBool: "holds", ir.TextToTimestamp: "time", ir.TextToDuration: "duration",
		ir.IntToTimestamp: "time", ir.AddTime: "time", ir.SubTime: "time", ir.TimeBetween: "elapsed", ir.AddDuration: "duration",
		ir.SubDuration: "duration", ir.ItemAt: "item", ir.ValueAt: "member", ir.EntryOf: "entry"}
)
