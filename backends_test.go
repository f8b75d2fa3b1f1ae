package envgen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// decidedBefore are decisions of compile and ir before a back end starts. A second decision in one language would make languages differ.
var decidedBefore = map[string]string{
	"ir.Let": "rules are shaped in compile/rules", "ir.Set": "rules are shaped in compile/rules", "ir.Try": "rules are shaped in compile/rules",
	"ir.Branch": "rules are shaped in compile/rules", "ir.Loop": "rules are shaped in compile/rules", "ir.Return": "rules are shaped in compile/rules",
	"ir.Logic": "rules are shaped in compile/rules", "ir.Negation": "rules are shaped in compile/rules", "ir.Comparison": "rules are shaped in compile/rules",
	"ir.Choose": "rules are shaped in compile/rules", "print.Operators": "operators are in the tables of generators/print",
	"ir.Prune": "rules are shaped in compile/rules", "ir.WithOperands": "rules are shaped in compile/rules",
	"ir.OneOf": "ir.Value.Resolve orders checks",
}

// mayOrder are the files of back ends that sort, and the reason why languages need not agree on that order.
var mayOrder = map[string]string{
	"generators/golang/builders.go":    "names in a comment, and the fields of a composite literal as its struct has them",
	"generators/python/imports.go":     "imports, as ruff wants them",
	"generators/python/literal.go":     "constants, as canonical JSON prints them",
	"generators/python/params.go":      "attributes of slots, as ruff wants them",
	"generators/typescript/support.go": "the names of an import and the imports of a module",
	"generators/typescript/literal.go": "constants, as canonical JSON prints them",
	"generators/typescript/walk.go":    "stages by number, of a table that is written down",
}

// mayFollow are the functions of back ends that follow references to their targets, and the reason why they do not use ir.Value.Resolve.
var mayFollow = map[string]string{
	"generators/golang/shape.go: goType":      "spells out a type that Go cannot name",
	"generators/python/models.go: message":    "looks through all parts of a value, each type once",
	"generators/typescript/layout.go: orders": "looks through all parts of a value, each type once",
	"generators/typescript/check.go: kind":    "prints the checks of a type in the place of a call",
}

// TestBackEndsDecideNothing looks for back ends that build statements of rules, or sort lists that are already in order.
func TestBackEndsDecideNothing(t *testing.T) {
	ordering := map[string]bool{}
	for file, f := range backEnds(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			var used ast.Expr
			switch n := n.(type) {
			case *ast.CompositeLit:
				used = n.Type
			case *ast.CallExpr:
				used = n.Fun
			}
			s, is := used.(*ast.SelectorExpr)
			if !is {
				return true
			}
			from, _ := s.X.(*ast.Ident)
			if from == nil {
				return true
			}
			name := from.Name + "." + s.Sel.Name
			if why, decided := decidedBefore[name]; decided {
				t.Errorf("%s uses %s: %s", file, name, why)
			}
			if from.Name == "sort" || from.Name == "sorting" || from.Name == "slices" && strings.HasPrefix(s.Sel.Name, "Sort") {
				ordering[file] = true
			}
			return true
		})
	}
	compareReasons(t, ordering, mayOrder, "puts something in order: let compile do that, or say in mayOrder why languages need not agree on it")
}

// TestBackEndsFollowNoReferences looks for back ends that follow references to their targets.
func TestBackEndsFollowNoReferences(t *testing.T) {
	following := map[string]bool{}
	for file, f := range backEnds(t) {
		for _, d := range f.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				var handed []ast.Expr
				switch n := n.(type) {
				case *ast.CallExpr:
					handed = n.Args
				case *ast.AssignStmt:
					handed = n.Rhs
				}
				for _, e := range handed {
					if isReferenced(e) {
						following[file+": "+f.Name.Name] = true
					}
				}
				return true
			})
		}
	}
	compareReasons(t, following, mayFollow, "follows references: ir.Value.Resolve does that, or say in mayFollow why it is something else")
}

// compareReasons fails for a place without a reason, and for a reason without a place.
func compareReasons(t *testing.T, found map[string]bool, reasons map[string]string, problem string) {
	t.Helper()
	for at := range found {
		if reasons[at] == "" {
			t.Errorf("%s %s", at, problem)
		}
	}
	for at := range reasons {
		if !found[at] {
			t.Errorf("%s has a reason, and does not need it: it no longer %s", at, problem)
		}
	}
}

// isReferenced reports whether an expression is the value of the type that something refers to: ref.Type.Value.
func isReferenced(e ast.Expr) bool {
	if address, is := e.(*ast.UnaryExpr); is {
		e = address.X
	}
	value, is := e.(*ast.SelectorExpr)
	if !is || value.Sel.Name != "Value" {
		return false
	}
	of, is := value.X.(*ast.SelectorExpr)
	return is && of.Sel.Name == "Type"
}

// backEnds are the sources of the back ends, by path.
func backEnds(t *testing.T) map[string]*ast.File {
	t.Helper()
	sources := map[string]*ast.File{}
	for _, dir := range []string{"golang", "typescript", "python"} {
		files, err := filepath.Glob("generators/" + dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources of %s: %v", dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			sources[filepath.ToSlash(file)] = f
		}
	}
	return sources
}
