package mutants

import (
	"math"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// sampleSchema makes a value that s accepts. It guesses by the requirements that it can follow, and checks the result.
func (p *pool) sampleSchema(s *ir.Schema, depth int) *node {
	p.guesses = guessesInAll
	return p.sampleAll([]*ir.Schema{s}, depth, tries)
}

// sampleAll makes a value that all of some schemas accept, if one of so many guesses is one.
func (p *pool) sampleAll(all []*ir.Schema, depth, guesses int) *node {
	if depth < lowest || p.guesses < 0 {
		return newWord("null")
	}
	return p.untilWithin(guesses, func() *node { return p.guess(all, depth) }, func(n *node) bool {
		if p.guesses--; p.guesses < 0 {
			return true
		}
		text := []byte(compact(n))
		return !slices.ContainsFunc(all, func(s *ir.Schema) bool { return !p.observer.Accepts(s, text) })
	})
}

// lowest is the depth at which values end if a schema requires itself: it has no valid values.
const lowest = -8

// compact writes a tree without chance.
func compact(n *node) string {
	var w writer
	w.value(n)
	return w.String()
}

// guessesBelow is for the parts of a guess: the next guess of the whole corrects failures of the parts.
const guessesBelow = 6

// guessesInAll is for a guess with all of its parts: a schema with unsatisfiable parts at each level multiplies them.
const guessesInAll = 2000

func (p *pool) guess(all []*ir.Schema, depth int) *node {
	w := &wish{pool: p, types: allTypes}
	for _, s := range all {
		w.add(s)
	}
	if len(w.texts) > 0 {
		n, err := parse(pick(p.dice, w.texts))
		if err != nil {
			panic(err) // the ir contains valid JSON
		}
		return n
	}
	switch w.pickType() {
	case ir.NullType:
		return newWord("null")
	case ir.BooleanType:
		return newWord(pick(p.dice, []string{"true", "false"}))
	case ir.NumberType:
		return w.number(false)
	case ir.IntegerType:
		return w.number(true)
	case ir.StringType:
		return newText(p.sampleString(w.checks))
	case ir.ArrayType:
		return w.array(depth)
	default:
		return w.object(depth)
	}
}

// wish is the conjunction of some schemas for one value, as far as the sampler follows it.
type wish struct {
	*pool
	added      []*ir.Schema
	types      ir.JSONTypes
	hinted     ir.JSONTypes // the types that keywords speak of
	texts      []string     // of const or enum
	checks     []ir.Check
	divisor    float64
	unique     bool
	members    []ir.MemberCount
	required   []string
	triggers   []ir.DependentRequired
	dependents []ir.DependentSchema
	properties []ir.Properties
	names      []*ir.Schema
	items      []ir.ItemSchemas
	contains   []ir.Contains
}

const allTypes = ir.NullType | ir.BooleanType | ir.ObjectType | ir.ArrayType | ir.NumberType | ir.IntegerType | ir.StringType

func (w *wish) add(s *ir.Schema) {
	// A schema that applies twice to a value and to its member applies to that member more often at each level.
	if s == nil || slices.Contains(w.added, s) {
		return
	}
	w.added = append(w.added, s)
	for _, a := range s.Assertions {
		w.assertion(a)
	}
}

func (w *wish) assertion(assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.IsType:
		types := a.Types
		if types&ir.NumberType != 0 {
			types |= ir.IntegerType
		}
		w.types &= types
	case ir.Equals:
		if w.texts == nil {
			w.texts = a.Texts
		} else {
			w.texts = slices.DeleteFunc(slices.Clone(w.texts), func(s string) bool { return !slices.Contains(a.Texts, s) })
		}
	case ir.AllOf, ir.Nullable, ir.AnyOf, ir.ExactlyOne, ir.If, ir.Select:
		w.choose(a)
	case ir.Bound, ir.MultipleOf:
		w.hinted |= ir.NumberType
		w.limit(assertion)
	case ir.Length, ir.Pattern, ir.Format:
		w.hinted |= ir.StringType
		w.limit(assertion)
	case ir.Items, ir.UniqueItems, ir.ItemSchemas, ir.Contains:
		w.hinted |= ir.ArrayType
		w.limit(assertion)
	case ir.MemberCount, ir.Requires, ir.DependentRequired, ir.DependentSchema, ir.Properties, ir.PropertyNames:
		w.hinted |= ir.ObjectType
		w.limit(assertion)
	}
}

// choose follows one of the ways that a schema leaves.
func (w *wish) choose(assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.AllOf:
		for _, s := range a.Schemas {
			w.add(s)
		}
	case ir.Nullable:
		if w.types&ir.NullType != 0 && w.one(4) {
			w.types = ir.NullType
		} else {
			w.types &^= ir.NullType
			w.add(a.Schema)
		}
	case ir.AnyOf:
		w.add(pick(w.dice, a.Schemas))
	case ir.ExactlyOne:
		w.add(pick(w.dice, a.Schemas))
	case ir.If:
		if w.one(2) {
			w.add(a.If)
			w.add(a.Then)
		} else {
			w.add(a.Else)
		}
	case ir.Select:
		w.add(pick(w.dice, a.Cases).Schema)
	}
}

// limit stores an assertion on one JSON type.
func (w *wish) limit(assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.MultipleOf:
		w.divisor = a.Divisor
	case ir.UniqueItems:
		w.unique = true
	case ir.ItemSchemas:
		w.items = append(w.items, a)
	case ir.Contains:
		w.contains = append(w.contains, a)
	case ir.MemberCount:
		w.members = append(w.members, a)
	case ir.Requires:
		w.required = append(w.required, a.Members...)
	case ir.DependentRequired:
		w.triggers = append(w.triggers, a)
	case ir.DependentSchema:
		w.dependents = append(w.dependents, a)
	case ir.Properties:
		w.properties = append(w.properties, a)
	case ir.PropertyNames:
		w.names = append(w.names, a.Schema)
	case ir.Check:
		w.checks = append(w.checks, a)
	}
}

// pickType prefers the types with assertions.
func (w *wish) pickType() ir.JSONTypes {
	from := w.types
	if w.types&w.hinted != 0 && !w.one(8) {
		from &= w.hinted
	}
	var all []ir.JSONTypes
	for t := ir.NullType; t <= ir.StringType; t <<= 1 {
		if from&t != 0 {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return ir.NullType // nothing would be right
	}
	return pick(w.dice, all)
}

func (w *wish) number(integer bool) *node {
	n := w.within(w.checks, integer)
	if w.divisor == 0 {
		return newNumber(spell(n))
	}
	if math.Abs(n) > 1e6*w.divisor {
		n = math.Copysign(w.divisor*float64(w.below(1000)), n)
	}
	return newNumber(strconv.FormatFloat(math.Ceil(n/w.divisor)*w.divisor, 'g', 12, 64))
}
