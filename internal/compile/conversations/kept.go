package conversations

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/ir"
)

// line is the number of the message that a check compares with, which checks of the same letters share; -1 for a check that compares with none.
func (o *order) line(check *ir.SequenceCheck) int {
	if check.Kind == ir.CheckEach {
		return -1
	}
	at := slices.IndexFunc(o.out.Lines, func(l *ir.Line) bool { return slices.Equal(l.Letters, check.Letters) })
	if at < 0 {
		at = len(o.out.Lines)
		o.out.Lines = append(o.out.Lines, &ir.Line{Letters: check.Letters})
	}
	if l := o.out.Lines[at]; check.Kind == ir.CheckNext && l.Keeps == nil {
		l.Keeps = o.keepNothing(l.Letters)
	}
	return at
}

// keepNothing returns an empty memory of the messages of some letters: by record, nil if no message has one of the letters.
func (o *order) keepNothing(letters []int) []ir.Snapshot {
	keeps := make([]ir.Snapshot, len(o.b.out.Records))
	for _, t := range o.recordsOf(letters) {
		keeps[slices.Index(o.b.out.Records, t)] = ir.Snapshot{}
	}
	return keeps
}

// keep computes the memory of trackers: the members of earlier messages that checks and keys of exchanges read.
func (b *conversation) keep() {
	c := b.out
	for _, o := range c.Orders() {
		for _, check := range o.Checks {
			places := keptIn(c, o, check)
			for _, one := range check.Cases {
				for number, keeps := range places { // the member of a reply, the last one, is not kept
					record := slices.Index(c.Records, one.Earlier[number])
					for _, way := range rules.ReadOf(one.Program, number) {
						keeps[record] = keeping(keeps[record], c.Records[record], way)
					}
				}
			}
		}
	}
	for _, x := range c.Exchanges {
		for _, way := range x.Others {
			if way.Of == nil {
				continue
			}
			keeps := c.Exchanges[way.Of.Exchange].Bound[way.Of.Number].Keeps
			for record, key := range way.Keys {
				if key != nil {
					keeps[record] = keeping(keeps[record], c.Records[record], rules.ReadBy(key.Value))
				}
			}
		}
	}
}

// keptIn returns the lists, by record, of the remembered parts of a check's earlier messages, in their order.
func keptIn(c *ir.Conversation, o *ir.Order, check *ir.SequenceCheck) (places [][]ir.Snapshot) {
	if check.Kind == ir.CheckNext {
		places = append(places, o.Lines[check.Line].Keeps)
	}
	for _, use := range check.Uses {
		of := o
		if use.Whole {
			of = &c.Main
		}
		places = append(places, of.Bound[use.Number].Keeps)
	}
	return places
}

// keeping adds a member. A part of a remembered member is not stored twice, and a member with a single value is not stored.
func keeping(k ir.Snapshot, t *ir.Type, way []*ir.Field) ir.Snapshot {
	way = always(way)
	if n := len(way); n > 0 && way[n-1].Required {
		if _, constant := resolvedValue(&way[n-1].Value).Kind.(ir.Const); constant {
			return k
		}
	}
	inside := func(inner, outer []*ir.Field) bool {
		return len(outer) <= len(inner) && slices.Equal(inner[:len(outer)], outer)
	}
	if slices.ContainsFunc(k, func(other *ir.Kept) bool { return inside(way, other.At) }) {
		return k
	}
	k = slices.DeleteFunc(k, func(other *ir.Kept) bool { return inside(other.At, way) })
	there, value := rules.MemberAt(t, way)
	return append(k, &ir.Kept{At: way, There: there, Value: value})
}

// always cuts a way at the first member that may be absent or null, or is no record, and at a record that contains itself: that is kept as a whole.
func always(way []*ir.Field) []*ir.Field {
	for i, f := range way {
		value := resolvedValue(&f.Value)
		record, isRecord := value.Kind.(*ir.Record)
		if !isRecord || !f.Required || isNullable(&f.Value) || contains(record, record, map[*ir.Record]bool{}) {
			return way[:i+1]
		}
	}
	return way
}

// contains reports whether a record is in the members of another one, at any depth.
func contains(in, wanted *ir.Record, seen map[*ir.Record]bool) bool {
	seen[in] = true
	return slices.ContainsFunc(in.Fields, func(f *ir.Field) bool {
		inner, isRecord := resolvedValue(&f.Value).Kind.(*ir.Record)
		return isRecord && (inner == wanted || !seen[inner] && contains(inner, wanted, seen))
	})
}

// resolvedValue follows references to the value that describes the shape.
func resolvedValue(v *ir.Value) *ir.Value {
	for {
		ref, isRef := v.Kind.(ir.Ref)
		if !isRef {
			return v
		}
		v = &ref.Type.Value
	}
}

// isNullable reports whether null is a value.
func isNullable(v *ir.Value) bool {
	for {
		ref, isRef := v.Kind.(ir.Ref)
		if v.Nullable || !isRef {
			return v.Nullable
		}
		v = &ref.Type.Value
	}
}
