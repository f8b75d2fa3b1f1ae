package typescript

import (
	"fmt"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// schemaConstant declares a schema.
func (s *speller) schemaConstant(schema *ir.Schema) string {
	s.use("Schema")
	p := newPrinter(0)
	p.WriteString(comment("", "", schema.Place))
	p.literal("const "+s.schemas.name(schema)+": Schema = ", s.keywords(schema, s.schemas.index[schema]), ";")
	return p.String()
}

// keywords returns a schema as a list; at is the number of the constant that it stands in. Keywords that speak of what
// others left stand last.
func (s *speller) keywords(schema *ir.Schema, at int) node {
	var first, last []node
	for _, a := range schema.Assertions {
		switch a := a.(type) {
		case ir.UnevaluatedProperties:
			last = append(last, s.unevaluated("unevaluatedProperties", a.Schema, a.Closed, at))
		case ir.UnevaluatedItems:
			last = append(last, s.unevaluated("unevaluatedItems", a.Schema, a.Closed, at))
		default:
			first = append(first, s.keyword(a, at)...)
		}
	}
	return list(append(first, last...)...)
}

// ref returns a schema where another one uses it.
func (s *speller) ref(schema *ir.Schema, at int) node {
	remembered := schema.Remember
	schema = direct(schema)
	remembered = remembered || schema.Remember
	switch number := s.schemas.index[schema]; {
	case number == 0:
		return s.keywords(schema, at)
	case number < at && !remembered:
		return atom(s.schemas.name(schema))
	default:
		return atom("() => " + s.schemas.name(schema)) // to be remembered, or declared later
	}
}

func (s *speller) schema(schema *ir.Schema, at int) part { return part{"schema", s.ref(schema, at)} }

func (s *speller) list(schemas []*ir.Schema, at int) part {
	return part{"schemas", s.refs(schemas, at)}
}

func (s *speller) refs(schemas []*ir.Schema, at int) node {
	var items []node
	for _, schema := range schemas {
		items = append(items, s.ref(schema, at))
	}
	return list(items...)
}

// one is an assertion that is one keyword.
func one(keyword string, members ...part) []node {
	return []node{object(append([]part{quoted("keyword", keyword)}, members...)...)}
}

// failing is one that raises a failure.
func failing(keyword string, f ir.Failure, members ...part) []node {
	return one(keyword, append(members, fails("fails", keyword, f))...)
}

// fails says what is raised; the message is enough where the rule is the expected one.
func fails(key, rule string, f ir.Failure) part {
	if f.Rule == rule && f.Level == ir.Must {
		return quoted(key, f.Message)
	}
	return failure(key, f)
}

func quoted(key, s string) part { return part{key, atom(quote(s))} }

func code(key, expression string) part { return part{key, atom(expression)} }

func limit(f float64) part { return code("limit", number(f)) }

func failure(key string, f ir.Failure) part {
	members := []part{quoted("rule", f.Rule), quoted("message", f.Message)}
	if f.Level == ir.Should {
		members = append(members, quoted("level", f.Level.String()))
	}
	return part{key, object(members...)}
}

// keyword returns an assertion; it is several where their failures differ.
func (s *speller) keyword(a ir.Assertion, at int) []node {
	switch a := a.(type) {
	case ir.IsType:
		return one("type", append([]part{types(a), fails("fails", "type", a.Failure)}, ranges(a)...)...)
	case ir.Equals:
		return failing(equalsKeyword(a), a.Failure, values(a.Texts))
	case ir.Bound:
		return failing(boundKeyword(a.Op), a.Failure, limit(a.Limit))
	case ir.MultipleOf:
		return failing("multipleOf", a.Failure, limit(a.Divisor))
	case ir.Length:
		return failing(sizeKeyword(a.Op, "Length"), a.Failure, limit(float64(a.Limit)))
	case ir.Items:
		return failing(sizeKeyword(a.Op, "Items"), a.Failure, limit(float64(a.Limit)))
	case ir.MemberCount:
		return failing(sizeKeyword(a.Op, "Properties"), a.Failure, limit(float64(a.Limit)))
	case ir.Pattern:
		return failing("pattern", a.Failure, code("pattern", s.pattern(a.Regexp)))
	case ir.Format:
		return failing("format", a.Failure, code("test", s.use(formatTest(a.Name))))
	case ir.UniqueItems:
		return failing("uniqueItems", a.Failure)
	case ir.Never:
		return failing("false-schema", a.Failure)
	case ir.Requires:
		return failing("required", a.Failure, names(a.Members))
	case ir.DependentRequired:
		return failing("dependentRequired", a.Failure, quoted("trigger", a.Trigger), names(a.Members))
	case ir.Properties:
		return one("properties", s.properties(a, at)...)
	case ir.PropertyNames:
		return failing("propertyNames", a.Failure, s.schema(a.Schema, at))
	case ir.ItemSchemas:
		return one("items", s.items(a, at)...)
	case ir.Contains:
		return one("contains", s.contains(a, at)...)
	case ir.DependentSchema:
		return one("dependentSchema", quoted("trigger", a.Trigger), s.schema(a.Schema, at))
	case ir.AllOf:
		return one("allOf", s.list(a.Schemas, at))
	case ir.Nullable:
		return one("nullable", s.schema(a.Schema, at))
	case ir.AnyOf:
		return failing("anyOf", a.Failure, s.list(a.Schemas, at))
	case ir.ExactlyOne:
		return failing("oneOf", a.Failure, s.list(a.Schemas, at))
	case ir.Not:
		return failing("not", a.Failure, s.schema(a.Schema, at))
	case ir.If:
		return one("if", s.condition(a, at)...)
	case ir.Select:
		return one("select", s.cases(a, at)...)
	default:
		panic(fmt.Sprintf("unknown assertion %T", a))
	}
}

func types(a ir.IsType) part { return part{"types", quotes(a.Types.Names())} }

// ranges says what is raised for a whole number that is too large, if the type cares.
func ranges(a ir.IsType) []part {
	if a.Types&ir.IntegerType == 0 || a.Types&ir.NumberType != 0 {
		return nil
	}
	return []part{fails("range", "integer-range", a.Range)}
}

// equalsKeyword is const or enum; which of them only the rule shows.
func equalsKeyword(a ir.Equals) string {
	if a.Failure.Rule == "const" {
		return "const"
	}
	return "enum"
}

func values(texts []string) part {
	var items []node
	for _, t := range texts {
		items = append(items, jsonLiteral(t))
	}
	return part{"values", list(items...)}
}

func boundKeyword(op ir.Op) string {
	return [...]string{ir.AtLeast: "minimum", ir.AtMost: "maximum", ir.Above: "exclusiveMinimum", ir.Below: "exclusiveMaximum"}[op]
}

func sizeKeyword(op ir.Op, what string) string {
	return [...]string{ir.AtLeast: "min", ir.AtMost: "max"}[op] + what
}

func names(members []string) part { return part{"members", quotes(members)} }

func (s *speller) properties(a ir.Properties, at int) []part {
	var members, named []part
	for _, n := range a.Named {
		named = append(named, part{keyOfLiteral(n.Name), s.ref(n.Schema, at)})
	}
	if len(named) > 0 {
		members = append(members, part{"named", object(named...)})
	}
	var patterns []node
	for _, p := range a.Patterns {
		patterns = append(patterns, list(atom(s.pattern(p.Regexp)), s.ref(p.Schema, at)))
	}
	if len(patterns) > 0 {
		members = append(members, part{"patterns", list(patterns...)})
	}
	return append(members, s.others("additional", a.Additional, a.Closed, at)...)
}

func (s *speller) items(a ir.ItemSchemas, at int) []part {
	var members []part
	if len(a.Prefix) > 0 {
		members = append(members, part{"prefix", s.refs(a.Prefix, at)})
	}
	return append(members, s.others("rest", a.Rest, a.Closed, at)...)
}

func (s *speller) unevaluated(keyword string, schema *ir.Schema, closed *ir.Failure, at int) node {
	return one(keyword, s.others("schema", schema, closed, at)...)[0]
}

// others says what a keyword has for members or items that it does not name.
func (s *speller) others(key string, schema *ir.Schema, closed *ir.Failure, at int) []part {
	switch {
	case closed != nil:
		return []part{failure("closed", *closed)}
	case schema != nil:
		return []part{{key, s.ref(schema, at)}}
	}
	return nil
}

func (s *speller) contains(a ir.Contains, at int) []part {
	members := []part{s.schema(a.Schema, at), code("least", strconv.Itoa(a.Least))}
	if a.Most >= 0 {
		members = append(members, code("most", strconv.Itoa(a.Most)))
	}
	return append(members, failure("tooFew", a.TooFew), failure("tooMany", a.TooMany))
}

func (s *speller) condition(a ir.If, at int) []part {
	members := []part{{"condition", s.ref(a.If, at)}}
	if a.Then != nil {
		members = append(members, part{"then", s.ref(a.Then, at)})
	}
	if a.Else != nil {
		members = append(members, part{"else", s.ref(a.Else, at)})
	}
	return members
}

func (s *speller) cases(a ir.Select, at int) []part {
	var cases []part
	for _, c := range a.Cases {
		for _, tag := range c.Tags {
			cases = append(cases, part{keyOfLiteral(tag), s.ref(c.Schema, at)})
		}
	}
	tag := []part{quoted("tag", a.Tag)}
	if a.Boolean {
		tag = append(tag, part{"boolean", atom("true")})
	}
	return append(tag, []part{
		{"cases", object(cases...)},
		failure("noObject", a.Mismatch), failure("noTag", a.MissingTag), failure("unknownTag", a.UnknownTag),
	}...)
}
