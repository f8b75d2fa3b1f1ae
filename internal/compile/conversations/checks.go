package conversations

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// step compiles a check of a sequence.
func (o *order) step(w *syntax.Step) []*ir.SequenceCheck {
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

// mostTests bounds the messages that one check tests for: it is compiled for each combination.
const mostTests = 4

// compileStep compiles the expression of a check. With has(bound.name), the result is a check for messages before the bound one, and one for those
// behind it.
func (o *order) compileStep(w *syntax.Step, check *ir.SequenceCheck) []*ir.SequenceCheck {
	c := o.b
	expression, problems := rules.Parse(w.Check.Value)
	c.Report(w.Check, problems)
	if expression == nil {
		return nil
	}
	tests := expression.Tests()
	if len(tests) > mostTests {
		c.Fail(w.Check.Pos, "sequence", "write several checks", "a check may test for %d bound messages, not %d", mostTests, len(tests))
		return nil
	}
	if len(tests) > 0 {
		check.Text = w.Check.Value
	}
	var list []*ir.SequenceCheck
	for set := range 1 << len(tests) {
		var missing []string
		for i, name := range tests {
			if set&(1<<i) != 0 {
				missing = append(missing, name)
			}
		}
		one := *check
		earlier, ok := o.earlier(w, &one, expression, missing)
		if !ok {
			return nil
		}
		idle, ok := o.cases(w, &one, expression, earlier)
		if !ok {
			return nil
		}
		if len(tests) == 0 || idle < len(one.Cases) {
			list = append(list, &one)
		}
	}
	return o.combined(w, check, list, len(tests) > 0)
}

// combined reports tests for bound messages without effect, and letters that two combinations open: trackers require all conditions of a letter.
func (o *order) combined(w *syntax.Step, check *ir.SequenceCheck, list []*ir.SequenceCheck, tests bool) []*ir.SequenceCheck {
	switch {
	case tests && len(list) == 0:
		o.b.Fail(w.Check.Pos, "sequence", "", "this has the same result for every message")
	case tests && check.Refuses && len(list) > 1:
		o.b.Fail(w.Check.Pos, "sequence", "declare two letters, one for each case", "a letter is either open before a bound message, or behind it")
	default:
		return list
	}
	return nil
}

// guard compiles the condition under which a letter may come.
func (o *order) guard(l *syntax.Letter) []*ir.SequenceCheck {
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

// earlier finds the messages that a check speaks of beside its own. Those that have not come are the last.
func (o *order) earlier(w *syntax.Step, check *ir.SequenceCheck, e *rules.Expression, missing []string) ([]message, bool) {
	var list, later []message
	spoken := e.Speaks()
	if check.Kind == ir.CheckNext {
		before := o.recordsOf(o.before(check.Letters))
		if len(before) == 0 {
			o.b.Fail(w.Kind.Pos, "sequence", "write `first:`, or repeat the letter in the grammar", "`next` is for the second message of these letters, and the grammar has one at most")
			return nil, false
		}
		list = append(list, message{"prev", before})
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
		if slices.Contains(missing, name) {
			check.Without = append(check.Without, use)
			later = append(later, message{name, letters[:1]}) // nothing of it is read
			continue
		}
		check.Uses = append(check.Uses, use)
		list = append(list, message{name, letters})
	}
	if check.Reads {
		list = append(list, message{"reply", []*ir.Type{resolvedType(check.Reply)}})
	}
	return append(list, later...), true
}

// cases compiles a check for all that the messages it speaks of can be. The last ones have not come. It returns how many results are the one that makes
// the check idle: true, or false where the check opens a letter. A result is so where the expression reads a message that has not come.
func (o *order) cases(w *syntax.Step, check *ir.SequenceCheck, e *rules.Expression, earlier []message) (idle int, ok bool) {
	c := o.b
	scope := c.Scope()
	scope.Used = o.b.Used
	scope.Earlier = make([]rules.Earlier, len(earlier))
	scope.Open = !check.Refuses && len(o.b.written.Exchanges) > 0
	this := o.recordsOf(check.Letters)
	there := len(earlier) - len(check.Without)
	var compile func(t *ir.Type, n int) bool
	compile = func(t *ir.Type, n int) bool {
		if n < len(earlier) {
			for _, r := range earlier[n].records {
				scope.Earlier[n] = rules.Earlier{Name: earlier[n].name, Type: r, Missing: n >= there}
				if !compile(t, n+1) {
					return false
				}
			}
			return true
		}
		compiled := o.expressed(w, e, scope, t, len(this) > 1)
		if compiled == nil {
			return false
		}
		if reads := ir.UsageOf(compiled.Program).ReadsEarlier; slices.ContainsFunc(reads, func(n int) bool { return n >= there }) {
			e, _ := rules.Parse(strconv.FormatBool(!check.Refuses))
			if compiled = o.expressed(w, e, scope, t, false); compiled == nil {
				return false
			}
		}
		if compiled.Constant && compiled.Always != check.Refuses {
			idle++
		}
		one := &ir.SequenceCase{This: t, Text: compiled.Text, Program: compiled.Program, Folded: compiled.Folded}
		for _, m := range scope.Earlier[:there] {
			one.Earlier = append(one.Earlier, m.Type)
		}
		check.Counts = check.Counts || ir.UsageOf(one.Program).ReadsOpen
		check.Cases = append(check.Cases, one)
		return !c.Exhausted()
	}
	for _, t := range this {
		if !c.PointsAt(t.Value, check.At, w.At) || !compile(t, 0) {
			return 0, false
		}
	}
	return idle, true
}

// expressed is an expression for the messages of a scope, or nil with a report.
func (o *order) expressed(w *syntax.Step, e *rules.Expression, scope *rules.Scope, t *ir.Type, several bool) *rules.Compiled {
	c := o.b
	stage := len(scope.Stages) - 1 // all of a message has been checked
	compiled, problems := e.Compile(scope, t, stage, true)
	if compiled == nil {
		for i := range problems {
			if several {
				problems[i].Message += ", in " + t.Name
			}
		}
		c.Report(w.Check, problems)
		return nil
	}
	c.Spend(compiled.Work, w.ID.Pos)
	if problems := e.Check(scope, t, compiled.Text); problems != nil {
		c.Report(w.Check, problems)
		return nil
	}
	return compiled
}
