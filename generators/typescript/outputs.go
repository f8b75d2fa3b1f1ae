package typescript

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// output is the functions that lay out and write messages.
func (s *generator) output() []string {
	root := s.protocol.Root
	of := recordsOf(root)
	all := true
	for _, b := range s.protocol.Builders {
		all = all && slices.Contains(of, b.Makes)
	}
	var texts []string
	if len(of) > 0 || !all {
		texts = append(texts, s.formatFunction(root, len(of) > 0, all))
	}
	if len(of) == 0 {
		return texts
	}
	exit := s.protocol.Layout.Exit
	if exit != nil {
		texts = append(texts, s.exitFunction(exit))
	}
	return append(texts, s.emitFunction(root, exit))
}

// recordsOf are the records that a value of a type can be.
func recordsOf(t *ir.Type) []*ir.Type {
	switch k := t.Value.Kind.(type) {
	case ir.Ref:
		return recordsOf(k.Type)
	case *ir.Record:
		return []*ir.Type{t}
	case *ir.Union:
		var list []*ir.Type
		for _, sender := range k.Senders {
			list = append(list, sender.Type)
		}
		return list
	}
	return nil
}

// layoutOfOutput is how messages are laid out, as a literal.
func (s *generator) layoutOfOutput() string {
	var members []item
	if l := s.protocol.Layout; l.Indent > 0 {
		members = append(members, code("indent", strconv.Itoa(l.Indent)))
	}
	if l := s.protocol.Layout; l.End != "" {
		members = append(members, quoted("end", l.End))
	}
	return object(members...).flat
}

func (s *generator) formatFunction(root *ir.Type, ofRoot, all bool) string {
	options, typed := s.optionsOf(s.use("FormatOptions")), "type: "+s.use("TypeInfo")+"<T"+s.params()+">"
	p := newPrinter(0)
	p.WriteString(comment("", "", "Checks a message and returns its text as programs of the protocol write it; throws a ValidationError if it is not valid."))
	generic := "export function format<T>(message: T, options: " + options + " & { readonly " + typed + " }): string"
	call := "return " + s.make("format") + "(" + s.layoutOfOutput() + ", "
	switch {
	case all:
		p.head("export function format(", []string{"message: " + s.typeName(root), "options?: " + options}, "): string {")
		p.Line("  %s%s, message, options);", call, s.info(root))
	case !ofRoot:
		p.Line("%s {", generic)
		p.Line("  %soptions.type, message, options);", call)
	default:
		p.head("export function format(", []string{"message: " + s.typeName(root), "options?: " + options}, "): string;")
		p.Line("%s;", generic)
		p.Line("export function format(message: unknown, options?: %s & { readonly type?: %s<unknown%s> }): string {", options, s.use("TypeInfo"), s.params())
		p.Line("  const type: %s<unknown%s> = options?.type ?? %s;", s.use("TypeInfo"), s.params(), s.info(root))
		p.Line("  %stype, message, options);", call)
	}
	p.Line("}")
	return p.String()
}

func (s *generator) exitFunction(exit *ir.Exit) string {
	p := newPrinter(0)
	p.WriteString(comment("", "", "Returns the code that a process exits with which has written a message."))
	p.block("export function exitCode(message: "+s.valueName(exit.Over)+"): number {", func() {
		s.selectRecord(p, exit.Over, "message", "", func(t *ir.Type) {
			p.Line("return %d;", exit.Codes[slices.Index(exit.Records, t)])
		})
	}, "}")
	return p.String()
}

func (s *generator) emitFunction(root *ir.Type, exit *ir.Exit) string {
	p, result, about := newPrinter(0), "void", "Writes what `format` returns, to standard output unless the options say otherwise."
	if exit != nil {
		result, about = "number", about+" Returns the exit code: `process.exitCode = emit(message)`."
	}
	p.WriteString(comment("", "", about))
	message := s.typeName(root)
	if exit != nil {
		message = s.valueName(root)
	}
	p.head("export function emit(", []string{"message: " + message, "options?: " + s.optionsOf(s.use("EmitOptions"))}, "): "+result+" {")
	p.Line("  %s(%s, %s, message, options);", s.make("emit"), s.layoutOfOutput(), s.info(root))
	if exit != nil {
		p.Line("  return exitCode(message);")
	}
	p.Line("}")
	return p.String()
}
