// Package print puts the expressions of rules together: which operands need brackets, how something is denied, and where a line that is too
// long is broken, by a table of operators for each language. What operators stand between, the languages spell: names, members, calls,
// literals. Nothing is decided here; compile/rules hands over expressions in which nothing is left to simplify.
package print

import "github.com/envgen/envgen/internal/ir"

// Level is how tight an operator binds. All languages agree on the order, but for what denies.
type Level int

// The levels, loosest first. What is compared is no comparison itself: Python chains them, and readers would have to think.
const (
	Choice Level = iota
	Or
	And
	Not // where that is a word
	Comparison
	Sum
	Product
	Sign
	Atom
)

// Operators is how a language spells operators.
type Operators struct {
	And, Or      string
	BracketsAnd  bool // inside of Or, for readers
	Not          string
	NotBinds     Level
	Conditional  Conditional
	Comparisons  [6]string // by ir.CompareOp
	Functions    map[ir.Function]Infix
	ConcatsLists bool // with the operator that joins strings
}

// Infix is an operator between two operands that groups from the left.
type Infix struct {
	Binds Level
	Word  string
}

// Conditional is the operator of ir.Choose, or nothing: then the language spells that, too.
type Conditional struct {
	Words     [2]string
	ThenFirst bool // in front of the condition
}

// Failing spells the comparison that holds where a check with an operator fails; in all languages alike.
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
