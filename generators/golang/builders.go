package golang

import (
	"fmt"
	"github.com/envgen/envgen/generators/link"
	"go/token"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// A builder is a method of the type Builder. Its argument is a draft, which distinguishes absent members from zero values. The builder
// completes a copy of the draft, creates the message, and computes further members from the message.

// builders declares the type, its methods, and the functions that write the messages.
func (g *generator) builders(add func(...jen.Code)) {
	add(g.layout()...)
	if len(g.protocol.Builders) == 0 {
		return
	}
	add(g.builderType())
	var printers []*builderPrinter
	taken := map[string]bool{"Now": true, "NewID": true, "Getenv": true, "Started": true, "Options": true, "Secrets": true, "Store": true, "Out": true}
	fills, drafts := &helpers{}, g.newDrafts()
	for i, row := range plan.BuildersOf(g.protocol).Rows {
		b := g.protocol.Builders[i]
		p := &builderPrinter{g: g, b: b, row: row, name: g.builderName(b, taken), fills: fills, drafts: drafts}
		printers = append(printers, p)
	}
	drafts.declareRoots(g, printers)
	for _, p := range printers {
		add(p.method())
	}
	add(drafts.code...)
	add(fills.code...)
	add(g.building.code...)
	add(g.buildersByName(printers))
}

// builderName returns the name of the method. It differs from the fields of Builder.
func (g *generator) builderName(b *ir.Builder, taken map[string]bool) string {
	name := g.names.Builder(b)
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// withSources converts between Builder and wire.Source. Other protocols of a folder may need more fields of wire.Source.
func (g *generator) withSources(to, value string) string {
	if g.features.Has(link.All) {
		return to + "(" + value + ")"
	}
	names := []string{"Now"}
	if g.features.Has(plan.FeatureFills) {
		names = append(names, "NewID", "Getenv", "Started")
	}
	names = append(names, "Options")
	if g.features.Has(plan.FeatureSecrets) {
		names = append(names, "Secrets")
	}
	if g.features.Has(plan.FeatureStores) {
		names = append(names, "Store")
	}
	fields := make([]string, 0, len(names)+1)
	for _, name := range append(names, "Out") {
		fields = append(fields, name+": "+value+"."+name)
	}
	return to + "{" + strings.Join(fields, ", ") + "}"
}

// builderType declares the type. It repeats the fields of wire.Source for the sake of its documentation.
func (g *generator) builderType() jen.Code {
	field := func(name string, typ *jen.Statement, doc string) jen.Code {
		return commented(jen.Id(name).Add(typ), doc)
	}
	fields := []jen.Code{field("Now", jen.Func().Params().Qual("time", "Time"), "Now is the clock. The default is the time that Options set, or else that of the system.")}
	if g.features.Has(plan.FeatureFills) {
		fields = append(fields,
			field("NewID", jen.Func().Params(jen.Id("kind").String()).String(), "NewID returns a new id; kind is \"uuid\" or \"ulid\". The default is a random one."),
			field("Getenv", jen.Func().Params(jen.Id("name").String()).String(), "Getenv looks into the environment. The default is that of the process."),
			field("Started", jen.Qual("time", "Time"), "Started is where durations begin. Without it they are left out."))
	}
	fields = append(fields, field("Options", jen.Index().Add(g.own("Option")), "Options are for the check of the message."))
	if g.features.Has(plan.FeatureSecrets) {
		fields = append(fields, field("Secrets", jen.Op("*").Add(g.envelope("Secrets")), "Secrets are replaced in the message. The default replaces nothing."))
	}
	if g.features.Has(plan.FeatureStores) {
		fields = append(fields, field("Store", g.envelope("ArtifactStore"), g.storeDoc()))
	}
	fields = append(fields, field("Out", jen.Qual("io", "Writer"), "Out takes the text of each message that is built, as Emit writes it, one message after the other, also where several builders share it. It costs less than Emit afterwards. The default writes nothing."))
	return commented(jen.Type().Id("Builder").Struct(fields...),
		"Builder builds messages. Each method takes a draft with the caller's members. The builder fills in absent members as the spec says; zero values and null are present. "+
			"A required member that is still absent is an issue. The error for an invalid message is a *ValidationError. The zero Builder is ready for use; all methods are safe for concurrent use.")
}

// builderPrinter prints one builder.
type builderPrinter struct {
	g      *generator
	b      *ir.Builder
	row    plan.Record
	name   string
	draft  string   // the type of its draft
	fills  *helpers // functions that builders share if their tables are equal
	drafts *drafts

	params []param
	taken  map[string]bool
	// reserved contains names of variables that no member may use.
	reserved map[string]bool
}

// method returns the method of the builder.
func (p *builderPrinter) method() jen.Code {
	g, b := p.g, p.b
	p.taken = map[string]bool{"b": true, "d": true, "f": true, "v": true, "a": true, "x": true}
	answered, params := "", []any{}
	if b.Answered != nil {
		answered = p.free(g.names.Type(b.Answered), "Answered")
		params = []any{answered, " ", g.variantType(b.Answered), ", "}
	}
	var body []any
	body = append(append(body, p.copies(answered)...), blocks(append(p.static(), p.lacks(b.Draft, nil)...))...)
	inside, fill := p.computed()
	if inside == nil {
		body = append(body, "return wire.Pointer(d.message())")
	} else {
		body = append(append(append(body, "v := wire.Pointer(d.message())\n"), inside...), "return v")
	}
	call := []any{"return ", g.buildFunc(b.Makes), "(b, d, func(f *wire.Filler, d *", p.draft, ") ", p.pointer(), " {\n"}
	call = append(append(append(call, body...), "\n}, ", fill), p.steps()...)
	head := append([]any{"func (b Builder) ", p.name, "("}, append(params, "d *", p.draft, ") (", p.pointer(), ", error) {\n")...)
	return commented(g.p(append(append(head, call...), ")\n}\n")...), p.doc()...)
}

func (p *builderPrinter) pointer() *jen.Statement { return jen.Op("*").Id(p.g.names.Type(p.b.Makes)) }

// doc describes the message of the builder and the members that it fills in.
func (p *builderPrinter) doc() []string {
	about := p.name + " builds " + withArticle(p.g.names.Type(p.b.Makes))
	if p.b.Answered != nil {
		about += " from an earlier message, " + withArticle(p.g.names.Type(p.b.Answered))
	}
	text := about + "."
	if p.b.Doc.Text != "" {
		text += " " + stop(p.b.Doc.Text)
	}
	filled := slices.DeleteFunc(plan.FilledIn(p.b), func(way []*ir.Field) bool { return !isStored(way[len(way)-1]) })
	names := slices.Compact(slices.Sorted(slices.Values(namesOf(filled, func(way []*ir.Field) []*ir.Field { return way }))))
	if len(names) > 0 {
		text += " It fills in " + alternativesAnd(names) + "."
	}
	shortened := append(namesOf(p.b.Cuts, func(c *ir.Cut) []*ir.Field { return c.At }), namesOf(p.b.Keeps, func(k *ir.Keep) []*ir.Field { return k.At })...)
	text += may("store", namesOf(p.b.Stores, func(s *ir.Store) []*ir.Field { return s.At })) + may("shorten", shortened) +
		may("leave out", namesOf(p.b.Omits, func(o *ir.Omit) []*ir.Field { return o.At }))
	source := ""
	if p.b.Doc.Source != "" {
		source = "Source: " + stop(p.b.Doc.Source)
	}
	return []string{text, source}
}

// namesOf returns the paths to some members, for comments.
func namesOf[T any](list []T, at func(T) []*ir.Field) (names []string) {
	for _, one := range list {
		names = append(names, oneLine(strings.TrimPrefix(wayText(at(one)), ".")))
	}
	return names
}

func may(act string, names []string) string {
	if names == nil {
		return ""
	}
	return " It may " + act + " " + alternativesAnd(names) + "."
}

func withArticle(noun string) string {
	switch noun[0] {
	case 'A', 'E', 'I', 'O':
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

// parameter adds a parameter for a member of a record.
func (p *builderPrinter) parameter(of *ir.Type, f *ir.Field, into *literalField) {
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
	name := p.free(g.names.Field(f), strings.TrimPrefix(g.typeKey(f.Value), "."))
	value := jen.Id(name)
	if isFailure {
		value = jen.Op("*").Add(g.wire("Given").Call(value))
	}
	if !f.Required {
		value = g.given(f, value)
	}
	p.params = append(p.params, param{name, typ, fmt.Sprint(g.typeKey(f.Value), pointer, f.Required, f.Value.Nullable)})
	into.parts = append(into.parts, &literalField{field: f, value: value})
}

// param is a parameter of a function.
type param struct {
	name string
	typ  *jen.Statement
	key  string // distinguishes types
}

// paramList prints parameters and groups those of one type.
func paramList(params []param) []jen.Code {
	var list []jen.Code
	for i := 0; i < len(params); {
		var names []jen.Code
		for first := params[i].key; i < len(params) && params[i].key == first; i++ {
			names = append(names, jen.Id(params[i].name))
		}
		list = append(list, jen.List(names...).Add(params[i-1].typ))
	}
	return list
}

// free returns the name of a parameter: the name of the member, or of its type if the first is reserved.
func (p *builderPrinter) free(name, typ string) string {
	list := []string{unexported(name)}
	if token.IsIdentifier(typ) && token.IsExported(typ) {
		list = append(list, unexported(typ))
	}
	list = append(list, unexported(name)+"Value")
	usable := func(name string) bool {
		return !p.taken[name] && !token.IsKeyword(name) && !slices.Contains(predeclared, name) && !(p.g.private[name] && isHelper(name)) && !slices.Contains(packages, name) &&
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

// literalField is a record in the initial literal, or a member of it.
type literalField struct {
	field   *ir.Field
	value   *jen.Statement // for a member
	of      *ir.Type       // for a record
	typ     *jen.Statement
	pointer bool
	parts   []*literalField
}

// code returns the literal of a record.
func (l *literalField) code(g *generator) *jen.Statement {
	typ := l.typ
	if typ == nil {
		typ = jen.Id(g.names.Type(l.of))
	}
	order := l.of.Value.Kind.(*ir.Record).Fields
	slices.SortStableFunc(l.parts, func(a, b *literalField) int { return slices.Index(order, a.field) - slices.Index(order, b.field) })
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

// mostInLine is the maximum number of members of a literal, or parameters, on one line.
const mostInLine = 5

// buildFunc returns the function that builds records like t and validates them as messages.
func (g *generator) buildFunc(t *ir.Type) string {
	shared := g.shared(t)
	return g.helper(&g.building, fmt.Sprint(g.protocol.AcceptsSpeaksOf(t)), []string{"build"}, func(name string) jen.Code {
		steps, pass := "", ""
		if slices.ContainsFunc(g.protocol.Builders, hasSteps) {
			steps, pass = ", steps ...func(*wire.Filler, P)", ", steps..."
		}
		return commented(g.p("func ", name, "[D, T any, P wire.Coded[T]](b Builder, d *D, take func(*wire.Filler, *D) P, fill func(*wire.Filler, P)", steps, ") (P, error) {\n",
			"return wire.Build(", g.withSources("wire.Source", "b"), ", &layout, ", shared, ", d, take, fill", pass, ")\n}\n"), name+" completes and checks a message.")
	})
}

// buildersByName declares the entry point for tools that select a builder by name at run time.
func (g *generator) buildersByName(printers []*builderPrinter) jen.Code {
	code := []any{"func Builders() []envelope.BuilderCodec {\nreturn []envelope.BuilderCodec{\n"}
	for _, p := range printers {
		code = append(code, p.codec(), ",\n")
	}
	return commented(g.p(append(code, "}\n}\n")...), "Builders returns the codecs of all builders, for tools that learn the name of one at run time.")
}

func (p *builderPrinter) codec() jen.Code {
	g := p.g
	answered, read, pass := jen.Id("_").Add(g.own("Null")), jen.Nil(), ""
	if t := p.b.Answered; t != nil {
		answered, pass = jen.Id("answered").Add(g.variantType(t)), "answered, "
		if read = g.wire("New").Types(g.typeName(t)); isUnion(t.Value.Kind) {
			read = g.readFunc(t)
		}
	}
	return g.p("wire.NewBuilderCodec(", jen.Lit(p.b.Name), ", &", layoutVariable, ", ", read, ", func(s envelope.Source, ", answered, ", d *", p.draft, ") (", p.pointer(), ", error) {\n",
		"return ", g.withSources("Builder", "s"), ".", p.name, "(", pass, "d)\n})")
}
