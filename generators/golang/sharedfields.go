package golang

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// A head contains the members that all variants of a union share, except constants: equal fields of the same name and type. A method
// returns the head as a struct, so that an id can be read without a switch. We rejected a getter for each member: the getters would have
// the names of fields, and their number would be variants times members. Variants of other packages cannot get methods, so a union with
// such variants has no head.

// headName returns the name of the type and the method.
func (g *generator) headName(t *ir.Type) string { return g.names.Type(t) + "Head" }

// sharedFieldsOf returns the members that the variants of each union share.
func (g *generator) sharedFieldsOf() map[*ir.Type][]*ir.Field {
	shared := map[*ir.Type][]*ir.Field{}
	for _, t := range g.protocol.Types {
		if !isUnion(t.Value.Kind) || !g.sealed[t] {
			continue
		}
		variants := leaves(t)
		for _, f := range variants[0].Value.Kind.(*ir.Record).Fields {
			if g.isShared(variants, f) {
				shared[t] = append(shared[t], f)
			}
		}
	}
	all := maps.Clone(shared)
	maps.DeleteFunc(shared, func(t *ir.Type, fields []*ir.Field) bool {
		return slices.ContainsFunc(g.wider(t), func(outer *ir.Type) bool { return len(all[outer]) == len(fields) }) // the method of the wider union returns the same members
	})
	return shared
}

// isShared reports whether all variants have the same field for a member of the first one.
func (g *generator) isShared(variants []*ir.Type, f *ir.Field) bool {
	for _, variant := range variants {
		other := variant.Field(f.Name)
		if other == nil || !isStored(other) || g.names.Field(other) != g.names.Field(f) || g.fieldKey(variant, other) != g.fieldKey(variants[0], f) {
			return false
		}
	}
	return true
}

// fieldKey distinguishes the Go types of fields.
func (g *generator) fieldKey(t *ir.Type, f *ir.Field) string {
	return fmt.Sprintf("%d %t %s", modeOf(f.Value, f.Required), g.cycles.byPointer(t, f.Value), g.typeKey(f.Value))
}

// headType declares the type of the shared members of a union.
func (g *generator) headType(t *ir.Type) []jen.Code {
	if g.sharedFields[t] == nil {
		return nil
	}
	var fields []jen.Code
	for _, f := range g.sharedFields[t] {
		field := jen.Id(g.names.Field(f)).Add(g.placeType(f.Value, f.Required, g.cycles.byPointer(leaves(t)[0], f.Value)))
		fields = append(fields, field.Comment("// "+oneLine(memberName(f.Name))))
	}
	name := g.headName(t)
	return []jen.Code{commented(jen.Type().Id(name).Struct(fields...), name+" is a copy of the members that all variants of "+g.names.Type(t)+" have.")}
}

// headMethod returns the method of a variant.
func (g *generator) headMethod(t, union *ir.Type) jen.Code {
	var values []jen.Code
	for _, f := range g.sharedFields[union] {
		values = append(values, jen.Id("v").Dot(g.names.Field(f)))
	}
	name := g.headName(union)
	return oneLiner(jen.Func().Params(jen.Id("v").Op("*").Id(g.names.Type(t))).Id(name).Params().Id(name), jen.Id(name).Values(values...),
		name+" returns the members that all variants of "+g.names.Type(union)+" have.")
}
