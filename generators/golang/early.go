package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// What a builder fills in before its caller's functions run, so that what these set to zero or null stays.

// pending stands for what is computed of the message, and for an id, until the caller's functions have run: only then are the members that it
// depends on known, and whether the source of ids is asked. No message has such values. A boolean has no third value, so nothing stands for it.
func (p *builderPrinter) pending(fill *ir.Fill) *jen.Statement {
	f := fill.At[len(fill.At)-1]
	switch fill.With.(type) {
	case ir.FillID, ir.FillComputed, ir.FillElapsed:
	default:
		return nil
	}
	if modeOf(f.Value, f.Required) != plain {
		return nil
	}
	switch resolve(f.Value).Kind.(type) {
	case ir.Integer:
		return p.g.wire("PendingInteger")
	case ir.Number:
		return p.g.wire("PendingNumber")
	case ir.Boolean:
		return nil
	}
	return p.g.wire("PendingText")
}

// isEarly reports whether a member is filled in before the caller's functions run: its field cannot tell what they leave absent from what they
// set to zero or null. Records that a pointer leads to are the caller's.
func (p *builderPrinter) isEarly(fill *ir.Fill) bool {
	f := fill.At[len(fill.At)-1]
	_, isID := fill.With.(ir.FillID)
	if m := modeOf(f.Value, f.Required); !isStored(f) || p.begun[fill] || m != plain && (m != nullable || isID) {
		return false
	}
	of := p.b.Makes
	for _, around := range fill.At {
		if p.g.cycles.byPointer(of, around.Value) || around != f && modeOf(around.Value, around.Required) != plain {
			return false
		}
		of = recordOf(around.Value)
	}
	switch k := resolve(f.Value).Kind.(type) {
	case ir.Boolean, ir.Integer, ir.Number, ir.String, *ir.Enum:
		return true
	case ir.Const:
		return k.Literal.Kind == ir.StringLiteral
	}
	return false
}

// beginFills are the statements that fill in early.
func (p *builderPrinter) beginFills() []jen.Code {
	g := p.g
	var body []jen.Code
	for _, fill := range p.b.Fills {
		f := fill.At[len(fill.At)-1]
		mode := modeOf(f.Value, f.Required)
		if c, is := fill.With.(ir.FillConstant); !p.isEarly(fill) || is && c.Literal.Kind == ir.NullLiteral {
			continue
		}
		if pending := p.pending(fill); pending != nil {
			body = append(body, p.unlessGiven(fill, assign(g.placeOf(fill.At), mode, pending)))
			continue
		}
		body = append(body, p.unlessGiven(fill, p.set(fill)))
	}
	if body == nil {
		return nil
	}
	return []jen.Code{jen.If(jen.Id("f").Dot("Begins").Call()).Block(append(body, jen.Return())...)}
}

// isArgument reports whether the message has a member before it is begun: from an object that the caller gives as one argument, or from the
// message that is answered.
func (p *builderPrinter) isArgument(way []*ir.Field) bool {
	if slices.ContainsFunc(p.b.Copies, func(c *ir.Copy) bool { return slices.Equal(c.At, way) }) {
		return true
	}
	for d, i := p.b.Draft, 0; d != nil && i < len(way); i++ {
		at := slices.IndexFunc(d.Members, func(m ir.DraftMember) bool { return m.Field == way[i] })
		if at < 0 {
			return false
		}
		if m := d.Members[at]; m.Must && (m.Draft == nil || m.Draft.Of.Error != nil) {
			return true
		}
		d = d.Members[at].Draft
	}
	return false
}

// unlessGiven leaves what the argument has alone.
func (p *builderPrinter) unlessGiven(fill *ir.Fill, set jen.Code) jen.Code {
	if !p.isArgument(fill.At) {
		return set
	}
	return jen.If(p.g.isAbsent(p.g.placeOf(fill.At), fill.At[len(fill.At)-1])).Block(set)
}

// lacks notes it of a member for which something may have stood so far.
func (p *builderPrinter) lacks(fill *ir.Fill, early bool) []jen.Code {
	if !early || p.pending(fill) == nil {
		return []jen.Code{missing(fill.At)}
	}
	f := fill.At[len(fill.At)-1]
	return []jen.Code{p.g.placeOf(fill.At).Op("=").Add(zeroLiteral(resolve(f.Value).Kind)), missing(fill.At)}
}
