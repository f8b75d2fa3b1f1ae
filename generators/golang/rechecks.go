package golang

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// A writer detects only whether a value may be invalid. Such a value is written and then read, which produces its issues. So the writers
// repeat the conditions of the readers, but no issues, no paths and no order of issues.

// rechecks returns the statements that mark x as doubtful if it fails a check of flat.
func (g *generator) rechecks(flat ir.Value, x, owner string) []jen.Code {
	if !needsRecheck(flat) {
		return nil
	}
	var code []jen.Code
	var conditions []jen.Code
	if e, isEnum := flat.Kind.(*ir.Enum); isEnum && !e.Open {
		conditions = append(conditions, jen.Op("!").Id(x).Dot("IsValid").Call())
	}
	for _, c := range flat.Checks {
		switch c := c.(type) {
		case ir.OneOf:
			cases := oneOfCases(c, flat)
			if len(cases) == 0 {
				return []jen.Code{recheck()}
			}
			code = append(code, jen.Switch(jen.Id(x)).Block(jen.Case(cases...), jen.Default().Block(recheck())))
		case ir.Items:
			if _, isArray := flat.Kind.(ir.Array); !isArray {
				return []jen.Code{recheck()}
			}
			if c.Op != ir.AtLeast || c.Limit > 0 {
				conditions = append(conditions, jen.Len(jen.Id(x)).Op(print.Failing(c.Op)).Lit(c.Limit))
			}
		default:
			if fails := g.fails(c, flat, x, owner); fails != nil {
				conditions = append(conditions, fails)
			}
		}
	}
	if len(conditions) > 0 {
		code = append(code, g.recheckIf(conditions...))
	}
	return code
}

// recheckIf marks the value as doubtful if one of the conditions is true.
func (g *generator) recheckIf(conditions ...jen.Code) jen.Code {
	any := jen.Add(conditions[0])
	for _, c := range conditions[1:] {
		any.Op("||").Add(c)
	}
	if len(conditions) > 1 {
		any = jen.Parens(any)
	}
	return jen.If(call(jen.Id("w"), "Checks").Op("&&").Add(any)).Block(recheck())
}

func recheck() jen.Code { return call(jen.Id("w"), "Doubt") }

// hasChecks reports whether writing v as a scalar or a word includes checks: it has checks, or a schema validates its type.
func (g *generator) hasChecks(v ir.Value) bool {
	return needsRecheck(v) || g.owner(v) != nil && v.Resolve().Schema != nil
}

// needsRecheck reports whether some value of the Go type of v fails its checks.
func needsRecheck(v ir.Value) bool {
	flat := resolve(v)
	if e, isEnum := flat.Kind.(*ir.Enum); isEnum && !e.Open {
		return true
	}
	return slices.ContainsFunc(flat.Checks, func(c ir.Check) bool {
		switch c := c.(type) {
		case ir.Length:
			return c.Op != ir.AtLeast || c.Limit > 0
		case ir.Items:
			return c.Op != ir.AtLeast || c.Limit > 0
		}
		return true
	})
}

// scalarWriter returns the function that writes a value of v's Go type and checks it.
func (g *generator) scalarWriter(v ir.Value, owner string) string {
	flat := resolve(v)
	names := []string{"write" + owner}
	if description := describe(flat, false); description != "" {
		names = []string{"write" + description, "write" + owner}
	}
	typ, named := g.scalarGoType(v), ""
	if t := g.owner(v); t != nil {
		named = g.typeText(t)
	}
	key := fmt.Sprintf("scalar %s %s %s", named, kindText(flat.Kind), conditionsKey(flat.Checks))
	return g.helper(&g.writing, key, names, func(name string) jen.Code {
		x := "v"
		if g.owner(v) == nil {
			x = scalarNames[fmt.Sprintf("%T", flat.Kind)]
		}
		return jen.Func().Id(name).Params(g.writerParam(), jen.Id(x).Add(typ)).Block(g.writeChecked(flat, x, owner)...)
	})
}

// scalarGoType returns the Go type of a scalar or a word: its own type, or that of its kind.
func (g *generator) scalarGoType(v ir.Value) *jen.Statement {
	if t := g.owner(v); t != nil {
		return g.typeName(t)
	}
	return g.goType(ir.Value{Kind: resolve(v).Kind})
}

// writeChecked returns the statements that write x and check it. The variable v has a type of its own.
func (g *generator) writeChecked(flat ir.Value, x, owner string) []jen.Code {
	var code []jen.Code
	if x == "v" && isScalarKind(flat.Kind) {
		if !needsRecheck(flat) {
			return []jen.Code{g.writePlain(jen.Id("w"), flat, g.bare(flat.Kind, jen.Id(x)), owner)}
		}
		x = scalarNames[fmt.Sprintf("%T", flat.Kind)]
		code = []jen.Code{jen.Id(x).Op(":=").Add(g.bare(flat.Kind, jen.Id("v")))}
	}
	return append(append(code, g.writePlain(jen.Id("w"), flat, jen.Id(x), owner)), g.rechecks(flat, x, owner)...)
}

var scalarNames = map[string]string{"ir.Boolean": "b", "ir.Number": "n", "ir.Integer": "n", "ir.String": "s"}

// conditionsKey distinguishes checks by their conditions, not by their messages.
func conditionsKey(list []ir.Check) string {
	var b strings.Builder
	for _, c := range list {
		switch c := c.(type) {
		case ir.OneOf:
			fmt.Fprintf(&b, "one of %#v;", c.Literals)
		case ir.Bound:
			fmt.Fprintf(&b, "bound %v %v;", c.Op, cmp.Or(c.Digits, fmt.Sprint(c.Limit)))
		case ir.Length:
			fmt.Fprintf(&b, "length %v %v;", c.Op, c.Limit)
		case ir.Items:
			fmt.Fprintf(&b, "items %v %v;", c.Op, c.Limit)
		case ir.Pattern:
			fmt.Fprintf(&b, "pattern %q;", c.Regexp.Source)
		case ir.Format:
			fmt.Fprintf(&b, "format %s;", c.Name)
		default:
			panic(fmt.Sprintf("golang: unhandled check %T", c))
		}
	}
	return b.String()
}

// isGuarded reports whether a schema must accept v at its location.
func (g *generator) isGuarded(v ir.Value) bool {
	whole, nonNull := g.guards(v)
	return whole != nil || nonNull != nil
}

// needsReading reports whether a record has checks that no writer makes: those of a schema, and those that depend on members.
func (g *generator) needsReading(t *ir.Type, record *ir.Record) bool {
	return t.Value.Evaluated() != nil || len(record.Guards) > 0 || slices.ContainsFunc(record.Fields, func(f *ir.Field) bool {
		return g.isGuarded(f.Value) || !isStored(f) && len(resolve(f.Value).Checks) > 0
	})
}

// recheckPresence returns the statements that mark a value of a union as doubtful if its undeclared members select another variant.
func (g *generator) recheckPresence(t *ir.Type) []jen.Code {
	union, is := t.Value.Kind.(*ir.Union)
	if !is || union.By != ir.ByPresence { // a schema beside a union rechecks each value
		return nil
	}
	var code []jen.Code
	without := union.Variants[1].Type
	records := leaves(without)
	if isRecord(without.Value.Kind) {
		records = []*ir.Type{without}
	}
	for _, record := range records {
		if record.Value.Kind.(*ir.Record).Closed {
			continue
		}
		x := jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id("v").Assert(g.variantType(record))
		has := jen.Id("v").Op("!=").Nil().Op("&&").Id("v").Dot("Extra").Dot("Has").Call(jen.Lit(union.Tag))
		code = append(code, jen.If(x, jen.Id("ok").Op("&&").Add(call(jen.Id("w"), "Checks")).Op("&&").Add(has)).Block(recheck()))
	}
	return code
}

// recheckFallbacks returns the statements that mark a fallback as doubtful if its tag selects another variant, in a union or in one inside it.
func (g *generator) recheckFallbacks(t *ir.Type) []jen.Code {
	union, is := t.Value.Kind.(*ir.Union)
	if !is {
		return nil
	}
	var code []jen.Code
	for _, v := range union.Variants {
		code = append(code, g.recheckFallbacks(v.Type)...)
	}
	fallback := union.Fallback()
	if fallback == nil {
		return code
	}
	f := tagField(fallback, union.Tag)
	of := jen.String().Call(g.fieldOf(f))
	switch k := resolve(f.Value); k.Kind.(type) {
	case ir.String:
	case ir.Integer:
		of = g.fieldOf(f)
	default:
		return code // its own words are others
	}
	x := jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id("v").Assert(g.variantType(fallback))
	named := slices.Concat(union.Named(), union.Refused)
	return append(code, jen.If(x, jen.Id("ok").Op("&&").Id("v").Op("!=").Nil().Op("&&").Add(call(jen.Id("w"), "Checks"))).Block(
		jen.Switch(of).Block(jen.Case(chunked(spelledTags(union, named))...).Block(recheck()))))
}

// mayReadOtherwise reports whether a value of a union without a tag may be invalid although it is a valid value of its variant: another
// branch accepts it as well, or accepts it first and has rules.
func mayReadOtherwise(t *ir.Type) bool {
	u := t.Value.Kind.(*ir.Union)
	return u.By == ir.ByBranch && (u.Exclusive || slices.ContainsFunc(leaves(t), func(t *ir.Type) bool { return len(t.Rules) > 0 }))
}
