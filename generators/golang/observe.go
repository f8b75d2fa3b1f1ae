package golang

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
	"github.com/envgen/envgen/internal/version"
	gotemplates "github.com/envgen/envgen/templates/go"
)

// observing is the package for observers. It is a package of its own: specs may use its names for types, and programs without observers do not
// contain its table.
const observing = "observe"

// observe returns the package for observers.
func (g *generator) observe(self string) (output.File, error) {
	o := plan.Observe(g.protocol)
	file := jen.NewFile(observing)
	file.NoFormat = true
	file.HeaderComment("// " + version.Header(oneLine(g.protocol.File)))
	for _, line := range comment(o.Doc("Package "+observing+" reports", "function")) {
		file.PackageComment(line)
	}
	file.ImportName(g.support, gotemplates.Face)
	file.ImportName(g.wireImport(), path.Base(gotemplates.Wire))
	file.ImportName(self, g.names.Package())
	g.importNames(file)

	for _, line := range comment("New returns an observer of the protocol. envelope.ObserveParse, ObserveEncode, ObserveCheck and ObserveTracker take it. Its method Codec and envelope.ObserveTexts are for types that are chosen at run time.") {
		file.Op(line)
	}
	file.Func().Id("New").Params(jen.Id(observing).Func().Params(g.envelope("Observation"))).Op("*").Add(g.envelope("Observer")).Block(
		jen.Return(g.wire("NewObserver").Call(jen.Op("&").Id("names"), jen.Id(observing)))).Line()
	fields := []jen.Code{keyed("Protocol", jen.Lit(o.Protocol)), keyed("Text", textLines(o.Lines()))}
	records := recordsOf(g.protocol)
	if records != nil {
		fields = append(fields, keyed("Name", jen.Id("nameOf")))
	}
	file.Comment("names contains the declared names of the protocol.")
	file.Var().Id("names").Op("=").Add(g.wire("ObservedNames")).Custom(jen.Options{Open: "{\n", Close: ",\n}", Separator: ",\n"}, fields...).Line()
	if records != nil {
		var cases []jen.Code
		for _, t := range records {
			name := g.from(t, g.names.Type(t))
			if !g.isForeign(t) {
				name = jen.Qual(self, g.names.Type(t))
			}
			cases = append(cases, jen.Case(jen.Op("*").Add(name)).Block(jen.Return(jen.Lit(t.Name))))
		}
		file.Comment("nameOf returns the type of a message of a conversation.")
		file.Func().Id("nameOf").Params(jen.Id("m").Any()).String().Block(jen.Switch(jen.Id("m").Assert(jen.Type())).Block(cases...), jen.Return(jen.Lit("")))
	}
	var text bytes.Buffer
	if err := file.Render(&text); err != nil {
		return output.File{}, fmt.Errorf("%s: %w", observing, err)
	}
	data, err := formatted(text.Bytes())
	return output.File{Path: path.Join(g.names.Package(), observing, observing+".go"), Data: data}, err
}

// textLines returns a string on several lines.
func textLines(lines []string) jen.Code {
	quoted := make([]string, len(lines))
	for i, line := range lines {
		if quoted[i] = "`" + line + "`"; !strconv.CanBackquote(line) {
			quoted[i] = strconv.Quote(line)
		}
	}
	return jen.Op(strings.Join(quoted, " +\n"))
}

// recordsOf returns the records of all conversations, each once.
func recordsOf(p *ir.Protocol) (list []*ir.Type) {
	known := map[*ir.Type]bool{}
	for _, c := range p.Conversations {
		for _, t := range c.Records {
			if !known[t] {
				known[t], list = true, append(list, t)
			}
		}
	}
	return list
}
