package typescript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// ruleTable is the part of a module for rules, stages and parameters.
type ruleTable struct {
	Params    []member // those that a caller may set
	Constant  string   // the declaration of the rules
	Columns   []string // of catalogs
	Functions []string // one for each rule
}

// ruleTable spells the rules of a protocol; the walks over values refer to them.
func (s *generator) ruleTable() ruleTable {
	var b ruleTable
	for _, p := range s.protocol.Params {
		b.Params = append(b.Params, member{Name: propertyName(p.Name), Doc: paramDoc(p), Type: paramType(p) + " | undefined"})
	}
	hasRules := slices.ContainsFunc(s.protocol.Types, s.needsRuleTable)
	if hasRules {
		b.Constant = s.ruleTableConstant()
	}
	for _, c := range s.columns { // builders read them as well
		b.Columns = append(b.Columns, c.text)
	}
	if !hasRules {
		return b
	}
	for _, f := range s.asked {
		b.Functions = append(b.Functions, s.functionText(f))
	}
	return b
}

func paramType(p *ir.Param) string {
	switch p.Type.Kind {
	case ir.BoolExpr:
		return "boolean"
	case ir.IntExpr, ir.DoubleExpr:
		return "number"
	default:
		return "string"
	}
}

func paramDoc(p *ir.Param) string {
	kind := ""
	switch {
	case p.Size:
		kind = "A number of bytes. "
	case p.Type.Kind == ir.DurationExpr:
		kind = "A duration such as 300s or 1h30m. "
	}
	return comment("  ", "", p.Doc.Text, kind+"Default: "+paramDefault(p)+".", source(p.Doc.Source))
}

// paramDefault is the default of a parameter as a caller would write it.
func paramDefault(p *ir.Param) string {
	if p.Type.Kind == ir.DurationExpr {
		return quote(durationText(time.Duration(p.Default.Number)))
	}
	return literal(p.Default)
}

// durationText writes a duration in seconds. No reader of durations supports exponents.
func durationText(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s" }

// ruleTableConstant declares the table of the protocol's rules: its parameters, and its other features.
func (s *generator) ruleTableConstant() string {
	var params, features []item
	for _, p := range s.protocol.Params {
		params = append(params, item{keyOfLiteral(p.Name), object(code("takes", s.support(p.Takes()+"s")), code("default", paramDefault(p)))})
	}
	if s.readsNow() {
		features = append(features, code("now", s.support("readNow")))
	}
	if a := s.protocol.Accepts; a != nil {
		features = append(features, item{"accepts", object(code("by", s.support("majorVersion")), item{"at", quotes(a.At)}, quoted("param", s.protocol.Params[a.Param].Name),
			quoted("rule", a.Failure.Rule), quoted("level", a.Failure.Level.String()), quoted("message", a.Failure.Message))})
	}
	if len(s.protocol.Stages) > 1 || len(s.ruleReach.waits) > 0 {
		count := strconv.Itoa(max(1, len(s.protocol.Stages)))
		features = append(features, item{"stages", object(code("run", s.support("inStages")), code("count", count))})
	}
	p := newPrinter(0)
	before := "const rulebook = /* @__PURE__ */ " + s.support("rulebook") + "("
	if len(features) == 0 {
		p.literal(before, object(params...), ");")
		return p.String()
	}
	p.block(before, func() {
		p.literal("", object(params...), ",")
		p.literal("", object(features...), ",")
	}, ");")
	return p.String()
}

// readsNow reports whether a rule reads the time, one of an imported protocol included.
func (s *generator) readsNow() bool {
	reads := func(u ir.Usage) bool { return u.ReadsNow }
	return conversationNeeds(s.protocol, nil, reads) || computes(s.protocol, nil, reads) || slices.ContainsFunc(s.ruleReach.all, func(t *ir.Type) bool {
		return slices.ContainsFunc(t.Rules, func(r *ir.Rule) bool { return ir.UsageOf(r.Program).ReadsNow })
	})
}

// computes reports whether a builder of messages of some type computes a value from the time or parameters; nil means any type.
func computes(p *ir.Protocol, t *ir.Type, needs func(ir.Usage) bool) bool {
	return slices.ContainsFunc(p.Builders, func(b *ir.Builder) bool {
		return (t == nil || b.Makes == t) && slices.ContainsFunc(plan.BuilderPrograms(b), func(e *ir.Predicate) bool { return needs(ir.UsageOf(e.Program)) })
	})
}

// needsRuleTable reports whether checks of a type need the table of rules. Parameters are the caller's, for every type.
func (s *generator) needsRuleTable(t *ir.Type) bool {
	return s.protocol.AcceptsSpeaksOf(t) || len(s.ruleReach.rules[t]) > 0 || s.ruleReach.waits[t] || len(s.protocol.Params) > 0 || conversationNeeds(s.protocol, t, ir.Usage.NeedsInputs) ||
		computes(s.protocol, t, ir.Usage.NeedsInputs)
}

// infoOf is the argument of codecs and functions for a type.
func (s *generator) infoOf(t *ir.Type) string {
	members := []item{quoted("name", t.Name), code("check", s.check(t))}
	if proof := s.proof(t); proof != "" {
		members = append(members, code("proves", proof))
	}
	if ordered(t) {
		members = append(members, code("layout", s.layout(t)))
	}
	if s.needsRuleTable(t) {
		members = append(members, code("book", "() => rulebook"))
	}
	if len(s.ruleReach.rules[t]) > 0 {
		members = append(members, code("rules", s.walkReference(t)))
	}
	if s.protocol.AcceptsSpeaksOf(t) {
		members = append(members, code("isMessage", "true"))
	}
	if t.Numbers != nil {
		members = append(members, code("numbers", numbersOf(t)))
	}
	if t.Numbers != nil && s.isWide() {
		numbers := fmt.Sprintf("[%s, %d]", numbersConstant, plan.Place(t.Numbers))
		call := func(function string) item {
			return code(function, "(value) => "+s.use(function)+"(value, "+numbers+")")
		}
		members = append(members, item{"wide", object(call("place"), call("misplaced"))})
	}
	if s.secretive[t] {
		members = append(members, code("conceal", s.use("conceal")))
	}
	params := ""
	if len(s.protocol.Params) > 0 {
		params = ", Params"
	}
	p := newPrinter(0)
	p.filled("export const "+s.info(t)+": "+s.use("TypeInfo")+"<"+s.names.Type(t)+params+"> = ", object(members...), ";")
	return p.String()
}

// ask notes that a rule is evaluated for values of a type, and returns its function.
func (s *generator) ask(t *ir.Type, rule *ir.Rule) *ruleFunction {
	group := s.grouped.Of(rule)
	if same := s.functions[group]; same != nil {
		return same
	}
	words := s.names.Words(rule.ID)
	name := "rule" + words
	if s.taken[name] {
		name += "Of" + s.names.Type(t)
	}
	for n := 2; s.taken[name]; n++ {
		name = fmt.Sprintf("rule%sOf%s%d", words, s.names.Type(t), n)
	}
	f := s.ruleFunction(name, t, rule)
	s.taken[name], s.functions[group] = true, f
	s.asked = append(s.asked, f)
	return f
}

// finders are the names of the functions that find entries of a catalog, which nothing that rules need may have.
func (s *generator) finders() map[string]bool {
	taken := map[string]bool{}
	for _, t := range s.protocol.Types {
		if e := t.Vocabulary(); e != nil && e.Catalog != nil {
			taken[s.find(t)] = true
		}
	}
	return taken
}

func (s *generator) functionText(f *ruleFunction) string {
	var parameters []string
	if f.uses.ReadsThis {
		parameters = append(parameters, "self: any")
	}
	if f.uses.ReadsName {
		parameters = append(parameters, memberName+": string")
	}
	if f.uses.NeedsInputs() {
		parameters = append(parameters, "run: any")
	}
	return condition(f.name, f.about, parameters, f.body)
}

func (s *generator) runType() string { return s.support("RunOf") + "<typeof rulebook>" }

// broken is the condition under which a rule is broken.
func (f *ruleFunction) broken(value string) string { return "!" + f.call(value, "run") }

// call is the call of a rule, with the inputs of rules if it needs them.
func (f *ruleFunction) call(value, run string) string {
	var args []string
	if f.uses.ReadsThis {
		args = append(args, value)
	}
	if f.uses.ReadsName {
		args = append(args, memberName)
	}
	if f.uses.NeedsInputs() {
		args = append(args, run)
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}

// isWide reports whether some integers of the protocol have 64 bits.
func (s *generator) isWide() bool {
	return slices.ContainsFunc(s.protocol.Numbers, func(n *ir.Numbers) bool { return n.Wide })
}
