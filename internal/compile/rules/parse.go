package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"
	"cel.dev/cel-go/parser"
)

// Expression is a rule's text, parsed.
type Expression struct {
	text string
	root *node
}

// node is one node of an expression, macros as they are written.
type node struct {
	kind   nodeKind
	offset int    // in code points, of the name or operator
	name   string // of an identifier, a member or a function
	args   []*node
	method bool // the first argument is before the name
	lit    any  // bool, int64, float64, string, or nil for null
}

type nodeKind uint8

const (
	literalNode nodeKind = iota
	nameNode
	memberNode // args[0].name
	callNode
	listNode
)

// maxText bounds the code points of an expression.
const maxText = 10_000

var newParser = sync.OnceValues(func() (*parser.Parser, error) {
	twoVariables, err := cel.NewCustomEnv(ext.TwoVarComprehensions())
	if err != nil {
		return nil, err
	}
	macros := slices.Concat(parser.AllMacros, twoVariables.Macros())
	return parser.NewParser(parser.EnablePrattParser(true), parser.Macros(macros...), parser.PopulateMacroCalls(true),
		parser.EnableIdentEscapeSyntax(true), parser.ExpressionSizeCodePointLimit(maxText))
})

// Parse reads an expression.
func Parse(text string) (*Expression, []Problem) {
	p, err := newParser()
	if err != nil {
		panic(err) // the options are constant
	}
	source := common.NewTextSource(text)
	tree, errs := p.Parse(source)
	if list := errs.GetErrors(); len(list) > 0 {
		offset, _ := source.LocationOffset(list[0].Location)
		message := strings.TrimPrefix(list[0].Message, "Syntax error: ")
		if strings.Contains(message, "<EOF>") {
			message = "the expression ends too early"
		}
		return nil, []Problem{{Offset: int(offset), Code: "rule-syntax", Message: "not CEL: " + message}}
	}
	r := reader{info: tree.SourceInfo()}
	e := &Expression{text: text, root: r.node(tree.Expr())}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return e, nil
}

// reader turns CEL's tree into nodes.
type reader struct {
	info     *ast.SourceInfo
	problems []Problem
}

func (r *reader) refuse(offset int, what, help string) *node {
	r.problems = append(r.problems, Problem{Offset: offset, Code: "rule-unportable", Message: what + " are not available in rules", Suggestion: help})
	return &node{offset: offset}
}

func (r *reader) node(e ast.Expr) *node {
	at, _ := r.info.GetOffsetRange(e.ID())
	n := &node{offset: int(at.Start)}
	if written, isMacro := r.info.GetMacroCall(e.ID()); isMacro {
		r.call(n, written.AsCall())
		return n
	}
	switch e.Kind() {
	case ast.LiteralKind:
		return r.literal(n, e)
	case ast.IdentKind:
		n.kind, n.name = nameNode, e.AsIdent()
	case ast.SelectKind:
		n.kind, n.name, n.args = memberNode, e.AsSelect().FieldName(), []*node{r.node(e.AsSelect().Operand())}
		n.offset++ // the name is after the dot
	case ast.ListKind:
		n.kind, n.args = listNode, r.nodes(e.AsList().Elements())
	case ast.CallKind:
		r.call(n, e.AsCall())
	case ast.MapKind:
		return r.refuse(n.offset, "map literals", "")
	default:
		return r.refuse(n.offset, "object literals", "")
	}
	return n
}

func (r *reader) nodes(list []ast.Expr) []*node {
	var out []*node
	for _, e := range list {
		out = append(out, r.node(e))
	}
	return out
}

func (r *reader) call(n *node, c ast.CallExpr) {
	n.kind, n.name, n.method = callNode, c.FunctionName(), c.IsMemberFunction()
	if n.method {
		n.args = append(n.args, r.node(c.Target()))
	}
	n.args = append(n.args, r.nodes(c.Args())...)
	if !strings.ContainsAny(n.name, "_@") {
		n.offset -= len(n.name) // CEL gives the parenthesis
	}
}

func (r *reader) literal(n *node, e ast.Expr) *node {
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		n.lit = bool(v)
	case types.Int:
		n.lit = int64(v)
	case types.Double:
		n.lit = float64(v)
	case types.String:
		n.lit = string(v)
	case types.Null:
	case types.Uint:
		return r.refuse(n.offset, "unsigned numbers", "remove the u")
	default:
		return r.refuse(n.offset, "bytes", "remove the b")
	}
	return n
}

// promote writes whole numbers as doubles in the text.
func (e *Expression) promote(list map[int]*node) string { return e.rewritten(&Scope{}, list) }

// rewritten is the text with whole numbers as doubles, and with the results of has(bound.name) in its place.
func (e *Expression) rewritten(s *Scope, doubles map[int]*node) string {
	text := []rune(e.text)
	type change struct {
		from, to int
		by       string
	}
	var changes []change
	for _, n := range doubles {
		end := n.offset
		for end < len(text) && (end == n.offset && text[end] == '-' || strings.ContainsRune("0123456789abcdefABCDEFxX", text[end])) {
			end++
		}
		changes = append(changes, change{n.offset, end, strconv.FormatInt(n.lit.(int64), 10) + ".0"})
	}
	e.visit(func(n *node) {
		if i := s.earlier(n.tests()); i >= 0 {
			end := n.offset + slices.Index(text[n.offset:], ')') + 1
			changes = append(changes, change{n.offset, end, strconv.FormatBool(!s.Earlier[i].Missing)})
		}
	})
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(b.from, a.from) })
	for _, c := range changes {
		text = slices.Replace(text, c.from, c.to, []rune(c.by)...)
	}
	return string(text)
}
