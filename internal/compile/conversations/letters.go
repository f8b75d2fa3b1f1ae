package conversations

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// senders reports a letter of no messages, and one that is sent by a side which does not exist.
func (o *order) senders() bool {
	for i := range o.written.Letters {
		l := &o.written.Letters[i]
		if e, _ := rules.Parse(l.When.Value); e != nil && slices.ContainsFunc(e.Speaks(), func(name string) bool { return name != "prev" && name != "reply" }) {
			o.guards[l.Name.Value] = true
		}
		for _, of := range l.Of {
			if !o.b.isMessage(of.Value) {
				o.b.Fail(of.Pos, "letter", diag.DidYouMean(of.Value, o.b.messages()), "%q is neither a tag nor a type of the messages of %s", of.Value, o.b.written.Over.Value)
				return false
			}
		}
		from, sides := l.From, o.b.out.Sides
		switch {
		case !from.Pos.IsValid() || len(sides) == 2 && slices.Contains(sides, from.Value):
			continue
		case len(sides) != 2:
			o.b.Fail(from.Pos, "letter", "name both with `sides`, such as `sides: [client, server]`", "`from` needs a conversation of two sides, and this one has %d", len(sides))
		default:
			o.b.Fail(from.Pos, "letter", diag.DidYouMean(from.Value, sides), "the conversation has no side %q", from.Value)
		}
		return false
	}
	return true
}

// selects is the condition that selects the messages of a letter, or without Pos. One on bound messages opens and closes the letter.
func (o *order) selects(l syntax.Letter) syntax.Text {
	if o.guards[l.Name.Value] {
		return syntax.Text{}
	}
	return l.When
}

// kinds finds the letters of each record, and reports letters that no message can be.
func (o *order) kinds() bool {
	b := o.b
	other, hasOther := o.numbers[otherLetter]
	for i, t := range b.out.Records {
		list, closed, ok := o.kindsOf(t, b.tags[i], syntax.Key{})
		if !ok {
			return false
		}
		if hasOther && !closed {
			list = append(list, ir.LetterOf{Letter: other})
		}
		o.out.Kinds = append(o.out.Kinds, list)
	}
	for number, name := range o.out.Letters {
		if len(o.recordsOf([]int{number})) == 0 {
			b.Fail(o.places[number], "letter", "remove it, or let earlier letters match fewer messages", "earlier letters match all messages of %q", name)
			return false
		}
	}
	return true
}

// kindsOf returns the letters, by the key at a place, of the messages of a record with some tags. closed means that each message has one of them.
func (o *order) kindsOf(t *ir.Type, tags []string, key syntax.Key) (list []ir.LetterOf, closed, ok bool) {
	c := o.b
	sender := c.out.From[slices.Index(c.out.Records, t)]
	sides := []string{sender}
	if sender == "" && len(c.out.Sides) == 2 {
		sides = c.out.Sides
	}
	open := map[string][]string{} // by tag: the sides that have messages without a letter
	for _, tag := range tags {
		open[tag] = sides
	}
	seen := map[string]bool{}
	for _, l := range o.written.Letters {
		if !l.Key.Is(key) || sender != "" && l.From.Value != "" && l.From.Value != sender {
			continue
		}
		of, at := o.tagsIn(l, t, tags)
		if of == nil {
			continue
		}
		kind := ir.LetterOf{Letter: o.numbers[l.Name.Value]}
		if sender == "" {
			kind.From = l.From.Value
		}
		when := o.selects(l)
		condition := kind.From + ": " + strings.Join(strings.Fields(when.Value), " ")
		if o.isGroup(at.Value) { // of all messages that earlier letters leave
			if of = slices.DeleteFunc(slices.Clone(of), func(tag string) bool { return len(open[tag]) == 0 }); len(of) == 0 {
				continue
			}
		}
		for _, tag := range of {
			switch {
			case len(open[tag]) == 0, kind.From != "" && !slices.Contains(open[tag], kind.From):
				c.Fail(at.Pos, "letter", "move the letter with the condition to the front", "an earlier letter matches all messages with the tag %q", tag)
				return nil, true, false
			case when.Pos.IsValid() && seen[tag+" "+condition]:
				c.Fail(when.Pos, "letter", "write another condition", "an earlier letter matches the messages with the tag %q that satisfy this condition", tag)
				return nil, true, false
			case when.Pos.IsValid() && !seen[tag+" "+kind.From+": "+opposite(when.Value)]:
				seen[tag+" "+condition] = true
			case kind.From == "":
				open[tag] = nil
			default:
				open[tag] = slices.DeleteFunc(slices.Clone(open[tag]), func(side string) bool { return side == kind.From })
			}
		}
		if kind.When, ok = o.where(t, tags, of, when); !ok {
			return nil, true, false
		}
		list = append(list, kind)
	}
	left := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return len(open[tag]) == 0 })
	if key.Pos.IsValid() || len(left) == 0 {
		return list, len(left) == 0, true
	}
	return o.unnamed(t, tags, left, list)
}

// simpleCondition is a condition that is the value or the presence of a member, or its opposite. Both can be evaluated for every message.
var simpleCondition = regexp.MustCompile(`^!?(this(\.\w+)+|has\(this(\.\w+)+\))$`)

// opposite returns the condition that is true for all other messages, or "" if the form of the condition is no simple one.
func opposite(condition string) string {
	switch condition = strings.Join(strings.Fields(condition), " "); {
	case !simpleCondition.MatchString(condition):
		return ""
	case condition[0] == '!':
		return condition[1:]
	}
	return "!" + condition
}

// tagsIn returns the tags of a record, of which a letter is, and where it names them.
func (o *order) tagsIn(l syntax.Letter, t *ir.Type, tags []string) (of []string, at syntax.Text) {
	for _, name := range l.Of {
		switch {
		case slices.Contains(of, name.Value):
		case slices.Contains(tags, name.Value):
			if of = append(of, name.Value); len(of) == 1 {
				at = name
			}
		case name.Value == t.Name, slices.Contains(o.b.group(name.Value), t):
			return tags, name
		}
	}
	return of, at
}

// unnamed adds the letters of the grammar itself for those tags of a record that are left: the tag, else the record, else a union.
func (o *order) unnamed(t *ir.Type, tags, left []string, list []ir.LetterOf) ([]ir.LetterOf, bool, bool) {
	of := map[int][]string{}
	closed := true
	for _, tag := range left {
		number, used := o.numbers[tag]
		if !used && o.declared(t.Name) == nil {
			number, used = o.numbers[t.Name]
		}
		for n, name := range o.out.Letters {
			if !used && o.declared(name) == nil && slices.Contains(o.b.group(name), t) {
				number, used = n, true
			}
		}
		if closed = closed && used; used {
			of[number] = append(of[number], tag)
		}
	}
	numbers := slices.Sorted(maps.Keys(of))
	for i, number := range numbers {
		kind := ir.LetterOf{Letter: number}
		var ok bool
		if !closed || i < len(numbers)-1 { // else it is that of all messages that are left
			if kind.When, ok = o.where(t, tags, of[number], syntax.Text{}); !ok {
				return nil, true, false
			}
		}
		list = append(list, kind)
	}
	return list, closed, true
}

// where compiles the condition of a letter of messages with some of the tags of a record; nil if it is true for all.
func (o *order) where(t *ir.Type, tags, of []string, when syntax.Text) (*ir.Predicate, bool) {
	tagged := ""
	if len(of) < len(tags) {
		member := "this." + o.b.tagged[slices.Index(o.b.out.Records, t)]
		var words []string
		for _, tag := range of {
			words = append(words, wording.Quote(tag))
		}
		if len(of) == 1 {
			tagged = member + " == " + words[0]
		} else {
			tagged = member + " in [" + strings.Join(words, ", ") + "]"
		}
	}
	text, before := when.Value, ""
	switch {
	case when.Pos.IsValid() && tagged != "":
		before = tagged + " && ("
		text = before + when.Value + ")"
	case tagged != "":
		text, when.Pos = tagged, o.written.Grammar.Pos
	case !when.Pos.IsValid():
		return nil, true
	}
	p := o.predicateIn(t, text, part{len([]rune(before)), when})
	return p, p != nil
}

// predicate compiles a condition on the messages of a record.
func (o *order) predicate(t *ir.Type, when syntax.Text) *ir.Predicate {
	return o.predicateIn(t, when.Value, part{0, when})
}

// predicateIn compiles a condition that has a text of the spec in it.
func (o *order) predicateIn(t *ir.Type, text string, in part) *ir.Predicate {
	return o.compiled(t, text, o.placed([]part{in}), func(e *rules.Expression, s *rules.Scope) (*rules.Compiled, []rules.Problem) {
		return e.Compile(s, t, len(s.Stages)-1, true)
	})
}
