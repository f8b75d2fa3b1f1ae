package python

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// keptModule is what kept.tmpl needs: a module of names of the support code, which nothing else imports.
type keptModule struct {
	File    string
	Header  string
	About   string
	Imports string
	All     string
}

// keptModules are those of protocols that store something or have secrets.
func (g *generator) keptModules() []keptModule {
	stores := slices.ContainsFunc(g.protocol.Builders, func(b *ir.Builder) bool { return len(b.Stores) > 0 })
	secrets := slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 })
	var list []keptModule
	if stores {
		list = append(list, g.keptModule("stores.py", "Stores of artifacts of "+g.protocol.Name+", for the ``store`` of builders.", "ArtifactStore", "DirectoryStore", "StoreError"))
	}
	if stores || secrets {
		list = append(list, g.keptModule("redaction.py", "Messages of "+g.protocol.Name+" without secrets.", "Secrets", "redacted"))
	}
	return list
}

func (g *generator) keptModule(file, about string, offered ...string) keptModule {
	u, public := newUses(), names{}
	for _, name := range offered {
		public.use(u.support.use(name))
	}
	return keptModule{File: file, Header: g.header(), About: docstring("", about), Imports: g.importLines(u), All: allStatement(public)}
}

// stores spells what a builder gives to a store. All ways are by names in JSON.
func (b *builderPrinter) stores(builder *ir.Builder) []expr {
	var list []expr
	for _, s := range builder.Stores {
		args := append(b.place(s.At), text("of="+b.codec(unionAt(s.At))), text("over=0"))
		if over := b.amount("over=", s.Over); over != nil {
			args[len(args)-1] = over[0]
		}
		args = append(args, text("makes="+b.codec(s.Makes)), tupleOf(b.place(s.Digest)...).after("digest="))
		for _, way := range []struct {
			name string
			at   []*ir.Field
		}{{"size=", s.Size}, {"count=", s.Count}} {
			if way.at != nil {
				args = append(args, tupleOf(b.place(way.at)...).after(way.name))
			}
		}
		if s.Values != nil {
			args = append(args, tupleOf(b.storeValues(s)...).after("values="))
		}
		if p := s.Preview; p != nil {
			sample := append(b.place(p.At), text("names="+quote(p.Names)), text("record="+quote(p.Record)), text(fmt.Sprint("most=", p.Most)))
			args = append(args, call(b.uses.support.use("Preview"), sample...).after("preview="))
		}
		var takes []expr
		for _, way := range s.Takes {
			takes = append(takes, tupleOf(b.place(way)...))
		}
		if takes != nil {
			args = append(args, tupleOf(takes...).after("takes="))
		}
		list = append(list, call(b.uses.support.use("Store"), args...))
	}
	return list
}

func (b *builderPrinter) storeValues(s *ir.Store) []expr {
	var values []expr
	for _, v := range s.Values {
		values = append(values, tupleOf(tupleOf(b.place(v.At)...), text(literal(v.Literal))))
	}
	return values
}

// unionAt is the type of the objects at the end of a way.
func unionAt(at []*ir.Field) *ir.Type {
	for _, t := range slices.Backward(at[len(at)-1].Value.Resolve().Types) {
		if _, is := t.Value.Kind.(*ir.Union); is {
			return t
		}
	}
	panic("python: what goes to a store is no union")
}
