package python

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// models is what models.tmpl needs.
type models struct {
	Header  string
	About   string
	Imports string
	Classes []class
	Aliases []alias
	// Catalogs are the tables behind vocabularies.
	Catalogs []string
}

// class is one record.
type class struct {
	Name       string
	Head       string // docstring, slots and the table of members
	Attributes []attribute
	Open       bool
	Fixed      bool // no object differs from another: no constructor
}

// attribute is one member.
type attribute struct {
	Name    string
	Hint    string
	Value   string // of a member that the class holds, else ""
	Default string // " = None" and the like, or ""
	Doc     string
}

// alias is a type that is another name, a vocabulary or a union.
type alias struct {
	Name   string
	Target string
	Doc    string
	Table  string // the table of a vocabulary, or ""
}

func (g *generator) models() models {
	m := models{Header: g.header(), About: docstring("", "Classes and aliases for the types of "+g.protocol.Name+".")}
	abstract, typing, values := names{}, names{}, names{}
	for _, t := range g.protocol.Types {
		if r, ok := t.Value.Kind.(*ir.Record); ok {
			m.Classes = append(m.Classes, g.class(t, r, typing, values))
		}
	}
	m.Aliases = g.aliases(typing, values)
	for _, t := range g.protocol.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Enum:
			if k.Catalog != nil {
				m.Catalogs = append(m.Catalogs, g.catalog(t, k, typing, values))
			}
		case *ir.Union:
			m.Aliases = append(m.Aliases, g.sides(t, k, abstract, typing)...)
		}
	}
	var p printer
	p.imports("collections.abc", abstract)
	p.imports("typing", typing)
	if len(typing) > 0 && len(values) > 0 {
		p.line("")
	}
	m.Imports = p.b.String() + importSupport(values)
	return m
}

func (g *generator) class(t *ir.Type, r *ir.Record, typing, values names) class {
	values["Record"] = true
	c := class{Name: g.names.Type(t), Open: !r.Closed}
	p := printer{indent: "    "}
	if doc := docstring(p.indent, describe(t.Doc)); doc != "" {
		p.line("%s", doc)
		p.line("")
	}
	var slots []string
	var table []expr
	for _, f := range r.Fields {
		a := g.attribute(f)
		c.Attributes = append(c.Attributes, a)
		absent := "..."
		if !f.Required {
			absent = strings.TrimPrefix(a.Default, " = ")
		}
		table = append(table, tupleOf(text(quote(f.Name)), text(quote(a.Name)), text(absent), text(quote(rangeMessage(&f.Value)))))
		if a.Value == "" {
			slots = append(slots, quote(a.Name))
		}
		g.imports(&f.Value, a, typing, values)
	}
	if c.Open {
		slots = append(slots, `"extra"`)
		values["JsonValue"] = true
	}
	c.Fixed = len(slots) == 0
	p.tuple("__slots__ = ", slots)
	p.expr(tupleOf(table...).after("__envelope_members__ = "), "")
	c.Head = strings.TrimSuffix(p.b.String(), "\n")
	return c
}

func (g *generator) attribute(f *ir.Field) attribute {
	a := attribute{Name: g.names.Field(f)}
	a.Doc = docstring("    ", memberDoc(f, a.Name))
	if l, ok := constant(f); ok {
		a.Value = literal(l)
		a.Hint = "None"
		if l.Kind != ir.NullLiteral {
			a.Hint = constHint(l)
		}
		a.Hint = "ClassVar[" + a.Hint + "]"
		return a
	}
	a.Hint = g.hint(&f.Value)
	switch {
	case f.Required:
	case a.Hint == "None":
		a.Hint, a.Default = "UnsetType | None", " = UNSET"
	case acceptsNull(&f.Value):
		base, null := strings.CutSuffix(a.Hint, " | None")
		a.Hint, a.Default = base+" | UnsetType", " = UNSET"
		if null {
			a.Hint += " | None"
		}
	default:
		a.Hint, a.Default = a.Hint+" | None", " = None"
	}
	return a
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// memberDoc is what the spec says of a member, and its name in JSON where Python wants another.
func memberDoc(f *ir.Field, attribute string) string {
	return describe(renamed(f.Doc, "In JSON", f.Name, attribute))
}

// renamed adds the name that a thing has elsewhere to what is said of it.
func renamed(doc ir.Doc, where, name, identifier string) ir.Doc {
	if identifier == name {
		return doc
	}
	spelt := quote(name)
	if plainName.MatchString(name) {
		spelt = "``" + name + "``"
	}
	doc.Text = strings.TrimSpace(doc.Text) + "\n\n" + where + ": " + spelt
	return doc
}

// imports notes what the spelling of a member uses.
func (g *generator) imports(v *ir.Value, a attribute, typing, values names) {
	g.hintImports(v, typing, values)
	if a.Value != "" {
		typing["ClassVar"] = true
	}
	if strings.HasSuffix(a.Default, "UNSET") {
		values["UNSET"], values["UnsetType"] = true, true
	}
}

func (g *generator) hintImports(v *ir.Value, typing, values names) {
	switch k := v.Kind.(type) {
	case ir.Any, ir.Object:
		values["JsonValue"] = true
	case ir.Const:
		if strings.HasPrefix(constHint(k.Literal), "Literal") {
			typing["Literal"] = true
		}
	case *ir.Enum:
		typing["Literal"] = true
	case ir.Array:
		g.hintImports(k.Items, typing, values)
	case ir.Map:
		g.hintImports(k.Values, typing, values)
	case *ir.Choice:
		for i := range k.Options {
			g.hintImports(&k.Options[i], typing, values)
		}
	}
}

// rangeMessage is the message for integers out of range where v holds integers, or "".
func rangeMessage(v *ir.Value) string {
	switch k := v.Kind.(type) {
	case ir.Integer:
		return k.Range.Message
	case ir.Array:
		return rangeMessage(k.Items)
	case ir.Map:
		return rangeMessage(k.Values)
	case *ir.Choice:
		return choiceRange(k)
	case ir.Ref:
		switch k.Type.Value.Kind.(type) {
		case *ir.Record, *ir.Union:
			return ""
		}
		return rangeMessage(&k.Type.Value)
	}
	return ""
}

// choiceRange is rangeMessage for a choice. Where an option holds numbers of any size, none are looked at.
func choiceRange(c *ir.Choice) string {
	message := ""
	for i := range c.Options {
		own := rangeMessage(&c.Options[i])
		switch resolve(&c.Options[i]).kind.(type) {
		case ir.Array, ir.Map, ir.Object:
			if own == "" {
				return ""
			}
		}
		message = cmp.Or(message, own)
	}
	return message
}
