package typescript

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
)

// builders is the part of a module for the protocol's builders.
type builders struct {
	Texts     []string // of each builder, then of the output
	Registry  []item
	Functions []string // that compute members
}

// The names of the support code for builders, and of its module, in generated modules.
const (
	buildNamespace = "make"
	buildModule    = "envelope/make.ts"
)

// make names something of the support code of builders.
func (s *generator) make(name string) string {
	s.use(buildNamespace)
	return buildNamespace + "." + name
}

// builderPrinter spells the builders of a protocol.
type builderPrinter struct {
	*generator
	functions map[*plan.Group]string // their names
	texts     []string
}

func (s *generator) builders() builders {
	var all builders
	if len(s.protocol.Builders) == 0 {
		return all
	}
	b := &builderPrinter{generator: s, functions: map[*plan.Group]string{}}
	for i, row := range plan.BuildersOf(s.protocol).Rows {
		all.Texts = append(all.Texts, b.builder(s.protocol.Builders[i], row))
	}
	all.Functions = b.texts
	all.Texts = append(all.Texts, s.registry())
	all.Texts = append(all.Texts, s.output()...)
	return all
}

// params is the argument for the parameters of a generic type, behind others.
func (s *generator) params() string {
	if len(s.protocol.Params) > 0 {
		return ", Params"
	}
	return ""
}

// optionsOf is a type of options for the protocol's parameters.
func (s *generator) optionsOf(name string) string {
	if len(s.protocol.Params) > 0 {
		return name + "<Params>"
	}
	return name
}

// valueName is the name of a type without null.
func (s *generator) valueName(t *ir.Type) string {
	if t.Value.Nullable {
		return "NonNullable<" + s.typeName(t) + ">"
	}
	return s.typeName(t)
}

func (b *builderPrinter) builder(builder *ir.Builder, row plan.Record) string {
	p, words := newPrinter(0), b.names.Builder(builder)
	b.draft(p, builder)
	p.Line("")
	p.literal("const table"+words+": "+b.make("Builder")+"<"+b.typeName(builder.Makes)+b.params()+"> = ", b.tree().value(row), ";")
	p.Line("")
	about, of := []string{"Builds " + b.names.Type(builder.Makes) + "; throws a ValidationError if it is not valid."}, builder.Makes.Doc
	if builder.Doc.Text != of.Text || builder.Doc.Source != "" && builder.Doc.Source != of.Source {
		about = append(about, builder.Doc.Text, source(builder.Doc.Source))
	}
	b.builds(p, builder, "build", comment("", "", about...), "")
	p.Line("")
	b.builds(p, builder, "safeBuild", comment("", "", "Builds as `build"+words+"` does; returns issues instead of throwing them."), "Result")
	return p.String()
}

// builds is a function that builds.
func (b *builderPrinter) builds(p *printer, builder *ir.Builder, verb, about, result string) {
	words, made := b.names.Builder(builder), b.valueName(builder.Makes)
	draft, generic := words+"Draft", ""
	if !builder.Makes.Value.Kind.(*ir.Record).Closed && b.chosen.Open != "index" {
		draft, generic, made = b.make("With")+"<"+draft+", Extra>", "<Extra = unknown>", b.make("With")+"<"+made+", Extra>"
	}
	parameters, args := []string{"draft: " + draft, "options?: " + b.optionsOf(b.use("BuildOptions"))}, "(table"+words+", draft, options"
	if builder.Answered != nil {
		parameters, args = append([]string{"to: " + b.typeName(builder.Answered)}, parameters...), args+", to"
	}
	if result != "" {
		made = b.use(result) + "<" + made + ">"
	}
	p.WriteString(about)
	p.head("export function "+verb+words+generic+"(", parameters, "): "+made+" {")
	p.Line("  return %s%s);", b.make(verb), args)
	p.Line("}")
}

// head writes the text before a body. If one line is too short, each parameter gets a line.
func (p *printer) head(open string, parameters []string, end string) {
	if line := open + strings.Join(parameters, ", ") + end; p.Fits(line) {
		p.Line("%s", line)
		return
	}
	p.block(open, func() {
		for _, parameter := range parameters {
			p.Line("%s,", parameter)
		}
	}, end)
}

// tree spells tables of builders.
func (b *builderPrinter) tree() treePrinter {
	return treePrinter{generator: b.generator, own: func(v plan.Value) node {
		switch v := v.(type) {
		case plan.Source:
			return atom(b.make(camel(string(v))))
		case plan.Param:
			return atom("({ params }) => params[" + quote(b.protocol.Params[v].Name) + "]")
		case *plan.Group:
			return atom(b.define(v))
		}
		panic(fmt.Sprintf("typescript: unhandled value %T", v))
	}}
}

// define spells a function, the first time, and returns its name.
func (b *builderPrinter) define(g *plan.Group) string {
	if name := b.functions[g]; name != "" {
		return name
	}
	name := g.Words[0]
	for _, word := range g.Words[1:] {
		name += b.names.Words(word)
	}
	if b.taken[name] {
		name += "Of" + b.names.Type(g.Records[0])
	}
	for n, stem := 2, name; b.taken[name]; n++ {
		name = fmt.Sprintf("%s%d", stem, n)
	}
	b.taken[name], b.functions[g] = true, name
	w := b.ruleWriter("self", g.Records[0], &g.Program)
	w.body(g.Program)
	var parameters []string
	if w.ReadsThis || w.NeedsInputs() {
		parameters = append(parameters, parameter("self", w.ReadsThis))
	}
	if w.NeedsInputs() {
		parameters = append(parameters, "run: any")
	}
	b.texts = append(b.texts, function(name, comment("", "", "Returns "+inert(g.About)+":\n"+g.Text), parameters, b.resultType(g.Result), w.String()))
	return name
}

// registry lists the builders by name.
func (s *generator) registry() string {
	var members []item
	for _, b := range s.protocol.Builders {
		members = append(members, item{keyOfLiteral(b.Name), object(code("of", s.info(b.Makes)), code("safeBuild", "safeBuild"+s.names.Builder(b)))})
	}
	p := newPrinter(0)
	p.WriteString(comment("", "", "The builders by their names in the spec, for programs that choose one at run time."))
	p.block("export const builders: "+s.optionsOf(s.make("Builders"))+" = {", func() {
		for _, m := range members {
			p.literal(m.prefix(), m.value, ",")
		}
	}, "};")
	return p.String()
}
