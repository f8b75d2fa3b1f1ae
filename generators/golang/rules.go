package golang

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// A rule is a method of its type. Its arguments are the time and the parameters that it needs. The reader of a record evaluates its rules
// right after reading a value. The Reader stores their issues separately until it is certain that the check includes their stage.

// rules declares the rules, and the functions that evaluate them.
func (g *generator) rules(add func(...jen.Code)) {
	var code []jen.Code
	for _, t := range g.protocol.Types {
		if len(t.Rules) > 0 {
			code = append(code, g.typeRules(t)...)
		}
	}
	code = append(append(code, g.members.code...), g.switches.code...)
	if accepts := g.protocol.Accepts; accepts != nil {
		code = append(code, g.accepts(accepts))
	}
	g.stageConstants(add)
	add(code...)
	if g.params != "" {
		add(g.paramTypes())
	}
	for _, p := range g.protocol.Params {
		if g.usedParams[p] {
			add(g.paramFunc(p))
		}
	}
}

// stageConstants declares the constants of the stages, in the order of the spec.
func (g *generator) stageConstants(add func(...jen.Code)) {
	if len(g.stages) == 0 {
		return
	}
	if len(g.stages) == 1 {
		add(commented(jen.Const().Id(g.stages[0]).Op("=").Lit(0), g.stages[0]+" is the only stage of a check after the structure."))
		return
	}
	var names []jen.Code
	for i, name := range g.stages {
		constant := jen.Id(name)
		if i == 0 {
			constant.Op("=").Iota()
		}
		names = append(names, constant)
	}
	add(commented(jen.Const().Defs(names...), "The stages of a check after the structure, in order."))
}

// nameStages returns the constants of the stages, if anything waits for a stage.
func (g *generator) nameStages() []string {
	waits := slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool {
		record, ok := t.Value.Kind.(*ir.Record)
		return len(t.Rules) > 0 || ok && slices.ContainsFunc(record.Fields, func(f *ir.Field) bool { return f.Staged })
	})
	if !waits {
		return nil
	}
	var names []string
	for _, stage := range g.protocol.Stages {
		names = append(names, g.free([]string{unexported(g.names.Words(stage)) + "Stage"}))
	}
	return names
}

func (g *generator) stage(i int) *jen.Statement { return jen.Id(g.stages[i]) }

// applyRules returns the call after a record has been read or written.
func (g *generator) applyRules(t *ir.Type, r *jen.Statement) []jen.Code {
	if len(t.Rules) == 0 {
		return nil
	}
	return []jen.Code{jen.Id("check"+g.names.Type(t)).Call(r, jen.Id("v"))}
}

// typeRules returns the rules of a type, and the function that evaluates them stage by stage.
func (g *generator) typeRules(t *ir.Type) []jen.Code {
	name := g.names.Type(t)
	taken := map[string]bool{}
	for _, owner := range g.unions[t] {
		taken[marker(g.names.Type(owner))] = true
	}
	asked := make([][]jen.Code, len(g.protocol.Stages))
	var methods []jen.Code
	for _, rule := range t.Rules {
		p := newProgramPrinter(g, t, rule, freeMethod(taken, unexported(g.names.Words(rule.ID))))
		p.reader = p.Measures
		methods = append(methods, p.method())
		asked[rule.Stage] = append(asked[rule.Stage], p.evaluation())
	}
	var body []jen.Code
	for stage, rules := range asked {
		if rules != nil {
			body = append(body, jen.If(jen.Id("r").Dot("Reaches").Call(g.stage(stage))).Block(rules...))
		}
	}
	check := jen.Func().Id("check"+name).Params(g.readerParam(), jen.Id("v").Op("*").Id(name)).Block(body...)
	return append([]jen.Code{commented(check, "check"+name+" evaluates the rules of "+name+" on the last value.")}, methods...)
}

// freeMethod returns a name that is neither another method nor a keyword.
func freeMethod(taken map[string]bool, name string) string {
	for taken[name] || token.IsKeyword(name) {
		name += "Rule"
	}
	taken[name] = true
	return name
}

// broken returns the statement that reports a violated rule.
func (g *generator) broken(rule *ir.Rule) jen.Code {
	args := []jen.Code{g.stage(rule.Stage), g.wire(levelMethod(rule.Failure.Level, "")), jen.Lit(rule.Failure.Rule), jen.Lit(rule.Failure.Message)}
	for _, name := range rule.At {
		args = append(args, jen.Lit(name))
	}
	if rule.Each != nil {
		args = append(args, jen.Id(eachName))
	}
	return jen.Id("r").Dot("Broken").Call(args...)
}

// accepts returns the function that checks the version of a message before anything else.
func (g *generator) accepts(a *ir.Accepts) jen.Code {
	args := []jen.Code{g.param(g.protocol.Params[a.Param]), g.failure(a.Failure)}
	for _, name := range a.At {
		args = append(args, jen.Lit(name))
	}
	return commented(
		jen.Func().Id("accepts").Params(g.readerParam()).Bool().Block(jen.Return(jen.Id("r").Dot("Accepts").Call(args...))),
		"accepts reports whether the check of a message continues after its version.")
}

// param returns the call that returns the caller's value of a parameter.
func (g *generator) param(p *ir.Param) jen.Code {
	g.usedParams[p] = true
	return jen.Id(g.paramFuncs[p]).Call(jen.Id("r"))
}

// nameParams returns the names of the functions that return parameters.
func (g *generator) nameParams() map[*ir.Param]string {
	names := map[*ir.Param]string{}
	for _, p := range g.protocol.Params {
		name := unexported(g.names.Param(p))
		names[p] = g.free([]string{g.safeName(name)})
	}
	return names
}

// safeName returns a name that shadows nothing in generated functions.
func (g *generator) safeName(name string) string {
	isImported := func(i target.Import) bool { return g.importName(i) == name }
	switch {
	case slices.ContainsFunc(g.imports, isImported), token.IsKeyword(name), slices.Contains(predeclared, name), len(name) == 1,
		slices.Contains([]string{"envelope", "wire", "math", eachName, "now", "ok", "open", "slices", "strconv", "strings", "time", "main", "init"}, name):
		return name + "Param"
	}
	return name
}

// paramTypes returns the table of the parameters.
func (g *generator) paramTypes() jen.Code {
	var entries []jen.Code
	for _, p := range g.protocol.Params {
		typ := paramMethods[p.Type.Kind]
		switch {
		case p.Size:
			typ = "SizeParam"
		case p.Version:
			typ = "VersionParam"
		}
		entries = append(entries, jen.Lit(p.Name).Op(":").Add(g.wire(typ)))
	}
	return commented(jen.Var().Id(g.params).Op("=").Add(g.wire("Params")).Add(onePerLine(entries)), g.params+" are the parameters of the protocol.")
}

// paramMethods contains the methods of a Reader that return parameters, and the names of their types.
var paramMethods = map[ir.ExprKind]string{ir.BoolExpr: "BoolParam", ir.IntExpr: "IntegerParam", ir.DoubleExpr: "NumberParam",
	ir.StringExpr: "StringParam", ir.DurationExpr: "DurationParam"}

func (g *generator) paramFunc(p *ir.Param) jen.Code {
	name := g.paramFuncs[p]
	result := g.computedType(p.Type)
	return commented(
		jen.Func().Id(name).Params(g.readerParam()).Add(result).Block(
			jen.Return(jen.Id("r").Dot(paramMethods[p.Type.Kind]).Call(jen.Lit(p.Name), g.paramDefault(p)))),
		name+" returns the parameter "+p.Name+".")
}

func (g *generator) paramDefault(p *ir.Param) jen.Code {
	if p.Type.Kind == ir.DurationExpr {
		return duration(time.Duration(p.Default.Number)).Code
	}
	return literalOf(p.Default)
}

// paramOptions returns the options that set parameters.
func (g *generator) paramOptions() []jen.Code {
	var code []jen.Code
	for _, p := range g.protocol.Params {
		typ, value := g.computedType(p.Type), literalText(p)
		name := "With" + g.names.Param(p)
		about := name + " sets the parameter " + p.Name + "."
		if p.Size {
			about = name + " sets the parameter " + p.Name + ", a number of bytes."
		}
		doc := docParagraphs(p.Doc)
		doc[0] = strings.TrimSpace(about + " " + doc[0])
		code = append(code, commented(
			jen.Func().Id(name).Params(jen.Id("value").Add(typ)).Add(g.own("Option")).Block(
				jen.Return(g.envelope("Param").Call(jen.Lit(p.Name), jen.Id("value")))),
			append(doc, "The default is "+value+".")...))
	}
	return code
}

func literalText(p *ir.Param) string {
	if p.Type.Kind == ir.DurationExpr {
		return ir.DurationText(time.Duration(p.Default.Number))
	}
	if p.Size {
		return ir.SizeText(int64(p.Default.Number))
	}
	switch l := p.Default; l.Kind {
	case ir.BoolLiteral:
		return strconv.FormatBool(l.Bool)
	case ir.NumberLiteral:
		return numberText(l.Number)
	default:
		return oneLine(strconv.Quote(l.String))
	}
}
