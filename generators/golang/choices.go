package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// objectType returns the record or union of an option whose type belongs to the choice without a wrapper, or nil.
func objectType(option ir.Value) *ir.Type {
	ref, ok := option.Kind.(ir.Ref)
	if !ok {
		return nil
	}
	switch ref.Type.Value.Kind.(type) {
	case *ir.Record, *ir.Union:
		return ref.Type
	}
	return nil
}

// choice declares the interface of a choice, and a type for each option without its own type.
func (g *generator) choice(t *ir.Type, choice *ir.Choice) []jen.Code {
	name := g.names.Type(t)
	var options []string
	var wrappers []jen.Code
	for i, o := range choice.Options {
		wrapper := g.names.Option(t, i)
		if wrapper == "" {
			options = append(options, g.variantText(objectType(o)))
		} else {
			options = append(options, g.optionShape(o)+" ("+wrapper+")")
			wrappers = append(wrappers, commented(jen.Type().Id(wrapper).Add(g.wrapped(o)), wrapper+" contains "+g.optionShape(o)+", an option of "+name+"."))
			if g.sealed[t] {
				wrappers = append(wrappers, jen.Func().Params(jen.Id(wrapper)).Id(marker(name)).Params().Block())
			}
		}
	}
	shape, methods := alternatives(options), []jen.Code{jen.Id(marker(name)).Params()}
	if !g.sealed[t] {
		shape, methods = shape+openShape, nil
	}
	return append([]jen.Code{
		g.documented(jen.Type().Id(name).Interface(methods...), t, shape)}, wrappers...)
}

// optionType returns the Go type of a value of the i-th option.
func (g *generator) optionType(t *ir.Type, i int) *jen.Statement {
	if wrapper := g.names.Option(t, i); wrapper != "" {
		return g.from(t, wrapper)
	}
	return g.variantType(objectType(t.Value.Kind.(*ir.Choice).Options[i]))
}

// isEmbedded reports whether the type of an option embeds its value, to inherit the methods.
func isEmbedded(option ir.Value) bool {
	switch resolve(option).Kind.(type) {
	case *ir.Record, *ir.Union, ir.Object, ir.Map:
		return true
	}
	return false
}

// wrapped returns the definition of the type of an option.
func (g *generator) wrapped(option ir.Value) *jen.Statement {
	switch {
	case recordOf(option) != nil:
		return jen.Struct(jen.Op("*").Add(g.goType(option)))
	case isEmbedded(option):
		return jen.Struct(g.goType(option))
	}
	return g.goType(option)
}

// embeddedName returns the name of the field of an embedded type.
func (g *generator) embeddedName(option ir.Value) string {
	switch k := option.Kind.(type) {
	case ir.Ref:
		return g.names.Type(k.Type)
	case ir.Object:
		return g.names.Own("Object")
	}
	return g.names.Own("Map")
}

// optionShape describes an option in JSON.
func (g *generator) optionShape(option ir.Value) string {
	if ref, ok := option.Kind.(ir.Ref); ok {
		return g.typeText(ref.Type)
	}
	return g.shape(option)
}

// choiceReader reads an option, selected by the JSON type of the next value.
func (g *generator) choiceReader(t *ir.Type, choice *ir.Choice) jen.Code {
	name := g.names.Type(t)
	var cases []jen.Code
	for i, o := range choice.Options {
		cases = append(cases, jen.Case(g.types(ir.JSONTypeOf(resolve(o).Kind))).Block(g.readOption(t, i, o)...))
	}
	head := jen.Func().Id("read" + name).Params(g.readerParam()).Id(name)
	byType := jen.Switch(jen.Id("r").Dot("NextType").Call()).Block(cases...)
	skip := jen.Id("r").Dot("Skip").Call()
	if schema := t.Value.Evaluated(); schema != nil {
		return head.Block(g.unlessValid(schema, jen.Return(jen.Nil())), byType, skip /* null */, jen.Return(jen.Nil()))
	}
	return head.Block(byType, skip, raise(t.Value.Mismatch), jen.Return(jen.Nil()))
}

func (g *generator) readOption(t *ir.Type, i int, option ir.Value) []jen.Code {
	wrapper := g.names.Option(t, i)
	if schema := t.Value.Evaluated(); schema != nil {
		option = uncheckedPart(option, schema)
	}
	owner := wrapper
	if wrapper == "" {
		return g.readVariant(objectType(option))
	}
	if recordOf(option) != nil {
		return []jen.Code{jen.Return(jen.Id(wrapper).Values(g.wire("New").Types(g.goType(option)).Call(jen.Id("r"))))}
	}
	switch {
	case isConstant(option):
		return []jen.Code{g.expect(option, owner), jen.Return(jen.Id(wrapper).Call(g.constantValue(option)))}
	case isEmbedded(option):
		return []jen.Code{jen.Return(jen.Id(wrapper).Values(g.readCall(option, owner)))}
	}
	return []jen.Code{jen.Return(jen.Id(wrapper).Call(g.readCall(option, owner)))}
}

// choiceWriter returns the function that writes a choice. The nil interface is null.
func (g *generator) choiceWriter(t *ir.Type, choice *ir.Choice) string {
	return g.helper(&g.writing, "choice "+t.Name, []string{"write" + g.names.Type(t)}, func(name string) jen.Code {
		var cases []jen.Code
		earlier := map[*ir.Type]bool{}
		for i, o := range choice.Options {
			types, v := []jen.Code{g.optionType(t, i)}, jen.Id("v")
			if g.names.Option(t, i) == "" {
				types, v = g.caseOf(objectType(o), v, earlier)
			}
			if len(types) > 0 {
				cases = append(cases, jen.Case(types...).Block(g.writeOption(t, i, o, v)))
			}
		}
		cases = append(cases, jen.Default().Block(call(jen.Id("w"), "Missing")))
		var body []jen.Code
		if t.Value.Evaluated() != nil || slices.ContainsFunc(choice.Options, g.isGuarded) {
			body = append(body, recheck())
		}
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("v").Id(g.names.Type(t))).Block(
			append(body, jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...))...)
	})
}

func (g *generator) writeOption(t *ir.Type, i int, option ir.Value, value *jen.Statement) jen.Code {
	wrapper := g.names.Option(t, i)
	switch {
	case wrapper != "" && isEmbedded(option):
		value = value.Dot(g.embeddedName(option))
	case wrapper != "":
		value = g.goType(option).Call(value)
	}
	write := g.writeValue(jen.Id("w"), option, value, g.names.Type(t))
	if wrapper != "" && recordOf(option) != nil {
		return unlessNil(value, write)
	}
	return write
}
