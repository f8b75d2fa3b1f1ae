package naming_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

var languages = []*naming.Language{naming.Go, naming.TypeScript, naming.Python}

func union(name string, variants ...*ir.Type) *ir.Type {
	u := &ir.Union{Tag: "kind"}
	for _, v := range variants {
		u.Variants = append(u.Variants, ir.Variant{Tags: []string{v.Name}, Type: v})
		more := []ir.Sender{{Type: v, Side: v.Side}}
		if nested, ok := v.Value.Kind.(*ir.Union); ok {
			more = nested.Senders
		}
		for _, s := range more {
			if !slices.Contains(u.Senders, s) {
				u.Senders = append(u.Senders, s)
			}
		}
	}
	return &ir.Type{Name: name, Value: ir.Value{Kind: u}}
}

func from(side string, t *ir.Type) *ir.Type {
	t.Side = side
	return t
}

func catalog(name string, columns ...ir.Column) *ir.Type {
	t := enum(name, "a")
	t.Value.Kind.(*ir.Enum).Catalog = &ir.Catalog{Columns: columns}
	return t
}

func column(name string, renames ...ir.Rename) ir.Column {
	return ir.Column{Name: name, Rename: renames, Pos: diag.Pos{File: "x.yaml", Line: 7, Column: 3}}
}

func named(name string, kind ir.Kind) *ir.Type {
	return &ir.Type{Name: name, Value: ir.Value{Kind: kind}}
}

func orNull(name string, kind ir.Kind) *ir.Type {
	t := named(name, kind)
	t.Value.Nullable = true
	return t
}

func TestColumnsAndValues(t *testing.T) {
	code := catalog("ErrorCode", column("exit-code"), column("count"), column("class"), column("kind", ir.Rename{Language: "", Name: "family"}))
	code.Value.Kind.(*ir.Enum).Values[0].Rename = []ir.Rename{{Language: "go", Name: "bad_argument"}}
	p := &ir.Protocol{Name: "p", Types: []*ir.Type{code}}
	for language, want := range map[*naming.Language]string{
		naming.Go:         "ExitCode Count Class Family",
		naming.TypeScript: "exit-code count class family",
		naming.Python:     "exit_code count_ class_ family",
	} {
		names, diags := naming.Assign(p, language)
		var got []string
		for i := range 4 {
			got = append(got, names.Column(code, i))
		}
		if strings.Join(got, " ") != want || len(diags) > 0 {
			t.Errorf("%s: got %v, want %s; %v", language.Name, got, want, diags)
		}
	}
	names, _ := naming.Assign(p, naming.Go)
	if got := names.Value(code, 0); got != "ErrorCodeBadArgument" {
		t.Errorf("the renamed value is %s", got)
	}
}

// TestDerived lists, for each language, types that clash with identifiers derived from another type, and harmless neighbours of these types.
func TestDerived(t *testing.T) {
	eval, pong := from("client", record("Eval")), record("Pong")
	inner := union("Inner", eval)
	for _, test := range []struct {
		holder  *ir.Type
		clashes map[string]string // by language
	}{
		{record("Code"), map[string]string{"go": "ParseCode", "ts": "CodeCodec"}},
		{named("Code", ir.String{}), map[string]string{"go": "ParseCode", "ts": "CodeCodec"}},
		{&ir.Type{Name: "Code", Value: ir.Value{Kind: ir.String{}, Checks: []ir.Check{ir.Format{Name: ir.DateTime}}}}, map[string]string{"go": "ParseCode CodeOf", "ts": "CodeCodec"}},
		{orNull("Code", ir.String{}), map[string]string{"go": "ParseCode CheckCode EncodeCode", "ts": "CodeCodec"}},
		{named("Code", ir.Object{}), map[string]string{"go": "ParseCode CheckCode EncodeCode", "ts": "CodeCodec"}},
		{enum("Code", "a"), map[string]string{"go": "ParseCode CodeValues CodeA", "ts": "CodeCodec", "py": "CodeValues"}},
		{catalog("Code"), map[string]string{"go": "ParseCode CodeEntry CodeEntries CodeValues CodeA", "ts": "CodeEntry CodeEntries CodeCodec", "py": "CodeEntry CodeEntries CodeValues"}},
		{union("Message", pong), map[string]string{"go": "MessageHandler HandleMessage MessageHead"}},
		{union("Message", inner, pong), map[string]string{"go": "MessageHandler HandleMessage MessageHead MessageSide", "ts": "MessageSides", "py": "MessageSides"}},
		{named("Wait", &ir.Choice{Options: []ir.Value{{Kind: ir.String{}}, {Kind: ir.Integer{}}}}), map[string]string{"go": "WaitString WaitInteger"}},
	} {
		for _, l := range languages {
			clashes := strings.Fields(test.clashes[l.Name])
			for _, other := range []string{"ParseCode", "CheckCode", "EncodeCode", "CodeA", "CodeValues", "CodeEntry", "CodeEntries", "CodeCodec", "CodeOf", "MessageHandler", "HandleMessage", "MessageHead",
				"MessageSide", "MessageSides", "WaitString", "WaitInteger", "WaitNumber"} {
				_, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{eval, pong, inner, test.holder, record(other)}}, l)
				want := 0
				for _, c := range clashes {
					if c == other {
						want = 1
					}
				}
				if len(diags) != want {
					t.Errorf("%s %T beside %s in %s: %v", test.holder.Name, test.holder.Value.Kind, other, l.Name, diags)
				}
			}
		}
	}
}

func TestSides(t *testing.T) {
	inner := union("Inner", from("server", record("Eval")), from("client", record("Stop")))
	outer := union("Outer", from("client", record("Ping")), inner, record("Both"))
	if got := fmt.Sprint(naming.Sides(outer), naming.Sides(record("R"))); got != "[client server] []" {
		t.Errorf("got %s", got)
	}
}

// TestManyPaths has thirty unions of two branches that lead to one type: visiting each path would never end.
func TestManyPaths(t *testing.T) {
	leaf := from("client", record("Leaf"))
	p := &ir.Protocol{Name: "p", Types: []*ir.Type{leaf}}
	for i := range 30 {
		below := p.Types[len(p.Types)-1]
		p.Types = append(p.Types, union(fmt.Sprintf("U%d", i), below, below))
	}
	if _, diags := naming.Assign(p, naming.Go); len(diags) > 0 {
		t.Error(diags)
	}
}

func TestVariantsOfNestedUnions(t *testing.T) {
	f, g := field("outer_tag", 2), field("inner_tag", 3)
	inner := union("Inner", record("Leaf", f, g))
	names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{union("Outer", inner), inner, inner.Value.Kind.(*ir.Union).Variants[0].Type}}, naming.Go)
	if got := names.Field(f) + " " + names.Field(g); got != "OuterTagMember InnerTagMember" || len(diags) > 0 {
		t.Errorf("got %s, %v", got, diags)
	}
}

func TestOptions(t *testing.T) {
	reply, status := record("Reply"), enum("Status", "ok")
	foreign := record("Meta")
	foreign.Protocol = "foxctl"
	ref := func(t *ir.Type) ir.Value { return ir.Value{Kind: ir.Ref{Type: t}} }
	choice := named("Choice", &ir.Choice{Options: []ir.Value{ref(reply), ref(status), {Kind: ir.Array{Items: &ir.Value{Kind: ir.Any{}}}}, {Kind: ir.Number{}}, {Kind: ir.Boolean{}}}})
	other := named("Other", &ir.Choice{Options: []ir.Value{ref(foreign), {Kind: ir.Const{Literal: ir.Literal{Kind: ir.StringLiteral}}}}})
	names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{reply, status, choice, other}}, naming.Go)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	for i := range 5 {
		got = append(got, names.Option(choice, i))
	}
	got = append(got, names.Option(other, 0), names.Option(other, 1))
	if want := "||ChoiceArray|ChoiceNumber|ChoiceBoolean|OtherObject|OtherString"; strings.Join(got, "|") != want {
		t.Errorf("got %s, want %s", strings.Join(got, "|"), want)
	}
}

func TestNewCollisions(t *testing.T) {
	for name, test := range map[string]struct {
		typ  *ir.Type
		want string
	}{
		"columns":          {catalog("T", column("a-b"), column("aB")), `the column "aB" of T and the column "a-b" of T both have the name AB in Go`},
		"column and value": {catalog("T", column("value")), `the column "value" of T and the value of each entry both have the name Value in Go`},
	} {
		_, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{test.typ}}, naming.Go)
		if len(diags) != 1 || diags[0].Message != test.want || diags[0].Pos.Line != 7 {
			t.Errorf("%s: %v", name, diags)
		}
	}
	c := catalog("T", column("value", ir.Rename{Name: "worth"}))
	for _, l := range languages {
		if _, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{c}}, l); len(diags) > 0 {
			t.Errorf("x-name does not help in %s: %v", l.Name, diags)
		}
	}
}

// A parameter comes with an option in Go. Elsewhere callers give it by its name.
func TestParams(t *testing.T) {
	inlineMax := &ir.Param{Name: "inline_max_url", Pos: diag.Pos{File: "x.yaml", Line: 7, Column: 3}}
	p := &ir.Protocol{Name: "p", Params: []*ir.Param{inlineMax}, Types: []*ir.Type{named("WithInlineMaxURL", &ir.Record{})}}
	names, diags := naming.Assign(p, naming.Go)
	if got := names.Param(inlineMax); got != "InlineMaxURL" {
		t.Errorf("the parameter is %s", got)
	}
	if len(diags) != 1 || diags[0].Code != "name-collision" || diags[0].Pos != inlineMax.Pos {
		t.Errorf("a type that is called like its option: %v", diags)
	}
	if _, diags := naming.Assign(p, naming.Python); len(diags) > 0 {
		t.Errorf("in Python: %v", diags)
	}
	inlineMax.Rename = []ir.Rename{{Language: "go", Name: "limit"}}
	if names, diags := naming.Assign(p, naming.Go); names.Param(inlineMax) != "Limit" || len(diags) > 0 {
		t.Errorf("renamed: %s, %v", names.Param(inlineMax), diags)
	}
}
