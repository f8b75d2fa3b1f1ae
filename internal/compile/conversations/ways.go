package conversations

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// ways finds the letters that have a key of their own.
func (o *order) ways(x *syntax.Exchange) bool {
	b := o.b
	for i := range o.written.Letters {
		l := &o.written.Letters[i]
		switch {
		case !l.Key.Pos.IsValid():
			continue
		case x == nil:
			b.Fail(l.Key.Pos, "letter", "take it away", "an order of the whole conversation cannot have a key")
			return false
		case !x.Key.Pos.IsValid():
			b.Fail(l.Key.Pos, "letter", "add `key` to the exchange, or remove it here", "the exchange %q has no key", x.Name.Value)
			return false
		case l.Key.Is(x.Key):
			l.Key = syntax.Key{}
			continue
		case len(l.Key.With) != len(x.Key.With):
			b.Fail(l.Key.Pos, "letter", "name as many members", "the key of the exchange %q has %s, this one has %d", x.Name.Value, counted(len(x.Key.With)+1), len(l.Key.With)+1)
			return false
		case !b.hasOneRequest(l.Key, x):
			return false
		}
		way, ok := o.way(l.Key)
		switch {
		case !ok:
			return false
		case slices.ContainsFunc(o.others, func(w *ir.KeyPath) bool {
			return w.SameMembers(way) && sameThrough(w.Of, way.Of) && (w.Reply == nil) == (way.Reply == nil)
		}):
			continue
		}
		for i, t := range b.out.Records {
			list, _, ok := o.kindsOf(t, b.tags[i], l.Key)
			if !ok {
				return false
			}
			way.Kinds = append(way.Kinds, list)
			if list != nil && way.Of != nil && !o.joins(l, way.Of, i) {
				return false
			}
			if way.Reply != nil && !o.isReply(way.Reply, i) {
				way.Kinds[i] = nil // it has no key
			}
		}
		if way.Reply != nil && !slices.ContainsFunc(way.Kinds, func(kinds []ir.LetterOf) bool { return kinds != nil }) {
			b.Fail(l.Key.Pos, "letter", "name a reply", "no message of the letter is a typed reply of the exchange %q", b.out.Exchanges[way.Reply.Exchange].Name)
			return false
		}
		o.others = append(o.others, way)
	}
	return true
}

func counted(members int) string {
	if members == 1 {
		return "1 member"
	}
	return fmt.Sprintf("%d members", members)
}

func sameThrough(a, b *ir.Through) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// boundMember is the key of a letter that is a member of a bound message.
var boundMember = regexp.MustCompile(`^bound\.([A-Za-z_][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*)+)$`)

// replyMember is the key of a letter that is a member of a typed reply.
var replyMember = regexp.MustCompile(`^reply((?:\.[A-Za-z_][A-Za-z0-9_]*)+)$`)

// itemMember is such a key that leads over the items of an array.
var itemMember = regexp.MustCompile(`^(bound|reply)\..*\*`)

// throughReply finds the exchange above this one whose typed replies have a member.
func (o *order) throughReply(key syntax.Key, at []string) (*ir.KeyPath, bool) {
	var found []*ir.ThroughReply
	for i, x := range o.b.out.Exchanges {
		if x.Replies == nil {
			continue
		}
		through := &ir.ThroughReply{Exchange: i}
		for n, t := range x.Replies.All() {
			if record := resolvedType(t); isRecord(record) && rules.KeyAt(record, at) != nil {
				through.Types = append(through.Types, n)
			}
		}
		if through.Types != nil {
			found = append(found, through)
		}
	}
	switch len(found) {
	case 1:
		return &ir.KeyPath{At: at, Reply: found[0], Keys: make([]*ir.Key, len(o.b.out.Records)), InUse: inUse([][]string{slices.Concat(o.b.out.Exchanges[found[0].Exchange].Replies.At, at)})}, true
	case 0:
		o.b.Fail(key.Pos, "letter", "declare `replies` in an exchange above this one", "no exchange above this one has a reply with a string or a number at %q", strings.Join(at, "."))
	default:
		o.b.Fail(key.Pos, "letter", "choose a member that one of them has", "the replies of two exchanges have the member %q", strings.Join(at, "."))
	}
	return nil, false
}

func isRecord(t *ir.Type) bool {
	_, is := t.Value.Kind.(*ir.Record)
	return is
}

// way finds the member that a letter has for its key: of the message, or of one that another exchange has bound.
func (o *order) way(key syntax.Key) (*ir.KeyPath, bool) {
	if key.With != nil {
		return o.b.joinedKeys(key)
	}
	if parts := replyMember.FindStringSubmatch(key.Value); parts != nil {
		return o.throughReply(key, strings.Split(parts[1][1:], "."))
	}
	parts := boundMember.FindStringSubmatch(key.Value)
	if itemMember.MatchString(key.Value) {
		o.b.Fail(key.Pos, "letter", "name a member outside of arrays: only keys of the message itself have `*`", "a key in another message is one member, but %q leads over an array", key.Value)
		return nil, false
	}
	if parts == nil {
		return o.b.keys(key)
	}
	through, ok := o.through(key, parts[1])
	if !ok {
		return nil, false
	}
	way := &ir.KeyPath{At: strings.Split(parts[2][1:], "."), Of: through}
	way.InUse = inUse([][]string{way.At})
	bound := o.b.out.Exchanges[through.Exchange].Bound[through.Number]
	of := o.b.exchanges[through.Exchange].recordsOf(bound.Letters)
	for _, t := range o.b.out.Records {
		var found *ir.Key
		if slices.Contains(of, t) {
			found = rules.KeyAt(t, way.At)
		}
		way.Keys = append(way.Keys, found)
	}
	if !rules.Unify(way.Keys) {
		o.b.Fail(key.Pos, "letter", "name a member that the messages have", "no message that is bound as %q has a string or a number at %q", parts[1], parts[2][1:])
		return nil, false
	}
	return way, true
}

// through finds the exchange above this one that binds a message by a name.
func (o *order) through(key syntax.Key, name string) (*ir.Through, bool) {
	var found []*ir.Through
	for i, x := range o.b.out.Exchanges {
		for n, bound := range x.Bound {
			if bound.Name == name {
				found = append(found, &ir.Through{Exchange: i, Number: n})
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], true
	case 0:
		o.b.Fail(key.Pos, "letter", "bind it in an exchange above this one", "no exchange above this one binds %q", name)
	default:
		o.b.Fail(key.Pos, "letter", "rename it in one of the exchanges", "two exchanges bind %q", name)
	}
	return nil, false
}

// joins reports whether messages of a record belong to the exchange that a key leads through.
func (o *order) joins(l *syntax.Letter, through *ir.Through, record int) bool {
	x := o.b.out.Exchanges[through.Exchange]
	several := false
	for _, w := range x.Ways() {
		switch {
		case w.Of != nil || w.Reply != nil || w.Keys[record] == nil || len(w.Kinds[record]) == 0:
		case ir.HasItems(w.At):
			several = true
		default:
			return true
		}
	}
	if several {
		o.b.Fail(l.Key.Pos, "letter", "name a message whose key in that exchange has no `*`", "%s is of several exchanges of %q, so %q is no single message",
			o.b.out.Records[record].Name, x.Name, x.Bound[through.Number].Name)
		return false
	}
	o.b.Fail(l.Key.Pos, "letter", "name a message that an exchange of this message binds", "%s has no key of the exchange %q, which binds %q",
		o.b.out.Records[record].Name, x.Name, x.Bound[through.Number].Name)
	return false
}

// isReply reports whether messages of a record are replies of the exchange that a key leads through.
func (o *order) isReply(through *ir.ThroughReply, record int) bool {
	x := o.b.out.Exchanges[through.Exchange]
	isReply := func(k ir.LetterOf) bool { return slices.Contains(x.Replies.Letters, k.Letter) }
	way := slices.ContainsFunc(x.Others, func(w *ir.KeyPath) bool { return slices.ContainsFunc(w.Kinds[record], isReply) })
	return x.Replies.Members[record] != nil && (slices.ContainsFunc(x.Kinds[record], isReply) || way)
}

// inUse is the failure of a message that would begin an exchange whose key, with some members, is taken. One without members has no key.
func inUse(members [][]string) ir.Failure {
	if members == nil {
		return ir.Failure{Rule: "unexpected-message", Message: "must wait until the open exchange has ended"}
	}
	this := "this one is"
	if len(members) > 1 {
		this = "these are"
	}
	return ir.Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must be of another %s: %s in use", pointersTo(members, " or "), this)}
}

// pointersTo are the JSON Pointers of members, with a word between them.
func pointersTo(members [][]string, word string) string {
	var pointers []string
	for _, at := range members {
		pointer := ""
		for _, name := range at {
			pointer += "/" + host.Escape.Replace(name)
		}
		pointers = append(pointers, pointer)
	}
	return strings.Join(pointers, word)
}
