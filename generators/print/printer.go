package print

import "github.com/envgen/envgen/internal/ir"

// Term is a printed expression, for any type of code.
type Term[T any] struct {
	Code     T
	Binds    Level
	Operands []T // the operands that operators join, or nil
	Words    []string
	contrary *Term[T] // the negation, if the language has a separate form for it
}

// Emitter combines code.
type Emitter[T any] interface {
	Infix(binds Level, operands []T, words []string) T
	Prefix(word string, operand T) T
	Brackets(inner T) T
}

// Leaves is the part that each language prints itself.
type Leaves[T any] interface {
	// Leaf prints an expression that has no operator in the table.
	Leaf(e ir.Expr) Term[T]
	// Comparison prints a comparison, usually with Printer.Compare.
	Comparison(c ir.Comparison) Term[T]
}

// Printer prints expressions.
type Printer[T any] struct {
	Operators
	Emitter Emitter[T]
	Leaves  Leaves[T]
	// Tag returns the name by which the language reads a tag. Readings of equal names are one reading.
	Tag func(ir.TagOf) string
}

// Expr prints an expression.
func (p Printer[T]) Expr(e ir.Expr) Term[T] {
	switch e := e.(type) {
	case ir.Logic:
		return p.Logic(e.Or, p.Expr(e.L), p.Expr(e.R))
	case ir.Negation:
		return p.Deny(p.Expr(e.X))
	case ir.Comparison:
		return p.Leaves.Comparison(e)
	case ir.Choose:
		if _, is := p.tagOf(e); is {
			return p.Expr(e.Else)
		}
		if p.Conditional.Words[0] != "" {
			return p.Choose(p.Expr(e.If), p.Expr(e.Then), p.Expr(e.Else))
		}
	case ir.Call:
		if op, is := p.Functions[e.Function]; is && (e.Type.Kind != ir.ListExpr || p.ConcatsLists) {
			return p.Infix(op, p.Expr(e.Args[0]), p.Expr(e.Args[1]))
		}
	}
	return p.Leaves.Leaf(e)
}

// tagOf returns the name of the tag that an expression reads, and whether that is all it does: the tag may have several names in the spec, but one in
// the language.
func (p Printer[T]) tagOf(e ir.Expr) (name string, is bool) {
	switch e := e.(type) {
	case ir.TagOf:
		return p.Tag(e), true
	case ir.Choose:
		then, isThen := p.tagOf(e.Then)
		other, isOther := p.tagOf(e.Else)
		return then, isThen && isOther && then == other
	}
	return "", false
}

// Code prints an expression in a context without need for brackets.
func (p Printer[T]) Code(e ir.Expr) T { return p.Expr(e).Code }

// At prints an expression as the operand of an operator with this precedence.
func (p Printer[T]) At(e ir.Expr, binds Level) T { return p.Operand(p.Expr(e), binds) }

// Operand returns the code of a term as the operand of an operator with this precedence.
func (p Printer[T]) Operand(t Term[T], binds Level) T {
	if t.Binds < binds {
		return p.Emitter.Brackets(t.Code)
	}
	return t.Code
}

// Infix joins two terms by a left-associative operator.
func (p Printer[T]) Infix(op Infix, l, r Term[T]) Term[T] {
	return p.joined(op.Binds, []T{p.Operand(l, op.Binds), p.Operand(r, op.Binds+1)}, op.Word)
}

// Compare compares two terms.
func (p Printer[T]) Compare(op ir.CompareOp, l, r Term[T]) Term[T] {
	return p.relation(l, p.Comparisons[op], r)
}

// Test returns a condition with an operator that has a contrary.
func (p Printer[T]) Test(l Term[T], word, contrary string, r Term[T]) Term[T] {
	t, not := p.relation(l, word, r), p.relation(l, contrary, r)
	t.contrary = &not
	return t
}

func (p Printer[T]) relation(l Term[T], word string, r Term[T]) Term[T] {
	return p.joined(Comparison, []T{p.Operand(l, Sum), p.Operand(r, Sum)}, word)
}

// Deny negates a condition.
func (p Printer[T]) Deny(t Term[T]) Term[T] {
	if t.contrary != nil {
		return *t.contrary
	}
	return Term[T]{Code: p.Emitter.Prefix(p.Not, p.Operand(t, Sign)), Binds: p.NotBinds}
}

// Minus negates a number.
func (p Printer[T]) Minus(t Term[T]) Term[T] {
	return Term[T]{Code: p.Emitter.Prefix("-", p.Operand(t, Atom)), Binds: Sign}
}

// Choose returns the conditional operator.
func (p Printer[T]) Choose(cond, then, other Term[T]) Term[T] {
	if p.Conditional.ThenFirst {
		cond, then = then, cond
	}
	return p.joined(Choice, []T{p.Operand(cond, Or), p.Operand(then, Or), p.Operand(other, Or)}, p.Conditional.Words[:]...)
}

// Logic joins conditions. It flattens conditions that the same operator already joined.
func (p Printer[T]) Logic(or bool, sides ...Term[T]) Term[T] {
	if len(sides) == 1 {
		return sides[0]
	}
	binds, within, word := And, Not, p.And
	if or {
		binds, within, word = Or, And, p.Or
		if p.BracketsAnd {
			within = Not
		}
	}
	var operands []T
	var words []string
	for _, side := range sides {
		if side.Binds == binds {
			operands, words = append(operands, side.Operands...), append(words, side.Words...)
		} else {
			operands = append(operands, p.Operand(side, within))
		}
		words = append(words, word)
	}
	return p.joined(binds, operands, words[:len(operands)-1]...)
}

func (p Printer[T]) joined(binds Level, operands []T, words ...string) Term[T] {
	return Term[T]{Code: p.Emitter.Infix(binds, operands, words), Binds: binds, Operands: operands, Words: words}
}
