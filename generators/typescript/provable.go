package typescript

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Bounds that proof.ts states. Together the nesting of types, of types that contain themselves and of undeclared members is the default limit.
const (
	deepestType  = 32
	largestPlain = 1024
)

// proofs are the types of a protocol that have a proof: a boolean function that accepts only values that are JSON and valid.
type proofs struct {
	types  map[*ir.Type]bool
	cyclic map[*ir.Type]bool // of types that contain themselves
	asks   map[*ir.Type]bool // of types whose rules need their inputs
	depths map[*ir.Type]int  // of nested arrays and objects, up to types that contain themselves
}

// proofsOf finds the types that have a proof. There is none for:
//   - types that a schema decides,
//   - types with rules for each member of an object below a member,
//   - types whose values nest too deep,
//   - types that contain values of such types, or of other modules, whose rules have other inputs.
func proofsOf(p *ir.Protocol) proofs {
	all := proofs{map[*ir.Type]bool{}, map[*ir.Type]bool{}, map[*ir.Type]bool{}, map[*ir.Type]int{}}
	held := map[*ir.Type][]*ir.Type{}
	for _, t := range p.Types {
		eachProven(t.Value, func(of *ir.Type) { held[t] = append(held[t], of) })
		all.types[t] = isProvable(t.Value) && mostBytes(t.Value) <= largestPlain &&
			!slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool { return r.Each != nil && !isOwn(r.Each.Object) })
		all.asks[t] = slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool { return ir.UsageOf(r.Program).NeedsInputs() })
	}
	for _, t := range p.Types {
		all.cyclic[t] = reaches(held, t, t, map[*ir.Type]bool{})
	}
	for _, t := range p.Types {
		all.types[t] = all.types[t] && all.depth(t) <= deepestType
	}
	for changed := true; changed; {
		changed = false
		for _, t := range p.Types {
			for _, of := range held[t] {
				if all.types[t] && !all.types[of] || !all.asks[t] && all.asks[of] {
					all.types[t], all.asks[t] = all.types[t] && all.types[of], all.asks[t] || all.asks[of]
					changed = true
				}
			}
		}
	}
	return all
}

// reaches reports whether values of a type contain values of another one.
func reaches(held map[*ir.Type][]*ir.Type, from, to *ir.Type, seen map[*ir.Type]bool) bool {
	seen[from] = true
	return slices.ContainsFunc(held[from], func(of *ir.Type) bool { return of == to || !seen[of] && reaches(held, of, to, seen) })
}

// eachProven visits the types that the proof of a value refers to.
func eachProven(v ir.Value, visit func(*ir.Type)) {
	eachHeld(v, 0, func(held *ir.Type, _ int) { visit(held) })
	if record, is := v.Kind.(*ir.Record); is {
		for _, g := range record.Guards {
			for _, n := range g.Narrowed {
				eachProven(n.Value, visit)
			}
		}
	}
}

// isProvable reports whether a value can be proven if the types that it refers to can.
func isProvable(v ir.Value) bool {
	if _, never := impossible(v); never || v.Evaluated() != nil {
		return false
	}
	if u, is := v.Kind.(*ir.Union); is && u.Exclusive {
		return false
	}
	all := v.Inside()
	if record, is := v.Kind.(*ir.Record); is {
		for _, f := range record.Fields {
			all = append(all, f.Value)
		}
		for _, g := range record.Guards {
			for _, n := range g.Narrowed {
				all = append(all, n.Value)
			}
		}
	}
	return !slices.ContainsFunc(all, func(inner ir.Value) bool { return !isProvable(inner) })
}

// isOwn reports whether an object is the value that a rule is about, or a member of it.
func isOwn(object ir.Expr) bool {
	if member, is := object.(ir.MemberOf); is {
		object = member.Of
	}
	_, is := object.(ir.This)
	return is
}

// depth is how deep values of a type nest, up to values of types that contain themselves.
func (p proofs) depth(t *ir.Type) int {
	depth, known := p.depths[t]
	if !known {
		depth = p.depthOf(t.Value)
		p.depths[t] = depth
	}
	return depth
}

func (p proofs) depthOf(v ir.Value) (depth int) {
	switch k := v.Kind.(type) {
	case ir.Ref:
		if _, own := p.asks[k.Type]; own && !p.cyclic[k.Type] { // types that contain one of another module have no proof
			return p.depth(k.Type)
		}
	case *ir.Record:
		for _, f := range k.Fields {
			depth = max(depth, p.depthOf(f.Value))
		}
		return depth + 1
	case *ir.Union:
		for _, variant := range k.Variants {
			depth = max(depth, p.depthOf(ir.Value{Kind: ir.Ref{Type: variant.Type}}))
		}
	case ir.Array, ir.Object, ir.Map:
		depth = 1
	}
	inner := 0
	for _, part := range v.Inside() {
		inner = max(inner, p.depthOf(part))
	}
	return depth + inner
}

// provesAscii reports whether a check accepts strings of ASCII only.
func provesAscii(c ir.Check) bool {
	switch c := c.(type) {
	case ir.Format:
		return slices.Contains([]ir.FormatName{ir.DateTime, ir.Date, ir.Time, ir.Duration, ir.UUID, ir.IPv4, ir.IPv6}, c.Name)
	case ir.Pattern:
		return c.Regexp.OnlyASCII()
	}
	return false
}

// mostBytes is an upper bound of the size of a value, without the contents of its texts and without records, lists and maps.
func mostBytes(v ir.Value) int {
	size, r := 0, v.Resolve()
	switch k := r.Kind.(type) {
	case ir.Boolean:
		size = len("false")
	case ir.Null:
		size = len("null")
	case ir.Integer:
		size = len("-9007199254740991")
		if k.Width != ir.Safe {
			size = len("-9223372036854775808")
		}
	case ir.Number:
		size = longestNumber
	case ir.String:
		size = len(`""`)
	case ir.Const:
		size = longestNumber
		if k.Literal.Kind == ir.StringLiteral {
			size = sizeOf(k.Literal.String)
		}
	case *ir.Enum:
		for _, word := range k.Values {
			size = max(size, sizeOf(word.Value))
		}
	case *ir.Choice:
		for _, option := range k.Options {
			size = max(size, mostBytes(option))
		}
	}
	if r.Nullable {
		size = max(size, len("null"))
	}
	return size
}

const longestNumber = len("-2.2250738585072014e-308")

// sizeOf is the size of a text as JSON, or a little more.
func sizeOf(s string) int {
	size := len(s) + len(`""`)
	for _, r := range s {
		if r < ' ' || r == '"' || r == '\\' {
			size += len(`\u0000`) - 1
		}
	}
	return size
}
