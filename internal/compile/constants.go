package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// constants are the values that anyOf or oneOf accepts, if each branch is `const` or `enum`: a vocabulary.
type constants struct {
	nodes   []*syntax.Node
	literal []ir.Literal
	of      map[ir.Literal]*syntax.Schema // the branch of each
}

// constantsOf returns the values of a choice, or nil if a branch is something else, or if no value is valid. With only, two branches with a value
// refuse it.
func constantsOf(branches []*syntax.Schema, only bool) *constants {
	k := constants{of: map[ir.Literal]*syntax.Schema{}}
	repeated := map[ir.Literal]bool{}
	for _, b := range branches {
		nodes := constantNodes(b)
		if nodes == nil {
			return nil
		}
		for _, n := range nodes {
			l := wording.Literal(n)
			if k.of[l] != nil {
				repeated[l] = only
				continue
			}
			k.of[l], k.nodes = b, append(k.nodes, n)
		}
	}
	k.nodes = slices.DeleteFunc(k.nodes, func(n *syntax.Node) bool { return repeated[wording.Literal(n)] })
	for _, n := range k.nodes {
		k.literal = append(k.literal, wording.Literal(n))
	}
	if !slices.ContainsFunc(k.literal, func(l ir.Literal) bool { return l.Kind != ir.NullLiteral }) {
		return nil
	}
	return &k
}

// constantNodes returns the values of a schema that consists of `const` or `enum`, a type and annotations, each once.
func constantNodes(s *syntax.Schema) []*syntax.Node {
	if isNull(s) {
		return []*syntax.Node{{Kind: syntax.NullNode, Pos: s.Pos}}
	}
	bare := *s
	bare.Type, bare.Const, bare.Enum = nil, nil, nil
	lists := literalNodes(s)
	if bare.Constrains() || s.Ref.Pos.IsValid() || len(lists) != 1 {
		return nil
	}
	nodes := distinct(s, lists[0])
	if slices.ContainsFunc(nodes, func(n *syntax.Node) bool { return wording.IsComposite(n) || !admits(s, n) }) {
		return nil
	}
	return nodes
}

// vocabularyOf compiles a choice of constants like an enum, with the failure of the choice. Beside the choice there may be a type.
func (c *compiler) vocabularyOf(schemas []*syntax.Schema, at site) (ir.Value, bool) {
	if len(schemas) != 1 || c.targets[schemas[0]] != nil {
		return ir.Value{}, false
	}
	s := schemas[0]
	bare := *s
	bare.AnyOf, bare.OneOf, bare.Type = nil, nil, nil
	if bare.Constrains() || len(s.AnyOf) > 0 == (len(s.OneOf) > 0) || s.Tag.Pos.IsValid() {
		return ir.Value{}, false
	}
	k, failure, pos := constantsOf(s.AnyOf, false), c.anyOf(s), s.AnyOfPos
	if len(s.OneOf) > 0 {
		k, failure, pos = constantsOf(s.OneOf, true), c.oneOf(s), s.OneOfPos
	}
	if k == nil {
		return ir.Value{}, false
	}
	listed := bare
	listed.Type, listed.Enum = s.Type, &syntax.Node{Kind: syntax.ListNode, Pos: pos, Items: k.nodes}
	c.place[&listed], c.address[&listed] = c.place[s], c.address[s]
	n := c.merge([]conjunct{{kind: own, schema: &listed, pos: s.Pos}})
	if n.irregular() {
		return ir.Value{}, false
	}
	n.key, n.place = "constants "+c.shapes.key(schemas), addresses(schemas)
	n.failure, n.branches = &failure, k.of
	return c.merged(n, at), true
}

// describe documents a value of a vocabulary by the branch that contains it alone.
func (n *normalForm) describe(c *compiler, l ir.Literal, v *ir.EnumValue) {
	b := n.branches[l]
	if b == nil || b.Const == nil {
		return
	}
	v.Doc = docOf(b)
	if title := b.Title.Value; title != "" && v.Doc.Text != "" {
		v.Doc.Text = title + "\n\n" + v.Doc.Text
	} else if title != "" {
		v.Doc.Text = title
	}
	if v.Rename == nil {
		v.Rename = c.Renames(b.Rename)
	}
}
