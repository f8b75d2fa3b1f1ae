package typescript

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// storeModule is the module of the support code for protocols whose builders store something, or whose values are secret.
const storeModule = "envelope/store.ts"

// stores is what a builder gives to the store, in order.
func (b *builderSpeller) stores(builder *ir.Builder) (all []node) {
	for _, s := range builder.Stores {
		members := []part{{"at", way(s.At)}, code("by", b.use("storeLarge"))}
		if layout := b.layoutOf(s.At[len(s.At)-1].Value); layout != "" {
			members = append(members, code("layout", layout))
		}
		members = append(members, code("over", b.number(builder.Makes, "over"+b.wordsOf(s.At), "The greatest size in bytes of JSON that is not stored, of", s.At, s.Over)), code("of", b.info(s.Makes)), part{"digest", way(s.Digest)})
		if s.Size != nil {
			members = append(members, part{"size", way(s.Size)})
		}
		if s.Count != nil {
			members = append(members, part{"count", way(s.Count)})
		}
		var values, takes []node
		for _, v := range s.Values {
			values = append(values, list(way(v.At), atom(literal(v.Literal))))
		}
		for _, t := range s.Takes {
			takes = append(takes, way(t))
		}
		if values != nil {
			members = append(members, part{"values", list(values...)})
		}
		if p := s.Preview; p != nil {
			members = append(members, part{"preview", object(part{"at", way(p.At)}, code("by", b.use("sampleOf")),
				quoted("names", p.Names), quoted("record", p.Record), code("most", strconv.Itoa(p.Most)))})
		}
		if takes != nil {
			members = append(members, part{"takes", list(takes...)})
		}
		all = append(all, object(members...))
	}
	return all
}

// redacts reports whether users need redacted: a builder stores something, or something is secret.
func (s *speller) redacts() bool {
	return slices.ContainsFunc(s.protocol.Builders, func(b *ir.Builder) bool { return b.Stores != nil }) ||
		slices.ContainsFunc(s.protocol.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 })
}
