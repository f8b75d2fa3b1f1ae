package golang

import (
	"regexp"
	"slices"
	"strings"
	"sync"

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
	paragraphs = append(paragraphs, start+". Errors are *ValidationError or *OptionError. A decoded value keeps one private copy of its text alive, because its strings are slices of it.",
		"Types have the methods of envelope.Message and encoding/json. "+usualString+" DecodeFrom and EncodeTo are for generated code.")
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "//")
		}
		lines = append(lines, comment(p)...)
	}
	return lines
}

// usesMap reports whether any value of a protocol is a map.
func usesMap(p *ir.Protocol) bool {
	isMap := func(v ir.Value) bool { _, is := v.Kind.(ir.Map); return is }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return isMap(t.Value) || holds(t.Value, isMap) })
}

// holdsDateTimes reports whether a protocol has date-times whose type has no name and therefore no methods.
func holdsDateTimes(p *ir.Protocol) bool {
	isUnnamed := func(v ir.Value) bool { _, is := v.Kind.(ir.String); return is && v.IsDateTime() }
	return slices.ContainsFunc(p.Types, func(t *ir.Type) bool { return holds(t.Value, isUnnamed) })
}

// holds reports whether a value or any part of it satisfies a predicate.
func holds(v ir.Value, is func(ir.Value) bool) bool {
	return slices.ContainsFunc(v.Inside(), func(v ir.Value) bool { return is(v) || holds(v, is) })
}

// forward is a function of package envelope that the packages of protocols export too.
type forward struct{ about, text string }

// sharedTypes are the types of package envelope that the packages of protocols export too, holderTypes those of one parameter.
const (
	sharedTypes = "Issue Level ValidationError OptionError Option Null Raw Object Member Codec"
	holderTypes = "Opt Nullable OptNullable"
)

// ofShared matches the names of these types in the support code.
var ofShared = regexp.MustCompile(`\b(?:` + strings.ReplaceAll(sharedTypes+" "+holderTypes, " ", "|") + `)\b`)

var forwarding = regexp.MustCompile(`(?m)((?:^//.*\n)+)^(func (\w+).*\{ return )wire(\..*\})$`)

// forwards contains the functions of package envelope that forward to package wire, by name.
var forwards = sync.OnceValue(func() map[string]forward {
	files, err := supportCode()
	if err != nil {
		panic(err) // the files are embedded
	}
	list := map[string]forward{}
	for _, f := range files {
		for _, m := range forwarding.FindAllStringSubmatch(string(f.Data), -1) {
			about := strings.ReplaceAll(strings.TrimPrefix(m[1], "// "), "\n// ", " ")
			head := strings.NewReplacer("T Message", "T envelope.Message", "m Message", "m envelope.Message").Replace(strings.TrimPrefix(m[2], "func "+m[3]))
			head = "func " + own(m[3]) + ofShared.ReplaceAllStringFunc(head, own)
			list[m[3]] = forward{about, head + "envelope" + strings.ReplaceAll(m[4], ", opts)", ", opts...)")}
		}
	}
	return list
})

// exports declares names of package envelope, so that a user imports only one package. It also declares the entry point by type name.
func (g *generator) exports(add func(...jen.Code)) {
	types := strings.Fields(sharedTypes)
	if len(g.protocol.Conversations) > 0 {
		types = append(types, "OpenExchange")
	}
	generic := strings.Fields(holderTypes)
	if g.hasMap {
		generic = append(generic, "Map")
	}
	add(g.declare("exports", map[string][]string{"Types": types, "Generic": generic}))
	functions := "Some NonNull OptNonNull OptNull ParseRaw RawOf MustRaw ObjectOf Indent NewObject Equal EncodeUnchecked "
	if holdsDateTimes(g.protocol) {
		functions += "AsTime DateTimeText "
	}
	for _, name := range strings.Fields(functions + "MaxDepth MaxBytes MaxIssues MaxRemembered Report Strict Now") {
		f := forwards()[name]
		add(g.p(doc(strings.Replace(f.about, name, g.names.Own(name), 1)) + "\n" + f.text))
	}
	add(g.paramOptions()...)
	add(g.declare("byName", g.mark(jen.Lit(g.protocol.Root.Name))))
}

// codecs returns the codecs of all types.
func (g *generator) codecs() (codecs []string) {
	for _, t := range g.protocol.Types {
		name, codec := g.names.Type(t), ""
		switch {
		case g.needsForm(t):
			codec = "wire.FormCodec(" + g.mark(jen.Lit(t.Name)) + ", " + g.formName(t) + ")"
		case isPlainRecord(t):
			codec = "wire.RecordCodec[" + name + "](" + g.mark(jen.Lit(t.Name)) + ", " + g.mark(g.shared(t)) + ")"
		default:
			codec = "wire.ValueCodec[" + name + "](" + g.mark(jen.Lit(t.Name)) + ", " + g.mark(g.shared(t)) + ")"
		}
		codecs = append(codecs, codec)
	}
	return codecs
}
