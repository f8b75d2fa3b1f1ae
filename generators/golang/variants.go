package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// Expressions read members of a union's values. A test for one variant is a type assertion, and the value of one variant is another. Members that
// several variants have are read from the head of the union, or by a function with a type switch, which all expressions share.

// isVariant returns the condition that a value is of one of some variants.
func (p *programPrinter) isVariant(e ir.IsVariant) operand {
	is := "Is"
	if p.isDraft() {
		is = "IsSet"
	}
	var tests []operand
	for _, t := range e.Tests {
		if !t.Whole() {
			return p.Expr(e.Expanded())
		}
		tests = append(tests, primary(p.g.wire(is).Types(p.g.variantType(t.Variant)).Call(p.native(e.Of).Code)))
	}
	return p.Logic(true, tests...)
}

// tagOf returns the tag of a value.
func (p *programPrinter) tagOf(e ir.TagOf) operand {
	if a := p.g.tags[e.Union]; a.name != "" && !p.isDraft() && e.Union.Value.Kind.(*ir.Union).Tag == e.Tag {
		tag := p.native(e.Of).Code.Dot(a.name).Call()
		if a.typ != nil {
			tag = jen.String().Call(tag)
		}
		return primary(tag)
	}
	kind, typ, zero := ir.StringExpr, jen.String(), jen.Lit("")
	if e.By == ir.ByInteger {
		kind, typ, zero = ir.IntExpr, jen.Int64(), jen.Lit(0)
	}
	isTag := func(f *ir.Field) bool { return ir.TypeOfValue(&f.Value).Kind == kind && !isNullable(f.Value) }
	return primary(p.ofVariants(e.Of, e.Union, switched{e.Tag, "tag", "", isTag}, typ, zero, func(v *ir.Type, m *jen.Statement) jen.Code {
		f := tagField(v, e.Tag)
		place := m.Dot(p.g.names.Field(f))
		if !isStored(f) {
			place.Call()
		}
		return p.plain(primary(place), f.Value).Code
	}))
}

// headOf returns the method of a union for the struct with a member that all variants share, or "".
func (g *generator) headOf(union *ir.Type, f *ir.Field) string {
	for _, t := range append([]*ir.Type{union}, g.wider(union)...) {
		if slices.ContainsFunc(g.sharedFields[t], func(other *ir.Field) bool { return other.Name == f.Name }) && isUnion(t.Value.Kind) {
			return g.headName(t)
		}
	}
	return ""
}

func isOfSeveral(of ir.Expr) bool {
	as, is := of.(ir.AsVariant)
	return is && len(as.Variants) > 1
}

// ask is a question about a member.
type ask int

const (
	askValue ask = iota
	askHas
	askNull
)

// variantsFunction returns the call of a function that reads a member of several variants. It is nil for a member of one record, and for one that the
// head has.
func (p *programPrinter) variantsFunction(of ir.Expr, f *ir.Field, what ask) *jen.Statement {
	as, is := of.(ir.AsVariant)
	if !is || len(as.Variants) == 1 || !p.isDraft() && recordOf(f.Value) == nil && p.g.headOf(as.Union, f) != "" {
		return nil
	}
	inside := newProgramPrinter(p.g, p.This, &ir.Rule{}, p.name)
	inside.names[-1] = "m"
	read := func(v *ir.Type) ir.Expr {
		field, record := v.Field(f.Name), ir.Temp{Number: -1} // m
		switch what {
		case askHas:
			return ir.HasMember{Of: record, Record: v, Field: field}
		case askNull:
			return ir.IsNull{Of: record, Record: v, Field: field}
		}
		return ir.MemberOf{Of: record, Record: v, Field: field}
	}
	typ, zero := jen.Bool(), jen.False()
	if what == askValue {
		typ, zero = p.g.presentType(f.Value), p.zero(f.Value, false)
		if recordOf(f.Value) != nil {
			zero = jen.Nil()
		}
	}
	key := p.g.memberKey(f)
	isSame := func(other *ir.Field) bool { return p.g.memberKey(other) == key }
	return p.ofVariants(as.Of, as.Union, switched{f.Name, [...]string{"", "has", "null"}[what], key, isSame}, typ, zero, func(v *ir.Type, _ *jen.Statement) jen.Code {
		e := read(v)
		if member, is := e.(ir.MemberOf); is && recordOf(f.Value) != nil {
			return inside.pointer(member)
		}
		return inside.native(e).Code
	})
}

// presentType returns the Go type of a value that is neither absent nor null; records are pointers.
func (g *generator) presentType(v ir.Value) *jen.Statement {
	return g.innerType(v, recordOf(v) != nil)
}

// memberKey is the same for members that one function can read.
func (g *generator) memberKey(f *ir.Field) string {
	return fmt.Sprintf("%t %d %s", isStored(f), modeOf(f.Value, f.Required), g.typeKey(f.Value))
}

// switched is a member that a function reads.
type switched struct {
	member, what, key string
	alike             func(*ir.Field) bool
}

// ofVariants returns the call of a function with a type switch over all variants that have the member. So a member needs one function, whichever variants
// a condition leaves.
func (p *programPrinter) ofVariants(of ir.Expr, union *ir.Type, s switched, typ, zero *jen.Statement, read func(v *ir.Type, m *jen.Statement) jen.Code) *jen.Statement {
	g := p.g
	key := fmt.Sprintf("%s %t %q %s.%s %s", s.what, p.isDraft(), s.member, union.Protocol, union.Name, s.key)
	words := unexported(g.names.Type(union)) + exported(g.names.Words(s.member))
	if s.what != "" {
		words = s.what + exported(words)
	}
	name := g.helper(&g.switches, key, []string{words}, func(name string) jen.Code {
		var cases []jen.Code
		for _, v := range leaves(union) {
			if f := v.Field(s.member); f == nil || !s.alike(f) {
				continue
			}
			var body []jen.Code
			if p.isDraft() { // a caller can give a nil pointer
				body = append(body, jen.If(jen.Id("m").Op("==").Nil()).Block(jen.Break()))
			}
			cases = append(cases, jen.Case(g.variantType(v)).Block(append(body, jen.Return(read(v, jen.Id("m"))))...))
		}
		return commented(jen.Func().Id(name).Params(jen.Id("m").Add(g.typeName(union))).Add(typ).Block(
			jen.Switch(jen.Id("m").Op(":=").Id("m").Assert(jen.Type())).Block(cases...),
			jen.Return(zero)), name+" reads the member "+oneLine(memberName(s.member))+" of the variants that have it.")
	})
	return jen.Id(name).Call(p.native(of).Code)
}
