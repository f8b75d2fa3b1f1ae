package python

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// localHint returns the hint of a part and adds its names to the imports of the module.
func (r *reading) localHint(v *ir.Value) string {
	r.hintUses(v, r.uses)
	references(v, func(t *ir.Type) {
		if !r.isForeign(t) {
			r.models.use(r.generator.names.Type(t))
		}
	})
	return r.hint(v)
}

// comprehension writes a comprehension, on several lines if it is long. A condition begins with a space.
func (p *printer) comprehension(open, close, made, loop, test string) {
	whole := made + " " + loop + test
	if p.Fits(open + whole + close) {
		p.Line("%s", open+whole+close)
		return
	}
	p.Line("%s", open)
	p.Block(func() {
		if p.Fits(whole) {
			p.Line("%s", whole)
			return
		}
		p.Line("%s", made)
		p.Line("%s", loop)
		if test != "" {
			p.Line("%s", strings.TrimPrefix(test, " "))
		}
	})
	p.Line("%s", close)
}
