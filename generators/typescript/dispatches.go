package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// dispatches are functions that do what a message says, each with the type of what they take.
func (s *speller) dispatches() []string {
	var texts []string
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

// narrowed is the type of the messages of a case, and whether the compiler has to be told so.
func (s *speller) narrowed(d *ir.Dispatch, k ir.DispatchCase) (name string, told bool) {
	if len(k.Records) == len(d.Records) {
		return s.valueName(d.Over), false
	}
	var names []string
	for _, t := range k.Records {
		names = append(names, s.typeName(t))
	}
	return strings.Join(names, " | "), len(d.At) > 1
}

func (s *speller) handlers(p *printer, d *ir.Dispatch) {
	name := s.names.Dispatch(d)
	p.WriteString(comment("", "", "The functions of `dispatch"+name+"`, one for each case."))
	p.block("export interface "+name+"Handlers<R> {", func() {
		for i, k := range d.Cases {
			message, _ := s.narrowed(d, k)
			more := ""
			if i == d.Unaccepted {
				message, more = message+" | undefined", ", issues: readonly "+s.use("Issue")+"[]"
			}
			about := []string{k.Doc.Text, meaning(d.Of, k.Name)}
			if i == d.Unaccepted {
				about = append(about, "It is called as well, without a message, for a text that is no valid message, with its issues.")
			}
			p.WriteString(comment("  ", "", about...))
			if line := propertyName(k.Name) + ": (message: " + message + more + ") => R;"; p.Fits(line) {
				p.Line("%s", line)
			} else {
				p.block(propertyName(k.Name)+": (", func() {
					p.block("message:", func() { p.union(message+",", false) }, "")
					if more != "" {
						p.Line("%s,", strings.TrimPrefix(more, ", "))
					}
				}, ") => R;")
			}
		}
	}, "}")
}

// meaning is what the entry of a word says of it, in texts.
func meaning(of *ir.Type, word string) string {
	if of == nil {
		return ""
	}
	e := of.Value.Kind.(*ir.Enum)
	if e.Catalog == nil {
		return ""
	}
	at := slices.IndexFunc(e.Values, func(v ir.EnumValue) bool { return v.Value == word })
	var texts []string
	for i, column := range e.Catalog.Columns {
		if _, is := column.Value.Kind.(ir.String); is && at >= 0 && e.Values[at].Cells[i].Kind == ir.StringLiteral {
			text := strings.TrimSuffix(e.Values[at].Cells[i].String, ".") + "."
			if len(texts) > 0 {
				text = strings.ToUpper(column.Name[:1]) + column.Name[1:] + ": " + text
			}
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

func (s *speller) dispatch(p *printer, d *ir.Dispatch) {
	name, over := s.names.Dispatch(d), s.valueName(d.Over)
	parameters := []string{"message: " + over, "handlers: " + name + "Handlers<R>"}
	about := d.Doc.Text
	if about == "" {
		about = "Calls the function for the case of a message."
	}
	if d.Unaccepted >= 0 {
		parameters = append(parameters, "issues: readonly "+s.use("Issue")+"[] = []")
	}
	p.WriteString(comment("", "", about, source(d.Doc.Source)))
	p.head("export function dispatch"+name+"<R>(", parameters, "): R {")
	p.Block(func() {
		place := "message"
		for _, step := range d.At {
			place = access(place, step)
		}
		p.block("switch ("+place+") {", func() {
			for i, k := range d.Cases {
				for _, word := range k.Words {
					p.Line("case %s:", quote(word))
				}
				argument, more := "message", ""
				if narrow, told := s.narrowed(d, k); told {
					argument += " as " + narrow
				}
				if i == d.Unaccepted {
					more = ", issues"
				}
				p.Line("  return %s(%s%s);", access("handlers", k.Name), argument, more)
			}
		}, "}")
	})
	p.Line("}")
}

// dispatchText is the function that takes a text, which may be no message.
func (s *speller) dispatchText(p *printer, d *ir.Dispatch) {
	name := s.names.Dispatch(d)
	p.WriteString(comment("", "", "Decodes a text and does as `dispatch"+name+"`, also where it is no valid message."))
	p.head("export function dispatch"+name+"Of<R>(", []string{"text: string | Uint8Array", "handlers: " + name + "Handlers<R>", "options?: " + s.optionsOf("Options")}, "): R {")
	p.Line("  const { ok, value, issues } = %s(%s, text, options);", s.use("safeDecode"), s.info(d.Over))
	there := "ok"
	if d.Over.Value.Nullable {
		there = "ok && value !== null"
	}
	p.Line("  return %s ? dispatch%s(value, handlers, issues) : %s(undefined, issues);", there, name, access("handlers", d.Cases[d.Unaccepted].Name))
	p.Line("}")
}
