package python

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// exportModule is the data of exports.tmpl: a module that exports names of the support code. No other module imports it.
type exportModule struct {
	File    string
	Header  string
	About   string
	Imports string
	All     string
}

// exportModules returns the modules for protocols with stores or secrets.
func (g *generator) exportModules() []exportModule {
	stores := slices.ContainsFunc(g.protocol.Builders, func(b *ir.Builder) bool { return len(b.Stores) > 0 })
	secrets := slices.ContainsFunc(g.protocol.Types, func(t *ir.Type) bool { return len(t.SecretFields()) > 0 })
	var list []exportModule
	if stores {
		list = append(list, g.exportModule("stores.py", "Stores of artifacts of "+g.protocol.Name+", for the ``store`` of builders.", "ArtifactStore", "DirectoryStore", "StoreError"))
	}
	if stores || secrets {
		list = append(list, g.exportModule("redaction.py", "Messages of "+g.protocol.Name+" without secrets.", "Secrets", "redacted"))
	}
	return list
}

func (g *generator) exportModule(file, about string, offered ...string) exportModule {
	u, public := g.newUses(), names{}
	for _, name := range offered {
		public.use(u.support.use(name))
	}
	return exportModule{File: file, Header: g.header(), About: docstring("", about), Imports: g.importLines(u), All: allStatement(public)}
}
