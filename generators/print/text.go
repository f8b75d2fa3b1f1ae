package print

import "strings"

// Text is code as text, which may take several lines.
type Text struct {
	Flat  string // in one line
	parts []Text // what can be broken, or nil
	words []string
	binds Level
	open  string // brackets around the parts, with what they belong to
	close string
	comma bool // of arguments: a comma stands behind each part
}

// Plain is a text that is never broken.
func Plain(flat string) Text { return Text{Flat: flat} }

// Enclosed is what brackets hold, of which the opening one may have more in front.
func Enclosed(open string, inner Text, end string) Text {
	return Text{Flat: open + inner.Flat + end, parts: []Text{inner}, open: open, close: end}
}

// Listed is what brackets hold, in as many lines as it has parts if it takes more than one. The first part may take several.
func Listed(open string, first Text, others []string, end string) Text {
	flat := strings.Join(append([]string{first.Flat}, others...), " ")
	t := Text{Flat: open + flat + end, parts: []Text{first}, words: make([]string, len(others)), open: open, close: end}
	for _, part := range others {
		t.parts = append(t.parts, Plain(part))
	}
	return t
}

// Arguments are those of a call, in one line or in one each.
func Arguments(texts []string) Text {
	t := Text{Flat: strings.Join(texts, ", "), comma: true}
	for _, text := range texts {
		t.parts = append(t.parts, Plain(text))
	}
	return t
}

// Texts is the Emitter of Text.
type Texts struct{}

// Infix joins texts.
func (Texts) Infix(binds Level, operands []Text, words []string) Text {
	var b strings.Builder
	for i, operand := range operands {
		if i > 0 {
			b.WriteString(" " + words[i-1] + " ")
		}
		b.WriteString(operand.Flat)
	}
	return Text{Flat: b.String(), parts: operands, words: words, binds: binds}
}

// Prefix puts a word in front. Brackets stay where a text is broken.
func (Texts) Prefix(word string, operand Text) Text {
	if operand.Flat = word + operand.Flat; operand.open == "" {
		return Plain(operand.Flat)
	}
	operand.open = word + operand.open
	return operand
}

// Brackets holds a text together.
func (Texts) Brackets(inner Text) Text { return Enclosed("(", inner, ")") }

// Word is a text that is never broken as a term.
func Word(flat string, binds Level) Term[Text] { return Term[Text]{Code: Plain(flat), Binds: binds} }

// Question is a condition that is never broken, as a term whose contrary has other words.
func Question(yes, no string) Term[Text] {
	t, contrary := Word(yes, Comparison), Word(no, Comparison)
	t.contrary = &contrary
	return t
}
