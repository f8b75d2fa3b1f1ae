package plan

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Conversation lowers a conversation to the table that trackers interpret.
func Conversation(c *ir.Conversation) Record {
	l := &conversation{c}
	r := Record{Type: "Conversation"}
	r.set("name", Text(c.Name))
	r.set("tag", Pointer(c.Tag)) // the caller of a tracker reads the tag and the sides
	r.set("sides", texts(c.Sides))
	if len(c.Sides) > 0 {
		r.set("from", l.from())
	}
	r.add("sided", Bool(c.NeedsSide()))
	r.add("lines", Bool(c.HasLines()))
	r.add("headers", Bool(c.HasFrames()))
	if c.Batch > 0 {
		r.set("batch", Int(c.Batch))
	}
	whole := Record{Type: "Whole"}
	whole.set("letters", l.letters(&c.Main, c.Main.Kinds, nil, ""))
	l.order(&whole, &c.Main, "", [][][]ir.LetterOf{c.Main.Kinds})
	r.set("whole", whole)
	r.add("exchanges", records(c.Exchanges, l.exchange))
	r.add("unique", records(c.Unique, l.unique))
	return r
}

// conversation lowers one conversation.
type conversation struct{ c *ir.Conversation }

// from returns the side that sends each record.
func (l *conversation) from() ByRecord {
	from := ByRecord{Of: l.c.Records, Values: make([]Value, len(l.c.Records))}
	for i, side := range l.c.From {
		if side != "" {
			from.Values[i] = Text(side)
		}
	}
	return from
}

// usualMost is the default limit for the open exchanges of a kind.
const usualMost = 65_536

func (l *conversation) exchange(x *ir.Exchange) Record {
	r := Record{Type: "Exchange"}
	r.set("name", Text(x.Name))
	ways := x.Ways()
	var kinds [][][]ir.LetterOf
	var list List
	for _, way := range ways {
		list, kinds = append(list, l.way(x, way)), append(kinds, way.Kinds)
	}
	r.set("ways", list)
	if x.Most != usualMost {
		r.set("most", Int(x.Most))
	}
	if x.Replies != nil {
		r.set("replies", l.replies(x))
	}
	if c := l.c; c.NeedsSide() && len(x.Marks) > 0 {
		r.set("marks", texts(x.Marks))
	}
	if len(x.ReplyWays) > 0 && !slices.Equal(x.ReplyWays, []int{0}) {
		r.set("reply_ways", ints(x.ReplyWays))
	}
	r.add("one", ints(x.One))
	r.add("all", ints(x.All))
	l.order(&r, &x.Order, x.Name, kinds)
	return r
}

// replies returns the types of a member of replies by request.
func (l *conversation) replies(exchange *ir.Exchange) Record {
	r, x := Record{Type: "Replies"}, exchange.Replies
	members := Present{Of: l.c.Records, Kept: x.Members}
	asked := ByRecord{Of: l.c.Records, Values: make([]Value, len(l.c.Records))}
	var types List
	all := x.All()
	for _, t := range all {
		types = append(types, Codec{t, slices.Contains(x.Doubles, t)})
	}
	for i, t := range x.Types {
		if t != nil {
			asked.Values[i] = Int(slices.Index(all, t))
		}
	}
	r.set("letters", ints(x.Letters))
	r.set("at", Pointer(x.At))
	r.set("members", members)
	r.set("asked", asked)
	nulls := func(m *ir.Kept) bool { return m != nil && len(m.At) > 0 && isAny(m.At[len(m.At)-1]) }
	r.add("nulls", Bool(slices.ContainsFunc(x.Members, nulls)))
	r.set("types", types)
	if MakesReplies(l.c, exchange) {
		r.set("around", texts(Around(l.c, exchange)))
	}
	return r
}

func isAny(f *ir.Field) bool {
	_, is := f.Value.Resolve().Kind.(ir.Any)
	return is
}

// order adds the fields of an order.
func (l *conversation) order(r *Record, o *ir.Order, part string, kinds [][][]ir.LetterOf) {
	r.set("names", texts(o.Letters))
	r.set("states", records(o.States, state))
	var lines, bound, checks, numbers List
	for _, line := range o.Lines {
		slot := Record{Type: "Slot"}
		slot.set("letters", ints(line.Letters))
		if line.Keeps != nil {
			slot.set("keeps", Keeps{l.c.Records, []string{part, "last"}, line.Keeps})
		}
		lines = append(lines, slot)
	}
	for _, b := range o.Bound {
		bound = append(bound, l.binding(b, part))
	}
	for _, check := range o.Checks {
		checks = append(checks, l.check(o, check, part))
	}
	for _, n := range o.Numbers {
		numbers = append(numbers, l.numbering(n, part, kinds))
	}
	r.add("lines", lines)
	r.add("bound", bound)
	r.add("checks", checks)
	r.add("numbers", numbers)
}

func state(s ir.Position) Record {
	r := Record{Type: "State"}
	var next Edges
	for letter, to := range s.Next {
		if to >= 0 && !s.Ends {
			next = append(next, Edge{letter, to})
		}
	}
	r.add("next", next)
	if !s.Ends {
		r.set("expected", Text(s.Refused.Message))
	}
	if !s.Accepts {
		r.set("cut", Text(s.Cut.Message))
	}
	r.add("quiet", Bool(s.Quiet))
	return r
}

func (l *conversation) binding(b *ir.Binding, part string) Record {
	r := Record{Type: "Slot"}
	r.set("letters", ints(b.Letters))
	if b.When != nil {
		f := l.function(Holds, part, "binds", b.Name)
		f.About = "a message is bound as " + b.Name
		l.each(f, func(i int) *Case { return condition(b.When[i]) })
		r.set("when", f)
	}
	r.set("keeps", Keeps{l.c.Records, []string{part, b.Name}, b.Keeps})
	return r
}

func (l *conversation) numbering(n *ir.Numbering, part string, kinds [][][]ir.LetterOf) Record {
	r := Record{Type: "Numbering"}
	r.set("letters", ints(n.Letters))
	r.set("at", Names(n.At))
	f := l.function(Number, part, "number", strings.Join(n.At, " "))
	f.About = "/" + strings.Join(n.At, "/")
	isCounted := func(k ir.LetterOf) bool { return slices.Contains(n.Letters, k.Letter) }
	l.each(f, func(i int) *Case {
		if !slices.ContainsFunc(kinds, func(way [][]ir.LetterOf) bool { return slices.ContainsFunc(way[i], isCounted) }) {
			return nil
		}
		return &Case{At: n.At}
	})
	r.set("numbered", f)
	return r
}

// letters returns the letters of messages, by record.
func (l *conversation) letters(o *ir.Order, kinds [][]ir.LetterOf, at []string, part string) Letters {
	conditions := map[int]*Function{} // by letter
	all := Letters{Of: l.c.Records, Names: o.Letters, Part: part, At: at, Sides: l.c.Sides}
	for i, of := range kinds {
		var list []Letter
		for _, k := range of {
			list = append(list, Letter{Number: k.Letter, From: k.From})
			if k.IsSure() {
				break // the first condition that is true selects the letter
			}
			if k.When == nil {
				continue
			}
			f := conditions[k.Letter]
			if f == nil {
				f = l.function(Holds, part, "is", o.Letters[k.Letter])
				f.About = "a message is the letter " + o.Letters[k.Letter]
				conditions[k.Letter] = f
			}
			list[len(list)-1].When = f
			one := condition(k.When)
			one.Records = l.c.Records[i : i+1]
			f.Cases = append(f.Cases, *one)
		}
		all.Kinds = append(all.Kinds, list)
	}
	return all
}

func (l *conversation) function(kind Kind, words ...string) *Function {
	return &Function{Kind: kind, Words: words, Of: l.c.Records, Messages: []string{"this"}}
}

// each adds the cases of a function of one message, by record.
func (l *conversation) each(f *Function, of func(i int) *Case) {
	for i := range l.c.Records {
		if c := of(i); c != nil {
			c.Records = l.c.Records[i : i+1]
			f.Cases = append(f.Cases, *c)
		}
	}
}

func condition(p *ir.Predicate) *Case {
	if p == nil {
		return nil
	}
	return &Case{Text: p.Text, Program: p.Program, Folded: p.Folded}
}

func (l *conversation) unique(u *ir.Unique) Record {
	var members []string
	for _, by := range u.By {
		members = append(members, "/"+strings.Join(by, "/"))
	}
	parts := l.function(Parts, "", "parts")
	parts.About = strings.Join(members, ", ")
	l.each(parts, func(i int) *Case {
		if u.Keys[i] == nil {
			return nil
		}
		return &Case{Keys: u.Keys[i]}
	})
	until := l.function(Until, "", "until")
	until.About = "the time up to which a message is remembered"
	l.each(until, func(i int) *Case { return condition(u.Until[i]) })
	r := Record{Type: "Unique"}
	r.set("letters", ints(u.Letters))
	r.add("at", Pointer(u.At))
	r.set("parts", parts)
	r.set("until", until)
	r.set("most", Int(u.Most))
	r.set("message", Text(u.Failure.Message))
	r.set("full", Text(u.Full.Message))
	return r
}

// Programs returns all programs of a conversation.
func Programs(c *ir.Conversation) []Case {
	var list []Case
	letters := func(all [][]ir.LetterOf) {
		for _, k := range slices.Concat(all...) {
			if k.When != nil {
				list = append(list, *condition(k.When))
			}
		}
	}
	for _, o := range c.Orders() {
		letters(o.Kinds)
		for _, b := range o.Bound {
			for _, when := range b.When {
				if when != nil {
					list = append(list, *condition(when))
				}
			}
		}
		for _, check := range o.Checks {
			for _, one := range check.Cases {
				list = append(list, Case{Program: one.Program, Folded: one.Folded})
			}
		}
	}
	for _, x := range c.Exchanges {
		for _, way := range x.Others {
			letters(way.Kinds)
		}
	}
	for _, u := range c.Unique {
		for _, until := range u.Until {
			if until != nil {
				list = append(list, *condition(until))
			}
		}
	}
	return list
}
