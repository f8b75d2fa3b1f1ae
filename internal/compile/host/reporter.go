// Package host is shared by the parts of the compiler: their way of reporting, and their view of the spec.
package host

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// The forms of names in a spec.
var (
	TypeName  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	ParamName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`) // of parameters, conversations, exchanges, sides and bound messages
	RuleID    = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
)

// RuleNames are the rules of issues that are not the spec's (contract section 3.1).
var RuleNames = []string{"type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "not", "anyOf", "oneOf", "integer-range", "required", "dependentRequired",
	"additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "propertyNames", "contains", "minContains", "maxContains", "false-schema",
	"discriminator", "json", "version", "unexpected-message", "after-end", "incomplete", "wrong-direction", "unique", "blank-line", "cut-line", "long-line", "bad-header",
	"cut-frame", "long-frame", "batch"}

// Reporter adds diagnostics to a list.
type Reporter struct{ Diags *diag.List }

// Fail adds an error.
func (r Reporter) Fail(pos diag.Pos, code diag.Code, suggestion, format string, args ...any) {
	r.Diags.Add(diag.Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...), Suggestion: suggestion})
}

// Nearest suggests the known name that is like another one. A full list shows no suggestions, so none is searched.
func (r Reporter) Nearest(name string, known []string) string {
	if r.Diags.Full() {
		return ""
	}
	return diag.DidYouMean(name, known)
}

// Problems reports the problems of an expression, each at its character.
func (r Reporter) Problems(file *syntax.File, text syntax.Text, list []rules.Problem) {
	last := len([]rune(strings.TrimRight(text.Value, " \n"))) - 1
	for _, problem := range list {
		pos := text.Pos
		if !r.Diags.Full() {
			pos = file.At(text, min(problem.Offset, last))
		}
		r.Diags.Add(diag.Diagnostic{Pos: pos, Code: problem.Code, Message: problem.Message, Suggestion: problem.Suggestion})
	}
}

// Renames reads `x-name`.
func (r Reporter) Renames(names []syntax.Rename) []ir.Rename {
	var list []ir.Rename
	for _, n := range names {
		if !TypeName.MatchString(n.Name.Value) {
			r.Fail(n.Name.Pos, "type-name", "use letters, digits and underscores; start with a letter", "%q is not a valid identifier in all three languages", n.Name.Value)
			continue
		}
		list = append(list, ir.Rename{Language: n.Language, Name: n.Name.Value})
	}
	return list
}

var pointerText = regexp.MustCompile(`^(/([^~/]|~[01])*)+$`)

// Escape writes a token of a JSON Pointer.
var Escape = strings.NewReplacer("~", "~0", "/", "~1")

// Unescape reads a token of a JSON Pointer.
var Unescape = strings.NewReplacer("~1", "/", "~0", "~")

// Pointer reads a JSON Pointer of member names.
func (r Reporter) Pointer(at syntax.Text) ([]string, bool) {
	if !pointerText.MatchString(at.Value) {
		r.Fail(at.Pos, "pointer", "write a path such as /name or /name/inner", "%q is not a JSON Pointer to a member", at.Value)
		return nil, false
	}
	var steps []string
	for _, token := range strings.Split(at.Value[1:], "/") {
		steps = append(steps, Unescape.Replace(token))
	}
	return steps, true
}

// PointsAt reports a pointer that leads to no declared member.
func (r Reporter) PointsAt(v ir.Value, steps []string, at syntax.Text) bool {
	if len(steps) == 0 {
		return true
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		return r.PointsAt(k.Type.Value, steps, at)
	case *ir.Union:
		one := k.By == ir.ByPresence && slices.ContainsFunc(k.Variants, func(v ir.Variant) bool { return Declares(v.Type, steps[0]) })
		for _, variant := range k.Variants {
			if one && !Declares(variant.Type, steps[0]) {
				continue // the rule has tested which of the two it is
			}
			if !r.PointsAt(variant.Type.Value, steps, at) {
				return false
			}
		}
		return true
	case ir.Map:
		return r.PointsAt(*k.Values, steps[1:], at)
	case ir.Any, ir.Object:
		return true
	case *ir.Record:
		var names []string
		for _, f := range k.Fields {
			if f.Name == steps[0] {
				return r.PointsAt(f.Value, steps[1:], at)
			}
			names = append(names, f.Name)
		}
		r.Fail(at.Pos, "pointer", r.Nearest(steps[0], names), "no member is at %q: %q is not declared there", at.Value, steps[0])
		return false
	}
	r.Fail(at.Pos, "pointer", "", "no member is at %q: %q is not in an object", at.Value, steps[0])
	return false
}

// Declares reports whether a record, or a union's variant, declares a member.
func Declares(t *ir.Type, member string) bool {
	_, named := RequiresMember(t, member)
	return named
}

// RequiresMember reports whether all records of a type require a member, and whether one of them names it.
func RequiresMember(t *ir.Type, member string) (required, named bool) {
	switch k := t.Value.Kind.(type) {
	case *ir.Union:
		required = len(k.Variants) > 0
		for _, v := range k.Variants {
			inner, names := RequiresMember(v.Type, member)
			required, named = required && inner, named || names
		}
	case *ir.Record:
		if f := t.Field(member); f != nil {
			return f.Required, true
		}
	}
	return required, named
}
