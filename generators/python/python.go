// Package python spells a compiled protocol as a Python package: classes and aliases in _models.py, one reader a type
// in _readers.py, what readers cannot say in _schemas.py and the spec's rules in _rules.py if there are any, its conversations in _conversations.py, their requests in clients.py, what makes messages in builders.py, what to do by what they say in dispatch.py, failures in errors.py, what keeps artifacts in stores.py, what hides secrets in redaction.py, and the public functions in __init__.py. Beside
// the protocols stands the support code.
//
// It decides nothing about validity: rules, messages and their order come from ir. Names come from naming.
package python

import (
	"embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Target is the back end.
var Target = target.Target{Name: "py", Language: naming.Python, Generate: generate, Support: support}

//go:embed *.tmpl
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "*.tmpl"))

func generate(job target.Job) ([]output.File, error) {
	g := newGenerator(job)
	models, err := render("models.tmpl", g.modelModule())
	if err != nil {
		return nil, err
	}
	schemas := &plan.Schemas{}
	rules := newRuleTable(g)
	readers, err := render("readers.tmpl", g.readerModule(schemas, rules))
	if err != nil {
		return nil, err
	}
	api, err := render("init.tmpl", g.api(rules))
	if err != nil {
		return nil, err
	}
	dir := job.Names.Package() + "/"
	files := []output.File{
		{Path: dir + "__init__.py", Data: api},
		{Path: dir + "_models.py", Data: models},
		{Path: dir + "_readers.py", Data: readers},
	}
	if !rules.isEmpty() {
		table, err := render("rules.tmpl", rules.module())
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "_rules.py", Data: table})
	}
	if len(schemas.Order) > 0 {
		table, err := render("tables.tmpl", g.schemaModule(schemas))
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "_schemas.py", Data: table})
	}
	if g.hasNumbers() {
		table, err := render("tables.tmpl", g.numbersModule())
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "_numbers.py", Data: table})
	}
	if len(g.protocol.Conversations) > 0 {
		table, err := render("conversations.tmpl", g.conversationModule())
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "_conversations.py", Data: table})
	}
	if m := g.clientModule(); len(m.Classes) > 0 {
		table, err := render("clients.tmpl", m)
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "clients.py", Data: table})
	}
	if m := g.builderModule(); len(m.Builders) > 0 {
		table, err := render("builders.tmpl", m)
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "builders.py", Data: table})
	}
	for _, m := range g.keptModules() {
		table, err := render("kept.tmpl", m)
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + m.File, Data: table})
	}
	if m := g.errorModule(); m.Exception != "" || len(m.Functions) > 0 {
		table, err := render("errors.tmpl", m)
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "errors.py", Data: table})
	}
	if m := g.dispatchModule(); len(m.Functions) > 0 {
		table, err := render("dispatch.tmpl", m)
		if err != nil {
			return nil, err
		}
		files = append(files, output.File{Path: dir + "dispatch.py", Data: table})
	}
	files[0].Needs = g.needs()
	return files, nil
}

func render(name string, data any) ([]byte, error) {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return nil, fmt.Errorf("python: %w", err)
	}
	return []byte(strings.TrimRight(b.String(), "\n") + "\n"), nil
}
