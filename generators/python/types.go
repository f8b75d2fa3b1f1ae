package python

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/version"
)

// generator contains the data that the modules of one protocol share.
type generator struct {
	job      target.Job
	protocol *ir.Protocol
	names    *naming.Names
	// supportFiles contains the modules of the support code that the package imports.
	supportFiles names
	// local contains a module's own names for types whose names it uses otherwise.
	local map[*ir.Type]string
}

func newGenerator(job target.Job) *generator {
	return &generator{job: job, protocol: job.Protocol, names: job.Names, supportFiles: names{}}
}

// own returns the identifier of a name of the support code or of the standard library.
func (g *generator) own(name string) string { return g.names.Own(name) }

// encoding matches a declaration of the file's encoding, which Python accepts anywhere in a comment in the first two lines.
var encoding = regexp.MustCompile(`coding([:=])`)

// header returns the first line of every file of the protocol.
func (g *generator) header() string {
	file := encoding.ReplaceAllString(comment(g.protocol.File), "coding $1")
	return "# " + version.Header(file)
}

// about returns the description of the protocol in the spec.
func (g *generator) about() string {
	p := g.protocol
	title := p.Title
	if title == "" {
		title = "Protocol " + p.Name
	}
	parts := []string{title}
	if p.Doc != "" {
		parts = append(parts, strings.TrimSpace(p.Doc))
	}
	if p.Source != "" {
		parts = append(parts, "Source: "+p.Source)
	}
	return strings.Join(parts, "\n\n")
}

// snake returns the name of a type for names of functions.
func (g *generator) snake(t *ir.Type) string { return naming.Snake(g.names.Type(t)) }

func (g *generator) upper(t *ir.Type) string { return strings.ToUpper(g.snake(t)) }

// typeName returns the name of a type in a module: its own name or, for another protocol's type, a name of that package.
func (g *generator) typeName(t *ir.Type) string {
	if name := g.local[t]; name != "" {
		return name
	}
	return g.qualified(t, g.names.Type(t))
}

func (g *generator) qualified(t *ir.Type, name string) string {
	if p := g.names.PackageOf(t); p != "" {
		return p + "." + name
	}
	return name
}

// isForeign reports whether another protocol declares the type.
func (g *generator) isForeign(t *ir.Type) bool { return g.names.PackageOf(t) != "" }

// hint returns the type hint of a value that is present.
func (g *generator) hint(v *ir.Value) string {
	hint := g.kindHint(v.Kind)
	if v.Nullable && !isNull(resolve(v).kind) {
		hint += " | None"
	}
	return hint
}

// mayBeNone reports whether the hint of an optional member that may be null states None.
func mayBeNone(v *ir.Value) bool {
	kind := resolve(v).kind
	return v.Kind == ir.Kind(ir.Null{}) || v.Nullable && !isAny(kind) && !isNull(kind)
}

// hintOrUnset returns the hint of an optional member that may be null.
func (g *generator) hintOrUnset(v *ir.Value) string {
	kind := resolve(v).kind
	if v.Kind == (ir.Null{}) {
		return g.own("UnsetType") + " | None"
	}
	if v.Nullable && !isAny(kind) && !isNull(kind) {
		return g.kindHint(v.Kind) + " | " + g.own("UnsetType") + " | None"
	}
	return g.kindHint(v.Kind) + " | " + g.own("UnsetType")
}

func (g *generator) kindHint(k ir.Kind) string {
	switch k := k.(type) {
	case ir.Any:
		return g.own("JsonValue")
	case ir.Null:
		return "None"
	case ir.Boolean:
		return "bool"
	case ir.Integer:
		return "int"
	case ir.Number:
		return "float"
	case ir.String:
		return "str"
	case ir.Const:
		return g.constHint(k.Literal)
	case *ir.Enum:
		if k.Open {
			return g.literal(k) + " | str"
		}
		return g.literal(k)
	case ir.Array:
		return "list[" + g.hint(k.Items) + "]"
	case ir.Object:
		return "dict[str, " + g.own("JsonValue") + "]"
	case ir.Map:
		return "dict[str, " + g.hint(k.Values) + "]"
	case *ir.Union, *ir.Choice:
		return strings.Join(g.alternatives(k), " | ")
	case ir.Ref:
		return g.typeName(k.Type)
	}
	panic(fmt.Sprintf("python: no hint for kind %T", k))
}

// literal returns the hint of the words of a vocabulary.
func (g *generator) literal(e *ir.Enum) string {
	return g.own("Literal") + "[" + strings.Join(words(e), ", ") + "]"
}

// alternatives returns the hints of a union's variants or a choice's options.
func (g *generator) alternatives(k ir.Kind) []string {
	var list []string
	switch k := k.(type) {
	case *ir.Union:
		for _, v := range k.Variants {
			list = append(list, g.typeName(v.Type))
		}
	case *ir.Choice:
		for i := range k.Options {
			list = append(list, g.hint(&k.Options[i]))
		}
	}
	return list
}

// hasLiteralType reports whether Python has a literal type for a scalar. It has none for fractions.
func hasLiteralType(l ir.Literal) bool { return l.Kind != ir.NumberLiteral || l.IsInteger() }

// constHint returns the type of a constant.
func (g *generator) constHint(l ir.Literal) string {
	if !hasLiteralType(l) {
		return "float"
	}
	return g.own("Literal") + "[" + literal(l) + "]"
}

// acceptsNull reports whether null is a valid value of v.
func acceptsNull(v *ir.Value) bool {
	kind := v.Resolve().Kind
	return v.Nullable || isAny(kind) || isNull(kind)
}

// place is a value with its references to scalars resolved, for inline tests.
type place struct {
	kind     ir.Kind
	nullable bool
	mismatch ir.Failure
	checks   []ir.Check
	typ      *ir.Type // the type with its own reader (arrays, maps, records, unions, choices) or table (enums), or nil
	// general is the only schema for valid values, or nil. If orNull is set, null is valid too.
	general *ir.Schema
	orNull  bool
	of      *ir.Value
}

// resolve returns the place of a value.
func resolve(v *ir.Value) place {
	r := v.Resolve()
	p := place{kind: r.Kind, nullable: r.Nullable, mismatch: r.Mismatch, checks: r.Checks, general: r.Schema, orNull: r.OrNull, of: v}
	if len(r.Types) == 0 {
		return p
	}
	switch p.kind.(type) {
	case *ir.Enum:
		p.typ = r.Types[len(r.Types)-1]
	case ir.Array, ir.Map, *ir.Record, *ir.Union, *ir.Choice:
		// The reader of a type runs the type's own checks. A type that is only another name has no reader of its own. So a recursive value
		// uses less of Python's stack.
		for _, t := range slices.Backward(r.Types) {
			if p.typ == nil || p.typ.Protocol != t.Protocol || len(t.Value.Checks) > 0 || t.Value.Evaluated() != nil {
				p.typ = t
			}
		}
		p.checks, p.general = v.Checks, v.Evaluated()
	}
	return p
}

// built returns a place whose values a schema has accepted.
func (p place) built() place {
	if p.orNull {
		p.nullable = isNull(p.kind)
	}
	p.general, p.orNull, p.checks = nil, false, nil
	return p
}

// isFree reports whether any value is valid at a place.
func (p place) isFree() bool { return isAny(p.kind) && p.general == nil }

// constant returns the literal of a member with only one valid value. The class contains such constants.
func constant(f *ir.Field) (ir.Literal, bool) {
	p := resolve(&f.Value)
	if !f.Required || len(p.checks) > 0 && p.general == nil {
		return ir.Literal{}, false
	}
	switch k := p.kind.(type) {
	case ir.Null:
		return ir.Literal{Kind: ir.NullLiteral}, true
	case ir.Const:
		return k.Literal, !p.nullable
	}
	return ir.Literal{}, false
}

// trimmed returns an identifier without the underscore after a reserved word.
func trimmed(name string) string { return strings.TrimSuffix(name, "_") }

// references calls f for every type that a value refers to.
func references(v *ir.Value, f func(*ir.Type)) {
	switch k := v.Kind.(type) {
	case *ir.Union:
		for _, variant := range k.Variants {
			f(variant.Type)
		}
	case ir.Ref:
		f(k.Type)
	}
	for _, inner := range v.Inside() {
		references(&inner, f)
	}
}

// isCalled reports whether the values of a place have their own reader. Vocabularies have tables.
func (p place) isCalled() bool {
	_, words := p.kind.(*ir.Enum)
	return p.typ != nil && !words
}
