package breaking_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/derive"
	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

var update = flag.Bool("update", false, "write the findings of the pairs")

func protocol(t testing.TB, file string, source []byte) *ir.Protocol {
	t.Helper()
	p, diags := compile.Source(file, source)
	if p == nil {
		t.Fatalf("%s: %v\n%s", file, diags, source)
	}
	return p
}

func version(t testing.TB, p *ir.Protocol) breaking.Version {
	t.Helper()
	oracle, err := reference.New(reference.Source{Protocol: p})
	if err != nil {
		t.Fatal(err)
	}
	return breaking.Version{Protocol: p, Messages: derive.Messages(p, oracle)}
}

func compare(t *testing.T, old, new *ir.Protocol) []breaking.Finding {
	t.Helper()
	return compareFor(t, "all", old, new)
}

func compareFor(t *testing.T, upgrade string, old, new *ir.Protocol) []breaking.Finding {
	t.Helper()
	found, err := breaking.Compare(version(t, old), version(t, new), breaking.Options{Upgrade: upgrade})
	if err != nil {
		t.Fatal(err)
	}
	replay(t, old, new, found)
	return found
}

// replay proves each witness of a finding, by judges of its own.
func replay(t *testing.T, old, new *ir.Protocol, found []breaking.Finding) {
	t.Helper()
	for _, f := range found {
		if f.Unknown || f.Rule == "removed" {
			continue
		}
		if f.Rule == "builder" {
			replayCall(t, old, new, f)
			continue
		}
		if f.Trace != nil {
			replayOrder(t, old, new, f)
			continue
		}
		before, after := judged(t, old, f), judged(t, new, f)
		verdicts := map[breaking.Category][2]bool{breaking.Read: {true, false}, breaking.Write: {false, true}}
		if want, one := verdicts[f.Category]; one && want != [2]bool{before.Valid, after.Valid} {
			t.Errorf("%v: the old spec says %v, the new one %v", f, before.Valid, after.Valid)
		}
	}
}

// replayCall requires that both versions build a message of the input, and of other bytes.
func replayCall(t *testing.T, old, new *ir.Protocol, f breaking.Finding) {
	t.Helper()
	var call breaking.Call
	if err := json.Unmarshal([]byte(f.Witness), &call); err != nil {
		t.Fatal(err)
	}
	var outputs []string
	for _, p := range []*ir.Protocol{old, new} {
		oracle, err := reference.New(reference.Source{Protocol: p})
		if err != nil {
			t.Fatal(err)
		}
		built, err := breaking.Build(oracle, p, call)
		if err != nil || !built.Valid {
			t.Fatalf("%s: %v %v", f.Witness, err, built.Issues)
		}
		outputs = append(outputs, string(built.Output))
	}
	if outputs[0] == outputs[1] {
		t.Errorf("%s: both versions build %s", f.Witness, outputs[0])
	}
}

func judged(t *testing.T, p *ir.Protocol, f breaking.Finding) reference.Result {
	t.Helper()
	sources := []reference.Source{{Protocol: p}}
	for _, other := range p.Imports {
		sources = append(sources, reference.Source{Protocol: other})
	}
	oracle, err := reference.New(sources...)
	if err != nil {
		t.Fatal(err)
	}
	o, err := reference.ReadOptions(f.Now, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Params = f.Params
	result, err := oracle.Check(f.Protocol, f.Type, []byte(f.Witness), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

const header = "envgen: 1\nprotocol: pair\nversion: \"1\"\nroot: T\n"

func refuses(issues []reference.Issue) bool {
	return slices.ContainsFunc(issues, func(i reference.Issue) bool { return i.Level == "must" })
}

func lines(found []breaking.Finding) string {
	text := ""
	for _, f := range found {
		witness := f.Witness
		if f.Unknown {
			witness = "unknown"
		}
		if len(witness) > 60 {
			witness = fmt.Sprintf("%s... (%d bytes)", witness[:30], len(witness))
		}
		text += fmt.Sprintf("%s %s %s %s\n", f.Category, f.Rule, f.Type, witness)
	}
	if text == "" {
		return "nothing\n"
	}
	return text
}

// TestPairs compares pairs of specs, each with its findings.
func TestPairs(t *testing.T) {
	const file = "testdata/pairs.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		parts := strings.SplitN(block, "\n", 4)
		old, isOld := strings.CutPrefix(parts[1], "old: ")
		new, isNew := strings.CutPrefix(parts[2], "new: ")
		if !isOld || !isNew {
			t.Fatalf("not a pair:\n%s", block)
		}
		want := ""
		if len(parts) == 4 {
			want = parts[3] + "\n"
		}
		got := lines(compare(t, protocol(t, "old", []byte(header+"types: "+old+"\n")), protocol(t, "new", []byte(header+"types: "+new+"\n"))))
		if got != want && !*update {
			t.Errorf("%s\ngot:\n%s", block, got)
		}
		all = append(all, strings.Join(parts[:3], "\n")+"\n"+got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(all, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSelf requires no finding between a spec and itself.
func TestSelf(t *testing.T) {
	for _, name := range shipped {
		source, err := spec.FS.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if found := compare(t, protocol(t, "old", source), protocol(t, "new", append([]byte("# a comment\n"), source...))); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
}

var shipped = []string{"agh", "delegator", "foxctl", "helper", "hotrepl"}

var limits = regexp.MustCompile(`(minLength|maxLength|minimum|maximum|minItems|maxItems): (\d+)|required: \[(\w+), ([^\]]*)\]|additionalProperties: false|type: string\b|type: integer\b|level: should|(?:tick|cancelled|progress|other|\))\*`)

// edited changes one place of a spec.
func edited(source string, at []int) string {
	found := source[at[0]:at[1]]
	word, number, _ := strings.Cut(found, ": ")
	to := found
	switch {
	case word == "additionalProperties":
		to = "additionalProperties: true"
	case word == "required":
		_, rest, _ := strings.Cut(number, ", ")
		to = "required: [" + rest
	case number == "should":
		to = "level: must"
	case strings.HasSuffix(found, "*"):
		to = strings.TrimSuffix(found, "*") + "?"
	case number == "string":
		to = "type: boolean"
	case number == "integer":
		to = "type: number"
	default:
		n, _ := strconv.Atoi(number)
		to = fmt.Sprintf("%s: %d", word, n+1)
	}
	return source[:at[0]] + to + source[at[1]:]
}

// TestEdits requires of single edits of shipped specs that no verdict on a message differs without a finding. Every other finding has a witness.
func TestEdits(t *testing.T) {
	edits, findings := 0, 0
	for _, name := range shipped {
		source, err := spec.FS.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		old := protocol(t, "old", source)
		places := limits.FindAllStringIndex(string(source), -1)
		for i := 0; i < len(places); i += max(1, len(places)/most()) {
			new, _ := compile.Source("new", []byte(edited(string(source), places[i])))
			if new == nil {
				continue
			}
			edits++
			found := compare(t, old, new)
			findings += len(found)
			for _, f := range found {
				if f.Unknown {
					t.Errorf("%s %s: unknown: %v", name, source[places[i][0]:places[i][1]], f)
				}
			}
			if len(found) == 0 {
				silent(t, name, old, new)
			}
		}
	}
	t.Logf("%d edits, %d findings", edits, findings)
}

func most() int {
	if *thorough {
		return 80
	}
	return 4
}

var thorough = flag.Bool("thorough", false, "make 80 edits of each spec")

// silent requires that two specs without findings judge all derived messages alike.
func silent(t *testing.T, name string, old, new *ir.Protocol) {
	t.Helper()
	a, b := version(t, old), version(t, new)
	before, _ := reference.New(reference.Source{Protocol: old})
	after, _ := reference.New(reference.Source{Protocol: new})
	for _, typ := range old.Types {
		if typ.Lifted {
			continue
		}
		for _, text := range append(a.Messages(typ), b.Messages(typ)...) {
			x, err1 := before.Check(old.Name, typ.Name, []byte(text), reference.Options{})
			y, err2 := after.Check(new.Name, typ.Name, []byte(text), reference.Options{})
			if err1 != nil || err2 != nil || x.Valid != y.Valid {
				t.Errorf("%s: %s %s: %v and %v without a finding", name, typ.Name, text, x.Valid, y.Valid)
			}
		}
	}
}

// TestRulesOfOneText has rules whose text is unchanged. They read members of another type, or another catalog, and so refuse other messages.
func TestRulesOfOneText(t *testing.T) {
	const head = "envgen: 1\nprotocol: demo\nversion: \"1\"\n"
	const quotient = head + `types:
  Inner: {type: object, required: [a, b], properties: {a: {type: KIND}, b: {type: KIND, minimum: 1}}}
  T: {type: object, required: [inner, c], properties: {inner: Inner, c: {type: KIND}}}
rules:
  - {id: quotient, for: [T], check: "this.inner.a / this.inner.b == this.c", message: must be the quotient}
root: T
`
	const catalog = head + `catalogs:
  Code: {columns: {retry: {type: boolean}}, entries: {a: {retry: CELL}, b: {retry: false}}}
types:
  T: {type: object, required: [code], properties: {code: Code}}
rules:
  - {id: retries, for: [T], check: "Code[this.code].retry", message: must be retried}
root: T
`
	for _, c := range []struct{ spec, change, old, new string }{{quotient, "KIND", "integer", "number"}, {catalog, "CELL", "true", "false"}} {
		old := protocol(t, "old", []byte(strings.ReplaceAll(c.spec, c.change, c.old)))
		new := protocol(t, "new", []byte(strings.ReplaceAll(c.spec, c.change, c.new)))
		isRule := func(f breaking.Finding) bool { return f.Category == breaking.Read && f.Type == "T" && f.Rule == "rule" }
		if found := compare(t, old, new); !slices.ContainsFunc(found, isRule) {
			t.Errorf("%s: no finding about the rule: %v", c.change, found)
		}
		if found := compare(t, old, old); len(found) > 0 {
			t.Errorf("%s: the same spec has findings: %v", c.change, found)
		}
	}
}
