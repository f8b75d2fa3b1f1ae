package randomspecs

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// planStore gives a message a member that may be stored: an object, or another one with the digest of that. It reports whether there is a message.
func (a *author) planStore(p *ir.Protocol) bool {
	var messages []*named
	for _, b := range p.Builders {
		for _, t := range a.types {
			s, isObject := t.schema.(*object)
			if !isObject || t.name != b.Makes.Name || s.get("type") != "object" || s.has("additionalProperties") || s.has("unevaluatedProperties") {
				continue
			}
			if properties, has := s.get("properties").(*object); has && !properties.has(storedMember) {
				messages = append(messages, t)
			}
		}
	}
	if len(messages) == 0 {
		return false
	}
	count := obj("type", "integer")
	kept := obj("type", "object", "required", []any{"digest"}, "properties", obj("digest", obj("type", "string"), "size", obj("type", "integer"), "count", count,
		"kind", obj("type", "string"), "about", obj("type", "object", "properties", obj("sample", obj(), "n", count)), "hint", obj("type", "string", "maxLength", 5)))
	given := obj("type", "object", "properties", obj("rows", obj("type", "array"), "hint", obj("type", "string"), "in", obj("type", "object")))
	if a.one(2) {
		given.get("properties").(*object).set("rest", obj("type", "array", "items", obj("type", "object")))
	}
	keptType, givenType := a.talkType(kept), a.talkType(given)
	either := a.talkType(obj("oneOf", []any{reference{keptType.name, false}, reference{givenType.name, false}}, "discriminator", obj("presence", "digest")))
	to := pick(a, messages...).schema.(*object)
	to.get("properties").(*object).set(storedMember, reference{either.name, false})
	if required, _ := to.get("required").([]any); a.one(2) {
		to.set("required", append(slices.Clone(required), storedMember))
	}
	return true
}

// storedMember is the name of the member that planStore adds.
const storedMember = "stored data"

// stores moves the member that may be stored.
func (m *makers) stores() *object {
	s := obj("over", pick(m.author, "0", "20", "60", "1 + 1"), "digest", "/digest")
	if strings.Contains(m.declared(), " most ") && m.one(2) {
		s.set("over", "params.most")
	}
	if m.one(2) {
		s.set("size", "/size")
	}
	if m.one(2) {
		s.set("count", "/count")
	}
	if m.one(2) {
		s.set("values", obj("/kind", pick(m.author, "", "k")))
	}
	if m.one(2) {
		s.set("preview", obj("at", "/about", "names", pick(m.author, "names", "é"), "record", pick(m.author, "sample", "r"), "most", number(pick(m.author, "64", "80", "200"))))
	}
	if m.one(2) {
		s.set("takes", []any{"/hint"})
	}
	return obj(pointerTo(storedMember), s)
}
