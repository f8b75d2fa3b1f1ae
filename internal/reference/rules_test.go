package reference

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// harbour has values of every kind for rules. The tests add the rules, and the oracle needs no other parts.
const harbour = `envgen: 1
protocol: harbour
version: "1"
catalogs:
  Sound: {open: true, columns: {}, entries: {horn: {}, bell: {}}}
  Flag: {columns: {crew: {type: integer}, home: {type: [string, "null"]}}, entries: {red: {crew: 3, home: Riga}, blue: {crew: 5}}}
types:
  Ship:
    type: object
    required: [kind]
    properties:
      kind: {const: ship}
      version: {type: string}
      flag: Flag
      crew: {type: integer}
      load: {type: number}
      name: {type: [string, "null"]}
      when: {type: string, format: date-time}
      boxes: {type: array, items: Box}
      holds: {type: object, additionalProperties: Box}
      papers: {}
      late: Box
  Box: {type: object, properties: {kg: {type: integer}, in: Box}}
  Buoy: {type: object, required: [kind], properties: {kind: {const: buoy}}, additionalProperties: false}
  Thing: {oneOf: [Ship, Buoy], discriminator: {propertyName: kind}}
root: Thing
`

type harbourTest struct {
	*ir.Protocol
	t *testing.T
}

func newHarbour(t *testing.T) harbourTest {
	t.Helper()
	p, diags := compile.Source("harbour.yaml", []byte(harbour))
	if p == nil {
		t.Fatal(diags)
	}
	p.Stages = []string{"first", "second", "third"}
	return harbourTest{p, t}
}

func (h harbourTest) typ(name string) *ir.Type {
	return h.Types[slices.IndexFunc(h.Types, func(t *ir.Type) bool { return t.Name == name })]
}

func (h harbourTest) rule(typ string, r ir.Rule) {
	r.Failure = ir.Failure{Rule: r.ID, Message: r.ID, Level: r.Failure.Level}
	h.typ(typ).Rules = append(h.typ(typ).Rules, &r)
}

func (h harbourTest) param(name string, kind ir.ExprKind, l ir.Literal) {
	h.Params = append(h.Params, &ir.Param{Name: name, Type: ir.ExprType{Kind: kind}, Default: l, Size: strings.HasSuffix(name, "_size")})
}

func (h harbourTest) reference() *Reference {
	h.t.Helper()
	bundle, err := jsonschema.Bundle(h.Protocol)
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := New(Source{Protocol: h.Protocol, Bundle: bundle})
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

// told returns the result of a reference with one word for each issue: rule and path, and a question mark for a should.
func told(t *testing.T, r *Reference, typ, text, now, params string) string {
	t.Helper()
	o, err := ReadOptions(now, json.RawMessage(params))
	if err != nil {
		t.Fatal(err)
	}
	result, err := r.Check("harbour", typ, []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, i := range result.Issues {
		word := i.Rule + "@" + i.Path
		if i.Level == "should" {
			word += "?"
		}
		words = append(words, word)
	}
	if result.Valid != (result.Output != nil) {
		t.Errorf("%s: valid is %v, but the output %q", text, result.Valid, result.Output)
	}
	return strings.Join(words, " ")
}

func TestRuleExpressions(t *testing.T) {
	const ship = `{"kind":"ship","flag":"red","crew":7,"load":7.5,"name":null,"when":"2026-01-01t00:00:00.5z","boxes":[{"kg":1},{"kg":2}],"papers":[1,{"é":"\n"},null],"late":{"kg":9}}`
	for _, c := range []struct {
		text string
		want bool
	}{
		{`this.crew / 2 == 3 && -this.crew / 2 == -3 && this.crew % -4 == 3`, true}, // an int divides as one
		{`this.load / 2.0 == 3.75`, true},
		{`this.load > 7 && this.load != 7`, true}, // a literal is promoted
		{`this.name == null && has(this.name) && !has(this.version)`, true},
		{`this.version == ""`, false}, // is not there
		{`false && this.version == "" || this.crew == 7`, true},
		{`this.version == "" || true`, true}, // an error is absorbed on either side
		{`9223372036854775807 + this.crew > 0`, false},
		{`this.crew / (this.crew - 7) == 1 || false`, false},
		{`this.boxes[2].kg == 0`, false},
		{`this.boxes.all(b, b.kg < 3) && this.boxes.exists_one(b, b.kg == 2) && size(this.boxes.filter(b, b.kg > 1)) == 1`, true},
		{`this.flag in Flag && Flag[this.flag].crew == 3 && !("green" in Flag)`, true},
		{`"horn" in Sound && !(this.flag in Sound)`, true},
		{`Flag["green"].crew == 3 || false`, false},
		{`Flag["blue"].home == null`, true},
		{`harbour.Flag[this.flag].home == "Riga"`, true},
		{`jsonSize(this.papers) == 20 && jsonSize(this.load) == 3 && jsonSize(this.name) == 4`, true},
		{`jsonSize(this) > 100 && jsonSize(this.boxes.map(b, b.kg)) == 5`, true},
		{`timestamp(this.when) == timestamp("2026-01-01T05:30:00.5+05:30")`, true},
		{`timestamp("2026-01-01T00:00:60Z") > now`, false}, // second 60 is only valid before midnight
		{`timestamp("2025-12-31T23:59:60.1234567891Z") == timestamp("2026-01-01T01:00:00.123456789+01:00")`, true},
		{`timestamp("9999-12-31T23:59:59Z") - timestamp("0001-01-01T00:00:00Z") > duration("2562047h")`, false},
		{`timestamp("1970-01-01T00:00:00Z") - timestamp("2262-04-11T23:47:16.854775808Z") == duration("-9223372036854775808ns")`, true},
		{`timestamp("9999-12-31T23:59:59Z") + duration("1s") > now`, false},
		{`timestamp("0000-12-31T23:59:59Z") < now || false`, false},
		{`now == timestamp(946684800) && now + duration("1h30m") - duration("90m") == now && duration("1.5s") > duration("1s")`, true},
		{`now - duration("9223372036s") < now`, true},
		{`timestamp("2000-01-01T00:00:00") == now`, false},
		{`size("é😀") == 2 && "\uFF5E" < "😀" && "abc".matches("^a.c$")`, true},
		{`int("-12") == -12 && double(this.crew) == 7.0 && int(7.9) == 7 && string(this.crew) == "7"`, true},
		{`int("1_0") == 10`, false},
		{`double("-0.5e+1") == -5.0 && double("+.5") == 0.5 && double("1.") == 1.0 && double("1e-400") == 0.0 && double(this.crew) == 7.0`, true},
		{`["", "1e309", "0x1p0", "inf", "NaN", "1_0", " 1", "1 ", "e1", ".", "٣", "1e", "--1"].exists(t, double(t) < 1.0 || double(t) >= 1.0)`, false},
		{`string(1e21) == "1e+21" && string(100000000.0) == "100000000" && string(-0.0000001) == "-1e-7" && string(0.1 + 0.2) == "0.30000000000000004"`, true},
		{`string(0.0 / 0.0) == "NaN" && string(1.0 / 0.0) == "Infinity" && string(-1.0 / 0.0) == "-Infinity" && string(-0.0) == "0"`, true},
		{`string(true) == "true" && string("a") == "a" && string(duration("-90.050s")) == "-90.05s" && string(duration("2h")) == "7200s"`, true},
		{`string(timestamp("0099-01-01T05:30:00.120+05:30")) == "0099-01-01T00:00:00.12Z" && string(now) == "2000-01-01T00:00:00Z"`, true},
		{`[now].all(t, t.getFullYear() == 2000 && t.getMonth() == 0 && t.getDate() == 1 && t.getDayOfMonth() == 0 && t.getDayOfYear() == 0 && t.getDayOfWeek() == 6)`, true},
		{`timestamp("2000-12-31T23:59:58.9876Z").getDayOfYear() == 365 && timestamp("2001-01-01T01:02:03.9876+01:00").getHours() == 0`, true},
		{`timestamp("2001-01-01T01:02:03.9876Z").getMinutes() == 2 && timestamp("2001-01-01T01:02:03.9876Z").getSeconds() == 3 && timestamp("2001-01-01T01:02:03.9876Z").getMilliseconds() == 987`, true},
		{`duration("-119m59s").getHours() == -1 && duration("90s").getMinutes() == 1 && duration("-1.9s").getSeconds() == -1`, true},
		{`duration("1s").getMilliseconds() == 1000 || duration("1s").getDate() == 1`, false},
		{`bool("T") && bool("True") && !bool("0") && !bool("FALSE")`, true},
		{`["", "yes", "tRUE", "2"].exists(t, bool(t) || !bool(t))`, false},
		{`this.crew`, false}, // no bool
		{"this.late.`kg` == 9", true},
	} {
		h := newHarbour(t)
		h.rule("Ship", ir.Rule{ID: "r", Text: c.text})
		want := "r@"
		if c.want {
			want = ""
		}
		if got := told(t, h.reference(), "", ship, "", ""); got != want {
			t.Errorf("%s: %q", c.text, got)
		}
	}
}

// A rule speaks of every typed value, at its place.
func TestRulesEverywhere(t *testing.T) {
	h := newHarbour(t)
	h.rule("Box", ir.Rule{ID: "light", Text: `!has(this.kg) || this.kg < 10`, At: []string{"kg"}})
	h.rule("Thing", ir.Rule{ID: "thing", Text: `this.kind != "buoy"`, Failure: ir.Failure{Level: ir.Should}})
	r := h.reference()
	for _, c := range []struct{ typ, text, want string }{
		{"", `{"kind":"ship","boxes":[{},{"kg":10,"in":{"kg":11}}],"holds":{"a/b":{"kg":12}},"late":{"kg":13},"papers":{"kg":14}}`,
			"light@/boxes/1/in/kg light@/boxes/1/kg light@/holds/a~1b/kg light@/late/kg"},
		{"", `{"kind":"buoy"}`, "thing@?"},
		{"Buoy", `{"kind":"buoy"}`, ""},
		{"Box", `{"kg":10}`, "light@/kg"},
		{"", `{"kind":"ship","boxes":[{"kg":"x"},{"kg":10}]}`, "type@/boxes/0/kg"},
	} {
		if got := told(t, r, c.typ, c.text, "", ""); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
	trace, err := r.Trace("harbour", "Box", []byte(`{"in":{"kg":10}}`), Options{})
	if err != nil || len(trace.Broken) != 1 || trace.Broken[0].Rule == nil || trace.Broken[0].Place.Member != "/kg" || trace.Broken[0].Path != "/in/kg" {
		t.Errorf("%+v %v", trace.Broken, err)
	}
	if !slices.ContainsFunc(trace.Kept, func(a Asked) bool { return a.Rule != nil && a.Path == "/kg" }) {
		t.Errorf("%+v", trace.Kept)
	}
}

// A rule may be evaluated for the members of an object, if there is one.
func TestRulesOfMembers(t *testing.T) {
	h := newHarbour(t)
	each := &ir.Each{}
	h.rule("Ship", ir.Rule{ID: "long", Text: `size(name) > 1 && this.holds.all(name, name != "bad")`, At: []string{"holds"}, Each: each})
	h.rule("Ship", ir.Rule{ID: "own", Text: `!name.endsWith("e") || name in Flag || 1 / (this.crew - 7) > 0`, Each: each, Failure: ir.Failure{Level: ir.Should}})
	h.rule("Box", ir.Rule{ID: "inner", Text: `name == "kg"`, At: []string{"in"}, Each: each})
	r := h.reference()
	for _, c := range []struct{ text, want string }{
		{`{"kind":"ship"}`, ""},
		{`{"kind":"ship","holds":{}}`, ""},
		{`{"kind":"ship","holds":{"ab":{},"":{},"/":{},"~":{},"😀":{},"10":{}}}`, "long@/holds/ long@/holds/~1 long@/holds/~0 long@/holds/😀"},
		{`{"kind":"ship","holds":{"bad":{},"also":{}}}`, "long@/holds/also long@/holds/bad"},
		{`{"kind":"ship","late":{},"name":null,"crew":8,"more":1}`, ""},
		{`{"kind":"ship","late":{},"name":null,"crew":7,"more":1}`, "own@/late? own@/more? own@/name?"}, // cannot be evaluated
		{`{"kind":"ship","late":{"in":{"kg":1,"in":{"x":1}}}}`, "own@/late? inner@/late/in/in inner@/late/in/in/x"},
	} {
		if got := told(t, r, "", c.text, "", ""); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
	trace, err := r.Trace("harbour", "", []byte(`{"kind":"ship","holds":{"ab":{},"c":{}}}`), Options{})
	if err != nil || len(trace.Broken) != 1 || trace.Broken[0].Path != "/holds/c" {
		t.Errorf("%+v %v", trace.Broken, err)
	}
	if !slices.ContainsFunc(trace.Kept, func(a Asked) bool { return a.Failure.Rule == "long" && a.Path == "/holds/ab" }) {
		t.Errorf("%+v", trace.Kept)
	}
}

// A step that leaves a must issue is the last, and earlier advice stays.
func TestSteps(t *testing.T) {
	h := newHarbour(t)
	advice := ir.Failure{Level: ir.Should}
	h.rule("Ship", ir.Rule{ID: "advice", Text: `this.crew != 1`, At: []string{"late"}, Failure: advice})
	h.rule("Ship", ir.Rule{ID: "both", Text: `this.crew < 3`, Stage: 0})
	h.rule("Ship", ir.Rule{ID: "second", Text: `this.crew != 2`, Stage: 1})
	h.rule("Ship", ir.Rule{ID: "last", Text: `!has(this.late) || this.late.kg > 0`, Stage: 2})
	ship := h.typ("Ship").Value.Kind.(*ir.Record)
	for _, f := range ship.Fields {
		if f.Name == "late" {
			f.Staged, f.Stage = true, 2
		}
	}
	h.rule("Box", ir.Rule{ID: "box", Text: `!has(this.kg) || this.kg != 5`, Stage: 0})
	r := h.reference()
	for _, c := range []struct{ text, want string }{
		{`{"kind":"ship","crew":0}`, ""},
		{`{"kind":"ship","crew":1,"late":{"kg":1}}`, "advice@/late?"},
		{`{"kind":"ship","crew":1,"late":1}`, "advice@/late? type@/late"}, // hiding stays within its step
		{`{"kind":"ship","crew":3,"late":1}`, "both@"},
		{`{"kind":"ship","crew":2,"late":1}`, "second@"},
		{`{"kind":"ship","crew":0,"late":{"kg":"x"}}`, "type@/late/kg"},
		{`{"kind":"ship","crew":0,"late":{"kg":0}}`, "last@"},
		{`{"kind":"ship","crew":"x","late":{"kg":0}}`, "type@/crew"},
		{`{"kind":"ship","crew":0,"late":{"kg":5}}`, ""}, // a rule of an earlier stage does not read values that wait
		{`{"kind":"ship","crew":0,"late":{"kg":1},"boxes":[{"kg":5}]}`, "box@/boxes/0"},
	} {
		if got := told(t, r, "", c.text, "", ""); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestVersionAcceptance(t *testing.T) {
	h := newHarbour(t)
	h.param("version", ir.StringExpr, text("1.2.3"))
	h.Accepts = &ir.Accepts{At: []string{"version"}, Failure: fail("version")}
	r := h.reference()
	for _, c := range []struct{ typ, text, params, want string }{
		{"", `{"kind":"ship","version":"2.0.0","crew":"x"}`, "", "version@/version"},
		{"Ship", `{"kind":"ship","version":"2.0.0-rc.1+x"}`, "", "version@/version"},
		{"Box", `{"version":"2.0.0"}`, "", ""},
		{"", `{"kind":"ship","version":"1.99.0-0a.b"}`, "", ""},
		{"", `{"kind":"ship","version":"2.0"}`, "", ""},
		{"", `{"kind":"ship","version":"02.0.0"}`, "", ""},
		{"", `{"kind":"ship","version":"2.0.0-01"}`, "", ""},
		{"", `{"kind":"ship","version":2}`, "", "type@/version"},
		{"", `{"version":"2.0.0"}`, "", "version@/version"},
		{"", `["2.0.0"]`, "", "type@"},
		{"", `{"kind":"ship","version":"2.0.0"}`, `{"version":"2.1.0"}`, ""},
	} {
		if got := told(t, r, c.typ, c.text, "", c.params); got != c.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.text, c.params, got, c.want)
		}
	}
	for _, version := range []string{"one", "1.0", "v1.0.0", "1.0.0 ", ""} {
		for _, typ := range []string{"Ship", "Box"} { // a mistake in the call, whether or not messages of the type have a version
			o := Options{Params: map[string]any{"version": version}}
			if _, err := r.Check("harbour", typ, []byte(`[`), o); err == nil || !strings.Contains(err.Error(), "version") {
				t.Errorf("the version %q is accepted: %v", version, err)
			}
		}
	}
}

func TestParamsAndNow(t *testing.T) {
	h := newHarbour(t)
	h.param("on", ir.BoolExpr, ir.Literal{Kind: ir.BoolLiteral, Bool: true})
	h.param("crew", ir.IntExpr, number(7))
	h.param("max_size", ir.IntExpr, number(32<<10))
	h.param("load", ir.DoubleExpr, number(1.5))
	h.param("name", ir.StringExpr, text("a"))
	h.param("age", ir.DurationExpr, number(300e9))
	h.rule("Ship", ir.Rule{ID: "values", Text: `params.on && params.crew == 7 && params.max_size == 32768 && params.load == 1.5 && params.name == "a" && params.age == duration("5m")`})
	h.rule("Ship", ir.Rule{ID: "first", Text: `now > timestamp("1999-12-31T23:59:59Z") && now < timestamp("3000-01-01T00:00:00Z")`})
	h.rule("Ship", ir.Rule{ID: "fresh", Text: `now < timestamp("2026-04-16T12:00:00.5Z") + params.age`})
	h.rule("Ship", ir.Rule{ID: "no-negative-zero", Text: `1.0 / params.load > 0.0`})
	r := h.reference()
	const message = `{"kind":"ship"}`
	for _, c := range []struct{ now, params, want string }{
		{"", "", ""},
		{"2026-04-16T12:05:00.499999999Z", "", ""},
		{"2026-04-16T12:05:00.500Z", "", "fresh@"},
		{"2026-04-16T14:05:00+02:00", "", ""},
		{"0001-01-01T00:00:00Z", "", "first@"},
		{"9999-12-31T23:59:59.999999999Z", "", "first@ fresh@"},
		{"2026-04-16T12:05:00.5Z", `{"age":"5m1s","max_issues":1}`, "values@"},
		{"", `{"on":false}`, "values@"},
		{"", `{"max_size":"32KiB","crew":7.0}`, ""},
		{"", `{"max_size":"33KiB"}`, "values@"},
		{"", `{"load":-0.0}`, "values@"},
		{"", `{"max_bytes":3}`, "json@"},
	} {
		if got := told(t, r, "", message, c.now, c.params); got != c.want {
			t.Errorf("%s %s\ngot  %s\nwant %s", c.now, c.params, got, c.want)
		}
	}
	for _, params := range []string{`{"of":1}`, `{"on":1}`, `{"crew":"7"}`, `{"crew":1.5}`, `{"max_size":"32kB"}`, `{"max_size":-1}`, `{"max_size":1.5}`, `{"max_size":"032KiB"}`, `{"max_size":"9007199254740991KiB"}`, `{"crew":9007199254740992}`, `{"age":"2562048h"}`, `{"age":300}`, `{"age":"300"}`, `{"name":1}`, `{"load":"1"}`} {
		o, err := ReadOptions("", json.RawMessage(params))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Check("harbour", "", []byte(message), o); err == nil {
			t.Errorf("%s is no error", params)
		}
	}
	for _, bad := range [][2]string{{"noon", ""}, {"", `[]`}, {"", `null`}, {"", `{"max_depth":"x"}`}, {"", `{"max_depth":-1}`}, {"", `{"max_depth":0}`}, {"", `{"max_depth":257}`},
		{"", `{"max_bytes":0}`}, {"", `{"max_bytes":2147483648}`}, {"", `{"max_issues":0}`}, {"", `{"max_issues":1.5}`}, {"", `{"max_issues":true}`}, {"", `{"max_bytes":"1kb"}`}} {
		if _, err := ReadOptions(bad[0], json.RawMessage(bad[1])); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
}

func TestReadSpan(t *testing.T) {
	for text, want := range map[string]string{"300s": "300000000000", "1h30m": "5400000000000", "-1.5ms": "-1500000", "+2us3ns": "2003", "0": "0", ".5s": "500000000",
		"1.9ns": "1", "9223372036.854775807s": "9223372036854775807", "5µs": "5000", "5μs": "5000", "0.00000000000027777777777777778h": "0"} {
		if s, err := readSpan(text); err != nil || s.n.String() != want {
			t.Errorf("%s: %v %v", text, s.n, err)
		}
	}
	for _, text := range []string{"", "s", "1", "-", "1d", "1s ", "1,5s", ".s", "9223372036854775808ns", "1.2.3s"} {
		if s, err := readSpan(text); err == nil {
			t.Errorf("%q: %v", text, s.n)
		}
	}
}

func TestRuleThatIsNoCEL(t *testing.T) {
	h := newHarbour(t)
	h.rule("Ship", ir.Rule{ID: "r", Text: "this.("})
	if _, err := NewInterpreter(h.Protocol); err == nil || !strings.Contains(err.Error(), "rule r") {
		t.Error(err)
	}
}
