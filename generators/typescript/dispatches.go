package typescript

import (
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// dispatches are functions that call one of several functions by a word of a message, each with the type of these functions.
func (s *generator) dispatches() (texts []string) {
	for _, d := range s.protocol.Dispatches {
		p := newPrinter(0)
		s.handlers(p, d)
		p.Line("")
		s.dispatch(p, d)
		if d.Unaccepted >= 0 {
			p.Line("")
			s.dispatchText(p, d)
		}
		texts = append(texts, p.String())
	}
	return texts
}

// narrowed is the type of the messages of a case, and whether the compiler cannot infer it.
func (s *generator) narrowed(d *ir.Dispatch, k ir.DispatchCase) (name string, cast bool) {
	if len(k.Records) == len(d.Records) {
		return s.valueName(d.Over), false
	}
	var names []string
	for _, t := range k.Records {
		names = append(names, s.typeName(t))
	}
	return strings.Join(names, " | "), len(d.At) > 1
}

func (s *generator) handlers(p *printer, d *ir.Dispatch) {
	name := s.names.Dispatch(d)
	p.WriteString(comment("", "", "The functions of `dispatch"+name+"`, one for each case."))
	p.block("export interface "+name+"Handlers<R> {", func() {
		for i, k := range d.Cases {
			message, _ := s.narrowed(d, k)
			about, more := []string{k.Doc.Text, plan.EntryText(d.Of, k.Name)}, ""
			if i == d.Unaccepted {
				message, more = message+" | undefined", "issues: readonly "+s.use("Issue")+"[]"
				about = append(about, "It is called as well, without a message, for a text that is no valid message, with its issues.")
			}
			p.WriteString(comment("  ", "", about...))
			key := propertyName(k.Name) + ": ("
			if line := key + strings.TrimSuffix("message: "+message+", "+more, ", ") + ") => R;"; p.Fits(line) {
				p.Line("%s", line)
				continue
			}
			p.block(key, func() {
				p.block("message:", func() { p.union(message+",", false) }, "")
				if more != "" {
					p.Line("%s,", more)
				}
			}, ") => R;")
		}
	}, "}")
}

func (s *generator) dispatch(p *printer, d *ir.Dispatch) {
	name, place, about := s.names.Dispatch(d), "message", d.Doc.Text
	parameters := []string{"message: " + s.valueName(d.Over), "handlers: " + name + "Handlers<R>"}
	if about == "" {
		about = "Calls the function for the case of a message."
	}
	if d.Unaccepted >= 0 {
		parameters = append(parameters, "issues: readonly "+s.use("Issue")+"[] = []")
	}
	for _, step := range d.At {
		place = access(place, step)
	}
	p.WriteString(comment("", "", about, source(d.Doc.Source)))
	p.head("export function dispatch"+name+"<R>(", parameters, "): R {")
	p.Line("  switch (%s) {", place)
	for i, k := range d.Cases {
		for _, word := range k.Words {
			p.Line("    case %s:", quote(word))
		}
		argument := "message"
		if narrow, cast := s.narrowed(d, k); cast {
			argument += " as " + narrow
		}
		if i == d.Unaccepted {
			argument += ", issues"
		}
		p.Line("      return %s(%s);", access("handlers", k.Name), argument)
	}
	p.WriteString("  }\n}\n")
}

// dispatchText is the function that takes a text, which may be invalid.
func (s *generator) dispatchText(p *printer, d *ir.Dispatch) {
	name, valid := s.names.Dispatch(d), "ok"
	if d.Over.Value.Nullable {
		valid = "ok && value !== null"
	}
	p.WriteString(comment("", "", "Decodes a text and does as `dispatch"+name+"`, also where it is no valid message."))
	p.head("export function dispatch"+name+"Of<R>(", []string{"text: string | Uint8Array", "handlers: " + name + "Handlers<R>", "options?: " + s.optionsOf(s.use("Options"))}, "): R {")
	p.Line("  const { ok, value, issues } = %s(%s, text, options);", s.use("safeDecode"), s.info(d.Over))
	p.Line("  return %s ? dispatch%s(value, handlers, issues) : %s(undefined, issues);", valid, name, access("handlers", d.Cases[d.Unaccepted].Name))
	p.Line("}")
}
