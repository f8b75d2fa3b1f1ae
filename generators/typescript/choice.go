package typescript

import "github.com/envgen/envgen/internal/ir"

// choice writes the switch on the JSON type that selects the option of a value.
func (b *body) choice(k *ir.Choice, mismatch ir.Failure, at location) {
	var scalars []ir.Value
	for _, option := range k.Options {
		switch shape := option.Resolve(); shape.Kind.(type) {
		case ir.Array:
			b.option("Array.isArray("+at.expr+")", option, at)
		case ir.Object, ir.Map, *ir.Record:
			b.option(b.use("isObject")+"("+at.expr+")", option, at)
		default:
			scalars = append(scalars, option)
		}
	}
	b.block("switch (typeof "+at.expr+") {", func() {
		for _, option := range scalars {
			arms := b.checks(option, at)
			name := ir.JSONTypeOf(option.Kind).Names()[0]
			if integer, ok := option.Kind.(ir.Integer); ok && integer.Width != ir.Safe {
				name = "bigint"
				arms = append([]arm{b.fails("!"+b.use("is"+integer.Width.Name())+"("+at.expr+")", integer.Range, at)}, arms...)
			} else if ok {
				arms = append([]arm{
					b.fails("!Number.isInteger("+at.expr+")", mismatch, at),
					b.fails("!Number.isSafeInteger("+at.expr+")", integer.Range, at),
				}, arms...)
			}
			b.block("case "+quote(name)+":", func() {
				b.chain(arms)
				b.Line("return;")
			}, "")
		}
		b.block("default:", func() { b.report("", mismatch, at.place) }, "")
	}, "}")
}

// option writes the checks of an array or object.
func (b *body) option(test string, v ir.Value, at location) {
	arms := b.checks(v, at)
	if _, isRef := v.Kind.(ir.Ref); isRef {
		arms = b.value(v, at)
	}
	if len(arms) == 0 {
		b.Line("if (%s) return;", test)
		return
	}
	b.when(test, func() {
		b.chain(arms)
		b.Line("return;")
	})
}
