package golang

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// matchers are the functions that match patterns, and the sets that they use.
func (g *generator) matchers(add func(...jen.Code)) {
	add(g.patterns.code...)
	add(g.sets.code...)
}

// matcher returns the name of the function that matches a pattern.
func (g *generator) matcher(re *ir.Regexp, owner string) string {
	return g.helper(&g.patterns, re.Source, []string{"match" + owner}, func(name string) jen.Code {
		body := g.walkOrSearch(re)
		return commented(
			jen.Func().Id(name).Params(jen.Id("s").String()).Bool().Block(body...),
			name+" reports whether s matches "+re.Source)
	})
}

func (g *generator) walkOrSearch(re *ir.Regexp) []jen.Code {
	if re.Walk == nil {
		return g.search(re.DFA)
	}
	body := g.walk(re.Walk)
	if len(re.Walk.Steps) > 0 {
		body = append([]jen.Code{jen.Id("i").Op(":=").Lit(0)}, body...)
	}
	return body
}

// walk spells a walk: each step takes what it must, then what it may.
func (g *generator) walk(w *ir.Walk) []jen.Code {
	var body []jen.Code
	for steps := w.Steps; len(steps) > 0; {
		literal := literalPrefix(steps)
		size := max(1, utf8.RuneCountInString(literal))
		last := !w.Whole && size == len(steps)
		if len(literal) > 1 {
			body = append(body, literalStep(literal, last)...)
		} else {
			body = append(body, g.step(steps[0], last)...)
		}
		steps = steps[size:]
		if last {
			return body
		}
	}
	switch {
	case !w.Whole:
		return []jen.Code{jen.Return(jen.True())}
	case len(w.Steps) == 0:
		return []jen.Code{jen.Return(jen.Id("s").Op("==").Lit(""))}
	}
	return append(body, jen.Return(atEnd()))
}

func atEnd() *jen.Statement { return jen.Id("i").Op("==").Len(jen.Id("s")) }

// literalPrefix joins leading steps that take one certain character each.
func literalPrefix(steps []ir.Step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.Min != 1 || s.Max != 1 || len(s.Ranges) != 1 || s.Ranges[0].Lo != s.Ranges[0].Hi {
			break
		}
		b.WriteRune(s.Ranges[0].Lo)
	}
	return b.String()
}

func literalStep(literal string, last bool) []jen.Code {
	has := jen.Qual("strings", "HasPrefix").Call(jen.Id("s").Index(jen.Id("i").Op(":")), jen.Lit(literal))
	if last {
		return []jen.Code{jen.Return(has)}
	}
	return []jen.Code{
		jen.If(jen.Op("!").Add(has)).Block(jen.Return(jen.False())),
		jen.Id("i").Op("+=").Len(jen.Lit(literal)),
	}
}

// step spells one step. After the last one of a walk that anything may follow, the string has matched.
func (g *generator) step(s ir.Step, last bool) []jen.Code {
	set := g.charSet(s.Ranges)
	var body []jen.Code
	if s.Min > 0 {
		take := set.takeOne(jen.Return(jen.False()))
		if last && s.Min == 1 {
			take[len(take)-1] = jen.Return(jen.True()) // nothing reads how far it has come
			return take
		}
		switch {
		case s.Min > 1:
			body = append(body, jen.For(jen.Range().Lit(s.Min)).Block(take...))
		case set.ascii:
			body = append(body, take...)
		default:
			body = append(body, jen.Block(take...)) // keeps its variables apart from those of other steps
		}
	}
	if last {
		return append(body, jen.Return(jen.True()))
	}
	switch {
	case s.Max < 0:
		body = append(body, set.takeAll())
	case s.Max > s.Min:
		body = append(body, set.takeUpTo(s.Max-s.Min))
	}
	return body
}

// search spells an automaton: each state is a place in the code, and each edge a way to another one.
func (g *generator) search(dfa ir.DFA) []jen.Code {
	isASCII, targeted := true, map[int]bool{}
	for i, state := range dfa.States {
		groups := edgeGroups(state)
		for _, e := range groups {
			isASCII = isASCII && e.ranges[len(e.ranges)-1].Hi < utf8.RuneSelf
			targeted[e.to] = targeted[e.to] || len(groups) > 1 || e.to != i+1 || state.Accept
		}
	}
	// What begins with a character declares it there.
	begins := isASCII && !targeted[0] && choosesByCharacter(dfa.States[0])
	body := variables(dfa, isASCII, begins)
	for i, state := range dfa.States {
		switch {
		case targeted[i]:
			body = append(body, jen.Id(label(i)).Op(":"))
		case i > 0 && decides(dfa, i-1):
			continue // nothing leads here any more
		}
		assign := "="
		if begins && i == 0 {
			assign = ":="
		}
		if decides(dfa, i) {
			body = append(body, g.decision(state, isASCII, assign)...)
		} else {
			body = append(body, g.state(dfa, i, isASCII, assign)...)
		}
	}
	return body
}

// decides reports whether a state has one edge, behind which the next state has matched.
func decides(dfa ir.DFA, i int) bool {
	groups := edgeGroups(dfa.States[i])
	return len(groups) == 1 && groups[0].to == i+1 && !dfa.States[i].Accept && dfa.States[i+1].Final
}

// decision returns whether the next character is one of the only edge.
func (g *generator) decision(state ir.State, isASCII bool, assign string) []jen.Code {
	switch ranges := edgeGroups(state)[0].ranges; {
	case coversAll(state.Edges):
		return []jen.Code{jen.Return(jen.Id("i").Op("<").Len(jen.Id("s")))}
	case isASCII:
		return []jen.Code{
			jen.Id("c").Op(assign).Add(g.wire("ByteAt")).Call(jen.Id("s"), jen.Id("i")),
			jen.Return(g.inside(ranges, isASCII)),
		}
	default:
		return []jen.Code{
			jen.If(atEnd()).Block(jen.Return(jen.False())),
			jen.List(jen.Id("c"), jen.Id("_")).Op("=").Qual("unicode/utf8", "DecodeRuneInString").Call(jen.Id("s").Index(jen.Id("i").Op(":"))),
			jen.Return(g.inside(ranges, isASCII)),
		}
	}
}

// variables are declared in front, where no goto leads over them.
func variables(dfa ir.DFA, isASCII, begins bool) []jen.Code {
	var list []jen.Code
	moves := false
	for i, s := range dfa.States {
		moves = moves || len(s.Edges) > 0 && !decides(dfa, i) && !endsBehind(dfa, s)
	}
	if slices.ContainsFunc(dfa.States, func(s ir.State) bool { return len(s.Edges) > 0 }) {
		list = append(list, jen.Id("i").Op(":=").Lit(0))
		if moves && !isASCII {
			list = append(list, jen.Var().Id("size").Int())
		}
	}
	if !begins && slices.ContainsFunc(dfa.States, choosesByCharacter) {
		typ := jen.Rune()
		if isASCII {
			typ = jen.Byte()
		}
		list = append(list, jen.Var().Id("c").Add(typ))
	}
	return list
}

// choosesByCharacter reports whether it matters which character comes next, not only whether one does.
func choosesByCharacter(s ir.State) bool {
	return len(s.Edges) > 0 && !(len(edgeGroups(s)) == 1 && coversAll(s.Edges))
}

func label(state int) string { return "s" + strconv.Itoa(state) }

func (g *generator) state(dfa ir.DFA, i int, isASCII bool, assign string) []jen.Code {
	state := dfa.States[i]
	groups := edgeGroups(state)
	switch {
	case state.Final:
		return []jen.Code{jen.Return(jen.True())}
	case len(groups) == 0 && state.Accept && i > 0:
		return []jen.Code{jen.Return(atEnd())}
	case len(groups) == 0 && state.Accept:
		return []jen.Code{jen.Return(jen.Id("s").Op("==").Lit(""))}
	case len(groups) == 0:
		return []jen.Code{jen.Return(jen.False())}
	}
	body := g.advance(dfa, state, isASCII, assign)
	only := groups[0]
	switch {
	case len(groups) == 1 && only.to == i+1 && !state.Accept:
		if coversAll(state.Edges) {
			return body
		}
		return append(body, jen.If(g.outside(only.ranges, isASCII)).Block(jen.Return(jen.False())))
	case len(groups) == 1 && !coversAll(state.Edges):
		return append(body,
			jen.If(g.inside(only.ranges, isASCII)).Block(jen.Goto().Id(label(only.to))),
			jen.Return(rest(state, isASCII)))
	}
	return append(body, g.edges(state, groups, isASCII)...)
}

// advance takes the next character. At the end of the string ByteAt returns no ASCII character, so that no edge is
// taken and rest decides; among code points there is no such value.
func (g *generator) advance(dfa ir.DFA, state ir.State, isASCII bool, assign string) []jen.Code {
	moves := !endsBehind(dfa, state)
	if isASCII {
		take := jen.Id("c").Op(assign).Add(g.wire("ByteAt")).Call(jen.Id("s"), jen.Id("i"))
		if !moves {
			return []jen.Code{take}
		}
		return []jen.Code{take, jen.Id("i").Op("++")}
	}
	c, size := "_", "_"
	if choosesByCharacter(state) {
		c = "c"
	}
	if moves {
		size = "size"
	}
	take := []jen.Code{jen.If(atEnd()).Block(jen.Return(jen.Lit(state.Accept)))}
	if c != "_" || moves {
		take = append(take, jen.List(jen.Id(c), jen.Id(size)).Op("=").Qual("unicode/utf8", "DecodeRuneInString").Call(jen.Id("s").Index(jen.Id("i").Op(":"))))
	}
	if moves {
		take = append(take, jen.Id("i").Op("+=").Id("size"))
	}
	return take
}

// endsBehind reports whether nothing comes to the place in the string behind a state: each of its edges decides.
func endsBehind(dfa ir.DFA, state ir.State) bool {
	return !state.Accept && !slices.ContainsFunc(state.Edges, func(e ir.Edge) bool { return !dfa.States[e.To].Final })
}

// rest is the answer where no edge was taken.
func rest(state ir.State, isASCII bool) jen.Code {
	if state.Accept && isASCII {
		return jen.Id("i").Op(">").Len(jen.Id("s"))
	}
	return jen.False()
}

// edges spells the choice between several ways. Where every character has one, the most complicated is the rest.
func (g *generator) edges(state ir.State, groups []edgeGroup, isASCII bool) []jen.Code {
	most := -1
	if coversAll(state.Edges) {
		for i, e := range groups {
			if most < 0 || len(e.ranges) > len(groups[most].ranges) {
				most = i
			}
		}
	}
	var cases []jen.Code
	for i, e := range groups {
		if i != most {
			cases = append(cases, jen.Case(g.inside(e.ranges, isASCII)).Block(jen.Goto().Id(label(e.to))))
		}
	}
	switch {
	case most >= 0 && len(groups) == 1:
		return []jen.Code{jen.Goto().Id(label(groups[0].to))}
	case most >= 0:
		cases = append(cases, jen.Default().Block(jen.Goto().Id(label(groups[most].to))))
		return []jen.Code{jen.Switch().Block(cases...)}
	}
	return []jen.Code{jen.Switch().Block(cases...), jen.Return(rest(state, isASCII))}
}

func coversAll(edges []ir.Edge) bool {
	next := rune(0)
	for _, e := range edges {
		if e.Lo > next && !(next == 0xd800 && e.Lo == 0xe000) { // no string holds surrogates
			return false
		}
		next = e.Hi + 1
	}
	return next > utf8.MaxRune
}

// edgeGroup is all edges of a state that lead to one other.
type edgeGroup struct {
	to     int
	ranges []ir.Range
}

func edgeGroups(state ir.State) []edgeGroup {
	var groups []edgeGroup
	for _, e := range state.Edges {
		i := slices.IndexFunc(groups, func(g edgeGroup) bool { return g.to == e.To })
		if i < 0 {
			i = len(groups)
			groups = append(groups, edgeGroup{to: e.To})
		}
		groups[i].ranges = append(groups[i].ranges, ir.Range{Lo: e.Lo, Hi: e.Hi})
	}
	return groups
}
