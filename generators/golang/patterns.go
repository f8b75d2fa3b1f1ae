package golang

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// matchers declares the variables that match patterns, and the sets that they share.
func (g *generator) matchers(add func(...jen.Code)) {
	add(g.patterns.code...)
	add(g.sets.code...)
}

// pattern returns the function that reports whether a string matches a pattern.
func (g *generator) pattern(re *ir.Regexp, owner string) *jen.Statement {
	return jen.Id(g.helper(&g.patterns, re.Source, []string{"pattern" + owner}, func(name string) jen.Code {
		table := jen.Id("`\n" + strings.Join(re.Automaton().Lines(), "\n") + "\n`")
		value := g.wire("Automaton").Values(keyed("Table", table))
		if re.Walk != nil {
			value = g.walk(re.Walk)
		}
		return commented(jen.Var().Id(name).Op("=").Add(value), name+" matches "+re.Source)
	})).Dot("Match")
}

func (g *generator) walk(w *ir.Walk) *jen.Statement {
	var steps []jen.Code
	for _, p := range w.Parts() {
		if p.Text != "" {
			steps = append(steps, jen.Values(keyed("Text", jen.Lit(p.Text))))
			continue
		}
		fields := []jen.Code{keyed("Min", jen.Lit(p.Step.Min)), keyed("Max", jen.Lit(p.Step.Max))}
		steps = append(steps, jen.Values(append(fields, g.charSet(p.Step.Ranges)...)...))
	}
	return g.wire("Walk").Values(keyed("Steps", jen.Index().Add(g.wire("Step")).Add(onePerLine(steps))), keyed("Whole", jen.Lit(w.Whole)))
}

// charSet returns the fields of a step for its characters.
func (g *generator) charSet(ranges []ir.Range) []jen.Code {
	var ascii [2]uint64
	var beyond, fields []jen.Code
	for _, r := range ranges {
		for c := r.Lo; c <= min(r.Hi, utf8.RuneSelf-1); c++ {
			ascii[c/64] |= 1 << (c % 64)
		}
		if r.Hi >= utf8.RuneSelf {
			beyond = append(beyond, jen.Id(fmt.Sprintf("{%#x, %#x}", max(r.Lo, utf8.RuneSelf), r.Hi)))
		}
	}
	if ascii != [2]uint64{} {
		fields = append(fields, keyed("ASCII", g.wire("ByteSet").Add(jen.Id(fmt.Sprintf("{%#016x, %#016x}", ascii[0], ascii[1])))))
	}
	if beyond != nil {
		set := g.helper(&g.sets, fmt.Sprint(ranges), []string{"runeSet"}, func(name string) jen.Code {
			return jen.Var().Id(name).Op("=").Add(g.wire("RuneSet").Add(onePerLine(inLines(beyond, rangesPerLine))))
		})
		fields = append(fields, keyed("Beyond", jen.Id(set)))
	}
	return fields
}

// rangesPerLine keeps large sets short and lines readable.
const rangesPerLine = 6
