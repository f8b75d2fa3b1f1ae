package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// errorPrinter prints the failures of a protocol.
type errorPrinter struct {
	*builderPrinter
	plan.Errors
}

func (g *generator) errorModule() module {
	p := &errorPrinter{&builderPrinter{ruleTable: emptyRuleTable(g), public: names{}}, plan.ErrorsOf(g.protocol)}
	p.nameDrafts()
	p.reserved = p.drafts.names()
	var parts []string
	if p.Records != nil {
		parts = append(parts, p.exception())
	}
	for _, e := range p.Records {
		parts = append(parts, p.constructors(e)...)
	}
	if r := g.protocol.Refusal; r != nil {
		parts = append(parts, p.refusals(r)...)
	}
	return g.module("The failures of "+g.protocol.Name+": an exception that carries one, and functions that make them.", p.uses, p.public, parts)
}

// draftOf returns the name of the caller's part of a record that a builder completes, or "".
func (p *errorPrinter) draftOf(e *plan.Error) string {
	for _, c := range p.drafts.list {
		if c.draft.Of == e.Type {
			return p.uses.builders.use(c.name)
		}
	}
	return ""
}

// exception prints the exception class with a failure.
func (p *errorPrinter) exception() string {
	var failures, codes, members, messages []string
	for _, e := range p.Carried() {
		failures = append(failures, p.model(e.Type, p.names.Type(e.Type)))
		if name := p.draftOf(e); name != "" {
			failures = append(failures, name)
		}
		member, message := p.waysOf(e.Error)
		members, messages = append(members, member), append(messages, message)
	}
	code := "None"
	if common(members) != "" {
		mayLack := false
		for _, e := range p.Carried() {
			mayLack = mayLack || !e.Error.Code.Required || acceptsNull(&e.Error.Code.Value)
			value := e.Error.Code.Value
			value.Nullable = false
			p.noteHint(&value)
			if hint := p.hint(&value); !slices.Contains(codes, hint) {
				codes = append(codes, hint)
			}
		}
		if mayLack {
			codes = append(codes, "None")
		}
		code = strings.Join(codes, " | ")
	}
	var types []string
	for _, t := range p.protocol.Types {
		types = append(types, p.names.Type(t))
	}
	out := newPrinter(0)
	base := p.uses.support.use("FailureError") + "[" + strings.Join(failures, " | ") + ", " + code + "]"
	out.call("class "+p.public.use(p.free(unused(p.names.Words(p.protocol.Name)+"Error", types), "_"))+"(", []string{base}, "):")
	out.Block(func() {
		out.Line(`"""A failure as an exception. A builder takes its ` + "``failure``" + `."""`)
		out.Line("")
		out.Line("CODE = %s", quote(common(members)))
		out.Line("MESSAGE = %s", quote(common(messages)))
		p.of(out)
	})
	return out.String()
}

// waysOf returns the attributes of the code and of the message of a failure, behind those around them. The message is "" if the
// failure has none, or if it is a secret.
func (t *ruleTable) waysOf(part *ir.ErrorPart) (code, message string) {
	way := ""
	for _, f := range part.In {
		way += t.names.Field(f) + "."
	}
	if part.Message != nil && !part.Message.Secret {
		message = way + t.names.Field(part.Message)
	}
	return way + t.names.Field(part.Code), message
}

// common returns the text if all texts are equal, or "".
func common(list []string) string {
	if slices.ContainsFunc(list, func(s string) bool { return s != list[0] }) {
		return ""
	}
	return list[0]
}

// of prints the method that takes the failure from a message. Its messages have the failure in one attribute.
func (p *errorPrinter) of(out *printer) {
	var hints []string
	attribute, always := "", true
	for i, h := range p.Holders {
		if name := p.names.Field(h.Field); attribute == "" || name == attribute && p.Holders[i-1].Type != h.Type {
			attribute, always = name, always && h.Field.Required && !h.Field.Value.Resolve().Nullable
			hints = append(hints, p.model(h.Type, p.names.Type(h.Type)))
		}
	}
	if hints == nil {
		return
	}
	result, doc, otherwise := p.uses.typing.use("Self"), ".", ""
	if !always {
		result, doc, otherwise = p.own("Self")+" | None", ", or None.", " if message."+attribute+" else None"
	}
	out.Line("")
	out.Line("@classmethod")
	out.signature("of", []string{"cls", "message: " + strings.Join(hints, " | ")}, result)
	out.Block(func() {
		out.Line(`"""Return an exception with the failure of a message%s"""`, doc)
		out.Line("return cls(message.%s)%s", attribute, otherwise)
	})
}

// constructors prints the functions that create failures, one for each code.
func (p *errorPrinter) constructors(e *plan.Error) (parts []string) {
	if len(e.Codes) == 0 {
		return nil // avoids unused imports for their parameters
	}
	draft, result := p.draftOf(e), p.model(e.Type, p.names.Type(e.Type))
	give := func(f *ir.Field, value string) expr { return text(p.names.Field(f) + "=" + value) }
	if draft != "" {
		result = draft
		give = func(f *ir.Field, value string) expr { return text(quote(p.names.Field(f)) + ": " + value) }
	}
	var params, more []string
	var args []expr
	codeAt := 0
	for _, m := range e.Members {
		if m.Field == e.Error.Code {
			codeAt = len(args)
			continue
		} else if _, held := constant(m.Field); held {
			continue
		}
		m.Must = m.Must || draft == "" && m.Field.Required // the builder of a whole failure has arguments, and no draft
		name := p.names.Field(m.Field)
		hint, absent := p.argument(ir.DraftMember{Field: m.Field, Must: m.Must})
		if absent == "UNSET" {
			p.uses.support.use(absent)
			hint = p.orUnset(m.Field)
		}
		args = append(args, give(m.Field, name))
		switch {
		case m.Field == e.Error.Message && m.Must:
			params = append(params, name+": "+hint)
		case m.Must:
			more = append(more, name+": "+hint)
		default:
			more = append(more, name+": "+hint+" = "+absent)
		}
	}
	if more != nil {
		params = append(append(params, "*"), more...)
	}
	for _, c := range e.Codes {
		all := args
		if _, held := constant(e.Error.Code); !held {
			all = slices.Insert(slices.Clone(args), codeAt, give(e.Error.Code, literal(e.Error.Of.Word(c.Value))))
		}
		made := call(result, all...)
		if draft != "" {
			made = dictOf(all...)
		}
		out := newPrinter(0)
		out.signature(p.public.use(p.free(unused(p.wordOf(c.Value, c.Rename), slices.Concat(builtin, []string{"refusal", "refusal_of_size"})), "__"+p.snake(e.Type))), params, result)
		out.Block(func() {
			out.Line("%s", docstring(out.Margin(), strings.Join([]string{"Make a failure of the code ``" + c.Value + "``.", describe(c.Doc), c.Text}, "\n\n")))
			out.expr(made.after("return "), "")
		})
		parts = append(parts, out.String())
	}
	return parts
}

// refusals prints the functions that create a failure from the first issue of a text, and from a text that is too long.
func (p *errorPrinter) refusals(r *ir.Refusal) []string {
	p.uses.abstract.use("Sequence")
	for _, name := range []string{"Issue", "ValidationError", "first_of", "said_of"} {
		p.uses.support.use(name)
	}
	result := p.model(r.Makes, p.names.Type(r.Makes))
	out := newPrinter(0)
	out.signature(p.public.use("refusal"), []string{"found: " + p.own("ValidationError") + " | " + p.own("Sequence") + "[" + p.own("Issue") + "]"}, result)
	out.Block(func() {
		out.Line("%s", docstring(out.Margin(), "Return the answer to an invalid text or value, from the first of its issues."))
		out.Line("first = first_of(found)")
		out.expr(call("return "+result, p.refused(r, "said_of(first)", byRule)...), "")
	})
	if r.Most < 0 {
		return []string{out.String()}
	}
	p.uses.rules = true
	size := newPrinter(0)
	size.signature(p.public.use("refusal_of_size"), []string{"size: int", "options: " + p.uses.support.use("Options") + " = " + p.uses.support.use("DEFAULTS")}, result+" | None")
	size.Block(func() {
		size.Line("%s", docstring(size.Margin(), "Return the answer to a text of so many bytes, or None if it is short enough."))
		size.Line("most = rules.Parameters(options).%s", p.attributeOf(r.Most))
		size.Line("if size <= most:")
		size.Block(func() { size.Line("return None") })
		long := func(m ir.RefusalMember) string { return literal(m.Long) }
		size.expr(call("return "+result, p.refused(r, `f"must be at most {most} bytes"`, long)...), "")
	})
	return []string{out.String(), size.String()}
}

// refused prints the members of a refusal.
func (p *errorPrinter) refused(r *ir.Refusal, message string, of func(ir.RefusalMember) string) (args []expr) {
	for _, m := range plan.RefusalParts(r) {
		if _, held := constant(m.Field); held {
			continue
		}
		value := message
		if !m.IsMessage {
			value = of(m.RefusalMember)
		}
		args = append(args, text(p.names.Field(m.Field)+"="+value))
	}
	return args
}

// byRule prints a member of a refusal, which may depend on the rule of the first issue.
func byRule(m ir.RefusalMember) string {
	isBool := m.JSON.Kind == ir.BoolLiteral && m.Value.Kind == ir.BoolLiteral
	switch {
	case m.JSON == m.Value:
		return literal(m.Value)
	case isBool && m.JSON.Bool:
		return `first.rule == "json"`
	case isBool:
		return `first.rule != "json"`
	}
	return literal(m.JSON) + ` if first.rule == "json" else ` + literal(m.Value)
}
