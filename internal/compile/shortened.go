package compile

import (
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// shortened compiles what a builder does not keep of a message.
func (c *compiler) shortened(u *unit, b *ir.Builder, w *syntax.Builder, used map[*ir.Param]bool) {
	for _, cut := range w.Cuts {
		out := &ir.Cut{At: c.fieldsBelow(b.Makes, cut.At), Mark: cut.Mark.Value, Head: c.number(u, b, cut.Head, used), Tail: c.number(u, b, cut.Tail, used)}
		if out.At == nil {
			continue
		}
		if _, isText := last(out.At).Value.Resolve().Kind.(ir.String); !isText {
			c.fail(cut.At.Pos, "builder", "", "%q is no text", cut.At.Value)
		}
		b.Cuts = append(b.Cuts, out)
	}
	for _, keep := range w.Keeps {
		out := &ir.Keep{At: c.fieldsBelow(b.Makes, keep.At), Most: c.number(u, b, keep.Most, used)}
		if out.At == nil {
			continue
		}
		list, isList := last(out.At).Value.Resolve().Kind.(ir.Array)
		if !isList {
			c.fail(keep.At.Pos, "builder", "", "%q is no list", keep.At.Value)
			continue
		}
		if keep.By.Pos.IsValid() {
			out.By = c.orderedBy(list, keep.By)
		}
		b.Keeps = append(b.Keeps, out)
	}
	for _, omit := range w.Omits {
		out := &ir.Omit{At: c.fieldsBelow(b.Makes, omit.At), When: c.builderCondition(u, b, omit.CEL, used)}
		if out.At == nil {
			continue
		}
		if last(out.At).Required {
			c.fail(omit.At.Pos, "builder", "", "%q is required", omit.At.Value)
		}
		b.Omits = append(b.Omits, out)
	}
}

func last(way []*ir.Field) *ir.Field { return way[len(way)-1] }

// orderedBy is the member of a list's items by which they are ordered, or nil with a report.
func (c *compiler) orderedBy(list ir.Array, by syntax.Text) *ir.Field {
	t := recordAt(&ir.Field{Value: *list.Items})
	var names []string
	if t != nil {
		for _, f := range t.Value.Kind.(*ir.Record).Fields {
			if _, isText := f.Value.Resolve().Kind.(ir.String); isText && f.Name == by.Value {
				return f
			} else if isText {
				names = append(names, f.Name)
			}
		}
	}
	c.fail(by.Pos, "builder", c.nearest(by.Value, names), "the items have no text called %q", by.Value)
	return nil
}

// number compiles an integer that a builder needs; nil where there is none, or where something is wrong.
func (c *compiler) number(u *unit, b *ir.Builder, text syntax.Text, used map[*ir.Param]bool) *ir.Predicate {
	return c.numberOf(u, u, b, text, used)
}

// numberOf is number of what another unit may say.
func (c *compiler) numberOf(u, from *unit, b *ir.Builder, text syntax.Text, used map[*ir.Param]bool) *ir.Predicate {
	if !text.Pos.IsValid() {
		return nil
	}
	e := c.parsed(from, text)
	if e == nil {
		return nil
	}
	scope := c.scopeOf(u, from, false)
	scope.Used, scope.Unchecked = used, true
	compiled, typ, problems := e.CompileValue(scope, b.Makes, nil)
	if compiled != nil && typ.Kind != ir.IntExpr {
		c.fail(text.Pos, "builder", "write a number of bytes or items", "this is no integer")
		return nil
	}
	return c.predicateOf(from, scope, b.Makes, text, e, compiled, problems)
}

// builderCondition compiles a condition of a builder, or returns nil with a report.
func (c *compiler) builderCondition(u *unit, b *ir.Builder, text syntax.Text, used map[*ir.Param]bool) *ir.Predicate {
	e := c.parsed(u, text)
	if e == nil {
		return nil
	}
	scope := c.scopeOf(u, u, false)
	scope.Used, scope.Unchecked = used, true
	compiled, problems := e.Compile(scope, b.Makes, len(scope.Stages)-1, true)
	return c.predicateOf(u, scope, b.Makes, text, e, compiled, problems)
}
