package naming_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

func field(name string, line int) *ir.Field {
	return &ir.Field{Name: name, Pos: diag.Pos{File: "x.yaml", Line: line, Column: 1}}
}

func record(name string, fields ...*ir.Field) *ir.Type {
	return &ir.Type{Name: name, Pos: diag.Pos{File: "x.yaml", Line: 1, Column: 1}, Value: ir.Value{Kind: &ir.Record{Fields: fields}}}
}

func enum(name string, values ...string) *ir.Type {
	e := &ir.Enum{}
	for _, v := range values {
		e.Values = append(e.Values, ir.EnumValue{Value: v})
	}
	return &ir.Type{Name: name, Value: ir.Value{Kind: e}}
}

func TestMembers(t *testing.T) {
	for _, test := range []struct{ member, goName, pyName string }{
		{"interaction_id", "InteractionID", "interaction_id"},
		{"hasValue", "HasValue", "has_value"},
		{"HTTPServer", "HTTPServer", "http_server"},
		{"sha256", "Sha256", "sha256"},
		{"from", "From", "from_"},
		{"class", "Class", "class_"},
		{"__proto__", "Proto", "proto"},
		{"a b", "AB", "a_b"},
		{"2fa", "X2fa", "x2fa"},
		{"", "Empty", "empty"},
		{"привет", "Привет", "привет"},
		{"漢字", "X漢字", "漢字"},
		{"😀", "U1f600", "u1f600"},
		{"$", "U24", "u24"},
		{"extra", "ExtraMember", "extra_"},
		{"marshal_json", "MarshalJSONMember", "marshal_json"},
	} {
		f := field(test.member, 2)
		p := &ir.Protocol{Name: "p", Types: []*ir.Type{record("T", f)}}
		for _, l := range []struct {
			language *naming.Language
			want     string
		}{{naming.Go, test.goName}, {naming.Python, test.pyName}, {naming.TypeScript, test.member}} {
			names, diags := naming.Assign(p, l.language)
			if len(diags) > 0 {
				t.Errorf("%q in %s: %v", test.member, l.language.Name, diags)
			}
			if got := names.Field(f); got != l.want {
				t.Errorf("%q in %s is %s, want %s", test.member, l.language.Name, got, l.want)
			}
		}
	}
}

// TestNamesWithACapitalInside spells names such as GitHub in each language.
func TestNamesWithACapitalInside(t *testing.T) {
	tool := enum("Tool", "openapi", "github_setup", "io", "I_D")
	setup := record("GitHubSetup", &ir.Field{Name: "OpenAPIFile"})
	for _, c := range []struct {
		language *naming.Language
		want     string
	}{
		{naming.Go, "ToolOpenAPI ToolGitHubSetup ToolIO ToolID GitHubSetup OpenAPIFile"},
		{naming.TypeScript, "GitHubSetup OpenAPIFile"},
		{naming.Python, "GitHubSetup openapi_file"},
	} {
		names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{tool, setup}}, c.language)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		var got []string
		if c.language == naming.Go {
			for i := range 4 {
				got = append(got, names.Value(tool, i))
			}
		}
		got = append(got, names.Type(setup), names.Field(setup.Value.Kind.(*ir.Record).Fields[0]))
		if strings.Join(got, " ") != c.want {
			t.Errorf("got %s, want %s", strings.Join(got, " "), c.want)
		}
	}
}

func TestTypesAndValues(t *testing.T) {
	status := enum("Status", "ok", "tool-missing")
	peer := &ir.Type{Name: "PeerId", Value: ir.Value{Kind: ir.String{}}}
	lifted := record("Frame.error")
	taken := record("Error")
	p := &ir.Protocol{Name: "import", Types: []*ir.Type{status, peer, lifted, taken}}
	names, diags := naming.Assign(p, naming.Go)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	got := []string{names.Package(), names.Type(status), names.Value(status, 0), names.Value(status, 1), names.Type(peer), names.Type(lifted), names.Type(taken)}
	if want := "import_ Status StatusOK StatusToolMissing PeerID FrameError Error"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
	names, _ = naming.Assign(p, naming.TypeScript)
	if got := names.Type(taken); got != "Error"+naming.Mark {
		t.Errorf("a type that would hide a global is called %s", got)
	}
}

func TestSymbols(t *testing.T) {
	e := enum("L", "c", "c++", "c#", "GPL-2.0", "GPL-2.0+", "+1", "-1", "+", "*")
	names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{e}}, naming.Go)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	for i := range e.Value.Kind.(*ir.Enum).Values {
		got = append(got, names.Value(e, i))
	}
	if want := "LC LCPlusPlus LCSharp LGpl20 LGpl20Plus LPlus1 LX1 LPlus LU2a"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

func TestCollisions(t *testing.T) {
	for name, p := range map[string]*ir.Protocol{
		"members":           {Name: "p", Types: []*ir.Type{record("T", field("a-b", 2), field("aB", 3))}},
		"values":            {Name: "p", Types: []*ir.Type{enum("T", "a b", "a-b")}},
		"type and constant": {Name: "p", Types: []*ir.Type{enum("Status", "ok"), record("StatusOk"), record("StatusOK")}},
		"type and function": {Name: "p", Types: []*ir.Type{record("ParseT"), record("T")}},
	} {
		_, diags := naming.Assign(p, naming.Go)
		if len(diags) == 0 || diags[0].Code != "name-collision" || len(diags[0].Notes) != 1 {
			t.Errorf("%s: %v", name, diags)
		}
	}
}

// TestOwn gives the names of the support code that a protocol uses a prefix, and another one where it uses that, too.
func TestOwn(t *testing.T) {
	var none *naming.Names
	if got := none.Own("Issue"); got != "Issue" {
		t.Errorf("without names: %s", got)
	}
	empty := func(name string) *ir.Type { return &ir.Type{Name: name, Value: ir.Value{Kind: &ir.Record{}}} }
	for _, l := range []*naming.Language{naming.Go, naming.TypeScript, naming.Python} {
		issue := empty("Issue")
		names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{issue, empty("Options"), empty("EnvgenOptions")}}, l)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if got := [4]string{names.Type(issue), names.Own("Issue"), names.Own("Options"), names.Own("Result")}; got != [4]string{"Issue", "EnvgenIssue", "EnvgenOptions_", "Result"} {
			t.Errorf("%s: %q", l.Title, got)
		}
	}
}

// TestTakenMembers has members whose names methods take, beside one that has the name behind it.
func TestTakenMembers(t *testing.T) {
	f, g := field("format", 2), field("format_member", 3)
	names, diags := naming.Assign(&ir.Protocol{Name: "p", Types: []*ir.Type{record("T", f, g)}}, naming.Go)
	if got := names.Field(f) + " " + names.Field(g); got != "FormatMember_ FormatMember" || len(diags) > 0 {
		t.Errorf("got %s, %v", got, diags)
	}
}
