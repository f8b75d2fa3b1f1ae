package python

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// union writes the choice of a variant by its tag.
func (r *reading) union(t *ir.Type, k *ir.Union) {
	switch {
	case k.By == ir.ByPresence:
		r.presence(t, k)
	case r.total(t):
		r.tagged(t, k)
	default:
		r.partial(t, k)
	}
}

// tagged is union for variants whose readers are total.
func (r *reading) tagged(t *ir.Type, k *ir.Union) {
	expect(k.MissingTag == ir.Failure{Rule: "required", Message: "is required"}, k.MissingTag)
	expect(k.UnknownTag.Rule == "discriminator" && k.UnknownTag.Level == ir.Must, k.UnknownTag)
	r.kinds = true
	hint, args := r.generator.names.Type(t), []expr{text(quote(k.Tag)), dictOf(r.variants(k)...), text(quote(k.UnknownTag.Message))}
	if mismatch := t.Value.Mismatch; mismatch.Message != "must be an object" {
		args = append(args, text(quote(mismatch.Message)))
	}
	if t.Value.Nullable {
		r.null()
	}
	table := r.declare("_"+r.upper(t), annotation("Variants", hint), call(kindsModule+".Variants", args...), &r.ends)
	class := map[bool]string{true: "bool", false: "str"}[k.By == ir.ByBoolean]
	b := &branches{printer: r.printer}
	b.whenAny(" and ", []string{"type(value) is dict", fmt.Sprintf("type(tag := value.get(%s)) is %s", quote(k.Tag), class),
		fmt.Sprintf("(read := %s.get(tag)) is not None", table)}, func() { r.Line("return read(value, path, out)") })
	r.Line("return %s.refuse(value, path, out)", table)
}

// variants spells the readers by tag.
func (r *reading) variants(k *ir.Union) []expr {
	var list []expr
	for _, variant := range k.Variants {
		for _, tag := range variant.Tags {
			key := quote(tag)
			if k.By == ir.ByBoolean {
				key = map[bool]string{true: "True", false: "False"}[tag == "true"]
			}
			list = append(list, text(key+": "+r.readerOf(variant.Type)))
		}
	}
	return list
}

// presence is union where the presence of the tag selects one of two variants.
func (r *reading) presence(t *ir.Type, k *ir.Union) {
	if r.total(t) {
		if t.Value.Nullable {
			r.null()
		}
		r.refuse(t)
	} else {
		r.noObject(t)
	}
	r.Line("if %s in value:", quote(k.Tag))
	r.Block(func() { r.Line("return %s(value, path, out)", r.readerOf(k.Variants[0].Type)) })
	r.Line("return %s(value, path, out)", r.readerOf(k.Variants[1].Type))
}

// noObject writes what a reader that is not total does with other values than objects.
func (r *reading) noObject(t *ir.Type) {
	if t.Value.Nullable && t.Value.Evaluated() == nil {
		r.null()
	}
	r.Line("if type(value) is not dict:")
	r.Block(func() {
		if t.Value.Evaluated() == nil {
			r.fatal(nil, t.Value.Mismatch)
		}
		r.Line("return None")
	})
}

// partial is union for variants of which a schema judges some, or for one that a schema has accepted.
func (r *reading) partial(t *ir.Type, k *ir.Union) {
	r.noObject(t)
	table := "_TAGS_" + r.upper(t)
	class := map[bool]string{true: "bool", false: "str"}[k.By == ir.ByBoolean]
	r.abstract.use("Callable")
	r.support.use("JsonValue")
	p := newPrinter(0)
	p.Line("%s: Final[dict[str | bool, Callable[[JsonValue, Path, Issues], %s | None]]] = {", table, r.generator.names.Type(t))
	p.Block(func() {
		for _, v := range r.variants(k) {
			p.expr(v, ",")
		}
	})
	p.Line("}")
	r.ends = append(r.ends, p.String())
	r.support.use("UNSET")
	r.Line("tag = value.get(%s, UNSET)", quote(k.Tag))
	r.Line("if type(tag) is %s and (read := %s.get(tag)) is not None:", class, table)
	r.Block(func() { r.Line("return read(value, path, out)") })
	if tag := []string{quote(k.Tag)}; t.Value.Evaluated() == nil {
		r.Line("if tag is UNSET:")
		r.Block(func() { r.fatal(tag, k.MissingTag) })
		r.Line("else:")
		r.Block(func() { r.fatal(tag, k.UnknownTag) })
	}
	r.Line("return None")
}
