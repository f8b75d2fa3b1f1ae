package conversations

import (
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// otherLetter represents, in the grammar of a whole conversation, all messages that the grammar does not name.
const otherLetter = "other"

// order is the order of a conversation or an exchange that is being compiled.
type order struct {
	b        *conversation
	written  *syntax.Order
	whole    *order // of the conversation, for an exchange; else nil
	numbers  map[string]int
	guards   map[string]bool // letters that bound messages open and close
	out      ir.Order
	others   []*ir.KeyPath
	typed    *ir.Replies // of an exchange, or nil
	one, all []int
}

// order compiles an order; x is the exchange that it is of, or nil.
func (b *conversation) order(w *syntax.Order, x *syntax.Exchange, whole *order) (*order, bool) {
	o := &order{b: b, written: w, whole: whole, numbers: map[string]int{}, guards: map[string]bool{}}
	for _, l := range w.Letters {
		if slices.ContainsFunc(b.tags, func(tags []string) bool { return slices.Contains(tags, l.Name.Value) }) {
			b.Fail(l.Name.Pos, "letter", "choose another name", "%q is the letter of the messages with that tag", l.Name.Value)
			return nil, false
		}
	}
	if !o.senders() {
		return nil, false
	}
	o.out.Grammar = b.grammar(w.Grammar, o.letter)
	if o.out.Grammar == nil {
		return nil, false
	}
	if x != nil {
		o.one, o.all = o.letters(x.One), o.letters(x.All)
	}
	for _, l := range w.Letters {
		if _, used := o.numbers[l.Name.Value]; !used {
			b.Fail(l.Name.Pos, "letter", "use it in the grammar, or remove it", "the grammar does not use %q", l.Name.Value)
		}
	}
	for _, bind := range w.Bind {
		if !host.ParamName.MatchString(bind.Name.Value) {
			b.Fail(bind.Name.Pos, "conversation", "use lower-case letters, digits and underscores; start with a letter", "%q is not a valid name of a message", bind.Name.Value)
		}
		o.out.Bound = append(o.out.Bound, &ir.Binding{Name: bind.Name.Value, Doc: bind.Doc.Value, Letters: o.letters(bind.Of)})
	}
	if b.Diags.HasErrors() || !o.ways(x) || !o.kinds() || !o.conditions() {
		return nil, false
	}
	o.show()
	for _, bound := range o.out.Bound {
		bound.Keeps = o.keepNothing(bound.Letters)
	}
	table := b.automaton(o.out.Grammar, len(o.out.Letters), w.Grammar)
	if table == nil {
		return nil, false
	}
	o.out.States = positions(table, o.out.Shown)
	for _, n := range w.Numbers {
		if numbering := o.numbering(n); numbering != nil {
			o.out.Numbers = append(o.out.Numbers, numbering)
		}
	}
	if x != nil && x.Replies != nil {
		if o.typed = o.replies(x.Replies); o.typed == nil {
			return nil, false
		}
	}
	for i := range w.Letters {
		if o.guards[w.Letters[i].Name.Value] {
			if check := o.guard(&w.Letters[i]); check != nil {
				o.out.Checks = append(o.out.Checks, check)
			}
		}
	}
	for i := range w.Sequence {
		if check := o.step(&w.Sequence[i]); check != nil {
			o.out.Checks = append(o.out.Checks, check)
		}
	}
	return o, !b.Diags.HasErrors()
}

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

// letter numbers a letter of the grammar, or reports that it is none.
func (o *order) letter(name syntax.Text) int {
	if n, known := o.numbers[name.Value]; known {
		return n
	}
	if name.Value == otherLetter && o.whole == nil || o.declared(name.Value) != nil || o.b.isMessage(name.Value) {
		o.numbers[name.Value] = len(o.out.Letters)
		o.out.Letters = append(o.out.Letters, name.Value)
		return o.numbers[name.Value]
	}
	names := o.b.messages()
	for _, l := range o.written.Letters {
		names = append(names, l.Name.Value)
	}
	o.b.Fail(name.Pos, "letter", diag.DidYouMean(name.Value, names), "%q is neither a tag of %s nor a letter", name.Value, o.b.written.Over.Value)
	return -1
}

// letters returns the numbers of letters that are listed outside the grammar.
func (o *order) letters(names []syntax.Text) []int {
	var list []int
	for _, name := range names {
		if n := o.letter(name); n >= 0 {
			list = append(list, n)
		}
	}
	return list
}

// known is the number of a letter that the order has already, or -1 with a report.
func (o *order) known(name syntax.Text) int {
	n, known := o.numbers[name.Value]
	if !known {
		o.b.Fail(name.Pos, "letter", diag.DidYouMean(name.Value, slices.Sorted(maps.Keys(o.numbers))), "%q is not a letter of this grammar", name.Value)
		return -1
	}
	return n
}

// kinds finds the letters of each record, and reports letters that no message can be.
func (o *order) kinds() bool {
	b := o.b
	other, hasOther := o.numbers[otherLetter]
	for i, t := range b.out.Records {
		list, closed, ok := o.kindsOf(t, b.tags[i], "")
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
			b.Fail(o.written.Grammar.Pos, "letter", "choose messages that no earlier letter matches", "earlier letters match all messages of %q", name)
			return false
		}
	}
	return true
}

// kindsOf returns the letters, by the key at a place, of the messages of a record with some tags. closed means that each message has one of them.
func (o *order) kindsOf(t *ir.Type, tags []string, key string) (list []ir.LetterOf, closed, ok bool) {
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
		if l.Key.Value != key || sender != "" && l.From.Value != "" && l.From.Value != sender {
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
			case when.Pos.IsValid():
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
	if key != "" || len(left) == 0 {
		return list, len(left) == 0, true
	}
	return o.unnamed(t, tags, left, list)
}

// tagsIn returns the tags of a record, of which a letter is, and where it names them.
func (o *order) tagsIn(l syntax.Letter, t *ir.Type, tags []string) (of []string, at syntax.Text) {
	for _, name := range slices.Backward(l.Of) {
		switch {
		case slices.Contains(tags, name.Value):
			if at = name; !slices.Contains(of, name.Value) {
				of = append(of, name.Value)
			}
		case name.Value == t.Name, slices.Contains(o.b.group(name.Value), t):
			return tags, name
		}
	}
	return of, at
}

// isGroup reports whether a name is that of a union only.
func (o *order) isGroup(name string) bool {
	isTag := func(tags []string) bool { return slices.Contains(tags, name) }
	return len(o.b.group(name)) > 0 && !slices.ContainsFunc(o.b.tags, isTag)
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

// numbering compiles a member by which senders count.
func (o *order) numbering(w syntax.Numbering) *ir.Numbering {
	c := o.b
	way, ok := c.Pointer(w.At)
	if !ok {
		return nil
	}
	n := &ir.Numbering{At: way}
	for _, name := range w.Of {
		if letter := o.known(name); letter >= 0 {
			n.Letters = append(n.Letters, letter)
		}
	}
	for _, t := range o.recordsOf(n.Letters) {
		if key := rules.ScalarAt(t, way); key == nil || (ir.Typing{}).TypeOf(key.Value).Kind != ir.IntExpr {
			c.Fail(w.At.Pos, "sequence", "name an integer member", "%s has no integer at %q", t.Name, w.At.Value)
			return nil
		}
	}
	return n
}

// where compiles the condition of a letter of messages with some of the tags of a record; nil if it is true for all.
func (o *order) where(t *ir.Type, tags, of []string, when syntax.Text) (*ir.Predicate, bool) {
	var parts []string
	if len(of) < len(tags) {
		member := "this." + o.b.tagged[slices.Index(o.b.out.Records, t)]
		var words []string
		for _, tag := range of {
			words = append(words, wording.Quote(tag))
		}
		if len(of) == 1 {
			parts = append(parts, member+" == "+words[0])
		} else {
			parts = append(parts, member+" in ["+strings.Join(words, ", ")+"]")
		}
	}
	switch {
	case when.Pos.IsValid() && parts != nil:
		parts = append(parts, "("+when.Value+")")
	case when.Pos.IsValid():
		parts = []string{when.Value}
	case parts == nil:
		return nil, true
	default:
		when.Pos = o.written.Grammar.Pos
	}
	p := o.predicate(t, syntax.Text{Pos: when.Pos, Value: strings.Join(parts, " && ")})
	return p, p != nil
}

// predicate compiles the condition of a letter for a record.
func (o *order) predicate(t *ir.Type, when syntax.Text) *ir.Predicate {
	return o.compiled(t, when.Value, o.placed([]part{{0, when}}), func(e *rules.Expression, s *rules.Scope) (*rules.Compiled, []rules.Problem) {
		return e.Compile(s, t, len(s.Stages)-1, true)
	})
}

// time compiles a time for the messages of a record.
func (o *order) time(t *ir.Type, until syntax.Text) *ir.Predicate {
	return o.timeOf(t, until.Value, []part{{0, until}})
}

// timeOf compiles a time that is made of several texts.
func (o *order) timeOf(t *ir.Type, text string, parts []part) *ir.Predicate {
	return o.compiled(t, text, o.placed(parts), func(e *rules.Expression, s *rules.Scope) (*rules.Compiled, []rules.Problem) {
		return e.CompileTime(s, t)
	})
}

func (o *order) compiled(t *ir.Type, text string, report func([]rules.Problem), by func(*rules.Expression, *rules.Scope) (*rules.Compiled, []rules.Problem)) *ir.Predicate {
	c := o.b
	e, problems := rules.Parse(text)
	if e != nil {
		scope := c.Scope()
		scope.Used = o.b.Used
		var compiled *rules.Compiled
		if compiled, problems = by(e, scope); compiled != nil {
			c.Spend(compiled.Work, o.written.Grammar.Pos)
			if problems = e.Check(scope, t, compiled.Text); problems == nil {
				return &ir.Predicate{Text: compiled.Text, Program: compiled.Program, Folded: compiled.Folded}
			}
		}
	}
	report(problems)
	return nil
}

// conditions compiles the conditions of bindings.
func (o *order) conditions() bool {
	for i, w := range o.written.Bind {
		if !w.When.Pos.IsValid() {
			continue
		}
		bound := o.out.Bound[i]
		bound.When = make([]*ir.Predicate, len(o.b.out.Records))
		of := o.recordsOf(bound.Letters)
		for record, t := range o.b.out.Records {
			if slices.Contains(of, t) {
				if bound.When[record] = o.predicate(t, w.When); bound.When[record] == nil {
					return false
				}
			}
		}
	}
	return true
}

// recordsOf are the records of which messages can be one of some letters.
func (o *order) recordsOf(letters []int) []*ir.Type {
	var list []*ir.Type
	for i, kinds := range o.out.Kinds {
		is := func(k ir.LetterOf) bool { return slices.Contains(letters, k.Letter) }
		if slices.ContainsFunc(kinds, is) || slices.ContainsFunc(o.others, func(w *ir.KeyPath) bool { return slices.ContainsFunc(w.Kinds[i], is) }) {
			list = append(list, o.b.out.Records[i])
		}
	}
	return list
}

// before are those of some letters that one of them may follow, at any distance.
func (o *order) before(letters []int) []int {
	follows := make([]map[int]bool, len(o.out.States)) // by state: the letters that may come
	for grown := true; grown; {
		grown = false
		for s, state := range o.out.States {
			if follows[s] == nil {
				follows[s] = map[int]bool{}
			}
			for l, to := range state.Next {
				if to < 0 {
					continue
				}
				before := len(follows[s])
				follows[s][l] = true
				maps.Copy(follows[s], follows[to])
				grown = grown || len(follows[s]) > before
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(letters), func(l int) bool {
		return !slices.ContainsFunc(o.out.States, func(s ir.Position) bool {
			return s.Next[l] >= 0 && slices.ContainsFunc(letters, func(next int) bool { return follows[s.Next[l]][next] })
		})
	})
}

// bound finds a bound message by its name in expressions, with its possible types.
func (o *order) bound(name string) (ir.Use, []*ir.Type, bool) {
	name = strings.TrimPrefix(name, "bound.")
	for at := o; at != nil; at = at.whole {
		if i := slices.IndexFunc(at.out.Bound, func(b *ir.Binding) bool { return b.Name == name }); i >= 0 {
			return ir.Use{Whole: at != o, Number: i}, at.recordsOf(at.out.Bound[i].Letters), true
		}
	}
	return ir.Use{}, nil, false
}

// boundNames are the names of all messages that checks can speak of.
func (o *order) boundNames() []string {
	var names []string
	for at := o; at != nil; at = at.whole {
		for _, b := range at.out.Bound {
			names = append(names, "bound."+b.Name)
		}
	}
	return names
}
