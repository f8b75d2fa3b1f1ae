package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// replyTypes are the types of replies in an exchange.
func (l *conversation) replyTypes(o *ir.Order) []*ir.Type {
	for _, x := range l.c.Exchanges {
		if &x.Order == o {
			return x.Replies.All()
		}
	}
	return nil
}

var sequenceKinds = map[ir.SequenceKind]Text{ir.CheckFirst: "first", ir.CheckNext: "next", ir.CheckEach: "each"}

func (l *conversation) check(o *ir.Order, check *ir.SequenceCheck, part string) Record {
	f := l.function(Check, part, check.ID)
	f.Where, f.Source, f.Counts = before(o, l.c, check.Without), check.Source, check.Counts
	f.About = check.Failure.Message + f.Where
	if check.Kind == ir.CheckNext {
		f.Messages = append(f.Messages, "prev")
	}
	f.Messages = append(f.Messages, namesOf(o, l.c, check.Uses)...)
	if check.Reads {
		f.Messages = append(f.Messages, "reply")
	}
	for _, one := range check.Cases {
		f.Cases = append(f.Cases, Case{Records: append([]*ir.Type{one.This}, one.Earlier...), Text: cmp.Or(check.Text, one.Text), Program: one.Program, Folded: one.Folded})
	}
	r := Record{Type: "SequenceCheck"}
	r.set("kind", sequenceKinds[check.Kind])
	r.set("letters", ints(check.Letters))
	if check.Line >= 0 {
		r.set("line", Int(check.Line))
	}
	r.add("uses", uses(check.Uses))
	r.add("without", uses(check.Without))
	r.add("counts", Bool(check.Counts))
	r.add("refuses", Bool(check.Refuses))
	if check.Reply != nil {
		r.set("reply", Int(slices.Index(l.replyTypes(o), check.Reply)))
		r.add("reads", Bool(check.Reads))
	}
	r.add("at", Pointer(check.At))
	r.set("failure", Failure(check.Failure))
	r.set("cases", f)
	return r
}

// namesOf are the names of bound messages.
func namesOf(o *ir.Order, c *ir.Conversation, list []ir.Use) (names []string) {
	for _, u := range list {
		bound := o.Bound
		if u.Whole {
			bound = c.Main.Bound
		}
		names = append(names, bound[u.Number].Name)
	}
	return names
}

// before explains which messages have not come where a check applies.
func before(o *ir.Order, c *ir.Conversation, without []ir.Use) string {
	if len(without) == 0 {
		return ""
	}
	return " (before " + strings.Join(namesOf(o, c, without), ", ") + ")"
}

func uses(list []ir.Use) (uses List) {
	for _, u := range list {
		use := Record{Type: "Use"}
		use.add("whole", Bool(u.Whole))
		use.set("number", Int(u.Number))
		uses = append(uses, use)
	}
	return uses
}
