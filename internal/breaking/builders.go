package breaking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/internal/sorting"
)

// Call is the input of a builder that shows another output.
type Call struct {
	Builder string          `json:"builder"`
	Args    json.RawMessage `json:"args"`
	Answers json.RawMessage `json:"answers,omitempty"`
}

// The time, the ids and the start that builders get here.
const (
	callNow     = "2000-01-01T00:00:01Z"
	callStarted = "2000-01-01T00:00:00Z"
)

var callIDs = []string{"123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174001", "01ARZ3NDEKTSV4RRFFQ69G5FAV"}

// builders compares the messages that the builders of both versions make of the same input.
func (c *comparison) builders() error {
	if !c.chosen(Bytes) {
		return nil
	}
	layout := newComparer(true).same(c.old.Protocol.Layout.Indent, c.new.Protocol.Layout.Indent) && c.old.Protocol.Layout.End == c.new.Protocol.Layout.End
	for _, a := range c.old.Protocol.Builders {
		i := slices.IndexFunc(c.new.Protocol.Builders, func(b *ir.Builder) bool { return a.Name == b.Name })
		if i < 0 {
			continue // programs that call it do not compile
		}
		b := c.new.Protocol.Builders[i]
		if (a.Answered == nil) != (b.Answered == nil) {
			continue // its callers give another input
		}
		fills := fillsOf(a) == fillsOf(b)
		if fills && layout {
			continue
		}
		if err := c.builder(a, b); err != nil {
			return err
		}
		layout = true // one builder shows it
	}
	return nil
}

func (c *comparison) builder(a, b *ir.Builder) error {
	f := Finding{Category: Bytes, Rule: "builder", Type: a.Makes.Name, About: fmt.Sprintf("the builder %s writes the same input in another way", a.Name), Old: a.Pos, New: b.Pos, Unknown: true}
	if !f.Old.IsValid() {
		f.Old = a.Makes.Pos
	}
	if !f.New.IsValid() {
		f.New = b.Makes.Pos
	}
	calls := c.calls(a, b)
	for _, call := range calls {
		differs, err := c.builds(call)
		if err != nil {
			return err
		}
		if text := jsontext.Of(call); differs && (f.Unknown || len(text) < len(f.Witness)) {
			f.Unknown, f.Witness = false, text
		}
	}
	types := map[any]bool{a.Makes: true}
	if len(calls) == 0 {
		types = collected(a.Makes).seen // a finding about a part of the message shows why
	}
	if f.Unknown && c.reports(types) {
		return nil // no input is of both versions, which other findings report
	}
	c.findings = append(c.findings, f)
	return nil
}

// reports returns whether a finding is about one of some types.
func (c *comparison) reports(types map[any]bool) bool {
	return slices.ContainsFunc(c.findings, func(f Finding) bool {
		for of := range types {
			if t, is := of.(*ir.Type); is && t.Name == f.Type {
				return true
			}
		}
		return false
	})
}

// calls are inputs: messages that the builder makes, without members that it supplies.
func (c *comparison) calls(a, b *ir.Builder) (list []Call) {
	var answers []json.RawMessage
	if a.Answered != nil {
		for _, text := range c.old.messages(a.Answered) {
			if c.old.valid(a.Answered, text) && len(answers) < 4 {
				answers = append(answers, json.RawMessage(text))
			}
		}
	} else {
		answers = []json.RawMessage{nil}
	}
	texts := slices.Concat(c.old.messages(a.Makes), c.new.messages(b.Makes), c.old.more(a.Makes))
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	for _, text := range slices.Compact(texts) {
		tree, err := read(text)
		if _, is := tree.(map[string]any); err != nil || !is || len(list) > 400 || !c.old.valid(a.Makes, text) || !c.new.valid(b.Makes, text) {
			continue // a builder computes from members of the right types
		}
		given := slices.Concat(fixedWays(a.Draft, nil), fixedWays(b.Draft, nil))
		for _, way := range given {
			if next, ok := planted(tree, way, nil); ok {
				tree = next
			}
		}
		for _, way := range append([][]string{nil}, filledWays(a, b)...) {
			next := tree
			if way != nil {
				var ok bool
				if next, ok = planted(tree, way, nil); !ok {
					continue
				}
			}
			for _, answer := range answers {
				list = append(list, Call{Builder: a.Name, Args: []byte(jsontext.Of(next)), Answers: answer})
			}
		}
	}
	return list
}

// fixedWays are the ways to members that no caller gives.
func fixedWays(d *ir.Draft, at []string) (list [][]string) {
	if d == nil || len(at) > 8 {
		return nil
	}
	for _, m := range d.Members {
		way := append(slices.Clip(at), m.Field.Name)
		if m.Fixed {
			list = append(list, way)
		}
		list = append(list, fixedWays(m.Draft, way)...)
	}
	return list
}

// filledWays are the ways to members that either builder supplies.
func filledWays(builders ...*ir.Builder) (list [][]string) {
	for _, b := range builders {
		for _, f := range b.Fills {
			list = append(list, names(f.At))
		}
		for _, copied := range b.Copies {
			list = append(list, names(copied.At))
		}
	}
	sorting.Func(list, slices.Compare)
	return slices.CompactFunc(list, slices.Equal)
}

func names(way []*ir.Field) (list []string) {
	for _, f := range way {
		list = append(list, f.Name)
	}
	return list
}

// builds reports whether both versions make a message of an input, and of other bytes.
func (c *comparison) builds(call Call) (differs bool, err error) {
	var outputs [][]byte
	for _, s := range []*side{c.old, c.new} {
		built, err := s.build(call)
		if err != nil || !built.Valid {
			return false, err
		}
		outputs = append(outputs, built.Output)
	}
	return !bytes.Equal(outputs[0], outputs[1]), nil
}

func (s *side) build(call Call) (reference.Built, error) {
	oracle, err := s.reference()
	if err != nil {
		return reference.Built{}, err
	}
	return Build(oracle, s.Protocol, call)
}

// Build runs a builder with the clock, the ids and the start of the calls here. A call that makes no sense to the version is not valid.
func Build(oracle *reference.Reference, p *ir.Protocol, call Call) (reference.Built, error) {
	o, err := reference.ReadOptions(callNow, nil)
	if err != nil {
		return reference.Built{}, err
	}
	built, err := oracle.Build(p.Name, call.Builder, reference.Building{Args: call.Args, Answers: call.Answers, Started: callStarted, IDs: callIDs, Options: o})
	if err != nil {
		return reference.Built{}, nil // it gives a member that the builder of this version does not take
	}
	return built, nil
}

// fillsOf spells the members that a builder supplies and shortens.
func fillsOf(b *ir.Builder) string {
	var text strings.Builder
	for _, f := range b.Fills {
		fmt.Fprintf(&text, "fill %q %s;", names(f.At), sourceText(f.With))
	}
	for _, x := range b.Copies {
		fmt.Fprintf(&text, "copy %q %q;", names(x.At), x.From)
	}
	for _, x := range b.Stores {
		fmt.Fprintf(&text, "store %q %s %s %q %q %q;", names(x.At), predicate(x.Over), x.Makes.Name, names(x.Digest), names(x.Size), names(x.Count))
	}
	for _, x := range b.Cuts {
		fmt.Fprintf(&text, "cut %q %s %s %q;", names(x.At), predicate(x.Head), predicate(x.Tail), x.Mark)
	}
	for _, x := range b.Keeps {
		fmt.Fprintf(&text, "keep %q %s;", names(x.At), predicate(x.Most))
	}
	for _, x := range b.Omits {
		fmt.Fprintf(&text, "omit %q %s;", names(x.At), predicate(x.When))
	}
	for _, way := range b.Drops {
		fmt.Fprintf(&text, "drop %q;", names(way))
	}
	return text.String()
}

func predicate(p *ir.Predicate) string {
	if p == nil {
		return "-"
	}
	return p.Text
}

func sourceText(v ir.ValueSource) string {
	switch v := v.(type) {
	case ir.FillConstant:
		return "constant " + text(v.Literal)
	case ir.FillComputed:
		return "computed " + predicate(v.When) + " " + predicate(v.Value)
	}
	return fmt.Sprintf("%T %+v", v, v)
}
