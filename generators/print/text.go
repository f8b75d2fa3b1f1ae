package print

import "strings"

// Text is code as text, on one or several lines.
type Text struct {
	Flat  string // on one line
	parts []Text // the parts that can be on separate lines, or nil
	words []string
	binds Level
	open  string // the brackets around the parts, with the prefix
	close string
	comma bool // for arguments: a comma follows each part
}

// Plain returns a text that is never broken.
func Plain(flat string) Text { return Text{Flat: flat} }

// Enclosed returns a text in brackets. The opening bracket may have a prefix.
func Enclosed(open string, inner Text, end string) Text {
	return Text{Flat: open + inner.Flat + end, parts: []Text{inner}, open: open, close: end}
}

// Listed returns a text in brackets: on one line, or with a line for each part. The first part may have several lines.
func Listed(open string, first Text, others []string, end string) Text {
	flat := strings.Join(append([]string{first.Flat}, others...), " ")
	t := Text{Flat: open + flat + end, parts: []Text{first}, words: make([]string, len(others)), open: open, close: end}
	for _, part := range others {
		t.parts = append(t.parts, Plain(part))
	}
	return t
}

// Arguments returns the arguments of a call: on one line, or on one line each.
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

// Prefix adds a word before a text. A broken text keeps its brackets.
func (Texts) Prefix(word string, operand Text) Text {
	if operand.Flat = word + operand.Flat; operand.open == "" {
		return Plain(operand.Flat)
	}
	operand.open = word + operand.open
	return operand
}

// Brackets encloses a text in brackets.
func (Texts) Brackets(inner Text) Text { return Enclosed("(", inner, ")") }

// Word returns a text that is never broken, as a term.
func Word(flat string, binds Level) Term[Text] { return Term[Text]{Code: Plain(flat), Binds: binds} }

// Question returns a condition that is never broken, as a term. The contrary has other words.
func Question(yes, no string) Term[Text] {
	t, contrary := Word(yes, Comparison), Word(no, Comparison)
	t.contrary = &contrary
	return t
}
