package syntax

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Ruling is a decision of the spec's author where the document is silent: a comment that begins with `Ruling:`.
type Ruling struct {
	At   []string // the keys that lead to the place below the comment; none for the whole spec
	Text string   // one paragraph
}

const rulingMark = "Ruling:"

// rulings are those of a document, in the order of the lines.
func rulings(doc *yaml.Node) []Ruling {
	list := rulingsIn(doc.HeadComment, nil)
	return append(list, rulingsOf(doc.Content[0], nil)...)
}

func rulingsOf(n *yaml.Node, at []string) (list []Ruling) {
	list = rulingsIn(n.HeadComment, at)
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			inside := append(at[:len(at):len(at)], key.Value)
			list = append(list, rulingsIn(key.HeadComment, placeOf(inside, len(at)))...)
			list = append(list, rulingsOf(value, inside)...)
			list = append(list, rulingsIn(key.FootComment, at)...)
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			list = append(list, rulingsOf(item, append(at[:len(at):len(at)], nameOf(item)))...)
		}
	}
	return append(list, rulingsIn(n.FootComment, at)...)
}

// placeOf is where a comment above a key belongs: a comment on top of the file, which YAML's reader gives to the first key, to the whole.
func placeOf(inside []string, depth int) []string {
	if depth == 0 && inside[0] == "envgen" {
		return nil
	}
	return inside
}

// nameOf names an item of a list by its id, as rules have one.
func nameOf(item *yaml.Node) string {
	if item.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(item.Content); i += 2 {
			if item.Content[i].Value == "id" {
				return item.Content[i+1].Value
			}
		}
	}
	return ""
}

// rulingsIn cuts a comment into paragraphs, at empty comment lines and at each new mark, and returns those that are rulings.
func rulingsIn(comment string, at []string) (list []Ruling) {
	var text []string
	end := func() {
		if joined := strings.Join(text, " "); strings.HasPrefix(joined, rulingMark) {
			list = append(list, Ruling{At: at, Text: strings.TrimSpace(strings.TrimPrefix(joined, rulingMark))})
		}
		text = nil
	}
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "#"))
		if line == "" || strings.HasPrefix(line, rulingMark) {
			end()
		}
		if line != "" {
			text = append(text, line)
		}
	}
	end()
	return list
}
