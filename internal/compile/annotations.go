package compile

import (
	"github.com/envgen/envgen/internal/compile/annotate"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// annotations checks for every schema of the unit that has a default or examples that it accepts them.
func (c *compiler) annotations(u *unit) {
	var given []*syntax.Schema
	var visit func(s *syntax.Schema)
	visit = func(s *syntax.Schema) {
		if s.Default != nil || len(s.Examples) > 0 {
			given = append(given, s)
		}
		for _, sub := range s.Subschemas() {
			visit(sub.Schema)
		}
	}
	for _, s := range u.roots() {
		visit(s)
	}
	if c.Diags.HasErrors() || len(given) == 0 {
		return
	}
	kept, nodes := u.schemas, c.nodes
	u.schemas, c.nodes = nil, map[string]*ir.Schema{} // these are evaluated here, and not generated
	asked := c.each(given)
	c.finishSchemas()
	u.schemas, c.nodes = kept, nodes
	a := annotate.NewValidator()
	for i, s := range given {
		if s.Default != nil {
			c.annotation(a.Annotation("the default", asked[i], s.Default))
		}
		for _, e := range s.Examples {
			c.annotation(a.Annotation("the example", asked[i], e))
		}
	}
}

func (c *compiler) annotation(d *diag.Diagnostic) {
	if d != nil {
		c.Diags.Add(*d)
	}
}
