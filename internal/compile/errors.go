package compile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/ir"
)

// errorParts stores `x-error` of records, and of types that are composed of them.
func (c *compiler) errorParts(u *unit) {
	own := map[*ir.Type]string{}
	for _, d := range u.decls {
		own[d.typ] = d.schema.Error.Value
	}
	for _, t := range u.out {
		record, isRecord := t.Value.Kind.(*ir.Record)
		name := cmp.Or(own[t], c.inheritedError(t))
		if !isRecord || name == "" {
			continue
		}
		in, inner, name := errorRecord(record, name)
		if inner == nil {
			continue // reported below
		}
		code := codeField(inner, name)
		if code == nil {
			continue // reported below, unless the type has narrowed the member of another one to something else
		}
		t.Error = &ir.ErrorPart{In: in, Code: code, Message: textField(inner, "message")}
		value := code.Value.Resolve()
		of := host.VocabularyOf(value)
		if of == nil {
			of = host.CodesOf(value)
		}
		if of != nil && (of.ErrorCode || of.Protocol == t.Protocol) {
			of.ErrorCode, t.Error.Of = true, of
		}
	}
	for _, d := range u.decls {
		name := d.schema.Error
		if _, isRecord := d.typ.Value.Kind.(*ir.Record); !name.Pos.IsValid() || d.typ.Error != nil {
			continue
		} else if isRecord {
			c.Fail(name.Pos, "error-part", "name the member with the error code", "%s has no member %q that is a string, or an integer that is always there", d.typ.Name, name.Value)
		} else {
			c.Fail(name.Pos, "error-part", "write it at an object type with `properties`", "`x-error` is at %s, which is not a record", d.typ.Name)
		}
	}
}

// inheritedError is the member that `x-error` names in the last part of a type that has one.
func (c *compiler) inheritedError(t *ir.Type) string {
	for _, d := range slices.Backward(c.contains[t]) {
		if d.schema.Error.Value != "" {
			return d.schema.Error.Value
		}
	}
	return ""
}

// errorRecord returns the record that has the code, the way to it, and the name of the code in it. The record is nil if the way leads through a
// member that may be absent or null, or that is no record.
func errorRecord(record *ir.Record, name string) (in []*ir.Field, inner *ir.Record, last string) {
	if !strings.HasPrefix(name, "/") {
		return nil, record, name
	}
	steps := strings.Split(name[1:], "/")
	for i, step := range steps {
		steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
	}
	last = steps[len(steps)-1]
	for _, step := range steps[:len(steps)-1] {
		i := slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == step })
		if i < 0 {
			return nil, nil, ""
		}
		f := record.Fields[i]
		value := f.Value.Resolve()
		next, isRecord := value.Kind.(*ir.Record)
		if !isRecord || !f.Required || value.Nullable {
			return nil, nil, ""
		}
		in, record = append(in, f), next
	}
	return in, record, last
}

// codeField returns a member that is a string as that of textField, or an integer that is always there, or nil.
func codeField(record *ir.Record, name string) *ir.Field {
	i := slices.IndexFunc(record.Fields, func(f *ir.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	f := record.Fields[i]
	switch value := f.Value.Resolve(); k := value.Kind.(type) {
	case ir.Integer:
		if k.Width == ir.Safe && f.Required && !value.Nullable {
			return f
		}
		return nil
	case ir.Const:
		if k.Literal.IsInteger() && f.Required && !value.Nullable {
			return f
		}
	}
	return textField(record, name)
}

// textField returns a member that is a string wherever it is there and not null, or nil.
func textField(record *ir.Record, name string) *ir.Field {
	for _, f := range record.Fields {
		if f.Name != name {
			continue
		}
		switch k := f.Value.Resolve().Kind.(type) {
		case ir.String, *ir.Enum:
			return f
		case ir.Const:
			if k.Literal.Kind == ir.StringLiteral {
				return f
			}
		}
	}
	return nil
}
