package typescript

import "github.com/envgen/envgen/internal/ir"

// single checks a union without a discriminator whose variants decide validity.
func (b *body) single(t *ir.Type, u *ir.Union) {
	if !u.Tagged() {
		b.block("if ("+b.selects(t)+"(value) < 0) {", func() { b.report("", *u.Single, "at") }, "}")
		return
	}
	b.block("switch ("+b.member("value", u.Tag)+") {", func() {
		for _, v := range u.Variants {
			for _, tag := range v.Tags {
				b.Line("case %s:", spelledTag(u, tag))
			}
			b.Line("  if (%s(%s, value)) return;", b.use("passes"), b.check(v.Type))
			b.Line("  break;")
		}
		b.Line("default:")
	}, "}")
	b.report("", *u.Single, "at")
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
			for _, t := range v.Tags {
				b.Line("case %s:", spelledTag(u, t))
			}
			if len(v.Tags) > 0 {
				b.Line("  return %s(value, at, collector);", b.check(v.Type))
			}
		}
		if len(u.Refused) > 0 {
			b.cases(u.Refused)
			b.report("  return ", u.UnknownTag, tag)
		}
		b.block("default:", func() {
			if fallback := u.Fallback(); fallback != nil {
				b.Line("if (typeof %s === \"string\") return %s(value, at, collector);", b.member("value", u.Tag), b.check(fallback))
			}
			b.report("return ", u.UnknownTag, tag)
		}, "")
	}, "}")
}

// cases writes the labels of tags that are strings.
func (b *body) cases(tags []string) {
	for _, tag := range tags {
		b.Line("case %s:", quote(tag))
	}
}
