package acceptor

import (
	"regexp"
	"strconv"
	"time"

	"github.com/envgen/envgen/internal/ir"
)

// literalValue is a literal as a value of a type.
func literalValue(l ir.Literal, t ir.ExprType) value {
	switch t.Kind {
	case ir.BoolExpr:
		return ofBool(l.Bool)
	case ir.StringExpr:
		return value{str: l.String}
	case ir.DoubleExpr:
		return value{double: l.Number}
	}
	return value{int: int64(l.Number)}
}

func defaultOf(p *ir.Param) value { return literalValue(p.Default, p.Type) }

// plainDuration is a duration that the standard library reads as the contract does.
var plainDuration = regexp.MustCompile(`^-?[0-9]{1,9}(?:ms|s|m|h)$`)

// plainSize is a size in binary units.
var plainSize = regexp.MustCompile(`^([0-9]{1,9})(KiB|MiB)$`)

// paramOf is a caller's value. One that is not plain gets a node, which no parameter has otherwise.
func paramOf(v any, p *ir.Param) value {
	switch v := v.(type) {
	case bool:
		if p.Type.Kind == ir.BoolExpr {
			return ofBool(v)
		}
	case string:
		switch {
		case p.Type.Kind == ir.StringExpr:
			return value{str: v}
		case p.Type.Kind == ir.DurationExpr && plainDuration.MatchString(v):
			if d, err := time.ParseDuration(v); err == nil {
				return value{int: int64(d)}
			}
		case p.Size:
			if m := plainSize.FindStringSubmatch(v); m != nil {
				n, _ := strconv.ParseInt(m[1], 10, 64) // a few digits
				return value{int: n << map[string]int{"KiB": 10, "MiB": 20}[m[2]]}
			}
		}
	case float64:
		if p.Type.Kind == ir.DoubleExpr {
			return value{double: v}
		}
		if n := int64(v); p.Type.Kind == ir.IntExpr && float64(n) == v {
			return value{int: n}
		}
	}
	return value{node: 1}
}
