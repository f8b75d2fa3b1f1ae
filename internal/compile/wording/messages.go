// Package wording spells values of a spec for messages.
package wording

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// maxShown is the largest number of a value's code points in a message (contract section 3.5).
const maxShown = 80

// maxListed is how many values of a vocabulary a message names.
const maxListed = 20

// Cut shortens a value of the spec for a message.
func Cut(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown]) + "…"
	}
	return s
}

// Spell writes a literal as its JSON text, cut.
func Spell(l ir.Literal) string {
	switch l.Kind {
	case ir.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	case ir.NumberLiteral:
		return cmp.Or(l.Digits, SpellNumber(l.Number))
	case ir.StringLiteral:
		return Quote(Cut(l.String))
	}
	return "null"
}

// SpellNumber writes a number as ECMAScript does.
func SpellNumber(f float64) string {
	if a := math.Abs(f); a == 0 || a >= 1e-6 && a < 1e21 {
		return strconv.FormatFloat(f+0, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	s = strings.Replace(s, "e-0", "e-", 1)
	return s
}

// OneOf lists literals as in "one of 1, 2 or 3".
func OneOf(list []ir.Literal) string {
	var words []string
	for _, l := range list[:min(len(list), maxListed+1)] {
		words = append(words, Spell(l))
	}
	return oneOfFirst(words, len(list))
}

// OneOfWords is OneOf for values that are spelled already.
func OneOfWords(words []string) string { return oneOfFirst(words, len(words)) }

// oneOfFirst lists the first of so many values.
func oneOfFirst(words []string, count int) string {
	switch count {
	case 0:
		return "one of no values"
	case 1:
		return words[0]
	}
	words = words[:min(count, maxListed)]
	if more := count - maxListed; more > 0 {
		words = append(slices.Clip(words), fmt.Sprintf("%d other values", more))
	}
	return "one of " + Alternatives(words)
}

// Alternatives joins words as in "a, b or c".
func Alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
