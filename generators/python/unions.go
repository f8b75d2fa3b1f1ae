package python

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// union writes the selection of a variant by its tag.
func (r *reading) union(t *ir.Type, k *ir.Union) {
	switch {
	case k.Single != nil:
		r.single(t, k)
	case k.By == ir.ByPresence:
		r.presence(t, k)
	case k.By == ir.ByBranch:
		r.accepting(t, k)
	default:
		r.tagged(t, k)
	}
}

// tagged is union for a member that selects the variant.
func (r *reading) tagged(t *ir.Type, k *ir.Union) {
	expect(k.MissingTag == ir.Failure{Rule: "required", Message: "is required"}, k.MissingTag)
	expect(k.UnknownTag.Rule == "discriminator" && k.UnknownTag.Level == ir.Must, k.UnknownTag)
	r.kinds = true
	if t.Value.Nullable {
		r.null()
	}
	table := r.variantsOf(t, k)
	class := map[bool]string{true: "bool", false: "str"}[k.By == ir.ByBoolean]
	isTag := fmt.Sprintf("type(tag := value.get(%s)) is %s", quote(k.Tag), class)
	if k.By == ir.ByInteger {
		isTag = fmt.Sprintf("(tag := %s(value.get(%s))) is not None", r.support.use("integer_tag"), quote(k.Tag))
	}
	b := &branches{printer: r.printer}
	b.whenAny(" and ", []string{"type(value) is dict", isTag,
		fmt.Sprintf("(read := %s.get(tag)) is not None", table)}, func() { r.Line("return read(value, path, out)") })
	r.Line("return %s.refuse(value, path, out)", table)
}

// variantsOf returns the name of the table of a union's variants.
func (r *reading) variantsOf(t *ir.Type, k *ir.Union) string {
	hint, args := r.generator.names.Type(t), []expr{text(quote(k.Tag)), dictOf(r.variants(k)...), text(quote(k.UnknownTag.Message))}
	if mismatch := t.Value.Mismatch; mismatch.Message != "must be an object" && mismatch.Message != "" {
		args = append(args, text(quote(mismatch.Message)))
	}
	if fallback := k.Fallback(); fallback != nil {
		args = append(args, text(r.readerOf(fallback)).after("other="))
		if len(k.Refused) > 0 {
			args = append(args, tupleOf(spelledTags(k, k.Refused)...).after("refused="))
		}
	}
	return r.declare("_"+r.upper(t), r.annotation("Variants", hint), call(kindsModule+".Variants", args...), &r.ends)
}

// variants returns the readers by tag.
func (r *reading) variants(k *ir.Union) []expr {
	var list []expr
	for _, variant := range k.Variants {
		for _, tag := range variant.Tags {
			list = append(list, text(spelledTag(k, tag)+": "+r.readerOf(variant.Type)))
		}
	}
	return list
}

func spelledTag(k *ir.Union, tag string) string {
	switch k.By {
	case ir.ByBoolean:
		return map[bool]string{true: "True", false: "False"}[tag == "true"]
	case ir.ByInteger:
		return tag
	}
	return quote(tag)
}

func spelledTags(k *ir.Union, tags []string) (items []expr) {
	for _, tag := range tags {
		items = append(items, text(spelledTag(k, tag)))
	}
	return items
}

// single is union for variants that decide validity.
func (r *reading) single(t *ir.Type, k *ir.Union) {
	if t.Value.Nullable {
		r.null()
	}
	r.Line("return %s.read(value, path, out)", r.branchesOf(t, k))
}

// branchesOf returns the name of the table of such variants.
func (r *reading) branchesOf(t *ir.Type, k *ir.Union) string {
	class, args := "FirstBranch", []expr(nil)
	failure := []expr{text(quote(k.Single.Rule)), text(quote(k.Single.Message))}
	if k.Tagged() {
		class, args = "Branch", append([]expr{text(quote(k.Tag)), dictOf(r.variants(k)...)}, failure...)
	} else {
		for _, b := range k.Branches {
			args = append(args, text(r.readerOf(k.Variants[b.Variant].Type)))
		}
		args = append(args, failure[0].after("rule="), failure[1].after("message="))
		if k.Exclusive {
			args = append(args, text("only=True"))
		}
	}
	if t.Value.Mismatch != *k.Single {
		args = append(args, text("mismatch="+quote(t.Value.Mismatch.Message)))
	}
	r.support.use(class)
	return r.declare("_"+r.upper(t), ": "+r.own("Final")+"["+class+"["+r.generator.names.Type(t)+"]] = ", call(class, args...), &r.ends)
}

// accepting is union for variants that the first accepting branch selects.
func (r *reading) accepting(t *ir.Type, k *ir.Union) {
	if t.Value.Nullable {
		r.null()
	}
	var branches []expr
	for _, b := range k.Branches {
		schema := text("schemas." + schemaName(r.table.Schema(b.Schema).Schema))
		branches = append(branches, tupleOf(schema, text(r.readerOf(k.Variants[b.Variant].Type))))
	}
	class := r.support.use("Alternatives")
	table := r.declare("_"+r.upper(t), ": "+r.own("Final")+"["+class+"["+r.generator.names.Type(t)+"]] = ", call(class, branches...), &r.ends)
	r.Line("return %s.read(value, path, out)", table)
}

// presence is union for a tag whose presence selects one of two variants.
func (r *reading) presence(t *ir.Type, k *ir.Union) {
	if t.Value.Nullable {
		r.null()
	}
	r.refuse(t)
	r.Line("if %s in value:", quote(k.Tag))
	r.Block(func() { r.Line("return %s(value, path, out)", r.readerOf(k.Variants[0].Type)) })
	r.Line("return %s(value, path, out)", r.readerOf(k.Variants[1].Type))
}
