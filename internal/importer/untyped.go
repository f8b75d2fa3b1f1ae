package importer

import (
	"slices"

	"github.com/envgen/envgen/internal/syntax"
)

// untyped counts a schema that has `properties` and no `type`, or limits it to objects if Options.Untyped is ObjectOnly.
func (e *emitter) untyped() {
	if properties := e.out.Member("properties"); properties == nil || len(properties.Members) == 0 || e.beneathTest() || e.partOfTyped() {
		return
	}
	for _, keyword := range []string{"type", "$ref", "const", "enum"} {
		if e.out.Member(keyword) != nil {
			return
		}
	}
	if e.im.o.Untyped != ObjectOnly {
		e.im.untyped++
		return
	}
	e.out.Members = slices.Insert(e.out.Members, 0, syntax.Member{Key: syntax.Text{Pos: e.p.node.Pos, Value: "type"}, Value: text(e.p.node.Pos, "object")})
	e.say("type", Stricter, "`type: object` is added beside `properties`, because of --untyped object")
}

// inPlace are the keywords whose schemas apply to the value of the schema around them.
var inPlace = []string{"allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies"}

// partOfTyped reports whether the schema is a part or a branch of one that has a type.
func (e *emitter) partOfTyped() bool {
	for p := e.p; p.parent != nil && slices.Contains(inPlace, p.step.keyword); p = p.parent {
		if p.parent.node.Member("type") != nil {
			return true
		}
	}
	return false
}
