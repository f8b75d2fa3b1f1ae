package typescript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// proof is the function that proves values of a type, or "" if it has none.
func (s *generator) proof(t *ir.Type) string {
	if !s.proofs.types[t] {
		return ""
	}
	return "proves" + s.names.Type(t)
}

// proofCall is a call of it.
func (s *generator) proofCall(t *ir.Type, x string) term {
	if s.proofs.asks[t] {
		return callOf(s.proof(t), x, "run")
	}
	return callOf(s.proof(t), x)
}

// callOf is a call as a condition.
func callOf(function string, args ...string) term {
	return whole(function + "(" + strings.Join(args, ", ") + ")")
}

// allOf and someOf join conditions.
func allOf(sides []term) term     { return conditions.Logic(false, sides...) }
func someOf(sides ...term) term   { return conditions.Logic(true, sides...) }
func isAbsent(member string) term { return test(member + " === undefined") }

// proofFunction declares the function that proves values of a type.
func (s *generator) proofFunction(t *ir.Type) string {
	name := s.proof(t)
	if name == "" {
		return ""
	}
	b := &body{generator: s, printer: newPrinter(1), owner: t}
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		b.proveRecord(t, k)
	case *ir.Union:
		b.unlessObject(t.Value, callOf(b.use("isObject"), "value"))
		b.proveUnion(t, k)
	default:
		b.conclude(t, b.proven(t.Value, location{expr: "value"}))
	}
	parameters := []string{"value: unknown"}
	if s.proofs.asks[t] {
		parameters = append(parameters, "run: "+s.runType())
	}
	text := condition(name, "", parameters, b.String())
	if record, is := t.Value.Kind.(*ir.Record); is {
		text += s.provenMembers(t, record)
	}
	return text
}

// conclude writes the end of a proof: all conditions are true, and all rules.
func (b *body) conclude(t *ir.Type, conditions []term) {
	if _, isUnion := t.Value.Kind.(*ir.Union); b.proofs.cyclic[t] && !isUnion {
		levels := strconv.Itoa(b.proofs.depth(t))
		conditions = append([]term{callOf(b.use("enters"), levels)}, append(conditions, callOf(b.use("leaves"), levels))...)
	}
	b.Statement("return ", allOf(append(conditions, b.provenRules(t)...)).Code, ";")
}

// unlessObject returns early for null, if that is legal, and for everything that fails a test for objects.
func (b *body) unlessObject(v ir.Value, test term) {
	if v.Nullable {
		b.Line("if (value === null) return true;")
	}
	b.Line("if (!%s) return false;", test.Code.Flat)
}

func (b *body) proveRecord(t *ir.Type, r *ir.Record) {
	fields := plan.Unshared(r, b.shared[t])
	size := len("{}")
	for _, f := range r.Fields {
		size += sizeOf(f.Name) + len(":,") + mostBytes(f.Value)
	}
	b.unlessObject(t.Value, callOf(b.use("isRecord"), "value", strconv.Itoa(size)))
	members := b.takeMembers(fields)
	var list []term
	for _, g := range b.shared[t] {
		list = append(list, callOf(b.provenMembersOf(g), b.membersArguments(g)...))
	}
	for i, f := range fields {
		list = append(list, b.provenMember(r, f, members[i])...)
	}
	for _, f := range r.Forbidden {
		list = append(list, isAbsent(b.member("value", f.Name)))
	}
	list = append(list, b.provenGuards(r)...)
	layout := "layout" + b.names.Type(t)
	if r.Closed {
		list = append(list, callOf(b.use("isClosed"), "value", layout, b.hasOnly(t)+"(value)"))
	} else {
		list = append(list, callOf(b.use("isOpen"), "value", layout))
	}
	b.conclude(t, list)
}

// provenMembersOf is the function that proves members that records have alike.
func (s *generator) provenMembersOf(g *plan.Members) string { return "proves" + s.groupOf(g) }

// membersArguments are its arguments: the record, and the inputs of rules if a member needs them.
func (s *generator) membersArguments(g *plan.Members) []string {
	asks := false
	for _, f := range g.Fields {
		eachProven(f.Value, func(of *ir.Type) { asks = asks || s.proofs.asks[of] })
	}
	if asks {
		return []string{"value", "run"}
	}
	return []string{"value"}
}

// provenMembers declare the functions for members that other records have as well, with the first of these records that has a proof.
func (s *generator) provenMembers(t *ir.Type, r *ir.Record) string {
	var functions strings.Builder
	for _, g := range s.shared[t] {
		if first := slices.IndexFunc(g.Records, func(of *ir.Type) bool { return s.proofs.types[of] }); g.Records[first] != t {
			continue
		}
		b := &body{generator: s, printer: newPrinter(1), owner: t}
		members := b.takeMembers(g.Fields)
		var list []term
		for i, f := range g.Fields {
			list = append(list, b.provenMember(r, f, members[i])...)
		}
		b.Statement("return ", allOf(list).Code, ";")
		parameters := []string{"value: " + s.use("JsonObject")}
		if len(s.membersArguments(g)) > 1 {
			parameters = append(parameters, "run: "+s.runType())
		}
		functions.WriteString("\n" + condition(b.provenMembersOf(g), "", parameters, b.String()))
	}
	return functions.String()
}

// provenMember are the conditions of a member, its narrowings included.
func (b *body) provenMember(r *ir.Record, f *ir.Field, x string) []term {
	optional := func(sides ...term) term {
		if !f.Required {
			sides = append([]term{isAbsent(x)}, sides...)
		}
		return someOf(sides...)
	}
	list := b.proven(f.Value, location{expr: x})
	if !f.Required {
		list = []term{optional(allOf(list))}
	}
	for _, g := range r.Guards {
		for _, n := range g.Narrowed {
			if n.Member != f.Name || acceptsAll(n.Value) {
				continue
			}
			narrowed := allOf(b.proven(n.Value, location{expr: x}))
			if len(g.If) == 0 {
				list = append(list, optional(narrowed))
			} else {
				list = append(list, optional(b.guardTests().Holds(g.If, !g.Not), narrowed))
			}
		}
	}
	return list
}

// provenGuards are the conditions of a record that concern several members.
func (b *body) provenGuards(r *ir.Record) (list []term) {
	tests := b.guardTests()
	for _, g := range r.Guards {
		for _, required := range g.Required {
			missing := b.atom(ir.Atom{Member: required.Name, Not: true})
			list = append(list, conditions.Deny(tests.Where(g, missing)))
		}
		for _, count := range g.Counts {
			list = append(list, conditions.Deny(tests.Where(g, tests.Broken(count))))
		}
	}
	return list
}

// provenRules are the rules of a type. One of level `should` is only noted.
func (b *body) provenRules(t *ir.Type) (list []term) {
	for _, rule := range t.Rules {
		f := b.ask(t, rule)
		run := "run"
		if f.uses.NeedsInputs() {
			run = b.use("bounded") + "(run)"
		}
		holds := whole(f.call("value", run))
		if rule.Each != nil {
			holds = b.provenEach(rule.Each, holds)
		}
		if rule.Failure.Level == ir.Should {
			holds = someOf(holds, callOf(b.use("advises")))
		}
		list = append(list, holds)
	}
	return list
}

// provenEach is the condition that a rule is true for each member of an object, if that is present.
func (b *body) provenEach(each *ir.Each, holds term) term {
	object, sides := "value", []term(nil)
	if member, is := each.Object.(ir.MemberOf); is {
		object = b.member("value", member.Field.Name)
		if !member.Field.Required {
			sides = append(sides, isAbsent(object))
		}
		if member.Field.Value.Nullable {
			sides = append(sides, test(object+" === null"))
		}
		object += " as object"
	}
	every := b.support("membersOf") + "(" + object + ").every((" + memberName + ") => " + holds.Code.Flat + ")"
	return someOf(append(sides, whole(every))...)
}

func (b *body) proveUnion(t *ir.Type, u *ir.Union) {
	if u.By == ir.ByBranch {
		var branches []term
		for _, branch := range u.Branches {
			branches = append(branches, b.proofCall(u.Variants[branch.Variant].Type, "value"))
		}
		b.conclude(t, []term{someOf(branches...)})
		return
	}
	if u.By == ir.ByPresence {
		present := test(b.member("value", u.Tag) + " !== undefined")
		b.conclude(t, []term{conditions.Choose(present, b.proofCall(u.Variants[0].Type, "value"), b.proofCall(u.Variants[1].Type, "value"))})
		return
	}
	b.block("switch ("+b.member("value", u.Tag)+") {", func() {
		for _, v := range u.Variants {
			if len(v.Tags) == 0 {
				b.refuseProof(u)
			}
			b.variantCase(u, v, "return "+allOf(append([]term{b.proofCall(v.Type, "value")}, b.provenRules(t)...)).Code.Flat+";")
		}
		if u.Fallback() == nil {
			b.Line("default:")
			b.Line("  return false;")
		}
	}, "}")
}

// refuseProof begins the case of a fallback, whose proof includes the JSON type of its tag.
func (b *body) refuseProof(u *ir.Union) {
	if len(u.Refused) > 0 {
		b.cases(u)
		b.Line("  return false;")
	}
	b.Line("default:")
}

// proven are the conditions under which a value is JSON and valid.
func (b *body) proven(v ir.Value, at location) []term {
	handlesNull := refersToNullable(v)
	inside := *b
	if plain := plainly(v); plain != nil {
		if handlesNull = false; len(plain.Types) > 0 {
			inside.owner = plain.Types[len(plain.Types)-1]
		}
		v = ir.Value{Kind: plain.Kind, Nullable: plain.Nullable, Mismatch: plain.Mismatch, Checks: plain.Checks}
	}
	list := inside.provenKind(v, at)
	for _, c := range v.Checks {
		list = append(list, inside.fulfils(c, at.expr))
	}
	if _, isNull := v.Kind.(ir.Null); v.Nullable && !handlesNull && !isNull && !acceptsAll(v) {
		return []term{someOf(test(at.expr+" === null"), allOf(list))}
	}
	return list
}

// plainly resolves a value whose proof is short, so that no function proves the type that it refers to. Such a value has no parts and no rules.
func plainly(v ir.Value) *ir.Resolved {
	r := v.Resolve()
	switch r.Kind.(type) {
	case ir.Any, ir.Null, ir.Boolean, ir.Integer, ir.Number, ir.String, ir.Const, *ir.Enum:
		if !slices.ContainsFunc(r.Types, func(t *ir.Type) bool { return len(t.Rules) > 0 }) {
			return &r
		}
	}
	return nil
}

// provenKind are the conditions that a value is of a kind, before its checks.
func (b *body) provenKind(v ir.Value, at location) []term {
	x := at.expr
	switch k := v.Kind.(type) {
	case ir.Null:
		return []term{test(x + " === null")}
	case ir.Boolean:
		return []term{test("typeof " + x + ` === "boolean"`)}
	case ir.Const:
		return []term{test(x + " === " + literal(k.Literal))}
	case *ir.Enum:
		switch {
		case listsWords(v):
			return []term{callOf(wordsOf(b.names.Type(b.owner))+".includes", x)}
		case !k.Open:
			return []term{test("typeof " + x + ` === "string"`), callOf(b.use("has"), b.names.Type(b.owner), x)}
		}
	case ir.Array:
		return []term{b.provenParts("isList", at, *k.Items)}
	case ir.Map:
		return []term{b.provenParts("isMap", at, *k.Values)}
	case ir.Object:
		return []term{callOf(b.use("isObject"), x), callOf(b.use("isJson"), x)}
	case *ir.Choice:
		var options []term
		for _, option := range k.Options {
			options = append(options, allOf(b.proven(option, at)))
		}
		return []term{someOf(options...)}
	case ir.Ref:
		return []term{b.proofCall(k.Type, x)}
	}
	if slices.ContainsFunc(v.Checks, provesAscii) {
		return []term{callOf(b.use("isAscii"), x)}
	}
	return []term{callOf(b.scalarProof(v.Kind), x)}
}

// scalarProof is the function of the support code that proves values of a kind, or "".
func (b *body) scalarProof(k ir.Kind) string {
	switch k := k.(type) {
	case ir.Any:
		return b.use("isJson")
	case ir.Integer:
		return b.use([]string{ir.Safe: "isSafe", ir.Int64: "isInteger64", ir.UInt64: "isUnsigned64"}[k.Width])
	case ir.Number:
		return b.use("isNumber")
	case ir.String:
		return b.use("isText")
	case *ir.Enum:
		if k.Open {
			return b.use("isText")
		}
	}
	return ""
}

// provenParts is the condition that a value is an array or a map, with a function for its items or members.
func (b *body) provenParts(function string, at location, parts ir.Value) term {
	args := []string{at.expr, strconv.Itoa(len(",") + mostBytes(parts))}
	name, asks := b.partProof(parts)
	if name == "" {
		item := location{expr: numbered("item", at.depth), depth: at.depth + 1}
		name = "(" + item.expr + ") => " + allOf(b.proven(parts, item)).Code.Flat
	}
	if args = append(args, name); asks {
		args = append(args, "run")
	}
	return callOf(b.use(function), args...)
}

// partProof is the function that proves a value by itself, or "", and whether it needs the inputs of rules.
func (b *body) partProof(v ir.Value) (name string, asks bool) {
	plain := plainly(v)
	ref, isRef := v.Kind.(ir.Ref)
	switch {
	case plain != nil && len(plain.Checks) == 0 && (!plain.Nullable || acceptsAll(v)):
		return b.scalarProof(plain.Kind), false
	case plain == nil && isRef && v.Nullable == refersToNullable(v):
		return b.proof(ref.Type), b.proofs.asks[ref.Type]
	}
	return "", false
}

// fulfils is the condition of a check.
func (b *body) fulfils(c ir.Check, x string) term {
	comparison := func(x string, op ir.Op, limit string) term {
		return test(x + " " + [...]string{ir.AtLeast: ">=", ir.AtMost: "<=", ir.Above: ">", ir.Below: "<"}[op] + " " + limit)
	}
	switch c := c.(type) {
	case ir.OneOf:
		var same []term
		for _, l := range c.Literals {
			same = append(same, test(x+" === "+literal(l)))
		}
		return someOf(same...)
	case ir.Bound:
		return comparison(x, c.Op, number(c.Limit))
	case ir.Items:
		return comparison(x+".length", c.Op, strconv.Itoa(c.Limit))
	}
	return whole(b.fulfilled(c, x))
}
