package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// addNullable keeps a nullable schema's inner part where the conjuncts beside it leave no null.
func (f *flattening) addNullable(a conjunct, beside []conjunct, from *decl, used conjunct) {
	others := allTypes
	for _, b := range beside {
		if b.kind != nullable {
			others &= f.c.typesOf(b)
		}
	}
	switch {
	case others&nullType == 0:
		f.add(f.c.conjuncts(a.inner), from, used)
	case others != nullType || f.c.mayRefuseNull(a): // a type without values needs its schema
		f.rest = append(f.rest, a)
	}
}

// mayRefuseNull reports whether null may match both branches of a oneOf, so that it is no value of it.
func (c *compiler) mayRefuseNull(a conjunct) bool {
	return a.pos == a.schema.OneOfPos && c.typesOfSchema(a.inner)&nullType != 0
}

// acceptsNull reports whether null certainly satisfies a schema. typesOf returns only possible types.
func (c *compiler) acceptsNull(s *syntax.Schema) bool {
	return !slices.ContainsFunc(c.conjuncts(s), func(a conjunct) bool {
		switch a.kind {
		case own:
			return c.typesOf(a)&nullType == 0 // the other keywords do not apply to null
		case reference:
			return !c.acceptsNull(a.ref.schema)
		case nullable:
			return c.mayRefuseNull(a)
		}
		return true
	})
}
