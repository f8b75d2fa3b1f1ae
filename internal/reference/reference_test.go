package reference

import (
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// fail makes a failure whose message is its rule.
func fail(rule string) ir.Failure { return ir.Failure{Rule: rule, Message: rule} }

func of(kind ir.Kind, checks ...ir.Check) ir.Value {
	return ir.Value{Kind: kind, Mismatch: fail("type"), Checks: checks}
}

func nullable(v ir.Value) ir.Value {
	v.Nullable = true
	return v
}

func field(name string, v ir.Value) *ir.Field { return &ir.Field{Name: name, Value: v} }

func required(f *ir.Field) *ir.Field {
	f.Required, f.Missing = true, fail("required")
	return f
}

func text(s string) ir.Literal    { return ir.Literal{Kind: ir.StringLiteral, String: s} }
func number(n float64) ir.Literal { return ir.Literal{Kind: ir.NumberLiteral, Number: n} }

// zoo is a protocol with every kind and check, and bundle the same protocol written by hand.
func zoo() *ir.Protocol {
	color := &ir.Type{Name: "Color", Value: of(&ir.Enum{Values: []ir.EnumValue{{Value: "red"}, {Value: "blue"}}, NotOneOf: fail("enum")})}
	slug := ir.Pattern{Regexp: &ir.Regexp{Source: `^[a-z]\d?$`, RE2: `^[a-z][0-9]?$`}, Failure: fail("pattern")}
	first := &ir.Type{Name: "First", Value: of(&ir.Record{Closed: true, Surplus: fail("additionalProperties"), Fields: []*ir.Field{
		required(field("kind", of(ir.Const{Literal: text("first"), Failure: fail("const")}))),
		required(field("slug", nullable(of(ir.String{}, slug, ir.Length{Op: ir.AtMost, Limit: 1, Failure: fail("maxLength")})))),
		field("color", of(ir.Ref{Type: color})),
		field("when", of(ir.String{}, ir.Format{Name: ir.DateTime, Failure: fail("format")})),
	}})}
	second := &ir.Type{Name: "Second", Value: of(&ir.Record{Fields: []*ir.Field{
		required(field("kind", of(ir.Const{Literal: text("second"), Failure: fail("const")}))),
		field("list", of(ir.Array{Items: &ir.Value{Kind: ir.Integer{Range: fail("integer-range")}, Mismatch: fail("type"),
			Checks: []ir.Check{ir.Bound{Op: ir.Below, Limit: 100, Failure: fail("exclusiveMaximum")}}}},
			ir.Items{Op: ir.AtLeast, Limit: 1, Failure: fail("minItems")})),
		field("ratio", of(ir.Number{}, ir.Bound{Op: ir.AtLeast, Limit: 0.1, Failure: fail("minimum")})),
		field("level", of(ir.Integer{Range: fail("integer-range")}, ir.OneOf{Literals: []ir.Literal{number(1), number(2)}, Failure: fail("enum")},
			ir.Bound{Op: ir.Above, Limit: 0, Failure: fail("exclusiveMinimum")})),
		field("nothing", of(ir.Null{})),
		field("flag", of(ir.Boolean{})),
		field("any", of(ir.Any{})),
		field("free", of(ir.Object{})),
		field("zed", ir.Value{Kind: ir.Ref{Type: color}, Nullable: true}),
	}})}
	message := &ir.Type{Name: "Message", Value: of(&ir.Union{Tag: "kind", MissingTag: fail("required"), UnknownTag: fail("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"first"}, Type: first}, {Tags: []string{"second"}, Type: second}}})}
	return &ir.Protocol{Name: "zoo", Root: message, Types: []*ir.Type{color, first, second, message}}
}

const bundle = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:test:zoo", "$ref": "#/$defs/Message", "$defs": {
"Color": {"enum": ["red", "blue"]},
"First": {"type": "object", "additionalProperties": false, "required": ["kind", "slug"], "properties": {
  "kind": {"const": "first"}, "slug": {"type": ["string", "null"], "pattern": "^[a-z]\\d?$", "maxLength": 1},
  "color": {"$ref": "#/$defs/Color"}, "when": {"type": "string", "format": "date-time"}}},
"Second": {"type": "object", "required": ["kind"], "properties": {
  "kind": {"const": "second"},
  "list": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": -9007199254740991, "exclusiveMaximum": 100}},
  "ratio": {"type": "number", "minimum": 0.1}, "level": {"enum": [1, 2]}, "nothing": {"type": "null"}, "flag": {"type": "boolean"},
  "free": {"type": "object"}, "zed": {"anyOf": [{"$ref": "#/$defs/Color"}, {"type": "null"}]}}},
"Message": {"oneOf": [{"$ref": "#/$defs/First"}, {"$ref": "#/$defs/Second"}]}}}`

func newZoo(t *testing.T) *Reference {
	t.Helper()
	r, err := New(Source{Protocol: zoo(), Bundle: []byte(bundle)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCheck(t *testing.T) {
	r := newZoo(t)
	for _, c := range []struct {
		name, text string
		want       []string // rule and path
		output     string
	}{
		{"valid, in the order of the spec", `{"color":"red","slug":null,"kind":"first"}`, nil, `{"kind":"first","slug":null,"color":"red"}`},
		{"every kind", `{"kind":"second","list":[1.0,2e0],"ratio":0.1,"level":1,"nothing":null,"flag":false,"any":[{}],"free":{},"zed":null}`, nil,
			`{"kind":"second","list":[1,2],"ratio":0.1,"level":1,"nothing":null,"flag":false,"any":[{}],"free":{},"zed":null}`},
		{"other members", `{"b":{"z":1,"10":2,"9":3,"09":4},"__proto__":1,"4294967295":1,"4294967294":2,"kind":"second","2":3}`, nil,
			`{"kind":"second","2":3,"4294967294":2,"b":{"9":3,"10":2,"z":1,"09":4},"__proto__":1,"4294967295":1}`},
		{"no object", `[]`, []string{"type "}, ""},
		{"no tag", `{"slug":5}`, []string{"required /kind"}, ""},
		{"tag of another type", `{"kind":1}`, []string{"discriminator /kind"}, ""},
		{"foreign tag", `{"kind":"third"}`, []string{"discriminator /kind"}, ""},
		{"missing, surplus, escaped", `{"kind":"first","a/b~":1}`, []string{"additionalProperties /a~1b~0", "required /slug"}, ""},
		{"two checks of one value", `{"kind":"first","slug":"ABC"}`, []string{"maxLength /slug", "pattern /slug"}, ""},
		{"wrong type only", `{"kind":"first","slug":1,"color":7,"when":{}}`, []string{"type /color", "type /slug", "type /when"}, ""},
		{"vocabulary and format", `{"kind":"first","slug":"a","color":"green","when":"now"}`, []string{"enum /color", "format /when"}, ""},
		{"indexes in numeric order", `{"kind":"second","list":[1,2,100,1,1,1,1,1,1,1,1.5]}`, []string{"exclusiveMaximum /list/2", "type /list/10"}, ""},
		{"range hides the bound", `{"kind":"second","list":[9007199254740992]}`, []string{"integer-range /list/0"}, ""},
		{"vocabulary hides the bound", `{"kind":"second","level":0}`, []string{"enum /level"}, ""},
		{"empty", `{"kind":"second","list":[]}`, []string{"minItems /list"}, ""},
		{"below a bound", `{"kind":"second","ratio":0.09999999999999999}`, []string{"minimum /ratio"}, ""},
		{"null where it is not welcome", `{"kind":"second","flag":null,"nothing":0,"free":[]}`, []string{"type /flag", "type /free", "type /nothing"}, ""},
		{"no text", ``, []string{"json "}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := r.Check("zoo", "", []byte(c.text), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var rules []string
			for _, i := range got.Issues {
				rules = append(rules, i.Rule+" "+i.Path)
			}
			if !slices.Equal(rules, c.want) || string(got.Output) != c.output || got.Valid != (c.want == nil) {
				t.Errorf("got %v, valid %v\n%s\nwant %v\n%s", rules, got.Valid, got.Output, c.want, c.output)
			}
		})
	}
}

func TestCheckNamesWhatIsUnknown(t *testing.T) {
	r := newZoo(t)
	for _, name := range [][2]string{{"ark", ""}, {"zoo", "Third"}} {
		if _, err := r.Check(name[0], name[1], []byte(`{}`), Options{}); err == nil {
			t.Errorf("%v: no error", name)
		}
	}
	if got, err := r.Check("zoo", "Color", []byte(`"red"`), Options{}); err != nil || !got.Valid {
		t.Errorf("a type by its name: %+v, %v", got, err)
	}
}

func TestLimits(t *testing.T) {
	r := newZoo(t)
	for _, c := range []struct {
		name, text string
		o          Options
		want       []string
	}{
		{"depth kept", `{"kind":"second","any":[[]]}`, Options{MaxDepth: 3}, nil},
		{"depth passed", `{"kind":"second","any":[[[]]]}`, Options{MaxDepth: 3}, []string{"json "}},
		{"bytes kept", ` {"kind":"second"}`, Options{MaxBytes: 18}, nil},
		{"bytes passed", `  {"kind":"second"}`, Options{MaxBytes: 18}, []string{"json "}},
		{"issues cut", `{"kind":"second","flag":1,"nothing":1,"free":1}`, Options{MaxIssues: 2}, []string{"type /flag", "type /free"}},
	} {
		got, err := r.Check("zoo", "", []byte(c.text), c.o)
		if err != nil {
			t.Fatal(err)
		}
		var rules []string
		for _, i := range got.Issues {
			rules = append(rules, i.Rule+" "+i.Path)
		}
		if !slices.Equal(rules, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, rules, c.want)
		}
	}
}

func TestDisagreementIsAnError(t *testing.T) {
	for _, c := range []struct{ name, old, new, text string }{
		{"bundle too wide", `"maxLength": 1`, `"maxLength": 2`, `{"kind":"first","slug":"a1"}`},
		{"bundle too narrow", `"minItems": 1`, `"minItems": 2`, `{"kind":"second","list":[1]}`},
	} {
		changed := strings.Replace(bundle, c.old, c.new, 1)
		r, err := New(Source{Protocol: zoo(), Bundle: []byte(changed)})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Check("zoo", "", []byte(c.text), Options{}); err == nil {
			t.Errorf("%s: no error but %+v", c.name, got)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	foreign := strings.Replace(bundle, `^[a-z]\\d?$`, `^x$`, 1)
	for name, sources := range map[string][]Source{
		"one name twice":          {{Protocol: zoo(), Bundle: []byte(bundle)}, {Protocol: zoo(), Bundle: []byte(bundle)}},
		"a bundle that is none":   {{Protocol: zoo(), Bundle: []byte(`{`)}},
		"a schema that is none":   {{Protocol: zoo(), Bundle: []byte(strings.Replace(bundle, `"minItems": 1`, `"minItems": "1"`, 1))}},
		"a type left out":         {{Protocol: zoo(), Bundle: []byte(strings.Replace(bundle, `"Second": `, `"Third": `, 1))}},
		"a pattern not in the ir": {{Protocol: zoo(), Bundle: []byte(foreign)}},
	} {
		if _, err := New(sources...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestTrace(t *testing.T) {
	r := newZoo(t)
	const message = `{"kind": "first", "slug": "aa", "color": 5, "x": 1}`
	trace, err := r.Trace("zoo", "", []byte(message), Options{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := r.Check("zoo", "", []byte(message), Options{})
	if err != nil || trace.Valid != result.Valid || !slices.Equal(trace.Issues, result.Issues) {
		t.Errorf("got %+v, want %+v, %v", trace.Result, result, err)
	}
	told := func(all []Asked) []string {
		var list []string
		for _, a := range all {
			list = append(list, strings.TrimSpace(a.Type.Name+" "+a.Member)+" "+a.Failure.Rule)
		}
		slices.Sort(list)
		return list
	}
	if got, want := told(trace.Broken), []string{"Color type", "First /slug maxLength", "First /slug pattern", "First additionalProperties"}; !slices.Equal(got, want) {
		t.Errorf("broken: got %q, want %q", got, want)
	}
	kept := []string{"First /kind const", "First /kind required", "First /kind type", "First /slug required", "First /slug type", "First type", "Message /kind discriminator", "Message /kind required", "Message type"}
	if got := told(trace.Kept); !slices.Equal(got, kept) {
		t.Errorf("kept: got %q, want %q", got, kept)
	}
	for _, bad := range []string{"{", `{"a":1,"a":2}`} {
		if trace, err := r.Trace("zoo", "", []byte(bad), Options{}); err != nil || len(trace.Kept)+len(trace.Broken) > 0 || len(trace.Issues) != 1 {
			t.Errorf("%s: %+v, %v", bad, trace, err)
		}
	}
	if _, err := r.Trace("zoo", "Sheep", []byte("1"), Options{}); err == nil {
		t.Error("no such type: no error")
	}
}
