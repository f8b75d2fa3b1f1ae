// Package python prints a compiled protocol as a Python package with these modules:
//
//	__init__.py        the public functions
//	_models.py         classes and aliases
//	_readers.py        one reader for each type
//	_schemas.py        conditions that readers cannot express, if any
//	_rules.py          the rules of the spec, if any
//	_conversations.py  conversations
//	clients.py         requests of conversations
//	servers.py         their handlers
//	builders.py        builders of messages
//	dispatch.py        dispatches
//	errors.py          failures
//	stores.py          stores of artifacts
//	redaction.py       copies without secrets
//	observe.py         codecs and trackers that report their calls, if a project selects it
//
// The support code is beside the packages of the protocols.
//
// The package makes no decisions about validity: rules, messages and their order come from ir. Names come from naming.
package python

import (
	"embed"
	"errors"
	"fmt"
	"github.com/envgen/envgen/generators/link"
	"strings"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/generators/template"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Target is the back end.
var Target = target.Target{Name: "py", Language: naming.Python, Generate: generate, Support: support, Program: func() (link.Linker, error) { return linkable() }, Entries: entries, File: func(n *naming.Names) string { return n.Package() + ".py" }}

//go:embed *.tmpl
var templateFiles embed.FS

var templates = template.ParseFiles(templateFiles, "*.tmpl")

func generate(job target.Job) ([]output.File, error) {
	g := newGenerator(job)
	dir := job.Names.Package() + "/"
	var files []output.File
	var failed error
	add := func(name, template string, data any) {
		text, err := render(template, data)
		files, failed = append(files, output.File{Path: dir + name, Data: text}), errors.Join(failed, err)
	}
	add("_models.py", "models.tmpl", g.modelModule())
	schemas, rules := &plan.Schemas{}, newRuleTable(g)
	add("_readers.py", "readers.tmpl", g.readerModule(schemas, rules))
	add("__init__.py", "init.tmpl", g.api(rules))
	if !rules.isEmpty() {
		add("_rules.py", "rules.tmpl", rules.module())
	}
	if len(schemas.Order) > 0 {
		add("_schemas.py", "tables.tmpl", g.schemaModule(schemas))
	}
	if g.hasNumbers() {
		add("_numbers.py", "tables.tmpl", g.numbersModule())
	}
	if len(g.protocol.Conversations) > 0 {
		add("_conversations.py", "conversations.tmpl", g.conversationModule())
	}
	if m := g.clientModule(); m.Parts != nil {
		add("clients.py", "module.tmpl", m)
	}
	if m := g.serverModule(); m.Parts != nil {
		add("servers.py", "module.tmpl", m)
	}
	if m := g.builderModule(); len(m.Builders) > 0 {
		add("builders.py", "builders.tmpl", m)
	}
	for _, m := range g.exportModules() {
		add(m.File, "exports.tmpl", m)
	}
	if m := g.errorModule(); m.Parts != nil {
		add("errors.py", "module.tmpl", m)
	}
	if m := g.dispatchModule(); m.Parts != nil {
		add("dispatch.py", "module.tmpl", m)
	}
	if job.Observe {
		add("observe.py", "module.tmpl", g.observeModule())
	}
	files[0].Needs = g.needs()
	return files, failed
}

// module is the data of module.tmpl: classes and functions.
type module struct {
	Header, About, Imports, All string
	Parts                       []string
}

// module returns a module with its parts, or an empty one without parts.
func (g *generator) module(about string, u *uses, public names, parts []string) module {
	if parts == nil {
		return module{}
	}
	return module{g.header(), docstring("", about), g.importLines(u), allStatement(public), parts}
}

func render(name string, data any) ([]byte, error) {
	text, err := templates.Execute(name, data)
	if err != nil {
		return nil, fmt.Errorf("python: %w", err)
	}
	return []byte(strings.TrimRight(text, "\n") + "\n"), nil
}
