package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// ruleModule is the data of rules.tmpl.
type ruleModule struct {
	Header  string
	About   string
	Imports string
	Params  string   // the class of the parameters, or ""
	Tables  []string // patterns and catalogs
	Rules   []string // functions
	Consts  []string // a Rule for each function, and the version acceptance
	Types   []string // the rules of each type
}

// rule is one function with its constant.
type rule struct {
	*plan.Rule
	function string
	members  string // the function that iterates over the names for which the rule is evaluated; "" for a rule about the value itself
	constant string
}

// ruleTable prints the rules of a protocol.
type ruleTable struct {
	*generator
	uses     *uses
	patterns patternTable
	tables   []string
	catalogs map[*ir.Type]string
	subjects map[string]string // names for unions of types
	rules    []*rule
	byRule   map[*plan.Rule]*rule
	grouped  *plan.Rules
	taken    map[string]bool // used names of functions
	given    string          // the class of the inputs of rules
	reserved []string        // classes of the module whose names no imported model may have
}

func newRuleTable(g *generator) *ruleTable {
	t := emptyRuleTable(g)
	t.reserved = []string{"Parameters"}
	if len(g.protocol.Params) > 0 {
		t.given = "Parameters"
	}
	t.grouped = plan.RulesOf(g.protocol, true)
	for _, r := range t.grouped.List {
		t.add(r)
	}
	return t
}

// emptyRuleTable returns the initial table for modules of functions.
func emptyRuleTable(g *generator) *ruleTable {
	t := &ruleTable{generator: g, uses: g.newUses(), catalogs: map[*ir.Type]string{}, subjects: map[string]string{}, byRule: map[*plan.Rule]*rule{}, taken: map[string]bool{}, given: g.own("Given")}
	t.patterns = newPatternTable(t.uses.support, names{}, &t.tables)
	return t
}

// isEmpty reports whether the module would have no declarations.
func (t *ruleTable) isEmpty() bool { return len(t.rules) == 0 && len(t.protocol.Params) == 0 }

// add names the functions of a rule. If the code of a rule differs between types, the name contains the type. Ids of rules may differ only
// in hyphens.
func (t *ruleTable) add(r *plan.Rule) {
	first := r.Types[0]
	if _, ok := first.Value.Kind.(*ir.Record); !ok {
		panic(fmt.Sprintf("python: the rule %s speaks of %s, which is no record", r.ID, first.Name))
	}
	if r.IsVoid() {
		return
	}
	made := &rule{Rule: r, function: t.free("_"+snakeOf(r.ID), "__"+t.snake(first))}
	made.constant = "_RULE" + strings.ToUpper(made.function)
	if r.Each != nil {
		made.members = t.free("_members_for"+made.function, "_"+t.snake(first))
	}
	t.rules, t.byRule[r] = append(t.rules, made), made
}

// rulesOf returns the rules of a type.
func (t *ruleTable) rulesOf(typ *ir.Type) []*rule {
	var list []*rule
	for _, r := range typ.Rules {
		if made := t.byRule[t.grouped.Of(r)]; made != nil {
			list = append(list, made)
		}
	}
	return list
}

// free returns an unused name for a function. If the name is used it adds more, and then a number.
func (t *ruleTable) free(name, more string) string {
	if t.taken[name] {
		name += more
	}
	for n, base := 2, name; t.taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	t.taken[name] = true
	return name
}

func (t *ruleTable) programOf(typ *ir.Type, r *ir.Rule) *program {
	p := &program{ruleTable: t, rule: r, printer: newPrinter(1), Typing: ir.Typing{This: typ, Temps: r.Folded.Temps, Params: t.protocol.Params}}
	p.Printer = print.Printer[print.Text]{Operators: print.Python, Emitter: print.Texts{}, Leaves: p, Tag: p.tagName}
	return p
}

func (t *ruleTable) module() ruleModule {
	m := ruleModule{Header: t.header(), About: docstring("", "The rules of "+t.protocol.Name+", beyond the structure of its types.")}
	t.uses.support.use("Given")
	for _, r := range t.rules {
		m.Rules = append(m.Rules, t.function(r))
		if r.Each != nil {
			m.Rules = append(m.Rules, t.membersFunction(r))
		}
		m.Consts = append(m.Consts, t.constant(r))
	}
	if len(t.protocol.Params) > 0 {
		m.Params = t.params()
	}
	if a := t.protocol.Accepts; a != nil {
		m.Consts = append(m.Consts, t.accepts(a))
	}
	for _, typ := range t.protocol.Types {
		if rules := t.rulesOf(typ); len(rules) > 0 {
			m.Types = append(m.Types, t.ofType(typ, rules))
		}
	}
	m.Tables = t.tables
	m.Imports = t.importLines(t.uses)
	return m
}

// subject returns the hint of a rule's subject. A union of several types gets a name.
func (t *ruleTable) subject(types []*ir.Type) string {
	hints := make([]string, len(types))
	for i, typ := range types {
		hints[i] = t.model(typ, t.names.Type(typ))
	}
	if len(hints) == 1 {
		return hints[0]
	}
	key := strings.Join(hints, " | ")
	if t.subjects[key] == "" {
		t.subjects[key] = "_Any" + t.names.Type(types[0])
		if t.taken[t.subjects[key]] {
			t.subjects[key] += fmt.Sprint(len(t.subjects))
		}
		t.taken[t.subjects[key]] = true
		t.uses.typing.use("TypeAlias")
		p := newPrinter(0)
		p.sum(t.subjects[key]+": "+t.own("TypeAlias")+" = ", hints)
		t.tables = append(t.tables, p.String())
	}
	return t.subjects[key]
}

// function prints one rule.
func (t *ruleTable) function(r *rule) string {
	uses := ir.UsageOf(r.Folded)
	params := []string{param("this", uses.ReadsThis) + t.subject(r.Types), param("given", uses.NeedsInputs()) + t.given}
	if r.Each != nil {
		params = append(params, param("name", uses.ReadsName)+"str")
	}
	return documented(r.function, params, "bool", ruleDoc(r.Rule.Rule), t.programOf(r.Types[0], r.Rule.Rule).body())
}

// documented prints a function.
func documented(name string, params []string, result, doc, body string) string {
	p := newPrinter(0)
	p.list("def "+name+"(", params, ") -> "+result+":")
	p.Depth = 1
	p.Line("%s", docstring(p.Margin(), doc))
	return p.String() + body
}

// param begins a parameter of a rule's function. An unread parameter gets an underscore: the types of the spec may decide a rule without
// it.
func param(name string, read bool) string {
	if !read {
		name = "_" + name
	}
	return name + ": "
}

// membersFunction returns the function that iterates over the names for which a rule is evaluated.
func (t *ruleTable) membersFunction(r *rule) string {
	t.uses.abstract.use("Iterable")
	where := "the value"
	if len(r.At) > 0 {
		where = strings.Join(r.At, ".")
	}
	return documented(r.members, []string{"this: " + t.subject(r.Types)}, t.own("Iterable")+"[str]", "Return the names of the members of "+where+".", t.programOf(r.Types[0], r.Rule.Rule).members())
}

// ruleDoc returns the message of a rule, its text, and the section of the document.
func ruleDoc(r *ir.Rule) string {
	text := strings.TrimSuffix(r.Failure.Message, ".") + ".\n\n" + inCEL(r.Text)
	if r.Source != "" {
		text += "\n\nSource: " + r.Source
	}
	return text
}

// inCEL formats an expression of the spec.
func inCEL(text string) string {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "\n`") && len(text) < margin-len("    In CEL: ````") {
		return "In CEL: ``" + text + "``"
	}
	return "In CEL::\n\n    " + strings.ReplaceAll(text, "\n", "\n    ")
}

// constant prints the data of a rule beside its function.
func (t *ruleTable) constant(r *rule) string {
	class := "Rule"
	args := []expr{text(fmt.Sprint(r.Stage)), text(quote(r.Failure.Rule)), text(quote(r.Failure.Message)), text(r.function)}
	if r.Each != nil {
		class, args = "EachRule", append(args, text(r.members))
	}
	if len(r.At) > 0 {
		args = append(args, quoted(r.At).after("at="))
	}
	if r.Failure.Level == ir.Should {
		args = append(args, text(`level="should"`))
	}
	t.uses.typing.use("Final")
	p := newPrinter(0)
	p.expr(call(t.uses.support.use(class), args...).after(r.constant+": "+t.own("Final")+" = "), "")
	return p.String()
}

func quoted(list []string) expr {
	items := texts(list)
	for i, s := range list {
		items[i] = text(quote(s))
	}
	return tupleOf(items...)
}

func (t *ruleTable) accepts(a *ir.Accepts) string {
	t.uses.typing.use("Final")
	wanted := "lambda given: given." + t.attributeOf(a.Param)
	p := newPrinter(0)
	p.expr(call(t.uses.support.use("Accepts"), text(t.given), text(wanted), quoted(a.At), text(quote(a.Failure.Message))).after("ACCEPTS: "+t.own("Final")+" = "), "")
	return p.String()
}

func (t *ruleTable) ofType(typ *ir.Type, rules []*rule) string {
	t.uses.typing.use("Final")
	args := []expr{text(t.given)}
	for _, r := range rules {
		args = append(args, text(r.constant))
	}
	name := t.model(typ, t.names.Type(typ))
	p := newPrinter(0)
	p.expr(call(t.uses.support.use("Rules"), args...).after(fmt.Sprintf("%s_RULES: "+t.own("Final")+"["+t.own("Rules")+"[%s]] = ", t.upper(typ), name)), "")
	return p.String()
}

// model returns a name in the module of the classes, or in another protocol's package. Types may have the names of the module's own
// classes.
func (t *ruleTable) model(typ *ir.Type, name string) string {
	switch {
	case t.isForeign(typ):
		t.uses.packages[typ.Protocol] = true
		return t.qualified(typ, name)
	case slices.Contains(t.reserved, name):
		t.uses.aliased.use(name + " as " + name + "_")
		return name + "_"
	}
	return t.uses.models.use(name)
}

// catalog returns the constant for the entries of a catalog.
func (t *ruleTable) catalog(typ *ir.Type) string {
	if name, ok := t.catalogs[typ]; ok {
		return name
	}
	name := "_ENTRIES_" + t.upper(typ)
	if t.isForeign(typ) {
		name = "_ENTRIES_" + strings.ToUpper(typ.Protocol) + "__" + t.upper(typ)
	}
	t.catalogs[typ] = name
	t.uses.typing.use("Final")
	p := newPrinter(0)
	open := fmt.Sprintf("%s: "+t.own("Final")+"[dict[str, %s]] = {", name, t.model(typ, t.names.Type(typ)+"Entry"))
	p.comprehension(open, "}", "entry.value: entry", "for entry in "+t.model(typ, t.upper(typ)+"_ENTRIES"), "")
	t.tables = append(t.tables, p.String())
	return name
}

// codec returns the codec of a message, or of a part of one. The codec of another protocol's type gets the parameters of this protocol.
func (t *ruleTable) codec(of *ir.Type) string {
	if !of.Lifted && !t.isForeign(of) {
		return t.uses.siblings.use(naming.CodecConstant(t.names.Type(of)))
	}
	args := []string{quote(of.Name), (&reading{generator: t.generator, uses: t.uses}).readerOf(of)}
	if !t.isForeign(of) {
		t.uses.readers.use(args[1])
	}
	if len(t.protocol.Params) > 0 {
		t.uses.rules = true
		args = append(args, "rules.Parameters")
	}
	if t.protocol.AcceptsSpeaksOf(of) {
		t.uses.rules = true
		args = append(args, "rules.ACCEPTS")
	}
	return fmt.Sprintf("%s(%s)", t.uses.support.use("Codec"), strings.Join(args, ", "))
}
