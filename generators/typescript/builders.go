package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// builders is what a module has of the protocol's builders.
type builders struct {
	Texts     []string // of each builder, then of the output
	Registry  []part
	Functions []string // that compute members
}

// How generated modules name what builders need, and their module.
const (
	buildNamespace = "make"
	buildModule    = "envelope/make.ts"
)

// make names something of the support code of builders.
func (s *speller) make(name string) string {
	s.use(buildNamespace)
	return buildNamespace + "." + name
}

// builderSpeller spells the builders of a protocol.
type builderSpeller struct {
	*speller
	computed []*ruleFunction // each once
	results  map[*ruleFunction]string
	known    map[string]*ruleFunction // by what they are
}

func (s *speller) builders() builders {
	var all builders
	if len(s.protocol.Builders) == 0 {
		return all
	}
	b := &builderSpeller{speller: s, results: map[*ruleFunction]string{}, known: map[string]*ruleFunction{}}
	for _, builder := range s.protocol.Builders {
		all.Texts = append(all.Texts, b.builder(builder))
	}
	for _, f := range b.computed {
		all.Functions = append(all.Functions, b.computedText(f))
	}
	all.Texts = append(all.Texts, s.registry())
	all.Texts = append(all.Texts, s.output()...)
	return all
}

// params is the argument for the parameters of a generic type, behind others.
func (s *speller) params() string {
	if len(s.protocol.Params) > 0 {
		return ", Params"
	}
	return ""
}

// optionsOf is a type of options for the protocol's parameters.
func (s *speller) optionsOf(name string) string {
	if !strings.Contains(name, ".") {
		s.use(name)
	}
	if len(s.protocol.Params) > 0 {
		return name + "<Params>"
	}
	return name
}

// valueName is the name of a type without null.
func (s *speller) valueName(t *ir.Type) string {
	if t.Value.Nullable {
		return "NonNullable<" + s.typeName(t) + ">"
	}
	return s.typeName(t)
}

func (b *builderSpeller) builder(builder *ir.Builder) string {
	p, words := newPrinter(0), b.names.Builder(builder)
	b.draft(p, builder)
	p.Line("")
	p.literal("const table"+words+": "+b.make("Builder")+"<"+b.typeName(builder.Makes)+b.params()+"> = ", object(b.table(builder)...), ";")
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
func (b *builderSpeller) builds(p *printer, builder *ir.Builder, verb, about, result string) {
	words, made := b.names.Builder(builder), b.valueName(builder.Makes)
	draft, generic := words+"Draft", ""
	if !builder.Makes.Value.Kind.(*ir.Record).Closed && b.chosen.Open != "index" {
		draft, generic, made = b.make("With")+"<"+draft+", Extra>", "<Extra = unknown>", b.make("With")+"<"+made+", Extra>"
	}
	parameters, args := []string{"draft: " + draft, "options?: " + b.optionsOf("BuildOptions")}, "(table"+words+", draft, options"
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

// head writes what stands in front of a body, with a line for each parameter where one is too short.
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

// table is what a builder does, as data.
func (b *builderSpeller) table(builder *ir.Builder) []part {
	members := []part{code("of", b.info(builder.Makes))}
	var copies, drops, given, computed []node
	for _, c := range builder.Copies {
		copied := []node{way(c.At), quotes(c.From)}
		if c.Null() {
			copied = append(copied, atom("true"))
		}
		copies = append(copies, list(copied...))
	}
	for _, d := range builder.Drops {
		drops = append(drops, way(d))
	}
	for _, g := range givenIn(builder.Draft, nil) {
		given = append(given, way(g))
	}
	for _, f := range builder.Fills {
		if c, is := f.With.(ir.FillComputed); is {
			computed = append(computed, b.compute(builder, f.At, c))
		}
	}
	add := func(name string, items []node) {
		if items != nil {
			members = append(members, part{name, list(items...)})
		}
	}
	add("copies", copies)
	add("drops", drops)
	members = append(members, part{"fills", b.fills(builder, builder.Draft, nil)})
	add("given", given)
	add("computed", computed)
	add("stores", b.stores(builder))
	add("shortened", b.shortened(builder))
	return members
}

func way(fields []*ir.Field) node {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return quotes(names)
}

// givenIn are the ways to the records of a draft that its builder does not begin.
func givenIn(d *ir.Draft, at []*ir.Field) (list [][]*ir.Field) {
	for _, m := range d.Members {
		if m.Draft == nil {
			continue
		}
		to := append(slices.Clone(at), m.Field)
		if m.Must || m.Optional {
			list = append(list, to)
		}
		list = append(list, givenIn(m.Draft, to)...)
	}
	return list
}

// fills is what is filled in without a computation, in the shape of the draft.
func (b *builderSpeller) fills(builder *ir.Builder, d *ir.Draft, at []*ir.Field) node {
	var members []part
	for _, m := range d.Members {
		to := append(slices.Clone(at), m.Field)
		if m.Draft != nil {
			members = append(members, part{keyOfLiteral(m.Field.Name), b.fills(builder, m.Draft, to)})
			continue
		}
		for _, f := range builder.Fills {
			if _, computed := f.With.(ir.FillComputed); !computed && slices.Equal(f.At, to) {
				members = append(members, code(keyOfLiteral(m.Field.Name), b.filling(f.With)))
			}
		}
	}
	return object(members...)
}

// filling is where a value comes from.
func (b *builderSpeller) filling(with ir.Filling) string {
	switch f := with.(type) {
	case ir.FillConstant:
		return literal(f.Literal)
	case ir.FillNow:
		if f.Seconds {
			return b.make("unixSeconds")
		}
		return b.make("dateTime")
	case ir.FillID:
		if f.ULID {
			return b.make("ulid")
		}
		return b.make("uuid")
	case ir.FillElapsed:
		return b.make("elapsed")
	case ir.FillParam:
		return "({ params }) => params[" + quote(b.protocol.Params[f.Index].Name) + "]"
	case ir.FillWord:
		var words []node
		for _, w := range f.Words {
			words = append(words, list(atom(quote(w.Variable)), atom(quote(w.Word))))
		}
		return "/* @__PURE__ */ " + b.make("byVariable") + "(" + list(words...).flat + ", " + quote(f.Else) + ")"
	default:
		panic(fmt.Sprintf("unknown filling %T", with))
	}
}

// registry lists the builders by name.
func (s *speller) registry() string {
	var members []part
	for _, b := range s.protocol.Builders {
		members = append(members, part{keyOfLiteral(b.Name), object(code("of", s.info(b.Makes)), code("safeBuild", "safeBuild"+s.names.Builder(b)))})
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
