package python

import (
	"slices"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// draftTable contains the names of drafts of records inside of messages. Equal drafts share a class.
type draftTable struct {
	list []*draftClass
	of   map[*ir.Draft]string
}

type draftClass struct {
	name  string
	draft *ir.Draft
}

func (d *draftTable) names() []string {
	var list []string
	for _, c := range d.list {
		list = append(list, c.name)
	}
	return list
}

// nameDrafts names the drafts inside of messages.
func (b *builderPrinter) nameDrafts() {
	b.drafts.of = map[*ir.Draft]string{}
	drafts, number := plan.Drafts(b.protocol)
	for _, d := range drafts {
		name := b.generator.names.Type(d.Of) + "Draft"
		if slices.Contains(b.drafts.names(), name) { // another builder needs other members of the record
			name = b.generator.names.Words(d.Builder.Name) + name
		}
		b.drafts.list = append(b.drafts.list, &draftClass{name, d.Draft})
	}
	for d, n := range number {
		b.drafts.of[d] = b.drafts.list[n].name
	}
}

// classes prints the drafts.
func (b *builderPrinter) classes() []string {
	var list []string
	for _, c := range b.drafts.list {
		b.public.use(c.name)
		list = append(list, b.class(c))
	}
	return list
}

func (b *builderPrinter) class(c *draftClass) string {
	type attribute struct {
		name, hint string
		isRequired bool
	}
	var attributes []attribute
	for _, m := range c.draft.Members {
		if _, held := constant(m.Field); !held && !m.Fixed {
			hint, absent := b.argument(m)
			if absent == "UNSET" && mayBeNone(&m.Field.Value) { // the constructor of a failure passes its default on
				hint = b.orUnset(m.Field)
			}
			attributes = append(attributes, attribute{b.names.Field(m.Field), hint, absent == ""})
		}
	}
	if isOpen(c.draft.Of) {
		attributes = append(attributes, attribute{"extra", b.uses.abstract.use("Mapping") + "[str, " + b.uses.support.use("JsonValue") + "]", false})
	}
	total, isTotal := ", total=False", slices.ContainsFunc(attributes, func(a attribute) bool { return a.isRequired })
	if isTotal {
		total = ""
	}
	p := newPrinter(0)
	p.Line("class %s(%s%s):", c.name, b.uses.typing.use("TypedDict"), total)
	p.Block(func() {
		p.Line("%s", docstring(p.Margin(), "The caller's members of `"+b.names.Type(c.draft.Of)+"`, by their attributes."))
		p.Line("")
		for _, a := range attributes {
			if isTotal && !a.isRequired {
				a.hint = b.uses.typing.use("NotRequired") + "[" + a.hint + "]"
			}
			p.Line("%s: %s", a.name, a.hint)
		}
	})
	return p.String()
}
