package python

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// assertions spells what a schema says.
func (t *schemaTable) assertions(s *ir.Schema) []expr {
	var list []expr
	for _, a := range s.Assertions {
		list = append(list, t.assertion(a)...)
	}
	return list
}

func (t *schemaTable) assertion(a ir.Assertion) []expr {
	one := func(class string, args ...expr) []expr { return []expr{call(t.uses.support.use(class), args...)} }
	switch a := a.(type) {
	case ir.IsType:
		return one("IsType", t.isType(a)...)
	case ir.Equals:
		return one("Equals", tupleOf(t.jsonValues(a.Texts)...), failure(a.Failure))
	case ir.Requires:
		return one("Requires", quoted(a.Members), failure(a.Failure))
	case ir.DependentRequired:
		return one("DependentRequired", text(quote(a.Trigger)), quoted(a.Members), failure(a.Failure))
	case ir.Properties:
		return one("Properties", t.properties(a)...)
	case ir.PropertyNames:
		return one("PropertyNames", t.ref(a.Schema), failure(a.Failure))
	case ir.ItemSchemas:
		args := t.others(a.Rest, a.Closed)
		if len(a.Prefix) > 0 {
			args = append([]expr{tupleOf(t.refs(a.Prefix)...)}, args...)
		}
		return one("ItemSchemas", args...)
	case ir.Contains:
		return one("Contains", t.contains(a)...)
	case ir.DependentSchema:
		return one("DependentSchema", text(quote(a.Trigger)), t.ref(a.Schema))
	case ir.AllOf:
		return one("AllOf", t.refs(a.Schemas)...)
	case ir.Nullable:
		return one("Nullable", t.ref(a.Schema))
	case ir.AnyOf:
		return one("AnyOf", tupleOf(t.refs(a.Schemas)...), failure(a.Failure))
	case ir.ExactlyOne:
		return one("ExactlyOne", tupleOf(t.refs(a.Schemas)...), failure(a.Failure))
	case ir.Not:
		return one("Not", t.ref(a.Schema), failure(a.Failure))
	case ir.If:
		return one("If", t.condition(a)...)
	case ir.Select:
		return one("Select", t.selection(a)...)
	case ir.UnevaluatedProperties:
		return one("UnevaluatedProperties", t.others(a.Schema, a.Closed)...)
	case ir.UnevaluatedItems:
		return one("UnevaluatedItems", t.others(a.Schema, a.Closed)...)
	}
	class, args := t.test(a)
	return one(class, args...)
}

// test spells what a look at a value decides.
func (t *schemaTable) test(a ir.Assertion) (string, []expr) {
	compare := func(op ir.Op, limit string, f ir.Failure) []expr {
		return []expr{text(t.uses.operator.use(operators[op])), text(limit), failure(f)}
	}
	switch a := a.(type) {
	case ir.Bound:
		return "Bound", compare(a.Op, number(a.Limit), a.Failure)
	case ir.Length:
		return "Length", compare(a.Op, strconv.Itoa(a.Limit), a.Failure)
	case ir.Items:
		return "ItemCount", compare(a.Op, strconv.Itoa(a.Limit), a.Failure)
	case ir.MemberCount:
		return "MemberCount", compare(a.Op, strconv.Itoa(a.Limit), a.Failure)
	case ir.Pattern:
		return "Matches", []expr{text(t.patterns.name(a.Regexp)), failure(a.Failure)}
	case ir.Format:
		return "Format", []expr{text(t.uses.support.use(formatTest(a.Name))), failure(a.Failure)}
	case ir.MultipleOf:
		return "MultipleOf", []expr{text(number(a.Divisor)), failure(a.Failure)}
	case ir.UniqueItems:
		return "UniqueItems", []expr{failure(a.Failure)}
	case ir.Never:
		return "Never", []expr{failure(a.Failure)}
	}
	panic(fmt.Sprintf("python: no spelling for %#v", a))
}

// operators are the functions that compare a measure with its limit.
var operators = map[ir.Op]string{ir.AtLeast: "ge", ir.AtMost: "le", ir.Above: "gt", ir.Below: "lt"}

func failure(f ir.Failure) expr {
	if f.Level != ir.Must {
		panic(fmt.Sprintf("python: %s of a schema cannot be of level %s", f.Rule, f.Level))
	}
	return tupleOf(text(quote(f.Rule)), text(quote(f.Message)))
}

func (t *schemaTable) isType(a ir.IsType) []expr {
	args := []expr{quoted(a.Types.Names()), failure(a.Failure)}
	if a.Types&ir.IntegerType != 0 && a.Types&ir.NumberType == 0 {
		args = append(args, failure(a.Range))
	}
	return args
}

func (t *schemaTable) properties(a ir.Properties) []expr {
	var named, patterns []expr
	for _, n := range a.Named {
		named = append(named, t.ref(n.Schema).after(quote(n.Name)+": "))
	}
	for _, p := range a.Patterns {
		patterns = append(patterns, tupleOf(text(t.patterns.name(p.Regexp)), t.ref(p.Schema)))
	}
	args := []expr{dictOf(named...)}
	if len(patterns) > 0 {
		args = append(args, listOf(patterns...).after("patterns="))
	}
	return append(args, t.others(a.Additional, a.Closed)...)
}

// others spells what applies to members or items that are not known.
func (t *schemaTable) others(s *ir.Schema, closed *ir.Failure) []expr {
	switch {
	case closed != nil:
		return []expr{failure(*closed).after("closed=")}
	case s != nil:
		return []expr{t.ref(s).after("others=")}
	}
	return nil
}

func (t *schemaTable) contains(a ir.Contains) []expr {
	args := []expr{t.ref(a.Schema)}
	if a.Least > 0 {
		args = append(args, text("least="+strconv.Itoa(a.Least)), failure(a.TooFew).after("few="))
	}
	if a.Most >= 0 {
		args = append(args, text("most="+strconv.Itoa(a.Most)), failure(a.TooMany).after("many="))
	}
	return args
}

func (t *schemaTable) condition(a ir.If) []expr {
	args := []expr{t.ref(a.If)}
	if a.Then != nil {
		args = append(args, t.ref(a.Then).after("then="))
	}
	if a.Else != nil {
		args = append(args, t.ref(a.Else).after("otherwise="))
	}
	return args
}

func (t *schemaTable) selection(a ir.Select) []expr {
	var cases []expr
	for _, c := range a.Cases {
		for _, tag := range c.Tags {
			key := quote(tag)
			if a.Boolean {
				key = map[string]string{"true": "True", "false": "False"}[tag]
			}
			cases = append(cases, t.ref(c.Schema).after(key+": "))
		}
	}
	return []expr{text(quote(a.Tag)), dictOf(cases...), failure(a.Mismatch).after("mismatch="),
		failure(a.MissingTag).after("missing="), failure(a.UnknownTag).after("unknown=")}
}

// maxNesting is how deep constants are spelt as literals. Python's parser stops at 200 brackets.
const maxNesting = 50

// jsonValues spells JSON texts as Python's values.
func (t *schemaTable) jsonValues(texts []string) []expr {
	list := make([]expr, len(texts))
	for i, s := range texts {
		var value any
		if err := json.Unmarshal([]byte(s), &value); err != nil {
			panic(fmt.Sprintf("python: %q is no JSON: %v", s, err))
		}
		if nesting(value) > maxNesting {
			list[i] = call(t.uses.json.use("loads"), text(quote(s)))
		} else {
			list[i] = jsonValue(value)
		}
	}
	return list
}

func nesting(value any) int {
	deepest := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			deepest = max(deepest, nesting(item))
		}
	case map[string]any:
		for _, member := range v {
			deepest = max(deepest, nesting(member))
		}
	default:
		return 0
	}
	return deepest + 1
}

func jsonValue(value any) expr {
	switch v := value.(type) {
	case nil:
		return text("None")
	case bool:
		return text(literal(ir.Literal{Kind: ir.BoolLiteral, Bool: v}))
	case float64:
		return text(number(v))
	case string:
		return text(quote(v))
	case []any:
		list := make([]expr, len(v))
		for i, item := range v {
			list[i] = jsonValue(item)
		}
		return listOf(list...)
	case map[string]any:
		var members []expr
		for _, name := range slices.Sorted(maps.Keys(v)) {
			members = append(members, jsonValue(v[name]).after(quote(name)+": "))
		}
		return dictOf(members...)
	}
	panic(fmt.Sprintf("python: no spelling for %T", value))
}
