package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

var a, b, c = &ir.Type{Name: "A"}, &ir.Type{Name: "B"}, &ir.Type{Name: "C"}

// reading returns a program that compares a member of this with a text.
func reading(name, text string) ir.Program {
	f := &ir.Field{Name: name, Required: true, Value: ir.Value{Kind: ir.String{}}}
	word := ir.ExprType{Kind: ir.StringExpr}
	return ir.Program{Holds: ir.Comparison{Type: word, L: ir.MemberOf{Of: ir.This{}, Field: f}, R: ir.Constant{Type: word, String: text}}}
}

func check(cases ...Case) *Function {
	f := &Function{Kind: Check, Of: []*ir.Type{a, b, c}, Cases: cases}
	for i := range f.Cases {
		f.Cases[i].Folded = f.Cases[i].Program
	}
	return f
}

// shown lists the records of each group: A,B/C is A or B for the first message and C for the second one.
func shown(groups []*Group) string {
	var list []string
	for _, g := range groups {
		var messages []string
		for _, of := range g.Of {
			var names []string
			for _, t := range of {
				names = append(names, t.Name)
			}
			messages = append(messages, strings.Join(names, ","))
		}
		list = append(list, strings.Join(messages, "/"))
	}
	return strings.Join(list, " ")
}

func TestGroups(t *testing.T) {
	of := func(p ir.Program, records ...*ir.Type) Case { return Case{Records: records, Program: p} }
	x, y := reading("x", "1"), reading("y", "1")
	always := ir.Program{Holds: ir.Constant{Type: ir.ExprType{Kind: ir.BoolExpr}, Bool: true}}
	for _, test := range []struct {
		cases []Case
		want  string
	}{
		{[]Case{of(x, a, a), of(x, a, b), of(x, b, a), of(x, b, b)}, "A,B/A,B"},
		{[]Case{of(x, a, a), of(x, a, b), of(x, b, a)}, "A/A,B B/A"}, // three of four combinations: the fourth case may not join
		{[]Case{of(x, a, a), of(x, b, b)}, "A/A B/B"},
		{[]Case{of(x, a), of(reading("x", "1"), b), of(y, c)}, "A,B C"}, // other fields with the same name
		{[]Case{of(x, a), of(reading("x", "2"), b)}, "A B"},
		{[]Case{of(x, a), of(always, b)}, "A"}, // the second case always passes
	} {
		f := check(test.cases...)
		if got := shown(f.Groups()); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		if !slices.Equal(f.Groups(), f.Groups()) {
			t.Errorf("the groups of %s differ from call to call", test.want)
		}
	}
}

// TestKeysOfOptionalMembers compares the groups of an optional and a required member. They share a key, but their parts differ: a message
// without a part is not stored.
func TestKeysOfOptionalMembers(t *testing.T) {
	key := func(required bool) []*ir.Key {
		f := &ir.Field{Name: "id", Required: required, Value: ir.Value{Kind: ir.String{}}}
		k := &ir.Key{There: ir.Constant{Type: ir.ExprType{Kind: ir.BoolExpr}, Bool: true}, Value: ir.MemberOf{Of: ir.This{}, Field: f}}
		if !required {
			k.There = ir.HasMember{Of: ir.This{}, Field: f}
		}
		return []*ir.Key{k}
	}
	for kind, want := range map[Kind]string{Key: "A,B", Parts: "A B"} {
		f := &Function{Kind: kind, Of: []*ir.Type{a, b}, Cases: []Case{{Records: []*ir.Type{a}, Keys: key(true)}, {Records: []*ir.Type{b}, Keys: key(false)}}}
		if got := shown(f.Groups()); got != want {
			t.Errorf("%v: got %s, want %s", kind, got, want)
		}
		if got := len(f.Table().(ByRecord).Values); got != 2 {
			t.Errorf("%v: a table of %d records", kind, got)
		}
	}
}

func TestTablesOfLetters(t *testing.T) {
	when := &Function{Kind: Holds, Of: []*ir.Type{a, b, c}, Cases: []Case{{Records: []*ir.Type{b}, Program: reading("x", "1")}}}
	l := Letters{Of: []*ir.Type{a, b, c}, Kinds: [][]Letter{{{Number: 4}}, {{Number: 2, When: when}, {Number: 3}}, nil}}
	for part, want := range map[string]string{"": "4 [2? 3] -1", "jobs": "4 [2? 3] <nil>"} {
		l.Part = part
		var got []string
		for _, v := range l.Table().Values {
			if list, is := v.(List); is {
				letter := list[0].(Record)
				v = Text(fmt.Sprintf("[%v? %v]", letter.Fields[0].Value, list[1]))
				if letter.Fields[1].Value.(*Group).Function != when {
					t.Error("the condition is another function")
				}
			}
			got = append(got, fmt.Sprint(v))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: got %s, want %s", part, s, want)
		}
	}
}

// TestBuilders shares functions between builders with equal programs, and shares drafts with equal members.
func TestBuilders(t *testing.T) {
	text := ir.Value{Kind: ir.String{}}
	inner := &ir.Type{Name: "I"}
	at, id := &ir.Field{Name: "at", Value: text}, &ir.Field{Name: "id", Required: true, Value: ir.Value{Kind: ir.Const{Literal: ir.Literal{Kind: ir.StringLiteral, String: "x"}}}}
	computed := func(text string) *ir.Fill {
		p := reading("x", text)
		return &ir.Fill{At: []*ir.Field{at}, With: ir.FillComputed{Value: &ir.Predicate{Text: "x", Program: p, Folded: p}, Type: ir.ExprType{Kind: ir.BoolExpr}}}
	}
	builder := func(makes *ir.Type, must bool, fill *ir.Fill) *ir.Builder {
		in := ir.DraftMember{Field: &ir.Field{Name: "in", Required: true}, Must: must, Draft: &ir.Draft{Of: inner, Members: []ir.DraftMember{{Field: at, Must: must}}}}
		constant := &ir.Fill{At: []*ir.Field{id}, With: ir.FillConstant{Literal: ir.Literal{Kind: ir.StringLiteral, String: "x"}}}
		return &ir.Builder{Makes: makes, Draft: &ir.Draft{Of: makes, Members: []ir.DraftMember{{Field: id, Fixed: true}, in}}, Fills: []*ir.Fill{constant, fill}}
	}
	p := &ir.Protocol{Builders: []*ir.Builder{builder(a, true, computed("1")), builder(b, true, computed("1")), builder(c, false, computed("2"))}}
	l := BuildersOf(p)
	if got := shown(l.Functions); got != "A,B C" {
		t.Errorf("the functions are of %s", got)
	}
	if same, other := Dump(l.Rows[0].Field("fills")), Dump(l.Rows[2].Field("fills")); same != Dump(l.Rows[1].Field("fills")) || same == other {
		t.Errorf("%s and %s", same, other)
	}
	if constants := l.Rows[0].Field("constants").(List); len(constants) != 1 {
		t.Errorf("%d constants", len(constants))
	}
	drafts, number := Drafts(p)
	if len(drafts) != 2 || number[p.Builders[0].Draft.Members[1].Draft] != number[p.Builders[1].Draft.Members[1].Draft] {
		t.Errorf("%d drafts, %v", len(drafts), number)
	}
	if ways := FilledIn(p.Builders[0]); len(ways) != 1 || ways[0][0] != at {
		t.Errorf("filled in: %v", ways)
	}
}
