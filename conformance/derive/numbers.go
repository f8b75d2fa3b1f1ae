package derive

import (
	"math"

	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// nearestZero is the number nearest to zero that the bounds leave.
func nearestZero(checks []ir.Check, integer bool) float64 {
	low, high := math.Inf(-1), math.Inf(1)
	for _, c := range checks {
		if c, ok := c.(ir.Bound); ok {
			switch edge := atBound(c, integer); c.Op {
			case ir.AtLeast, ir.Above:
				low = max(low, edge)
			default:
				high = min(high, edge)
			}
		}
	}
	return min(max(0, low), high)
}

// atBound is the last number that the bound accepts.
func atBound(c ir.Bound, integer bool) float64 {
	direction := 1.0
	n := math.Ceil(c.Limit)
	if c.Op == ir.AtMost || c.Op == ir.Below {
		direction, n = -1, math.Floor(c.Limit)
	}
	if !integer {
		n = c.Limit
	}
	if (c.Op == ir.Above || c.Op == ir.Below) && n == c.Limit {
		return checks.Neighbour(n, direction, integer)
	}
	return n
}

// beyondBound is the first number that the bound refuses.
func beyondBound(c ir.Bound, integer bool) float64 {
	direction := -1.0
	if c.Op == ir.AtMost || c.Op == ir.Below {
		direction = 1
	}
	return checks.Neighbour(atBound(c, integer), direction, integer)
}
