package golang

import (
	"path"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// Types of other protocols are used as they are. What reads and writes them inside of the own types is unexported in
// their package; Parts, which every package has, leads there. Only declared types need that: all others are read by what
// the ir says of them, as own ones are.

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

// readFunc is what reads a declared type.
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
		if methods := g.partsOf(t); methods != nil {
			code = append(code, methods)
		}
	}
	if code == nil {
		return
	}
	add(commented(jen.Var().Id("Parts").Id("parts"), "Parts reads and writes types of this package within types of others. It is for generated packages that import this one."))
	add(jen.Type().Id("parts").Struct())
	add(code...)
}

// partsOf are the methods for one type, a line each.
func (g *generator) partsOf(t *ir.Type) jen.Code {
	name := g.names.Type(t)
	method := func(verb string, params, results, body jen.Code) *jen.Statement {
		return jen.Func().Params(jen.Id("parts")).Id(verb + name).Params(params).Add(results).Add(inBraces(body))
	}
	code := &jen.Statement{}
	if s := t.Value.Evaluated(); s != nil && (t.Value.Nullable || !g.isDeclared(t)) {
		code.Add(method("Valid", g.readerParam(), jen.Bool(), jen.Return(g.valid(s)))).Line()
	}
	r, w, v := jen.Id("r"), jen.Id("w"), jen.Id("v")
	switch {
	case !g.isDeclared(t) || isEnum(t.Value.Kind): // read as own ones are
	case isRecord(t.Value.Kind):
		pointer := jen.Op("*").Id(name)
		code.Add(method("Decode", jen.List(g.readerParam(), jen.Id("v").Add(pointer)), jen.Null(), g.readFunc(t).Call(r, v))).Line()
		code.Add(method("Encode", jen.List(g.writerParam(), jen.Id("v").Add(pointer.Clone())), jen.Null(), g.writeRecord(t).Call(w, v))).Line()
	default:
		code.Add(method("Decode", g.readerParam(), jen.Id(name), jen.Return(g.readCall(refTo(t), name)))).Line()
		code.Add(method("Encode", jen.List(g.writerParam(), jen.Id("v").Id(name)), jen.Null(), g.writeValue(refTo(t), v, name))).Line()
	}
	if len(*code) == 0 {
		return nil
	}
	return code
}

// inBraces is a body on one line.
func inBraces(body jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}"}, body)
}
