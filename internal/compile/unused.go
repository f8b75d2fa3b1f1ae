package compile

import (
	"fmt"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// unusedTypes are the types that neither the root nor anything else of the spec refers to. A spec without a root is a library.
func unusedTypes(u *unit) []*ir.Type {
	if u.file.Root.Value == "" {
		return nil
	}
	var list []*ir.Type
	for _, d := range u.decls {
		if !d.named && d.catalog == nil && u.byName[d.name.Value] == d && d.typ.Of == nil && !d.typ.Lifted {
			list = append(list, d.typ)
		}
	}
	return list
}

// usualSides are the names that most protocols have for who sends a message.
var usualSides = []string{"client", "server"}

// strangeSides warns of a side that only one message has and that looks like another one: a misspelt side is a side of its own.
func (c *compiler) strangeSides(u *unit) {
	count := map[string]int{}
	for _, d := range u.decls {
		if d.schema.From.Pos.IsValid() {
			count[d.schema.From.Value]++
		}
	}
	for _, d := range u.decls {
		from := d.schema.From
		if !from.Pos.IsValid() || count[from.Value] > 1 {
			continue
		}
		known := usualSides
		for _, other := range u.decls {
			if side := other.schema.From.Value; side != "" && side != from.Value {
				known = append(known[:len(known):len(known)], side)
			}
		}
		if near := diag.DidYouMean(from.Value, known); near != "" && from.Value != usualSides[0] && from.Value != usualSides[1] {
			c.Diags.Add(diag.Diagnostic{Pos: from.Pos, Severity: diag.Warning, Code: "side", Message: fmt.Sprintf("no other message comes from the side %q", from.Value), Suggestion: near})
		}
	}
}
