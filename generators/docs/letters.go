package docs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// letters explains the letters of an order that are not tags, and those that depend on a condition.
func (g *page) letters(c *ir.Conversation, o *ir.Order, others []*ir.KeyPath) {
	t := table{header: []string{"Letter", "Messages", "Where", "About"}}
	for number, name := range o.Letters {
		tags := tagsOf(o, number)
		switch {
		case len(tags) == 0:
			t.add(code(name), "all others", "", "Any message that no other letter names.")
		case len(tags) > 1 || tags[0] != name || o.Docs[number] != "":
			t.add(code(name), codes(tags), cmp.Or(condition(o, others, number), g.typesOf(c, o, others, number)), capitalized(sentence(o.Docs[number])))
		}
	}
	if len(t.rows) > 0 {
		g.put("A letter without an entry here stands for the messages with that tag.")
		g.put("%s", t.String())
	}
}

// tagsOf returns the tags of the messages of a letter.
func tagsOf(o *ir.Order, letter int) (tags []string) {
	for _, shown := range o.Shown[letter] {
		quoted, _ := strconv.QuotedPrefix(shown)
		tag, err := strconv.Unquote(quoted)
		if err != nil {
			tag = strings.Trim(shown, `"`) // Go lacks some escapes of JSON
		}
		tags = append(tags, tag)
	}
	return tags
}

// condition returns the condition of a letter, in CEL, and the side that sends it where messages of both sides have its tags.
func condition(o *ir.Order, others []*ir.KeyPath, letter int) string {
	when, from := "", ""
	all := [][][]ir.LetterOf{o.Kinds}
	for _, way := range others {
		all = append(all, way.Kinds)
	}
	for _, list := range slices.Concat(all...) {
		for _, k := range list {
			if k.Letter != letter {
				continue
			}
			if when == "" && k.When != nil {
				when = code(strings.Join(strings.Fields(k.When.Text), " "))
			}
			from = cmp.Or(from, k.From)
		}
	}
	switch {
	case from == "":
		return when
	case when == "":
		return "from the " + from
	}
	return when + ", from the " + from
}

// typesOf returns the types of a letter's messages if messages of other types with the same tags have another letter, or "".
func (g *page) typesOf(c *ir.Conversation, o *ir.Order, others []*ir.KeyPath, letter int) string {
	of := recordsOf(o, others, letter)
	for other := range o.Letters {
		tags := tagsOf(o, other)
		shares := slices.ContainsFunc(tagsOf(o, letter), func(tag string) bool { return slices.Contains(tags, tag) })
		apart := !slices.ContainsFunc(recordsOf(o, others, other), func(record int) bool { return slices.Contains(of, record) })
		if other != letter && shares && apart {
			var links []string
			for _, record := range of {
				links = append(links, g.a(c.Records[record]))
			}
			return strings.Join(links, " or ")
		}
	}
	return ""
}

// recordsOf returns the numbers of the records that messages of a letter may have.
func recordsOf(o *ir.Order, others []*ir.KeyPath, letter int) (list []int) {
	is := func(k ir.LetterOf) bool { return k.Letter == letter }
	for record, kinds := range o.Kinds {
		in := func(way *ir.KeyPath) bool { return slices.ContainsFunc(way.Kinds[record], is) }
		if slices.ContainsFunc(kinds, is) || slices.ContainsFunc(others, in) {
			list = append(list, record)
		}
	}
	return list
}

// openedBy returns the condition on bound messages under which a letter may come, as its description or in CEL, or "".
func openedBy(o *ir.Order, letter int) string {
	for _, c := range o.Checks {
		if c.Refuses && slices.Contains(c.Letters, letter) {
			return cmp.Or(strings.TrimSuffix(o.Docs[letter], "."), strings.Join(strings.Fields(cmp.Or(c.Text, c.Cases[0].Text)), " "))
		}
	}
	return ""
}

// bound explains the messages that checks refer to by name.
func (g *page) bound(o *ir.Order) {
	if len(o.Bound) == 0 {
		return
	}
	t := table{header: []string{"In checks", "Last message", "Where", "About"}}
	for _, b := range o.Bound {
		where := ""
		for _, when := range b.When {
			if when != nil {
				where = code(strings.Join(strings.Fields(when.Text), " "))
			}
		}
		t.add(code("bound."+b.Name), namesOf(o, b.Letters), where, capitalized(sentence(b.Doc)))
	}
	g.put("%s", t.String())
}
