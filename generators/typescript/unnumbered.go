package typescript

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// declared returns how the declaration of the constant begins, which it writes but for the last line.
func (b *conversationPrinter) declared(p *printer, before string) string {
	arguments := []string{b.typeName(b.c.Over)}
	input := b.writerInput()
	if len(b.protocol.Params) > 0 {
		arguments = append(arguments, "Params")
	} else if input != "" {
		arguments = append(arguments, "never")
	}
	if input != "" {
		arguments = append(arguments, input)
	}
	before += b.use("Conversation") + "<"
	flat := before + strings.Join(arguments, ", ") + "> = "
	if input == "" || p.Fits(flat+"{") {
		return flat
	}
	p.Line("%s", before)
	p.Block(func() {
		for i, argument := range arguments {
			p.union(argument, i < len(arguments)-1)
		}
	})
	return "> = "
}

// writerInput is the type of the messages that a writer takes if it numbers them: the members that it sets may be absent. It is "" if
// nobody writes the conversation, or nothing numbers all messages of a record. Numbers of exchanges stay required: without its key, a
// message belongs to no exchange, and the writer does not number it.
func (b *conversationPrinter) writerInput() string {
	if !b.c.HasLines() && !b.c.HasFrames() {
		return ""
	}
	var inputs []string
	isNumbered := false
	for record, t := range b.c.Records {
		input := b.typeName(t)
		for _, n := range b.c.Main.Numbers {
			if numbersAll(n, b.c.Main.Kinds[record]) {
				isNumbered = true
				input = b.use("Unnumbered") + "<" + input + ", " + quotes(n.At).flat + ">"
			}
		}
		inputs = append(inputs, input)
	}
	if !isNumbered {
		return ""
	}
	return strings.Join(inputs, " | ")
}

// numbersAll reports whether a number counts all messages of a record, which is of some letters.
func numbersAll(n *ir.Numbering, kinds []ir.LetterOf) bool {
	counts := func(k ir.LetterOf) bool { return slices.Contains(n.Letters, k.Letter) }
	last := len(kinds) - 1
	return last >= 0 && kinds[last].When == nil && !slices.ContainsFunc(kinds, func(k ir.LetterOf) bool { return !counts(k) })
}
