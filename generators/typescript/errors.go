package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// errors are what a module has for its failures: constructors by code, an Error that carries one, and what a refused text becomes.
func (s *speller) errors() []string {
	var texts []string
	var failures []*ir.Type
	for _, t := range s.protocol.Types {
		if _, is := t.Value.Kind.(*ir.Record); is && t.Error != nil {
			failures = append(failures, t)
			if t.Error.Of != nil {
				texts = append(texts, s.constructors(t))
			}
		}
	}
	if failures != nil {
		texts = append(texts, s.errorClass(failures))
		for _, b := range s.protocol.Builders {
			texts = append(texts, s.buildsFrom(b, failures)...)
		}
	}
	if s.protocol.Refusal != nil {
		texts = append(texts, s.refusal(s.protocol.Refusal))
		if s.protocol.Refusal.Most >= 0 {
			texts = append(texts, s.refusalOfSize(s.protocol.Refusal))
		}
	}
	return texts
}

// filledOf are the members of a failure that the builder of an envelope fills in.
func (s *speller) filledOf(t *ir.Type) []string {
	var filled []string
	var look func(d *ir.Draft)
	look = func(d *ir.Draft) {
		for _, m := range d.Members {
			if d.Of == t && !m.Must && !m.Fixed && m.Field.Required && !slices.Contains(filled, quote(m.Field.Name)) {
				filled = append(filled, quote(m.Field.Name))
			}
			if m.Draft != nil {
				look(m.Draft)
			}
		}
	}
	for _, b := range s.protocol.Builders {
		look(b.Draft)
	}
	return filled
}

// failureType is what users give of a failure, without some members.
func (s *speller) failureType(t *ir.Type, without string) string {
	filled := s.filledOf(t)
	if without == "" && filled == nil {
		return s.valueName(t)
	}
	if without == "" {
		without = "never"
	}
	arguments := []string{s.valueName(t), without}
	if filled != nil {
		arguments = append(arguments, strings.Join(filled, " | "))
	}
	return s.make("Drafted") + "<" + strings.Join(arguments, ", ") + ">"
}

func (s *speller) constructors(t *ir.Type) string {
	code, p := t.Error.Code, newPrinter(0)
	words := t.Error.Of.Value.Kind.(*ir.Enum).Values
	if only, is := code.Value.Resolve().Kind.(ir.Const); is {
		words = slices.DeleteFunc(slices.Clone(words), func(v ir.EnumValue) bool { return v.Value != only.Literal.String })
	}
	rest, result := s.failureType(t, quote(code.Name)), s.failureType(t, "")
	p.WriteString(comment("", "", "Makes "+s.names.Type(t)+" of each "+code.Name+"."))
	p.block("export const new"+s.names.Type(t)+" = {", func() {
		for _, v := range words {
			p.WriteString(comment("  ", "", v.Doc.Text, meaning(t.Error.Of, v.Value)))
			open := keyOfLiteral(v.Value) + ": (rest: " + rest + "): " + result + " => "
			body := "({ ...rest, " + keyOfLiteral(code.Name) + ": " + quote(v.Value) + " }),"
			if p.Fits(open + body) {
				p.Line("%s", open+body)
			} else {
				p.block(keyOfLiteral(v.Value)+": (", func() { p.Line("rest: %s,", rest) }, "): "+result+" => "+body)
			}
		}
	}, "};")
	return p.String()
}

func (s *speller) className() string { return s.names.Words(s.protocol.Name) + "Error" }

func (s *speller) errorClass(failures []*ir.Type) string {
	name, p := s.className(), newPrinter(0)
	var types []string
	for _, t := range failures {
		types = append(types, s.failureType(t, ""))
	}
	places := s.placesOf(failures)
	p.WriteString(comment("", "", "An Error that carries a failure, to be thrown and caught."))
	p.block("export class "+name+" extends Error {", func() {
		p.Line("override readonly name: string = %s;", quote(name))
		p.Line("readonly failure: %s;", strings.Join(types, " | "))
		p.Line("")
		p.block("constructor(failure: "+strings.Join(types, " | ")+") {", func() {
			p.Line("super(%s);", s.messageOf(failures))
			p.Line("this.failure = failure;")
		}, "}")
		if len(failures) == 1 {
			p.Line("")
			p.WriteString(comment("  ", "", "What went wrong."))
			p.block("get code(): "+s.valueName(failures[0])+"["+quote(failures[0].Error.Code.Name)+"] {", func() { p.Line("return %s;", access("this.failure", failures[0].Error.Code.Name)) }, "}")
		}
		if places != nil {
			p.Line("")
			p.WriteString(comment("  ", "", "The failure that a message carries; undefined if it has none."))
			p.block("static of(message: object): "+name+" | undefined {", func() { s.failureIn(p, places, failures) }, "}")
		}
	}, "}")
	return p.String()
}

// failureIn returns the failure that one of some members of a message is.
func (s *speller) failureIn(p *printer, places []string, failures []*ir.Type) {
	read := "const failure: unknown = " + s.use("own") + "(message as { readonly [member: string]: unknown }, "
	if len(places) == 1 && len(failures) == 1 {
		p.Line("%s%s);", read, quote(places[0]))
		p.Line("return %s(%s, failure) ? new %s(failure) : undefined;", s.use("is"), s.info(failures[0]), s.className())
		return
	}
	p.block("for (const name of "+quotes(places).flat+") {", func() {
		p.Line("%sname);", read)
		for _, t := range failures {
			p.Line("if (%s(%s, failure)) return new %s(failure);", s.use("is"), s.info(t), s.className())
		}
	}, "}")
	p.Line("return undefined;")
}

// messageOf is the expression of what a person reads of a failure.
func (s *speller) messageOf(failures []*ir.Type) string {
	said := func(t *ir.Type) *ir.Field {
		if t.Error.Message != nil {
			return t.Error.Message
		}
		return t.Error.Code
	}
	f := said(failures[0])
	for _, t := range failures {
		if said(t).Name != f.Name {
			return quote("a message describes a failure")
		}
		if !said(t).Required || said(t).Value.Resolve().Nullable {
			f = said(t)
		}
	}
	if text := access("failure", f.Name); !f.Required || f.Value.Resolve().Nullable {
		return text + ` ?? ""`
	}
	return access("failure", f.Name)
}

// placesOf are the members of messages that hold failures.
func (s *speller) placesOf(failures []*ir.Type) []string {
	var names []string
	for _, b := range s.protocol.Builders {
		for _, f := range b.Makes.Value.Kind.(*ir.Record).Fields {
			if slices.Contains(failures, failureAt(f)) && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// failureAt is the record that a member refers to, or nil.
func failureAt(f *ir.Field) *ir.Type {
	r := f.Value.Resolve()
	if _, is := r.Kind.(*ir.Record); !is {
		return nil
	}
	return r.Types[len(r.Types)-1]
}

// buildsFrom is a function that builds a message of an Error, for a builder whose caller has to give the one failure that there is.
func (s *speller) buildsFrom(b *ir.Builder, failures []*ir.Type) []string {
	var member *ir.Field
	for _, m := range b.Draft.Members {
		if m.Must && slices.Contains(failures, failureAt(m.Field)) {
			if member != nil {
				return nil
			}
			member = m.Field
		}
	}
	if member == nil || len(failures) > 1 {
		return nil
	}
	words, p := s.names.Builder(b), newPrinter(0)
	draft := s.make("Drafted") + "<" + words + "Draft, " + quote(member.Name) + ">"
	parameters := []string{"error: " + s.className(), "draft: " + draft, "options?: " + s.optionsOf("BuildOptions")}
	args := "{ ...draft, " + keyOfLiteral(member.Name) + ": error.failure }, options"
	if b.Answered != nil {
		parameters, args = slices.Insert(parameters, 1, "to: "+s.typeName(b.Answered)), "to, "+args
	}
	p.WriteString(comment("", "", "Builds as `build"+words+"` does, of an Error."))
	p.head("export function build"+words+"From(", parameters, "): "+s.valueName(b.Makes)+" {")
	p.Line("  return build%s(%s);", words, args)
	p.Line("}")
	return []string{p.String()}
}

// refusal is the function that says in the protocol's own words why a text was refused.
func (s *speller) refusal(r *ir.Refusal) string {
	p := newPrinter(0)
	var members []part
	json := false
	for _, m := range r.Members {
		value := literal(m.Value)
		if m.JSON != m.Value {
			value, json = "isJson ? "+value+" : "+literal(m.JSON), true
		}
		members = append(members, code(keyOfLiteral(m.Field.Name), value))
	}
	var read []string
	if json {
		read = append(read, "isJson")
	}
	if r.Message != nil {
		members, read = append(members, code(keyOfLiteral(r.Message.Name), "text")), append(read, "text")
	}
	p.WriteString(comment("", "", "The "+s.names.Type(r.Makes)+" that answers an invalid text, from the issues of its check."))
	refused := "refused"
	if read == nil {
		refused = "_refused"
	}
	p.head("export function refusalOf(", []string{refused + ": ValidationError | readonly " + s.use("Issue") + "[]"}, "): "+s.valueName(r.Makes)+" {")
	s.use("ValidationError")
	if read != nil {
		p.Line("  const { %s } = %s(refused);", strings.Join(read, ", "), s.make("refusedBy"))
	}
	p.Block(func() { p.literal("return ", object(members...), ";") })
	p.Line("}")
	return p.String()
}

// refusalOfSize is the function that says the same of a text that is too long, before anybody reads it.
func (s *speller) refusalOfSize(r *ir.Refusal) string {
	p := newPrinter(0)
	var members []part
	for _, m := range r.Members {
		members = append(members, code(keyOfLiteral(m.Field.Name), literal(m.Long)))
	}
	if r.Message != nil {
		members = append(members, code(keyOfLiteral(r.Message.Name), s.make("tooManyBytes")+"(most)"))
	}
	param := s.protocol.Params[r.Most].Name
	p.WriteString(comment("", "", "The "+s.names.Type(r.Makes)+" that answers a text of so many bytes, or undefined if the parameter "+inert(param)+" allows the size."))
	p.head("export function refusalOfSize(", []string{"bytes: number", "options?: " + s.optionsOf("Options")}, "): "+s.valueName(r.Makes)+" | undefined {")
	p.Line("  const most = %s(rulebook, %s, options);", s.make("mostOf"), quote(param))
	p.Line("  if (bytes <= most) return undefined;")
	p.Block(func() { p.literal("return ", object(members...), ";") })
	p.Line("}")
	return p.String()
}
