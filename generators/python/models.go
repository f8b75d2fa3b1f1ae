package python

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// modelModule is the data of models.tmpl.
type modelModule struct {
	Header  string
	About   string
	Imports string
	Classes []class
	Aliases []alias
	// Catalogs contains the tables of catalogs.
	Catalogs []string
}

// class is one record.
type class struct {
	Head       string // the line that opens it
	Doc        string // docstring, or ""
	Attributes []attribute
}

// attribute is one member.
type attribute struct {
	Name    string
	Hint    string
	Value   string // the value of a constant of the class, else ""
	Default string // " = None" and the like, or ""
	Unset   bool   // whether it is UNSET for an absent member
	Doc     string
}

// alias is another name of a type, a vocabulary or a union.
type alias struct {
	Name   string
	Target string
	Doc    string
	Table  string // the table of a vocabulary, or ""
}

func (g *generator) modelModule() modelModule {
	m := modelModule{Header: g.header(), About: docstring("", "Classes and aliases for the types of "+g.protocol.Name+".")}
	u := g.newUses()
	for _, t := range g.protocol.Types {
		if r, ok := t.Value.Kind.(*ir.Record); ok {
			m.Classes = append(m.Classes, g.class(t, r, u))
		}
	}
	m.Aliases = g.aliases(u)
	for _, t := range g.protocol.Types {
		if t.Codes != nil {
			m.Catalogs = append(m.Catalogs, g.codes(t, u))
		}
		if e := t.Vocabulary(); e != nil && e.Catalog != nil {
			m.Catalogs = append(m.Catalogs, g.catalog(t, e, u))
		}
		if k, isUnion := t.Value.Kind.(*ir.Union); isUnion {
			m.Aliases = append(m.Aliases, g.senders(t, k, u)...)
		}
		m.Aliases = append(m.Aliases, g.replies(t, u)...)
	}
	for _, t := range g.protocol.Names {
		if g.names.Type(t) != "" {
			m.Aliases = append(m.Aliases, g.alias(t, false, u))
		}
	}
	m.Imports = g.importLines(u)
	return m
}

func (g *generator) class(t *ir.Type, r *ir.Record, u *uses) class {
	base := "OpenRecord"
	if r.Closed {
		base = "Record"
	}
	base = u.support.use(base)
	c := class{Doc: docstring("    ", describe(t.Doc))}
	var names, ranges []expr
	var integers, secrets []string
	for _, f := range r.Fields {
		a := g.attribute(f)
		c.Attributes = append(c.Attributes, a)
		if a.Name != f.Name {
			names = append(names, text(quote(a.Name)+": "+quote(f.Name)))
		}
		if f.Secret {
			secrets = append(secrets, quote(a.Name))
		}
		switch message := rangeMessage(&f.Value); message {
		case "":
		case outOfRange:
			integers = append(integers, quote(a.Name))
		default:
			ranges = append(ranges, text(quote(a.Name)+": "+quote(message)))
		}
		g.uses(&f.Value, a, u)
	}
	arguments := []expr{text(base)}
	if names != nil {
		arguments = append(arguments, dictOf(names...).after("names="))
	}
	if integers != nil {
		arguments = append(arguments, tupleOf(texts(integers)...).after("integers="))
	}
	if ranges != nil {
		arguments = append(arguments, dictOf(ranges...).after("ranges="))
	}
	if secrets != nil {
		arguments = append(arguments, tupleOf(texts(secrets)...).after("secrets="))
	}
	if shown := shownAttributes(t, g); shown != nil {
		arguments = append(arguments, tupleOf(texts(shown)...).after("shows="))
	}
	if name := g.names.Type(t); name != t.Name {
		arguments = append(arguments, text("type_name="+quote(t.Name)))
	}
	p := newPrinter(0)
	p.expr(call("class "+g.names.Type(t), arguments...), ":")
	c.Head = strings.TrimSuffix(p.String(), "\n")
	return c
}

// shownAttributes returns the attributes in the printed form of a record: its id, and the code of a failure.
func shownAttributes(t *ir.Type, g *generator) (list []string) {
	for _, f := range t.ShownFields() {
		list = append(list, quote(g.attribute(f).Name))
	}
	return list
}

// outOfRange is the message in _record.py for integers that are not safe.
const outOfRange = "must be between -9007199254740991 and 9007199254740991"

func (g *generator) attribute(f *ir.Field) attribute {
	a := attribute{Name: g.names.Field(f)}
	a.Doc = docstring("    ", memberDoc(f, a.Name))
	if l, ok := constant(f); ok {
		a.Value = literal(l)
		a.Hint = "None"
		if l.Kind != ir.NullLiteral {
			a.Hint = g.constHint(l)
		}
		a.Hint = g.own("ClassVar") + "[" + a.Hint + "]"
		return a
	}
	a.Hint = g.hint(&f.Value)
	switch {
	case f.Counter && f.Required:
		a.Hint, a.Default = g.hint(&f.Value), " = 0"
	case f.Required:
	case acceptsNull(&f.Value):
		a.Hint, a.Default, a.Unset = g.hintOrUnset(&f.Value), " = UNSET", true
	default:
		a.Hint, a.Default = a.Hint+" | None", " = None"
	}
	return a
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// memberDoc returns the description of a member in the spec. It adds the JSON name if the attribute has another name.
func memberDoc(f *ir.Field, attribute string) string {
	return describe(renamed(f.Doc, "In JSON", f.Name, attribute))
}

// renamed adds the name of a declaration in another place to its description.
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

// uses records the imports for a member.
func (g *generator) uses(v *ir.Value, a attribute, u *uses) {
	g.hintUses(v, u)
	if a.Value != "" {
		u.typing.use("ClassVar")
	}
	if a.Unset {
		u.support.use("UNSET")
		u.support.use("UnsetType")
	}
}

// hintUses records the imports for a hint, except types of the protocol itself.
func (g *generator) hintUses(v *ir.Value, u *uses) {
	references(v, func(t *ir.Type) {
		if g.isForeign(t) {
			u.packages[t.Protocol] = true
		}
	})
	switch k := v.Kind.(type) {
	case ir.Any, ir.Object:
		u.support.use("JsonValue")
	case ir.Const:
		if hasLiteralType(k.Literal) {
			u.typing.use("Literal")
		}
	case *ir.Enum:
		u.typing.use("Literal")
	}
	for _, inner := range v.Inside() {
		g.hintUses(&inner, u)
	}
}

// rangeMessage returns the message for integers out of range, or the width of integers of 64 bits, or "" if v contains no integers.
func rangeMessage(v *ir.Value) string { return ranges{}.message(v) }

// ranges contains the types that rangeMessage has visited: aliases may refer to themselves.
type ranges map[*ir.Type]bool

func (seen ranges) message(v *ir.Value) string {
	switch k := v.Kind.(type) {
	case ir.Integer:
		if k.Width != ir.Safe { // also where a schema decides
			return k.Width.String()
		}
		return k.Range.Message
	case ir.Array:
		return seen.message(k.Items)
	case ir.Map:
		return seen.message(k.Values)
	case *ir.Choice:
		return seen.ofChoice(k)
	case ir.Ref:
		switch k.Type.Value.Kind.(type) {
		case *ir.Record, *ir.Union:
			return ""
		}
		if !seen[k.Type] {
			seen[k.Type] = true
			return seen.message(&k.Type.Value)
		}
	}
	return ""
}

// ofChoice is message for a choice. If an option accepts numbers of any size, it returns "".
func (seen ranges) ofChoice(c *ir.Choice) string {
	message := ""
	for i := range c.Options {
		own := seen.message(&c.Options[i])
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
