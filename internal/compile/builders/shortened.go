package builders

import (
	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// shortened compiles the parts of a message that a builder drops.
func (c *compilation) shortened(b *ir.Builder, w *syntax.Builder) {
	for _, cut := range w.Cuts {
		out := &ir.Cut{At: c.fieldsBelow(b.Makes, cut.At), Mark: cut.Mark.Value, Head: c.number(b, cut.Head), Tail: c.number(b, cut.Tail)}
		if out.At == nil {
			continue
		}
		if _, isText := last(out.At).Value.Resolve().Kind.(ir.String); !isText {
			c.Fail(cut.At.Pos, "builder", "", "%q is not a string", cut.At.Value)
		}
		b.Cuts = append(b.Cuts, out)
	}
	for _, keep := range w.Keeps {
		out := &ir.Keep{At: c.fieldsBelow(b.Makes, keep.At), Most: c.number(b, keep.Most)}
		if out.At == nil {
			continue
		}
		list, isList := last(out.At).Value.Resolve().Kind.(ir.Array)
		if !isList {
			c.Fail(keep.At.Pos, "builder", "", "%q is not a list", keep.At.Value)
			continue
		}
		if keep.By.Pos.IsValid() {
			out.By = c.orderedBy(list, keep.By)
		}
		b.Keeps = append(b.Keeps, out)
	}
	for _, omit := range w.Omits {
		out := &ir.Omit{At: c.fieldsBelow(b.Makes, omit.At), When: c.builderCondition(b, omit.CEL)}
		if out.At == nil {
			continue
		}
		if last(out.At).Required {
			c.Fail(omit.At.Pos, "builder", "", "%q is required", omit.At.Value)
		}
		b.Omits = append(b.Omits, out)
	}
}

func last(way []*ir.Field) *ir.Field { return way[len(way)-1] }

// orderedBy is the member of a list's items by which they are ordered, or nil with a report.
func (c *compilation) orderedBy(list ir.Array, by syntax.Text) *ir.Field {
	t := host.RecordAt(&ir.Field{Value: *list.Items})
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
	c.Fail(by.Pos, "builder", c.Nearest(by.Value, names), "the items have no string member %q", by.Value)
	return nil
}

// number compiles an integer that a builder needs; nil where there is none, or where something is wrong.
func (c *compilation) number(b *ir.Builder, text syntax.Text) *ir.Predicate {
	return c.numberOf(c.Spec, b, text)
}

// numberOf is number for an expression of another unit.
func (c *compilation) numberOf(from *host.Spec, b *ir.Builder, text syntax.Text) *ir.Predicate {
	if !text.Pos.IsValid() {
		return nil
	}
	e := c.parsed(from, text)
	if e == nil {
		return nil
	}
	scope := from.Scope()
	scope.Used, scope.Unchecked = c.Used, true
	compiled, typ, problems := e.CompileValue(scope, b.Makes, nil)
	c.noteReads(from, text, e, nil)
	if compiled != nil && typ.Kind != ir.IntExpr {
		c.Fail(text.Pos, "builder", "write a number of bytes or items", "this is not an integer")
		return nil
	}
	return c.predicateOf(from, scope, b.Makes, text, e, compiled, problems)
}

// builderCondition compiles a condition of a builder, or returns nil with a report.
func (c *compilation) builderCondition(b *ir.Builder, text syntax.Text) *ir.Predicate {
	e := c.parsed(c.Spec, text)
	if e == nil {
		return nil
	}
	c.noteReads(c.Spec, text, e, nil)
	scope := c.Scope()
	scope.Used, scope.Unchecked = c.Used, true
	compiled, problems := e.Compile(scope, b.Makes, len(scope.Stages)-1, true)
	return c.predicateOf(c.Spec, scope, b.Makes, text, e, compiled, problems)
}
