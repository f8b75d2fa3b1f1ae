// Package print prints the expressions of rules. A table of operators for each language determines brackets, negations and line breaks. The
// languages print the operands: names, members, calls and literals. The package makes no decisions; compile/rules passes simplified
// expressions.
package print

import "github.com/envgen/envgen/internal/ir"

// Level is the precedence of an operator. All languages have the same order, except for negations.
type Level int

// The levels, lowest precedence first. An operand of a comparison is not a comparison: Python would chain it, and it would be hard to read.
const (
	Choice Level = iota
	Or
	And
	Not // for languages whose negation is a word
	Comparison
	Sum
	Product
	Sign
	Atom
)

// Operators contains the operators of a language.
type Operators struct {
	And, Or      string
	BracketsAnd  bool // within Or, for readability
	Not          string
	NotBinds     Level
	Conditional  Conditional
	Comparisons  [6]string // by ir.CompareOp
	Functions    map[ir.Function]Infix
	ConcatsLists bool // whether the operator that joins strings also joins lists
}

// Infix is a binary operator that is left-associative.
type Infix struct {
	Binds Level
	Word  string
}

// Conditional is the operator of ir.Choose. If it is empty, the language prints ir.Choose itself.
type Conditional struct {
	Words     [2]string
	ThenFirst bool // whether the result comes before the condition
}

// Failing returns the comparison that is true if a check with an operator fails. It is the same in all languages.
func Failing(op ir.Op) string {
	return [...]string{ir.AtLeast: "<", ir.AtMost: ">", ir.Above: "<=", ir.Below: ">="}[op]
}

// The languages.
var (
	Go = Operators{And: "&&", Or: "||", Not: "!", NotBinds: Sign, Comparisons: [6]string{"==", "!=", "<", "<=", ">", ">="},
		Functions: map[ir.Function]Infix{ir.Concat: {Sum, "+"}}} // doubles need more than operators
	TypeScript = Operators{And: "&&", Or: "||", BracketsAnd: true, Not: "!", NotBinds: Sign, Conditional: Conditional{Words: [2]string{"?", ":"}},
		Comparisons: [6]string{"===", "!==", "<", "<=", ">", ">="},
		Functions: map[ir.Function]Infix{ir.Concat: {Sum, "+"}, ir.AddDouble: {Sum, "+"}, ir.SubDouble: {Sum, "-"}, ir.MulDouble: {Product, "*"},
			ir.DivDouble: {Product, "/"}}}
	Python = Operators{And: "and", Or: "or", BracketsAnd: true, Not: "not ", NotBinds: Not, Conditional: Conditional{[2]string{"if", "else"}, true},
		Comparisons:  [6]string{"==", "!=", "<", "<=", ">", ">="},
		Functions:    map[ir.Function]Infix{ir.Concat: {Sum, "+"}, ir.AddDouble: {Sum, "+"}, ir.SubDouble: {Sum, "-"}, ir.MulDouble: {Product, "*"}},
		ConcatsLists: true}
)
