package main

import (
	"strings"
	"unicode"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// places finds the part of a spec that a symbol of bindings follows from, by its name: ParseHello, HelloDraft and build_hello follow from Hello.
type places struct {
	protocols []place
	start     diag.Pos
}

// place is a protocol with the names of its bindings.
type place struct {
	protocol *ir.Protocol
	names    *naming.Names
}

func newPlaces(t target.Target, protocols []*ir.Protocol) places {
	p := places{}
	for _, one := range protocols {
		for _, q := range append([]*ir.Protocol{one}, one.Imports...) {
			names, _ := naming.Assign(q, t.Language)
			p.protocols = append(p.protocols, place{q, names})
		}
	}
	if len(protocols) > 0 && len(protocols[0].Types) > 0 {
		p.start = diag.Pos{File: protocols[0].Types[0].Pos.File, Line: 1, Column: 1}
	}
	return p
}

// of is the place of a symbol, or the beginning of the spec.
func (p places) of(symbol string) diag.Pos {
	if pos, found := p.find(symbol); found {
		return pos
	}
	return p.start
}

func (p places) find(symbol string) (diag.Pos, bool) {
	t, f := p.part(symbol)
	switch {
	case f != nil:
		return f.Pos, true
	case t != nil:
		return t.Pos, true
	}
	return diag.Pos{}, false
}

// unstable reports whether the spec exempts the part that a symbol follows from.
func (p places) unstable(symbol string) bool {
	t, f := p.part(symbol)
	if f != nil {
		return breaking.Unstable(t, f.Name)
	}
	return t != nil && breaking.Unstable(t)
}

// split returns the protocol of a symbol, and its name in the bindings. Symbols of support code belong to no protocol.
func (p places) split(symbol string) (protocol, name string) {
	first, rest, _ := strings.Cut(symbol, ".")
	for _, in := range p.protocols {
		if first == in.names.Package() {
			return in.protocol.Name, rest
		}
	}
	if first == "envelope" {
		return first, rest
	}
	return "envelope", strings.ReplaceAll(symbol, "/", ".")
}

// part is the type that a symbol follows from, with the member or nil.
func (p places) part(symbol string) (*ir.Type, *ir.Field) {
	parts := strings.Split(symbol, ".")
	for _, in := range p.protocols {
		if parts[0] != in.names.Package() {
			continue
		}
		for i := 1; i < len(parts); i++ {
			t := in.typeIn(parts[i])
			if t == nil {
				continue
			}
			if i+1 < len(parts) {
				return t, in.field(t, parts[i+1])
			}
			return t, nil
		}
	}
	return nil, nil
}

// typeIn is the declared type whose words an identifier contains: the longest of them.
func (in place) typeIn(identifier string) *ir.Type {
	var best *ir.Type
	most := 0
	text := " " + wordsOf(identifier) + " "
	for _, t := range in.protocol.Types {
		words := wordsOf(in.names.Type(t))
		if len(words) > most && strings.Contains(text, " "+words+" ") && t.Pos.IsValid() {
			best, most = t, len(words)
		}
	}
	return best
}

func (in place) field(t *ir.Type, identifier string) *ir.Field {
	record, is := t.Value.Resolve().Kind.(*ir.Record)
	if !is {
		return nil
	}
	for _, f := range record.Fields {
		if in.names.Field(f) == identifier {
			return f
		}
	}
	return nil
}

// wordsOf are the words of an identifier in small letters: parse hello of ParseHello, is t of is_t, ts mode of TSMode.
func wordsOf(identifier string) string {
	var b strings.Builder
	runes := []rune(identifier)
	for i, c := range runes {
		switch {
		case c == '_' || c == '(' || c == ')':
			b.WriteByte(' ')
			continue
		case i > 0 && unicode.IsUpper(c) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
