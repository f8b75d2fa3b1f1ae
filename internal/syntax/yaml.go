package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/envgen/envgen/internal/diag"
)

// MaxBytes is the largest spec that is read. yaml.v3 may need more than a hundred times the memory: each `[],` is a node.
const MaxBytes = 4 << 20

// maxNodes bounds the keys and values of a spec: the data for each takes much more memory than its text.
const maxNodes = 300_000

// maxDepth bounds the nesting of a spec, so that the recursive passes cannot exhaust the stack.
const maxDepth = 500

// style is the notation of a scalar, as far as positions inside it depend on it.
type style uint8

const (
	plain style = iota
	singleQuoted
	doubleQuoted
	block
)

// reader turns a YAML tree into Nodes and refuses everything that is not JSON-like.
type reader struct {
	file  string
	end   diag.Pos        // of the text
	nodes int             // read so far
	meant map[string]bool // the correct spellings of misspelt keys: they are not reported as missing
	diags diag.List

	rulings []Ruling
	foreign bool // the text is no spec: see Source
}

func (r *reader) fail(pos diag.Pos, code diag.Code, suggestion, format string, args ...any) {
	r.diags.Add(diag.Diagnostic{Pos: pos, Code: code, Message: fmt.Sprintf(format, args...), Suggestion: suggestion})
}

// nearest returns a suggestion for a misspelt word, as long as the diagnostic will be printed.
func (r *reader) nearest(word string, known []string) string {
	if r.diags.Full() {
		return ""
	}
	return diag.Nearest(word, known)
}

// Tree reads the text of a spec as a tree, without checking its keys: for readers of the text as written. The node is nil, or
// incomplete, if the list has errors.
func Tree(name string, data []byte) (*Node, diag.List) {
	r := &reader{file: name}
	return r.read(data), r.diags
}

// TreeWith is Tree for a spec that may have an overlay. read is that of ParseWith.
func TreeWith(name string, data []byte, read func(file string) ([]byte, error)) (*Node, diag.List) {
	r := &reader{file: name, meant: map[string]bool{}}
	root := r.read(data)
	if root != nil && root.Kind == MapNode {
		r.extended(root)
		r.overlaid(root, read)
	}
	return root, r.diags
}

// read parses data as exactly one YAML document, or returns nil.
func (r *reader) read(data []byte) *Node {
	start := diag.Pos{File: r.file, Line: 1, Column: 1}
	if !r.sized(start, data) {
		return nil
	}
	if !r.characters(data) {
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		help := "start with `envgen: 1`, or run `envgen init`"
		if r.foreign {
			help = ""
		}
		r.fail(start, "empty", help, "the %s is empty", r.what())
		return nil
	case err != nil:
		r.yamlError(err, data)
		return nil
	}
	var second yaml.Node
	switch err := dec.Decode(&second); {
	case err == nil:
		r.fail(r.pos(&second), "two-documents", "keep one document in each file", "a second YAML document starts here")
		return nil
	case !errors.Is(err, io.EOF):
		r.yamlError(err, data)
		return nil
	}
	root := r.node(doc.Content[0], 1)
	if r.nodes > r.mostNodes() {
		return nil
	}
	r.rulings = rulings(&doc)
	return root
}

// pos is the position of a node. yaml.v3 puts a value that is missing at the end behind it.
func (r *reader) pos(n *yaml.Node) diag.Pos {
	if n.Line > r.end.Line {
		return r.end
	}
	return diag.Pos{File: r.file, Line: max(n.Line, 1), Column: max(n.Column, 1)}
}

func (r *reader) node(y *yaml.Node, depth int) *Node {
	n := &Node{Pos: r.pos(y)}
	most := r.mostNodes()
	if r.nodes++; r.nodes == most+1 {
		r.fail(n.Pos, "too-large", "", "the %s has more than %d keys and values", r.what(), most)
	}
	if r.nodes > most {
		return n
	}
	if depth > maxDepth {
		r.fail(n.Pos, "too-deep", "", "the %s is nested more than %d deep", r.what(), maxDepth)
		return n
	}
	if y.Anchor != "" && !r.foreign {
		r.fail(n.Pos, "yaml-anchor", "declare it under `types` and refer to its name", "a spec cannot have YAML anchors")
	}
	switch y.Kind {
	case yaml.MappingNode:
		r.mapping(n, y, depth)
	case yaml.SequenceNode:
		n.Kind = ListNode
		r.tag(y, "!!seq")
		for _, item := range y.Content {
			n.Items = append(n.Items, r.node(item, depth+1))
		}
	case yaml.ScalarNode:
		r.scalar(n, y)
	default:
		if r.foreign && y.Alias != nil {
			return r.alias(y, depth)
		}
		r.fail(n.Pos, "yaml-anchor", "declare it under `types` and refer to its name", "a spec cannot have YAML aliases")
	}
	return n
}

func (r *reader) mapping(n *Node, y *yaml.Node, depth int) {
	n.Kind = MapNode
	r.tag(y, "!!map")
	first := make(map[string]diag.Pos, len(y.Content)/2)
	var merge []*yaml.Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		if r.foreign && y.Content[i].Tag == "!!merge" {
			merge = append(merge, y.Content[i+1])
			continue
		}
		key, ok := r.key(y.Content[i])
		value := r.node(y.Content[i+1], depth+1)
		if !ok {
			continue
		}
		if earlier, seen := first[key.Value]; seen {
			r.diags.Add(diag.Diagnostic{Pos: key.Pos, Code: "duplicate-key", Message: fmt.Sprintf("the key %s is present twice", quote(key.Value)),
				Notes: []diag.Note{{Pos: earlier, Message: "first here"}}})
			continue
		}
		first[key.Value] = key.Pos
		n.Members = append(n.Members, Member{key, value})
	}
	for _, from := range merge {
		r.merged(n, from, depth)
	}
}

func (r *reader) key(y *yaml.Node) (Text, bool) {
	pos := r.pos(y)
	if y.Kind == yaml.ScalarNode && y.Value == "<<" && y.Tag == "!!merge" {
		r.fail(pos, "yaml-merge", "use `allOf`", "a spec cannot have YAML merge keys")
		return Text{}, false
	}
	if r.foreign && y.Kind == yaml.ScalarNode {
		r.nodes++
		return Text{pos, y.Value, styleOf(y)}, true
	}
	n := r.node(y, maxDepth)
	if n.Kind != TextNode {
		if y.Kind == yaml.ScalarNode && y.Tag != "!!str" && !r.reported(pos) {
			r.fail(pos, "key-type", "write "+strconv.Quote(y.Value), "a key must be a string, but YAML reads this as %s", n.Kind)
		} else if y.Kind != yaml.ScalarNode {
			r.fail(pos, "key-type", "", "a key must be a string, not %s", n.Kind)
		}
		return Text{}, false
	}
	return Text{pos, n.Text, n.style}, true
}

func (r *reader) reported(pos diag.Pos) bool {
	return slices.ContainsFunc(r.diags, func(d diag.Diagnostic) bool { return d.Pos == pos })
}

// tag refuses explicit tags.
func (r *reader) tag(y *yaml.Node, want string) {
	if y.Style&yaml.TaggedStyle != 0 || y.Tag != want {
		help := "remove the tag"
		if strings.ContainsAny(y.Tag, "(.") {
			help = asBlock // it is an expression that begins with a negation
		}
		r.fail(r.pos(y), "yaml-tag", help, "a spec cannot have YAML tags such as %s", y.Tag)
	}
}

var (
	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	ambiguous  = regexp.MustCompile(`^(?i:yes|no|on|off|true|false|null|~)$`)
)

func (r *reader) scalar(n *Node, y *yaml.Node) {
	n.Text, n.style = y.Value, styleOf(y)
	if y.Style&yaml.TaggedStyle != 0 {
		r.tag(y, "")
		return
	}
	if n.style != plain {
		n.Kind = TextNode
		return
	}
	if r.foreign {
		r.foreignScalar(n, y)
		return
	}
	switch {
	case y.Value == "null":
		n.Kind = NullNode
	case y.Value == "true" || y.Value == "false":
		n.Kind, n.Bool = BoolNode, y.Value == "true"
	case y.Value == "":
		r.fail(n.Pos, "no-value", "write null, \"\", {} or []", "a value is missing here")
	case ambiguous.MatchString(y.Value):
		n.Kind = TextNode
		r.fail(n.Pos, "ambiguous", "write "+strconv.Quote(y.Value)+" for the string, or true, false or null",
			"YAML readers disagree about the type of %s", y.Value)
	case jsonNumber.MatchString(y.Value):
		r.number(n, y.Value)
	case y.Tag != "!!str":
		n.Kind = TextNode
		help := "write " + strconv.Quote(y.Value) + " for the string"
		if y.Tag == "!!int" || y.Tag == "!!float" {
			help += ", or write the number as in JSON"
		}
		r.fail(n.Pos, "not-json", help, "%s is %s in YAML, but is not valid in JSON", y.Value, tagNames[y.Tag])
	default:
		n.Kind = TextNode
	}
}

var tagNames = map[string]string{"!!int": "a number", "!!float": "a number", "!!timestamp": "a date", "!!binary": "binary data", "!!bool": "a boolean", "!!null": "null"}

func (r *reader) number(n *Node, text string) {
	n.Kind, n.Literal = NumberNode, text
	f, _ := strconv.ParseFloat(text, 64)
	if math.IsInf(f, 0) {
		r.fail(n.Pos, "number-range", "", "%s is beyond the range of a double", text)
		return
	}
	n.Number = f + 0 // -0 becomes 0
}

func styleOf(y *yaml.Node) style {
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		return singleQuoted
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return doubleQuoted
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return block
	}
	return plain
}

// quote is a short form of s for messages.
func quote(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return strconv.Quote(s)
}
