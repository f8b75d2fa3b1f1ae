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
		name := cmp.Or(own[t], c.inheritedError(t))
		if _, isRecord := t.Value.Kind.(*ir.Record); !isRecord || name == "" {
			continue
		}
		way := host.FieldsOf(t, stepsTo(name))
		if way == nil {
			continue // reported below
		}
		in, code, holder := way[:len(way)-1], way[len(way)-1], t
		if len(in) > 0 {
			holder = host.PartOf(in[len(in)-1])
		}
		if !isCode(code) {
			continue // reported below, unless the type has narrowed the member of another one to something else
		}
		t.Error = &ir.ErrorPart{In: in, Code: code}
		if message := holder.Field("message"); message != nil && isText(message) {
			t.Error.Message = message
		}
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
			c.Fail(name.Pos, "error-part", "write it at an object type that declares a member under `properties`", "`x-error` is at %s, which is not a record", d.typ.Name)
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

// stepsTo are the names on the way that x-error names: a member, or its JSON Pointer.
func stepsTo(name string) []string {
	pointer, is := strings.CutPrefix(name, "/")
	if !is {
		return []string{name}
	}
	steps := strings.Split(pointer, "/")
	for i, step := range steps {
		steps[i] = host.Unescape.Replace(step)
	}
	return steps
}

// isCode reports whether a member is a text, or an integer that is always there.
func isCode(f *ir.Field) bool {
	value := f.Value.Resolve()
	always := f.Required && !value.Nullable
	switch k := value.Kind.(type) {
	case ir.Integer:
		return k.Width == ir.Safe && always
	case ir.Const:
		return k.Literal.IsInteger() && always || isText(f)
	}
	return isText(f)
}

// isText reports whether a member is a string wherever it is there and not null.
func isText(f *ir.Field) bool {
	switch k := f.Value.Resolve().Kind.(type) {
	case ir.String, *ir.Enum:
		return true
	case ir.Const:
		return k.Literal.Kind == ir.StringLiteral
	}
	return false
}
