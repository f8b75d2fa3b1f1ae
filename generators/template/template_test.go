package template_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	texttemplate "text/template"

	"github.com/envgen/envgen/generators/template"
)

type item struct {
	Name  string
	Items []item
	Next  *item
	Any   any
	Join  func(string, string) string
}

var data = item{Name: "a", Items: []item{{Name: "b"}, {Name: "c", Items: []item{{Name: "d"}}}}, Next: &item{Name: "e"}, Any: []int{1, 0},
	Join: func(a, b string) string { return a + "+" + b }}

// TestExecute compares the results with those of text/template.
func TestExecute(t *testing.T) {
	functions := template.Functions{"upper": strings.ToUpper}
	for _, text := range []string{
		"{{.Name}} {{$.Name}} {{.}}",
		"{{range .Items}}{{.Name}}{{range .Items}}{{.Name}}{{$.Name}}{{end}}{{else}}none{{end}}",
		"{{range .Next.Items}}{{.Name}}{{else}}none {{.Name}}{{end}}",
		"{{range $i, $x := .Items}}{{$i}}{{$x.Name}}{{if $i}}!{{end}}{{end}}",
		"{{range $x := .Items}}{{$x.Name}}{{.Name}}{{end}}{{range .Any}}{{.}}{{if .}}+{{end}}{{end}}",
		"{{with .Next}}{{.Name}}{{with .Next}}{{.Name}}{{else}}nil{{end}}{{end}}",
		"{{with $x := .Next}}{{$x.Name}}{{$.Name}}{{end}}",
		"{{if .Next}}1{{else}}2{{end}}{{if .Next.Next}}1{{else if .Name}}3{{else}}2{{end}}",
		"{{if and .Name .Items}}1{{end}}{{if and .Name .Next.Items}}2{{end}}{{if or .Next.Items .Name}}3{{end}}{{if not .Next.Next}}4{{end}}{{or .Next.Items .Name}}",
		"{{upper .Name}}{{upper (print .Name \"x\" .Next.Name)}}",
		"{{define \"part\"}}<{{.Name}}{{$.Name}}>{{end}}{{$n := .Name}}{{template \"part\" .Next}}{{$n}}",
		" a\n{{- .Name -}}\n b{{/* nothing */}}",
		"{{$n := .Name}}{{with $n := .Next}}{{$n.Name}}{{end}}{{$n}}{{range $n := .Items}}{{$n.Name}}{{end}}{{$n}}",
	} {
		want := &strings.Builder{}
		if err := texttemplate.Must(texttemplate.New("").Funcs(texttemplate.FuncMap(functions)).Parse(text)).Execute(want, data); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := template.Parse(text, functions).Execute("", data); got != want.String() || err != nil {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
	if got, err := template.Parse(`{{.Join "x" .Name}}{{.Name}}`, nil).Execute("", data); got != "x+aa" || err != nil {
		t.Errorf("a function: %q, %v", got, err)
	}
	if got, err := template.Parse("{{.a}}{{if .b}}b{{end}}", nil).Execute("", map[string]any{"a": 1}); got != "1" || err != nil {
		t.Errorf("a map: %q, %v", got, err)
	}
}

// TestMistakes requires an error for each template that does not fit its data.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"{{.Nam}}":               "has no field Nam",
		"{{.Name.Name}}":         "string has no fields",
		"{{.Name 1}}":            "a template has no *parse.NumberNode",
		`{{.Name "x"}}`:          ".Name \"x\" is no function",
		"{{range .Name}}{{end}}": "is no slice",
		`{{template "none" .}}`:  `there is no template "none"`,
		`{{.Name | print}}`:      "more than one command",
		"{{.String}}":            "has no field String",
	} {
		got, err := template.Parse(text, nil).Execute("", data)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "function \"nothing\" not defined") {
			t.Error(got)
		}
	}()
	template.Parse("{{nothing}}", nil)
}

func (item) String() string { return "an item" }

func TestParseFiles(t *testing.T) {
	set := template.ParseFiles(fstest.MapFS{"a.tmpl": {Data: []byte("a{{.}}")}, "b.tmpl": {Data: []byte(`{{template "a.tmpl" .}}b`)}, "c": {Data: []byte("{{")}}, "*.tmpl")
	if got, err := set.Execute("b.tmpl", "x"); got != "axb" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
