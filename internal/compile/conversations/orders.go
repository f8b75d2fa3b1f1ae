package conversations

import (
	"maps"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
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
	places   []diag.Pos      // of letters, where the grammar has them first
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
		o.out.Bound = append(o.out.Bound, &ir.Binding{Name: bind.Name.Value, Doc: bind.Doc.Value, Letters: o.boundLetters(bind.Of)})
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
		if numbering := o.numbering(n, x); numbering != nil {
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
			o.out.Checks = append(o.out.Checks, o.guard(&w.Letters[i])...)
		}
	}
	for i := range w.Sequence {
		o.out.Checks = append(o.out.Checks, o.step(&w.Sequence[i])...)
	}
	return o, !b.Diags.HasErrors()
}

// letter numbers a letter of the grammar, or reports that it is none.
func (o *order) letter(name syntax.Text) int {
	if n, known := o.numbers[name.Value]; known {
		return n
	}
	if name.Value == otherLetter && o.whole == nil || o.declared(name.Value) != nil || o.b.isMessage(name.Value) {
		o.numbers[name.Value] = len(o.out.Letters)
		o.out.Letters, o.places = append(o.out.Letters, name.Value), append(o.places, name.Pos)
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

// boundLetters returns the numbers of the letters of a binding. One that only the binding names would be a letter of messages that never come.
func (o *order) boundLetters(names []syntax.Text) []int {
	var list []int
	for _, name := range names {
		count := len(o.out.Letters)
		n := o.letter(name)
		if len(o.out.Letters) > count {
			o.b.Fail(name.Pos, "letter", "name it in the grammar, as an alternative to the letter that contains it", "the grammar does not use %q", name.Value)
		}
		if n >= 0 {
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

// isGroup reports whether a name is that of a union only.
func (o *order) isGroup(name string) bool {
	isTag := func(tags []string) bool { return slices.Contains(tags, name) }
	return len(o.b.group(name)) > 0 && !slices.ContainsFunc(o.b.tags, isTag)
}

// numbering compiles a member by which senders count.
func (o *order) numbering(w syntax.Numbering, x *syntax.Exchange) *ir.Numbering {
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
	if x != nil && o.isOfSeveral(n.Letters, x) {
		c.Fail(w.At.Pos, "sequence", "name letters whose key has no `*`", "a message of several exchanges has no number of its own")
		return nil
	}
	for _, t := range o.recordsOf(n.Letters) {
		if key := rules.ScalarAt(t, way); key == nil || (ir.Typing{}).TypeOf(key.Value).Kind != ir.IntExpr {
			c.Fail(w.At.Pos, "sequence", "name an integer member", "%s has no integer at %q", t.Name, w.At.Value)
			return nil
		}
	}
	return n
}

// isOfSeveral reports whether a message of some letters may belong to several exchanges by one key.
func (o *order) isOfSeveral(letters []int, x *syntax.Exchange) bool {
	in := func(kinds [][]ir.LetterOf) bool {
		return slices.ContainsFunc(slices.Concat(kinds...), func(k ir.LetterOf) bool { return slices.Contains(letters, k.Letter) })
	}
	return hasItems(x.Key.Text) && in(o.out.Kinds) || slices.ContainsFunc(o.others, func(w *ir.KeyPath) bool { return ir.HasItems(w.At) && in(w.Kinds) })
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
