package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// constantWriter returns the function that writes a constant with a field. Such constants may be absent or null.
func (g *generator) constantWriter(v ir.Value, c ir.Const, owner string) string {
	key := fmt.Sprintf("const %s %#v %s", g.typeKey(ir.Value{Kind: c}), c.Literal, conditionsKey(resolve(v).Checks))
	return g.helper(&g.writing, key, []string{"write" + owner}, func(name string) jen.Code {
		x, w := jen.Id("x"), jen.Id("w")
		write := call(w, "Number", x)
		switch {
		case c.Of != nil:
			write = call(w, "Word", jen.String().Call(x))
		case c.Literal.Kind == ir.BoolLiteral:
			write = call(w, "Boolean", x)
		case c.Literal.Kind == ir.StringLiteral:
			write = call(w, "Word", x)
		case c.Literal.IsInteger():
			write = jen.Id(g.integerWriter(c.Failure, owner)).Call(w, x)
		}
		other := x.Clone().Op("!=").Add(g.literal(c))
		if c.Literal.Kind == ir.BoolLiteral {
			other = differs("x", c.Literal)
		}
		body := []jen.Code{write, g.recheckIf(other)}
		if len(resolve(v).Checks) > 0 {
			body = append(body, recheck())
		}
		return jen.Func().Id(name).Params(g.writerParam(), x.Clone().Add(g.literalType(c))).Block(body...)
	})
}

// integerWriter returns the function that writes integers and refuses those beyond the range.
func (g *generator) integerWriter(beyond ir.Failure, owner string) string {
	key := fmt.Sprintf("integer %v", beyond)
	return g.helper(&g.writing, key, []string{"writeInteger", "writeInteger" + owner}, func(name string) jen.Code {
		refuse := jen.Id("w").Dot("Must").Call(jen.Lit(beyond.Rule), jen.Lit(beyond.Message))
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("n").Int64()).Block(
			jen.If(jen.Op("!").Add(call(jen.Id("w"), "Integer", jen.Id("n")))).Block(refuse))
	})
}

// arrayWriter returns the function that writes arrays of one Go type.
func (g *generator) arrayWriter(v ir.Value, array ir.Array, owner string) string {
	typ := g.goType(v)
	names := []string{"write" + owner}
	if ref, ok := v.Kind.(ir.Ref); ok {
		names = []string{"write" + g.names.Type(ref.Type)}
	}
	flat := resolve(v)
	key := fmt.Sprintf("array %s %s %s", g.typeKey(ir.Value{Kind: array}), g.partKey(*array.Items), conditionsKey(flat.Checks))
	declared := g.owner(v)
	if declared != nil {
		key += " " + declared.Name
	}
	return g.helper(&g.writing, key, names, func(name string) jen.Code {
		item := *array.Items
		each := jen.Id("i").Op(":=").Range().Id("items")
		if isNull(item) {
			each = jen.Range().Id("items")
		}
		w, next := jen.Id("w"), call(jen.Id("w"), "Item")
		write := g.writeItem(next, item, jen.Id("items").Index(jen.Id("i")), owner+"Item")
		body := []jen.Code{
			jen.If(jen.Op("!").Add(call(w, "BeginArray"))).Block(jen.Return()),
			jen.For(each).Block(write),
			call(w, "EndArray"),
		}
		if g.isGuarded(item) {
			body = append(body, recheck())
		}
		body = append(body, g.rechecks(flat, "items", owner)...)
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("items").Add(typ)).Block(body...)
	})
}

// mapWriter returns the function that writes maps of one Go type.
func (g *generator) mapWriter(v ir.Value, k ir.Map, owner string) string {
	typ := g.goType(v)
	names := []string{"write" + owner}
	if ref, ok := v.Kind.(ir.Ref); ok {
		names = []string{"write" + g.names.Type(ref.Type)}
	}
	flat := resolve(v)
	key := fmt.Sprintf("map %s %s %s", g.typeKey(ir.Value{Kind: k}), g.partKey(*k.Values), conditionsKey(flat.Checks))
	if declared := g.owner(v); declared != nil {
		key += " " + declared.Name
	}
	return g.helper(&g.writing, key, names, func(name string) jen.Code {
		value, w := *k.Values, jen.Id("w")
		got := "value"
		if isNull(value) {
			got = "_"
		}
		body := []jen.Code{
			jen.If(jen.Op("!").Add(call(w, "BeginObject"))).Block(jen.Return()),
			jen.For(jen.List(jen.Id("name"), jen.Id(got)).Op(":=").Range().Id("object").Dot("Members").Call()).Block(
				g.writeItem(toEntry(jen.Id("name")), value, jen.Id("value"), owner+"Value")),
			call(w, "EndObject"),
		}
		if g.isGuarded(value) {
			body = append(body, recheck())
		}
		body = append(body, g.rechecks(flat, "object", owner)...)
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id("object").Add(typ)).Block(body...)
	})
}

// writeItem writes a value that may be null, but not absent.
func (g *generator) writeItem(w *jen.Statement, v ir.Value, x *jen.Statement, owner string) jen.Code {
	if modeOf(v, true) != nullable {
		return g.writeValue(w, v, x, owner)
	}
	return jen.If(jen.List(jen.Id("x"), jen.Id("ok")).Op(":=").Add(x).Dot("Get").Call(), jen.Id("ok")).
		Block(g.writeValue(w, v, jen.Id("x"), owner)).Else().Block(call(w, "Null"))
}

// unionWriter returns the function that writes a union. The nil interface is null.
func (g *generator) unionWriter(t *ir.Type) string {
	whole := t.Of
	for whole != nil { // keywords beside a union have a type of their own, which is judged by reading
		ref, is := whole.Value.Kind.(ir.Ref)
		if !is {
			break
		}
		whole = ref.Type
	}
	if whole != nil && whole == t.Of && g.sealed[t] {
		return g.unionWriter(whole)
	}
	return g.helper(&g.writing, "union "+t.Name, []string{"write" + g.names.Type(t)}, func(name string) jen.Code {
		v, w := jen.Id("v"), jen.Id("w")
		head := jen.Func().Id(name).Params(g.writerParam(), v.Clone().Id(g.names.Type(t)))
		if t.Of != nil { // a variant of the other side may satisfy the interface
			return head.Block(recheck(), jen.Id(g.unionWriter(whole)).Call(w, v))
		}
		var cases []jen.Code
		var own, foreign []jen.Code
		for _, record := range leaves(t) {
			if g.isForeign(record) {
				foreign = append(foreign, g.variantType(record))
			} else {
				own = append(own, g.variantType(record))
			}
		}
		if own != nil {
			cases = append(cases, jen.Case(chunked(own)...).Block(encode(v, w)))
		}
		if foreign != nil { // whose package may have no pointers to them
			cases = append(cases, jen.Case(chunked(foreign)...).Block(jen.If(g.wire("IsNil").Call(v)).Block(call(w, "Missing")).Else().Block(encode(v, w))))
		}
		var body []jen.Code
		if t.Value.Evaluated() != nil || mayReadOtherwise(t) {
			body = append(body, recheck())
		}
		return head.Block(append(append(append(body, g.recheckPresence(t)...), g.recheckFallbacks(t)...),
			jen.Switch(v.Clone().Assert(jen.Type())).Block(append(cases,
				jen.Case(jen.Nil()).Block(call(w, "Missing")),
				jen.Default().Block(call(w, "Must", jen.Lit("json"), jen.Lit("not a variant of "+t.Name))))...))...)
	})
}
