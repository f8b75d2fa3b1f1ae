package golang

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// A builder is a method of the type Builder. What its caller has to give is its parameters; the rest is set by functions, on the message
// itself, so that no second type says what may be given. What is absent behind them, or zero where a field cannot be absent, is left out.

// builders are the type, its methods, and what writes the messages.
func (g *generator) builders(add func(...jen.Code)) {
	add(g.layout()...)
	if len(g.protocol.Builders) == 0 {
		return
	}
	add(g.builderType())
	var printers []*builderPrinter
	taken := map[string]bool{"Now": true, "NewID": true, "Getenv": true, "Started": true, "Options": true, "Secrets": true, "Store": true, "Out": true}
	fills := &helpers{}
	for _, b := range g.protocol.Builders {
		p := &builderPrinter{g: g, b: b, name: g.builderName(b, taken), fills: fills}
		printers = append(printers, p)
		add(p.method())
	}
	add(fills.code...)
	add(g.building.code...)
	add(g.buildersByName(printers))
}

// builderName is what the method is called: not like a field of Builder.
func (g *generator) builderName(b *ir.Builder, taken map[string]bool) string {
	name := g.names.Builder(b)
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// builderType declares the type. Its fields are those of wire.Source, spelled out for its documentation.
func (g *generator) builderType() jen.Code {
	field := func(name string, typ *jen.Statement, doc string) jen.Code {
		return commented(jen.Id(name).Add(typ), doc)
	}
	return commented(jen.Type().Id("Builder").Struct(
		field("Now", jen.Func().Params().Qual("time", "Time"), "Now is the clock. The default is the time that Options set, or else that of the system."),
		field("NewID", jen.Func().Params(jen.Id("kind").String()).String(), "NewID returns a new id; kind is \"uuid\" or \"ulid\". The default is a random one."),
		field("Getenv", jen.Func().Params(jen.Id("name").String()).String(), "Getenv looks into the environment. The default is that of the process."),
		field("Started", jen.Qual("time", "Time"), "Started is where durations begin. Without it they are left out."),
		field("Options", jen.Index().Id("Option"), "Options are for the check of the message."),
		field("Secrets", jen.Op("*").Add(g.envelope("Secrets")), "Secrets are replaced in the message. The default replaces nothing."),
		field("Store", g.envelope("ArtifactStore"), g.storeDoc()),
		field("Out", jen.Qual("io", "Writer"), "Out takes the text of each message that is built, as Emit writes it, one message after the other, also where several builders share it. It costs less than Emit afterwards. The default writes nothing.")),
		"Builder builds messages. Each method takes the members that the caller must give, then functions that set others. The builder fills in absent members, and zero ones that cannot be absent, "+
			"as the spec says. The error for an invalid message is a *ValidationError. The zero Builder is ready for use; all methods are safe for concurrent use.")
}

// builderPrinter spells one builder.
type builderPrinter struct {
	g     *generator
	b     *ir.Builder
	name  string
	fills *helpers // functions that fill in, shared by builders that fill in the same

	params []param
	args   []jen.Code // what the entry by name passes for params
	taken  map[string]bool
	// reserved are names of variables that no member gets.
	reserved map[string]bool
	begun    map[*ir.Fill]bool // what stands in the message before the caller's functions see it
}

// method is the builder.
func (p *builderPrinter) method() jen.Code {
	g, b := p.g, p.b
	p.begun = map[*ir.Fill]bool{}
	p.taken = map[string]bool{"b": true, "set": true, "v": true, "a": true, "x": true}
	answered := ""
	if b.Answered != nil {
		answered = p.free(g.names.Type(b.Answered), "Answered")
		p.params = append(p.params, param{answered, g.variantType(b.Answered)})
	}
	literal := &part{of: b.Makes}
	p.demand(b.Draft, literal, func() *jen.Statement { return jen.Id("given") })
	body, copies := p.copies(answered, literal)
	p.preset(literal)
	build := g.buildFunc(b.Makes)
	message := jen.Op("&").Add(literal.code(g))
	if copies != nil {
		body = append(append(body, jen.Id("v").Op(":=").Add(message)), copies...)
		message = jen.Id("v")
	}
	fill := p.fill()
	body = append(body, jen.Return(jen.Id(build).Call(append([]jen.Code{jen.Id("b"), message, jen.Id("set"), fill}, p.steps(fill)...)...)))
	list := append(paramList(p.params), jen.Id("set").Op("...").Func().Params(p.pointer()))
	params := jen.Params(list...)
	if len(p.params) > mostInLine {
		params = jen.Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, list...)
	}
	head := jen.Func().Params(jen.Id("b").Id("Builder")).Id(p.name).Add(params).Params(p.pointer(), jen.Error())
	return commented(head.Block(body...), p.doc()...)
}

func (p *builderPrinter) pointer() *jen.Statement { return jen.Op("*").Id(p.g.names.Type(p.b.Makes)) }

// doc says what the builder makes, and what it fills in.
func (p *builderPrinter) doc() []string {
	about := p.name + " builds " + withArticle(p.g.names.Type(p.b.Makes))
	if p.b.Answered != nil {
		about += " from an earlier message, " + withArticle(p.g.names.Type(p.b.Answered))
	}
	text := about + "."
	if p.b.Doc.Text != "" {
		text += " " + stop(p.b.Doc.Text)
	}
	var filled []string
	for _, f := range p.b.Fills {
		if last := f.At[len(f.At)-1]; isStored(last) {
			filled = append(filled, oneLine(strings.TrimPrefix(wayText(f.At), ".")))
		}
	}
	for _, c := range p.b.Copies {
		filled = append(filled, oneLine(strings.TrimPrefix(wayText(c.At), ".")))
	}
	filled = slices.Compact(slices.Sorted(slices.Values(filled)))
	if len(filled) > 0 {
		text += " It fills in " + alternativesAnd(filled) + "."
	}
	text += p.storing() + p.shortening()
	source := ""
	if p.b.Doc.Source != "" {
		source = "Source: " + stop(p.b.Doc.Source)
	}
	return []string{text, source}
}

func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "AEIO") {
		return "an " + noun
	}
	return "a " + noun
}

func wayText(way []*ir.Field) string {
	text := ""
	for _, f := range way {
		text += "." + memberName(f.Name)
	}
	return text
}

// demand makes parameters of what the caller has to give.
func (p *builderPrinter) demand(d *ir.Draft, into *part, given func() *jen.Statement) {
	g := p.g
	for _, m := range d.Members {
		f := m.Field
		field := func() *jen.Statement { return given().Dot(g.names.Field(f)) }
		switch {
		case !m.Must || !isStored(f):
		case m.Draft != nil && m.Draft.Of.Error == nil:
			inner := &part{of: m.Draft.Of, field: f, typ: g.goType(f.Value), pointer: g.cycles.byPointer(d.Of, f.Value)}
			into.parts = append(into.parts, inner)
			if inner.pointer {
				inside := field
				field = func() *jen.Statement { return g.wire("Given").Call(inside()) }
			}
			p.demand(m.Draft, inner, field)
		default:
			p.parameter(d.Of, f, into, field())
		}
	}
}

func (p *builderPrinter) parameter(of *ir.Type, f *ir.Field, into *part, given *jen.Statement) {
	g := p.g
	pointer := g.cycles.byPointer(of, f.Value)
	typ := g.innerType(f.Value, pointer)
	if f.Required {
		typ = g.placeType(f.Value, true, pointer)
	}
	failure := recordOf(f.Value)
	isFailure := failure != nil && failure.Error != nil && !pointer && modeOf(f.Value, true) == plain
	if isFailure { // errors are pointers
		typ = jen.Op("*").Add(typ)
	}
	name := p.free(g.names.Field(f), g.typeKey(f.Value))
	value := jen.Id(name)
	if isFailure {
		value = jen.Op("*").Add(g.wire("Given").Call(value))
	}
	if !f.Required {
		value = g.given(f, value)
		given = g.wire("Value").Call(given.Dot("Get").Call())
	}
	switch {
	case isFailure && f.Required:
		given = jen.Op("&").Add(given)
	case isFailure:
		given = g.wire("Pointer").Call(given)
	}
	p.params = append(p.params, param{name, typ})
	p.args = append(p.args, given)
	into.parts = append(into.parts, &part{field: f, value: value})
}

// param is a parameter of a function.
type param struct {
	name string
	typ  *jen.Statement
}

// paramList spells parameters, those of one type together.
func paramList(params []param) []jen.Code {
	var list []jen.Code
	for i := 0; i < len(params); {
		var names []jen.Code
		first := params[i].typ.GoString()
		for ; i < len(params) && params[i].typ.GoString() == first; i++ {
			names = append(names, jen.Id(params[i].name))
		}
		list = append(list, jen.List(names...).Add(params[i-1].typ))
	}
	return list
}

// helping matches the names of functions that builders call.
var helping = regexp.MustCompile(`^(build|fill|store|shorten)`)

// free is the name of a parameter: that of a member, or of its type where Go or the code has another use for the first.
func (p *builderPrinter) free(name, typ string) string {
	list := []string{unexported(name)}
	if token.IsExported(typ) && !strings.ContainsAny(typ, ".[ ") {
		list = append(list, unexported(typ))
	}
	list = append(list, unexported(name)+"Value")
	usable := func(name string) bool {
		return !p.taken[name] && !token.IsKeyword(name) && types.Universe.Lookup(name) == nil && !(p.g.private[name] && helping.MatchString(name)) && name != "wire" && name != "envelope" && name != "time" &&
			!slices.ContainsFunc(p.g.imports, func(i target.Import) bool { return p.g.importName(i) == name })
	}
	i := slices.IndexFunc(list, usable)
	for n := 2; i < 0; n++ {
		list = append(list, fmt.Sprintf("%s%d", list[0], n))
		i = slices.IndexFunc(list, usable)
	}
	p.taken[list[i]] = true
	return list[i]
}

// part is a record that a literal begins, or a member of it.
type part struct {
	field   *ir.Field
	value   *jen.Statement // of a member
	of      *ir.Type       // of a record
	typ     *jen.Statement
	pointer bool
	parts   []*part
}

// within is the part of a record inside, or nil where its caller gives all of it.
func (l *part) within(g *generator, way []*ir.Field) *part {
	for _, f := range way {
		i := slices.IndexFunc(l.parts, func(inner *part) bool { return inner.field == f })
		if i < 0 {
			i = len(l.parts)
			l.parts = append(l.parts, &part{of: recordOf(f.Value), field: f, typ: g.goType(f.Value), pointer: g.cycles.byPointer(l.of, f.Value)})
		}
		if l = l.parts[i]; l.value != nil {
			return nil
		}
	}
	return l
}

// code is the literal of a record.
func (l *part) code(g *generator) *jen.Statement {
	typ := l.typ
	if typ == nil {
		typ = jen.Id(g.names.Type(l.of))
	}
	order := l.of.Value.Kind.(*ir.Record).Fields
	slices.SortStableFunc(l.parts, func(a, b *part) int { return slices.Index(order, a.field) - slices.Index(order, b.field) })
	var fields []jen.Code
	for _, m := range l.parts {
		value := m.value
		if value == nil {
			value = m.code(g)
			if m.pointer {
				value = jen.Op("&").Add(value)
			}
		}
		fields = append(fields, keyed(g.names.Field(m.field), value))
	}
	if len(fields) > mostInLine {
		return typ.Add(onePerLine(fields))
	}
	return typ.Values(fields...)
}

// mostInLine is how many members of a literal, or parameters, stand on one line.
const mostInLine = 5

// buildFunc is the function that builds records like t: it checks them as the messages that they are.
func (g *generator) buildFunc(t *ir.Type) string {
	return g.helper(&g.building, g.shared(t).GoString(), []string{"build"}, func(name string) jen.Code {
		constraint := g.wire("Coded").Types(jen.Id("T"))
		step := func() *jen.Statement { return jen.Func().Params(jen.Op("*").Add(g.wire("Filler")), jen.Id("P")) }
		params := []jen.Code{jen.Id("b").Id("Builder"), jen.Id("v").Id("P"), jen.Id("set").Index().Func().Params(jen.Id("P")), jen.Id("fill").Func().Params(jen.Id("f").Op("*").Add(g.wire("Filler")), jen.List(jen.Id("v"), jen.Id("was")).Id("P"))}
		args := []jen.Code{g.wire("Source").Call(jen.Id("b")), jen.Op("&").Id("layout"), g.shared(t), jen.Id("v"), jen.Id("set"), jen.Id("fill")}
		if slices.ContainsFunc(g.protocol.Builders, hasSteps) {
			params, args = append(params, jen.Id("then").Op("...").Add(step())), append(args, jen.Id("then").Op("..."))
		}
		return commented(jen.Func().Id(name).Types(jen.Id("T").Any(), jen.Id("P").Add(constraint)).Params(params...).Params(jen.Id("P"), jen.Error()).Block(
			jen.Return(g.wire("Build").Call(args...))),
			name+" completes and checks a message.")
	})
}

// buildersByName are the entry for tools that learn the name of a builder at run time.
func (g *generator) buildersByName(printers []*builderPrinter) jen.Code {
	var codecs []jen.Code
	for _, p := range printers {
		codecs = append(codecs, p.codec())
	}
	list := func() *jen.Statement { return jen.Index().Add(g.envelope("BuilderCodec")) }
	return commented(jen.Func().Id("Builders").Params().Add(list()).Block(jen.Return(list().Add(onePerLine(codecs)))),
		"Builders returns the codecs of all builders, for tools that learn the name of one at run time.")
}

func (p *builderPrinter) codec() jen.Code {
	g := p.g
	answered, read, args := jen.Id("_").Id("Null"), jen.Nil(), p.args
	if t := p.b.Answered; t != nil {
		answered, args = jen.Id("answered").Add(g.variantType(t)), append([]jen.Code{jen.Id("answered")}, args...)
		if read = g.wire("New").Types(g.typeName(t)); isUnion(t.Value.Kind) {
			read = g.readFunc(t)
		}
	}
	given := "_"
	if len(p.args) > 0 {
		given = "given"
	}
	call := jen.Id("Builder").Call(jen.Id("s")).Dot(p.name).Call(append(args, jen.Id("set"))...)
	build := jen.Func().Params(jen.Id("s").Add(g.envelope("Source")), answered, jen.Id(given).Add(p.pointer()), jen.Id("set").Func().Params(p.pointer())).
		Params(p.pointer(), jen.Error()).Block(jen.Return(call))
	return g.wire("NewBuilderCodec").Call(jen.Lit(p.b.Name), jen.Op("&").Id(layoutVariable), read, build)
}
