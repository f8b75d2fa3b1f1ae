package rules

import "github.com/envgen/envgen/internal/ir"

// ReadOf returns the ways to all members that a program reads of an earlier message, by its number. A way without members is the whole message.
func ReadOf(p ir.Program, number int) (ways [][]*ir.Field) {
	var read func(list []ir.Expr)
	read = func(list []ir.Expr) {
		for _, e := range list {
			if root, way := chain(e); root == nil {
				read(ir.Operands(e))
			} else if earlier, is := root.(ir.Earlier); is && earlier.Number == number {
				ways = append(ways, way)
			}
		}
	}
	ir.Visit(p.Steps, func(s ir.Statement) { read(ir.Asked(s)) })
	read([]ir.Expr{p.Holds})
	return ways
}

// ReadBy is the way to the member that an expression is.
func ReadBy(e ir.Expr) []*ir.Field {
	if call, is := e.(ir.Call); is {
		e = call.Args[0] // a whole number that is made a double
	}
	_, way := chain(e)
	return way
}

// chain is the way that an expression goes from a message, or nil.
func chain(e ir.Expr) (root ir.Expr, way []*ir.Field) {
	var of ir.Expr
	var f *ir.Field
	switch e := e.(type) {
	case ir.Earlier, ir.This:
		return e, nil
	case ir.MemberOf:
		of, f = e.Of, e.Field
	case ir.HasMember:
		of, f = e.Of, e.Field
	case ir.IsNull:
		of, f = e.Of, e.Field
	default:
		return nil, nil
	}
	if root, way = chain(of); root == nil {
		return nil, nil
	}
	return root, append(way[:len(way):len(way)], f)
}

// MemberAt returns the member that a way leads to from values of a record, and whether it is there, neither absent nor null.
func MemberAt(this *ir.Type, way []*ir.Field) (there, value ir.Expr) {
	at := &ir.Each{There: boolean(true), Object: ir.This{}, Record: this}
	for _, f := range way {
		enter(at, f)
	}
	return at.There, at.Object
}
