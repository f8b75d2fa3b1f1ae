package golang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// union declares the interface of a union, and the declarations that distinguish its variants.
func (g *generator) union(t *ir.Type, union *ir.Union) []jen.Code {
	code := append([]jen.Code{g.unionInterface(t, union)}, g.headType(t)...)
	return append(append(code, g.handler(t, union), g.handle(t, union)), g.sender(t, union)...)
}

// unionInterface embeds the interfaces of the unions that contain all variants of this union: its values belong to them too.
func (g *generator) unionInterface(t *ir.Type, union *ir.Union) jen.Code {
	var variants []string
	for _, v := range union.Variants {
		variants = append(variants, g.variantText(v.Type))
	}
	var methods []jen.Code
	wider := g.wider(t)
	if !slices.ContainsFunc(wider, func(outer *ir.Type) bool { return isUnion(outer.Value.Kind) }) {
		methods = append(methods, g.envelope("Message"))
	}
	for _, outer := range wider {
		methods = append(methods, jen.Id(g.names.Type(outer)))
	}
	if tag := g.tags[t]; tag.name != "" && t.Of == nil {
		methods = append(methods, commented(jen.Id(tag.name).Params().Add(g.tagType(tag)), tag.name+" returns the discriminator."))
	}
	if name := g.headName(t); g.sharedFields[t] != nil {
		methods = append(methods, commented(jen.Id(name).Params().Id(name), name+" returns the members that all variants have."))
	}
	if g.sealed[t] {
		methods = append(methods, jen.Id(marker(g.names.Type(t))).Params())
	}
	shape := "one of " + strings.Join(variants, ", ")
	if !g.sealed[t] {
		shape += openShape
	}
	return g.documented(jen.Type().Id(g.names.Type(t)).Interface(methods...), t, shape)
}

// openShape ends the comment of a type that is not sealed.
const openShape = "; as some are of other packages, the compiler cannot keep other types out, but nothing writes them"

// wider returns the unions and choices that contain all values of a union.
func (g *generator) wider(t *ir.Type) []*ir.Type {
	if t.Of == nil {
		return g.holders[t]
	}
	return append([]*ir.Type{t.Of}, g.holders[t]...)
}

// variantType returns the Go type of a variant: a pointer to a record, or the interface of a union.
func (g *generator) variantType(t *ir.Type) *jen.Statement {
	if isUnion(t.Value.Kind) {
		return g.typeName(t)
	}
	return jen.Op("*").Add(g.typeName(t))
}

// variantText is variantType for comments.
func (g *generator) variantText(t *ir.Type) string {
	if isUnion(t.Value.Kind) {
		return g.typeText(t)
	}
	return "*" + g.typeText(t)
}

// sealedUnions returns the unions and choices that no other type of a program can implement. Records of other packages cannot have the
// method that seals a union. A choice wraps them in its own types, but not the variants of a union of this package.
func (g *generator) sealedUnions() map[*ir.Type]bool {
	sealed := map[*ir.Type]bool{}
	for _, t := range g.protocol.Types {
		sealed[t] = !isOpen(t)
		if choice, is := t.Value.Kind.(*ir.Choice); is {
			sealed[t] = !slices.ContainsFunc(choice.Options, func(option ir.Value) bool {
				of := objectType(option)
				return of != nil && !g.isForeign(of) && isOpen(of)
			})
		}
	}
	return sealed
}

// isOpen reports whether a type is a union that its package cannot seal, because a record is of another one.
func isOpen(t *ir.Type) bool {
	return isUnion(t.Value.Kind) && slices.ContainsFunc(leaves(t), func(record *ir.Type) bool { return record.Protocol != t.Protocol })
}

// caseOf returns the types of a case for a variant, without those of earlier cases, and its value in the case. The interface of an open union
// contains any message, so its records are named.
func (g *generator) caseOf(variant *ir.Type, m *jen.Statement, earlier map[*ir.Type]bool) ([]jen.Code, *jen.Statement) {
	list := []*ir.Type{variant}
	if isOpen(variant) {
		list = leaves(variant)
	}
	list = slices.DeleteFunc(list, func(t *ir.Type) bool { return earlier[t] })
	if len(list) > 1 {
		m = m.Clone().Assert(g.typeName(variant))
	}
	var types []jen.Code
	for _, t := range list {
		earlier[t] = true
		types = append(types, g.variantType(t))
	}
	return chunked(types), m
}

func marker(union string) string { return "is" + union }

// membership returns the methods that make a record a variant of its unions, and an option of its choices.
func (g *generator) membership(t *ir.Type) []jen.Code {
	var code []jen.Code
	marks := jen.Null()
	for _, owner := range g.unions[t] {
		if g.sealed[owner] {
			marks.Func().Params(jen.Op("*").Id(g.names.Type(t))).Id(marker(g.names.Type(owner))).Params().Block().Line()
		}
		union, ok := owner.Value.Kind.(*ir.Union)
		if !ok {
			continue
		}
		if accessor := g.tags[owner]; accessor.name != "" && !accessor.isMember {
			value := g.fieldOf(tagField(t, union.Tag))
			code = append(code, commented(
				jen.Func().Params(jen.Id("v").Op("*").Id(g.names.Type(t))).Id(accessor.name).Params().String().Block(jen.Return(jen.String().Call(value))),
				accessor.name+" returns the discriminator of "+g.names.Type(owner)+"."))
		}
		if g.sharedFields[owner] != nil {
			code = append(code, g.headMethod(t, owner))
		}
	}
	return append([]jen.Code{marks}, code...)
}

// unionsOf lists the unions and choices that each record belongs to, directly or as part of another union.
func unionsOf(p *ir.Protocol) map[*ir.Type][]*ir.Type {
	owners := map[*ir.Type][]*ir.Type{}
	for _, t := range p.Types {
		for _, record := range leaves(t) {
			owners[record] = append(owners[record], t)
		}
	}
	return owners
}

// holdersOf lists the unions and choices that each union is directly part of.
func holdersOf(p *ir.Protocol) map[*ir.Type][]*ir.Type {
	holders := map[*ir.Type][]*ir.Type{}
	for _, t := range p.Types {
		for _, part := range parts(t) {
			if isUnion(part.Value.Kind) {
				holders[part] = append(holders[part], t)
			}
		}
	}
	return holders
}

// parts returns the records and unions among the possible values of a union or choice.
func parts(t *ir.Type) []*ir.Type {
	var list []*ir.Type
	switch k := t.Value.Kind.(type) {
	case *ir.Union:
		for _, v := range k.Variants {
			list = append(list, v.Type)
		}
	case *ir.Choice:
		for _, o := range k.Options {
			if part := objectType(o); part != nil && part.Protocol == t.Protocol {
				list = append(list, part)
			}
		}
	}
	return list
}

// leaves returns the possible records of a union or choice, each once.
func leaves(t *ir.Type) []*ir.Type {
	var list []*ir.Type
	seen := map[*ir.Type]bool{}
	var visit func(*ir.Type)
	visit = func(t *ir.Type) {
		for _, part := range parts(t) {
			if seen[part] {
				continue
			}
			seen[part] = true
			if isUnion(part.Value.Kind) {
				visit(part)
			} else {
				list = append(list, part)
			}
		}
	}
	visit(t)
	return list
}

func tagField(variant *ir.Type, tag string) *ir.Field {
	if f := variant.Field(tag); f != nil {
		return f
	}
	panic("golang: the variant " + variant.Name + " has no tag " + strconv.Quote(tag))
}

// accessor is the method of a union that returns the tag.
type accessor struct {
	name     string   // "" without such a method
	typ      *ir.Type // nil for string
	isMember bool     // the variants already have it for a constant member
}

// tagAccessor returns the method of the constant member, if all variants have or get it with one type. Records of other packages do not get
// it.
func (g *generator) tagAccessor(t *ir.Type, union *ir.Union) accessor {
	var found accessor
	if union.By != ir.ByString || g.hasForeignUnion(t) {
		return found
	}
	for i, v := range leaves(t) {
		f := tagField(v, union.Tag)
		a := accessor{g.names.Field(f), nil, true}
		if c, ok := resolve(f.Value).Kind.(ir.Const); ok {
			a.typ = c.Of
		}
		switch {
		case !isStored(f) && (i == 0 || a == found):
			found = a
		case g.sealed[t]:
			return accessor{name: g.names.Type(t) + "Tag"}
		default:
			return accessor{}
		}
	}
	return found
}

// hasForeignUnion reports whether a union contains one of another package, whose interface lacks the methods of this one.
func (g *generator) hasForeignUnion(t *ir.Type) bool {
	return slices.ContainsFunc(parts(t), func(part *ir.Type) bool {
		return isUnion(part.Value.Kind) && (g.isForeign(part) || g.hasForeignUnion(part))
	})
}

func (g *generator) tagType(a accessor) *jen.Statement {
	if a.typ == nil {
		return jen.String()
	}
	return g.typeName(a.typ)
}

// handler declares an interface with a method for each variant, so that the compiler reports missing variants.
func (g *generator) handler(t *ir.Type, union *ir.Union) jen.Code {
	name := g.names.Type(t)
	var methods []jen.Code
	for _, v := range union.Variants {
		methods = append(methods, jen.Id("Handle"+g.names.Type(v.Type)).Params(g.variantType(v.Type)).Error())
	}
	return commented(jen.Type().Id(name+"Handler").Interface(methods...),
		name+"Handler has a method for each variant of "+name+", so that a missing one does not compile.")
}

// handle calls the method of the handler for the variant. A variant that is in another one, too, comes before it.
func (g *generator) handle(t *ir.Type, union *ir.Union) jen.Code {
	name := g.names.Type(t)
	var cases []jen.Code
	earlier := map[*ir.Type]bool{}
	for _, v := range narrowestFirst(union.Variants) {
		if types, m := g.caseOf(v.Type, jen.Id("m"), earlier); len(types) > 0 {
			cases = append(cases, jen.Case(types...).Block(jen.Return(jen.Id("h").Dot("Handle"+g.names.Type(v.Type)).Call(m))))
		}
	}
	return commented(
		jen.Func().Id("Handle"+name).Params(jen.Id("m").Id(name), jen.Id("h").Id(name+"Handler")).Error().Block(
			jen.Switch(jen.Id("m").Op(":=").Id("m").Assert(jen.Type())).Block(cases...),
			jen.Return(g.wire("UnknownVariant").Call(jen.Lit(name), jen.Id("m")))),
		"Handle"+name+" calls the method of h for the variant of m. It returns an error if m is nil.")
}

// narrowestFirst puts a variant before those that contain it.
func narrowestFirst(variants []ir.Variant) (list []ir.Variant) {
	for _, v := range variants {
		i := slices.IndexFunc(list, func(wider ir.Variant) bool {
			return isUnion(wider.Type.Value.Kind) && (slices.Contains(parts(wider.Type), v.Type) || slices.Contains(leaves(wider.Type), v.Type))
		})
		if i < 0 {
			i = len(list)
		}
		list = slices.Insert(list, i, v)
	}
	return list
}

// sender declares the function that returns the sender of a message.
func (g *generator) sender(t *ir.Type, union *ir.Union) []jen.Code {
	sides := naming.Sides(t)
	if sides == nil {
		return nil
	}
	name := g.names.Type(t)
	var cases []jen.Code
	for _, side := range sides {
		var sent []jen.Code
		for _, s := range union.Senders {
			if s.Side == side {
				sent = append(sent, g.variantType(s.Type))
			}
		}
		cases = append(cases, jen.Case(chunked(sent)...).Block(jen.Return(jen.Lit(side))))
	}
	doc := fmt.Sprintf("%sSide returns the sender of a message, %s, or \"\" if the spec does not specify it.", name, quotedList(sides))
	return []jen.Code{commented(
		jen.Func().Id(name+"Side").Params(jen.Id("m").Id(name)).String().Block(
			jen.Switch(jen.Id("m").Assert(jen.Type())).Block(cases...),
			jen.Return(jen.Lit(""))), doc)}
}

func quotedList(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, strconv.Quote(s))
	}
	return alternatives(quoted)
}
