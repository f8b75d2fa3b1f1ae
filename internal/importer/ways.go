package importer

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// way is the direction of a body of OpenAPI.
type way string

const (
	request  way = "requests"
	response way = "responses"
)

// onlyIn reports whether bodies of one direction contain a schema, and those of the other one do not.
func (im *importer) onlyIn(p *place, w way) bool {
	other := request
	if w == request {
		other = response
	}
	if im.reached == nil {
		im.reached = map[way]map[*syntax.Node]bool{request: im.reach(im.bodies[request]), response: im.reach(im.bodies[response])}
	}
	return im.reached[w][p.node] && !im.reached[other][p.node]
}

// reach returns the schemas of bodies, and all that they refer to.
func (im *importer) reach(bodies []*place) map[*syntax.Node]bool {
	seen := map[*syntax.Node]bool{}
	todo := slices.Clone(bodies)
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p == nil || seen[p.node] {
			continue
		}
		seen[p.node] = true
		for _, s := range subschemas(p.res.draft, p.node) {
			todo = append(todo, im.places[s.node])
		}
		for _, ref := range references(p.node) {
			todo = append(todo, im.quietly(p, ref))
		}
	}
	return seen
}

// references returns the references of a schema itself. The values of a mapping refer to the schemas of values that the schema describes in part.
func references(n *syntax.Node) []*syntax.Node {
	var list []*syntax.Node
	for _, key := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref := n.Member(key); ref != nil {
			list = append(list, ref)
		}
	}
	if d := n.Member("discriminator"); d != nil && d.Member("mapping") != nil {
		for _, m := range d.Member("mapping").Members {
			ref := m.Value
			if !strings.ContainsAny(ref.Text, "#/.") {
				ref = text(ref.Pos, "#/components/schemas/"+ref.Text)
			}
			list = append(list, ref)
		}
	}
	return list
}

// quietly follows a reference. The translation reports those that lead nowhere.
func (im *importer) quietly(p *place, ref *syntax.Node) *place {
	if ref.Kind != syntax.TextNode {
		return nil
	}
	before := len(im.diags)
	target := im.follow(p, ref)
	im.diags = im.diags[:before]
	return target
}
