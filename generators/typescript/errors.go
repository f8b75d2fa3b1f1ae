package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// errors are the texts of a module for its failures: constructors by code, an Error that carries one, and the answers to invalid texts.
func (s *generator) errors() (texts []string) {
	errors := plan.ErrorsOf(s.protocol)
	for _, e := range errors.Records {
		if e.Codes != nil {
			texts = append(texts, s.constructors(e))
		}
	}
	if errors.Records != nil {
		texts = append(texts, s.errorClass(errors))
	}
	if len(errors.Carried()) == 1 {
		for _, b := range s.protocol.Builders {
			texts = append(texts, s.buildsFrom(b, errors)...)
		}
	}
	if s.protocol.Refusal != nil {
		texts = append(texts, s.refusals(s.protocol.Refusal)...)
	}
	return texts
}

// failureType is the caller's part of a failure, without some members. The code and the message stay, because an Error reads them.
func (s *generator) failureType(e *plan.Error, without string) string {
	var filled []string
	read := append(slices.Clone(e.Error.In), e.Error.Code, e.Error.Message)
	for _, m := range e.Members {
		if !m.Must && !m.Fixed && m.Field.Required && !slices.Contains(read, m.Field) {
			filled = append(filled, quote(m.Field.Name))
		}
	}
	if without == "never" && filled == nil {
		return s.valueName(e.Type)
	}
	arguments := []string{s.valueName(e.Type), without}
	if filled != nil {
		arguments = append(arguments, strings.Join(filled, " | "))
	}
	return s.make("Drafted") + "<" + strings.Join(arguments, ", ") + ">"
}

func (s *generator) constructors(e *plan.Error) string {
	code, p := e.Error.Code.Name, newPrinter(0)
	rest, result := s.failureType(e, quote(code)), s.failureType(e, "never")
	p.WriteString(comment("", "", "Makes "+s.names.Type(e.Type)+" of each "+code+"."))
	p.block("export const new"+s.names.Type(e.Type)+" = {", func() {
		for _, c := range e.Codes {
			p.WriteString(comment("  ", "", c.Doc.Text, c.Text))
			body := "({ ...rest, " + keyOfLiteral(code) + ": " + literal(e.Error.Of.Word(c.Value)) + " }),"
			name := s.codeName(e.Error.Of, c.Value)
			if line := keyOfLiteral(name) + ": (rest: " + rest + "): " + result + " => " + body; p.Fits(line) {
				p.Line("%s", line)
			} else {
				p.block(keyOfLiteral(name)+": (", func() { p.Line("rest: %s,", rest) }, "): "+result+" => "+body)
			}
		}
	}, "};")
	return p.String()
}

// codeName returns the name of a code: the word itself, or the name of an integer.
func (s *generator) codeName(of *ir.Type, value string) string {
	if of.Codes == nil {
		return value
	}
	return s.names.Value(of, slices.IndexFunc(of.Codes.Values, func(v ir.EnumValue) bool { return v.Value == value }))
}

func (s *generator) className() string { return s.names.Words(s.protocol.Name) + "Error" }

func (s *generator) errorClass(errors plan.Errors) string {
	var types, infos, places []string
	carried := errors.Carried()
	for _, e := range carried {
		types, infos = append(types, s.failureType(e, "never")), append(infos, s.info(e.Type))
	}
	for _, h := range errors.Holders {
		if !slices.Contains(places, h.Field.Name) {
			places = append(places, h.Field.Name)
		}
	}
	name, failure, p := s.className(), strings.Join(types, " | "), newPrinter(0)
	fmt.Fprintf(p, `/** An Error that carries a failure, to be thrown and caught. */
export class %[1]s extends Error {
  override readonly name: string = %[2]s;
  readonly failure: %[3]s;

  constructor(failure: %[3]s) {
    super(%[4]s);
    this.failure = failure;
  }
`, name, quote(name), failure, messageOf(errors))
	if len(types) == 1 {
		part := carried[0].Error
		typ, value := s.valueName(carried[0].Type), "this.failure"
		for _, f := range append(slices.Clone(part.In), part.Code) {
			typ, value = typ+"["+quote(f.Name)+"]", access(value, f.Name)
		}
		fmt.Fprintf(p, `
  /** What went wrong. */
  get code(): %s {
    return %s;
  }
`, typ, value)
	}
	if places != nil {
		of := ""
		if len(types) > 1 {
			of = "<" + failure + ">" // the compiler takes the first type for all
		}
		fmt.Fprintf(p, `
  /** The failure that a message carries; undefined if it has none. */
  static of(message: object): %[1]s | undefined {
    const failure = %[2]s(message, %[3]s, [%[4]s]);
    return failure && new %[1]s(failure);
  }
`, name, s.make("failureIn")+of, quotes(places).flat, strings.Join(infos, ", "))
	}
	p.Line("}")
	return p.String()
}

// messageOf is the expression of the text that a person reads of a failure.
func messageOf(errors plan.Errors) string {
	text, otherwise := "", ""
	for _, e := range errors.Carried() {
		f := e.Error.Message
		if f == nil || f.Secret {
			f = e.Error.Code
		}
		if f.Secret {
			return quote("a message describes a failure")
		}
		value := "failure"
		for _, step := range append(slices.Clone(e.Error.In), f) {
			value = access(value, step.Name)
		}
		if f != e.Error.Message && ir.TypeOfValue(&f.Value).Kind == ir.IntExpr {
			value = "String(" + value + ")"
		}
		if text != "" && value != text {
			return quote("a message describes a failure")
		}
		if text = value; !f.Required || f.Value.Resolve().Nullable {
			otherwise = ` ?? ""`
		}
	}
	return text + otherwise
}

// buildsFrom is a function that builds a message of an Error, for a builder whose caller must give exactly one failure.
func (s *generator) buildsFrom(b *ir.Builder, errors plan.Errors) []string {
	var members []string
	for _, m := range b.Draft.Members {
		if m.Must && errors.Of(m.Field) != nil {
			members = append(members, m.Field.Name)
		}
	}
	if len(members) != 1 {
		return nil
	}
	words, p := s.names.Builder(b), newPrinter(0)
	draft := s.make("Drafted") + "<" + words + "Draft, " + quote(members[0]) + ">"
	parameters := []string{"error: " + s.className(), "draft: " + draft, "options?: " + s.optionsOf(s.use("BuildOptions"))}
	args := "{ ...draft, " + keyOfLiteral(members[0]) + ": error.failure }, options"
	if b.Answered != nil {
		parameters, args = slices.Insert(parameters, 1, "to: "+s.typeName(b.Answered)), "to, "+args
	}
	p.WriteString(comment("", "", "Builds as `build"+words+"` does, of an Error."))
	p.head("export function build"+words+"From(", parameters, "): "+s.valueName(b.Makes)+" {")
	p.Line("  return build%s(%s);", words, args)
	p.Line("}")
	return []string{p.String()}
}

// refusals are the functions that answer an invalid text, and a text that is too long.
func (s *generator) refusals(r *ir.Refusal) []string {
	var members, long []item
	var read []string
	for _, m := range plan.RefusalParts(r) {
		key, value := keyOfLiteral(m.Field.Name), literal(m.Value)
		switch {
		case m.IsMessage:
			members, read = append(members, code(key, "text")), append(read, "text")
			long = append(long, code(key, s.make("tooManyBytes")+"(most)"))
			continue
		case m.JSON != m.Value:
			if value = "isJson ? " + value + " : " + literal(m.JSON); !slices.Contains(read, "isJson") {
				read = append(read, "isJson")
			}
		}
		members, long = append(members, code(key, value)), append(long, code(key, literal(m.Long)))
	}
	typ, p := s.names.Type(r.Makes), newPrinter(0)
	p.WriteString(comment("", "", "The "+typ+" that answers an invalid text, from the issues of its check."))
	refused := "refused"
	if read == nil {
		refused = "_refused"
	}
	p.head("export function refusalOf(", []string{refused + ": " + s.use("ValidationError") + " | readonly " + s.use("Issue") + "[]"}, "): "+s.valueName(r.Makes)+" {")
	if read != nil {
		p.Line("  const { %s } = %s(refused);", strings.Join(read, ", "), s.make("refusedBy"))
	}
	p.Block(func() { p.literal("return ", object(members...), ";") })
	p.Line("}")
	if r.Most < 0 {
		return []string{p.String()}
	}
	param, size := s.protocol.Params[r.Most].Name, newPrinter(0)
	size.WriteString(comment("", "", "The "+typ+" that answers a text of so many bytes, or undefined if the parameter "+inert(param)+" allows the size."))
	size.head("export function refusalOfSize(", []string{"bytes: number", "options?: " + s.optionsOf(s.use("Options"))}, "): "+s.valueName(r.Makes)+" | undefined {")
	size.Line("  const most = %s(rulebook, %s, options);", s.make("mostOf"), quote(param))
	size.Line("  if (bytes <= most) return undefined;")
	size.Block(func() { size.literal("return ", object(long...), ";") })
	size.Line("}")
	return []string{p.String(), size.String()}
}
