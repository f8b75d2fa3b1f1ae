package builders

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// filledBelow is fieldsBelow for a member that is filled in: the way may lead through one union by presence whose records all declare the member.
func (c *compilation) filledBelow(t *ir.Type, at syntax.Text) ([]*ir.Field, []ir.FillBranch) {
	steps, ok := c.Pointer(at)
	if !ok || !c.PointsAt(t.Value, steps, at) {
		return nil, nil
	}
	for i := 1; i < len(steps); i++ {
		around := host.FieldsThrough(t, steps[:i], host.RecordAt)
		if around == nil {
			break
		}
		if union := byPresence(around[i-1]); union != nil {
			branches := c.branches(union, around, steps[i:], at)
			if branches == nil {
				return nil, nil
			}
			return branches[0].At, branches
		}
	}
	return c.fieldsBelow(t, at), nil
}

// byPresence is the union by presence of records that a member is wherever it is there, or nil.
func byPresence(f *ir.Field) *ir.Union {
	r := f.Value.Resolve()
	union, is := r.Kind.(*ir.Union)
	if !is || r.Nullable || union.By != ir.ByPresence {
		return nil
	}
	for _, v := range union.Variants {
		if _, isRecord := v.Type.Value.Kind.(*ir.Record); !isRecord {
			return nil
		}
	}
	return union
}

// branches finds a member in each record of a union. It reports a record where the builder cannot fill the member in, and returns nil then.
func (c *compilation) branches(union *ir.Union, around []*ir.Field, steps []string, at syntax.Text) []ir.FillBranch {
	var list []ir.FillBranch
	for _, v := range union.Variants {
		way := host.FieldsThrough(v.Type, steps, host.RecordAt)
		if way == nil {
			c.refuseBranch(at, v.Type.Pos, "declare the member in `"+v.Type.Name+"` as well", "%q is not a member of `%s`, one of the types of `%s`", at.Value, v.Type.Name, around[len(around)-1].Name)
			return nil
		}
		last := way[len(way)-1]
		if last.Required {
			c.refuseBranch(at, last.Pos, "make the member optional", "`%[2]s` requires %[1]q, but the caller supplies the whole object", at.Value, v.Type.Name)
			return nil
		}
		if list != nil && !alike(last.Value, list[0].At[len(list[0].At)-1].Value) {
			c.refuseBranch(at, last.Pos, "declare the member with one type", "%q has another type in `%s` than in `%s`", at.Value, v.Type.Name, list[0].Of.Name)
			return nil
		}
		list = append(list, ir.FillBranch{Of: v.Type, At: append(slices.Clone(around), way...)})
	}
	return list
}

func (c *compilation) refuseBranch(at syntax.Text, declared diag.Pos, suggestion, format string, args ...any) {
	c.Diags.Add(diag.Diagnostic{Pos: at.Pos, Code: "builder", Message: fmt.Sprintf(format, args...), Suggestion: suggestion,
		Notes: []diag.Note{{Pos: declared, Message: "declared here"}}})
}

// alike reports whether a builder can treat two members as the same. The later checks still apply to each of them.
func alike(a, b ir.Value) bool {
	left, right := a.Resolve(), b.Resolve()
	if len(left.Types) > 0 || len(right.Types) > 0 {
		return slices.Equal(left.Types, right.Types) && left.Nullable == right.Nullable
	}
	if left.Nullable != right.Nullable {
		return false
	}
	var is bool
	switch k := left.Kind.(type) {
	case ir.Array:
		var other ir.Array
		other, is = right.Kind.(ir.Array)
		return is && alike(*k.Items, *other.Items)
	case ir.Any:
		_, is = right.Kind.(ir.Any)
	case ir.Boolean:
		_, is = right.Kind.(ir.Boolean)
	case ir.Integer:
		var other ir.Integer
		other, is = right.Kind.(ir.Integer)
		return is && k.Width == other.Width
	case ir.Number:
		_, is = right.Kind.(ir.Number)
	case ir.String:
		_, is = right.Kind.(ir.String)
	}
	return is
}
