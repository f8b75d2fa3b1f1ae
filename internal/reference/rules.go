package reference

import (
	"encoding/json"
	"fmt"
	"maps"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"
	"cel.dev/cel-go/parser"

	"github.com/envgen/envgen/internal/ir"
)

// programs are the rules of a protocol and of those that it imports, ready for cel-go's interpreter. They are not checked
// against the types of the spec: that is compile's business, and an answer that depended on it would be its word.
type programs struct {
	rules    map[*ir.Rule]cel.Program
	catalogs map[string]any // by name: the values in rules
}

func compileRules(p *ir.Protocol) (programs, error) {
	found := programs{map[*ir.Rule]cel.Program{}, map[string]any{}}
	environment, err := newEnvironment()
	if err != nil {
		return programs{}, err
	}
	for _, q := range append([]*ir.Protocol{p}, p.Imports...) {
		for _, t := range q.Types {
			if e, ok := t.Value.Kind.(*ir.Enum); ok && !t.Lifted {
				found.catalogs[q.Name+"."+t.Name] = catalog(e)
				if _, taken := found.catalogs[t.Name]; !taken {
					found.catalogs[t.Name] = catalog(e)
				}
			}
			for _, r := range t.Rules {
				if found.rules[r], err = program(environment, r.Text); err != nil {
					return programs{}, fmt.Errorf("rule %s: %w", r.ID, err)
				}
			}
		}
	}
	return found, nil
}

// newEnvironment has CEL's standard functions, but for those that are the contract's, jsonSize, jsonDepth and jsonItems.
func newEnvironment(more ...cel.EnvOption) (*cel.Env, error) {
	replaced := &env.LibrarySubset{ExcludeFunctions: []*env.Function{{Name: "timestamp"}, {Name: "duration"}, {Name: "double"}, {Name: "string"}}}
	parts := more
	if more != nil {
		for _, operator := range []string{operators.Add, operators.Subtract, operators.Multiply, operators.Divide} {
			replaced.ExcludeFunctions = append(replaced.ExcludeFunctions, &env.Function{Name: operator})
		}
	}
	for name := range timeParts {
		replaced.ExcludeFunctions = append(replaced.ExcludeFunctions, &env.Function{Name: name})
		parts = append(parts, cel.Function(name, cel.MemberOverload("envgen_"+name, []*cel.Type{cel.DynType}, cel.IntType, cel.UnaryBinding(partOf(name)))))
	}
	unary := func(name string, result *cel.Type, f func(ref.Val) ref.Val) cel.EnvOption {
		return cel.Function(name, cel.Overload("envgen_"+name, []*cel.Type{cel.DynType}, result, cel.UnaryBinding(f)))
	}
	return cel.NewCustomEnv(append(parts,
		cel.StdLib(cel.StdLibSubset(replaced)),
		cel.EnableIdentifierEscapeSyntax(),
		cel.Macros(parser.ExistsOneMacroNew),
		ext.TwoVarComprehensions(),
		unary("timestamp", cel.TimestampType, toInstant),
		unary("duration", cel.DurationType, toSpan),
		unary("double", cel.DoubleType, toDouble),
		unary("string", cel.StringType, toText),
		unary("jsonSize", cel.IntType, jsonSize),
		unary("jsonDepth", cel.IntType, jsonDepth),
		unary("jsonItems", cel.IntType, jsonItems),
		cel.Function("satisfies", cel.Overload("envgen_satisfies", []*cel.Type{cel.DynType, cel.DynType}, cel.BoolType, cel.BinaryBinding(satisfies))),
	)...)
}

func program(e *cel.Env, text string) (cel.Program, error) {
	ast, issues := e.Parse(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return e.Program(ast)
}

// catalog is a table by its words; a vocabulary without columns is one of empty entries.
func catalog(e *ir.Enum) map[string]any {
	entries := map[string]any{}
	for _, v := range e.Values {
		entry := map[string]any{}
		for i := range v.Cells {
			column := e.Catalog.Columns[i]
			entry[column.Name] = cell(&column.Value, v.Cells[i])
		}
		entries[v.Value] = entry
	}
	return entries
}

func cell(v *ir.Value, l ir.Literal) any {
	switch l.Kind {
	case ir.NullLiteral:
		return nil
	case ir.BoolLiteral:
		return l.Bool
	case ir.NumberLiteral:
		return native(v, l.Number, everyStage)
	default:
		return l.String
	}
}

// rules evaluates the rules of a stage on every value that they speak of.
func (c *course) rules(stage int) {
	v := visitor{stage: stage, typed: func(t *ir.Type, value any, at path) {
		var this any // the same for all rules here
		for _, r := range t.Rules {
			if r.Stage != stage {
				continue
			}
			if this == nil {
				this = native(&t.Value, value, stage)
			}
			c.rule(t, r, this, value, at)
		}
	}}
	v.typ(c.typ, c.value, nil)
}

func (c *course) rule(t *ir.Type, r *ir.Rule, this, value any, at path) {
	p := position{at, Place{Type: t}}
	asked := value
	for _, name := range r.At {
		p = p.member(name)
		members, _ := asked.(object)
		asked, _ = members.get(name)
	}
	variables := c.variables(this)
	if r.Each == nil {
		c.judge(r, variables, value, p)
		return
	}
	members, _ := asked.(object) // none where it is absent or null
	for _, m := range members {
		variables["name"] = m.name
		c.judge(r, variables, value, p.member(m.name))
	}
}

// judge evaluates a rule. A rule that cannot be evaluated is violated.
func (c *course) judge(r *ir.Rule, variables map[string]any, value any, p position) {
	answer, _, err := c.programs.rules[r].Eval(variables)
	if err != nil || answer != types.True {
		c.walk.failures = append(c.walk.failures, failure{r.Failure, p.at, p.place, value, r})
	} else if c.walk.kept != nil {
		c.walk.kept(Asked{p.place, r.Failure, p.at.String(), value, r})
	}
}

// variables are the variables of a rule for a value.
func (c *course) variables(this any) map[string]any {
	variables := maps.Clone(c.programs.catalogs)
	variables["this"], variables["now"], variables["params"] = this, fromTime(c.now), c.params
	return variables
}

// native converts a valid value for cel-go's interpreter, with an int for an integer. A value that waits for a later stage has no types yet.
func native(v *ir.Value, value any, stage int) any {
	switch x := value.(type) {
	case float64:
		if isIntegral(v, x) {
			return int64(x)
		}
		return x
	case whole:
		return json.Number(x) // no rule reads it, but jsonSize measures it
	case []any:
		item := anything
		if array, ok := resolve(v, value).(ir.Array); ok {
			item = array.Items
		}
		items := make([]any, len(x))
		for i := range x {
			items[i] = native(item, x[i], stage)
		}
		return items
	case object:
		members := map[string]any{}
		kind := resolve(v, value)
		for _, m := range x {
			members[m.name] = native(memberOf(kind, m.name, stage), m.value, stage)
		}
		return members
	default:
		return value
	}
}

func memberOf(kind ir.Kind, name string, stage int) *ir.Value {
	switch k := kind.(type) {
	case ir.Map:
		return k.Values
	case *ir.Record:
		for _, f := range k.Fields {
			if f.Name == name && !(f.Staged && f.Stage > stage) {
				return &f.Value
			}
		}
	}
	return anything
}

// isIntegral reports whether the number is an int of CEL: if the spec declares an integer, not if the value is whole.
func isIntegral(v *ir.Value, n float64) bool {
	switch k := resolve(v, n).(type) {
	case ir.Integer:
		return true
	case ir.Const:
		return k.Literal.IsInteger()
	default:
		return false
	}
}

// jsonDepth is the function of that name: the depth of nested arrays and objects.
func jsonDepth(arg ref.Val) ref.Val { return types.Int(depth(fromNative(arg))) }

func depth(value any) int {
	inside := 0
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			inside = max(inside, depth(item))
		}
	case object:
		for _, m := range value {
			inside = max(inside, depth(m.value))
		}
	default:
		return 0
	}
	return inside + 1
}

// jsonItems is the function of that name: how many items an array has.
func jsonItems(arg ref.Val) ref.Val {
	items, _ := fromNative(arg).([]any)
	return types.Int(len(items))
}

// jsonSize is the function of that name: the bytes of a value as it would be written.
func jsonSize(arg ref.Val) ref.Val { return types.Int(len(appendValue(nil, fromNative(arg)))) }

// fromNative turns a value of CEL into one of a message, whose members are in no order.
func fromNative(value any) any {
	switch x := value.(type) {
	case types.Null:
		return nil
	case ref.Val:
		return fromNative(x.Value())
	case int64:
		return float64(x)
	case json.Number:
		return whole(x)
	case []any:
		items := make([]any, len(x))
		for i := range x {
			items[i] = fromNative(x[i])
		}
		return items
	case []ref.Val:
		items := make([]any, len(x))
		for i := range x {
			items[i] = fromNative(x[i])
		}
		return items
	case map[string]any:
		var members object
		for name, value := range x {
			members = append(members, member{name, fromNative(value)})
		}
		return members
	default:
		return value
	}
}
