package python

import (
	"github.com/envgen/envgen/generators/plan"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// api is the data of init.tmpl.
type api struct {
	module
	Numbers       bool   // whether the protocol declares any
	Codecs, Table string // statements
	Guards        []guard
	Tables        []lookup
	Root, Name    string // literals
	Default       string // the constant of the root's codec
	Conversations string // statements
	Own           func(name string) string
}

// guard reports whether a string belongs to a vocabulary.
type guard struct{ Function, Type, Values string }

// lookup returns the entry of a catalog.
type lookup struct{ Function, Type, Entry, Entries, ByValue, Of string }

// reexported contains the names of the support code that users of a protocol need.
var reexported = []string{"UNSET", "Codec", "Encodable", "Instant", "Invalid", "Issue", "JsonValue", "Options", "Result", "UnsetType", "Valid", "ValidationError", "from_datetime", "pytest_assertrepr_compare", "show", "to_datetime", "verify_digest"}

// featured contains the features without which protocols do not export a name.
var featured = map[string]string{"Instant": plan.FeatureDateTimes, "from_datetime": plan.FeatureDateTimes, "to_datetime": plan.FeatureDateTimes, "verify_digest": plan.FeatureStores}

// shortcuts contains the methods of the root's codec that the module exports as functions.
var shortcuts = []string{"check", "convert", "decode", "encode", "encode_unchecked", "try_convert", "try_decode"}

func (g *generator) api(rules *ruleTable) api {
	u := g.newUses()
	u.typing.use("Final")
	public := names{"PROTOCOL_NAME": true, "ROOT_TYPE": true, "TYPE_NAMES": true, "lookup": true}
	for _, name := range shortcuts {
		public.use(name)
	}
	for _, name := range reexported {
		if feature := featured[name]; feature != "" && !g.job.Features.Has(feature) {
			continue
		}
		public.use(u.support.use(name))
	}
	a := api{Root: quote(g.protocol.Root.Name), Name: quote(g.protocol.Name), Default: naming.CodecConstant(g.names.Type(g.protocol.Root)), Numbers: g.hasNumbers(), Own: g.own}
	if a.Numbers {
		u.support.use("DeclaredNumbers")
	}
	for _, t := range g.protocol.Names {
		if name := g.names.Type(t); name != "" {
			public.use(u.models.use(name))
		}
	}
	p := newPrinter(0)
	var constants []string
	for _, t := range g.protocol.Types {
		public.use(u.models.use(g.names.Type(t)))
		if _, ok := t.Value.Kind.(*ir.Enum); ok {
			u.typing.use("TypeGuard")
			a.Guards = append(a.Guards, guard{public.use("is_" + g.snake(t)), g.names.Type(t), public.use(u.models.use(g.upper(t) + "_VALUES"))})
		}
		a.Tables = append(a.Tables, g.tables(t, public, u)...)
		if t.Lifted {
			continue
		}
		args := []string{quote(t.Name), u.readers.use("read_" + g.snake(t))}
		if len(g.protocol.Params) > 0 {
			u.rules = true
			args = append(args, "rules."+rules.given)
		}
		if g.protocol.AcceptsSpeaksOf(t) {
			args = append(args, "rules.ACCEPTS")
		}
		if t.Numbers != nil {
			args = append(args, "numbers=_declared")
			if g.isWide() {
				args = append(args, "wide=True")
			}
		}
		constant := public.use(naming.CodecConstant(g.names.Type(t)))
		p.call(constant+": "+g.own("Final")+"["+g.own("Codec")+"["+g.names.Type(t)+"]] = "+g.own("Codec")+"(", args, ")")
		constants = append(constants, constant)
	}
	a.Codecs = p.String()
	p = newPrinter(0)
	p.call("_CODECS: "+g.own("Final")+" = "+u.support.use("by_name")+"(", constants, ")")
	a.Table, a.Conversations = p.String(), g.conversationsOf(public, u)
	a.module = g.module(g.about()+g.paramDocs(), u, public, []string{})
	return a
}

// conversationsOf returns the statements that define the conversations.
func (g *generator) conversationsOf(public names, u *uses) string {
	if len(g.protocol.Conversations) == 0 {
		return ""
	}
	for _, name := range []string{"Line", "OpenExchange", "Refused", "Tracker"} {
		public.use(u.support.use(name))
	}
	p := newPrinter(0)
	var entries []expr
	for _, c := range g.protocol.Conversations {
		if g.isForeign(c.Over) {
			u.packages[c.Over.Protocol] = true
		}
		constant, class := public.use(g.constantOf(c)), "Conversation"
		switch {
		case c.HasLines() && c.Batch > 0:
			class = "BatchConversation"
		case c.HasLines():
			class = "LineConversation"
		case c.HasFrames() && c.Batch > 0:
			class = "HeaderBatchConversation"
		case c.HasFrames():
			class = "HeaderConversation"
		}
		class = public.use(u.support.use(class))
		if c.Framing == ir.Headers {
			public.use(u.support.use("FrameCutter"))
			public.use(u.support.use("headed"))
		}
		codec := g.qualified(c.Over, naming.CodecConstant(g.names.Type(c.Over)))
		p.call(constant+": "+g.own("Final")+"["+class+"["+g.typeName(c.Over)+"]] = "+class+"(", []string{quote(c.Name), codec, "_tables"}, ")")
		doc := describe(c.Doc)
		if doc == "" {
			doc = "The conversation " + c.Name + "."
		}
		p.Line("%s", docstring("", doc))
		entries = append(entries, text(quote(c.Name)+": "+constant))
	}
	u.support.use("Tables")
	p.expr(dictOf(entries...).after(public.use("CONVERSATIONS")+": "+g.own("Final")+"["+u.support.use("Conversations")+"] = "), "")
	return p.String()
}

// tables lists the declarations beside a type that is a catalog, a union of messages from several sides, or a request.
func (g *generator) tables(t *ir.Type, public names, u *uses) []lookup {
	if hasSenders(t) {
		public.use(u.models.use(g.upper(t) + "_SIDES"))
	}
	if len(t.Replies) > 0 {
		public.use(u.models.use(g.names.Type(t) + "Reply"))
	}
	e, of := t.Vocabulary(), "str"
	if t.Codes != nil {
		of = "int"
		public.use(u.models.use(g.names.Type(t) + "Value"))
	}
	if e == nil || e.Catalog == nil {
		return nil
	}
	entry, entries := public.use(u.models.use(g.names.Type(t)+"Entry")), public.use(u.models.use(g.upper(t)+"_ENTRIES"))
	return []lookup{{public.use(g.snake(t) + "_entry"), g.names.Type(t), entry, entries, "_" + g.upper(t) + "_BY_VALUE", of}}
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

// isWide reports whether some integers of the protocol have 64 bits.
func (g *generator) isWide() bool {
	return slices.ContainsFunc(g.protocol.Numbers, func(n *ir.Numbers) bool { return n.Wide })
}

// hasNumbers reports whether a codec reads numbers of a declared type. Lifted types have no codec.
func (g *generator) hasNumbers() bool {
	return slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return t.Numbers != nil && !t.Lifted })
}
