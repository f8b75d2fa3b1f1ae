package syntax

import (
	"fmt"
	"math"
	"strconv"

	"gopkg.in/yaml.v3"

	"github.com/envgen/envgen/internal/diag"
)

// Source reads a document that is no spec, such as an OpenAPI document: exactly one YAML document of any notation that has a counterpart in JSON.
// Keys that YAML reads as numbers and dates are strings, aliases and merge keys are expanded, and a missing value is null. The node is nil, or
// incomplete, if the list has errors.
func Source(name string, data []byte) (*Node, diag.List) {
	r := &reader{file: name, foreign: true}
	return r.read(data), r.diags
}

const (
	// maxSourceBytes is the largest source that is read.
	maxSourceBytes = 16 << 20
	maxSourceNodes = 1_000_000
	// maxSigns bounds the characters of a large source that can begin a node of yaml.v3: a node takes a hundred times the memory of its text.
	maxSigns = 2_000_000
)

// mostNodes bounds the keys and values.
func (r *reader) mostNodes() int {
	if r.foreign {
		return maxSourceNodes
	}
	return maxNodes
}

// sized reports whether a text is small enough, before yaml.v3 reads it.
func (r *reader) sized(start diag.Pos, data []byte) bool {
	most := MaxBytes
	if r.foreign {
		most = maxSourceBytes
	}
	if len(data) > most {
		r.fail(start, "too-large", "", "the %s has more than %d bytes", r.what(), most)
		return false
	}
	if len(data) <= MaxBytes {
		return true
	}
	signs := 0
	for _, c := range data {
		switch c {
		case '\n', ',', ':', '-', '?', '[', '{':
			signs++
		}
	}
	if signs > maxSigns {
		r.fail(start, "too-large", "write it as JSON", "the source has more than %d characters that can begin a key or value", maxSigns)
	}
	return signs <= maxSigns
}

// what names the text in messages.
func (r *reader) what() string {
	if r.foreign {
		return "source"
	}
	return "spec"
}

// alias expands an alias. An alias inside of its own anchor ends at the limit of the nesting.
func (r *reader) alias(y *yaml.Node, depth int) *Node {
	n := r.node(y.Alias, depth+1)
	if y.Alias.Kind == yaml.ScalarNode {
		n.Pos = r.pos(y)
	}
	return n
}

// merged adds the members of the mappings behind a merge key, where n has no member of that name.
func (r *reader) merged(n *Node, y *yaml.Node, depth int) {
	if r.nodes++; depth > maxDepth || r.nodes > r.mostNodes() {
		r.fail(r.pos(y), "too-deep", "", "the merge keys of the source lead too far")
		return
	}
	switch y.Kind {
	case yaml.AliasNode:
		r.merged(n, y.Alias, depth+1)
	case yaml.SequenceNode:
		for _, item := range y.Content {
			r.merged(n, item, depth+1)
		}
	case yaml.MappingNode:
		from := r.node(y, depth)
		for _, m := range from.Members {
			if n.Member(m.Key.Value) == nil {
				n.Members = append(n.Members, m)
			}
		}
	default:
		r.fail(r.pos(y), "yaml-merge", "", "a merge key has a mapping, or a list of mappings")
	}
}

// foreignScalar reads a plain scalar by the types of YAML.
func (r *reader) foreignScalar(n *Node, y *yaml.Node) {
	switch y.Tag {
	case "!!null":
		n.Kind = NullNode
	case "!!bool":
		n.Kind = BoolNode
		if err := y.Decode(&n.Bool); err != nil {
			n.Kind = TextNode
		}
	case "!!int", "!!float":
		if jsonNumber.MatchString(y.Value) {
			r.number(n, y.Value)
			return
		}
		var f float64
		if err := y.Decode(&f); err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			r.fail(n.Pos, "not-json", "write "+strconv.Quote(y.Value)+" for the string", "%s is a number in YAML, but is not valid in JSON", y.Value)
			return
		}
		r.number(n, fmt.Sprint(f))
	default:
		n.Kind = TextNode
	}
}
