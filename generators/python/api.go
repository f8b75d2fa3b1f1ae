package python

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// api is what init.tmpl needs.
type api struct {
	Header  string
	About   string
	Imports string
	All     string // the statement that lists public names
	Codecs  []codec
	Names   string // the tuple of all types' names
	Guards  []guard
	Tables  []lookup
	Root    string
	Name    string
}

// codec is a declared type: those have functions.
type codec struct {
	Name     string // in the spec, as a literal
	Constant string
	Function string // what the names of functions end in
	Type     string
	// Definition is the statement that makes it.
	Definition string
}

// guard tells whether a string belongs to a vocabulary.
type guard struct{ Function, Type, Values string }

// lookup finds the entry of a catalog.
type lookup struct{ Function, Type, Entry, Entries, ByValue string }

// reexported are the names of the support code that users of a protocol need.
var reexported = []string{"UNSET", "Codec", "Encodable", "Instant", "Invalid", "Issue", "JsonValue", "Options", "Result", "UnsetType", "Valid", "ValidationError", "encode"}

func (g *generator) api() api {
	a := api{Header: g.header(), About: docstring("", g.about()), Root: quote(g.protocol.Root.Name), Name: quote(g.protocol.Name)}
	support, readers, models, typing := names{}, names{}, names{}, names{"Final": true}
	public := names{"PROTOCOL": true, "ROOT": true, "TYPES": true, "lookup": true}
	for _, name := range reexported {
		public.use(support.use(name))
	}
	for _, t := range g.protocol.Types {
		public.use(models.use(g.names.Type(t)))
		if _, ok := t.Value.Kind.(*ir.Enum); ok {
			typing.use("TypeGuard")
			values := public.use(models.use(g.upper(t) + "_VALUES"))
			a.Guards = append(a.Guards, guard{public.use("is_" + g.snake(t)), g.names.Type(t), values})
		}
		a.Tables = append(a.Tables, g.tables(t, public, models)...)
		if t.Lifted {
			continue
		}
		c := codec{Name: quote(t.Name), Constant: "_CODEC_" + g.upper(t), Function: g.snake(t), Type: g.names.Type(t)}
		var p printer
		p.call(c.Constant+": Final[Codec["+c.Type+"]] = Codec(", []string{c.Name, readers.use("read_" + c.Function)}, ")")
		c.Definition = p.b.String()
		for _, verb := range []string{"check_", "convert_", "decode_", "parse_"} {
			public.use(verb + c.Function)
		}
		a.Codecs = append(a.Codecs, c)
	}
	a.Imports = g.apiImports(typing, support, models, readers)
	a.All = allStatement(public)
	return a
}

// tables lists what stands beside a type that is a catalog, or a union of what several sides send.
func (g *generator) tables(t *ir.Type, public, models names) []lookup {
	for i, side := range naming.Sides(t) {
		if i == 0 {
			public.use(models.use(g.upper(t) + "_SIDES"))
		}
		public.use(models.use(g.names.From(t, side)))
	}
	if e, ok := t.Value.Kind.(*ir.Enum); !ok || e.Catalog == nil {
		return nil
	}
	entry, entries := public.use(models.use(g.names.Type(t)+"Entry")), public.use(models.use(g.upper(t)+"_ENTRIES"))
	return []lookup{{public.use(g.snake(t) + "_entry"), g.names.Type(t), entry, entries, "_" + g.upper(t) + "_BY_VALUE"}}
}

func (g *generator) apiImports(typing, support, models, readers names) string {
	var p printer
	p.imports("typing", typing)
	p.line("")
	p.b.WriteString(importSupport(support))
	p.imports("._models", models)
	p.imports("._readers", readers)
	return p.b.String()
}

func allStatement(public names) string {
	var p printer
	p.line("__all__ = [")
	p.block(func() {
		for _, name := range public.listed() {
			p.line("%s,", quote(name))
		}
	})
	p.line("]")
	return strings.TrimSuffix(p.b.String(), "\n")
}
