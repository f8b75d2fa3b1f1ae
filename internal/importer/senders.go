package importer

import (
	"regexp"
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/syntax"
)

var sentParty = regexp.MustCompile(`(?s)is the name of what the (\w+) sends of `)

// adaptSide removes a sender that the compiler refuses. The compiler declares a type for the messages of each side: where the source has a type of
// that name, it is the same type, or it takes a longer name.
func (im *importer) adaptSide(d diag.Diagnostic, w *writer) bool {
	m := sentParty.FindStringSubmatch(d.Message)
	if m == nil {
		for _, s := range w.schemasAround(d.Pos) {
			if s.Member("x-from") != nil {
				return im.mend(im.origin[s], mend{kind: fromMend})
			}
		}
		return false
	}
	t := im.typeAt[im.sourceOf(w.nodeAt(d.Pos))]
	switch {
	case t == nil || t.long:
		return false
	case !im.targets[t.place.node] && t != im.root && im.isSent(t.place, m[1]):
		im.types = slices.DeleteFunc(im.types, func(o *typ) bool { return o == t })
		delete(im.typeAt, t.place.node)
		im.notes = append(im.notes, Change{At: t.place.String(), Keyword: "oneOf", Action: "envgen declares the type of the messages that the " + m[1] + " sends", Effect: Same, Pos: t.place.node.Pos})
	default:
		t.long = true
	}
	return true
}

// isSent reports whether a schema is the choice of exactly the messages that a side may send.
func (im *importer) isSent(p *place, side string) bool {
	sends := func(p *place) bool {
		t := im.typeAt[p.node]
		return t != nil && (t.from == side || t.from == "")
	}
	branches, messages := im.branchesOf(p), im.branchesOf(im.root.place)
	sent := slices.DeleteFunc(messages, func(p *place) bool { return !sends(p) })
	return len(branches) > 0 && len(branches) == len(sent) && !slices.ContainsFunc(branches, func(b *place) bool { return !slices.Contains(sent, b) })
}

// onlyChoice are the keywords that a choice may have without a further assertion.
var onlyChoice = []string{"type", "discriminator", "title", "description", "$comment", "externalDocs", "examples"}

// branchesOf returns the schemas that a choice consists of, or nil if p is no choice or asserts more.
func (im *importer) branchesOf(p *place) []*place {
	if p.node.Kind != syntax.MapNode {
		return nil
	}
	e := emitter{im: im, p: p, draft: p.res.draft}
	choice := e.choice()
	if choice.Value == nil || slices.ContainsFunc(p.node.Members, func(m syntax.Member) bool {
		return m.Value != choice.Value && !slices.Contains(onlyChoice, m.Key.Value)
	}) {
		return nil
	}
	var list []*place
	for _, b := range choice.Value.Items {
		if branch := im.places[b]; branch != nil {
			if target := im.meant(branch); target != nil {
				list = append(list, target)
			}
		}
	}
	return list
}
