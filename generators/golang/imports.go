package golang

import (
	"path"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// Types of other protocols are used as they are. Their methods DecodeFrom and EncodeTo read and write them inside of the own types.
// For interfaces, and for schemas, Parts leads to functions that are unexported in their package. Types that are not declared are read
// by what the ir says of them, as own ones are.

// isForeign reports whether another package declares a type.
func (g *generator) isForeign(t *ir.Type) bool { return g.names.PackageOf(t) != "" }

// typeName refers to a type, in whichever package.
func (g *generator) typeName(t *ir.Type) *jen.Statement { return g.from(t, g.names.Type(t)) }

// typeText is typeName for comments.
func (g *generator) typeText(t *ir.Type) string {
	if g.isForeign(t) {
		return g.names.PackageOf(t) + "." + g.names.Type(t)
	}
	return g.names.Type(t)
}

// from refers to a name of the package of a type.
func (g *generator) from(t *ir.Type, name string) *jen.Statement {
	if g.isForeign(t) {
		return jen.Qual(g.paths[t.Protocol], name)
	}
	return jen.Id(name)
}

// part refers to a function that reads or writes inside of a value: own ones by their name, others through Parts.
func (g *generator) part(t *ir.Type, own, verb string) *jen.Statement {
	if g.isForeign(t) {
		return g.from(t, "Parts").Dot(verb + g.names.Type(t))
	}
	return jen.Id(own)
}

// readFunc is what reads a union or choice.
func (g *generator) readFunc(t *ir.Type) *jen.Statement {
	return g.part(t, "read"+g.names.Type(t), "Decode")
}

// importNames says for a file under which names the packages of other protocols are imported. One that is called like the
// end of its path is not renamed.
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

// importName is the name of an imported package, or "" if nothing of it can be used.
func (g *generator) importName(i target.Import) string {
	if len(i.Protocol.Types) == 0 {
		return ""
	}
	return g.names.PackageOf(i.Protocol.Types[0])
}

// allTypes are the types of a protocol and of those that it leads to.
func (g *generator) allTypes() []*ir.Type {
	types := g.protocol.Types
	for _, i := range g.imports {
		types = append(types[:len(types):len(types)], i.Protocol.Types...)
	}
	return types
}

// schemaOwners are the types of other protocols by the schema that decides about them.
func (g *generator) schemaOwners() map[*ir.Schema]*ir.Type {
	owners := map[*ir.Schema]*ir.Type{}
	for _, t := range g.allTypes() {
		if g.isForeign(t) && t.Value.Evaluated() != nil {
			owners[t.Value.Evaluated()] = t
		}
	}
	return owners
}

// parts are what other generated packages need to use the types of this one inside of their own.
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

// partsOf are the methods for one type.
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

// inBraces is a body on one line.
func inBraces(body jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}"}, body)
}
