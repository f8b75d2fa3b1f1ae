package conversations

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// step compiles a check of a sequence.
func (o *order) step(w *syntax.Step) *ir.SequenceCheck {
	c := o.b
	check := &ir.SequenceCheck{ID: w.ID.Value, Source: w.Source.Value, Pos: w.ID.Pos,
		Kind:    map[string]ir.SequenceKind{"first": ir.CheckFirst, "next": ir.CheckNext, "each": ir.CheckEach}[w.Kind.Value],
		Failure: ir.Failure{Rule: w.ID.Value, Message: w.Message.Value}}
	if w.Level.Value == ir.Should.String() {
		check.Failure.Level = ir.Should
	}
	if !o.named(w) {
		return nil
	}
	if w.At.Pos.IsValid() {
		check.At, _ = c.Pointer(w.At)
	}
	for _, name := range w.Of {
		n := o.known(name)
		if n < 0 {
			return nil
		}
		check.Letters = append(check.Letters, n)
	}
	if !o.answered(w, check) {
		return nil
	}
	check.Line = o.line(check)
	return o.compileStep(w, check)
}

// compileStep compiles the expression of a check.
func (o *order) compileStep(w *syntax.Step, check *ir.SequenceCheck) *ir.SequenceCheck {
	c := o.b
	expression, problems := rules.Parse(w.Check.Value)
	c.Report(w.Check, problems)
	if expression == nil {
		return nil
	}
	earlier, ok := o.earlier(w, check, expression)
	if !ok {
		return nil
	}
	o.cases(w, check, expression, earlier)
	return check
}

// guard compiles the condition under which a letter may come.
func (o *order) guard(l *syntax.Letter) *ir.SequenceCheck {
	w := &syntax.Step{Pos: l.Name.Pos, ID: syntax.Text{Value: "opens-" + l.Name.Value, Pos: l.Name.Pos}, Of: []syntax.Text{l.Name}, Kind: syntax.Text{Value: "each"}, Check: l.When}
	message := "must not come here"
	if doc := phrase(l.Doc.Value); doc != "" {
		message += ": " + doc
	}
	check := &ir.SequenceCheck{ID: w.ID.Value, Pos: l.Name.Pos, Kind: ir.CheckEach, Line: -1, Refuses: true, At: o.b.out.Tag,
		Letters: []int{o.numbers[l.Name.Value]}, Failure: ir.Failure{Rule: "unexpected-message", Message: message}}
	return o.compileStep(w, check)
}

// named reports an id of a check that another check or rule already has.
func (o *order) named(w *syntax.Step) bool {
	c := o.b
	switch first, again := o.b.Rules[w.ID.Value]; {
	case !host.RuleID.MatchString(w.ID.Value):
		c.Fail(w.ID.Pos, "rule-id", "use lower-case letters, digits and hyphens; start with a letter", "%q is not a valid id of a check", w.ID.Value)
	case slices.Contains(host.RuleNames, w.ID.Value):
		c.Fail(w.ID.Pos, "rule-id", "choose another name", "%q is reserved: other issues have this rule", w.ID.Value)
	case again:
		c.Diags.Add(diag.Diagnostic{Pos: w.ID.Pos, Code: "duplicate-item", Message: wording.Quote(w.ID.Value) + " is the id of another rule",
			Notes: []diag.Note{{Pos: first, Message: "of this one"}}})
	default:
		o.b.Rules[w.ID.Value] = w.ID.Pos
		return true
	}
	return false
}

// message is an earlier message that a check reads, with its possible types.
type message struct {
	name    string
	records []*ir.Type
}

// earlier finds the messages that a check speaks of beside its own.
func (o *order) earlier(w *syntax.Step, check *ir.SequenceCheck, e *rules.Expression) ([]message, bool) {
	var list []message
	spoken := e.Speaks()
	if check.Kind == ir.CheckNext {
		list = append(list, message{"prev", o.recordsOf(o.before(check.Letters))})
	} else if slices.Contains(spoken, "prev") {
		o.b.Fail(w.Kind.Pos, "sequence", "write `next:`", "only checks with `next` can read `prev`")
		return nil, false
	}
	for _, name := range spoken {
		if name == "prev" || name == "reply" {
			continue
		}
		use, letters, found := o.bound(name)
		if !found {
			o.b.Fail(w.Check.Pos, "rule-name", diag.DidYouMean(name, o.boundNames()), "this conversation does not bind %q", name)
			return nil, false
		}
		check.Uses = append(check.Uses, use)
		list = append(list, message{name, letters})
	}
	if check.Reads {
		list = append(list, message{"reply", []*ir.Type{resolvedType(check.Reply)}})
	}
	return list, true
}

// cases compiles a check for all that the messages it speaks of can be.
func (o *order) cases(w *syntax.Step, check *ir.SequenceCheck, e *rules.Expression, earlier []message) {
	c := o.b
	scope := c.Scope()
	scope.Used = o.b.Used
	scope.Earlier = make([]rules.Earlier, len(earlier))
	scope.Open = !check.Refuses && len(o.b.written.Exchanges) > 0
	stage := len(scope.Stages) - 1 // all of a message has been checked
	this := o.recordsOf(check.Letters)
	var compile func(t *ir.Type, n int) bool
	compile = func(t *ir.Type, n int) bool {
		if n < len(earlier) {
			for _, r := range earlier[n].records {
				scope.Earlier[n] = rules.Earlier{Name: earlier[n].name, Type: r}
				if !compile(t, n+1) {
					return false
				}
			}
			return true
		}
		compiled, problems := e.Compile(scope, t, stage, true)
		if compiled == nil {
			for i := range problems {
				if len(this) > 1 {
					problems[i].Message += ", in " + t.Name
				}
			}
			c.Report(w.Check, problems)
			return false
		}
		c.Spend(compiled.Work, w.ID.Pos)
		if problems := e.Check(scope, t, compiled.Text); problems != nil {
			c.Report(w.Check, problems)
			return false
		}
		one := &ir.SequenceCase{This: t, Text: compiled.Text, Program: compiled.Program, Folded: compiled.Folded}
		for _, m := range scope.Earlier {
			one.Earlier = append(one.Earlier, m.Type)
		}
		check.Counts = check.Counts || ir.UsageOf(one.Program).ReadsOpen
		check.Cases = append(check.Cases, one)
		return !c.Exhausted()
	}
	for _, t := range this {
		if !c.PointsAt(t.Value, check.At, w.At) || !compile(t, 0) {
			return
		}
	}
}
