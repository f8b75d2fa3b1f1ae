package plan

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// EntryText returns the texts that a catalog has for a word, each but the first behind the name of its column; "" without a catalog.
func EntryText(of *ir.Type, word string) string {
	if of == nil {
		return ""
	}
	e := of.Value.Kind.(*ir.Enum)
	at := slices.IndexFunc(e.Values, func(v ir.EnumValue) bool { return v.Value == word })
	if e.Catalog == nil || at < 0 {
		return ""
	}
	var texts []string
	for i, column := range e.Catalog.Columns {
		cell := e.Values[at].Cells[i]
		if _, is := column.Value.Resolve().Kind.(ir.String); !is || cell.Kind != ir.StringLiteral || cell.String == "" {
			continue
		}
		text := strings.TrimSuffix(cell.String, ".") + "."
		if texts != nil {
			text = sentence(column.Name) + ": " + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n")
}

// sentence makes words of a name in snake case, for the beginning of a sentence.
func sentence(name string) string {
	name = strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}
