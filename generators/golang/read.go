package golang

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// readers declares the functions that read: one for each declared type, and those for other values.
func (g *generator) readers(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Record:
			add(g.recordReader(t, k)...)
		case *ir.Union:
			add(g.unionReader(t, k))
		case *ir.Choice:
			add(g.choiceReader(t, k))
		default:
			if g.isDeclared(t) {
				add(g.decoder(t, g.valueDecoder(t)...))
			}
		}
	}
	add(g.reading.code...)
}

// decoder returns the method that reads a value of a declared type in place.
func (g *generator) decoder(t *ir.Type, body ...jen.Code) jen.Code {
	return jen.Func().Params(jen.Id("v").Op("*").Id(g.names.Type(t))).Id("DecodeFrom").Params(g.readerParam()).Block(body...)
}

// decoded returns the type whose DecodeFrom reads all of v except null, or nil.
func (g *generator) decoded(v ir.Value) *ir.Type {
	t := g.owner(v)
	if t == nil || isInterface(t.Value.Kind) || !isRecord(t.Value.Kind) && g.key(v) != g.key(refTo(t)) {
		return nil
	}
	return t
}

// decode returns the call that reads a value in place.
func decode(place *jen.Statement) *jen.Statement { return place.Dot("DecodeFrom").Call(jen.Id("r")) }

// refTo returns a value that refers to type t, as a member does.
func refTo(t *ir.Type) ir.Value {
	return ir.Value{Kind: ir.Ref{Type: t}, Nullable: t.Value.Nullable}
}

func (g *generator) readerParam() jen.Code { return jen.Id("r").Op("*").Add(g.wire("Reader")) }

func (g *generator) recordReader(t *ir.Type, record *ir.Record) []jen.Code {
	table := g.recordTable(t, record)
	if t.Value.Evaluated() != nil {
		return []jen.Code{g.decoder(t, g.validRecord(t, record)...), table}
	}
	guards := g.guardsOf(t, record)
	var cases []jen.Code
	member := func(name string, read ...jen.Code) {
		cases = append(cases, memberCase(len(cases), name, read...))
	}
	for _, f := range record.Fields {
		member(f.Name, guards.around(f.Name, g.readField(t, f, f.Value)...)...)
	}
	for _, f := range record.Forbidden {
		member(f.Name, jen.Id("r").Dot("Skip").Call(), raise(f.Failure))
	}
	for _, name := range record.Noted {
		member(name, guards.around(name, jen.Id("m").Dot("Keep").Call())...)
	}
	body := append(guards.ahead, g.readMembers(t, record, cases, guards.behind)...)
	return []jen.Code{g.decoder(t, append(body, g.applyRules(t, jen.Id("r"))...)...), table}
}

// readMembers returns the loop over the members of an object, and the code after it.
func (g *generator) readMembers(t *ir.Type, record *ir.Record, cases, behind []jen.Code) []jen.Code {
	extra := jen.Nil()
	if !record.Closed {
		extra = jen.Op("&").Id("v").Dot("Extra")
	}
	members := jen.Id("m").Op(":=").Id("r").Dot("Members").Call(jen.Op("&").Id(g.tables[t]), extra)
	next := jen.Id("m").Dot("Next").Call()
	var body []jen.Code
	if len(cases) > 0 {
		body = []jen.Code{jen.Switch(jen.Id("m").Dot("Number")).Block(cases...)}
	}
	if len(behind) == 0 {
		return []jen.Code{jen.For(members, next, jen.Empty()).Block(body...)}
	}
	isNone := jen.If(jen.Op("!").Id("m").Dot("IsObject").Call()).Block(jen.Return())
	return append([]jen.Code{members, jen.For(next).Block(body...), isNone}, behind...)
}

// memberCase returns the case of a member, with its name in a comment after the number.
func memberCase(number int, name string, read ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: fmt.Sprintf("case %d: // %s\n", number, oneLine(memberName(name))), Separator: "\n"}, read...)
}

// validRecord returns the body of the reader of a record that a schema validates. Such values need no further checks.
func (g *generator) validRecord(t *ir.Type, record *ir.Record) []jen.Code {
	schema := t.Value.Evaluated()
	var cases []jen.Code
	for i, f := range record.Fields {
		value := f.Value // the schema does not check members that wait for a stage
		if !f.Staged {
			value = uncheckedPart(f.Value, schema)
		}
		cases = append(cases, memberCase(i, f.Name, g.readField(t, f, value)...))
	}
	body := append([]jen.Code{g.unlessValid(schema, jen.Return())}, g.readMembers(t, record, cases, nil)...)
	return append(body, g.applyRules(t, jen.Id("r"))...)
}

func keyed(key string, value jen.Code) jen.Code { return jen.Id(key).Op(":").Add(value) }

// readField reads a member into its field, in its stage. v is the member's value without the checks that a schema has made.
func (g *generator) readField(t *ir.Type, f *ir.Field, v ir.Value) []jen.Code {
	read := g.readMember(t, f, v)
	if !f.Staged {
		return read
	}
	enter := jen.Id("outside").Op(":=").Id("r").Dot("EnterStage").Call(g.stage(f.Stage))
	leave := jen.Id("r").Dot("LeaveStage").Call(jen.Id("outside"))
	return append(append([]jen.Code{enter}, read...), leave)
}

func (g *generator) readMember(t *ir.Type, f *ir.Field, v ir.Value) []jen.Code {
	owner := g.names.Type(t) + g.names.Field(f)
	if !isStored(f) {
		if whole, nonNull := g.guards(v); whole != nil {
			return []jen.Code{g.ifValid(whole, jen.Id("r").Dot("Skip").Call())}
		} else if nonNull != nil {
			return []jen.Code{g.nullOrValid(nonNull)}
		}
		return []jen.Code{g.expect(v, owner)}
	}
	place := jen.Id("v").Dot(g.names.Field(f))
	return g.readInto(place, v, modeOf(v, f.Required), g.cycles.byPointer(t, v), owner)
}

// readInto reads v into a location of the given mode.
func (g *generator) readInto(place *jen.Statement, v ir.Value, m mode, pointer bool, owner string) []jen.Code {
	whole, nonNull := g.guards(v)
	read := g.readValue(place, v, m, pointer, owner)
	if nonNull != nil && isNull(v) {
		return []jen.Code{g.nullOrValid(nonNull), assign(place.Clone(), m, g.constantValue(v))}
	}
	if nonNull != nil {
		read = []jen.Code{g.ifValid(nonNull, read...)}
	}
	null := jen.Id("r").Dot("Null").Call()
	switch {
	case m == nullable:
		read = []jen.Code{jen.If(null).Block(place.Clone().Dot("Clear").Call()).Else().Block(read...)}
	case m == optionalNullable:
		read = []jen.Code{jen.If(null).Block(place.Clone().Dot("SetNull").Call()).Else().Block(read...)}
	}
	if whole != nil {
		return []jen.Code{g.ifValid(whole, read...)}
	}
	return read
}

// readValue is readInto for values that are neither null nor refused by a schema.
func (g *generator) readValue(place *jen.Statement, v ir.Value, m mode, pointer bool, owner string) []jen.Code {
	switch {
	case g.decoded(v) == nil && isConstant(ir.Value{Kind: v.Kind}):
		return []jen.Code{g.expect(v, owner), assign(place.Clone(), m, g.constantValue(v))}
	case g.decoded(v) == nil:
		return []jen.Code{assign(place.Clone(), m, g.readCall(v, owner))}
	case pointer:
		return []jen.Code{jen.Id("x").Op(":=").New(g.goType(v)), decode(jen.Id("x")), assign(place.Clone(), m, jen.Id("x"))}
	case m == plain:
		return []jen.Code{decode(place.Clone())}
	}
	return []jen.Code{decode(place.Clone().Dot("Fill").Call())}
}

// valid returns the condition that a schema accepts the next value.
func (g *generator) valid(s *ir.Schema) *jen.Statement {
	if owner := g.owners[s]; owner != nil {
		return g.part(owner, "", "Valid").Call(jen.Id("r"))
	}
	return jen.Id("r").Dot("Valid").Call(jen.Id("schemas"), jen.Lit(g.schemas.Schema(s).Number))
}

func (g *generator) ifValid(s *ir.Schema, body ...jen.Code) jen.Code {
	return jen.If(g.valid(s)).Block(body...)
}

// nullOrValid reads null, or a value that a schema accepts.
func (g *generator) nullOrValid(s *ir.Schema) jen.Code {
	return jen.If(jen.Op("!").Id("r").Dot("Null").Call().Op("&&").Add(g.valid(s))).Block(jen.Id("r").Dot("Skip").Call())
}

func (g *generator) unlessValid(s *ir.Schema, body ...jen.Code) jen.Code {
	return jen.If(jen.Op("!").Add(g.valid(s))).Block(body...)
}

func assign(place *jen.Statement, m mode, value jen.Code) jen.Code {
	if m == plain {
		return place.Op("=").Add(value)
	}
	return place.Dot("Set").Call(value)
}

// expect returns the statement that reads a constant.
func (g *generator) expect(v ir.Value, owner string) jen.Code {
	if isUnchecked(v) {
		return jen.Id("r").Dot("Skip").Call()
	}
	flat := resolve(v)
	if c, ok := flat.Kind.(ir.Const); ok && c.Literal.Kind == ir.StringLiteral && len(flat.Checks) == 0 &&
		flat.Mismatch == (ir.Failure{Rule: "type", Message: "must be a string"}) && c.Failure == (ir.Failure{Rule: "const", Message: c.Failure.Message}) {
		return jen.Id("r").Dot("ExpectString").Call(jen.Lit(c.Literal.String), jen.Lit(c.Failure.Message))
	}
	return jen.Id(g.reader(v, owner)).Call(jen.Id("r"))
}

// constantValue returns the Go value of a constant.
func (g *generator) constantValue(v ir.Value) jen.Code {
	if c, ok := resolve(v).Kind.(ir.Const); ok {
		return g.literal(c)
	}
	return g.own("Null").Values()
}

// readCall returns the call that reads a value that is neither a record nor a constant nor null.
func (g *generator) readCall(v ir.Value, owner string) jen.Code {
	switch resolve(v).Kind.(type) {
	case ir.Any:
		return jen.Id("r").Dot("Raw").Call()
	case *ir.Union, *ir.Choice:
		return g.readFunc(g.owner(v)).Call(jen.Id("r"))
	case ir.Array:
		if items := g.readItems(v, owner); items != nil {
			return items
		}
	}
	return jen.Id(g.reader(v, owner)).Call(jen.Id("r"))
}

// readItems returns the call that reads an array in which only items are checked, each by its own method or function, or nil.
func (g *generator) readItems(v ir.Value, owner string) jen.Code {
	flat := resolve(v)
	item := *flat.Kind.(ir.Array).Items
	whole, nonNull := g.guards(item)
	if g.owner(v) != nil || flat.Mismatch.Rule != "type" || len(flat.Checks) > 0 || modeOf(item, true) != plain || whole != nil || nonNull != nil || isConstant(item) {
		return nil
	}
	mismatch := jen.Lit(flat.Mismatch.Message)
	if g.decoded(item) != nil {
		return g.wire("ReadItems").Types(g.goType(item)).Call(jen.Id("r"), mismatch)
	}
	read := jen.Parens(jen.Op("*").Add(g.wire("Reader"))).Dot("Raw")
	switch resolve(item).Kind.(type) {
	case ir.Any:
	case *ir.Union, *ir.Choice:
		read = g.readFunc(g.owner(item))
	default:
		read = jen.Id(g.reader(item, owner+"Item"))
	}
	return g.wire("ReadItemsOf").Call(jen.Id("r"), mismatch, read)
}

// isUnchecked reports whether a schema has made all checks of v.
func isUnchecked(v ir.Value) bool { return resolve(v).Mismatch == ir.Failure{} }

// reader returns the name of the function that reads v. Values with the same checks share a function. Records, unions and choices have a
// function for their type, and an untyped value needs none.
func (g *generator) reader(v ir.Value, owner string) string {
	flat := resolve(v)
	verb := "read"
	switch {
	case isUnchecked(v):
		verb = "take"
	case isConstant(ir.Value{Kind: v.Kind}):
		verb = "expect"
	}
	names := []string{verb + owner}
	if description := describe(flat, v.Nullable); description != "" {
		names = []string{verb + description, verb + owner}
	} else if ref, ok := v.Kind.(ir.Ref); ok && len(v.Checks) == 0 {
		names = []string{verb + g.names.Type(ref.Type)}
	}
	return g.helper(&g.reading, g.key(v), names, func(name string) jen.Code { return g.valueReader(name, v, flat, owner) })
}

// describe names the checks of a value if the name is short: StringMinLength1. Otherwise it returns "".
func describe(flat ir.Value, orNull bool) string {
	var name string
	switch flat.Kind.(type) {
	case ir.Null, ir.Boolean, ir.Integer, ir.Number, ir.String, ir.Object:
		name = kindText(flat.Kind)
	default:
		return ""
	}
	if orNull && flat.Nullable && flat.Mismatch != (ir.Failure{}) {
		name += "OrNull" // the message mentions null too
	}
	for _, check := range flat.Checks {
		limit := -1.0
		switch c := check.(type) {
		case ir.Bound:
			limit = c.Limit
		case ir.Length:
			limit = float64(c.Limit)
		case ir.Format:
			name += formatTitle(c.Name)
			continue
		}
		if limit < 0 || limit != math.Trunc(limit) || limit > 1<<53 {
			return ""
		}
		name += exported(check.Fails().Rule) + strconv.FormatFloat(limit, 'f', -1, 64)
	}
	return name
}

// key distinguishes values that need different functions.
func (g *generator) key(v ir.Value) string {
	flat := resolve(v)
	checks := checksKey(flat.Checks)
	if t := g.owner(v); t != nil {
		return fmt.Sprintf("type %q %s", g.typeText(t), checks)
	}
	switch k := flat.Kind.(type) {
	case ir.Array:
		return fmt.Sprintf("array %#v %s %v [%s]", flat.Mismatch, checks, k.Items.Nullable, g.partKey(*k.Items))
	case ir.Map:
		return fmt.Sprintf("map %#v %s %v [%s]", flat.Mismatch, checks, k.Values.Nullable, g.partKey(*k.Values))
	case ir.Const:
		return fmt.Sprintf("const %#v %#v %#v %s", k.Literal, k.Failure, flat.Mismatch, checks)
	}
	return fmt.Sprintf("%#v %#v %s", flat.Kind, flat.Mismatch, checks)
}

// partKey returns the key of the value that a function reads as a part. It ignores the schemas before it, which the caller evaluates.
func (g *generator) partKey(v ir.Value) string {
	key := g.key(v)
	whole, nonNull := g.guards(v)
	if whole != nil {
		key += fmt.Sprintf(" valid %p", whole)
	}
	if nonNull != nil {
		key += fmt.Sprintf(" valid but null %p", nonNull)
	}
	return key
}

func checksKey(list []ir.Check) string {
	var b strings.Builder
	for _, c := range list {
		if p, ok := c.(ir.Pattern); ok {
			fmt.Fprintf(&b, "pattern %q %#v;", p.Regexp.Source, p.Failure)
			continue
		}
		fmt.Fprintf(&b, "%#v;", c)
	}
	return b.String()
}
