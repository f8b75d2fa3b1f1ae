package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/internal/ir"
)

// packageComment introduces the package.
func (g *generator) packageComment() []string {
	title := g.protocol.Title
	if title == "" {
		title = g.protocol.Name
	}
	text := "Package " + g.names.Package() + " holds the messages of " + stop(title)
	paragraphs := []string{text}
	if g.protocol.Doc != "" {
		paragraphs = append(paragraphs, g.protocol.Doc)
	}
	if g.protocol.Source != "" {
		paragraphs = append(paragraphs, "Source: "+stop(g.protocol.Source))
	}
	start := "Start with Parse" + g.names.Type(g.protocol.Root)
	if len(g.protocol.Builders) > 0 {
		start += " to read, and with Builder to write"
	}
	paragraphs = append(paragraphs, start+". A decoded value keeps one private copy of its text alive, because its strings are slices of it.")
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "//")
		}
		lines = append(lines, comment(p)...)
	}
	return lines
}

// sharedTypes are the types of package envelope that users of a protocol need.
var sharedTypes = []string{"Issue", "Level", "ValidationError", "OptionError", "Option", "Null", "Raw", "Object", "Member", "Codec"}

// genericTypes are those with a type parameter.
func (g *generator) genericTypes() []string {
	types := []string{"Opt", "Nullable", "OptNullable"}
	if g.hasMap {
		types = append(types, "Map")
	}
	return types
}

// usesMap reports whether any value of a protocol is a map.
func usesMap(p *ir.Protocol) bool {
	isMap := func(v ir.Value) bool { _, is := v.Kind.(ir.Map); return is }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return isMap(t.Value) || holds(t.Value, isMap) })
}

// holdsDateTimes reports whether a protocol has date-times whose type has no name, and hence no methods.
func holdsDateTimes(p *ir.Protocol) bool {
	isUnnamed := func(v ir.Value) bool { _, is := v.Kind.(ir.String); return is && v.IsDateTime() }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return holds(t.Value, isUnnamed) })
}

// holds reports whether anything inside of a value is something.
func holds(v ir.Value, is func(ir.Value) bool) bool {
	return slices.ContainsFunc(v.Inside(), func(v ir.Value) bool { return is(v) || holds(v, is) })
}

// exports are names of package envelope, so that a user imports one package, and the entry by type name.
func (g *generator) exports(add func(...jen.Code)) {
	var types []jen.Code
	for _, name := range sharedTypes {
		types = append(types, jen.Id(name).Op("=").Add(g.envelope(name)))
	}
	if len(g.protocol.Conversations) > 0 {
		types = append(types, jen.Id("OpenExchange").Op("=").Add(g.envelope("OpenExchange")))
	}
	for _, name := range g.genericTypes() {
		types = append(types, jen.Id(name).Types(jen.Id("T").Any()).Op("=").Add(g.envelope(name)).Types(jen.Id("T")))
	}
	levels := jen.Const().Defs(
		jen.Id("Must").Op("=").Add(g.envelope("Must")),
		jen.Id("Should").Op("=").Add(g.envelope("Should")))
	add(commented(jen.Type().Defs(types...), "The API that all protocols share, from package envelope."))
	add(commented(levels, "The levels of an issue. A value is valid if it has no issue of level Must."))
	add(g.presenceFunctions()...)
	add(g.rawFunctions()...)
	if holdsDateTimes(g.protocol) {
		add(g.timeFunctions()...)
	}
	add(g.optionFunctions()...)
	add(g.paramOptions()...)
	add(g.byName()...)
}

// forward declares a function that is one of package envelope. args are its parameters, as name and type.
func (g *generator) forward(name, doc string, args []jen.Code, pass []jen.Code, results ...jen.Code) jen.Code {
	return oneLiner(jen.Func().Id(name).Params(args...).Params(results...), g.envelope(name).Call(pass...), doc)
}

func (g *generator) presenceFunctions() []jen.Code {
	var code []jen.Code
	for _, f := range []struct{ name, of, doc string }{
		{"Some", "Opt", "Some returns a member that is present."},
		{"NonNull", "Nullable", "NonNull returns a value that is not null."},
		{"OptNonNull", "OptNullable", "OptNonNull returns a member that is present and not null."},
	} {
		result := jen.Id(f.of).Types(jen.Id("T"))
		code = append(code, oneLiner(
			jen.Func().Id(f.name).Types(jen.Id("T").Any()).Params(jen.Id("value").Id("T")).Add(result), g.envelope(f.name).Call(jen.Id("value")), f.doc))
	}
	return append(code, oneLiner(
		jen.Func().Id("OptNull").Types(jen.Id("T").Any()).Params().Id("OptNullable").Types(jen.Id("T")), g.envelope("OptNull").Types(jen.Id("T")).Call(),
		"OptNull returns a member that is present and null."))
}

func (g *generator) rawFunctions() []jen.Code {
	members := jen.Id("members").Op("...")
	return []jen.Code{
		g.forward("ParseRaw", "ParseRaw parses any JSON value.",
			[]jen.Code{jen.Id("data").Add(byteSlice()), optsParam()}, []jen.Code{jen.Id("data"), jen.Id("opts").Op("...")}, jen.Id("Raw"), jen.Error()),
		g.forward("RawOf", "RawOf converts a Go value to a JSON value.",
			[]jen.Code{jen.Id("value").Any()}, []jen.Code{jen.Id("value")}, jen.Id("Raw"), jen.Error()),
		g.forward("MustRaw", "MustRaw is RawOf for values that have a JSON text, such as constants. It panics for others.",
			[]jen.Code{jen.Id("value").Any()}, []jen.Code{jen.Id("value")}, jen.Id("Raw")),
		g.forward("ObjectOf", "ObjectOf converts a Go value whose JSON text is an object, such as a struct or map.",
			[]jen.Code{jen.Id("value").Any()}, []jen.Code{jen.Id("value")}, jen.Id("Object"), jen.Error()),
		g.forward("Indent", "Indent formats the text that Encode returns, with two spaces a level: Indent(m.Encode()).",
			[]jen.Code{jen.Id("text").Add(byteSlice()), jen.Err().Error()}, []jen.Code{jen.Id("text"), jen.Err()}, byteSlice(), jen.Error()),
		g.forward("NewObject", "NewObject returns an object with these members.",
			[]jen.Code{jen.Id("members").Op("...").Id("Member")}, []jen.Code{members}, jen.Id("Object")),
		oneLiner(jen.Func().Id("Equal").Types(jen.Id("T").Add(g.envelope("Message"))).Params(jen.List(jen.Id("a"), jen.Id("b")).Id("T")).Bool(),
			g.envelope("Equal").Call(jen.Id("a"), jen.Id("b")), "Equal reports whether two values are equal as JSON: neither spelling nor the order of undeclared members counts."),
	}
}

// timeFunctions are for date-times whose type has no methods.
func (g *generator) timeFunctions() []jen.Code {
	return []jen.Code{
		oneLiner(jen.Func().Id("AsTime").Types(jen.Id("S").Op("~").String()).Params(jen.Id("text").Id("S")).Params(jen.Qual("time", "Time"), jen.Error()),
			g.envelope("AsTime").Call(jen.Id("text")), "AsTime returns the instant of an RFC 3339 date-time, in the written offset."),
		g.forward("DateTimeText", "DateTimeText returns an instant as RFC 3339 date-time in UTC, truncated to milliseconds. It panics outside the years 0 to 9999.",
			[]jen.Code{jen.Id("t").Qual("time", "Time")}, []jen.Code{jen.Id("t")}, jen.String()),
	}
}

func (g *generator) optionFunctions() []jen.Code {
	n, pass := []jen.Code{jen.Id("n").Int()}, []jen.Code{jen.Id("n")}
	return []jen.Code{
		g.forward("MaxDepth", "MaxDepth limits the nesting depth of arrays and objects: 1 to 256, default 128.", n, pass, jen.Id("Option")),
		g.forward("MaxBytes", "MaxBytes limits the size of a text in bytes of UTF-8: 1 to 2147483647, default 16 MiB.", n, pass, jen.Id("Option")),
		g.forward("MaxIssues", "MaxIssues limits the number of issues returned: 1 to 2147483647, default 100.", n, pass, jen.Id("Option")),
		g.forward("MaxRemembered", "MaxRemembered limits the memory of a conversation, in bytes of JSON: 1 to 2147483647, default 64 MiB.", n, pass, jen.Id("Option")),
		g.forward("Report", "Report stores all issues in *issues, including level Should.",
			[]jen.Code{jen.Id("issues").Op("*").Index().Id("Issue")}, []jen.Code{jen.Id("issues")}, jen.Id("Option")),
		g.forward("Strict", "Strict makes a value with issues of level Should invalid, too.", nil, nil, jen.Id("Option")),
		g.forward("Now", "Now sets the current time for rules. The default is the system clock.",
			[]jen.Code{jen.Id("t").Qual("time", "Time")}, []jen.Code{jen.Id("t")}, jen.Id("Option")),
	}
}

// byName is the entry for tools that learn the name of a type at run time.
func (g *generator) byName() []jen.Code {
	all := jen.Id("codecs")
	return []jen.Code{
		commented(jen.Const().Id("RootType").Op("=").Lit(g.protocol.Root.Name), "RootType is the name of the default message type."),
		oneLiner(jen.Func().Id("TypeNames").Params().Index().String(), jen.Id("byName").Dot("Names").Call(all),
			"TypeNames returns the names that Lookup accepts, in the order of the spec."),
		oneLiner(jen.Func().Id("Lookup").Params(jen.Id("name").String()).Params(jen.Id("Codec"), jen.Bool()), jen.Id("byName").Dot("Lookup").Call(all, jen.Id("name")),
			"Lookup returns the codec of a type by its name in the spec."),
	}
}

// codecs are what byName finds.
func (g *generator) codecs() []jen.Code {
	var codecs []jen.Code
	for _, t := range g.protocol.Types {
		codec := g.wire("ValueCodec").Types(jen.Id(g.names.Type(t)))
		if isPlainRecord(t) {
			codec = g.wire("RecordCodec").Types(jen.Id(g.names.Type(t)))
		}
		codec.Call(jen.Lit(t.Name), g.shared(t))
		if g.needsForm(t) {
			codec = g.wire("FormCodec").Call(jen.Lit(t.Name), jen.Id(g.formName(t)))
		}
		codecs = append(codecs, codec)
	}
	return []jen.Code{
		commented(jen.Var().Id("byName").Add(g.wire("Codecs")), "byName remembers the codecs."),
		commented(jen.Func().Id("codecs").Params().Index().Id("Codec").Block(jen.Return(jen.Index().Id("Codec").Add(onePerLine(codecs)))),
			"codecs returns the codecs of all types, in the order of the spec."),
	}
}
