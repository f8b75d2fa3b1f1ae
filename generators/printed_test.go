package generators_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readers contains the files of back ends that read text of other origin than a back end.
var readers = map[string]string{
	"golang/text.go":           "comments, from the spec's text, and identifiers",
	"golang/declare.go":        "comments, from the spec's text",
	"golang/write.go":          "names of members",
	"golang/write_constant.go": "texts of constants, for the kind of their literals",
	"golang/render.go":         "import blocks and comments of a finished file",
	"golang/support.go":        "finished files, to find the support code that they need, as a linker does",
	"golang/source.go":         "strings of the back end itself, for the packages that they name",
	"golang/exports.go":        "the support code",
	"print/wrap.go":            "words of comments",
	"print/lines.go":           "the brackets around a statement, to break lines",
	"python/literal.go":        "texts and numbers of the spec",
	"python/expressions.go":    "numbers of the spec",
	"python/catalogs.go":       "numbers of the spec",
	"python/names.go":          "identifiers",
	"python/imports.go":        "the support code, and paths of modules",
	"python/support.go":        "the support code",
	"python/models.go":         "names of members",
	"python/calls.go":          "names of support functions",
	"python/planned.go":        "identifiers",
	"python/types.go":          "comments, from the spec's text",
	"python/rules.go":          "the spec's text",
	"python/records.go":        "identifiers",
	"typescript/quote.go":      "texts of the spec",
	"typescript/support.go":    "the support code",
	"typescript/failures.go":   "words of the spec",
	"typescript/constraint.go": "patterns of the spec",
	"typescript/expression.go": "numbers of the spec",
	"typescript/typescript.go": "paths of modules",
	"typescript/imports.go":    "identifiers",
	"typescript/variables.go":  "names of members",
}

// lengths contains, by file, the number of places that measure printed code in order to break lines.
var lengths = map[string]int{"golang/fills.go": 1, "golang/programs.go": 1, "python/fastpaths.go": 1, "typescript/printer.go": 3}

// questions contains the functions that search a text.
var questions = map[string]bool{"Contains": true, "ContainsAny": true, "ContainsFunc": true, "Count": true, "Cut": true, "CutPrefix": true, "CutSuffix": true,
	"EqualFold": true, "HasPrefix": true, "HasSuffix": true, "Index": true, "IndexByte": true, "IndexFunc": true, "LastIndex": true}

// TestDecisions finds decisions that depend on printed code in the back ends. Equal text does not prove equal programs; facts belong into
// the ir and the plan.
func TestDecisions(t *testing.T) {
	found, places := map[string]int{}, map[string][]string{}
	for _, folder := range []string{"golang", "typescript", "python", "plan", "print"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || files == nil {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := parser.ParseFile(set, file, data, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				s, is := n.(*ast.SelectorExpr)
				if !is {
					return true
				}
				of, _ := s.X.(*ast.Ident)
				asks := of != nil && (of.Name == "strings" && questions[s.Sel.Name] || of.Name == "regexp")
				if asks || s.Sel.Name == "GoString" {
					name := filepath.ToSlash(file)
					found[name]++
					places[name] = append(places[name], set.Position(n.Pos()).String())
				}
				return true
			})
		}
	}
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if readers[file] == "" && found[file] > lengths[file] {
			t.Errorf("%s decides by printed code:\n\t%s", file, strings.Join(places[file], "\n\t"))
		}
	}
	for file := range readers {
		if found[file] == 0 {
			t.Errorf("%s reads no text: take it off the list", file)
		}
	}
	for file, count := range lengths {
		if found[file] < count {
			t.Errorf("%s has %d such places: correct the list", file, found[file])
		}
	}
}
