package reference

import (
	"bytes"
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// Stream judges a stream of lines: of each its issues, and at the end those of the end.
func (r *Reference) Stream(protocolName, name string, stream []byte, o Options) ([][]Issue, error) {
	c, err := r.ConverseLines(protocolName, name)
	if err != nil {
		return nil, err
	}
	if _, err := c.owner.readParams(o); err != nil {
		return nil, err
	}
	verdicts := [][]Issue{}
	for len(stream) > 0 {
		text, rest, ended := bytes.Cut(stream, []byte("\n"))
		stream = rest
		l, err := c.JudgeLine(text, ended, o)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, c.TakeLine(l))
	}
	return append(verdicts, c.Close(o)), nil
}

// ConverseLines begins a conversation that is a stream of lines.
func (r *Reference) ConverseLines(protocolName, name string) (*Conversation, error) {
	c, err := r.Converse(protocolName, name, "")
	if err == nil && c.ir.Framing != ir.NDJSON {
		err = fmt.Errorf("the conversation %s is no stream of lines", name)
	}
	return c, err
}

// Line is a line that has been judged by itself.
type Line struct {
	message Message
	broken  []Issue // of the framing: there is no message
}

// JudgeLine validates a line alone, without its line feed; ended reports whether it has one. For a line longer than MaxBytes, two bytes more are
// sufficient. It is safe for concurrent use.
func (c *Conversation) JudgeLine(line []byte, ended bool, o Options) (Line, error) {
	most := o.withDefaults().MaxBytes
	framing := func(rule, message string) (Line, error) {
		return Line{broken: []Issue{{Rule: rule, Level: ir.Must.String(), Message: message}}}, nil
	}
	content := bytes.TrimSuffix(line, []byte("\r"))
	switch {
	case len(content) > most:
		return framing("long-line", fmt.Sprintf("must be at most %d bytes long", most))
	case len(bytes.Trim(line, " \t\r")) == 0:
		return framing("blank-line", "must not be blank")
	}
	m, err := c.Judge(content, o)
	if err == nil && !ended && len(m.Issues) == 1 && m.Issues[0].Rule == "json" {
		return framing("cut-line", "must end with a line feed")
	}
	return Line{message: m}, err
}

// TakeLine judges a line in its place. Lines are taken in their order.
func (c *Conversation) TakeLine(l Line) []Issue {
	if l.broken != nil {
		return l.broken
	}
	return c.take(l.message, false)
}
