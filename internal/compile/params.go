package compile

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// limits are the parameters that every protocol has; no spec declares them.
var limits = []string{"max_depth", "max_bytes", "max_issues", "max_remembered"}

// params compiles the parameters of a unit, those of its imports behind them.
func (c *compiler) params(u *unit) []*ir.Param {
	var list []*ir.Param
	for _, p := range u.file.Params {
		if param := c.param(p); param != nil {
			list = append(list, param)
		}
	}
	own := len(list)
	for _, other := range c.reachable(u) {
		for _, p := range other.protocol.Params {
			i := slices.IndexFunc(list, func(q *ir.Param) bool { return q.Name == p.Name })
			switch {
			case i < 0:
				list = append(list, p)
			case i < own && (list[i].Type.Kind != p.Type.Kind || list[i].Size != p.Size):
				c.Diags.Add(diag.Diagnostic{Pos: list[i].Pos, Code: "param", Message: strconv.Quote(p.Name) + " has another type in an imported protocol",
					Suggestion: "rename this one", Notes: []diag.Note{{Pos: p.Pos, Message: "declared here"}}})
			}
		}
	}
	return list
}

// paramKinds are the types that a parameter may have.
var paramKinds = map[string]ir.ExprKind{"boolean": ir.BoolExpr, "integer": ir.IntExpr, "number": ir.DoubleExpr, "string": ir.StringExpr,
	"duration": ir.DurationExpr, "size": ir.IntExpr}

func (c *compiler) param(p syntax.Param) *ir.Param {
	kind, known := paramKinds[p.Type.Value]
	switch {
	case !host.ParamName.MatchString(p.Name.Value):
		c.Fail(p.Name.Pos, "param", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a parameter", p.Name.Value)
	case slices.Contains(limits, p.Name.Value):
		c.Fail(p.Name.Pos, "param", "rename it", "%q is a parameter of every protocol", p.Name.Value)
	case slices.Contains([]string{"in", "true", "false", "null"}, p.Name.Value):
		c.Fail(p.Name.Pos, "param", "rename it", "%q is a reserved word of CEL", p.Name.Value)
	case !known:
		names := []string{"boolean", "integer", "number", "string", "duration", "size"}
		c.Fail(p.Type.Pos, "param", c.Nearest(p.Type.Value, names), "the type of a parameter must be boolean, integer, number, string, duration or size, not %q", p.Type.Value)
	default:
		param := &ir.Param{Name: p.Name.Value, Rename: c.Renames(p.Rename), Pos: p.Name.Pos, Type: ir.ExprType{Kind: kind}, Size: p.Type.Value == "size",
			Doc: ir.Doc{Text: p.Description.Value, Source: p.Source.Value}}
		literal, ok := paramValue(param, p.Default)
		if !ok {
			c.Fail(p.Default.Pos, "param", paramHelp[p.Type.Value], "%s is not valid for the type %s", wording.Show(p.Default), p.Type.Value)
			return nil
		}
		param.Default = literal
		return param
	}
	return nil
}

var paramHelp = map[string]string{"duration": "write a duration such as 300s or 1h30m", "size": "write a size such as 32KiB, or a number of bytes", "string": "put it in quotes"}

// paramValue reads the default of a parameter.
func paramValue(p *ir.Param, n *syntax.Node) (ir.Literal, bool) {
	if n.Kind == syntax.ListNode || n.Kind == syntax.MapNode {
		return ir.Literal{}, false
	}
	l := wording.Literal(n)
	switch {
	case p.Size && l.Kind == ir.StringLiteral:
		return sizeOf(l.String)
	case p.Size:
		return l, l.IsInteger() && l.Number >= 0
	}
	switch p.Type.Kind {
	case ir.BoolExpr:
		return l, l.Kind == ir.BoolLiteral
	case ir.IntExpr:
		return l, l.IsInteger()
	case ir.DoubleExpr:
		return l, l.Kind == ir.NumberLiteral
	case ir.DurationExpr:
		d, err := time.ParseDuration(l.String)
		return ir.Literal{Kind: ir.NumberLiteral, Number: float64(d)}, err == nil
	}
	return l, l.Kind == ir.StringLiteral
}

var sizeText = regexp.MustCompile(`^(0|[1-9][0-9]{0,15})(B|KiB|MiB|GiB)?$`)

// sizeOf reads a size such as 32KiB.
func sizeOf(text string) (ir.Literal, bool) {
	m := sizeText.FindStringSubmatch(text)
	if m == nil {
		return ir.Literal{}, false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	n *= map[string]float64{"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}[m[2]]
	return ir.Literal{Kind: ir.NumberLiteral, Number: n}, err == nil && n < math.MaxInt32*1024
}
