package typescript

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// walkOf returns the function that evaluates the rules of a type's values, and of all values in them.
func (s *generator) walkOf(t *ir.Type) string {
	if s.isForeign(t) {
		return s.support("rulesOf") + "(" + s.info(t) + ")"
	}
	if ref, ok := t.Value.Kind.(ir.Ref); ok && !t.Value.Nullable {
		return s.walkOf(ref.Type)
	}
	return "rules" + s.names.Type(t)
}

// walkReference returns the same function where it is not called but referred to.
func (s *generator) walkReference(t *ir.Type) string {
	if s.isForeign(t) {
		return s.info(t) + ".rules"
	}
	if ref, ok := t.Value.Kind.(ir.Ref); ok && !t.Value.Nullable {
		return s.walkReference(ref.Type)
	}
	return s.walkOf(t)
}

// walkFunction declares the walk over the values of a type, or returns "" if there is nothing to evaluate, or another type's walk does.
func (s *generator) walkFunction(t *ir.Type) string {
	if _, isRef := t.Value.Kind.(ir.Ref); len(s.ruleReach.rules[t]) == 0 || isRef && !t.Value.Nullable {
		return ""
	}
	inner := &body{generator: s, printer: newPrinter(1), owner: t}
	inner.walk(t)
	value := "value"
	if !t.Value.Nullable && !s.ruleReach.holds(t.Value) && !inner.readsValue {
		value = "_value" // the rules speak of the time and parameters only
	}
	p := newPrinter(0)
	p.Line("function %s(%s: %s, at: string, run: %s): void {", s.walkOf(t), value, s.names.Type(t), s.runType())
	p.WriteString(inner.String())
	p.Line("}")
	return p.String()
}

// walk writes the code that evaluates the rules of a type's values, and of all values in them.
func (b *body) walk(t *ir.Type) {
	if t.Value.Nullable {
		b.Line("if (value === null) return;")
	}
	b.walkOwn(t)
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		b.walkMembers(k)
	case *ir.Union:
		b.walkVariant(t, k)
	case *ir.Choice:
		b.walkOption(k)
	default:
		v := t.Value
		v.Nullable = false // null has been tested
		b.walkValue(v, location{expr: "value", place: "at"})
	}
}

// walkOwn writes the rules of a type's own. Where a protocol has several stages, each rule waits for its.
func (b *body) walkOwn(t *ir.Type) {
	stages := map[int][]*ir.Rule{}
	for _, rule := range t.Rules {
		stages[rule.Stage] = append(stages[rule.Stage], rule)
	}
	names := b.protocol.Stages
	switch {
	case len(stages) == 0:
	case len(names) <= 1:
		b.applyRules(t, t.Rules)
	case len(stages) == 1:
		stage := t.Rules[0].Stage
		b.block(fmt.Sprintf("if (run.stage === %d) { // %s", stage, names[stage]), func() { b.applyRules(t, t.Rules) }, "}")
	default:
		b.block("switch (run.stage) {", func() {
			for _, stage := range slices.Sorted(maps.Keys(stages)) {
				b.block(fmt.Sprintf("case %d: // %s", stage, names[stage]), func() {
					b.applyRules(t, stages[stage])
					b.Line("break;")
				}, "")
			}
		}, "}")
	}
}

func (b *body) applyRules(t *ir.Type, rules []*ir.Rule) {
	for _, rule := range rules {
		at := "at"
		if len(rule.At) > 0 {
			at += " + " + quote(pointer(rule.At))
		}
		f := b.ask(t, rule)
		b.readsValue = b.readsValue || f.uses.ReadsThis
		report := func(at string) {
			b.when(f.broken("value"), func() { b.reportTo("run", "", rule.Failure, at) })
		}
		if rule.Each == nil {
			report(at)
			continue
		}
		b.readsValue = true
		b.eachMember(rule.Each, func() { report(at + " + " + b.use("atMember") + "(" + memberName + ")") })
	}
}

// memberName is the variable for the name of a member for which a rule is evaluated.
const memberName = "name"

// eachMember goes through the names of the members of an object.
func (b *body) eachMember(each *ir.Each, ask func()) {
	w := b.ruleWriter("value", nil, &ir.Program{Holds: ir.Constant{}})
	w.typed = true
	object := w.flat(each.Object)
	loop := func() {
		b.block("for (const "+memberName+" of "+b.support("membersOf")+"("+object+")) {", ask, "}")
	}
	if _, always := ir.Decided(each.There); always {
		loop()
		return
	}
	b.when(w.flat(each.There), loop)
}

func (b *body) walkMembers(r *ir.Record) {
	declared := 0
	for _, f := range r.Fields {
		if !b.ruleReach.holds(f.Value) {
			continue
		}
		member := location{expr: access("value", f.Name), place: "at + " + place(f.Name)}
		inner := func() { b.walkValue(f.Value, member) }
		var conditions []string
		if stageOf(f) > 0 {
			conditions = append(conditions, fmt.Sprintf("run.stage >= %d", f.Stage))
		}
		if slices.Contains(inherited, f.Name) {
			member.expr = numbered("member", declared)
			declared++
			b.Line("const %s = %s(value, %s);", member.expr, b.use("own"), quote(f.Name))
		}
		if !f.Required || slices.Contains(inherited, f.Name) {
			conditions = append(conditions, member.expr+" !== undefined")
		}
		if len(conditions) == 0 {
			inner()
		} else {
			b.when(strings.Join(conditions, " && "), inner)
		}
	}
}

func (b *body) walkVariant(t *ir.Type, u *ir.Union) {
	switch u.By {
	case ir.ByPresence:
		b.walkPresent(u)
		return
	case ir.ByBranch:
		b.block("switch ("+b.selects(t)+"(value)) {", func() { b.walkBranches(u) }, "}")
		return
	}
	narrows := !slices.Contains(inherited, u.Tag)
	tag := access("value", u.Tag)
	if !narrows {
		tag = b.use("own") + "(value, " + quote(u.Tag) + ")"
	}
	fallback := u.Fallback()
	otherwise := fallback != nil && len(b.ruleReach.rules[fallback]) > 0
	b.block("switch ("+tag+") {", func() {
		for _, v := range u.Variants {
			idle := len(b.ruleReach.rules[v.Type]) == 0
			if idle && (!otherwise || v.Type == fallback) {
				continue
			}
			for _, t := range v.Tags {
				b.Line("case %s:", spelledTag(u, t))
			}
			if idle { // its tags are not those of the fallback
				b.Line("  break;")
				continue
			}
			value := "value"
			if !narrows {
				value += " as " + b.typeName(v.Type)
			}
			if v.Type == fallback {
				b.Line("default:")
			}
			b.Depth++
			b.Line("%s(%s, at, run);", b.walkOf(v.Type), value)
			b.Line("break;")
			b.Depth--
		}
	}, "}")
}

// walkBranches writes the cases of the branches of a union without a tag.
func (b *body) walkBranches(u *ir.Union) {
	for i, v := range u.Variants {
		if len(b.ruleReach.rules[v.Type]) == 0 {
			continue
		}
		for index, branch := range u.Branches {
			if branch.Variant == i {
				b.Line("case %d:", index)
			}
		}
		b.Line("  %s(value as %s, at, run);", b.walkOf(v.Type), b.typeName(v.Type))
		b.Line("  break;")
	}
}

// walkPresent is walkVariant where presence selects, which narrows nothing; the compiler allows the member of the first variant only.
func (b *body) walkPresent(u *ir.Union) {
	tag := b.tag("(value as "+b.typeName(u.Variants[0].Type)+")", u.Tag)
	for i, v := range u.Variants {
		if len(b.ruleReach.rules[v.Type]) == 0 {
			continue
		}
		is := map[bool]string{true: " !== ", false: " === "}[i == 0]
		b.when(tag+is+"undefined", func() { b.Line("%s(value as %s, at, run);", b.walkOf(v.Type), b.typeName(v.Type)) })
	}
}

// walkOption goes into the one option that has rules and fits the value's JSON type.
func (b *body) walkOption(c *ir.Choice) {
	for _, o := range c.Options {
		if !b.ruleReach.holds(o) {
			continue
		}
		test := `typeof value === "object"` // which leaves no intersections of a string and an object, as a guard does
		switch {
		case isArray(o):
			test = "Array.isArray(value)"
		case slices.ContainsFunc(c.Options, isArray):
			test += " && !Array.isArray(value)"
		}
		b.when(test, func() { b.walkValue(o, location{expr: "value", place: "at"}) })
	}
}

func isArray(v ir.Value) bool {
	_, is := v.Resolve().Kind.(ir.Array)
	return is
}

// walkValue writes the code that leads from a value to the rules of its type, or of its parts.
func (b *body) walkValue(v ir.Value, at location) {
	if v.Nullable && !refersToNullable(v) {
		v.Nullable = false
		b.when(at.expr+" !== null", func() { b.walkValue(v, at) })
		return
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		b.Line("%s(%s, %s, run);", b.walkOf(k.Type), at.expr, at.place)
	case ir.Array:
		i, item := b.within(at, "i", "atIndex")
		b.block(fmt.Sprintf("for (const [%s, %s] of %s.entries()) {", i, item.expr, at.expr), func() { b.walkValue(*k.Items, item) }, "}")
	case ir.Map:
		name, item := b.within(at, "name", "atMember")
		b.block(fmt.Sprintf("for (const %s in %s) {", name, at.expr), func() {
			b.Line("const %s = %s[%s];", item.expr, at.expr, name)
			b.when(item.expr+" !== undefined", func() { b.walkValue(*k.Values, item) })
		}, "}")
	default:
		panic(fmt.Sprintf("%T holds nothing, or stands in types only", k))
	}
}
