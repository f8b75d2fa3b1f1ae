package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// EntryText returns the catalog entry of a word as sentences. Each sentence follows the name of its column, except a text in the first
// column. Without a catalog it returns "".
func EntryText(of *ir.Type, word string) string {
	if of == nil {
		return ""
	}
	e := of.Vocabulary()
	at := slices.IndexFunc(e.Values, func(v ir.EnumValue) bool { return v.Value == word })
	if e.Catalog == nil || at < 0 {
		return ""
	}
	var texts []string
	for i, column := range e.Catalog.Columns {
		text := ""
		switch cell := e.Values[at].Cells[i]; cell.Kind {
		case ir.StringLiteral:
			text = strings.TrimSuffix(cell.String, ".")
		case ir.NumberLiteral:
			text = strconv.FormatFloat(cell.Number, 'f', -1, 64)
		case ir.BoolLiteral:
			text = strconv.FormatBool(cell.Bool)
		}
		if _, isText := column.Value.Resolve().Kind.(ir.String); text != "" && (texts != nil || !isText) {
			text = sentence(column.Name) + ": " + text
		}
		if text != "" {
			texts = append(texts, text+".")
		}
	}
	return strings.Join(texts, "\n")
}

// sentence converts a name in snake case to words for the beginning of a sentence.
func sentence(name string) string {
	name = strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}

// Notes returns sentences for the annotations of a declaration except Deprecated, for which languages have marks. shown formats a JSON
// text.
func Notes(d ir.Doc, shown func(string) string) string {
	var list []string
	if d.Stability == ir.Unstable {
		list = append(list, "Unstable: a later version may change it without notice.")
	}
	if d.ReadOnly {
		list = append(list, "Read-only.")
	}
	if d.WriteOnly {
		list = append(list, "Write-only.")
	}
	for _, part := range []struct{ name, text string }{{"Encoding", d.Encoding}, {"Media type", d.MediaType}, {"Schema", d.Content}} {
		if part.text != "" {
			list = append(list, part.name+" of the content: "+shown(part.text)+".")
		}
	}
	if d.Default != "" {
		list = append(list, "Default: "+shown(d.Default)+"; decoding does not apply it.")
	}
	var examples []string
	for _, e := range d.Examples {
		examples = append(examples, shown(e))
	}
	if examples != nil {
		list = append(list, "For example "+strings.Join(examples, ", ")+".")
	}
	return strings.Join(list, " ")
}
