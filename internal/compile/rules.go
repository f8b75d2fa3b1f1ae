package compile

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// pendingRule is a rule of the spec, read, with the types that it is written for.
type pendingRule struct {
	written    *syntax.Rule
	unit       *unit
	targets    []*decl
	rule       ir.Rule // without the parts that depend on the type
	expression *rules.Expression
}

// rules compiles the rules of a unit, and those of its imports that apply to its types, once for each type that contains the rule's target. It
// returns the parameters that the rules read.
func (c *compiler) rules(u *unit) map[*ir.Param]bool {
	used := map[*ir.Param]bool{}
	if c.Diags.HasErrors() {
		return used // the types that rules read may be incomplete
	}
	first := map[string]diag.Pos{}
	for _, other := range c.reachable(u) { // their issues may occur beside those of this unit
		for _, p := range other.rules {
			first[p.rule.ID] = p.rule.Pos
		}
	}
	for i := range u.file.Rules {
		r := &u.file.Rules[i]
		if earlier, again := first[r.ID.Value]; again {
			c.Diags.Add(diag.Diagnostic{Pos: r.ID.Pos, Code: "duplicate-item", Message: wording.Quote(r.ID.Value) + " is the id of another rule",
				Notes: []diag.Note{{Pos: earlier, Message: "of this one"}}})
		}
		first[r.ID.Value] = r.ID.Pos
		u.rules = append(u.rules, c.rule(u, r))
	}
	u.late = c.late(u)
	for _, other := range append(c.reachable(u), u) {
		for _, p := range other.rules {
			c.applyRule(u, p, used)
		}
	}
	return used
}

// unusedParams warns of parameters that change nothing.
func (c *compiler) unusedParams(u *unit, used map[*ir.Param]bool) {
	if c.Diags.HasErrors() {
		return // a rule that is wrong may require it
	}
	for _, p := range u.protocol.Params[:len(u.file.Params)] {
		if r := u.file.Refusal; r != nil && r.Most.Value == p.Name {
			continue
		}
		if a := u.protocol.Accepts; !used[p] && (a == nil || u.protocol.Params[a.Param] != p) {
			c.Diags.Add(diag.Diagnostic{Pos: p.Pos, Severity: diag.Warning, Code: "no-effect", Message: "no rule reads the parameter " + wording.Quote(p.Name)})
		}
	}
}

// rule reads the parts of a rule that do not depend on the type.
func (c *compiler) rule(u *unit, r *syntax.Rule) *pendingRule {
	p := &pendingRule{written: r, unit: u}
	switch {
	case !host.RuleID.MatchString(r.ID.Value):
		c.Fail(r.ID.Pos, "rule-id", "use lower-case letters, digits and hyphens; start with a letter", "%q is not a valid id of a rule", r.ID.Value)
	case slices.Contains(host.RuleNames, r.ID.Value):
		c.Fail(r.ID.Pos, "rule-id", "choose another name", "%q is reserved: other issues have this rule", r.ID.Value)
	}
	level := ir.Must
	if r.Level.Value == ir.Should.String() {
		level = ir.Should
	}
	if strings.TrimSpace(r.Message.Value) == "" {
		c.Fail(r.Message.Pos, "rule-message", "state the requirement, for example: end must not be before start", "the message is empty")
	}
	p.rule = ir.Rule{ID: r.ID.Value, Source: r.Source.Value, Pos: r.ID.Pos, Failure: ir.Failure{Rule: r.ID.Value, Message: r.Message.Value, Level: level}}
	if r.Stage.Pos.IsValid() {
		p.rule.Stage, _ = c.stage(u, r.Stage)
	}
	p.rule.At = c.way(r)
	for _, name := range r.For {
		if d := c.lookup(u, name); d != nil && c.isTarget(d, name) {
			p.targets = append(p.targets, d)
		}
	}
	expression, problems := rules.Parse(r.Check.Value)
	c.problems(p, problems)
	p.expression = expression
	return p
}

// way reads the location of a rule's issue: a member, or each member of an object.
func (c *compiler) way(r *syntax.Rule) []string {
	at := r.At
	if each := r.Each; each.Pos.IsValid() {
		if at.Pos.IsValid() {
			c.Diags.Add(diag.Diagnostic{Pos: at.Pos, Code: "each", Message: "a rule with `each` reports issues at the member that it checks, so it cannot have `at`",
				Suggestion: "remove `at`", Notes: []diag.Note{{Pos: each.Pos, Message: "`each` is here"}}})
		}
		at = each
	}
	if at.Value == "" {
		return nil
	}
	way, _ := c.Pointer(at)
	if r.Each.Pos.IsValid() && len(way) > maxWay {
		c.Fail(at.Pos, "too-large", "write separate rules for the types between", "`each` leads through more than %d members", maxWay)
		return nil
	}
	return way
}

// maxWay bounds how deep the object is whose members a rule is evaluated for: bindings test whether each member on the way is
// there, and spell the way to it.
const maxWay = 32

// isTarget reports whether d can have rules, or reports why not.
func (c *compiler) isTarget(d *decl, name syntax.Text) bool {
	help := "name object types"
	if d.unit != c.unit {
		c.Fail(name.Pos, "rule-target", "write the rule in that spec, or for a type of this spec that contains it", "`%s` is a type of another spec", name.Value)
		return false
	}
	switch k := d.typ.Value.Kind.(type) {
	case *ir.Record:
		return true
	case ir.Ref:
		help = "it is an alias of `" + k.Type.Name + "`; name that"
	case *ir.Union:
		help = "name its branches, or a part that they all contain"
	}
	c.Diags.Add(diag.Diagnostic{Pos: name.Pos, Code: "rule-target", Message: "`" + name.Value + "` is not an object type with members", Suggestion: help,
		Notes: []diag.Note{{Pos: d.name.Pos, Message: "declared here"}}})
	return false
}

// applyRule adds a rule to the types of a unit that it applies to.
func (c *compiler) applyRule(u *unit, p *pendingRule, used map[*ir.Param]bool) {
	if p.expression == nil {
		return
	}
	scope := c.scope(u, p)
	scope.Used = used
	refused := false
	for _, d := range p.targets { // these first, so that a mistake is reported at the target
		if d.unit == u && !c.ruleFor(u, scope, d.typ, p, true) {
			refused = true
		}
	}
	for _, t := range u.out {
		contains := slices.ContainsFunc(p.targets, func(d *decl) bool { return d.typ != t && slices.Contains(c.contains[t], d) })
		if contains && !slices.ContainsFunc(p.targets, func(d *decl) bool { return d.typ == t }) && !refused {
			refused = !c.ruleFor(u, scope, t, p, false)
		}
	}
}

// ruleFor compiles a rule for one type; it reports whether it could.
func (c *compiler) ruleFor(u *unit, scope *rules.Scope, t *ir.Type, p *pendingRule, named bool) bool {
	each, ok := c.placed(scope, t, p, named)
	if !ok || !c.inTime(u, t, p) || c.exhausted {
		return false
	}
	if scope.Each && each == nil {
		return true // no value of the type has the object
	}
	compiled, problems := p.expression.Compile(scope, t, p.rule.Stage, named)
	if compiled == nil {
		if !named {
			for i := range problems {
				problems[i].Message += ", in " + t.Name
			}
		}
		c.problems(p, problems)
		return false
	}
	c.spend(&c.budget.rules, compiled.Work, p.rule.Pos)
	if each != nil {
		c.spend(&c.budget.rules, len(p.rule.At)*len(p.rule.At), p.rule.Pos)
	}
	if compiled.Always && !named {
		return true // the members of the type decide it
	}
	if named {
		if more := p.expression.Check(scope, t, compiled.Text); more != nil {
			c.problems(p, more)
			return false
		}
	}
	r := p.rule
	r.Text, r.Program, r.Folded, r.Each = strings.TrimSpace(compiled.Text), compiled.Program, compiled.Folded, each
	t.Rules = append(t.Rules, &r)
	return true
}

// placed checks the location of a rule's issue in a type. It finds the object whose members the rule is evaluated for, if any.
func (c *compiler) placed(scope *rules.Scope, t *ir.Type, p *pendingRule, named bool) (each *ir.Each, ok bool) {
	if !scope.Each {
		return nil, c.PointsAt(t.Value, p.rule.At, p.written.At)
	}
	if named && !c.PointsAt(t.Value, p.rule.At, p.written.Each) {
		return nil, false
	}
	each, problem := scope.Members(t, p.rule.At, p.rule.Stage, named)
	if problem == nil {
		return each, true
	}
	if !named {
		problem.Message += ", in " + t.Name
	}
	c.Diags.Add(diag.Diagnostic{Pos: p.written.Each.Pos, Code: problem.Code, Message: problem.Message, Suggestion: problem.Suggestion})
	return nil, false
}

// scope returns the scope of a rule that is compiled for types of a unit.
func (c *compiler) scope(u *unit, p *pendingRule) *rules.Scope {
	return c.scopeOf(u, p.unit, p.written.Each.Pos.IsValid())
}

// scopeOf returns the scope of an expression of a spec that is compiled for types of a unit.
func (c *compiler) scopeOf(u, from *unit, each bool) *rules.Scope {
	s := &rules.Scope{Params: u.protocol.Params, Stages: u.stages, Catalogs: map[string]*ir.Type{}, Each: each}
	add := func(prefix string, other *unit) {
		for i := range other.file.Catalogs {
			if name := other.file.Catalogs[i].Name.Value; prefix != "" || !rules.IsTaken(name, s.Each) {
				s.Catalogs[prefix+name] = other.byName[name].typ
			}
		}
	}
	add("", from)
	for name, other := range from.imports { // in any order: it fills a map
		add(name+".", other)
	}
	return s
}

// problems reports the problems of an expression, each at its character.
func (c *compiler) problems(p *pendingRule, list []rules.Problem) {
	c.Problems(p.unit.file, p.written.Check, list)
}

// inTime reports a rule that would be evaluated on values that are checked in a later stage.
func (c *compiler) inTime(u *unit, t *ir.Type, p *pendingRule) bool {
	f := u.late[t]
	if f == nil || f.Stage <= p.rule.Stage {
		return true
	}
	pos := p.written.Stage.Pos
	if !pos.IsValid() {
		pos = p.rule.Pos
	}
	c.Diags.Add(diag.Diagnostic{Pos: pos, Code: "stage", Message: "values of " + t.Name + " are in " + wording.Quote(f.Name) + ", whose stage comes after this rule",
		Suggestion: "write `stage: " + u.stages[f.Stage] + "`, or a later one", Notes: []diag.Note{{Pos: f.Pos, Message: "declared here"}}})
	return false
}

// late finds, for each type with values in a staged member, the member of the latest stage.
func (c *compiler) late(u *unit) map[*ir.Type]*ir.Field {
	var staged []*ir.Field
	for _, other := range append(c.reachable(u), u) {
		for _, t := range other.out {
			if rec, isRecord := t.Value.Kind.(*ir.Record); isRecord {
				for _, f := range rec.Fields {
					if f.Staged {
						staged = append(staged, f)
					}
				}
			}
		}
	}
	slices.SortStableFunc(staged, func(a, b *ir.Field) int { return b.Stage - a.Stage })
	late := map[*ir.Type]*ir.Field{}
	for _, f := range staged {
		typesWithin(f.Value, func(t *ir.Type) bool {
			known := late[t] != nil
			if !known {
				late[t] = f
			}
			return !known
		})
	}
	return late
}

// typesWithin visits the types whose values may be in v. It continues inside each type for which visit returns true.
func typesWithin(v ir.Value, visit func(*ir.Type) bool) {
	switch k := v.Kind.(type) {
	case ir.Ref:
		if visit(k.Type) {
			typesWithin(k.Type.Value, visit)
		}
	case ir.Array:
		typesWithin(*k.Items, visit)
	case ir.Map:
		typesWithin(*k.Values, visit)
	case *ir.Record:
		for _, f := range k.Fields {
			typesWithin(f.Value, visit)
		}
	case *ir.Union:
		for _, variant := range k.Variants {
			typesWithin(ir.Value{Kind: ir.Ref{Type: variant.Type}}, visit)
		}
	case *ir.Choice:
		for _, o := range k.Options {
			typesWithin(o, visit)
		}
	}
}
