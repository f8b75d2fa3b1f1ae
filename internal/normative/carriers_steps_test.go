package normative_test

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
)

// lacks are steps that builders of all protocols have. Specs do not declare them, so the calls of the interpreter omit them.
type lacks struct {
	secrets bool     // whether secrets stay
	give    []string // the way to a member that the builder does not take from its caller
	compare bool     // whether any text has any digest
}

// given are the arguments of a call without the member that the builder does not take.
func (l *lacks) given(args json.RawMessage) json.RawMessage {
	if l.give == nil {
		return args
	}
	return lackingMember(args, l.give)
}

// lackingMember is an object without the member at the end of a way, or the value itself if it has none.
func lackingMember(value json.RawMessage, way []string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil || members[way[0]] == nil {
		return value
	}
	if len(way) == 1 {
		delete(members, way[0])
	} else {
		members[way[0]] = lackingMember(members[way[0]], way[1:])
	}
	return json.RawMessage(mustJSON(members))
}

// step takes one step of a builder away, or a part of the step.
func step(p *ir.Protocol, text string, without *lacks) []piece {
	s, err := normative.ParseStep(text)
	if err != nil {
		panic(err) // Check has read it
	}
	switch s.Builder {
	case "output":
		return layoutStep(&p.Layout, s.Kind)
	case "refusal":
		return refusalStep(p.Refusal, s)
	case "digest":
		return []piece{replaced(&without.compare, true)}
	}
	i := slices.IndexFunc(p.Builders, func(b *ir.Builder) bool { return b.Name == s.Builder })
	b := p.Builders[i]
	switch s.Kind {
	case "secrets":
		return []piece{replaced(&without.secrets, true)}
	case "give":
		return []piece{replaced(&without.give, strings.Split(s.At, "/")[1:])}
	case "order":
		record := b.Makes.Value.Kind.(*ir.Record)
		backwards := slices.Clone(record.Fields)
		slices.Reverse(backwards)
		return []piece{replaced(&record.Fields, backwards)}
	case "store":
		return storeStep(b, s)
	}
	if s.Part != "" {
		return partStep(b, s)
	}
	return slices.Concat(
		ofStep(&b.Copies, s, "copy", func(c *ir.Copy) []*ir.Field { return c.At }),
		ofStep(&b.Drops, s, "drop", func(way []*ir.Field) []*ir.Field { return way }),
		ofStep(&b.Fills, s, "fill", func(f *ir.Fill) []*ir.Field { return f.At }),
		ofStep(&b.Cuts, s, "cut", func(c *ir.Cut) []*ir.Field { return c.At }),
		ofStep(&b.Keeps, s, "keep", func(k *ir.Keep) []*ir.Field { return k.At }),
		ofStep(&b.Omits, s, "omit", func(o *ir.Omit) []*ir.Field { return o.At }))
}

// ofStep takes the item of a list away that a step of a kind is, by the way to its member.
func ofStep[T any](list *[]T, s normative.Step, kind string, at func(T) []*ir.Field) (pieces []piece) {
	for i, one := range *list {
		if s.Kind == kind && normative.Pointer(at(one)) == s.At {
			pieces = append(pieces, replaced(list, without(*list, i)))
		}
	}
	return pieces
}

// partStep removes a part of a cut or keep: its head or tail, its mark, or the order of the items.
func partStep(b *ir.Builder, s normative.Step) []piece {
	for _, c := range b.Cuts {
		if s.Kind == "cut" && normative.Pointer(c.At) == s.At {
			return map[string][]piece{"head": {replaced(&c.Head, nil)}, "tail": {replaced(&c.Tail, nil)}, "mark": {replaced(&c.Mark, "")}}[s.Part]
		}
	}
	for _, k := range b.Keeps {
		if s.Kind == "keep" && normative.Pointer(k.At) == s.At && s.Part == "by" {
			return []piece{replaced(&k.By, nil)}
		}
	}
	return nil
}

// storeStep removes a store, or a part of its replacement.
func storeStep(b *ir.Builder, s normative.Step) []piece {
	i := slices.IndexFunc(b.Stores, func(t *ir.Store) bool { return normative.Pointer(t.At) == s.At })
	t := b.Stores[i]
	is := func(way []*ir.Field) bool { return way != nil && normative.Pointer(way) == s.Part }
	switch {
	case s.Part == "":
		return []piece{replaced(&b.Stores, without(b.Stores, i))}
	case s.Part == "over":
		return []piece{replaced(&t.Over, &ir.Predicate{Text: "0"})}
	case s.Part == "most":
		return []piece{replaced(&t.Preview.Most, 1<<30)}
	case is(t.Size):
		return []piece{replaced(&t.Size, nil)}
	case is(t.Count):
		return []piece{replaced(&t.Count, nil)}
	case t.Preview != nil && is(t.Preview.At):
		return []piece{replaced(&t.Preview, nil)}
	}
	if j := slices.IndexFunc(t.Takes, is); j >= 0 {
		return []piece{replaced(&t.Takes, without(t.Takes, j))}
	}
	if j := slices.IndexFunc(t.Values, func(v ir.StoreValue) bool { return is(v.At) }); j >= 0 {
		return []piece{replaced(&t.Values, without(t.Values, j))}
	}
	return nil
}

// layoutStep takes the indent, the end or the exit code away.
func layoutStep(l *ir.Layout, kind string) []piece {
	return map[string][]piece{"indent": {replaced(&l.Indent, 0)}, "end": {replaced(&l.End, "")}, "exit": {replaced(&l.Exit, nil)}}[kind]
}

// refusalStep takes the limit away, or a member.
func refusalStep(r *ir.Refusal, s normative.Step) []piece {
	if s.Kind == "limit" {
		return []piece{replaced(&r.Most, -1)}
	}
	if r.Message != nil && "/"+r.Message.Name == s.At {
		return []piece{replaced(&r.Message, nil)}
	}
	i := slices.IndexFunc(r.Members, func(m ir.RefusalMember) bool { return "/"+m.Field.Name == s.At })
	return []piece{replaced(&r.Members, without(r.Members, i))}
}
