package typescript

import "github.com/envgen/envgen/internal/ir"

// mostCompared is the number of variants up to which a function compares the tag in a row. The compiler follows the type of the tag through each
// comparison, and refuses a function with thousands.
const mostCompared = 16

// single checks a union without a discriminator whose variants decide validity.
func (b *body) single(t *ir.Type, u *ir.Union) {
	if !u.Tagged() {
		b.when(b.selects(t)+"(value) < 0", func() { b.report("", *u.Single, "at") })
		return
	}
	if len(u.Variants) > mostCompared {
		b.block("switch ("+b.member("value", u.Tag)+") {", func() {
			for _, v := range u.Variants {
				for _, tag := range v.Tags {
					b.Line("case %s:", spelledTag(u, tag))
				}
				b.Line("  if (%s(%s, value)) return;", b.use("passes"), b.check(v.Type))
				b.Line("  break;")
			}
		}, "}")
		b.report("", *u.Single, "at")
		return
	}
	b.Line("const tag = %s;", b.member("value", u.Tag))
	for _, v := range u.Variants {
		var tags []term
		for _, tag := range v.Tags {
			tags = append(tags, test("tag === "+spelledTag(u, tag)))
		}
		b.Statement("if (", allOf([]term{someOf(tags...), callOf(b.use("passes"), b.check(v.Type), "value")}).Code, ") return;")
	}
	b.report("", *u.Single, "at")
}

// variantCase writes the case of a variant: on one line if that fits.
func (b *body) variantCase(u *ir.Union, v ir.Variant, statement string) {
	last := len(v.Tags) - 1
	for i, tag := range v.Tags {
		head := "case " + spelledTag(u, tag) + ":"
		if line := head + " " + statement; i == last && b.Fits(line) {
			b.Line("%s", line)
			return
		}
		b.Line("%s", head)
	}
	b.Line("  %s", statement)
}

func (b *body) union(u *ir.Union) {
	if u.By == ir.ByPresence {
		b.Line("const check = %s !== undefined ? %s : %s;", b.member("value", u.Tag), b.check(u.Variants[0].Type), b.check(u.Variants[1].Type))
		b.Line("return check(value, at, collector);")
		return
	}
	tag := "at + " + place(u.Tag)
	b.block("switch ("+b.member("value", u.Tag)+") {", func() {
		b.block("case undefined:", func() { b.report("return ", u.MissingTag, tag) }, "")
		for _, v := range u.Variants {
			if len(v.Tags) > 0 {
				b.variantCase(u, v, "return "+b.check(v.Type)+"(value, at, collector);")
			}
		}
		if len(u.Refused) > 0 {
			b.cases(u)
			b.report("  return ", u.UnknownTag, tag)
		}
		b.block("default:", func() {
			if fallback := u.Fallback(); fallback != nil {
				isTag := "typeof " + b.member("value", u.Tag) + " === \"string\""
				if u.By == ir.ByInteger {
					isTag = "Number.isSafeInteger(" + b.member("value", u.Tag) + ")"
				}
				b.Line("if (%s) return %s(value, at, collector);", isTag, b.check(fallback))
			}
			b.report("return ", u.UnknownTag, tag)
		}, "")
	}, "}")
}

// cases writes the labels of the tags that a fallback does not take.
func (b *body) cases(u *ir.Union) {
	for _, tag := range u.Refused {
		b.Line("case %s:", spelledTag(u, tag))
	}
}
