package compile

import (
	"cmp"
	"slices"

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
		code := textField(record, name)
		if code == nil {
			continue // reported below, unless the type has narrowed the member of another one to something else
		}
		t.Error = &ir.ErrorPart{Code: code, Message: textField(record, "message")}
		if of := host.VocabularyOf(code.Value.Resolve()); of != nil && (of.ErrorCode || of.Protocol == t.Protocol) {
			of.ErrorCode, t.Error.Of = true, of
		}
	}
	for _, d := range u.decls {
		name := d.schema.Error
		if _, isRecord := d.typ.Value.Kind.(*ir.Record); !name.Pos.IsValid() || d.typ.Error != nil {
			continue
		} else if isRecord {
			c.Fail(name.Pos, "error-part", "name the member with the error code", "%s has no member %q that is a string", d.typ.Name, name.Value)
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
