package pattern

import "github.com/envgen/envgen/internal/ir"

// newWalk returns the pattern as a walk, or nil if the pattern has another shape or the walk could take too much time. If a step may stop early, the
// next part must not start with one of its characters.
func newWalk(tree node) *ir.Walk {
	parts, ok := tree.(sequence)
	if !ok {
		parts = sequence{tree}
	}
	if parts[0] != atStart {
		return nil
	}
	parts = parts[1:]
	walk := &ir.Walk{}
	if n := len(parts); n > 0 && parts[n-1] == atEnd {
		walk.Whole = true
		parts = parts[:n-1]
	}
	for _, part := range parts {
		step, ok := newStep(part)
		if !ok {
			return nil
		}
		walk.Steps = append(walk.Steps, step)
	}
	if !walk.Whole {
		trim(walk)
	}
	for i := range walk.Steps {
		if !decided(walk.Steps[i:]) {
			return nil
		}
	}
	return walk
}

func newStep(n node) (ir.Step, bool) {
	least, most := 1, 1
	if r, ok := n.(repeat); ok {
		n, least, most = r.body, r.min, r.max
	}
	s := charset(n)
	return ir.Step{Ranges: s, Min: least, Max: most}, len(s) > 0
}

// trim drops optional parts at the end of a walk that any text may follow.
func trim(walk *ir.Walk) {
	for n := len(walk.Steps); n > 0; n-- {
		last := &walk.Steps[n-1]
		last.Max = last.Min
		if last.Min > 0 {
			return
		}
		walk.Steps = walk.Steps[:n-1]
	}
}

// decided reports whether the first step, where it has a choice, may as well take all it can.
func decided(steps []ir.Step) bool {
	if steps[0].Min == steps[0].Max {
		return true
	}
	for _, later := range steps[1:] {
		if set(steps[0].Ranges).meets(later.Ranges) {
			return false
		}
		if later.Min > 0 {
			break
		}
	}
	return true
}
