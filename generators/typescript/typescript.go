// Package typescript spells a compiled protocol as one TypeScript module, and copies the support modules that all
// protocols share. Declarations come from module.ts.tmpl; checks, layouts, schemas and rules, which recurse, from a
// printer. It decides nothing about validity, order or messages.
package typescript

import (
	"embed"
	"github.com/envgen/envgen/generators/link"
	"strings"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/generators/template"
	"github.com/envgen/envgen/internal/naming"
	"github.com/envgen/envgen/internal/output"
)

// Target is the TypeScript back end as it writes by default.
var Target = With(Options{})

// Options are the choices of a project; an empty one has its default.
type Options struct {
	Imports string // the ending of imported files: js, or ts for programs that run or bundle the sources unchanged
	Open    string // the undeclared members in the types of open records: none, or an index signature
}

// With returns the back end for the options.
func With(o Options) target.Target {
	return target.Target{
		Name:     "ts",
		Language: naming.TypeScript,
		Generate: o.generate,
		Support:  o.supportFiles,
		Program:  func() (link.Linker, error) { return program() },
		File:     func(n *naming.Names) string { return n.Package() + ".ts" },
		Entries:  entries,
		Finish:   finish,
		Respell:  func(data []byte, _ string) []byte { return between.ReplaceAllFunc(data, o.respelled) },
	}
}

// finish gives types that hide globals their names.
func finish(names *naming.Names, data []byte) []byte {
	hidden, marked := names.Hidden()
	if !marked {
		return data
	}
	return []byte(link.Unhide(string(data), hidden))
}

// ending gives a specifier of a file beside the module the ending that is chosen; those of packages have none.
func (o Options) ending(specifier string) string {
	if file, ok := strings.CutSuffix(specifier, ".js"); ok && o.Imports == "ts" && strings.HasPrefix(specifier, ".") {
		return file + ".ts"
	}
	return specifier
}

//go:embed module.ts.tmpl
var templates embed.FS

var moduleTemplate = template.ParseFiles(templates, "*.tmpl")

func (o Options) generate(job target.Job) ([]output.File, error) {
	m := newModule(job, o)
	text, err := moduleTemplate.Execute("module.ts.tmpl", m)
	if err != nil {
		return nil, err
	}
	files := []output.File{{Path: job.Names.Package() + ".ts", Data: []byte(text), Needs: m.needs()}}
	if job.Observe {
		files = append(files, o.observe(job))
	}
	return files, nil
}
