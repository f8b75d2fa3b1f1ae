package plan

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// dump returns a text that two cases share exactly if every back end prints them alike. It describes programs by their nodes, and members
// by their names and representations, for any record.
func (c *Case) dump(kind Kind) string {
	var d dumper
	switch kind {
	case Holds, Check, Until, Computes, Items:
		d.value(reflect.ValueOf(c.Program))
		d.value(reflect.ValueOf(c.Folded))
	case Key, Parts:
		for _, key := range c.Keys {
			if kind == Key && IsPlain(key) { // an absent member has the same effect as an absent key
				member := key.Value.(ir.MemberOf)
				d.value(reflect.ValueOf(member.Of))
				fmt.Fprintf(&d, ".%s %v ", member.Field.Name, member.Field.Rename)
				continue
			}
			d.value(reflect.ValueOf(*key))
		}
	case Number:
		d.way(c.Records[0], c.At)
	}
	return d.String()
}

type dumper struct {
	strings.Builder
	untyped bool // types and representations are ignored
}

func (d *dumper) value(v reflect.Value) {
	if !v.IsValid() {
		d.WriteString("nil")
		return
	}
	if d.node(v.Interface()) {
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			d.WriteString("nil")
			return
		}
		d.value(v.Elem())
	case reflect.Slice:
		d.WriteByte('[')
		for i := range v.Len() {
			d.value(v.Index(i))
			d.WriteByte(' ')
		}
		d.WriteByte(']')
	case reflect.Struct:
		d.WriteString(v.Type().Name() + "{")
		for i := range v.NumField() {
			d.value(v.Field(i))
			d.WriteByte(' ')
		}
		d.WriteByte('}')
	default:
		fmt.Fprintf(d, "%#v", v.Interface())
	}
}

// node writes nodes that refer to the spec. It returns false for all others.
func (d *dumper) node(x any) bool {
	switch x := x.(type) {
	case ir.MemberOf:
		d.member("member", x.Of, x.Field)
	case ir.HasMember:
		d.member("has", x.Of, x.Field)
	case ir.IsNull:
		d.member("null", x.Of, x.Field)
	case *ir.Type:
		switch {
		case x == nil:
			d.WriteString("nil")
		case d.untyped && isRecord(x.Value.Kind):
			d.WriteString("record")
		case d.untyped && isUnion(x.Value.Kind):
			d.WriteString("union")
		default:
			fmt.Fprintf(d, "%s.%s", x.Protocol, x.Name)
		}
	case *ir.Value:
		d.shape(x)
	case ir.VariantTest:
		if d.untyped {
			fmt.Fprintf(d, "tags %q", x.Tags)
			return true
		}
		return false
	case *ir.Regexp:
		if x == nil {
			d.WriteString("nil")
		} else {
			fmt.Fprintf(d, "%q", x.Source)
		}
	default:
		return false
	}
	return true
}

func (d *dumper) member(what string, of ir.Expr, f *ir.Field) {
	fmt.Fprintf(d, "%s(", what)
	d.value(reflect.ValueOf(of))
	fmt.Fprintf(d, " %s ", f.Name)
	if !d.untyped {
		fmt.Fprintf(d, "%v %t ", f.Rename, f.Required)
		d.shape(&f.Value)
	}
	d.WriteByte(')')
}

// shape writes the representation of a value.
func (d *dumper) shape(v *ir.Value) {
	if v == nil {
		d.WriteString("nil")
		return
	}
	if v.Nullable {
		d.WriteByte('?')
	}
	switch k := v.Kind.(type) {
	case ir.Const:
		fmt.Fprintf(d, "%#v", k.Literal)
	case ir.Ref:
		if inner := k.Type.Value.Kind; isRecord(inner) {
			d.WriteString("record")
		} else {
			fmt.Fprintf(d, "%s.%s", k.Type.Protocol, k.Type.Name)
		}
	default:
		fmt.Fprintf(d, "%T", k)
		for _, inner := range v.Inside() {
			d.shape(&inner)
		}
	}
}

func isRecord(k ir.Kind) bool {
	_, is := k.(*ir.Record)
	return is
}

func isUnion(k ir.Kind) bool {
	_, is := k.(*ir.Union)
	return is
}

// way writes the members on the path from a record.
func (d *dumper) way(t *ir.Type, names []string) {
	for _, name := range names {
		f := t.Field(name)
		if f == nil {
			return
		}
		d.member("at", nil, f)
		t = ir.TypeOfValue(&f.Value).Record
	}
}
