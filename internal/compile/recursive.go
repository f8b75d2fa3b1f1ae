package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// markRecursive marks the schemas that lead back to themselves (Tarjan's algorithm). It has a stack of its own, because a spec may contain long
// chains.
func markRecursive(schemas []*ir.Schema) {
	leads := make([][]*ir.Schema, len(schemas))
	for i, s := range schemas {
		leads[i] = s.Subschemas()
		s.Recursive = slices.Contains(leads[i], s)
	}
	const unseen = 0
	index, low, onStack := make([]int, len(schemas)), make([]int, len(schemas)), make([]bool, len(schemas))
	var stack []int
	type frame struct{ node, edge int }
	count := 0
	for root := range schemas {
		if index[root] != unseen {
			continue
		}
		work := []frame{{root, 0}}
		for len(work) > 0 {
			f := &work[len(work)-1]
			if f.edge == 0 {
				count++
				index[f.node], low[f.node], onStack[f.node] = count, count, true
				stack = append(stack, f.node)
			}
			if f.edge < len(leads[f.node]) {
				to := leads[f.node][f.edge].Index
				f.edge++
				if index[to] == unseen {
					work = append(work, frame{to, 0})
				} else if onStack[to] {
					low[f.node] = min(low[f.node], index[to])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				parent := work[len(work)-1].node
				low[parent] = min(low[parent], low[f.node])
			}
			if low[f.node] == index[f.node] {
				stack = popComponent(schemas, stack, f.node, onStack)
			}
		}
	}
}

// popComponent takes a strongly connected component from the stack; one of several schemas is recursive.
func popComponent(schemas []*ir.Schema, stack []int, root int, onStack []bool) []int {
	start := slices.Index(stack, root)
	for _, i := range stack[start:] {
		onStack[i] = false
		schemas[i].Recursive = schemas[i].Recursive || len(stack)-start > 1
	}
	return stack[:start]
}

// markRemembered marks schemas that may be checked again about the same part of a value. Without memoization, the number of ways through schemas
// could be exponential.
func markRemembered(schemas []*ir.Schema) {
	times := 1
	if slices.ContainsFunc(schemas, takesRest) {
		times = 2 // then branches are checked once for the verdict, and once for their evaluated parts
	}
	asked := make([]int, len(schemas))
	for _, s := range schemas {
		for _, sub := range s.Subschemas() {
			asked[sub.Index] += times
		}
	}
	for i, s := range schemas {
		s.Remember = s.Recursive || asked[i] > 1 && len(s.Subschemas()) > 0
	}
}

func takesRest(s *ir.Schema) bool {
	return slices.ContainsFunc(s.Assertions, func(a ir.Assertion) bool {
		switch a.(type) {
		case ir.UnevaluatedProperties, ir.UnevaluatedItems:
			return true
		}
		return false
	})
}
