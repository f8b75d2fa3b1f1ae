package compile

import (
	"slices"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// typeSet is a set of JSON types. integerType is the part of number without fractions; number has both bits.
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
	return wording.Alternatives(words)
}

// literalNodes returns the values of const and enum of a schema, as one list each.
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
			set |= typeOfLiteral(wording.Literal(n))
		}
	}
	return set
}

// literalsOf returns the scalars of a schema's const, or else of its enum: each once, without those that its type excludes unless it
// excludes all of them.
func literalsOf(s *syntax.Schema) ([]ir.Literal, bool) {
	lists := literalNodes(s)
	if len(lists) == 0 {
		return nil, false
	}
	var list []ir.Literal
	for _, n := range distinct(s, lists[0]) {
		list = append(list, wording.Literal(n))
	}
	return list, true
}

// distinct returns each value once, without those that the type of the schema excludes unless it excludes all of them.
func distinct(s *syntax.Schema, nodes []*syntax.Node) []*syntax.Node {
	none := !slices.ContainsFunc(nodes, func(n *syntax.Node) bool { return admits(s, n) })
	var list []*syntax.Node
	seen := map[string]bool{}
	for _, n := range nodes {
		if text := wording.JSON(n); !seen[text] && (none || admits(s, n)) {
			seen[text] = true
			list = append(list, n)
		}
	}
	return list
}

func typeOfLiteral(l ir.Literal) typeSet {
	switch l.Kind {
	case ir.BoolLiteral:
		return booleanType
	case ir.StringLiteral:
		return stringType
	case ir.NumberLiteral:
		if l.Digits != "" || l.IsInteger() {
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
