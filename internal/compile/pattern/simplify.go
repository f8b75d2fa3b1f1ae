package pattern

import "slices"

// simplify returns a tree that matches the same strings with fewer ways for a backtracking engine: inner loops of loops are removed, and parts that
// match only the empty string, too.
//
// The body of a loop gets the star normal form of Brüggemann-Klein ("Regular expressions into finite automata", 1993): (a+b?)* becomes (ab?)*,
// (a*b*)* becomes (a|b)*.
func simplify(n node) node {
	n = simpler(n)
	checkCounts(n, 1)
	return n
}

func simpler(n node) node {
	switch n := n.(type) {
	case empty, literal, class, assertion:
		return n
	case sequence:
		parts := make([]node, len(n))
		for i, part := range n {
			parts[i] = simpler(part)
		}
		return join(parts)
	case choice:
		branches := make([]node, len(n))
		for i, branch := range n {
			branches[i] = simpler(branch)
		}
		return either(branches)
	case look:
		n.body = simpler(n.body)
		return n
	case repeat:
		n.body = simpler(n.body)
		return simplerRepeat(n)
	}
	panic(unknown(n))
}

// either makes one node of alternative ones.
func either(branches []node) node {
	var flat choice
	for _, branch := range branches {
		if inner, ok := branch.(choice); ok {
			flat = append(flat, inner...)
		} else {
			flat = append(flat, branch)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return flat
}

// simplerRepeat simplifies a repetition whose body is simple.
func simplerRepeat(n repeat) node {
	asserts := contains(n.body, isAssertion)
	switch {
	case n.max == 0:
		return empty{}
	case n.min == 1 && n.max == 1:
		return n.body
	case !consumes(n.body): // it matches places, and once there means any number of times
		if n.min == 0 {
			return empty{}
		}
		return n.body
	case asserts:
		return n
	case n.max == 1:
		return optional(n)
	case n.max == unlimited && n.min <= 1:
		if nullable(n.body) {
			n.min = 0
		}
		n.body = loopBody(n.body)
	}
	return n
}

// consumes reports whether n can match characters, those of look-aheads aside.
func consumes(n node) bool {
	switch n := n.(type) {
	case sequence:
		return slices.ContainsFunc(n, consumes)
	case choice:
		return slices.ContainsFunc(n, consumes)
	case repeat:
		return consumes(n.body)
	}
	return isCharacter(n)
}

// optional simplifies body?, where the body may be optional as it is.
func optional(n repeat) node {
	if nullable(n.body) {
		return n.body
	}
	if inner, ok := n.body.(repeat); ok && inner.min == 1 {
		inner.min = 0
		return inner
	}
	return n
}

// loopBody returns a replacement of n within a loop. Repeated, it matches the same strings. Alone, it matches a subset of n's strings without the
// empty one. It is nil if n matches only the empty string. n has no assertions.
func loopBody(n node) node {
	switch n := n.(type) {
	case empty:
		return nil
	case literal, class:
		return n
	case choice:
		return loopChoice(n...)
	case sequence:
		return loopSequence(n[0], join(n[1:]))
	case repeat:
		if n.min <= 1 {
			return loopBody(n.body)
		}
		return n
	}
	panic(unknown(n))
}

// loopChoice is loopBody for a choice between these.
func loopChoice(branches ...node) node {
	var bodies []node
	for _, branch := range branches {
		if body := loopBody(branch); body != nil {
			bodies = append(bodies, body)
		}
	}
	if len(bodies) == 0 {
		return nil
	}
	return either(bodies)
}

// loopSequence is loopBody for first followed by rest.
func loopSequence(first, rest node) node {
	switch head, tail := nullable(first), nullable(rest); {
	case head && tail:
		return loopChoice(first, rest)
	case head:
		rest = loopBody(rest)
	case tail:
		first = loopBody(first)
	}
	return join([]node{first, rest})
}

// checkCounts refuses counted repetitions that are too many together; outer is how often n itself is repeated.
func checkCounts(n node, outer int) {
	switch n := n.(type) {
	case empty, literal, class, assertion:
	case sequence:
		for _, part := range n {
			checkCounts(part, outer)
		}
	case choice:
		for _, branch := range n {
			checkCounts(branch, outer)
		}
	case look:
		checkCounts(n.body, outer)
	case repeat:
		if outer *= max(n.min, n.max, 1); outer > maxCount {
			refuse(n.at, TooLarge, "the nested repetitions multiply to more than %d", maxCount)
		}
		checkCounts(n.body, outer)
	default:
		panic(unknown(n))
	}
}
