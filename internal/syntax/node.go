package syntax

import (
	"math"
	"strings"

	"github.com/envgen/envgen/internal/diag"
)

// Node is one value of the spec with its position: the JSON data model, members in order.
type Node struct {
	Pos     diag.Pos
	Kind    NodeKind
	Text    string // of a TextNode
	Number  float64
	Literal string // the spelling of a NumberNode
	Exact   string // the digits of an integer of 64 bits, by the schema that the value is of
	Bool    bool
	Members []Member
	Items   []*Node
	style   style
}

// Digits returns the digits of an integer beyond ±(2^53-1) that is spelled without fraction and exponent, else "".
func (n *Node) Digits() string {
	const safe = 1<<53 - 1
	if n.Kind != NumberNode || math.Abs(n.Number) <= safe || strings.ContainsAny(n.Literal, ".eE") {
		return ""
	}
	return n.Literal
}

// NodeKind is the JSON type of a Node.
type NodeKind uint8

const (
	NullNode NodeKind = iota
	BoolNode
	NumberNode
	TextNode
	ListNode
	MapNode
)

// String names the kind as messages do.
func (k NodeKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "a list", "a mapping"}[k]
}

// Member is one entry of a mapping.
type Member struct {
	Key   Text
	Value *Node
}

// Text is a string of the spec with its position.
type Text struct {
	Pos   diag.Pos
	Value string
	style style
}

// Member returns the entry of that name, or nil.
func (n *Node) Member(name string) *Node {
	for _, m := range n.Members {
		if m.Key.Value == name {
			return m.Value
		}
	}
	return nil
}
