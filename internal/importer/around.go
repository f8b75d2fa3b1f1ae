package importer

import (
	"sort"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

// schemasAround returns the nodes around a position, the innermost first.
func (w *writer) schemasAround(pos diag.Pos) []*syntax.Node {
	var list []span
	for _, s := range w.spans {
		if s.node.Kind == syntax.MapNode && w.im.origin[s.node] != nil && !before(pos, s.from) && before(pos, s.to) {
			list = append(list, s)
		}
	}
	sort.Slice(list, func(i, j int) bool { return before(list[j].from, list[i].from) }) // an instance of slices.SortFunc has 15 kB
	var nodes []*syntax.Node
	for _, s := range list {
		nodes = append(nodes, s.node)
	}
	return nodes
}

// schemaAround returns the innermost schema around a position, or nil.
func (w *writer) schemaAround(pos diag.Pos) *syntax.Node {
	for _, n := range w.schemasAround(pos) {
		if source := w.im.origin[n]; w.im.places[source] != nil {
			return n
		}
	}
	return nil
}

// annotationAround returns the default or the example around a position, or nil.
func (w *writer) annotationAround(pos diag.Pos) *syntax.Node {
	if n := w.at[pos]; w.im.annotated[n] {
		return n
	}
	for _, s := range w.spans {
		if w.im.annotated[s.node] && !before(pos, s.from) && before(pos, s.to) {
			return s.node
		}
	}
	return nil
}

// nodeAt returns the node at a position, or the value of the key there, or nil. A mapping begins at its first key.
func (w *writer) nodeAt(pos diag.Pos) *syntax.Node {
	if n := w.at[pos]; n != nil {
		return n
	}
	return w.keys[pos].value
}

// nearest returns the node at a position, or the last one before it.
func (w *writer) nearest(pos diag.Pos) *syntax.Node {
	if n := w.at[pos]; n != nil {
		return n
	}
	if k, ok := w.keys[pos]; ok {
		return k.value
	}
	var best diag.Pos
	for p := range w.at { // in any order: the greatest is taken
		if !before(pos, p) && before(best, p) {
			best = p
		}
	}
	return w.at[best]
}

func before(a, b diag.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column }
