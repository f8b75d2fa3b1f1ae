package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// a returns a link with its article.
func (g *page) a(t *ir.Type) string {
	if strings.ContainsAny(t.Name[:1], "AEIOUaeiou") {
		return "an " + g.link(t)
	}
	return "a " + g.link(t)
}

// link returns the name of a type, as a link if the type has a section.
func (g *page) link(t *ir.Type) string {
	if anchor := g.anchors[t]; anchor != "" {
		return fmt.Sprintf("[%s](#%s)", prose(t.Name), anchor)
	}
	if t.Protocol != "" && t.Protocol != g.protocol.Name {
		return fmt.Sprintf("[%s](%s.md#%s)", prose(t.Protocol+"."+t.Name), t.Protocol, anchorOf(t.Name))
	}
	return prose(t.Name)
}

func (g *page) typ(t *ir.Type) {
	g.put("### %s", prose(t.Name))
	if t.Doc.Deprecated {
		g.put("**Deprecated.**")
	}
	if t.Doc.Stability != "" {
		g.put("%s", stability(t.Doc))
	}
	if t.Doc.Text != "" {
		g.put("%s", paragraphs(t.Doc.Text))
	}
	if t.Side != "" {
		g.put("Sent by the %s.", prose(t.Side))
	}
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		g.record(t, k)
		g.conditions(t)
	case *ir.Union:
		g.union(k)
		g.conditions(t)
	case *ir.Enum:
		g.vocabulary(k, "string")
	default:
		if t.Codes != nil {
			g.vocabulary(t.Codes, "integer")
			break
		}
		parts := g.parts(&t.Value)
		if s := t.Value.Schema; s != nil && g.named(s) {
			parts = append(parts, g.ownLimits(s)...)
		}
		g.put("%s", capital(joined(parts))+".")
	}
	if !slices.Contains(g.protocol.Parts, t) {
		g.showExample(t)
	}
	if t.Doc.Source != "" {
		g.put("*Source: %s*", sentence(t.Doc.Source))
	}
}

func (g *page) record(t *ir.Type, r *ir.Record) {
	members := table{header: []string{"Member", "Required", "Type", "About"}}
	part, known := g.shared(t)
	for _, f := range r.Fields {
		if row := g.memberRow(t, f); !known[strings.Join(row, "|")] {
			members.add(row...)
		}
	}
	switch {
	case part != nil && len(members.rows) > 0:
		g.put("The members of %s, with these changed or added:", g.link(part))
	case part != nil:
		g.put("The members of %s.", g.link(part))
	}
	if len(members.rows) > 0 {
		g.put("%s", members.String())
	}
	if len(r.Forbidden) > 0 {
		names := make([]string, len(r.Forbidden))
		for i, f := range r.Forbidden {
			names[i] = code(f.Name)
		}
		g.put("Not allowed: %s.", list(names, "and"))
	}
	if r.Closed {
		g.put("No additional members.")
	} else {
		g.put("Additional members are allowed and kept.")
	}
}

// shared returns the part of a type with the most members, if this page shows it, and the rows of its table.
func (g *page) shared(t *ir.Type) (part *ir.Type, rows map[string]bool) {
	if slices.Contains(g.protocol.Parts, t) {
		return nil, nil // a part shows all of its members: other types refer to it
	}
	var fields []*ir.Field
	for _, p := range t.Parts {
		if r := p.Value.Kind.(*ir.Record); g.anchors[p] != "" && len(r.Fields) > len(fields) {
			part, fields = p, r.Fields
		}
	}
	rows = map[string]bool{}
	for _, f := range fields {
		rows[strings.Join(g.memberRow(part, f), "|")] = true
	}
	return part, rows
}

// memberRow returns the row of a member in a table.
func (g *page) memberRow(t *ir.Type, f *ir.Field) []string {
	return []string{code(f.Name), map[bool]string{true: "yes"}[f.Required], g.memberType(t, f), g.memberAbout(f)}
}

// memberType describes the value of a member. A schema of the whole record is more specific than the member.
func (g *page) memberType(t *ir.Type, f *ir.Field) string {
	parts := g.parts(&f.Value)
	if t.Value.Schema != nil && f.Value.Schema == nil {
		for _, s := range g.membersNamed(t.Value.Schema, f.Name) {
			parts = append(parts, g.limits(s)...)
		}
	}
	return joined(parts)
}

// memberAbout returns the description of a member in the spec, or else that of its type.
func (g *page) memberAbout(f *ir.Field) string {
	text := about(f.Doc)
	if of := described(f.Value); of != nil && f.Doc.Text == "" {
		text = strings.TrimSpace(prose(firstSentence(of.Doc.Text)) + " " + text)
	}
	if f.Staged {
		text = strings.TrimSpace(text + " The content is checked in the stage " + code(g.protocol.Stages[f.Stage]) + ".")
	}
	return text
}

// stability marks a type or member with x-stability.
func stability(d ir.Doc) string {
	if d.Stability == ir.Unstable {
		return "**Unstable**: a later version may change it without notice."
	}
	return "**Stable.**"
}

// described returns the type whose description applies to a value: the type that it refers to, or the vocabulary of a constant.
func described(v ir.Value) *ir.Type {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return k.Type
	case ir.Const:
		return k.Of
	}
	return nil
}

// about returns the description of a member or word for a table.
func about(d ir.Doc) string {
	var parts []string
	add := func(when bool, text string) {
		if when {
			parts = append(parts, text)
		}
	}
	add(d.Deprecated, "**Deprecated.**")
	add(d.Stability != "", stability(d))
	add(d.Text != "", prose(d.Text))
	add(d.ReadOnly, "Read-only.")
	add(d.WriteOnly, "Write-only.")
	add(d.Encoding != "", "Encoding of the content: "+code(d.Encoding)+".")
	add(d.MediaType != "", "Media type of the content: "+code(d.MediaType)+".")
	add(d.Content != "", "Schema of the content: "+code(d.Content)+".")
	add(d.Default != "", "Default: "+code(d.Default)+".")
	add(len(d.Examples) > 0, "For example "+codes(d.Examples)+".")
	return strings.Join(parts, " ")
}

func (g *page) vocabulary(e *ir.Enum, of string) {
	if e.Open {
		g.put("Any %s. Known values:", of)
	}
	described := slices.ContainsFunc(e.Values, func(v ir.EnumValue) bool { return about(v.Doc) != "" })
	if e.Catalog == nil && !described {
		g.put("%s.", wordList(e))
		return
	}
	header := []string{"Value"}
	if described {
		header = append(header, "About")
	}
	if e.Catalog != nil {
		for _, c := range e.Catalog.Columns {
			header = append(header, prose(c.Name))
		}
	}
	t := table{header: header}
	for _, v := range e.Values {
		row := []string{code(v.Value)}
		if described {
			row = append(row, about(v.Doc))
		}
		for _, c := range v.Cells {
			row = append(row, literalCell(c))
		}
		t.add(row...)
	}
	g.put("%s", t.String())
	g.columns(e.Catalog)
}

func (g *page) columns(c *ir.Catalog) {
	if c == nil {
		return
	}
	var list []string
	for _, column := range c.Columns {
		if column.Doc.Text != "" {
			list = append(list, fmt.Sprintf("- %s: %s", prose(column.Name), prose(column.Doc.Text)))
		}
	}
	if len(list) > 0 {
		g.put("%s", strings.Join(list, "\n"))
	}
}

// literalCell returns a string of a catalog as plain text, and any other literal as JSON.
func literalCell(l ir.Literal) string {
	switch l.Kind {
	case ir.NullLiteral:
		return ""
	case ir.StringLiteral:
		return prose(l.String)
	default:
		return code(literal(l))
	}
}

func literal(l ir.Literal) string {
	switch l.Kind {
	case ir.StringLiteral:
		return jsontext.Of(l.String)
	case ir.NumberLiteral:
		return number(l.Number)
	case ir.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	default:
		return "null"
	}
}

// number formats a number as JSON writers do: without an exponent below 10^21.
func number(n float64) string {
	if math.Abs(n) < 1e21 && (n == 0 || math.Abs(n) >= 1e-6) {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// showExample shows a record as a block and a scalar on a line. The page already shows the contents of a union and a vocabulary.
func (g *page) showExample(t *ir.Type) {
	switch t.Value.Kind.(type) {
	case *ir.Union, *ir.Enum, ir.Const:
		return
	}
	var b bytes.Buffer
	switch text := g.example(t); {
	case text == "" || text == "{}" || text == `""` || json.Indent(&b, []byte(text), "", "  ") != nil:
	case text[0] != '{' && text[0] != '[':
		g.put("For example %s.", code(text))
	default:
		g.put("```json%s\n%s\n```", g.typeOfExample(t), b.String())
	}
}

var plainName = regexp.MustCompile(`^[\w.]+$`)

// typeOfExample returns the words with which `envgen docs check` finds the type of an example. A name that could end the fence has none.
func (g *page) typeOfExample(t *ir.Type) string {
	if t == g.protocol.Root || !plainName.MatchString(t.Name) {
		return ""
	}
	return " type=" + t.Name
}

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
