package rules

import (
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/checker"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/containers"
	"cel.dev/cel-go/common/decls"
	"cel.dev/cel-go/common/stdlib"
	"cel.dev/cel-go/common/types"

	"github.com/envgen/envgen/internal/ir"
)

// Check runs CEL's own checker on an expression that Compile returned: every CEL implementation must accept a rule. It returns nil if the checker has
// no complaints.
func (e *Expression) Check(s *Scope, this *ir.Type, text string) []Problem {
	p, err := newParser()
	if err != nil {
		panic(err) // the options are constant
	}
	source := common.NewTextSource(text)
	tree, errs := p.Parse(source)
	if list := errs.GetErrors(); len(list) > 0 {
		return []Problem{{Code: "rule-type", Message: "CEL reports: " + list[0].Message}}
	}
	_, errs = checker.Check(tree, source, environment(s, this))
	var problems []Problem
	for _, e := range errs.GetErrors() {
		offset, _ := source.LocationOffset(e.Location)
		problems = append(problems, Problem{Offset: int(offset), Code: "rule-type", Message: "CEL reports: " + e.Message})
	}
	return problems
}

var newRegistry = sync.OnceValues(func() (*types.Registry, error) { return types.NewRegistry() })

// environment declares the variables of rules for a type.
func environment(s *Scope, this *ir.Type) *checker.Env {
	registry, err := newRegistry()
	if err != nil {
		panic(err) // of no types
	}
	p := &provider{Registry: registry, types: map[string]*ir.Type{}, catalogs: map[string]*ir.Type{}}
	env, err := checker.NewEnv(containers.DefaultContainer, p)
	if err != nil {
		panic(err) // the options are constant
	}
	variables := append(slices.Clone(stdlib.Types()), decls.NewVariable("this", p.object(this)), decls.NewVariable("now", types.TimestampType))
	if s.Each {
		variables = append(variables, decls.NewVariable(memberName, types.StringType))
	}
	if s.Open {
		variables = append(variables, decls.NewVariable(openName, types.IntType))
	}
	for _, earlier := range s.Earlier {
		variables = append(variables, decls.NewVariable(earlier.Name, p.object(earlier.Type)))
	}
	for _, param := range s.Params {
		variables = append(variables, decls.NewVariable("params."+param.Name, p.celType(param.Type)))
	}
	for name, catalog := range s.Catalogs {
		entry := "entry of " + qualified(catalog)
		p.catalogs[entry] = catalog
		variables = append(variables, decls.NewVariable(name, types.NewMapType(types.StringType, types.NewObjectType(entry))))
	}
	functions := slices.Clone(stdlib.Functions())
	for _, name := range []string{"jsonSize", "jsonDepth", "jsonItems"} {
		f, err := decls.NewFunction(name, decls.Overload("envgen_"+name, []*types.Type{types.DynType}, types.IntType))
		if err != nil {
			panic(err) // it is constant
		}
		functions = append(functions, f)
	}
	satisfies, err := decls.NewFunction("satisfies", decls.Overload("envgen_satisfies", []*types.Type{types.DynType, types.DynType}, types.BoolType))
	if err != nil {
		panic(err) // likewise
	}
	functions = append(functions, satisfies)
	if err := env.AddFunctions(functions...); err != nil {
		panic(err)
	}
	if err := env.AddIdents(variables...); err != nil {
		panic(err) // names are different: scopes have no catalog whose name is taken
	}
	return env
}

// provider declares the spec's records to CEL's checker.
type provider struct {
	*types.Registry
	types    map[string]*ir.Type // by the name of its object type
	catalogs map[string]*ir.Type
}

func qualified(t *ir.Type) string { return t.Protocol + " " + t.Name }

func (p *provider) object(t *ir.Type) *types.Type {
	p.types[qualified(t)] = t
	return types.NewObjectType(qualified(t))
}

// FindStructType implements types.Provider.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if p.types[name] != nil || p.catalogs[name] != nil {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Registry.FindStructType(name)
}

// FindStructFieldType implements types.Provider.
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	if t := p.types[name]; t != nil {
		rec := t.Value.Kind.(*ir.Record)
		for _, f := range rec.Fields {
			if f.Name == field {
				return &types.FieldType{Type: p.valueType(&f.Value)}, true
			}
		}
		forbidden := slices.ContainsFunc(rec.Forbidden, func(f ir.Forbidden) bool { return f.Name == field })
		return &types.FieldType{Type: types.DynType}, forbidden
	}
	if t := p.catalogs[name]; t != nil {
		if e, ok := t.Value.Kind.(*ir.Enum); ok && e.Catalog != nil {
			for i := range e.Catalog.Columns {
				if column := &e.Catalog.Columns[i]; column.Name == field {
					return &types.FieldType{Type: p.valueType(&column.Value)}, true
				}
			}
		}
		return nil, false
	}
	return p.Registry.FindStructFieldType(name, field)
}

// FindStructFieldNames implements types.Provider.
func (p *provider) FindStructFieldNames(name string) ([]string, bool) {
	if strings.Contains(name, " ") {
		return nil, true // for suggestions only
	}
	return p.Registry.FindStructFieldNames(name)
}

// valueType is the type of a value of the spec.
func (p *provider) valueType(v *ir.Value) *types.Type { return orNull(p.celType(ir.TypeOfValue(v)), v) }

// orNull is a type with null where v may be null. A list or map that may be null has no type in CEL.
func orNull(t *types.Type, v *ir.Value) *types.Type {
	if v == nil || !nullable(v) {
		return t
	}
	switch t.Kind() {
	case types.BoolKind, types.IntKind, types.DoubleKind, types.StringKind:
		return types.NewNullableType(t)
	case types.StructKind:
		return t
	}
	return types.DynType
}

func (p *provider) celType(t ir.ExprType) *types.Type {
	switch t.Kind {
	case ir.BoolExpr:
		return types.BoolType
	case ir.IntExpr:
		return types.IntType
	case ir.DoubleExpr:
		return types.DoubleType
	case ir.StringExpr:
		return types.StringType
	case ir.TimestampExpr:
		return types.TimestampType
	case ir.DurationExpr:
		return types.DurationType
	case ir.ListExpr:
		return types.NewListType(p.elemType(t))
	case ir.MapExpr:
		return types.NewMapType(types.StringType, p.elemType(t))
	case ir.RecordExpr:
		return p.object(t.Record)
	}
	return types.DynType
}

func (p *provider) elemType(t ir.ExprType) *types.Type {
	return orNull(p.celType(*t.Elem), t.Elem.Value) // not of the value, which may be a list of itself
}
