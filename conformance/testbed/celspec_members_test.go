package testbed_test

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/parser"
	"cel.dev/expr"
)

// celMember is a member of a message that replaces a variable of a test, or a constant that a rule cannot write.
type celMember struct{ name, schema, value string }

// writing turns CEL with variables into a rule: variables become members, and so do maps and empty lists, of which
// rules have no literals.
type writing struct {
	test    *celTest
	rule    celRule
	items   string // the schema of items of empty lists
	untyped bool   // there is such
	aside   bool   // constants that the compiler would refuse as such become members, too
	reason  string // why a variable cannot be a member
	info    *ast.SourceInfo
	source  []rune
	changes []change
}

// change is a piece of the text to replace.
type change struct {
	start, end int // in code points
	text       string
}

func (w *writing) write(text string) celRule {
	w.rule.check = text
	p, err := parser.NewParser(parser.EnableIdentEscapeSyntax(true))
	if err != nil {
		panic(err) // the options are constant
	}
	tree, errs := p.Parse(common.NewTextSource(text))
	if len(errs.GetErrors()) > 0 {
		return w.rule // the compiler reports the fault
	}
	w.info, w.source = tree.SourceInfo(), []rune(text)
	w.visit(tree.Expr(), nil)
	slices.SortFunc(w.changes, func(a, b change) int { return b.start - a.start })
	out := slices.Clone(w.source)
	for _, c := range w.changes {
		out = slices.Replace(out, c.start, c.end, []rune(c.text)...)
	}
	w.rule.check = string(out)
	return w.rule
}

// macros bind the names that are their first arguments: two, where that many are behind their list.
var macros = map[string]int{"all": 3, "exists": 3, "exists_one": 3, "existsOne": 3, "filter": 4, "map": 4, "transformList": 3}

func (w *writing) visit(e ast.Expr, bound []string) {
	if w.variable(e, bound) || w.constant(e) {
		return
	}
	switch e.Kind() {
	case ast.SelectKind:
		w.visit(e.AsSelect().Operand(), bound)
	case ast.CallKind:
		w.call(e.AsCall(), bound)
	case ast.ListKind:
		for _, item := range e.AsList().Elements() {
			w.visit(item, bound)
		}
	}
}

func (w *writing) call(c ast.CallExpr, bound []string) {
	args := c.Args()
	if c.IsMemberFunction() {
		w.visit(c.Target(), bound)
		two := macros[c.FunctionName()]
		for i := 0; two > 0 && len(args) > 0 && args[0].Kind() == ast.IdentKind && (i == 0 || i == 1 && len(c.Args()) >= two); i++ {
			bound, args = append(slices.Clone(bound), args[0].AsIdent()), args[1:]
		}
	}
	if w.aside && constantRefused(c) && w.scalar(args[0]) {
		args = args[1:]
	}
	for _, arg := range args {
		w.visit(arg, bound)
	}
}

// constantRefused reports whether the compiler may refuse the first argument of a call because it is a constant.
func constantRefused(c ast.CallExpr) bool {
	switch args := c.Args(); c.FunctionName() {
	case "timestamp", "duration":
		return len(args) == 1
	case "_==_", "_!=_":
		return nullLiteral(args[0])
	}
	return false
}

func nullLiteral(e ast.Expr) bool {
	return e.Kind() == ast.LiteralKind && e.AsLiteral().Type() == types.NullType
}

// variable replaces the name of a variable by the expression for the member.
func (w *writing) variable(e ast.Expr, bound []string) bool {
	written := nameOf(e)
	first, _, _ := strings.Cut(written, ".")
	if slices.Contains(bound, first) {
		return false
	}
	name, binding := w.test.resolve(written)
	if binding == nil {
		return false
	}
	read := "this.`" + name + "`"
	schema, value, ok := w.valueOf(binding.GetValue())
	if !ok {
		if schema, value, read, ok = asText(binding.GetValue(), read); !ok {
			w.reason = "a variable is " + kindOf(binding.GetValue())
			return false
		}
	}
	start := w.offset(root(e))
	if first == "" && w.source[start] != '.' {
		start-- // CEL gives the name behind the dot
	}
	end := start + len([]rune(written))
	if end > len(w.source) || string(w.source[start:end]) != written {
		return false // with spaces in between
	}
	w.member(celMember{name, schema, value})
	w.changes = append(w.changes, change{start, end, read})
	return true
}

// root is the name that a chain of members begins with.
func root(e ast.Expr) ast.Expr {
	for e.Kind() == ast.SelectKind {
		e = e.AsSelect().Operand()
	}
	return e
}

// nameOf is a name with dots, or "".
func nameOf(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		if of := nameOf(e.AsSelect().Operand()); of != "" {
			return of + "." + e.AsSelect().FieldName()
		}
	}
	return ""
}

// resolve finds the variable of a name, as CEL does: in the container, in those around it, and then outside.
func (c *celTest) resolve(name string) (full string, binding *expr.ExprValue) {
	if absolute, isAbsolute := strings.CutPrefix(name, "."); isAbsolute {
		return absolute, c.Bindings[absolute]
	}
	for in := c.Container; in != ""; {
		if full := in + "." + name; c.Bindings[full] != nil {
			return full, c.Bindings[full]
		}
		in = in[:max(0, strings.LastIndexByte(in, '.'))]
	}
	return name, c.Bindings[name]
}

func (w *writing) member(m celMember) {
	if !slices.Contains(w.rule.members, m) {
		w.rule.members = append(w.rule.members, m)
	}
}

func (w *writing) offset(e ast.Expr) int {
	at, _ := w.info.GetOffsetRange(e.ID())
	return int(at.Start)
}

// constant replaces a list or map of constants that a rule cannot write by a member, if there can be one.
func (w *writing) constant(e ast.Expr) bool {
	if !unwritable(e) {
		return false
	}
	schema, value, ok := w.constantOf(e)
	return ok && w.move(e, bracketed(w.source[w.offset(e):]), schema, value)
}

// scalar replaces a string or null by a member.
func (w *writing) scalar(e ast.Expr) bool {
	switch {
	case nullLiteral(e):
		return w.move(e, len("null"), `{type: "null"}`, "null")
	case e.Kind() == ast.LiteralKind && e.AsLiteral().Type() == types.StringType:
		schema, value, _ := w.constantOf(e)
		return w.move(e, quoted(w.source[w.offset(e):]), schema, value)
	}
	return false
}

// move makes a constant of so many code points a member.
func (w *writing) move(e ast.Expr, length int, schema, value string) bool {
	if length == 0 {
		return false
	}
	name := fmt.Sprintf("constant%d", len(w.rule.members)+1)
	w.member(celMember{name, schema, value})
	w.changes = append(w.changes, change{w.offset(e), w.offset(e) + length, "this." + name})
	return true
}

// unwritable reports whether there is a map or something empty in a literal.
func unwritable(e ast.Expr) bool {
	return e.Kind() == ast.MapKind || e.Kind() == ast.ListKind && (e.AsList().Size() == 0 || slices.ContainsFunc(e.AsList().Elements(), unwritable))
}

// bracketed is the length of the literal in brackets that a text begins with, or 0.
func bracketed(text []rune) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\'', '"':
			i += max(0, quoted(text[i:])-1)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// quoted is the length of the string that a text begins with, or 0.
func quoted(text []rune) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 0
}
