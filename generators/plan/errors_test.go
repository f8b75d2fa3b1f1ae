package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

func to(t *ir.Type) ir.Value { return ir.Value{Kind: ir.Ref{Type: t}} }

func words(list ...string) *ir.Enum {
	e := &ir.Enum{}
	for _, w := range list {
		e.Values = append(e.Values, ir.EnumValue{Value: w})
	}
	return e
}

func recordOf(t *testing.T, name string, fields ...*ir.Field) *ir.Type {
	t.Helper()
	return &ir.Type{Name: name, Value: ir.Value{Kind: &ir.Record{Fields: fields}}}
}

// TestErrors finds the possible codes of a failure, the caller's members, and the messages that contain a failure.
func TestErrors(t *testing.T) {
	codes := &ir.Type{Name: "Code", Value: ir.Value{Kind: words("E1", "E2", "E3")}}
	code := &ir.Field{Name: "code", Required: true, Value: to(codes)}
	code.Value.Checks = []ir.Check{ir.OneOf{Literals: []ir.Literal{{Kind: ir.StringLiteral, String: "E1"}, {Kind: ir.StringLiteral, String: "E3"}}}}
	text := &ir.Field{Name: "text", Required: true, Value: ir.Value{Kind: ir.String{}}}
	failure := recordOf(t, "Failure", code, text)
	failure.Error = &ir.ErrorPart{Code: code, Message: text, Of: codes}
	in := &ir.Field{Name: "error", Required: true, Value: to(failure)}
	message := recordOf(t, "Message", in)
	draft := &ir.Draft{Of: failure, Members: []ir.DraftMember{{Field: code, Must: true}, {Field: text}}}
	p := &ir.Protocol{Types: []*ir.Type{codes, failure, message}, Builders: []*ir.Builder{{Makes: message, Draft: &ir.Draft{Of: message, Members: []ir.DraftMember{{Field: in, Draft: draft}}}}}}
	errors := ErrorsOf(p)
	e := errors.Records[0]
	var found []string
	for _, c := range e.Codes {
		found = append(found, c.Value)
	}
	if got := strings.Join(found, " "); got != "E1 E3" {
		t.Errorf("codes are %s", got)
	}
	if e.Draft != draft || !e.Members[0].Must || e.Members[1].Must {
		t.Errorf("members are %+v", e.Members)
	}
	if len(errors.Holders) != 1 || errors.Holders[0].Field != in || errors.Of(in) != e || errors.Of(text) != nil {
		t.Errorf("holders are %+v", errors.Holders)
	}
}

// TestCarried has a message that is a failure by the code of its member: an exception carries the member, and a failure with a code of its own.
func TestCarried(t *testing.T) {
	code := &ir.Field{Name: "code", Required: true, Value: ir.Value{Kind: ir.Integer{}}}
	object := recordOf(t, "ErrorObject", code)
	object.Error = &ir.ErrorPart{Code: code}
	in := &ir.Field{Name: "error", Required: true, Value: to(object)}
	failure := recordOf(t, "Failure", in)
	failure.Error = &ir.ErrorPart{In: []*ir.Field{in}, Code: code}
	own := &ir.Field{Name: "kind", Required: true, Value: ir.Value{Kind: ir.String{}}}
	other := recordOf(t, "Other", own)
	other.Error = &ir.ErrorPart{Code: own}
	errors := ErrorsOf(&ir.Protocol{Types: []*ir.Type{object, failure, other}})
	var names []string
	for _, e := range errors.Carried() {
		names = append(names, e.Name)
	}
	if got := strings.Join(names, " "); got != "ErrorObject Other" {
		t.Errorf("an exception carries %s", got)
	}
}

// TestRefusalParts checks that the members of a refusal have the order of the record.
func TestRefusalParts(t *testing.T) {
	one := ir.Literal{Kind: ir.NumberLiteral, Number: 1}
	kind := &ir.Field{Name: "kind", Required: true, Value: ir.Value{Kind: ir.Const{Literal: one}}}
	text, again, other := &ir.Field{Name: "text"}, &ir.Field{Name: "again"}, &ir.Field{Name: "other"}
	parts := RefusalParts(&ir.Refusal{Makes: recordOf(t, "R", kind, text, other, again), Message: text, Members: []ir.RefusalMember{{Field: again}}})
	var got []string
	for _, p := range parts {
		got = append(got, fmt.Sprintf("%s %t %v", p.Field.Name, p.IsMessage, p.Long.Number))
	}
	if got := strings.Join(got, " "); got != "kind false 1 text true 0 again false 0" {
		t.Errorf("parts are %s", got)
	}
}

// TestArms groups records with the same single case, and lists the words of a record with several cases.
func TestArms(t *testing.T) {
	tag := func(values ...string) *ir.Field {
		return &ir.Field{Name: "tag", Required: true, Value: ir.Value{Kind: words(values...)}}
	}
	a, b, c := recordOf(t, "A", tag("a")), recordOf(t, "B", tag("b", "c")), recordOf(t, "C", tag("a2"))
	d := &ir.Dispatch{Records: []*ir.Type{a, b, c}, At: []string{"tag"}, Cases: []ir.DispatchCase{
		{Name: "first", Words: []string{"a", "b", "a2"}, Records: []*ir.Type{a, b, c}}, {Name: "second", Words: []string{"c"}, Records: []*ir.Type{b}}}}
	var got []string
	for _, arm := range Arms(d) {
		for _, r := range arm.Records {
			got = append(got, r.Name)
		}
		for _, k := range arm.Cases {
			got = append(got, fmt.Sprint(k.Number, k.Words))
		}
	}
	if got := strings.Join(got, " "); got != "A C 0 [a] B 0 [b] 1 [c]" {
		t.Errorf("arms are %s", got)
	}
}

func TestEntryText(t *testing.T) {
	column := func(name string, k ir.Kind) ir.Column { return ir.Column{Name: name, Value: ir.Value{Kind: k}} }
	e := &ir.Enum{Catalog: &ir.Catalog{Columns: []ir.Column{column("meaning", ir.String{}), column("exit_code", ir.Integer{}), column("fatal", ir.Boolean{}), column("hint", ir.String{})}},
		Values: []ir.EnumValue{{Value: "E1", Cells: []ir.Literal{{Kind: ir.StringLiteral, String: "Broken."}, {Kind: ir.NumberLiteral, Number: 3}, {Kind: ir.BoolLiteral}, {Kind: ir.NullLiteral}}}}}
	of := &ir.Type{Value: ir.Value{Kind: e}}
	if got := EntryText(of, "E1"); got != "Broken.\nExit code: 3.\nFatal: false." {
		t.Errorf("the text is %q", got)
	}
	if got := EntryText(of, "E2") + EntryText(nil, "E1"); got != "" {
		t.Errorf("the text is %q", got)
	}
}
