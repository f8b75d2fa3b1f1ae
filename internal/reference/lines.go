package reference

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Stream judges a stream: of each line or frame its issues, and at the end those of the end.
func (r *Reference) Stream(protocolName, name string, stream []byte, o Options) ([][]Issue, error) {
	c, err := r.ConverseLines(protocolName, name)
	if err != nil {
		return nil, err
	}
	if _, err := c.owner.readParams(o); err != nil {
		return nil, err
	}
	verdicts := [][]Issue{}
	next := c.Parts(bufio.NewReader(bytes.NewReader(stream)), o)
	for {
		part, err := next()
		if errors.Is(err, io.EOF) {
			return append(verdicts, c.Close(o)), nil
		}
		if err != nil {
			return nil, err
		}
		l, err := c.JudgePart(part, o)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, c.TakeLine(l)...)
	}
}

// ConverseLines begins a conversation that is a stream of lines or frames.
func (r *Reference) ConverseLines(protocolName, name string) (*Conversation, error) {
	c, err := r.Converse(protocolName, name, "")
	if err == nil && c.ir.Framing != ir.NDJSON && c.ir.Framing != ir.Headers {
		err = fmt.Errorf("the conversation %s is no stream of lines", name)
	}
	return c, err
}

// HasHeaders reports whether the messages of a stream are behind headers.
func (c *Conversation) HasHeaders() bool { return c.ir.Framing == ir.Headers }

// Part is the part of a stream that takes the place of one message: a line without its line feed, or a frame without its header.
type Part struct {
	text  []byte
	open  bool   // no line feed ends the line
	fault *Issue // of a frame, instead of a text
}

// Size is the number of bytes that the part keeps in memory.
func (p Part) Size() int { return len(p.text) }

// Parts returns a function for the next part of a stream. At the end it returns io.EOF.
func (c *Conversation) Parts(in *bufio.Reader, o Options) func() (Part, error) {
	most := o.withDefaults().MaxBytes
	if c.HasHeaders() {
		return (&frames{in: in, most: most}).next
	}
	return func() (Part, error) { return nextLine(in, most) }
}

// nextLine cuts a line after most+2 bytes.
func nextLine(in *bufio.Reader, most int) (Part, error) {
	var line Part
	for {
		part, err := in.ReadSlice('\n')
		line.open = err != nil
		part = bytes.TrimSuffix(part, []byte("\n"))
		line.text = append(line.text, part[:min(len(part), most+2-len(line.text))]...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(line.text) > 0:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return Part{}, err
		}
	}
}

// Line is a part that has been judged by itself.
type Line struct {
	messages []Message
	isBatch  bool
	broken   []Issue // of the framing: there is no message
}

// JudgePart validates a part alone. It is safe for concurrent use.
func (c *Conversation) JudgePart(p Part, o Options) (Line, error) {
	if p.fault != nil {
		return Line{broken: []Issue{*p.fault}}, nil
	}
	if c.HasHeaders() {
		return c.JudgeFrame(p.text, o)
	}
	return c.judgeLine(p, o)
}

func (c *Conversation) judgeLine(p Part, o Options) (Line, error) {
	most := o.withDefaults().MaxBytes
	content := bytes.TrimSuffix(p.text, []byte("\r"))
	switch {
	case len(content) > most:
		return Line{broken: []Issue{*framing("long-line", "must be at most %d bytes long", most)}}, nil
	case len(bytes.Trim(p.text, " \t\r")) == 0:
		return Line{broken: []Issue{*framing("blank-line", "must not be blank")}}, nil
	}
	l, err := c.JudgeFrame(content, o)
	if err == nil && p.open && len(l.messages) == 1 && isNoText(l.messages[0]) {
		return Line{broken: []Issue{*framing("cut-line", "must end with a line feed")}}, nil
	}
	return l, err
}

func isNoText(m Message) bool { return len(m.Issues) == 1 && m.Issues[0].Rule == "json" }

// JudgeFrame validates the text of a frame alone: a message or, where the conversation has batches, an array of messages.
func (c *Conversation) JudgeFrame(text []byte, o Options) (Line, error) {
	whole, err := c.Judge(text, o)
	if err != nil || c.ir.Batch == 0 || isNoText(whole) || !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("[")) {
		return Line{messages: []Message{whole}}, err
	}
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return Line{}, err
	}
	switch {
	case len(items) == 0:
		return Line{broken: []Issue{*framing("batch", "must have at least 1 message")}}, nil
	case len(items) > c.ir.Batch:
		return Line{broken: []Issue{*framing("batch", "must have at most %d messages", c.ir.Batch)}}, nil
	}
	batch := Line{isBatch: true}
	for _, item := range items {
		m, err := c.Judge(item, o)
		if err != nil {
			return Line{}, err
		}
		batch.messages = append(batch.messages, m)
	}
	return batch, nil
}

// Accepted is JudgeFrame for a message that is known to have no issues. The value is as the text has it: nil, a bool, a float64 within ±(2^53-1),
// a string, a []any or the result of ObjectOf.
func (c *Conversation) Accepted(value any, o Options) (Line, error) {
	all := o.withDefaults()
	params, err := c.owner.readParams(all)
	if err != nil {
		return Line{}, err
	}
	over := c.ir.Over
	j := judgement{Result: Result{Valid: true}, read: value}
	j.course = &course{Interpreter: c.owner.Interpreter, settings: settings{*all.Now, params}, typ: over}
	j.value = c.owner.placed(value, []meaning{{value: &over.Value}})
	return Line{messages: []Message{message(j, o)}}, nil
}

// ObjectOf returns an object with members in their order.
func ObjectOf(names []string, values []any) any {
	members := make(object, len(names))
	for i, name := range names {
		members[i] = member{name, values[i]}
	}
	return members
}

func framing(rule, message string, values ...any) *Issue {
	return &Issue{Rule: rule, Level: ir.Must.String(), Message: fmt.Sprintf(message, values...)}
}

// TakeLine judges the messages of a line in their places. Lines are taken in their order.
func (c *Conversation) TakeLine(l Line) [][]Issue { return c.takeFrame(l, false) }

// TakeFrom is TakeLine for a tracker of one side. sent reports whether that side has sent the line.
func (c *Conversation) TakeFrom(l Line, sent bool) [][]Issue { return c.takeFrame(l, sent) }

func (c *Conversation) takeFrame(l Line, sent bool) [][]Issue {
	if l.broken != nil {
		return [][]Issue{l.broken}
	}
	var verdicts [][]Issue
	for i, m := range l.messages {
		issues := c.take(m, sent)
		if l.isBatch {
			issues = slices.Clone(issues)
			for j := range issues {
				issues[j].Path = fmt.Sprintf("/%d%s", i, issues[j].Path)
			}
		}
		verdicts = append(verdicts, issues)
	}
	return verdicts
}
