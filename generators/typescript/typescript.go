// Package typescript spells a compiled protocol as one TypeScript module, and copies the support modules that all
// protocols share. Declarations come from module.ts.tmpl; checks, layouts, schemas and rules, which recurse, from a
// printer. It decides nothing about validity, order or messages.
package typescript

import (
	"bytes"
	"embed"
	"text/template"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Target is the TypeScript back end.
var Target = target.Target{
	Name:     "ts",
	Language: naming.TypeScript,
	Generate: generate,
	Support:  supportFiles,
}

//go:embed module.ts.tmpl
var templates embed.FS

var moduleTemplate = template.Must(template.ParseFS(templates, "module.ts.tmpl"))

func generate(job target.Job) ([]output.File, error) {
	var b bytes.Buffer
	m := newModule(job)
	if err := moduleTemplate.Execute(&b, m); err != nil {
		return nil, err
	}
	return []output.File{{Path: job.Names.Package() + ".ts", Data: b.Bytes(), Needs: m.needs()}}, nil
}
