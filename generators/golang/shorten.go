package golang

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// A builder shortens the message itself, after the fills. It first copies only the targets of pointers: they may belong to the caller.

// shortened returns the statements that shorten the message.
func (p *builderPrinter) shortened() []jen.Code {
	g := p.g
	var body []jen.Code
	for _, cut := range p.b.Cuts {
		head, tail := p.number(cut.Head, "BytesKept", "computes how many bytes are kept."), p.number(cut.Tail, "BytesKept", "computes how many bytes are kept.")
		body = append(body, p.changed(cut.At, "text", func(text *jen.Statement) *jen.Statement {
			return g.wire("Cut").Call(text, head, tail, jen.Lit(cut.Mark))
		})...)
	}
	for _, keep := range p.b.Keeps {
		most := p.number(keep.Most, "ItemsKept", "computes how many items are kept.")
		body = append(body, p.changed(keep.At, "list", func(list *jen.Statement) *jen.Statement {
			return g.wire("Keep").Call(list, most, p.rank(keep))
		})...)
	}
	for _, omit := range p.b.Omits {
		place := strings.TrimPrefix(wayText(omit.At), ".")
		when := p.program(omit.When, nil, p.name+g.names.Words(strings.ReplaceAll(place, ".", " "))+"Omitted", "reports whether "+place+" is left out.", ir.ExprType{Kind: ir.BoolExpr})
		around, enter := p.around(omit.At)
		body = append(body, enter(jen.If(when).Block(around().Dot(g.names.Field(omit.At[len(omit.At)-1])).Dot("Clear").Call())))
	}
	return body
}

// number returns a number of bytes or items. Equal programs share a function.
func (p *builderPrinter) number(of *ir.Predicate, what, about string) *jen.Statement {
	if of == nil {
		return jen.Lit(0)
	}
	return p.program(of, nil, p.name+what, about, ir.ExprType{Kind: ir.IntExpr})
}

// changed sets the member at the end of a path to another value if the member is present.
func (p *builderPrinter) changed(way []*ir.Field, name string, change func(*jen.Statement) *jen.Statement) []jen.Code {
	value, enter := p.valueAt(way, name)
	return []jen.Code{enter(value().Op("=").Add(change(value())))}
}

// valueAt returns the value of the member at the end of a path, and a function that adds the condition that the member is present.
func (p *builderPrinter) valueAt(way []*ir.Field, name string) (value func() *jen.Statement, enter func(jen.Code) jen.Code) {
	f := way[len(way)-1]
	around, outside := p.around(way)
	place := func() *jen.Statement { return around().Dot(p.g.names.Field(f)) }
	if modeOf(f.Value, f.Required) == plain {
		return place, outside
	}
	name = p.local(name)
	return func() *jen.Statement { return jen.Op("*").Id(name) }, func(code jen.Code) jen.Code {
		return outside(jen.If(jen.Id(name).Op(":=").Add(place()).Dot("Ptr").Call(), jen.Id(name).Op("!=").Nil()).Block(code))
	}
}

// around returns the record with the member at the end of a path, and a function that adds the condition that the record is present.
func (p *builderPrinter) around(way []*ir.Field) (place func() *jen.Statement, enter func(jen.Code) jen.Code) {
	return p.aroundFrom(p.b.Makes, "v", way)
}

// aroundFrom is around for a path that begins in a variable of a record.
func (p *builderPrinter) aroundFrom(of *ir.Type, variable string, way []*ir.Field) (place func() *jen.Statement, enter func(jen.Code) jen.Code) {
	g := p.g
	place, enter = func() *jen.Statement { return jen.Id(variable) }, func(code jen.Code) jen.Code { return code }
	for _, f := range way[:len(way)-1] {
		outer, outside := place, enter
		field := outer().Dot(g.names.Field(f))
		pointer, mode := g.cycles.byPointer(of, f.Value), modeOf(f.Value, f.Required)
		of = recordOf(f.Value)
		switch {
		case mode == plain && !pointer:
			place = func() *jen.Statement { return outer().Dot(g.names.Field(f)) }
			continue
		case mode == plain:
			field = g.wire("Own").Call(jen.Op("&").Add(field))
		default:
			if field.Dot("Ptr").Call(); pointer {
				field = g.wire("Own").Call(field)
			}
		}
		name := p.local(unexported(g.names.Field(f)))
		place = func() *jen.Statement { return jen.Id(name) }
		enter = func(code jen.Code) jen.Code {
			return outside(jen.If(jen.Id(name).Op(":=").Add(field), jen.Id(name).Op("!=").Nil()).Block(code))
		}
	}
	return place, enter
}

// rank returns the function that ranks the items of a list, or nil.
func (p *builderPrinter) rank(keep *ir.Keep) jen.Code {
	g := p.g
	if keep.By == nil {
		return jen.Nil()
	}
	rank := "RankOfText"
	if keep.By.Value.IsDateTime() {
		rank = "RankOfTime"
	}
	field := jen.Id("item").Dot(g.names.Field(keep.By))
	args := []jen.Code{field, jen.True()}
	if modeOf(keep.By.Value, keep.By.Required) != plain {
		args = []jen.Code{field.Dot("Get").Call()}
	}
	items := resolve(keep.At[len(keep.At)-1].Value).Kind.(ir.Array).Items
	return jen.Func().Params(jen.Id("item").Op("*").Add(g.goType(*items))).Add(g.wire("Rank")).Block(jen.Return(g.wire(rank).Call(args...)))
}

// local returns a name for a variable in a block. It differs from all names that the code in the block uses.
func (p *builderPrinter) local(name string) string {
	used := func(name string) bool {
		return slices.Contains([]string{"d", "f", "v", "w"}, name) || slices.Contains(packages, name) || p.reserved[name] || token.IsKeyword(name) || slices.Contains(predeclared, name) || p.g.private[name] ||
			slices.ContainsFunc(p.g.imports, func(i target.Import) bool { return p.g.importName(i) == name })
	}
	free := name
	for n := 2; used(free); n++ {
		free = name + strconv.Itoa(n)
	}
	return free
}
