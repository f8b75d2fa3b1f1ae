package golang

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// wordBits is how many members one word of a record's bit set can note.
const wordBits = 64

// readers are the functions that read: one a record and union, and those for other values.
func (g *generator) readers(add func(...jen.Code)) {
	for _, t := range g.protocol.Types {
		switch k := t.Value.Kind.(type) {
		case *ir.Record:
			add(g.recordReader(t, k)...)
		case *ir.Union:
			add(g.unionReader(t, k))
		case *ir.Choice:
			add(g.choiceReader(t, k))
		}
	}
	add(g.reading.code...)
}

// refTo is what a member of type t has for a value.
func refTo(t *ir.Type) ir.Value {
	return ir.Value{Kind: ir.Ref{Type: t}, Nullable: t.Value.Nullable}
}

func (g *generator) readerParam() jen.Code { return jen.Id("r").Op("*").Add(g.envelope("Reader")) }

func (g *generator) recordReader(t *ir.Type, record *ir.Record) []jen.Code {
	name := g.names.Type(t)
	head := jen.Func().Id("read"+name).Params(g.readerParam(), jen.Id("v").Op("*").Id(name))
	if t.Value.Evaluated() != nil {
		return []jen.Code{head.Block(g.validRecord(t, record)...)}
	}
	named := len(record.Fields) + len(record.Forbidden) + len(record.Noted)
	words := (named + wordBits - 1) / wordBits
	guards := g.guardsOf(t, record, words)
	body := append(guards.ahead,
		jen.If(jen.Op("!").Id("r").Dot("BeginObject").Call()).Block(raise(t.Value.Mismatch), jen.Return()))
	switch {
	case words == 1:
		body = append(body, jen.Var().Id("seen").Uint64())
	case words > 1:
		body = append(body, jen.Var().Id("seen").Index(jen.Lit(words)).Uint64())
	}
	body = append(body, jen.Var().Id("surplus").Add(g.envelope("Surplus")))
	var cases []jen.Code
	member := func(name string, read ...jen.Code) {
		i := len(cases)
		once := jen.Id("r").Dot("Once").Call(jen.Op("&").Add(seenWord(words, i/wordBits)), jen.Lit(i%wordBits))
		cases = append(cases, jen.Case(jen.Lit(name)).Block(append([]jen.Code{once}, read...)...))
	}
	for _, f := range record.Fields {
		member(f.Name, guards.around(f.Name, g.readField(t, f, f.Value)...)...)
	}
	for _, f := range record.Forbidden {
		member(f.Name, jen.Id("r").Dot("Skip").Call(), raise(f.Failure))
	}
	for _, name := range record.Noted {
		member(name, guards.around(name, surplus(record)...)...)
	}
	cases = append(cases, jen.Default().Block(surplus(record)...))
	body = append(body, forMembers(cases))
	tables, calls := g.required(name, record, words)
	body = append(append(append(body, calls...), guards.behind...), g.applyRules(t)...)
	return append(append([]jen.Code{head.Block(body...)}, tables...), guards.tables...)
}

func forMembers(cases []jen.Code) jen.Code {
	return jen.For(jen.Id("r").Dot("NextMember").Call()).Block(jen.Switch(jen.Id("r").Dot("Name").Call()).Block(cases...))
}

// validRecord is the body of the reader of a record that a schema decides about: what it has accepted needs no checks.
func (g *generator) validRecord(t *ir.Type, record *ir.Record) []jen.Code {
	schema := t.Value.Evaluated()
	body := []jen.Code{g.unlessValid(schema, jen.Return()), jen.Id("r").Dot("BeginObject").Call()}
	var cases []jen.Code
	for _, f := range record.Fields {
		value := f.Value // the schema has not looked at one that waits for a stage
		if !f.Staged {
			value = uncheckedPart(f.Value, schema)
		}
		cases = append(cases, jen.Case(jen.Lit(f.Name)).Block(g.readField(t, f, value)...))
	}
	rest := jen.Id("r").Dot("Skip").Call()
	if !record.Closed {
		body = append(body, jen.Var().Id("surplus").Add(g.envelope("Surplus")))
		rest = surplus(record)[0].(*jen.Statement)
	}
	body = append(body, forMembers(append(cases, jen.Default().Block(rest))))
	return append(body, g.applyRules(t)...)
}

func seenWord(words, i int) *jen.Statement {
	if words == 1 {
		return jen.Id("seen")
	}
	return jen.Id("seen").Index(jen.Lit(i))
}

func surplus(record *ir.Record) []jen.Code {
	if record.Closed {
		return []jen.Code{jen.Id("r").Dot("Refuse").Call(jen.Op("&").Id("surplus")), raise(record.Surplus)}
	}
	return []jen.Code{jen.Id("r").Dot("Keep").Call(jen.Op("&").Id("v").Dot("Extra"), jen.Op("&").Id("surplus"))}
}

// required is one table of required members a word of the bit set, and the calls that look for them.
func (g *generator) required(typ string, record *ir.Record, words int) (tables, calls []jen.Code) {
	for word := range words {
		var rows []jen.Code
		last := len(record.Fields)
		for i, f := range record.Fields[min(last, word*wordBits):min(last, (word+1)*wordBits)] {
			if !f.Required {
				continue
			}
			rows = append(rows, g.missing(i, f.Name, f.Missing))
		}
		if rows == nil {
			continue
		}
		name := g.free([]string{unexported(typ) + "Required"})
		table := jen.Var().Id(name).Op("=").Index().Add(g.envelope("Missing")).Add(onePerLine(rows))
		tables = append(tables, table)
		calls = append(calls, jen.Id("r").Dot("Require").Call(seenWord(words, word), jen.Id(name)))
	}
	return tables, calls
}

// missing is the row of a required member that is noted by a bit.
func (g *generator) missing(bit int, name string, f ir.Failure) jen.Code {
	return jen.Values(
		keyed("Bit", jen.Lit(bit)),
		keyed("Name", jen.Lit(name)),
		keyed("Rule", jen.Lit(f.Rule)),
		keyed("Message", jen.Lit(f.Message)),
		keyed("Level", g.envelope(levelMethod(f.Level, ""))))
}

func keyed(key string, value jen.Code) jen.Code { return jen.Id(key).Op(":").Add(value) }

// readField reads a member into its field, in the stage that it waits for. v is the member's value, less what a schema has
// seen to.
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
		if whole, _ := g.guards(v); whole != nil {
			return []jen.Code{g.ifValid(whole, jen.Id("r").Dot("Skip").Call())}
		}
		return []jen.Code{g.expect(v, owner)}
	}
	place := jen.Id("v").Dot(g.names.Field(f))
	return g.readInto(place, v, modeOf(v, f.Required), g.cycles.byPointer(t, v), owner)
}

// readInto reads v into a place of the given mode.
func (g *generator) readInto(place *jen.Statement, v ir.Value, m mode, pointer bool, owner string) []jen.Code {
	whole, nonNull := g.guards(v)
	read := g.readValue(place, v, m, pointer, owner)
	if nonNull != nil {
		read = []jen.Code{g.ifValid(nonNull, read...)}
	}
	null := jen.Id("r").Dot("Null").Call()
	switch {
	case m == nullable && whole != nil:
		return []jen.Code{jen.If(g.valid(whole).Op("&&").Op("!").Add(null)).Block(read...)}
	case m == nullable:
		read = []jen.Code{jen.If(jen.Op("!").Add(null)).Block(read...)}
	case m == optionalNullable:
		read = []jen.Code{jen.If(null).Block(place.Clone().Dot("SetNull").Call()).Else().Block(read...)}
	}
	if whole != nil {
		return []jen.Code{g.ifValid(whole, read...)}
	}
	return read
}

// readValue is readInto where null has been ruled out, and what no schema accepts.
func (g *generator) readValue(place *jen.Statement, v ir.Value, m mode, pointer bool, owner string) []jen.Code {
	record := recordOf(v)
	switch {
	case record == nil && isConstant(ir.Value{Kind: v.Kind}):
		return []jen.Code{g.expect(v, owner), assign(place.Clone(), m, g.constantValue(v))}
	case record == nil:
		return []jen.Code{assign(place.Clone(), m, g.readCall(v, owner))}
	}
	read := func(into jen.Code) jen.Code {
		return g.readFunc(record).Call(jen.Id("r"), into)
	}
	switch {
	case pointer:
		return []jen.Code{jen.Id("x").Op(":=").New(g.goType(v)), read(jen.Id("x")), assign(place.Clone(), m, jen.Id("x"))}
	case m == plain:
		return []jen.Code{read(jen.Op("&").Add(place.Clone()))}
	}
	return []jen.Code{read(place.Clone().Dot("Fill").Call())}
}

// valid is the condition that a schema accepts the value that comes next.
func (g *generator) valid(s *ir.Schema) *jen.Statement {
	if owner := g.owners[s]; owner != nil {
		return g.part(owner, "", "Valid").Call(jen.Id("r"))
	}
	return jen.Id("r").Dot("Valid").Call(jen.Id("schemas"), jen.Id(g.schemaIDs[s]))
}

func (g *generator) ifValid(s *ir.Schema, body ...jen.Code) jen.Code {
	return jen.If(g.valid(s)).Block(body...)
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

// expect is the statement that reads a constant.
func (g *generator) expect(v ir.Value, owner string) jen.Code {
	if isUnchecked(v) {
		return jen.Id("r").Dot("Skip").Call()
	}
	return jen.Id(g.reader(v, owner)).Call(jen.Id("r"))
}

// constantValue is what a constant reads as.
func (g *generator) constantValue(v ir.Value) jen.Code {
	if c, ok := resolve(v).Kind.(ir.Const); ok {
		return g.literal(c)
	}
	return jen.Id("Null").Values()
}

// typedConstant is constantValue where nothing beside it says of which type a number is.
func (g *generator) typedConstant(v ir.Value, typ string) jen.Code {
	if c, ok := resolve(v).Kind.(ir.Const); ok && c.Literal.Kind == ir.NumberLiteral {
		return jen.Id(typ).Call(g.literal(c))
	}
	return g.constantValue(v)
}

// readCall is the call that reads a value that is no record and no constant, null aside.
func (g *generator) readCall(v ir.Value, owner string) jen.Code {
	declared := g.owner(v)
	switch resolve(v).Kind.(type) {
	case ir.Any:
		return jen.Id("r").Dot("Raw").Call()
	case *ir.Union, *ir.Choice:
		return g.readFunc(declared).Call(jen.Id("r"))
	case ir.Array, ir.Map:
		if declared != nil && g.isForeign(declared) {
			return g.readFunc(declared).Call(jen.Id("r"))
		}
	}
	return jen.Id(g.reader(v, owner)).Call(jen.Id("r"))
}

// isUnchecked reports whether a schema has seen to all that could be wrong with v.
func isUnchecked(v ir.Value) bool { return resolve(v).Mismatch == ir.Failure{} }

// reader returns the name of the function that reads v; values with the same checks share one. Records, unions and
// choices have a function of their type, and an untyped value needs none.
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

// describe names what is checked of a value where that takes few words: StringMinLength1. Else it returns "".
func describe(flat ir.Value, orNull bool) string {
	var name string
	switch flat.Kind.(type) {
	case ir.Null, ir.Boolean, ir.Integer, ir.Number, ir.String, ir.Object:
		name = strings.TrimPrefix(fmt.Sprintf("%T", flat.Kind), "ir.")
	default:
		return ""
	}
	if orNull && flat.Nullable && flat.Mismatch != (ir.Failure{}) {
		name += "OrNull" // its message speaks of null, too
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

// key distinguishes what needs a function of its own.
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

// partKey is the key of what a function reads as a part: the schemas that come first are its business.
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
