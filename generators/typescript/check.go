package typescript

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// location is the place of a value that generated code checks.
type location struct {
	expr  string // the value
	place string // the expression of its place
	depth int    // of loops around it
}

// check returns the function that checks a type.
func (s *generator) check(t *ir.Type) string {
	if s.isForeign(t) {
		return s.info(t) + ".check"
	}
	if acceptsAll(t.Value) {
		return "() => {}"
	}
	return "check" + s.names.Type(t)
}

// acceptsAll reports whether nothing can be wrong with a value.
func acceptsAll(v ir.Value) bool {
	r := v.Resolve()
	_, isAny := r.Kind.(ir.Any)
	return isAny && r.Schema == nil && len(r.Checks) == 0
}

// impossible reports whether no value is accepted (the schema false), and returns the failure of every value.
func impossible(v ir.Value) (ir.Failure, bool) {
	if v.Schema == nil || len(v.Schema.Assertions) != 1 {
		return ir.Failure{}, false
	}
	never, ok := v.Schema.Assertions[0].(ir.Never)
	return never.Failure, ok
}

// body is the printer of one check function.
type body struct {
	*generator
	*printer
	owner      *ir.Type
	readsValue bool // by a rule
}

func (s *generator) checkFunction(t *ir.Type) string {
	if acceptsAll(t.Value) {
		return ""
	}
	b := &body{generator: s, printer: newPrinter(0), owner: t}
	parameter := "value"
	if _, never := impossible(t.Value); never {
		parameter = "_value" // every value is wrong
	}
	if listsWords(t.Value) {
		name := s.names.Type(t)
		b.Line("const %s: readonly unknown[] = /* @__PURE__ */ Object.values(%s);", wordsOf(name), name)
		b.Line("")
	}
	b.block("function "+s.check(t)+"("+parameter+": unknown, at: string, collector: "+s.use("Collector")+"): void {", func() {
		whole := location{expr: "value", place: "at"}
		record, isRecord := t.Value.Kind.(*ir.Record)
		union, isUnion := t.Value.Kind.(*ir.Union)
		choice, isChoice := t.Value.Kind.(*ir.Choice)
		switch {
		case t.Value.Evaluated() != nil:
			b.chain(b.value(t.Value, whole))
		case isRecord:
			b.objectOnly(t.Value, whole)
			b.record(t, record)
		case isUnion:
			b.objectOnly(t.Value, whole)
			if union.Single != nil {
				b.single(t, union)
			} else {
				b.union(union)
			}
		case isChoice:
			if t.Value.Nullable {
				b.Line("if (value === null) return;")
			}
			b.choice(choice, t.Value.Mismatch, whole)
		default:
			b.chain(b.value(t.Value, whole))
		}
	}, "}")
	if record, is := t.Value.Kind.(*ir.Record); is && t.Value.Evaluated() == nil {
		b.membersFunctions(t, record)
		if record.Closed && (s.proofs.types[t] || len(record.Forbidden) == 0 && record.Surplus == undeclared) {
			b.hasOnlyFunction(t, record)
		}
	}
	return b.String()
}

// objectOnly returns early for null, if that is legal, and for anything else that is no object.
func (b *body) objectOnly(v ir.Value, at location) {
	noChecks(v)
	if v.Nullable {
		b.Line("if (%s === null) return;", at.expr)
	}
	b.when("!"+b.use("isObject")+"("+at.expr+")", func() {
		if reporter := reporters[v.Mismatch]; reporter != "" {
			b.Line("return %s(%s, %s, collector);", b.use(reporter), at.expr, at.place)
			return
		}
		b.report("return ", v.Mismatch, at.place)
	})
}

func noChecks(v ir.Value) {
	if len(v.Checks) > 0 {
		panic(fmt.Sprintf("%T has no place in an object", v.Checks[0]))
	}
}

func (b *body) record(t *ir.Type, r *ir.Record) {
	for _, g := range b.shared[t] {
		b.Line("%s(value, at, collector);", b.membersOf(g))
	}
	b.members(r, plan.Unshared(r, b.shared[t]))
	for _, f := range r.Forbidden {
		b.chain([]arm{b.fails(b.member("value", f.Name)+" !== undefined", f.Failure, location{place: "at + " + place(f.Name)})})
	}
	if r.Closed {
		b.surplus(t, r)
	}
	b.demands(r)
}

// membersOf is the function that checks members that records have alike.
func (s *generator) membersOf(g *plan.Members) string { return "check" + s.groupOf(g) }

// groupOf names members that records have alike.
func (s *generator) groupOf(g *plan.Members) string {
	name := "MembersOf" + s.names.Type(g.Records[0])
	if g.Number > 1 {
		name += "_" + strconv.Itoa(g.Number)
	}
	return name
}

// membersFunctions declare the functions for members that other records have as well, with the first of these records.
func (b *body) membersFunctions(t *ir.Type, r *ir.Record) {
	for _, g := range b.shared[t] {
		if g.Records[0] == t {
			b.Line("")
			open := "function " + b.membersOf(g) + "(value: " + b.use("JsonObject") + ", at: string, collector: " + b.use("Collector") + "): void {"
			b.block(open, func() { b.members(r, slices.Clone(g.Fields)) }, "}")
		}
	}
}

// inherited are the names that every object has, own or not.
var inherited = []string{
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
	"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
}

// member reads a member of an object.
func (s *generator) member(object, name string) string {
	if slices.Contains(inherited, name) {
		return s.use("own") + "(" + object + ", " + quote(name) + ")"
	}
	return object + "[" + quote(name) + "]"
}

// later is the arm for a member whose value waits for a stage.
func (b *body) later(f *ir.Field, at location) arm {
	call := fmt.Sprintf("%s(collector, %d, %s, %s, ", b.use("later"), f.Stage, at.expr, at.place)
	if ref, ok := f.Value.Kind.(ir.Ref); ok && f.Value.Evaluated() == nil && len(f.Value.Checks) == 0 && (!f.Value.Nullable || refersToNullable(f.Value)) {
		return arm{then: func() { b.Line("%s%s);", call, b.check(ref.Type)) }}
	}
	return arm{then: func() {
		b.block(call+"(value, at, collector) => {", func() { b.chain(b.value(f.Value, location{expr: "value", place: "at"})) }, "});")
	}}
}

// surplus reports undeclared members. The support code finds them where the record has no others to leave out, and the usual failure.
func (b *body) surplus(t *ir.Type, r *ir.Record) {
	if len(r.Forbidden) == 0 && r.Surplus == undeclared {
		b.Line("if (!%s(value)) %s(value, layout%s, at, collector);", b.hasOnly(t), b.use("notDeclared"), b.names.Type(t))
		return
	}
	b.eachUndeclared(r, func() {
		b.chain([]arm{b.fails("value[name] !== undefined && collector.isOpen(at, name)", r.Surplus, location{place: "at + " + b.use("atMember") + "(name)"})})
	})
}

// eachUndeclared writes a loop over the names of members that a record does not declare.
func (b *body) eachUndeclared(r *ir.Record, found func()) {
	b.block("for (const name in value) {", func() {
		if len(r.Fields)+len(r.Forbidden) == 0 {
			found()
			return
		}
		b.block("switch (name) {", func() {
			for _, f := range r.Fields {
				b.Line("case %s:", quote(f.Name))
			}
			for _, f := range r.Forbidden {
				b.Line("case %s:", quote(f.Name))
			}
			b.Line("  break;")
			b.block("default:", found, "")
		}, "}")
	}, "}")
}

// hasOnly is the function that tests whether a closed record has declared members only.
func (s *generator) hasOnly(t *ir.Type) string { return "hasOnlyMembersOf" + s.names.Type(t) }

// hasOnlyFunction declares it.
func (b *body) hasOnlyFunction(t *ir.Type, r *ir.Record) {
	b.Line("")
	b.block("function "+b.hasOnly(t)+"(value: "+b.use("JsonObject")+"): boolean {", func() {
		b.eachUndeclared(r, func() { b.Line("if (value[name] !== undefined) return false;") })
		b.Line("return true;")
	}, "}")
}

// report writes the statement that adds a failure, after "return " or nothing.
func (b *body) report(prefix string, f ir.Failure, place string) {
	if f == lack {
		b.Line("%s%s(%s, collector);", prefix, b.use("lacking"), place)
		return
	}
	b.reportTo("collector", prefix, f, place)
}

func (b *body) reportTo(receiver, prefix string, f ir.Failure, place string) {
	call := fmt.Sprintf("%s%s.%s(%s, %s, %s);", prefix, receiver, f.Level, quote(f.Rule), place, quote(f.Message))
	if b.Fits(call) {
		b.Line("%s", call)
		return
	}
	b.block(prefix+receiver+"."+f.Level.String()+"(", func() {
		b.Line("%s,", quote(f.Rule))
		b.Line("%s,", place)
		b.Line("%s,", quote(f.Message))
	}, ");")
}

// fails is the arm that reports a failure if a condition is true.
func (b *body) fails(when string, f ir.Failure, at location) arm {
	return arm{when: when, then: func() { b.report("", f, at.place) }}
}

// value returns the chain that checks a value. It is empty for a value that can be anything.
func (b *body) value(v ir.Value, at location) []arm {
	if never, ok := impossible(v); ok {
		return []arm{b.fails("", never, at)}
	}
	if schema := v.Evaluated(); schema != nil {
		return []arm{b.evaluate(schema, at)}
	}
	if len(v.Checks) > 0 {
		r := v.Resolve() // checks beside a reference to an open vocabulary apply to its strings
		v = ir.Value{Kind: r.Kind, Nullable: r.Nullable, Mismatch: r.Mismatch, Checks: r.Checks}
	}
	arms := append(b.kind(v, at), b.checks(v, at)...)
	if _, null := v.Kind.(ir.Null); v.Nullable && !null && len(arms) > 0 {
		return b.guard(at.expr+" !== null", arms)
	}
	return arms
}

// evaluate is the arm for a value of which a schema decides. In a loop, the place is put together only where it is needed.
func (b *body) evaluate(schema *ir.Schema, at location) arm {
	name, when := schemaName(b.schemas.Schema(schema).Schema), ""
	call := fmt.Sprintf("%s(%s, %s, %s, collector);", b.use("evaluate"), name, at.expr, at.place)
	if at.depth > 0 {
		when = fmt.Sprintf("!%s(%s, %s)", b.use("accepts"), name, at.expr)
	}
	return arm{when: when, then: func() { b.Line("%s", call) }}
}

// kind returns the arms for the kind of a value, before its Checks.
func (b *body) kind(v ir.Value, at location) []arm {
	x := at.expr
	switch k := v.Kind.(type) {
	case ir.Any:
		return nil
	case ir.Null:
		return []arm{b.fails(x+" !== null", v.Mismatch, at)}
	case ir.Boolean:
		return []arm{b.isNot("boolean", v, at)}
	case ir.Integer:
		return b.integer(v, k, at)
	case ir.Number:
		return []arm{b.isNot("number", v, at)}
	case ir.String:
		return []arm{b.isNot("string", v, at)}
	case ir.Const:
		other := b.fails(x+" !== "+literal(k.Literal), k.Failure, at)
		if v.Mismatch == k.Failure {
			return []arm{other}
		}
		return []arm{b.isNot(jsType(k.Literal), v, at), other}
	case *ir.Enum:
		if k.Open {
			return []arm{b.isNot("string", v, at)}
		}
		if listsWords(v) {
			words := wordsOf(b.names.Type(b.owner))
			return []arm{{when: "!" + words + ".includes(" + x + ")", then: func() { b.Line("%s(%s, %s, collector, %s);", b.use("notWord"), x, at.place, words) }, lack: true}}
		}
		return []arm{b.isNot("string", v, at), b.fails("!"+b.use("has")+"("+b.names.Type(b.owner)+", "+x+")", k.NotOneOf, at)}
	case ir.Array:
		return []arm{b.mismatch("!Array.isArray("+x+")", v.Mismatch, at)}
	case ir.Object, ir.Map:
		return []arm{b.mismatch("!"+b.use("isObject")+"("+x+")", v.Mismatch, at)}
	case ir.Ref:
		if !b.isForeign(k.Type) && (isScalar(k.Type.Value) || k.Type.Value.Evaluated() != nil && at.depth > 0) {
			inside := *b
			inside.owner = k.Type
			return inside.value(k.Type.Value, at) // a function would be given a place for each value, though few are wrong
		}
		return []arm{{then: func() { b.Line("%s(%s, %s, collector);", b.check(k.Type), at.expr, at.place) }, lack: lackIn(k.Type.Value)}}
	default:
		panic(fmt.Sprintf("%T stands in types only", k))
	}
}

// isScalar reports whether the check of a value is a few lines that look at nothing below it. Those of an integer are many, and the message of
// a vocabulary of many words is long.
func isScalar(v ir.Value) bool {
	r := v.Resolve()
	switch k := r.Kind.(type) {
	case ir.Boolean, ir.Number, ir.String, ir.Const:
		return r.Schema == nil
	case *ir.Enum:
		return r.Schema == nil && (k.Open || listsWords(v) || len(k.NotOneOf.Message) < lineWidth)
	}
	return false
}
