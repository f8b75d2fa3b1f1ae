package rules

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// ecma writes a pattern of CEL, which are RE2's, as one of ECMA-262 that matches the same strings.
func ecma(pattern string) (string, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		reason := err.Error()
		if e, ok := errors.AsType[*syntax.Error](err); ok {
			reason = e.Code.String() + ": " + e.Expr
		}
		return "", fmt.Errorf("this is not a pattern: %s", reason)
	}
	var b strings.Builder
	if !writeRegexp(&b, re) {
		return "", errors.New("this pattern cannot be translated: rules cannot use `(?m)` or a pattern that never matches")
	}
	return b.String(), nil
}

// writeRegexp writes one part of a pattern; it returns false where it cannot.
func writeRegexp(b *strings.Builder, re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch:
		b.WriteString("(?:)")
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			writeLiteral(b, r, re.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		writeClass(b, re.Rune)
	case syntax.OpAnyChar:
		writeClass(b, []rune{0, 0x10ffff})
	case syntax.OpAnyCharNotNL:
		writeClass(b, []rune{0, '\n' - 1, '\n' + 1, 0x10ffff})
	case syntax.OpBeginText:
		b.WriteString("^")
	case syntax.OpEndText:
		b.WriteString("$")
	case syntax.OpWordBoundary:
		b.WriteString(`\b`)
	case syntax.OpNoWordBoundary:
		b.WriteString(`\B`)
	case syntax.OpConcat:
		return writeParts(b, re.Sub, "")
	case syntax.OpAlternate:
		b.WriteString("(?:")
		fine := writeParts(b, re.Sub, "|")
		b.WriteString(")")
		return fine
	case syntax.OpCapture:
		b.WriteString("(?:")
		fine := writeRegexp(b, re.Sub[0])
		b.WriteString(")")
		return fine
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		b.WriteString("(?:")
		fine := writeRegexp(b, re.Sub[0])
		b.WriteString(")" + quantity(re))
		return fine
	default:
		return false
	}
	return true
}

func writeParts(b *strings.Builder, parts []*syntax.Regexp, between string) bool {
	for i, part := range parts {
		if i > 0 {
			b.WriteString(between)
		}
		if !writeRegexp(b, part) {
			return false
		}
	}
	return true
}

func quantity(re *syntax.Regexp) string {
	switch {
	case re.Op == syntax.OpStar:
		return "*"
	case re.Op == syntax.OpPlus:
		return "+"
	case re.Op == syntax.OpQuest:
		return "?"
	case re.Max < 0:
		return fmt.Sprintf("{%d,}", re.Min)
	}
	return fmt.Sprintf("{%d,%d}", re.Min, re.Max)
}

// writeLiteral writes a character, or with folding the class of those that it folds to.
func writeLiteral(b *strings.Builder, r rune, fold bool) {
	if !fold {
		writeRune(b, r)
		return
	}
	b.WriteString("[")
	writeRune(b, r)
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		writeRune(b, other)
	}
	b.WriteString("]")
}

// writeClass writes pairs of first and last characters.
func writeClass(b *strings.Builder, pairs []rune) {
	b.WriteString("[")
	for i := 0; i < len(pairs); i += 2 {
		writeRune(b, pairs[i])
		if pairs[i] != pairs[i+1] {
			b.WriteString("-")
			writeRune(b, pairs[i+1])
		}
	}
	b.WriteString("]")
}

// writeRune writes a character so that it means itself.
func writeRune(b *strings.Builder, r rune) {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		b.WriteRune(r)
		return
	}
	fmt.Fprintf(b, `\u{%x}`, r)
}
