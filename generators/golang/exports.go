package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// packageComment introduces the package.
func (g *generator) packageComment() []string {
	title := g.protocol.Title
	if title == "" {
		title = g.protocol.Name
	}
	text := "Package " + g.names.Package() + " holds the messages of " + stop(title)
	paragraphs := []string{text}
	if g.protocol.Doc != "" {
		paragraphs = append(paragraphs, g.protocol.Doc)
	}
	if g.protocol.Source != "" {
		paragraphs = append(paragraphs, "Source: "+stop(g.protocol.Source))
	}
	start := "Start with Parse" + g.names.Type(g.protocol.Root)
	if len(g.protocol.Builders) > 0 {
		start += " to read, and with Builder to write"
	}
	paragraphs = append(paragraphs, start+". A decoded value keeps one private copy of its text alive, because its strings are slices of it.")
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "//")
		}
		lines = append(lines, comment(p)...)
	}
	return lines
}

// usesMap reports whether any value of a protocol is a map.
func usesMap(p *ir.Protocol) bool {
	isMap := func(v ir.Value) bool { _, is := v.Kind.(ir.Map); return is }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return isMap(t.Value) || holds(t.Value, isMap) })
}

// holdsDateTimes reports whether a protocol has date-times whose type has no name, and hence no methods.
func holdsDateTimes(p *ir.Protocol) bool {
	isUnnamed := func(v ir.Value) bool { _, is := v.Kind.(ir.String); return is && v.IsDateTime() }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return holds(t.Value, isUnnamed) })
}

// holds reports whether anything inside of a value is something.
func holds(v ir.Value, is func(ir.Value) bool) bool {
	return slices.ContainsFunc(v.Inside(), func(v ir.Value) bool { return is(v) || holds(v, is) })
}

// exports are names of package envelope, so that a user imports one package, and the entry by type name.
func (g *generator) exports(add func(...jen.Code)) {
	add(g.declare("exports", map[string]bool{"HasConversations": len(g.protocol.Conversations) > 0, "HasMaps": g.hasMap, "HasDateTimes": holdsDateTimes(g.protocol)}))
	add(g.paramOptions()...)
	add(g.declare("byName", g.mark(jen.Lit(g.protocol.Root.Name))))
}

// codecs are those of all types.
func (g *generator) codecs() (codecs []string) {
	for _, t := range g.protocol.Types {
		name, codec := g.names.Type(t), ""
		switch {
		case g.needsForm(t):
			codec = "wire.FormCodec(" + g.mark(jen.Lit(t.Name)) + ", " + g.formName(t) + ")"
		case isPlainRecord(t):
			codec = "wire.RecordCodec[" + name + "](" + g.mark(jen.Lit(t.Name)) + ", " + g.mark(g.shared(t)) + ")"
		default:
			codec = "wire.ValueCodec[" + name + "](" + g.mark(jen.Lit(t.Name)) + ", " + g.mark(g.shared(t)) + ")"
		}
		codecs = append(codecs, codec)
	}
	return codecs
}
