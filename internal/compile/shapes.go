package compile

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// shapes numbers schemas: equal schemas have one number, wherever they are written. A schema that something refers to by name or address has a
// number of its own, because rules and other keywords may speak of it.
type shapes struct {
	bySchema map[*syntax.Schema]*decl
	targets  map[*syntax.Schema]*decl
	numbers  map[string]int
	bare     map[*syntax.Schema]int // without the annotations of the schema itself
	whole    map[*syntax.Schema]int
}

// key identifies a list of schemas by their shapes.
func (s *shapes) key(schemas []*syntax.Schema) string {
	var b strings.Builder
	for _, schema := range schemas {
		fmt.Fprintf(&b, "%d ", s.number(schema, false))
	}
	return b.String()
}

// number returns the number of a schema, with or without the annotations of the schema itself.
func (s *shapes) number(schema *syntax.Schema, annotated bool) int {
	known := s.bare
	if annotated {
		known = s.whole
	}
	n, done := known[schema]
	if !done {
		n = s.intern(schema, annotated)
		known[schema] = n
	}
	return n
}

func (s *shapes) intern(schema *syntax.Schema, annotated bool) int {
	var b strings.Builder
	if s.bySchema[schema] != nil || schema.ID.Pos.IsValid() || schema.Anchor.Pos.IsValid() ||
		schema.DynamicAnchor.Pos.IsValid() || schema.DynamicRef.Pos.IsValid() || len(schema.Defs) > 0 {
		fmt.Fprintf(&b, "%p", schema)
	} else {
		fmt.Fprintf(&b, "%s %p", schema.Pos.File, s.targets[schema])
		v := reflect.ValueOf(schema).Elem()
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if annotationFields[name] && !annotated || unsharedFields[name] || v.Field(i).IsZero() {
				continue
			}
			fmt.Fprintf(&b, " %s=", name)
			s.write(&b, v.Field(i))
		}
	}
	text := b.String()
	n, known := s.numbers[text]
	if !known {
		n = len(s.numbers) + 1
		s.numbers[text] = n
	}
	return n
}

// The fields of a schema that are no part of its shape: its place, and its references by name, which targets has.
var unsharedFields = map[string]bool{"Pos": true, "Ref": true}

// The fields of a schema that a member has by itself.
var annotationFields = map[string]bool{"Title": true, "Description": true, "Source": true, "Default": true, "Examples": true, "Deprecated": true, "ReadOnly": true, "WriteOnly": true, "Stability": true,
	"ContentEncoding": true, "ContentMediaType": true, "ContentSchema": true, "Content": true}

var (
	schemaType = reflect.TypeFor[*syntax.Schema]()
	nodeType   = reflect.TypeFor[*syntax.Node]()
	posType    = reflect.TypeFor[diag.Pos]()
)

// write writes a value without positions. Schemas inside are numbers.
func (s *shapes) write(b *strings.Builder, v reflect.Value) {
	switch {
	case v.Type() == posType:
	case v.Type() == schemaType:
		if !v.IsNil() {
			fmt.Fprintf(b, "#%d", s.number(v.Interface().(*syntax.Schema), true))
		}
	case v.Type() == nodeType:
		if !v.IsNil() {
			fmt.Fprintf(b, "%q", wording.JSON(v.Interface().(*syntax.Node)))
		}
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			s.write(b, v.Elem())
		}
	case v.Kind() == reflect.Struct:
		b.WriteByte('{')
		for i := range v.NumField() {
			s.write(b, v.Field(i))
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case v.Kind() == reflect.Slice:
		fmt.Fprintf(b, "[%d:", v.Len())
		for i := range v.Len() {
			s.write(b, v.Index(i))
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case v.Kind() == reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

// otherNames returns the names of the places that share a type, each once.
func otherNames(u *unit) []*ir.Type {
	taken := map[string]bool{}
	for _, t := range u.out {
		taken[t.Name] = true
	}
	var list []*ir.Type
	for _, t := range u.others {
		if !taken[t.Name] {
			taken[t.Name] = true
			list = append(list, t)
		}
	}
	return list
}
