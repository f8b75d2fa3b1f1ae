package normative_test

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/normative"
)

// carrier is the thing that a statement names, in pieces that can be removed separately.
type carrier struct {
	name   string
	pieces []piece
	anew   bool // whether the reference keeps something compiled from them, and must be made again without them
}

// piece removes a part of a compiled protocol, and returns a function that restores it.
type piece func() (put func())

// replaced is the piece that sets a place to another value.
func replaced[T any](place *T, with T) piece {
	return func() func() {
		old := *place
		*place = with
		return func() { *place = old }
	}
}

// all takes several pieces away together.
func all(pieces ...piece) piece {
	return func() func() {
		var puts []func()
		for _, p := range pieces {
			puts = append(puts, p())
		}
		return func() {
			for _, put := range slices.Backward(puts) {
				put()
			}
		}
	}
}

// without is a list without the item at i.
func without[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }

// eachWithout takes the items of a list away one by one.
func eachWithout[T any](list *[]T) (pieces []piece) {
	for i := range *list {
		pieces = append(pieces, replaced(list, without(*list, i)))
	}
	return pieces
}

// carriers are those of a statement that a spec can lack.
func carriers(p *ir.Protocol, s normative.Statement, without *lacks) (list []carrier) {
	for _, name := range s.By {
		t, member := normative.Resolve(p, name)
		if isColumn(t, member) { // a table that programs read; TestTables compares its cells with the document
			continue
		}
		list = append(list, carrier{name, structure(p, t, member, s.Permits), ofCatalog(p, name)})
	}
	for _, id := range s.Rules {
		if !slices.Contains(builtIn, id) {
			list = append(list, carrier{"the rule " + id, rule(p, id, s.Permits), ordersMessages(id)})
		}
	}
	for _, text := range s.Builders {
		list = append(list, carrier{"the step " + text, step(p, text, without), false})
	}
	for _, name := range s.Dispatches {
		i := slices.IndexFunc(p.Dispatches, func(d *ir.Dispatch) bool { return d.Name == name })
		list = append(list, carrier{"the dispatch " + name, dispatch(p.Dispatches[i]), false})
	}
	return list
}

// isColumn reports whether a member is a column of a vocabulary's table.
func isColumn(t *ir.Type, name string) bool {
	e, isEnum := t.Value.Kind.(*ir.Enum)
	return isEnum && e.Catalog != nil && slices.ContainsFunc(e.Catalog.Columns, func(c ir.Column) bool { return c.Name == name })
}

// ofCatalog reports whether a statement names a word or a column of a catalog: compiled rules contain their tables.
func ofCatalog(p *ir.Protocol, name string) bool {
	t, _ := normative.Resolve(p, name)
	e, isEnum := t.Value.Kind.(*ir.Enum)
	return isEnum && e.Catalog != nil
}

// dispatch gives the words of one case to another.
func dispatch(d *ir.Dispatch) (pieces []piece) {
	for i := range d.Cases {
		other := (i + 1) % len(d.Cases)
		pieces = append(pieces, all(
			replaced(&d.Cases[other].Words, append(slices.Clone(d.Cases[i].Words), d.Cases[other].Words...)),
			replaced(&d.Cases[i].Words, nil)))
	}
	return append(pieces, replaced(&d.Unaccepted, -1))
}

// structure removes the requirements of a type, or of one member. A permission is replaced by a prohibition.
func structure(p *ir.Protocol, t *ir.Type, member string, permits bool) (pieces []piece) {
	if member == "" {
		return typePieces(p, t, permits)
	}
	if e, isEnum := t.Value.Kind.(*ir.Enum); isEnum {
		var narrower []piece
		for _, other := range p.Types {
			if n, is := other.Value.Kind.(*ir.Enum); is && n != e && isNarrower(n, e) {
				narrower = append(narrower, wordPieces(n, member)...)
			}
		}
		pieces = append(wordPieces(e, member), selectedPieces(p, t, member)...)
		return append(pieces, together(append(narrower, pieces...))...)
	}
	for _, other := range slices.Concat(p.Types, p.Parts) {
		record, isRecord := other.Value.Kind.(*ir.Record)
		if !isRecord || other != t && !slices.Contains(other.Parts, t) && !derived(other, t, member) && !composed(other, t) {
			continue
		}
		pieces = append(pieces, forbiddenPieces(record, member)...)
		if i := slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == member }); i >= 0 {
			pieces = append(pieces, memberPieces(other, record, i, permits)...)
			pieces = append(pieces, unionPieces(p, func(u *ir.Union, v ir.Variant) bool { return v.Type == other && u.Tag == member })...)
		}
	}
	return append(pieces, together(pieces)...)
}

// derived reports whether a member of a type was declared at another one that it is composed of.
func derived(t, from *ir.Type, member string) bool {
	a, b := fieldOf(t, member), fieldOf(from, member)
	return a != nil && b != nil && a.Pos == b.Pos
}

// composed reports whether a record has all members of another one, as they were declared there.
func composed(t, of *ir.Type) bool {
	record, isRecord := of.Value.Kind.(*ir.Record)
	return isRecord && !slices.ContainsFunc(record.Fields, func(f *ir.Field) bool { return !derived(t, of, f.Name) && !narrowed(t, f.Name) })
}

// narrowed reports whether a record has a member at all: composition may have narrowed it.
func narrowed(t *ir.Type, name string) bool { return fieldOf(t, name) != nil }

func fieldOf(t *ir.Type, name string) *ir.Field {
	record, isRecord := t.Value.Kind.(*ir.Record)
	if !isRecord {
		return nil
	}
	i := slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return record.Fields[i]
}

// unionPieces take away that unions with such a variant are unions.
func unionPieces(p *ir.Protocol, of func(u *ir.Union, v ir.Variant) bool) (pieces []piece) {
	for _, t := range p.Types {
		if u, isUnion := t.Value.Kind.(*ir.Union); isUnion && slices.ContainsFunc(u.Variants, func(v ir.Variant) bool { return of(u, v) }) {
			pieces = append(pieces, replaced(&t.Value, ir.Value{Kind: ir.Any{}}))
		}
	}
	return pieces
}

// tagOf reports whether the words of a vocabulary select a variant.
func tagOf(vocabulary *ir.Type, u *ir.Union, v ir.Variant) bool {
	record, isRecord := v.Type.Value.Kind.(*ir.Record)
	return isRecord && slices.ContainsFunc(record.Fields, func(f *ir.Field) bool {
		c, isConst := f.Value.Kind.(ir.Const)
		ref, isRef := f.Value.Kind.(ir.Ref)
		return f.Name == u.Tag && (isConst && c.Of == vocabulary || isRef && ref.Type == vocabulary)
	})
}

// selectedPieces take the variants away that a word of a vocabulary selects.
func selectedPieces(p *ir.Protocol, vocabulary *ir.Type, word string) (pieces []piece) {
	for _, t := range p.Types {
		u, isUnion := t.Value.Kind.(*ir.Union)
		if !isUnion {
			continue
		}
		for i, v := range u.Variants {
			if slices.Contains(v.Tags, word) && tagOf(vocabulary, u, v) {
				pieces = append(pieces, replaced(&u.Variants, without(u.Variants, i)))
			}
		}
	}
	return pieces
}

// together removes all pieces at once: a member of a part is a member of each type that contains the part.
func together(pieces []piece) []piece {
	if len(pieces) < 2 {
		return nil
	}
	return []piece{all(pieces...)}
}

func memberPieces(t *ir.Type, record *ir.Record, i int, permits bool) []piece {
	f := record.Fields[i]
	if permits {
		forbidden := ir.Forbidden{Name: f.Name, Failure: ir.Failure{Rule: "false-schema", Message: "must not be there"}}
		refusing := f.Value
		refusing.Nullable = false
		only := ir.Value{Kind: ir.Null{}, Mismatch: ir.Failure{Rule: "type", Message: "must be null"}}
		return []piece{
			all(replaced(&record.Fields, without(record.Fields, i)), replaced(&record.Forbidden, append(slices.Clone(record.Forbidden), forbidden)), unruled(t)),
			all(replaced(&f.Required, true), replaced(&f.Missing, ir.Failure{Rule: "required", Message: "is required"}), unruled(t)),
			all(replaced(&f.Value, refusing), unruled(t)),
			all(replaced(&f.Value, only), unruled(t)),
		}
	}
	return []piece{
		all(replaced(&f.Value, ir.Value{Kind: ir.Any{}}), replaced(&f.Required, false), unruled(t)),
		all(replaced(&record.Fields, without(record.Fields, i)), unruled(t)),
	}
}

// unruled removes the schema of a type, which repeats and extends its kind.
func unruled(t *ir.Type) piece { return replaced(&t.Value.Schema, nil) }

func forbiddenPieces(record *ir.Record, member string) (pieces []piece) {
	for i, f := range record.Forbidden {
		if f.Name == member {
			pieces = append(pieces, replaced(&record.Forbidden, without(record.Forbidden, i)))
		}
	}
	return pieces
}

// isNarrower reports whether all words of a vocabulary are words of another one.
func isNarrower(e, than *ir.Enum) bool {
	return !slices.ContainsFunc(e.Values, func(v ir.EnumValue) bool {
		return !slices.ContainsFunc(than.Values, func(w ir.EnumValue) bool { return w.Value == v.Value })
	})
}

// wordPieces take a word of a vocabulary away.
func wordPieces(e *ir.Enum, name string) (pieces []piece) {
	for i, v := range e.Values {
		if v.Value == name {
			pieces = append(pieces, replaced(&e.Values, without(e.Values, i)))
		}
	}
	return pieces
}

// typePieces remove the closing of a record and all requirements of a type. For a permission, they remove its variants and words.
func typePieces(p *ir.Protocol, t *ir.Type, permits bool) (pieces []piece) {
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		var opened []piece
		for _, other := range slices.Concat(p.Types, p.Parts) {
			if record, isRecord := other.Value.Kind.(*ir.Record); isRecord && (other == t || slices.Contains(other.Parts, t)) {
				opened = append(opened, replaced(&record.Closed, !k.Closed), unruled(other))
			}
		}
		pieces = append(pieces, all(opened...))
	case *ir.Union:
		pieces = append(pieces, eachWithout(&k.Variants)...)
	case *ir.Enum:
		pieces = append(pieces, eachWithout(&k.Values)...)
		pieces = append(pieces, replaced(&k.Open, !k.Open))
		pieces = append(pieces, unionPieces(p, func(u *ir.Union, v ir.Variant) bool { return tagOf(t, u, v) })...)
	}
	pieces = append(pieces, unruled(t), replaced(&t.Value.Checks, nil))
	if permits {
		never := ir.Value{Kind: ir.Null{}, Mismatch: ir.Failure{Rule: "type", Message: "must be null"}}
		return append(pieces, replaced(&t.Value, never))
	}
	pieces = append(pieces, replaced(&t.Value, ir.Value{Kind: ir.Any{}}))
	if t.Of != nil { // one side's messages: without senders, they are those of the union
		pieces = append(pieces, replaced(&t.Value, t.Of.Value))
	}
	return pieces
}
