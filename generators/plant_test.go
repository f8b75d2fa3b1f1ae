package generators_test

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/output"
)

// planted is the text of all locations in a spec that accept free text.
type planted struct{ doc, name, value, pattern string }

// harmless is the reference for planted specs. Neither name nor value is an identifier in any language.
var harmless = planted{"A doc.", "a name", "a value", "a"}

// usable reports whether a spec with p has the same shape as a spec with harmless text. A description of white space is empty, and array
// indexes are written before other names.
func (p planted) usable() bool {
	isIndex := len(p.name) > 0 && strings.Trim(p.name, "0123456789") == ""
	return strings.TrimSpace(p.doc) != "" && !isIndex && p.value != "plain"
}

// spec returns a spec with the text of p.
func (p planted) spec() []byte {
	return []byte(strings.NewReplacer("DOC", quoted(p.doc), "NAME", quoted(p.name), "VALUE", quoted(p.value), "PATTERN", quoted(p.pattern)).Replace(`
envgen: 1
protocol: planted
version: DOC
title: DOC
source: DOC
description: DOC
types:
  Word: {description: DOC, source: DOC, type: string, enum: [VALUE, plain]}
  Line: {description: DOC, source: DOC, type: string, pattern: PATTERN}
  One:
    description: DOC
    source: DOC
    type: object
    required: [NAME]
    properties:
      NAME: {description: DOC, source: DOC, const: VALUE, x-name: first}
      second: {description: DOC, $ref: Line}
      third: {description: DOC, type: array, items: {type: string, enum: [VALUE]}}
    additionalProperties: false
  Two:
    type: object
    required: [NAME]
    properties: {NAME: {const: plain, x-name: first}}
  Either: {description: DOC, discriminator: {propertyName: NAME}, oneOf: [One, Two]}
  Odd: {description: DOC, type: string, const: VALUE}
root: Either
`))
}

// quoted returns s as a YAML scalar of printable ASCII.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r < 0x7f:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\U%08x", r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// files generates a spec for one target. It returns nil if the spec is refused: its names clash, or a pattern is not portable.
func files(t *testing.T, target string, spec []byte) []output.File {
	t.Helper()
	p, diags := compile.Source("planted.yaml", spec)
	if p == nil {
		if !diags.HasErrors() {
			t.Fatalf("refused without an error\n%s", spec)
		}
		return nil
	}
	for _, candidate := range generators.Targets {
		if candidate.Name != target {
			continue
		}
		owned, _, err := generators.Run([]*ir.Protocol{p}, generators.Destination{Target: candidate, GoImport: "example.com/gen"})
		if err != nil {
			t.Fatalf("%v\n%s", err, spec)
		}
		if len(owned) == 0 {
			return nil
		}
		return owned[0].Files
	}
	t.Fatalf("there is no target %s", target)
	return nil
}

// skeleton counts the nodes of a program, without its comments and the contents of its literals.
type skeleton map[string]int

// goSkeleton counts the nodes of a Go file. It fails if a comment is a directive.
func goSkeleton(t *testing.T, file output.File) skeleton {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file.Path, file.Data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, file.Data)
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "// ") && c.Text != "//" && !strings.HasPrefix(c.Text, "//\t") || constraint.IsPlusBuild(c.Text) && c.Pos() < f.Package {
				t.Fatalf("%s: comment %q", file.Path, c.Text)
			}
		}
	}
	s := skeleton{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.Ident:
			s[identifier(n.Name)]++
		case *ast.ImportSpec:
			s["import "+n.Path.Value]++
		default:
			s[fmt.Sprintf("%T", n)]++
		}
		return true
	})
	return s
}

// identifier replaces the names of constants that contain planted text.
func identifier(name string) string {
	for _, typ := range []string{"Word", "OneThirdItem"} {
		rest, isOurs := strings.CutPrefix(name, typ)
		if isOurs && rest != "" && rest != "Plain" && rest != "Values" {
			return "the value of " + typ
		}
	}
	return name
}

// goSkeletons returns the skeleton of each generated Go file, or nil if the spec is refused. The file of patterns depends on their text, so
// it is only parsed.
func goSkeletons(t *testing.T, p planted) map[string]skeleton {
	t.Helper()
	generated := files(t, "go", p.spec())
	if generated == nil {
		return nil
	}
	all := map[string]skeleton{}
	for _, f := range generated {
		s := goSkeleton(t, f)
		if path.Base(f.Path) != "patterns.go" {
			all[f.Path] = s
		}
	}
	return all
}

// differences lists the nodes whose numbers differ between two skeletons.
func differences(got, want skeleton) []string {
	var list []string
	all := maps.Clone(got)
	maps.Copy(all, want)
	for key := range all {
		if got[key] != want[key] {
			list = append(list, fmt.Sprintf("%d %s instead of %d", got[key], key, want[key]))
		}
	}
	return list
}
