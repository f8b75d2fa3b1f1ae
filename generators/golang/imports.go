package golang

import (
	"path"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// Types of other protocols are used unchanged. Their methods DecodeFrom and EncodeTo read and write them within types of this package. For
// interfaces and schemas, Parts refers to functions that are unexported in their package. Undeclared types of other protocols are read
// according to the ir, like the package's own types.

// isForeign reports whether another package declares a type.
func (g *generator) isForeign(t *ir.Type) bool { return g.names.PackageOf(t) != "" }

// typeName refers to a type in any package.
func (g *generator) typeName(t *ir.Type) *jen.Statement { return g.from(t, g.names.Type(t)) }

// typeText is typeName for comments.
func (g *generator) typeText(t *ir.Type) string {
	if g.isForeign(t) {
		return g.names.PackageOf(t) + "." + g.names.Type(t)
	}
	return g.names.Type(t)
}

// from refers to a name in the package of a type.
func (g *generator) from(t *ir.Type, name string) *jen.Statement {
	if g.isForeign(t) {
		return jen.Qual(g.paths[t.Protocol], name)
	}
	return jen.Id(name)
}

// part refers to a function that reads or writes a value within another value: functions of this package by name, others through Parts.
func (g *generator) part(t *ir.Type, own, verb string) *jen.Statement {
	if g.isForeign(t) {
		return g.from(t, "Parts").Dot(verb + g.names.Type(t))
	}
	return jen.Id(own)
}

// readFunc returns the function that reads a union or choice.
func (g *generator) readFunc(t *ir.Type) *jen.Statement {
	return g.part(t, "read"+g.names.Type(t), "Decode")
}

// importNames adds the import names of the packages of other protocols to a file. A package whose name ends its path is not renamed.
func (g *generator) importNames(file *jen.File) {
	for _, i := range g.imports {
		switch name := g.importName(i); name {
		case "":
		case path.Base(i.Path):
			file.ImportName(i.Path, name)
		default:
			file.ImportAlias(i.Path, name)
		}
	}
}

// importName returns the name of an imported package, or "" if the package exports nothing useful.
func (g *generator) importName(i target.Import) string {
	if len(i.Protocol.Types) == 0 {
		return ""
	}
	return g.names.PackageOf(i.Protocol.Types[0])
}

// allTypes returns the types of a protocol and of those that it imports.
func (g *generator) allTypes() []*ir.Type {
	types := g.protocol.Types
	for _, i := range g.imports {
		types = append(types[:len(types):len(types)], i.Protocol.Types...)
	}
	return types
}

// schemaOwners returns the types of other protocols by the schema that validates them.
func (g *generator) schemaOwners() map[*ir.Schema]*ir.Type {
	owners := map[*ir.Schema]*ir.Type{}
	for _, t := range g.allTypes() {
		if g.isForeign(t) && t.Value.Evaluated() != nil {
			owners[t.Value.Evaluated()] = t
		}
	}
	return owners
}

// parts declares the functions that other generated packages need for types of this package.
func (g *generator) parts(add func(...jen.Code)) {
	var code []jen.Code
	for _, t := range g.protocol.Types {
		code = append(code, g.partsOf(t)...)
	}
	if code == nil {
		return
	}
	add(commented(jen.Var().Id("Parts").Id("parts"), "Parts reads and writes types of this package within types of others. It is for generated packages that import this one."))
	add(jen.Type().Id("parts").Struct())
	add(code...)
}

// partsOf returns the methods for one type.
func (g *generator) partsOf(t *ir.Type) []jen.Code {
	name := g.names.Type(t)
	method := func(verb string, params ...jen.Code) *jen.Statement {
		return jen.Func().Params(jen.Id("parts")).Id(verb + name).Params(params...)
	}
	var code []jen.Code
	if s := t.Value.Evaluated(); s != nil && (t.Value.Nullable || !g.isDeclared(t)) {
		code = append(code, oneLiner(method("Valid", g.readerParam()).Bool(), g.valid(s), ""))
	}
	if isInterface(t.Value.Kind) {
		v, w := jen.Id("v"), jen.Id("w")
		code = append(code, oneLiner(method("Decode", g.readerParam()).Id(name), g.readFunc(t).Call(jen.Id("r")), ""),
			method("Encode", g.writerParam(), jen.Id("v").Id(name)).Add(inBraces(g.writeInterface(w, t, v))))
	}
	return code
}

// inBraces returns a body on one line.
func inBraces(body jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}"}, body)
}
