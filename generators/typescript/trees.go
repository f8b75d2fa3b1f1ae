package typescript

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// treePrinter spells trees of the plan. Defaults are absent.
type treePrinter struct {
	*generator
	own func(plan.Value) node // spells the nodes of one feature
}

func (t treePrinter) value(v plan.Value) node {
	switch v := v.(type) {
	case plan.Bool:
		return atom(strconv.FormatBool(bool(v)))
	case plan.Int:
		return atom(strconv.Itoa(int(v)))
	case plan.Float:
		return atom(number(float64(v)))
	case plan.Text:
		return atom(quote(string(v)))
	case plan.JSON:
		return jsonLiteral(string(v))
	case plan.Literal:
		return atom(literal(ir.Literal(v)))
	case plan.Codec:
		return atom(t.info(v.Type))
	case plan.Names:
		return quotes(v)
	case plan.Pointer:
		return atom(quote(pointer(v)))
	case plan.Failure:
		return object(failure(ir.Failure(v))...)
	case plan.Op:
		return atom(quote([]string{ir.AtLeast: "atLeast", ir.AtMost: "atMost", ir.Above: "above", ir.Below: "below"}[v]))
	case plan.Type:
		return atom(quote(ir.JSONTypes(v).Names()[0]))
	case plan.Types:
		return quotes(ir.JSONTypes(v).Names())
	case plan.Width:
		return atom(quote([]string{ir.Int64: "asIntN", ir.UInt64: "asUintN"}[v]))
	case plan.Format:
		return atom(t.use(formatTest(ir.FormatName(v))))
	case plan.Regexp:
		return atom(t.pattern(v.Regexp))
	case plan.Ref:
		if v.IsEarly || v.Remember {
			return atom("() => " + schemaName(v.Schema))
		}
		return atom(schemaName(v.Schema))
	case plan.List:
		return list(t.values(v)...)
	case plan.Map:
		var members []item
		for _, e := range v {
			members = append(members, item{keyOfLiteral(e.Key), t.value(e.Value)})
		}
		return object(members...)
	case plan.Edges:
		var next []item
		for _, e := range v {
			next = append(next, code(strconv.Itoa(e.Letter), strconv.Itoa(e.To)))
		}
		return object(next...)
	case plan.Record:
		if v.IsPair {
			return list(t.value(v.Fields[0].Value), t.value(v.Fields[1].Value))
		}
		return object(t.members(v)...)
	}
	return t.own(v)
}

func (t treePrinter) values(list plan.List) (items []node) {
	for _, v := range list {
		items = append(items, t.value(v))
	}
	return items
}

// Support code that few protocols need is linked by the functions that interpret its records.
var interpreters = map[string]interpreter{"Cut": {"cut", true}, "Keep": {"keep", true}, "Omit": {"omit", true}, "Store": {"storeLarge", false}, "Replies": {"judgeReply", false}, "Preview": {"sampleOf", false}}

// interpreter is a function of the support code, perhaps in the namespace of builders.
type interpreter struct {
	name    string
	isMaker bool
}

// without are fields that the support code does without: it reads plain objects, and writers copy messages by the names of members.
var without = []string{"numbered", "Draft.of", "Draft.nulls", "Replies.nulls", "Computed.given"}

// members are those of an object. The failure of a check between messages is several of them.
func (t treePrinter) members(r plan.Record) (members []item) {
	if r.OneOf {
		members = append(members, quoted("keyword", lowered(r.Type)))
	}
	if f, is := interpreters[r.Type]; is {
		spell := t.use
		if f.isMaker {
			spell = t.make
		}
		members = append(members, code("by", spell(f.name)))
	}
	for _, f := range r.Fields {
		failed, isFailure := f.Value.(plan.Failure)
		switch {
		case slices.Contains(without, f.Name) || slices.Contains(without, r.Type+"."+f.Name):
		case isFailure && r.Type == "SequenceCheck":
			members = append(members, failure(ir.Failure(failed))...)
		case r.Type == "Conversation" && f.Name == "batch":
			members = append(members, code(f.Name, fmt.Sprintf("%s(%d)", t.use("batches"), f.Value)))
		default:
			members = append(members, item{camel(f.Name), t.value(f.Value)})
		}
	}
	return members
}

func failure(f ir.Failure) []item {
	members := []item{quoted("rule", f.Rule)}
	if f.Level == ir.Should {
		members = append(members, quoted("level", f.Level.String()))
	}
	return append(members, quoted("message", f.Message))
}

func quoted(key, s string) item { return item{key, atom(quote(s))} }

func code(key, expression string) item { return item{key, atom(expression)} }

// schemaConstant declares a schema.
func (s *generator) schemaConstant(schema *plan.Schema) string {
	p := newPrinter(0)
	p.WriteString(comment("", "", schema.Place))
	p.literal("const "+schemaName(schema)+": "+s.use("Schema")+" = ", treePrinter{generator: s}.value(schema.Assertions), ";")
	return p.String()
}

func schemaName(s *plan.Schema) string { return fmt.Sprintf("schema%d", s.Number) }

// numbersConstant is the table of the places where numbers have a declared type.
const numbersConstant = "numberPlaces"

// numberPlaces declares it, or returns "".
func (s *generator) numberPlaces() string {
	if len(s.protocol.Numbers) == 0 {
		return ""
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", "The places of numbers that have a declared type. Places refer to each other by index."))
	// The elements of a tuple are checked one by one. Of an array, the compiler computes the union of the elements' types, and gives up at some
	// thousands of them.
	places := s.use("NumberPlaces")
	p.block("const "+numbersConstant+": readonly ["+places+", ..."+places+"[]] = [", func() {
		p.rows((treePrinter{generator: s}).values(plan.Places(s.protocol)))
	}, "];")
	return p.String()
}

// numbersOf returns where those of a type begin.
func numbersOf(t *ir.Type) string {
	return fmt.Sprintf("() => [%s, %d]", numbersConstant, plan.Place(t.Numbers))
}
