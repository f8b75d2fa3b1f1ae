package pattern

// components returns for each node of a graph the number of its strongly connected component, by Tarjan's algorithm.
func components(next [][]int) []int {
	t := &tarjan{next: next, order: make([]int, len(next)), low: make([]int, len(next)), component: make([]int, len(next))}
	for n := range next {
		if t.order[n] == 0 {
			t.visit(n)
		}
	}
	return t.component
}

type tarjan struct {
	next       [][]int
	order, low []int // from 1; 0 is unvisited
	component  []int // from 1; 0 is none yet
	stack      []int
	visited    int
	found      int
}

func (t *tarjan) visit(n int) {
	t.visited++
	t.order[n], t.low[n] = t.visited, t.visited
	t.stack = append(t.stack, n)
	for _, to := range t.next[n] {
		if t.order[to] == 0 {
			t.visit(to)
			t.low[n] = min(t.low[n], t.low[to])
		} else if t.component[to] == 0 {
			t.low[n] = min(t.low[n], t.order[to])
		}
	}
	if t.low[n] == t.order[n] {
		t.close(n)
	}
}

// close takes the component that n was the first of from the stack.
func (t *tarjan) close(n int) {
	t.found++
	for {
		top := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.component[top] = t.found
		if top == n {
			return
		}
	}
}
