package docs

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const rulingsTitle = "Rulings"

// structural contains the keys of a spec that mean nothing to the reader of a page.
var structural = []string{"types", "properties", "items", "rules", "sequence", "catalogs", "exchanges"}

// rulings lists the decisions of the spec about gaps and contradictions in the document.
func (g *page) rulings() {
	g.put("## %s", rulingsTitle)
	g.put("The document is silent in these places, or contradicts itself.\nThe spec decides as follows.")
	var b strings.Builder
	for _, r := range g.protocol.Rulings {
		b.WriteString("- ")
		if place := g.placeOf(r.At); place != "" {
			b.WriteString(place + ": ")
		}
		b.WriteString(sentences(capitalized(sentence(r.Text)), "  ") + "\n")
	}
	g.put("%s", strings.TrimSuffix(b.String(), "\n"))
}

// placeOf returns the subject of a ruling: a type by its link, anything else by its path of names in the spec.
func (g *page) placeOf(at []string) string {
	names := slices.DeleteFunc(slices.Clone(at), func(key string) bool { return key == "" || slices.Contains(structural, key) })
	if len(names) == 0 {
		return ""
	}
	if t := g.byName[names[0]]; t != nil && slices.Contains(structural, at[0]) {
		if len(names) == 1 {
			return g.link(t)
		}
		return g.link(t) + ", " + code(strings.Join(names[1:], "."))
	}
	return code(strings.Join(names, "."))
}

func capitalized(s string) string {
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
