package testbed_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// calledFunctions names the functions of ir that a rule calls.
func calledFunctions(p ir.Program, names []string) []string {
	var called []string
	visitCalls(reflect.ValueOf(p), func(f ir.Function) { called = append(called, names[f]) })
	return called
}

// visitCalls calls f for every call in a program, of which nothing that refers to the spec is a part.
func visitCalls(v reflect.Value, tell func(ir.Function)) {
	if c, isCall := v.Interface().(ir.Call); isCall {
		tell(c.Function)
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			visitCalls(v.Elem(), tell)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			visitCalls(v.Field(i), tell)
		}
	case reflect.Slice:
		for i := range v.Len() {
			visitCalls(v.Index(i), tell)
		}
	}
}

// functionNames are the constants of type ir.Function, in the order of their values: one that is added needs a form that has it.
func functionNames(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../internal/ir/rule.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		constants, isGeneral := d.(*ast.GenDecl)
		if !isGeneral || constants.Tok != token.CONST {
			continue
		}
		first, _ := constants.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident)
		for _, s := range constants.Specs {
			if first != nil && first.Name == "Function" {
				names = append(names, s.(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	if len(names) < 30 {
		t.Fatalf("only %d functions of rules in ir", len(names))
	}
	return names
}
