package compile

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// typeSet is a set of JSON types. integerType is the part of number without fractions; number holds both bits.
type typeSet uint8

const (
	nullType typeSet = 1 << iota
	booleanType
	objectType
	arrayType
	integerType
	fractionType
	stringType

	numberType = integerType | fractionType
	allTypes   = nullType | booleanType | objectType | arrayType | numberType | stringType
)

func typesNamed(names []syntax.Text) typeSet {
	var set typeSet
	for _, n := range names {
		switch n.Value {
		case "null":
			set |= nullType
		case "boolean":
			set |= booleanType
		case "object":
			set |= objectType
		case "array":
			set |= arrayType
		case "number":
			set |= numberType
		case "integer":
			set |= integerType
		case "string":
			set |= stringType
		}
	}
	return set
}

// article names the types of a set in the order of JSON Schema's own list: "a string or null".
func (t typeSet) article() string {
	var words []string
	for _, w := range []struct {
		set  typeSet
		text string
	}{{booleanType, "true or false"}, {objectType, "an object"}, {arrayType, "an array"}, {stringType, "a string"}} {
		if t&w.set != 0 {
			words = append(words, w.text)
		}
	}
	switch t & numberType {
	case numberType:
		words = append(words, "a number")
	case integerType:
		words = append(words, "an integer")
	}
	if t&nullType != 0 {
		words = append(words, "null")
	}
	return alternatives(words)
}

// alternatives joins words as in "a, b or c".
func alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// literalNodes returns what const and enum of a schema list, a list each.
func literalNodes(s *syntax.Schema) [][]*syntax.Node {
	var lists [][]*syntax.Node
	if s.Const != nil {
		lists = append(lists, []*syntax.Node{s.Const})
	}
	if s.Enum != nil {
		lists = append(lists, s.Enum.Items)
	}
	return lists
}

func isComposite(n *syntax.Node) bool { return n.Kind == syntax.ListNode || n.Kind == syntax.MapNode }

// typesOfNodes returns the types of values of the spec.
func typesOfNodes(list []*syntax.Node) typeSet {
	var set typeSet
	for _, n := range list {
		switch n.Kind {
		case syntax.ListNode:
			set |= arrayType
		case syntax.MapNode:
			set |= objectType
		default:
			set |= typeOfLiteral(literal(n))
		}
	}
	return set
}

// literalsOf returns the scalars of a schema's const and enum, const first if both are there.
func literalsOf(s *syntax.Schema) ([]ir.Literal, bool) {
	lists := literalNodes(s)
	if len(lists) == 0 {
		return nil, false
	}
	var list []ir.Literal
	for _, n := range lists[0] {
		list = append(list, literal(n))
	}
	return list, true
}

// literal converts a scalar node; lists and mappings are refused where their schema is compiled.
func literal(n *syntax.Node) ir.Literal {
	switch n.Kind {
	case syntax.BoolNode:
		return ir.Literal{Kind: ir.BoolLiteral, Bool: n.Bool}
	case syntax.NumberNode:
		return ir.Literal{Kind: ir.NumberLiteral, Number: n.Number}
	case syntax.TextNode:
		return ir.Literal{Kind: ir.StringLiteral, String: n.Text}
	}
	return ir.Literal{Kind: ir.NullLiteral}
}

func typeOfLiteral(l ir.Literal) typeSet {
	switch l.Kind {
	case ir.BoolLiteral:
		return booleanType
	case ir.StringLiteral:
		return stringType
	case ir.NumberLiteral:
		if l.IsInteger() {
			return integerType
		}
		return fractionType
	}
	return nullType
}

func typesOfLiterals(list []ir.Literal) typeSet {
	var set typeSet
	for _, l := range list {
		set |= typeOfLiteral(l)
	}
	return set
}
