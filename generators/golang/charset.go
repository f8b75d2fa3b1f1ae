package golang

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// charSet spells how a walk takes the characters of one set.
type charSet struct {
	g      *generator
	ranges []ir.Range
	ascii  bool // then bytes are as good as code points
}

func (g *generator) charSet(ranges []ir.Range) charSet {
	return charSet{g, ranges, ranges[len(ranges)-1].Hi < utf8.RuneSelf}
}

// takeOne goes over one character, or does otherwise.
func (s charSet) takeOne(otherwise jen.Code) []jen.Code {
	if s.ascii {
		missing := atEnd().Op("||").Add(s.g.outsideOf(s.ranges, jen.Id("s").Index(jen.Id("i")), true))
		return []jen.Code{jen.If(missing).Block(otherwise), jen.Id("i").Op("++")}
	}
	missing := jen.Id("size").Op("==").Lit(0).Op("||").Add(s.g.outsideOf(s.ranges, jen.Id("c"), false))
	return []jen.Code{
		jen.List(jen.Id("c"), jen.Id("size")).Op(":=").Qual("unicode/utf8", "DecodeRuneInString").Call(jen.Id("s").Index(jen.Id("i").Op(":"))),
		jen.If(missing).Block(otherwise),
		jen.Id("i").Op("+=").Id("size"),
	}
}

// takeUpTo goes over as many characters as there are, but no more than most.
func (s charSet) takeUpTo(most int) jen.Code {
	start, count := jen.Id("n").Op(":=").Lit(0), jen.Id("n").Op("++")
	more := jen.Id("n").Op("<").Lit(most)
	if !s.ascii {
		return jen.For(start, more, count).Block(s.takeOne(jen.Break())...)
	}
	inside := s.g.insideOf(s.ranges, jen.Id("s").Index(jen.Id("i")), true)
	return jen.For(start, more.Op("&&").Id("i").Op("<").Len(jen.Id("s")).Op("&&").Add(inside), count).Block(jen.Id("i").Op("++"))
}

// takeAll goes over as many characters as there are.
func (s charSet) takeAll() jen.Code {
	more := jen.Id("i").Op("<").Len(jen.Id("s"))
	if s.ascii {
		inside := s.g.insideOf(s.ranges, jen.Id("s").Index(jen.Id("i")), true)
		return jen.For(more.Op("&&").Add(inside)).Block(jen.Id("i").Op("++"))
	}
	return jen.For(more).Block(s.takeOne(jen.Break())...)
}

// inside is the condition that c is in one of the ranges.
func (g *generator) inside(ranges []ir.Range, ascii bool) jen.Code {
	return g.insideOf(ranges, jen.Id("c"), ascii)
}

func (g *generator) outside(ranges []ir.Range, ascii bool) jen.Code {
	return g.outsideOf(ranges, jen.Id("c"), ascii)
}

// insideOf compares x directly where that reads well, else it looks into a set.
func (g *generator) insideOf(ranges []ir.Range, x *jen.Statement, ascii bool) *jen.Statement {
	switch r := ranges[0]; {
	case len(ranges) > 1:
		return jen.Id(g.set(ranges, ascii)).Dot("Has").Call(x)
	case r.Lo == r.Hi:
		return x.Clone().Op("==").Add(char(r.Lo))
	default:
		return char(r.Lo).Op("<=").Add(x).Op("&&").Add(x).Op("<=").Add(char(r.Hi))
	}
}

func (g *generator) outsideOf(ranges []ir.Range, x *jen.Statement, ascii bool) *jen.Statement {
	switch r := ranges[0]; {
	case len(ranges) > 1:
		return jen.Op("!").Id(g.set(ranges, ascii)).Dot("Has").Call(x)
	case r.Lo == r.Hi:
		return x.Clone().Op("!=").Add(char(r.Lo))
	default:
		return x.Clone().Op("<").Add(char(r.Lo)).Op("||").Add(x).Op(">").Add(char(r.Hi))
	}
}

func char(c rune) *jen.Statement {
	if !utf8.ValidRune(c) {
		return jen.Id(fmt.Sprintf("%#x", c)) // the end of a range may be a surrogate
	}
	return jen.Id(fmt.Sprintf("%+q", c))
}

// set returns the name of the variable that holds a set of characters.
func (g *generator) set(ranges []ir.Range, ascii bool) string {
	class, key := classText(ranges), fmt.Sprint(ascii, ranges)
	if ascii {
		return g.helper(&g.sets, key, []string{"byteSet"}, func(name string) jen.Code {
			var words [2]uint64
			for _, r := range ranges {
				for c := r.Lo; c <= r.Hi; c++ {
					words[c/64] |= 1 << (c % 64)
				}
			}
			value := g.wire("ByteSet").Values(hex(words[0]), hex(words[1]))
			return commented(jen.Var().Id(name).Op("=").Add(value), name+" is "+class)
		})
	}
	return g.helper(&g.sets, key, []string{"runeSet"}, func(name string) jen.Code {
		var values []jen.Code
		for _, r := range ranges {
			values = append(values, jen.Values(char(r.Lo), char(r.Hi)))
		}
		return commented(jen.Var().Id(name).Op("=").Add(g.wire("RuneSet").Add(onePerLine(inLines(values, rangesPerLine)))), name+" is "+class)
	})
}

// rangesPerLine keeps large sets short and lines readable.
const rangesPerLine = 6

func hex(word uint64) jen.Code { return jen.Id(fmt.Sprintf("%#016x", word)) }

// maxShownRanges keeps the comment of a large class short.
const maxShownRanges = 20

// classText shows ranges as a class of a regular expression.
func classText(ranges []ir.Range) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, r := range ranges {
		if i == maxShownRanges {
			fmt.Fprintf(&b, " and %d more ranges", len(ranges)-i)
			break
		}
		b.WriteString(classChar(r.Lo))
		if r.Hi > r.Lo {
			b.WriteString("-" + classChar(r.Hi))
		}
	}
	return b.String() + "]"
}

func classChar(c rune) string {
	switch {
	case strings.ContainsRune(`-\]^`, c):
		return `\` + string(c)
	case c == ' ' || !unicode.IsGraphic(c):
		return fmt.Sprintf(`\u{%x}`, c)
	}
	return string(c)
}
