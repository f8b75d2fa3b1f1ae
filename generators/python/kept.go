package python

import (
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
