package golang

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/template"
)

// referring matches the names of packages that generated code imports, marks for code, and marks for names that own returns. It also matches string literals and comments,
// which stay unchanged.
var referring = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|//[^\n]*|\x00(\d+)\x00|\b(` + strings.Join(packages, "|") + `)\.([A-Z]\w*)|\x01(\w+)\x01`)

// packages contains the packages that generated code imports. No variable has such a name.
var packages = []string{"wire", "envelope", "context", "fmt", "io", "iter", "slog", "time"}

// p returns code from text, which go/format formats. The file imports the packages in the text. Numbers are printed, and each statement of
// a list gets a line.
func (g *generator) p(parts ...any) *jen.Statement {
	var items []jen.Code
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			items = append(items, g.text(part)...)
		case int:
			items = append(items, jen.Op(strconv.Itoa(part)))
		case []jen.Code:
			items = append(items, jen.Custom(jen.Options{Separator: "\n"}, part...))
		case jen.Code:
			items = append(items, part)
		default:
			panic(fmt.Sprintf("golang: %T is no code", part))
		}
	}
	return jen.Custom(jen.Options{}, items...)
}

func (g *generator) text(text string) (items []jen.Code) {
	last := 0
	for _, at := range referring.FindAllStringSubmatchIndex(text, -1) {
		var refers jen.Code
		switch {
		case at[2] >= 0:
			number, _ := strconv.Atoi(text[at[2]:at[3]]) // the pattern matches digits only
			refers = g.marked[number]
		case at[4] >= 0:
			refers = jen.Qual(g.pathOf(text[at[4]:at[5]]), text[at[6]:at[7]])
		case at[8] >= 0:
			refers = g.own(text[at[8]:at[9]])
		default:
			continue
		}
		items, last = append(items, jen.Op(text[last:at[0]]), refers), at[1]
	}
	return append(items, jen.Op(text[last:]))
}

// mark returns text that p replaces by code.
func (g *generator) mark(code jen.Code) string {
	g.marked = append(g.marked, code)
	return fmt.Sprintf("\x00%d\x00", len(g.marked)-1)
}

// own returns a mark for a name of package envelope that the package exports, too.
func own(name string) string { return "\x01" + name + "\x01" }

func (g *generator) pathOf(name string) string {
	switch name {
	case "wire":
		return g.wireImport()
	case "envelope":
		return g.support
	case "slog":
		return "log/slog"
	}
	return name
}

//go:embed surface.tmpl
var surface string

// surfaces contains the declarations of fixed shape.
var surfaces = template.Parse(surface, template.Functions{"doc": doc, "own": own})

// declare returns the declarations that a template of surface.tmpl creates from data.
func (g *generator) declare(name string, data any) *jen.Statement {
	text, err := surfaces.Execute(name, data)
	if err != nil {
		panic(err) // the template does not fit its data
	}
	return g.p(strings.TrimSpace(text))
}

// doc returns the comment of a declaration.
func doc(paragraphs ...string) string { return strings.Join(paragraphLines(paragraphs), "\n") }
