package importer

import "slices"

// reversing are the keywords whose schemas accept more messages when one of their own schemas accepts less.
var reversing = []string{"oneOf", "not", "if"}

// declaring are the keywords whose schemas apply only where a reference leads to them.
var declaring = []string{"$defs", "definitions"}

// spreadStricter notes where a schema that accepts less than its source makes the schema around it accept more.
func (im *importer) spreadStricter() {
	seen := map[*place]bool{}
	next := slices.Clone(im.stricter)
	for len(next) > 0 {
		p := next[0]
		if next = next[1:]; seen[p] {
			continue
		}
		seen[p] = true
		if t := im.typeAt[p.node]; t != nil {
			next = append(next, im.referrers[t]...)
		}
		if p.parent == nil || slices.Contains(declaring, p.step.keyword) {
			continue
		}
		if slices.Contains(reversing, p.step.keyword) {
			im.change(p, p.node, p.step.keyword, Weaker, "`%s` may accept values that its source refuses: a schema below it accepts less", p.step.keyword)
		}
		next = append(next, p.parent)
	}
}
