package conversations

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// Issues of an order list tags, as senders write them, and never the names of letters. A letter with a condition, or of one of two senders, shows its
// description after each tag.

// show notes how issues list the letters of an order.
func (o *order) show() {
	for number, name := range o.out.Letters {
		var shown []string
		doc := ""
		if l := o.declared(name); l != nil {
			doc = l.Doc.Value
			conditional := o.selects(*l).Pos.IsValid() || o.isOfOneSender(number)
			for _, of := range l.Of {
				shown = append(shown, o.tagsOf(of.Value, conditional, doc, l.From.Value)...)
			}
		} else if name != otherLetter || o.whole != nil {
			shown = []string{wording.Quote(wording.Cut(name))}
		}
		o.out.Shown, o.out.Docs = append(o.out.Shown, shown), append(o.out.Docs, doc)
	}
}

// isOfOneSender reports whether a letter has the messages of one side only that both sides send.
func (o *order) isOfOneSender(letter int) bool {
	is := func(k ir.LetterOf) bool { return k.Letter == letter && k.From != "" }
	in := func(kinds [][]ir.LetterOf) bool { return slices.ContainsFunc(slices.Concat(kinds...), is) }
	return in(o.out.Kinds) || slices.ContainsFunc(o.others, func(w *ir.KeyPath) bool { return in(w.Kinds) })
}

// declared is the letter of a name under `letters`, or nil.
func (o *order) declared(name string) *syntax.Letter {
	for i := range o.written.Letters {
		if l := &o.written.Letters[i]; l.Name.Value == name {
			return l
		}
	}
	return nil
}

// tagsOf lists the tags of messages that a letter names by a tag or a type. from is the side of the letter, or "".
func (o *order) tagsOf(name string, conditional bool, doc, from string) []string {
	if group := o.b.group(name); group != nil && !slices.Contains(slices.Concat(o.b.tags...), name) {
		return o.tagsOfGroup(name, group, conditional, doc, from)
	}
	tags := []string{name}
	isTag := func(tags []string) bool { return slices.Contains(tags, name) }
	if !slices.ContainsFunc(o.b.tags, isTag) {
		conditional = true // the type is one of several with a tag
		for i, t := range o.b.out.Records {
			if t.Name == name {
				tags = o.b.tags[i]
			}
		}
	}
	var shown []string
	for _, tag := range tags {
		text := wording.Quote(wording.Cut(tag))
		if doc = phrase(doc); conditional && doc != "" {
			text += " (" + wording.Cut(doc) + ")"
		}
		shown = append(shown, text)
	}
	return shown
}

// mostShown is how many tags of a union are listed; a union of more is listed by its name.
const mostShown = 12

// tagsOfGroup lists the tags of messages that a letter names by a union, but for those of the other side.
func (o *order) tagsOfGroup(name string, group []*ir.Type, conditional bool, doc, from string) (shown []string) {
	for _, t := range group {
		record := slices.Index(o.b.out.Records, t)
		if sender := o.b.out.From[record]; from != "" && sender != "" && sender != from {
			continue
		}
		for _, tag := range o.b.tags[record] {
			shown = append(shown, o.tagsOf(tag, conditional, doc, from)...)
		}
	}
	if len(shown) > mostShown {
		return []string{wording.Quote(wording.Cut(name))}
	}
	return shown
}

// phrase is a description as a part of a sentence.
func phrase(doc string) string {
	return strings.TrimSuffix(strings.Join(strings.Fields(doc), " "), ".")
}

// expected is the message for a letter that does not lead on. A state that `other` leads on from names the letters that do not.
func expected(next []int, shown [][]string) string {
	leads := func(letter int) bool { return next[letter] >= 0 }
	for letter := range next {
		if shown[letter] == nil && leads(letter) {
			refused := listed(shown, func(letter int) bool { return !leads(letter) })
			if refused == nil {
				return "must not come here"
			}
			return "must not be " + wording.OneOfWords(refused) + " here"
		}
	}
	return "must be " + wording.OneOfWords(listed(shown, leads)) + " here"
}

// awaited lists the letters that lead on.
func awaited(next []int, shown [][]string) []string {
	words := listed(shown, func(letter int) bool { return next[letter] >= 0 })
	for letter := range next {
		if shown[letter] == nil && next[letter] >= 0 {
			words = append(words, "another message")
		}
	}
	return words
}

// listed are the words of some letters, each once; one with a description only where it is not listed without.
func listed(shown [][]string, of func(letter int) bool) []string {
	var words []string
	for letter, list := range shown {
		for _, word := range list {
			if of(letter) && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return slices.ContainsFunc(words, func(other string) bool { return strings.HasPrefix(word, other+" (") })
	})
}
