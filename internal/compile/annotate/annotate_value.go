package annotate

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// This file contains the assertions of JSON Schema that depend on one value alone.

// isType checks `type`. A whole number that is too large for an integer has a reason of its own.
func isType(k ir.IsType, n *syntax.Node) *Refusal {
	types := [...]ir.JSONTypes{syntax.NullNode: ir.NullType, syntax.BoolNode: ir.BooleanType, syntax.NumberNode: ir.NumberType,
		syntax.TextNode: ir.StringType, syntax.ListNode: ir.ArrayType, syntax.MapNode: ir.ObjectType}
	switch integers := n.Kind == syntax.NumberNode && k.Types&ir.IntegerType != 0; {
	case k.Types&types[n.Kind] != 0, integers && isInteger(n, k.Width):
		return nil
	case integers && isWhole(n):
		return &Refusal{node: n, message: k.Range.Message}
	}
	return &Refusal{node: n, message: k.Failure.Message}
}

func isWhole(n *syntax.Node) bool {
	return n.Kind == syntax.NumberNode && n.Number == math.Trunc(n.Number)
}

func isInteger(n *syntax.Node, w ir.Width) bool {
	return isWhole(n) && w.Has(integer(n))
}

// integer is a whole number, exact if it is spelled in digits alone.
func integer(n *syntax.Node) *big.Int {
	if exact, ok := new(big.Int).SetString(n.Digits(), 10); ok {
		return exact
	}
	whole, _ := big.NewFloat(n.Number).Int(nil)
	return whole
}

// within compares a number with a limit: an integer of 64 bits, for which the limit has digits, exactly.
func within(b ir.Bound, n *syntax.Node) bool {
	if limit, exact := new(big.Int).SetString(b.Digits, 10); exact && isWhole(n) {
		return b.Op.Compares(integer(n), limit)
	}
	return b.Op.Holds(n.Number, b.Limit)
}

func isMultiple(m ir.MultipleOf, n *syntax.Node) bool {
	if divisor, exact := new(big.Int).SetString(m.Digits, 10); exact && isWhole(n) {
		return new(big.Int).Rem(integer(n), divisor).Sign() == 0
	}
	return IsMultiple(n.Number, m.Divisor)
}

// IsMultiple divides the shortest decimal spellings.
func IsMultiple(value, divisor float64) bool {
	a, p := decimal(value)
	b, q := decimal(divisor)
	switch {
	case p >= q:
		a.Mul(a, power10(p-q))
	case q-p > maxDigits: // b times the power has more digits than a
		return a.Sign() == 0
	default:
		b.Mul(b, power10(q-p))
	}
	return new(big.Int).Rem(a, b).Sign() == 0
}

// maxDigits is how many digits the shortest spelling of a double can have.
const maxDigits = 17

// decimal returns a number as digits * 10^exponent.
func decimal(f float64) (digits *big.Int, exponent int) {
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, _ = new(big.Int).SetString(whole+fraction, 10)
	exponent, _ = strconv.Atoi(power)
	return digits, exponent - len(fraction)
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// text spells a value so that equal ones are spelled alike.
func (a *Validator) text(n *syntax.Node) string {
	text := wording.JSON(n)
	a.steps += len(text)
	return text
}
