package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// errorModule is what errors.tmpl needs.
type errorModule struct {
	Header    string
	About     string
	Imports   string
	All       string
	Exception string
	Functions []string
}

// errorPrinter spells the failures of a protocol.
type errorPrinter struct {
	*builderPrinter
	records []*ir.Type // that describe failures
	found   string     // the exception
}

func (g *generator) errorModule() errorModule {
	m := errorModule{Header: g.header(), About: docstring("", "The failures of "+g.protocol.Name+": an exception that carries one, and functions that make them.")}
	p := &errorPrinter{builderPrinter: &builderPrinter{ruleTable: emptyRuleTable(g), public: names{}}}
	p.nameDrafts()
	for _, t := range g.protocol.Types {
		if t.Error != nil {
			p.records = append(p.records, t)
		}
	}
	if p.records == nil && g.protocol.Refusal == nil {
		return m
	}
	p.own = append([]string{"Final", "Issue", "Mapping", "Options", "Self", "Sequence", "ValidationError"}, p.drafts.names()...)
	if p.records != nil {
		p.found = p.public.use(p.free(unused(p.names.Words(g.protocol.Name)+"Error", p.typeNames()), "_"))
		m.Exception = p.exception()
	}
	for _, t := range p.records {
		if t.Error.Of != nil {
			for i := range t.Error.Of.Value.Kind.(*ir.Enum).Values {
				m.Functions = append(m.Functions, p.constructor(t, i))
			}
		}
	}
	if r := g.protocol.Refusal; r != nil {
		m.Functions = append(m.Functions, p.refusal(r))
		if r.Most >= 0 {
			m.Functions = append(m.Functions, p.refusalOfSize(r))
		}
	}
	m.Imports, m.All = g.importLines(p.uses), allStatement(p.public)
	return m
}

func (p *errorPrinter) typeNames() []string {
	var list []string
	for _, t := range p.protocol.Types {
		list = append(list, p.names.Type(t))
	}
	return list
}

// draftOf is what a builder takes of a record that it completes, or "".
func (p *errorPrinter) draftOf(t *ir.Type) (string, *ir.Draft) {
	for _, c := range p.drafts.list {
		if c.draft.Of == t {
			return p.uses.builders.use(c.name), c.draft
		}
	}
	return "", nil
}

// exception spells the class that carries a failure.
func (p *errorPrinter) exception() string {
	var hints, holders []string
	drafted := false
	for _, t := range p.records {
		hints = append(hints, p.model(t, p.names.Type(t)))
		if name, _ := p.draftOf(t); name != "" {
			hints, drafted = append(hints, name), true
		}
	}
	out := newPrinter(0)
	out.Line("class %s(Exception):", p.found)
	out.Depth = 1
	out.Line(`"""A failure as an exception. A builder takes its ` + "``failure``" + `."""`)
	out.Line("")
	p.uses.typing.use("Final")
	out.signature("__init__", []string{"self", "failure: " + strings.Join(hints, " | ")}, "None")
	out.Block(func() {
		out.Line("super().__init__(failure)")
		out.Line("self.failure: Final = failure")
		out.Line(`"""The failure."""`)
	})
	p.text(out, drafted)
	if len(p.records) == 1 {
		p.code(out, drafted)
	}
	sure, attribute := true, ""
	for _, t := range p.holders() {
		f := p.failureIn(t)
		sure = sure && f.Required && !f.Value.Resolve().Nullable
		attribute = p.names.Field(f)
		holders = append(holders, p.model(t, p.names.Type(t)))
	}
	if holders == nil {
		return out.String()
	}
	p.uses.typing.use("Self")
	result := map[bool]string{true: "Self", false: "Self | None"}[sure]
	out.Line("")
	out.Line("@classmethod")
	out.signature("of", []string{"cls", "message: " + strings.Join(holders, " | ")}, result)
	out.Block(func() {
		if sure {
			out.Line(`"""Return an exception with the failure of a message."""`)
			out.Line("return cls(message.%s)", attribute)
			return
		}
		out.Line(`"""Return an exception with the failure of a message, or None."""`)
		out.Line("return cls(message.%s) if message.%s else None", attribute, attribute)
	})
	return out.String()
}

// text spells the method that says what happened.
func (p *errorPrinter) text(out *printer, drafted bool) {
	out.Line("")
	out.signature("__str__", []string{"self"}, "str")
	out.Block(func() {
		if !drafted {
			out.Line("return %s", p.said("self.failure.%s"))
			return
		}
		out.Line("failure = self.failure")
		out.Line("if isinstance(failure, dict):")
		out.Block(func() { out.Line("return %s", p.said("failure['%s']")) })
		out.Line("return %s", p.said("failure.%s"))
	})
}

// code spells the property that is the code.
func (p *errorPrinter) code(out *printer, drafted bool) {
	f := p.records[0].Error.Code
	name := p.names.Field(f)
	p.noteHint(&f.Value)
	out.Line("")
	out.Line("@property")
	hint, _ := p.argument(ir.DraftMember{Field: f, Must: f.Required})
	out.signature("code", []string{"self"}, hint)
	out.Block(func() {
		out.Line(`"""What went wrong, in a word."""`)
		if !drafted {
			out.Line("return self.failure.%s", name)
			return
		}
		out.Line("failure = self.failure")
		given := "failure[" + quote(name) + "]"
		if !f.Required {
			given = "failure.get(" + quote(name) + ")"
		}
		out.Line("return %s if isinstance(failure, dict) else failure.%s", given, name)
	})
}

// said spells the code of a failure and, where all have one, what a person reads. Where failures hold their codes in several members, it is the
// class that is said.
func (p *errorPrinter) said(member string) string {
	code, message := "", ""
	for i, t := range p.records {
		one, words := fmt.Sprintf(member, p.names.Field(t.Error.Code)), ""
		if t.Error.Message != nil {
			words = ": {" + fmt.Sprintf(member, p.names.Field(t.Error.Message)) + "}"
		}
		if i > 0 && one != code {
			return "type(self.failure).__name__"
		}
		if code = one; i == 0 || words == message {
			message = words
		} else {
			message = ""
		}
	}
	return `f"{` + code + "}" + message + `"`
}

// holders are the messages that tell of failures, each in the same member.
func (p *errorPrinter) holders() []*ir.Type {
	var list []*ir.Type
	for _, b := range p.protocol.Builders {
		f := p.failureIn(b.Makes)
		if f == nil || slices.Contains(list, b.Makes) {
			continue
		}
		if len(list) == 0 || p.names.Field(p.failureIn(list[0])) == p.names.Field(f) {
			list = append(list, b.Makes)
		}
	}
	return list
}

// failureIn is the member of a message that tells of a failure, or nil.
func (p *errorPrinter) failureIn(t *ir.Type) *ir.Field {
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		r := f.Value.Resolve()
		if _, is := r.Kind.(*ir.Record); is && len(r.Types) > 0 && slices.Contains(p.records, r.Types[len(r.Types)-1]) {
			return f
		}
	}
	return nil
}

// constructor spells the function that makes failures of one code.
func (p *errorPrinter) constructor(t *ir.Type, number int) string {
	code := t.Error.Of.Value.Kind.(*ir.Enum).Values[number]
	name := p.public.use(p.free(unused(p.wordOf(code.Value, code.Rename), slices.Concat(builtin, []string{"refusal", "refusal_of_size"})), "__"+p.snake(t)))
	draft, of := p.draftOf(t)
	var params, more []string
	var args []expr
	separator := map[bool]string{true: ": ", false: "="}[draft != ""]
	give := func(f *ir.Field, value string) {
		attribute := p.names.Field(f)
		if draft != "" {
			attribute = quote(attribute)
		}
		args = append(args, text(attribute+separator+value))
	}
	for _, f := range t.Value.Kind.(*ir.Record).Fields {
		if _, held := constant(f); held {
			continue
		}
		attribute := p.names.Field(f)
		if f == t.Error.Code {
			give(f, quote(code.Value))
			continue
		}
		m := ir.DraftMember{Field: f, Must: f.Required}
		if i := draftMember(of, f); i >= 0 {
			m.Must = of.Members[i].Must
		}
		hint, absent := p.argument(m)
		give(f, attribute)
		switch {
		case f == t.Error.Message && m.Must:
			params = append(params, attribute+": "+hint)
		case m.Must:
			more = append(more, attribute+": "+hint)
		default:
			if absent == "UNSET" {
				p.uses.support.use(absent)
			}
			more = append(more, attribute+": "+hint+" = "+absent)
		}
	}
	if more != nil {
		params = append(append(params, "*"), more...)
	}
	out := newPrinter(0)
	result := p.model(t, p.names.Type(t))
	made := call(result, args...)
	if draft != "" {
		result, made = draft, dictOf(args...)
	}
	out.signature(name, params, result)
	out.Block(func() {
		out.Line("%s", docstring(out.Margin(), p.meaning(t.Error.Of, number)))
		out.expr(made.after("return "), "")
	})
	return out.String()
}

func draftMember(d *ir.Draft, f *ir.Field) int {
	if d == nil {
		return -1
	}
	return slices.IndexFunc(d.Members, func(m ir.DraftMember) bool { return m.Field == f })
}

// meaning is what the spec says of a code, in words and in its catalog.
func (p *errorPrinter) meaning(of *ir.Type, number int) string {
	e := of.Value.Kind.(*ir.Enum)
	code := e.Values[number]
	parts := []string{"Make a failure of the code ``" + code.Value + "``."}
	if doc := describe(code.Doc); doc != "" {
		parts = append(parts, doc)
	}
	if e.Catalog != nil {
		var cells []string
		for i, column := range e.Catalog.Columns {
			switch cell := code.Cells[i]; cell.Kind {
			case ir.StringLiteral:
				cells = append(cells, "* "+column.Name+": "+cell.String)
			case ir.NumberLiteral, ir.BoolLiteral:
				cells = append(cells, "* "+column.Name+": "+strings.ToLower(literal(cell)))
			}
		}
		if cells != nil {
			parts = append(parts, strings.Join(cells, "\n"))
		}
	}
	return strings.Join(parts, "\n\n")
}

// refusal spells the function that makes a failure of the first issue of a text.
func (p *errorPrinter) refusal(r *ir.Refusal) string {
	p.uses.abstract.use("Sequence")
	p.public.use("refusal")
	for _, name := range []string{"Issue", "ValidationError", "first_of", "said_of"} {
		p.uses.support.use(name)
	}
	out := newPrinter(0)
	result := p.model(r.Makes, p.names.Type(r.Makes))
	out.signature("refusal", []string{"found: ValidationError | Sequence[Issue]"}, result)
	out.Block(func() {
		out.Line("%s", docstring(out.Margin(), "Return the answer to an invalid text or value, from the first of its issues."))
		out.Line("first = first_of(found)")
		out.expr(call("return "+result, p.refused(r, "said_of(first)", byRule)...), "")
	})
	return out.String()
}

// refused spells the members of a refusal.
func (p *errorPrinter) refused(r *ir.Refusal, message string, of func(ir.RefusalMember) string) []expr {
	var args []expr
	for _, f := range r.Makes.Value.Kind.(*ir.Record).Fields {
		attribute := p.names.Field(f) + "="
		if _, held := constant(f); held {
			continue
		}
		i := slices.IndexFunc(r.Members, func(m ir.RefusalMember) bool { return m.Field == f })
		switch {
		case f == r.Message && i < 0:
			args = append(args, text(attribute+message))
		case i >= 0:
			args = append(args, text(attribute+of(r.Members[i])))
		case f.Required:
			if only, is := f.Value.Resolve().Kind.(ir.Const); is {
				args = append(args, text(attribute+literal(only.Literal)))
			}
		}
	}
	return args
}

// refusalOfSize spells what makes a failure of a text that is too long.
func (p *errorPrinter) refusalOfSize(r *ir.Refusal) string {
	p.public.use("refusal_of_size")
	p.uses.rules = true
	p.uses.support.use("DEFAULTS")
	p.uses.support.use("Options")
	out := newPrinter(0)
	result := p.model(r.Makes, p.names.Type(r.Makes))
	out.signature("refusal_of_size", []string{"size: int", "options: Options = DEFAULTS"}, result+" | None")
	out.Block(func() {
		out.Line("%s", docstring(out.Margin(), "Return the answer to a text of so many bytes, or None if it is short enough."))
		out.Line("most = rules.Parameters(options).%s", p.attributeOf(r.Most))
		out.Line("if size <= most:")
		out.Block(func() { out.Line("return None") })
		args := p.refused(r, `f"must be at most {most} bytes"`, func(m ir.RefusalMember) string { return literal(m.Long) })
		out.expr(call("return "+result, args...), "")
	})
	return out.String()
}

// byRule spells what a refusal says always, or by the rule of the first issue.
func byRule(m ir.RefusalMember) string {
	switch {
	case m.JSON == m.Value:
		return literal(m.Value)
	case m.JSON.Kind == ir.BoolLiteral && m.Value.Kind == ir.BoolLiteral && m.JSON.Bool:
		return `first.rule == "json"`
	case m.JSON.Kind == ir.BoolLiteral && m.Value.Kind == ir.BoolLiteral:
		return `first.rule != "json"`
	}
	return fmt.Sprintf(`%s if first.rule == "json" else %s`, literal(m.JSON), literal(m.Value))
}
