package python

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// api is what init.tmpl needs.
type api struct {
	Numbers bool // whether the protocol declares any
	Header  string
	About   string
	Imports string
	All     string // the statement that lists public names
	Codecs  []codec
	Table   string // the statement that makes the table of codecs
	Guards  []guard
	Tables  []lookup
	Root    string // a literal
	Name    string // likewise
	Default string // the constant of the root's codec
	// Conversations are the statements that define them, ConversationTable the one that lists them.
	Conversations     []string
	ConversationTable string
}

// codec is that of a declared type.
type codec struct {
	Name     string // in the spec, as a literal
	Constant string
	// Definition is the statement that makes it.
	Definition string
}

// guard reports whether a string belongs to a vocabulary.
type guard struct{ Function, Type, Values string }

// lookup finds the entry of a catalog.
type lookup struct{ Function, Type, Entry, Entries, ByValue string }

// reexported are the names of the support code that users of a protocol need.
var reexported = []string{"UNSET", "Codec", "Encodable", "Instant", "Invalid", "Issue", "JsonValue", "Options", "Result", "UnsetType", "Valid", "ValidationError", "from_datetime", "pytest_assertrepr_compare", "show", "to_datetime", "verify_digest"}

// shortcuts are the methods of the root's codec that are functions of the module.
var shortcuts = []string{"check", "convert", "decode", "encode", "encode_unchecked", "try_convert", "try_decode"}

func (g *generator) api(rules *ruleTable) api {
	a := api{Header: g.header(), About: docstring("", g.about()+g.paramDocs()), Root: quote(g.protocol.Root.Name), Name: quote(g.protocol.Name)}
	u := newUses()
	u.typing.use("Final")
	public := names{"PROTOCOL_NAME": true, "ROOT_TYPE": true, "TYPE_NAMES": true, "lookup": true}
	for _, name := range shortcuts {
		public.use(name)
	}
	for _, name := range reexported {
		public.use(u.support.use(name))
	}
	for _, t := range g.protocol.Types {
		public.use(u.models.use(g.names.Type(t)))
		if _, ok := t.Value.Kind.(*ir.Enum); ok {
			u.typing.use("TypeGuard")
			values := public.use(u.models.use(g.upper(t) + "_VALUES"))
			a.Guards = append(a.Guards, guard{public.use("is_" + g.snake(t)), g.names.Type(t), values})
		}
		a.Tables = append(a.Tables, g.tables(t, public, u)...)
		if t.Lifted {
			continue
		}
		c := codec{Name: quote(t.Name), Constant: public.use(naming.CodecConstant(g.names.Type(t)))}
		if t == g.protocol.Root {
			a.Default = c.Constant
		}
		p := newPrinter(0)
		args := []string{c.Name, u.readers.use("read_" + g.snake(t))}
		if len(g.protocol.Params) > 0 {
			u.rules = true
			args = append(args, "rules."+rules.given)
		}
		if g.protocol.AcceptsSpeaksOf(t) {
			args = append(args, "rules.ACCEPTS")
		}
		if t.Numbers != nil {
			args = append(args, "numbers=_numbers")
		}
		p.call(c.Constant+": Final[Codec["+g.names.Type(t)+"]] = Codec(", args, ")")
		c.Definition = p.String()
		a.Codecs = append(a.Codecs, c)
	}
	if a.Numbers = g.hasNumbers(); a.Numbers {
		u.support.use("Numbers")
	}
	g.addConversations(&a, public, u)
	a.Imports = g.importLines(u)
	a.All = allStatement(public)
	a.Table = codecTable(a.Codecs)
	return a
}

// addConversations puts the conversations beside the codecs.
func (g *generator) addConversations(a *api, public names, u *uses) {
	if len(g.protocol.Conversations) == 0 {
		return
	}
	for _, name := range []string{"Line", "OpenExchange", "Refused", "Tracker"} {
		public.use(u.support.use(name))
	}
	u.support.use("Conversations")
	u.support.use("Tables")
	public.use("CONVERSATIONS")
	var entries []expr
	for _, c := range g.protocol.Conversations {
		if g.isForeign(c.Over) {
			u.packages[c.Over.Protocol] = true
		}
		constant := public.use(g.constantOf(c))
		class := "Conversation"
		if c.Framing == ir.NDJSON {
			class = "LineConversation"
		}
		public.use(u.support.use(class))
		p := newPrinter(0)
		codec := g.qualified(c.Over, naming.CodecConstant(g.names.Type(c.Over)))
		p.expr(call(constant+": Final["+class+"["+g.typeName(c.Over)+"]] = "+class, text(quote(c.Name)), text(codec), text("_tables")), "")
		doc := describe(c.Doc)
		if doc == "" {
			doc = "The conversation " + c.Name + "."
		}
		p.Line("%s", docstring("", doc))
		a.Conversations = append(a.Conversations, p.String())
		entries = append(entries, text(quote(c.Name)+": "+constant))
	}
	p := newPrinter(0)
	p.expr(dictOf(entries...).after("CONVERSATIONS: Final[Conversations] = "), "")
	a.ConversationTable = p.String()
}

func codecTable(codecs []codec) string {
	p := newPrinter(0)
	const open = "_CODECS: Final[dict[str, Codec[Encodable]]] = {"
	if only := "codec.name: codec for codec in (" + codecs[0].Constant + ",)"; len(codecs) == 1 && p.Fits(open+only+"}") {
		p.Line("%s%s}", open, only)
		return p.String()
	}
	p.Line(open)
	p.Block(func() {
		p.Line("codec.name: codec")
		p.Line("for codec in (")
		p.Block(func() {
			for _, c := range codecs {
				p.Line("%s,", c.Constant)
			}
		})
		p.Line(")")
	})
	p.Line("}")
	return p.String()
}

// tables lists what stands beside a type that is a catalog, a union of what several sides send, or a request.
func (g *generator) tables(t *ir.Type, public names, u *uses) []lookup {
	if hasSenders(t) {
		public.use(u.models.use(g.upper(t) + "_SIDES"))
	}
	if len(t.Replies) > 0 {
		public.use(u.models.use(g.names.Type(t) + "Reply"))
	}
	if e, ok := t.Value.Kind.(*ir.Enum); !ok || e.Catalog == nil {
		return nil
	}
	entry, entries := public.use(u.models.use(g.names.Type(t)+"Entry")), public.use(u.models.use(g.upper(t)+"_ENTRIES"))
	return []lookup{{public.use(g.snake(t) + "_entry"), g.names.Type(t), entry, entries, "_" + g.upper(t) + "_BY_VALUE"}}
}

func allStatement(public names) string {
	p := newPrinter(0)
	p.Line("__all__ = [")
	p.Block(func() {
		for _, name := range public.listed() {
			p.Line("%s,", quote(name))
		}
	})
	p.Line("]")
	return strings.TrimSuffix(p.String(), "\n")
}

// hasNumbers reports whether a codec reads numbers of a declared type. Lifted types have no codec.
func (g *generator) hasNumbers() bool {
	return slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return t.Numbers != nil && !t.Lifted })
}
