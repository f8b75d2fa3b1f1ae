package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// A builder is a function with a table. Its keyword arguments are the caller's members; the table lists the other members. Functions
// without tables would repeat the same code for every message that shares an envelope.

// builderModule is the data of builders.tmpl.
type builderModule struct {
	Header    string
	About     string
	Imports   string
	All       string
	Tables    []string // patterns, catalogs, and names for unions of types
	Drafts    []string // classes for drafts of records inside of messages
	Functions []string // functions that compute values
	Builders  []string
	Table     string
	Layout    string // the functions that write messages
}

// builderPrinter prints the builders of a protocol.
type builderPrinter struct {
	*ruleTable
	drafts    draftTable
	functions map[*plan.Group]string // the names of functions
	public    names
}

// builtin contains names that neither a builder nor its arguments may shadow, because the module uses them.
var builtin = []string{"bool", "bytes", "dict", "float", "int", "list", "rules", "str", "emit", "exit_code", "lay_out"}

// pythonFunctions are functions of Python that the module calls, so that no builder may shadow them.
var pythonFunctions = strings.Fields("abs all any enumerate frozenset isinstance iter len map max min next range reversed round set sorted sum super tuple type zip")

func (g *generator) builderModule() builderModule {
	m := builderModule{Header: g.header(), About: docstring("", g.aboutBuilders())}
	if len(g.protocol.Builders) == 0 {
		return m
	}
	local := *g // the names of types in this module
	local.local = map[*ir.Type]string{}
	b := &builderPrinter{ruleTable: emptyRuleTable(&local), functions: map[*plan.Group]string{}, public: names{}}
	for _, name := range slices.Concat(taken, builtin, pythonFunctions) {
		b.taken[name] = true
	}
	for _, i := range g.job.Imports {
		b.taken[g.packageOf(i.Protocol.Name)] = true
	}
	b.nameDrafts()
	b.reserved = append(b.drafts.names(), "BUILDERS")
	for _, t := range g.protocol.Types {
		if name := g.names.Type(t); slices.Contains(b.reserved, name) {
			local.local[t] = name + "_"
		}
	}
	m.Drafts = b.classes()
	tables := plan.BuildersOf(g.protocol)
	for _, f := range tables.Functions {
		m.Functions = append(m.Functions, b.function(f))
	}
	m.Layout = b.layout()
	var rows, entries []expr
	for _, row := range tables.Rows {
		rows = append(rows, b.tree().value(row))
	}
	for name := range b.uses.support.names {
		b.taken[name] = true // a builder of this name would hide an imported function
	}
	for i, builder := range g.protocol.Builders {
		name := b.public.use(b.free(b.wordOf(builder.Name, builder.Rename), "_"))
		m.Builders = append(m.Builders, b.builder(builder, rows[i], name))
		entries = append(entries, text(quote(builder.Name)+": "+name))
	}
	b.uses.support.use("Record")
	b.uses.abstract.use("Callable")
	p := newPrinter(0)
	p.expr(dictOf(entries...).after(b.public.use("BUILDERS")+": "+b.uses.typing.use("Final")+"["+g.own("Mapping")+"[str, "+g.own("Callable")+"[..., "+g.own("Record")+"]]] = "), "")
	b.uses.abstract.use("Mapping")
	m.Table = p.String()
	b.public.use("Sources")
	if b.job.Features.Has("secrets") {
		b.public.use(b.uses.support.use("Secrets"))
	}
	m.Tables, m.Imports, m.All = b.tables, local.importLines(b.uses), allStatement(b.public)
	return m
}

func (g *generator) aboutBuilders() string {
	return "Builders of " + g.protocol.Name + ": functions that make messages.\n\nA builder fills in absent members, checks the message, and raises ValidationError if it is invalid. " +
		"The time, ids and variables of the environment come from ``sources``. ``extra`` takes undeclared members. The message shares no value with its arguments."
}

// builder prints the table of a builder, and its function.
func (b *builderPrinter) builder(builder *ir.Builder, row expr, name string) string {
	table := "_" + strings.ToUpper(name)
	p := newPrinter(0)
	p.expr(row.after(table+": "+b.uses.typing.use("Final")+" = "), "")
	p.Line("")
	p.Line("")
	result := b.model(builder.Makes, b.names.Type(builder.Makes))
	params, values := b.arguments(builder)
	sources := unused("sources", values)
	call, params := "build", append(params, sources+": "+b.uses.support.use("Sources")+" | None = None")
	passed := append([]string{sources}, values...)
	if builder.Answered != nil {
		answered := unused("answered", append(values, sources))
		hint := b.model(builder.Answered, b.names.Type(builder.Answered))
		call, params, passed = "answer", append([]string{answered + ": " + hint, "/", "*"}, params...), append([]string{answered}, passed...)
	} else {
		params = append([]string{"*"}, params...)
	}
	p.signature(name, params, result)
	p.Block(func() {
		doc := describe(renamed(builder.Doc, "In the spec", builder.Name, name))
		if doc == "" {
			doc = "Make a message of the type " + builder.Makes.Name + "."
		}
		p.Line("%s", docstring(p.Margin(), doc))
		p.call("return "+table+"."+call+"(", passed, ")")
	})
	return p.String()
}

// signature opens a function. Formatters put parameters on one line if they fit.
func (p *printer) signature(name string, params []string, result string) {
	p.list("def "+name+"(", params, ") -> "+result+":")
}

// unused changes a name until it differs from others.
func unused(name string, others []string) string {
	for slices.Contains(others, name) {
		name += "_"
	}
	return name
}

// arguments returns the parameters for the members of a message, and the values of its attributes.
func (b *builderPrinter) arguments(builder *ir.Builder) (params, values []string) {
	for _, m := range builder.Draft.Members {
		if _, held := constant(m.Field); held {
			continue
		}
		name := b.names.Field(m.Field)
		if m.Fixed {
			values = append(values, b.uses.support.use("UNSET"))
			continue
		}
		values = append(values, name)
		hint, absent := b.argument(m)
		if absent == "UNSET" {
			b.uses.support.use(absent)
			hint = b.orUnset(m.Field)
		}
		if absent != "" {
			absent = " = " + absent
		}
		params = append(params, name+": "+hint+absent)
	}
	if isOpen(builder.Makes) {
		b.uses.abstract.use("Mapping")
		b.uses.support.use("JsonValue")
		params, values = append(params, "extra: "+b.own("Mapping")+"[str, "+b.own("JsonValue")+"] = "+b.uses.support.use("NO_EXTRA")), append(values, "extra")
	}
	return params, values
}

func isOpen(t *ir.Type) bool { return !t.Value.Kind.(*ir.Record).Closed }

// argument returns the hint of a member's values, and the default of its parameter: "" if the caller must set it.
func (b *builderPrinter) argument(m ir.DraftMember) (hint, absent string) {
	f := m.Field
	if m.Draft != nil {
		hint = b.drafts.of[m.Draft] + " | " + b.model(m.Draft.Of, b.names.Type(m.Draft.Of))
	} else {
		b.noteHint(&f.Value)
		hint = b.hint(&f.Value)
	}
	switch {
	case m.Must:
		return hint, ""
	case m.Draft != nil || !acceptsNull(&f.Value):
		return hint + " | None", "None"
	}
	return hint, "UNSET"
}

// orUnset returns the hint of a member that may be UNSET.
func (b *builderPrinter) orUnset(f *ir.Field) string {
	b.uses.support.use("UnsetType")
	return b.hintOrUnset(&f.Value)
}

// noteHint records the imports for the hint of a value.
func (b *builderPrinter) noteHint(v *ir.Value) {
	b.hintUses(v, b.uses)
	references(v, func(t *ir.Type) { b.model(t, b.names.Type(t)) })
}
