package edges

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
)

// event is one of a stream.
type event struct {
	Receive string `json:"receive"`
}

// cases are the streams: for each order and state, the accepted and the rejected messages.
func (d *deriver) cases() (cases []*conformance.Case, left []string, err error) {
	c := d.conversation
	for order := -1; order < len(c.Exchanges); order++ {
		o, name := &c.Main, "whole"
		if order >= 0 {
			o, name = &c.Exchanges[order].Order, c.Exchanges[order].Name
		}
		for state := range o.States {
			var refused []string
			var before *node
			for letter := range o.Letters {
				g := goal{order, state, letter}
				n := d.taken[g]
				switch {
				case o.States[state].Next[letter] < 0:
					if r := d.refused[g]; r != nil && (before == nil || before == r.before) {
						before, refused = r.before, append(refused, r.said.text)
					}
					continue
				case n == nil:
					left = append(left, fmt.Sprintf("%s %s: no stream takes %s in state %d", c.Name, name, o.Letters[letter], state))
					continue
				}
				made, err := d.stream(n.texts(), 1, false)
				if err != nil {
					return nil, nil, err
				}
				made.ID = fmt.Sprintf("%s/%s/%s-%s/s%d-%s", d.protocol.Name, Topic, slug(c.Name), slug(name), state, slug(o.Letters[letter]))
				made.About = fmt.Sprintf("%s leads from state %d to state %d of %s.", o.Letters[letter], state, o.States[state].Next[letter], name)
				cases = append(cases, made)
			}
			if refused == nil {
				continue
			}
			made, err := d.stream(append(before.texts(), refused...), len(refused), true)
			if err != nil {
				return nil, nil, err
			}
			made.ID = fmt.Sprintf("%s/%s/%s-%s/s%d-refuses", d.protocol.Name, Topic, slug(c.Name), slug(name), state)
			made.About = fmt.Sprintf("What does not lead on from state %d of %s is refused, and changes nothing.", state, name)
			cases = append(cases, made)
		}
	}
	return cases, left, nil
}

// stream is a case with the reference's verdicts, which must refuse, or must not refuse, the last ones of the texts.
func (d *deriver) stream(texts []string, last int, refused bool) (*conformance.Case, error) {
	var events []event
	var written []reference.WrittenEvent
	for _, text := range texts {
		events = append(events, event{text})
		written = append(written, reference.WrittenEvent{Receive: &text})
	}
	verdicts, err := d.oracle.ConverseAll(d.protocol.Name, d.conversation.Name, "", written, "", nil)
	if err != nil {
		return nil, err
	}
	made := &conformance.Case{Protocol: d.protocol.Name, Source: source(d.conversation), Op: "converse", Conversation: d.conversation.Name}
	for i, issues := range verdicts {
		expected := []conformance.ExpectedIssue{}
		isRefused := false
		for _, issue := range issues {
			isRefused = isRefused || issue.Rule == "unexpected-message" || issue.Rule == "after-end"
			expected = append(expected, conformance.ExpectedIssue{Rule: issue.Rule, Path: issue.Path, Level: issue.Level, Message: &issue.Message})
		}
		if wanted := refused && i >= len(texts)-last; isRefused != wanted {
			return nil, fmt.Errorf("edges: %s: automaton and reference differ on message %d of %v", d.conversation.Name, i, texts)
		}
		made.Expect.Verdicts = append(made.Expect.Verdicts, expected)
	}
	made.Events = json.RawMessage(jsontext.Of(events))
	return made, nil
}

func source(c *ir.Conversation) string {
	if c.Doc.Source != "" {
		return c.Doc.Source
	}
	return c.Name
}

var noWord = regexp.MustCompile(`[^a-z0-9]+`)

// slug is a name as ids of cases have it.
func slug(name string) string {
	return strings.Trim(noWord.ReplaceAllString(strings.ToLower(name), "-"), "-")
}

// JSON is the file of cases, laid out as people write them: an event a line.
func JSON(cases []*conformance.Case) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("[")
	for i, c := range cases {
		b.WriteString([]string{"\n", ",\n"}[min(i, 1)])
		var events []json.RawMessage
		if err := json.Unmarshal(c.Events, &events); err != nil {
			return nil, err
		}
		var lines, verdicts []string
		for i, e := range events {
			lines = append(lines, "      "+string(e))
			verdicts = append(verdicts, "      "+jsontext.Of(c.Expect.Verdicts[i]))
		}
		fmt.Fprintf(&b, "  {\n    \"id\": %s,\n    \"about\": %s,\n    \"source\": %s,\n    \"op\": %s,\n    \"conversation\": %s,\n    \"events\": [\n%s\n    ],\n    \"expect\": {\"verdicts\": [\n%s\n    ]}\n  }",
			jsontext.Of(c.ID), jsontext.Of(c.About), jsontext.Of(c.Source), jsontext.Of(c.Op), jsontext.Of(c.Conversation), strings.Join(lines, ",\n"), strings.Join(verdicts, ",\n"))
	}
	b.WriteString([]string{"]\n", "\n]\n"}[min(len(cases), 1)])
	return b.Bytes(), nil
}
