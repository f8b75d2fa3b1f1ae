package derive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
)

// adopter stores the parts of a fixture as values of their definitions.
type adopter struct {
	*deriver
	example bool // the fixture is one of the document's examples
}

func (d *deriver) adopt(c *conformance.Case) {
	const most = 4 << 10 // a longer value only adds length
	example := strings.HasPrefix(c.ID, c.Protocol+"/examples/")
	v, err := read(*c.Text)
	if err != nil || len(*c.Text) > most && !example {
		return
	}
	t := d.protocol.Root
	if i := slices.IndexFunc(d.protocol.Types, func(t *ir.Type) bool { return t.Name == c.Type }); i >= 0 {
		t = d.protocol.Types[i]
	}
	adopter{d, example}.typ(t, v)
}

func (a adopter) typ(t *ir.Type, part value) {
	if _, known := a.examples[t]; a.example && !known {
		a.examples[t] = write(part)
	}
	a.value(&t.Value, part)
}

func (a adopter) value(v *ir.Value, part value) {
	if part == nil {
		return
	}
	a.seeds[v] = append(a.seeds[v], part)
	switch k := v.Kind.(type) {
	case ir.Ref:
		a.typ(k.Type, part)
	case ir.Array:
		for _, item := range part.(array) {
			a.value(k.Items, item)
		}
	case ir.Map:
		for _, m := range part.(object) {
			a.value(k.Values, m.value)
		}
	case *ir.Record:
		for _, f := range k.Fields {
			if m, ok := at(part, []string{f.Name}); ok {
				a.value(&f.Value, m)
			}
		}
	case *ir.Union:
		if t := variantOf(k, part.(object)); t != nil {
			a.typ(t, part)
		}
	}
}

func variantOf(u *ir.Union, o object) *ir.Type {
	tag, present := at(o, []string{u.Tag})
	switch {
	case u.By == ir.ByPresence && present:
		return u.Variants[0].Type
	case u.By == ir.ByPresence:
		return u.Variants[1].Type
	}
	for _, v := range u.Variants {
		if isTag(v.Tags, u.By, tag) {
			return v.Type
		}
	}
	if text, is := tagText(u.By, tag); is && !slices.Contains(u.Refused, text) {
		return u.Fallback()
	}
	return nil
}

// isTag reports whether a tag is one of some strings, booleans or integers.
func isTag(tags []string, by ir.Selection, tag value) bool {
	text, is := tagText(by, tag)
	return is && slices.Contains(tags, text)
}

// tagText is a value as a tag of its JSON type.
func tagText(by ir.Selection, tag value) (text string, is bool) {
	var l ir.Literal
	switch tag := tag.(type) {
	case string:
		l = ir.Literal{Kind: ir.StringLiteral, String: tag}
	case bool:
		l = ir.Literal{Kind: ir.BoolLiteral, Bool: tag}
	case number:
		n, _ := strconv.ParseFloat(string(tag), 64)
		l = ir.Literal{Kind: ir.NumberLiteral, Number: n}
	}
	return by.TagOf(l)
}
